//! How the lines of a block are broken.

use super::words;

/// Most characters per line of a block.
pub const WIDTH: usize = 80;

/// Joins chances.
pub(super) const JOINT: &str = " · ";

/// Breaks a text between the items that [`JOINT`] joins; an item that does not fit on a line is broken
/// between its words.
pub(super) fn wrap_items(text: &str, width: usize) -> Vec<String> {
    let fits = |line: &str| line.chars().count() <= width;
    let mut lines: Vec<String> = Vec::new();
    for item in text.split(JOINT) {
        let longer = lines.last().map(|line| format!("{line}{JOINT}{item}"));
        match (longer.filter(|line| fits(line)), lines.last_mut()) {
            (Some(longer), Some(last)) => *last = longer,
            _ => lines.extend(words::lines(item, fits)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_chances() {
        let text = "At least 1: 98.2 % · 4 (a rank lost): 75.6 % · 12 (destroyed): 0.2 %";
        let lines = ["At least 1: 98.2 %", "4 (a rank lost): 75.6 %", "12 (destroyed): 0.2 %"];
        assert_eq!(wrap_items(text, 24), lines);
        assert_eq!(wrap_items(text, 200), [text]);
        assert_eq!(wrap_items("one two three", 8), ["one two", "three"]);
    }
}
