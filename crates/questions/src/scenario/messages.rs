//! Messages about questions, in the words of files.

use crate::request::{Key, Mark};

/// Rewrites a message about options in the words of files: `--a-crown` is the key `a_crown`, and
/// `ATTACKER` is `attacker`.
pub(super) fn of_files(message: &str, keys: &[Key]) -> String {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let word = |word: &str| {
        let name = word.trim_start_matches("--");
        let (name, rest) = name.split_at(name.find(|c| !is_letter(c)).unwrap_or(name.len()));
        let positional = keys.iter().find(|key| {
            key.has(Mark::Positional) && key.value_name == name && !key.value_name.is_empty()
        });
        match positional {
            _ if word.starts_with("--") => format!("`{}`{rest}", name.replace('-', "_")),
            // the names of the sides of a duel are single letters, which are words as well
            Some(key) if name.len() > 1 => format!("`{}`{rest}", key.id),
            _ => word.to_owned(),
        }
    };
    message.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_keys_in_files() {
        assert_eq!(
            of_files("--claimed-in says when: add --a-crown, or --b-wealth", &[]),
            "`claimed_in` says when: add `a_crown`, or `b_wealth`"
        );
    }
}
