//! Suggests similar names for misspelt ones: "did you mean …?"

/// The least similarity (Jaro–Winkler, 0 to 1) of a suggested name.
const MIN_SIMILARITY: f64 = 0.82;

/// The longest name, in bytes, for which another is suggested. Longer text is no typing error.
const LONGEST: usize = 64;

/// The most names that are compared: enough for any file written by hand.
const MAX_COMPARED: usize = 500;

/// Returns the name of `known` that is most similar to `name`, if any is similar enough.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(name, &known.into_iter().collect::<Vec<_>>())
}

/// Returns the same. Functions with generic arguments leave the work to one without, compiled once.
fn nearest_of<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if name.len() > LONGEST {
        return None;
    }
    // Jaro–Winkler favours names with the same beginning, which is rarely misspelt
    let normalized = normalize_key(name);
    let similarity =
        |known: &'a str| (strsim::jaro_winkler(&normalized, &normalize_key(known)), known);
    // a hostile file may define thousands of names, each compared with each unknown one
    let compared = known.iter().copied().take(MAX_COMPARED);
    let compared = compared.filter(|known| known.len() <= LONGEST);
    let similar = compared.map(similarity).filter(|(similarity, _)| *similarity >= MIN_SIMILARITY);
    similar.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)
}

/// Words that players write for a key of another name: the intended keys, the likeliest first, and
/// the value. For a word without keys nothing is suggested, as similar names would mislead.
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
    ("edition", &["season"], None),
    // former keys of files
    ("attack", &["weapon"], None),
    ("a-attack", &["a-weapon"], None),
    ("b-attack", &["b-weapon"], None),
    ("modifier", &["hit-modifier", "panic-modifier"], None),
    ("own-panic-modifier", &["attacker-panic-modifier"], None),
    ("own-reroll-morale", &["attacker-reroll-morale"], None),
    ("own-force-reroll-morale", &["attacker-force-reroll-morale"], None),
    ("own-horrific", &["attacker-horrific"], None),
    ("own-inspiring", &["attacker-inspiring"], None),
    // former options of sampling engines
    ("conditional", &["engine"], Some("exact")),
    ("apart", &["engine"], Some("monte-carlo")),
];

/// Keys whose value is an arc.
const FACINGS: &[&str] = &["facing", "opening-facing"];

/// A key suggested for an unknown one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuggestedKey<'a> {
    /// The key.
    pub key: &'a str,
    /// The value to give it, if the unknown name implies one.
    pub value: Option<&'static str>,
}

/// Returns the key of `known` that `name` means: by its meaning, else by similar spelling.
///
/// # Examples
/// ```
/// use warodds_questions::document::{SuggestedKey, suggest_key};
///
/// let keys = ["facing", "charge", "distance"];
/// let rear = SuggestedKey { key: "facing", value: Some("rear") };
/// assert_eq!(suggest_key("rear", keys), Some(rear));
/// assert_eq!(suggest_key("distence", keys).map(|found| found.key), Some("distance"));
/// assert_eq!(suggest_key("colour", keys), None);
/// ```
pub fn suggest_key<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<SuggestedKey<'a>> {
    suggested(name, &known.into_iter().collect::<Vec<_>>())
}

fn suggested<'a>(name: &str, known: &[&'a str]) -> Option<SuggestedKey<'a>> {
    let word = normalize_key(name);
    let Some((_, keys, value)) = MEANINGS.iter().find(|(known, ..)| *known == word) else {
        return nearest_of(name, known).map(|key| SuggestedKey { key, value: None });
    };
    let holds = |key: &&str| known.iter().copied().find(|one| normalize_key(one) == *key);
    keys.iter().find_map(holds).map(|key| SuggestedKey { key, value: *value })
}

/// Help for the former key `edition`, which had two meanings.
const EDITION_HELP: &str = "`rules` is the edition of the rules, `cards` that of the cards";

/// Words the help for an unknown key: the suggested key, as `show` writes it, or all of `known`
/// after the words `list`.
pub(crate) fn key_help<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    list: &str,
    show: fn(SuggestedKey<'_>) -> String,
) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match suggested(name, &known) {
        // before suggestions: both keys are as likely
        _ if normalize_key(name) == "edition" && known.contains(&"rules") => {
            EDITION_HELP.to_owned()
        }
        Some(suggested) => format!("did you mean `{}`?", show(suggested)),
        None => format!("{list}: {}", listed(&known)),
    }
}

/// Words the help for an unknown name: the most similar of `known`, or all of them after the words
/// `list`.
pub(crate) fn name_help<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    list: &str,
) -> String {
    help_with_names(name, &known.into_iter().collect::<Vec<_>>(), list)
}

fn help_with_names(name: &str, known: &[&str], list: &str) -> String {
    match nearest_of(name, known) {
        Some(name) => format!("did you mean {}?", quoted(name)),
        None => format!("{list}: {}", listed(known)),
    }
}

/// Joins names by commas, at most 64 of them.
fn listed(names: &[&str]) -> String {
    const SHOWN: usize = 64;
    let first: Vec<String> = names.iter().take(SHOWN).map(|name| quoted(name)).collect();
    let rest = if names.len() > SHOWN { ", …" } else { "" };
    if first.is_empty() { "none".to_owned() } else { format!("{}{rest}", first.join(", ")) }
}

/// Quotes text of the player for a message, in backticks: [`escaped`].
///
/// # Examples
/// ```
/// use warodds_questions::document::quoted;
///
/// assert_eq!(quoted("two\nlines"), r"`two\nlines`");
/// assert_eq!(quoted("Night's Watch"), "`Night's Watch`");
/// assert_eq!(quoted(&"x".repeat(100)).chars().count(), 67);
/// ```
pub fn quoted(text: &str) -> String {
    format!("`{}`", escaped(text))
}

/// Escapes text of the player for a message that has it in backticks: on one line, without control
/// characters and bare backticks, at most 64 characters.
pub fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for letter in text.chars().take(LONGEST) {
        match letter {
            // they end no text in backticks
            '\'' | '"' => shown.push(letter),
            '`' => shown.push_str("\\`"),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Normalizes a key for comparison: case and the kind of separator do not matter.
fn normalize_key(text: &str) -> String {
    text.chars()
        .map(|c| if matches!(c, '_' | ' ') { '-' } else { c.to_ascii_lowercase() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_misspelt_names_and_nothing_else() {
        let keys = ["facing", "charge", "defender", "defender_tokens"];
        assert_eq!(nearest("faceing", keys), Some("facing"));
        assert_eq!(nearest("Defender", keys), Some("defender"));
        assert_eq!(nearest("defender-token", keys), Some("defender_tokens"));
        assert_eq!(nearest("colour", keys), None);
        assert_eq!(nearest(&"facing".repeat(100_000), keys), None);
    }

    #[test]
    fn suggest_key_prefers_meaning_over_spelling() {
        let meant = |name, known: [&'static str; 2]| {
            suggest_key(name, known).map(|meant| (meant.key, meant.value))
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
    fn quoted_text_stays_on_one_line() {
        assert_eq!(quoted("a\n\u{1b}[31m"), "`a\\n\\u{1b}[31m`");
        assert_eq!(quoted(&"x".repeat(65)).chars().count(), 67);
    }
}
