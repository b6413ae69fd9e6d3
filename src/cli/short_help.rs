//! The short help of questions, `-h`: it fits a screen of 24 lines with 80 columns.

use clap::Command;
use clap::builder::styling::Styles;

use crate::request::{
    Arity, Heading, Key, LUCK, Mark, QuestionKind, ROLLS, find_key, kinds, name_parts,
};

/// The number of options and of examples.
const OPTIONS: usize = 8;
const EXAMPLES: usize = 3;
/// The number of columns.
const WIDTH: usize = 80;

/// Replaces the help of the questions whose names `is_called` accepts.
pub(super) fn with_short_help(command: Command, is_called: impl Fn(&str) -> bool) -> Command {
    let called = kinds().into_iter().filter(|kind| is_called(name_parts(kind.name).1));
    called.fold(command, |command, kind| {
        let help = short_help(&kind);
        let (game, name) = name_parts(kind.name);
        let replaced = |command: Command| command.override_help(help);
        match game {
            Some(game) => command.mut_subcommand(game, |game| game.mut_subcommand(name, replaced)),
            None => command.mut_subcommand(name, replaced),
        }
    })
}

/// Renders the short help of a question.
fn short_help(kind: &QuestionKind) -> String {
    let keys = kind.keys();
    let styles = Styles::styled();
    let style = styles.get_header();
    let command = format!("warodds {}", kind.name.replace('/', " "));
    let is_argument = |key: &&Key| key.has(Mark::Positional) || key.has(Mark::Argument);
    let arguments = keys.iter().filter(is_argument).map(|key| {
        let name = key.argument_name();
        if key.is_needed { format!(" <{name}>") } else { format!(" [{name}]") }
    });
    let arguments: String = arguments.collect();
    let options = rows(&most_used(kind, keys));
    let examples: String =
        kind.examples.iter().take(EXAMPLES).map(|example| continued(example)).collect();
    let options =
        if options.is_empty() { options } else { format!("{style}Options:{style:#}\n{options}\n") };
    let rolls = if kind.name == LUCK {
        format!("{style}A file of rolls:{style:#}\n  {}\n\n", ROLLS.join("\n  "))
    } else {
        String::new()
    };
    format!(
        "{}\n\n{style}Usage:{style:#} {command} [OPTIONS]{arguments}\n\n{options}{rolls}\
         {style}Examples:{style:#}\n{examples}\n\
         `{command} --help` shows all options.",
        kind.about
    )
}

/// Returns the options that the examples of a kind use most, then the first others, in the order of
/// the help.
fn most_used<'k>(kind: &QuestionKind, keys: &'k [Key]) -> Vec<&'k Key> {
    let words: Vec<&str> = kind.examples.iter().flat_map(|example| example.split(' ')).collect();
    let names = words.iter().filter_map(|word| word.strip_prefix("--"));
    let names = names.map(|name| name.split('=').next().unwrap_or(name));
    let used: Vec<&str> =
        names.filter_map(|name| find_key(keys, name)).map(|(key, _)| key.id).collect();
    let uses = |key: &Key| used.iter().filter(|id| **id == key.id).count();
    let mut options: Vec<&Key> = keys.iter().filter(|key| !key.has(Mark::Positional)).collect();
    options.sort_by_key(|key| (std::cmp::Reverse(uses(key)), key.heading));
    options.retain(|key| uses(key) > 0 || key.heading != Heading::Engine);
    options.truncate(OPTIONS);
    let chosen: Vec<&str> = options.iter().map(|key| key.id).collect();
    let mut options: Vec<&Key> = keys.iter().filter(|key| chosen.contains(&key.id)).collect();
    options.sort_by_key(|key| key.heading);
    options
}

/// Formats options with their meanings in short, one per line.
fn rows(keys: &[&Key]) -> String {
    let names: Vec<String> = keys.iter().map(|key| name(key)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let room = WIDTH.saturating_sub(width + 4);
    let row = |(key, name): (&&Key, &String)| {
        format!("  {name:width$}  {}\n", first_part(&key.words, room))
    };
    keys.iter().zip(&names).map(row).collect()
}

/// The longest list of allowed values in the name of an option, in characters.
const LONGEST_VALUES: usize = 20;

/// Formats an option with its allowed values, if they are few, or its placeholder.
fn name(key: &Key) -> String {
    let values = key.value_type();
    match key.arity {
        Arity::Flag => format!("--{}", key.long),
        _ if !key.choices.is_empty() && values.len() <= LONGEST_VALUES => {
            format!("--{} <{values}>", key.long)
        }
        _ => format!("--{} <{}>", key.long, key.value_name),
    }
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
        text += &format!(" {dashes}{part}");
        column += length;
    }
    text + "\n"
}

/// Returns the first part of a sentence, at most `room` characters of it.
fn first_part(words: &str, room: usize) -> String {
    let is_end = |(place, mark): &(usize, &str)| {
        let is_quoted = words.get(..*place).unwrap_or(words).matches('`').count() % 2 == 1;
        let next = words.get(place + mark.len()..).and_then(|rest| rest.chars().next());
        match *mark {
            _ if is_quoted => false,
            // neither an abbreviation nor a pattern such as `NAME: SIDE`
            ". " => next.is_some_and(char::is_uppercase),
            ": " => !next.is_some_and(char::is_uppercase),
            _ => true,
        }
    };
    let marks =
        [". ", ": ", "; ", " [default"].into_iter().flat_map(|end| words.match_indices(end));
    let end = marks.filter(is_end).map(|(place, _)| place).min();
    let part = words.get(..end.unwrap_or(words.len())).unwrap_or(words).trim_end_matches('.');
    if part.chars().count() <= room {
        return part.to_owned();
    }
    let cut: String = part.chars().take(room.saturating_sub(1)).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches(','))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_help_fits_a_screen() {
        for kind in kinds() {
            let help = anstream::adapter::strip_str(&short_help(&kind)).to_string();
            assert!(help.lines().count() <= 24, "{help}");
            assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
            assert!(help.contains("  warodds "), "{help}");
        }
    }
}
