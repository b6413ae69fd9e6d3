//! The lines of help texts: names with their meanings, and examples.

use clap::Command;
use warodds_charts::text::words;

/// The most columns of a help in brief.
pub(super) const WIDTH: usize = 80;

/// Formats names with their meanings beside them, over as many lines as needed.
pub(super) fn rows(rows: &[[String; 2]]) -> String {
    let width = rows.iter().map(|[name, _]| name.chars().count()).max().unwrap_or(0);
    let room = WIDTH.saturating_sub(width + 4);
    let row = |[name, text]: &[String; 2]| -> String {
        let lines = wrap(text, room);
        let names = std::iter::once(name.as_str()).chain(std::iter::repeat(""));
        let lines = names.zip(if lines.is_empty() { vec![String::new()] } else { lines });
        let lines = lines.map(|(name, line)| format!("  {name:width$}  {line}"));
        lines.map(|line| line.trim_end().to_owned() + "\n").collect()
    };
    rows.iter().map(row).collect()
}

/// Breaks a text into lines of at most `width` characters.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    words::lines(text, |line| line.chars().count() <= width)
}

/// Formats the first `count` examples of a command.
pub(super) fn examples(command: &Command, count: usize) -> String {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.strip_prefix("  ")).take(count);
    lines.map(continued).collect()
}

/// Formats an example; a long one goes on in the next line, as a shell reads it.
fn continued(example: &str) -> String {
    let (mut text, mut column) = (" ".to_owned(), 1);
    // lines break before options: neither before their values nor inside quotes
    for (place, part) in example.split(" --").enumerate() {
        let dashes = if place == 0 { "" } else { "--" };
        let length = dashes.len() + part.chars().count() + 1;
        // room for a space and the backslash
        if place > 0 && column + length + 2 > WIDTH {
            text += " \\\n   ";
            column = 3;
        }
        match part.rsplit_once(' ') {
            // two files of long names
            Some((before, last)) if place == 0 && length + 3 > WIDTH => {
                text += &format!(" {before} \\\n    {last}");
                column = 4 + last.chars().count();
            }
            _ => {
                text += &format!(" {dashes}{part}");
                column += length;
            }
        }
    }
    text + "\n"
}
