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

/// What players write for keys that are called otherwise: the keys that hold it, the likeliest
/// first, and the value that says it. A word without keys has a meaning that no key of its own
/// holds, and what only looks like it would mislead.
const MEANINGS: &[(&str, &[&str], Option<&str>)] = &[
    ("front", FACINGS, Some("front")),
    ("flank", FACINGS, Some("flank")),
    ("side", FACINGS, Some("flank")),
    ("rear", FACINGS, Some("rear")),
    ("back", FACINGS, Some("rear")),
    ("ranged", &["ranged", "weapon"], Some("ranged")),
    ("melee", &["melee", "weapon"], Some("melee")),
    ("charge", &["charge", "opening-charge"], None),
    ("panicked", &["panicked", "defender-tokens", "tokens", "b-tokens"], Some("panicked")),
    ("vulnerable", &["vulnerable", "defender-tokens", "b-tokens"], Some("vulnerable")),
    ("weakened", &["weakened", "attacker-tokens", "tokens", "a-tokens"], Some("weakened")),
    // the round of the game is not how many rounds are fought
    ("rounds", &[], None),
    ("edition", &[], None),
];

/// Keys that hold an arc.
const FACINGS: &[&str] = &["facing", "opening-facing", "arcs"];

/// A key that may be meant by another name, and the value that says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuggestedKey<'a> {
    /// The key.
    pub key: &'a str,
    /// Its value, where the name says more than the key.
    pub value: Option<&'static str>,
}

/// The key of `known` that is meant by `given`: by its meaning, else by its letters.
pub fn suggest_key<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<SuggestedKey<'a>> {
    let word = plain(given);
    let Some((_, keys, value)) = MEANINGS.iter().find(|(name, ..)| *name == word) else {
        return nearest(given, known).map(|key| SuggestedKey { key, value: None });
    };
    let holds = |key: &&str| known.clone().into_iter().find(|one| plain(one) == *key);
    keys.iter().find_map(holds).map(|key| SuggestedKey { key, value: *value })
}

/// What stands in place of `edition`, which had two meanings.
pub const EDITION: &str = "`rules` is the edition of the rules, `cards` that of the cards";

/// Help for a key that is not among `known`: what is meant, as `show` writes it, or all.
pub(crate) fn key_help<'a>(
    given: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
    list: &str,
    show: impl Fn(SuggestedKey<'_>) -> String,
) -> String {
    let has = |key: &str| known.clone().into_iter().any(|one| one == key);
    match suggest_key(given, known.clone()) {
        _ if plain(given) == "edition" && has("rules") => EDITION.to_owned(),
        Some(meant) => format!("did you mean `{}`?", show(meant)),
        None => format!("{list}: {}", listed(known)),
    }
}

/// Help for a name that is not among `known`: the nearest of them, or all.
pub(crate) fn name_help<'a>(
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
    fn keys_are_suggested_by_meaning_before_letters() {
        let meant = |given, known: [&'static str; 2]| {
            suggest_key(given, known).map(|meant| (meant.key, meant.value))
        };
        assert_eq!(meant("rear", ["facing", "threads"]), Some(("facing", Some("rear"))));
        assert_eq!(
            meant("Flank", ["faction", "opening_facing"]).map(|meant| meant.0),
            Some("opening_facing")
        );
        assert_eq!(
            meant("panicked", ["panic_modifier", "defender_tokens"]),
            Some(("defender_tokens", Some("panicked")))
        );
        assert_eq!(meant("rounds", ["round", "rounds_lost"]), None);
        assert_eq!(meant("faceing", ["facing", "threads"]), Some(("facing", None)));
    }

    #[test]
    fn what_is_quoted_stays_on_one_line() {
        assert_eq!(quoted("a\n\u{1b}[31m"), "`a\\n\\u{1b}[31m`");
        assert_eq!(quoted(&"x".repeat(65)).chars().count(), 67);
    }
}
