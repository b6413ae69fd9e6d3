//! Counts with nouns in singular or plural.

/// Formats a count with its noun: `1 wound`, `2 wounds`, `0 wounds`.
///
/// # Examples
/// ```
/// use warodds_engine::counted::counted;
///
/// let texts = [0, 1, 2].map(|count| counted(count, "wound", "wounds"));
/// assert_eq!(texts, ["0 wounds", "1 wound", "2 wounds"]);
/// ```
pub fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", noun(count, one, several))
}

/// Returns the noun for a count that is formatted elsewhere, e.g. with thousands separators.
pub const fn noun<'a>(count: u64, one: &'a str, several: &'a str) -> &'a str {
    if count == 1 { one } else { several }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(
            [0, 1, 2].map(|count| counted(count, "die", "dice")),
            ["0 dice", "1 die", "2 dice"]
        );
        assert_eq!(
            (noun(1, "state", "states"), noun(1001, "state", "states")),
            ("state", "states")
        );
    }
}
