//! Messages about options in the words of files.

use crate::request::{Key, Mark, rename_options};

/// Rewrites a message about options in the words of files: `--a-crown` is the key `a_crown`, and
/// `ATTACKER` is `attacker`.
pub(super) fn of_files(message: &str, keys: &[Key]) -> String {
    let key = |name: &str| (name != "help").then(|| format!("`{}`", name.replace('-', "_")));
    let message = rename_options(message, key);
    let word = |word: &str| {
        let (name, rest) = word.split_at(word.find([',', ':', ';', '.']).unwrap_or(word.len()));
        // the names of the sides of a duel are single letters, which are words as well
        let is_positional = |key: &&Key| key.has(Mark::Positional) && key.value_name == name;
        let positional = keys.iter().find(is_positional).filter(|_| name.len() > 1);
        positional.map_or_else(|| word.to_owned(), |key| format!("`{}`{rest}", key.id))
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
