//! Units in words: `blue cavalry stalwart figures=3`.

use crate::games::bounded::OutOfRange;
use crate::games::westeros::values::{Capture, Dice, Figures, Protection, Room};
use crate::games::westeros::{Rank, UnitClass, WesterosTerrain, WesterosUnit};

/// The help on how to describe a unit.
pub(super) const UNITS: &str = "\
A unit is described in words: its rank (green, blue or red), then any of these, with [defaults]:
  infantry, archers, cavalry            its class [infantry]
  stalwart, heavy-armor, no-valor       keywords and marks
  toughness=N, cover=N                  number of hits ignored in each attack [0]
  dice=N                                attack dice [by rank: 2, 3, 4]
  figures=N                             figures left, including a commander [4, cavalry 3]
  commander=N                           a commander with that capture rating
  forest, hill, building, ford          its terrain [plains]
  room=N                                number of hexes it can retreat [no limit]";

/// Parses a unit.
pub(super) fn unit(text: &str) -> Result<WesterosUnit, String> {
    let mut words = text.split_whitespace();
    let rank = rank(
        words.next().ok_or_else(|| "a unit starts with its rank: green, blue or red".to_owned())?,
    )?;
    let words: Vec<&str> = words.collect();
    let class = |word: &&str| UnitClass::ALL.into_iter().find(|class| class.name() == *word);
    // the class first, wherever it is: it decides the figures that a later word may replace
    let start = WesterosUnit::new(rank, words.iter().find_map(class).unwrap_or_default());
    words.into_iter().filter(|word| class(word).is_none()).try_fold(start, with)
}

/// Parses a rank.
pub(super) fn rank(text: &str) -> Result<Rank, String> {
    named(text, "a rank", &Rank::ALL, Rank::name)
}

/// Parses a class.
pub(super) fn class(text: &str) -> Result<UnitClass, String> {
    named(text, "a class", &UnitClass::ALL, UnitClass::name)
}

/// Parses terrain.
pub(super) fn terrain(text: &str) -> Result<WesterosTerrain, String> {
    named(text, "a kind of terrain", &WesterosTerrain::ALL, WesterosTerrain::name)
}

/// Parses one of `all` by its name; `what` is the noun of the error message.
pub(super) fn named<T: Copy>(
    text: &str,
    what: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Result<T, String> {
    let names = || all.iter().map(|value| name(*value)).collect::<Vec<_>>().join(", ");
    all.iter()
        .copied()
        .find(|value| name(*value) == text)
        .ok_or_else(|| format!("`{text}` is not {what}; use one of {}", names()))
}

/// Applies one more word to a unit.
fn with(unit: WesterosUnit, word: &str) -> Result<WesterosUnit, String> {
    if let Some((key, value)) = word.split_once('=') {
        return numbered(unit, key, value);
    }
    Ok(match word {
        "stalwart" => WesterosUnit { stalwart: true, ..unit },
        "heavy-armor" => WesterosUnit { heavy_armor: true, ..unit },
        "no-valor" => WesterosUnit { no_valor: true, ..unit },
        _ => match WesterosTerrain::ALL.into_iter().find(|terrain| terrain.name() == word) {
            Some(terrain) => WesterosUnit { terrain, ..unit },
            None => {
                return Err(format!(
                    "`{word}` does not describe a unit; see --help for the words that do"
                ));
            }
        },
    })
}

/// Applies a value such as `figures=3` to a unit.
fn numbered(unit: WesterosUnit, key: &str, text: &str) -> Result<WesterosUnit, String> {
    let number: i64 =
        text.parse().map_err(|_| format!("`{key}` must be a whole number, not `{text}`"))?;
    let wrong = |OutOfRange { least, most, given, .. }| {
        format!("`{key}` must be a whole number from {least} to {most}, not {given}")
    };
    Ok(match key {
        "dice" => WesterosUnit { dice: Dice::new(number).map_err(wrong)?, ..unit },
        "figures" => WesterosUnit { figures: Figures::new(number).map_err(wrong)?, ..unit },
        "toughness" => WesterosUnit { toughness: Protection::new(number).map_err(wrong)?, ..unit },
        "cover" => WesterosUnit { cover: Protection::new(number).map_err(wrong)?, ..unit },
        "commander" => {
            WesterosUnit { commander: Some(Capture::new(number).map_err(wrong)?), ..unit }
        }
        "room" => WesterosUnit { room: Some(Room::new(number).map_err(wrong)?), ..unit },
        _ => {
            return Err(format!(
                "a unit has no value `{key}`; use dice, figures, toughness, cover, commander or \
                 room"
            ));
        }
    })
}

/// Returns a short name of a unit, such as `blue infantry`.
pub(super) fn words(unit: &WesterosUnit) -> String {
    // rank and class alone keep headlines short
    format!("{} {}", unit.rank.name(), unit.class.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unit_parses_words_and_names_the_wrong_one() {
        let parsed = unit("red figures=2 cavalry forest stalwart room=0").expect("a unit");
        assert_eq!(
            (parsed.rank, parsed.class, parsed.terrain, parsed.stalwart),
            (Rank::Red, UnitClass::Cavalry, WesterosTerrain::Forest, true)
        );
        assert_eq!(
            (parsed.figures.get(), parsed.dice.get(), parsed.room.map(Room::get)),
            (2, 4, Some(0))
        );
        assert_eq!(unit("green cavalry").map(|unit| unit.figures.get()), Ok(3));
        assert_eq!(
            unit("purple"),
            Err("`purple` is not a rank; use one of green, blue, red".to_owned())
        );
        assert_eq!(
            unit("blue dice=9"),
            Err("`dice` must be a whole number from 1 to 8, not 9".to_owned())
        );
        assert!(
            unit("").is_err()
                && unit("blue brave").is_err()
                && unit("blue hats=3").is_err()
                && unit("blue dice=x").is_err()
        );
    }
}
