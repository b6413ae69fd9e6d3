//! "Did you mean …?"

/// How alike two names must be (Jaro–Winkler, 0 to 1) to be offered for each other.
const ALIKE: f64 = 0.82;

/// Longer texts are no slip of the pen.
const LONGEST: usize = 64;

/// How many names are compared: enough for any file written by hand.
const MOST_COMPARED: usize = 500;

/// Of `known`, the name that is most like `given`, if one is like it at all.
pub(crate) fn nearest<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if given.len() > LONGEST {
        return None;
    }
    let given = plain(given);
    let likeness = |name: &'a str| (strsim::jaro_winkler(&given, &plain(name)), name);
    let best =
        known.into_iter().take(MOST_COMPARED).filter(|name| name.len() <= LONGEST).map(likeness);
    best.filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// Help for a name that is not among `known`: the nearest of them, or all.
pub(crate) fn help<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
    list: &str,
) -> String {
    match nearest(given, known.clone()) {
        Some(name) => format!("did you mean {}?", quoted(name)),
        None => format!("{list}: {}", listed(known)),
    }
}

/// Names in a row, the first of many.
fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 64;
    let mut names = names.into_iter();
    let first: Vec<String> = names.by_ref().take(SHOWN).map(quoted).collect();
    let rest = if names.next().is_some() { ", …" } else { "" };
    if first.is_empty() { "none".to_owned() } else { format!("{}{rest}", first.join(", ")) }
}

/// A text of the file as messages show it: in quotes, on one line, not too long.
pub fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{shown}{rest}`")
}

/// Case and separators do not matter.
fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if matches!(c, '_' | ' ') { '-' } else { c.to_ascii_lowercase() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_understood() {
        let keys = ["facing", "charge", "defender", "defender_tokens"];
        assert_eq!(nearest("faceing", keys), Some("facing"));
        assert_eq!(nearest("Defender", keys), Some("defender"));
        assert_eq!(nearest("defender-token", keys), Some("defender_tokens"));
        assert_eq!(nearest("colour", keys), None);
        assert_eq!(nearest(&"facing".repeat(100_000), keys), None);
    }

    #[test]
    fn what_is_quoted_stays_on_one_line() {
        assert_eq!(quoted("a\n\u{1b}[31m"), "`a\\n\\u{1b}[31m`");
        assert_eq!(quoted(&"x".repeat(65)).chars().count(), 67);
    }
}
