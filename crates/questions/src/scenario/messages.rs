//! Messages about options in the words of files.

use crate::request::{Key, rename_keys};

/// Rewrites a message about options in the words of files: `--a-crown` is the key `a_crown`, and
/// `ATTACKER` is `attacker`.
pub(super) fn of_files(message: &str, keys: &[Key]) -> String {
    rename_keys(message, keys, |name| format!("`{name}`"))
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
