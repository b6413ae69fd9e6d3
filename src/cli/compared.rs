//! Questions about two units in which one is missing: the commands that may be meant.

use super::failure::Failure;
use crate::catalogue::Catalogue;
use crate::request::{Arity, EXPLAIN, Key, Mark, QuestionKind, RawFields};

/// Refuses a comparison without a second unit.
pub(super) fn check_second(kind: &QuestionKind, fields: &RawFields) -> Result<(), Failure> {
    let text = |id: &str| fields.of(id).next();
    let (name, command) = match [text("a"), text("b"), text("against")] {
        [Some(a), None, _] if kind.name == "compare" => {
            (a, format!("name a second unit, as in `warodds compare \"{a}\" OTHER`"))
        }
        [None, None, Some(against)] if kind.name == "compare" => (
            against,
            format!("name two units, as in `warodds compare A B --against \"{against}\"`"),
        ),
        _ => return Ok(()),
    };
    Err(Failure::input(format!(
        "a comparison needs two units: {command}; `warodds matrix all \"{name}\" --metric per-point \
         --sort value` shows who attacks it best"
    )))
}

/// The units that stand for a missing enemy: the second if the first is the unit itself.
const EXAMPLES: [&str; 2] = ["stark sworn swords", "lannister guardsmen"];

/// Refuses a fight of one unit, with the same command against an example of an enemy.
pub(super) fn check_enemy(kind: &QuestionKind, fields: &RawFields) -> Result<(), Failure> {
    let (what, [first, second]) = match kind.name {
        "attack" | EXPLAIN => ("an attack", ["attacker", "defender"]),
        "charge" => ("a charge", ["attacker", "defender"]),
        "duel" => ("a duel", ["a", "b"]),
        _ => return Ok(()),
    };
    let (Some(unit), None) = (fields.of(first).next(), fields.of(second).next()) else {
        return Ok(());
    };
    let card =
        |name: &str| Catalogue::shipped().find_unit(name).ok().map(|named| named.card.id.clone());
    let is_other = |name: &&&str| card(name) != card(unit);
    let enemy = EXAMPLES.iter().find(is_other).copied().unwrap_or_default();
    let options: String = kind.keys().iter().map(|key| options(key, fields)).collect();
    Err(Failure::input(format!(
        "{what} needs two units, and only {} is named: name its enemy as well, as in\n  warodds {} \
         {} {}{options}",
        quoted_word(unit),
        kind.name,
        quoted_word(unit),
        quoted_word(enemy),
    )))
}

/// Formats the options of a key as they are typed; nothing for arguments.
fn options(key: &Key, fields: &RawFields) -> String {
    if key.has(Mark::Positional) {
        return String::new();
    }
    let option = |text: &str| match key.arity {
        Arity::Flag if ["", "yes", "true"].contains(&text) => format!(" --{}", key.long),
        Arity::Flag => format!(" --{}={text}", key.long),
        _ => format!(" --{} {}", key.long, quoted_word(text)),
    };
    fields.of(key.id).map(option).collect()
}

/// Quotes a word of a command line if a shell would split it.
fn quoted_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.,:=+/".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("\"{word}\"")
    }
}
