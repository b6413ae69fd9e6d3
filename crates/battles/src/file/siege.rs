//! The siege that a battle file names.

use super::form::{SiegeEntry, SiegeText};
use super::{BattleFileReader, FileError, ListSource};
use crate::outcomes::ObjectiveBonuses;
use crate::play::ROUNDS;
use crate::siege::{DRAWN, Siege, SiegeCard, SiegeError, SiegeSide};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;
use warodds_games::asoiaf::{ModelStatus, ModelledAbility, Season};
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::{LoadError, read_text, toml_faults};
use warodds_questions::request::BattleTexts;
use warodds_questions::scenario::FileKind;

/// The season whose abilities siege cards may name.
const SEASON: Season = Season::NEWEST;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSiege {
    #[serde(default)]
    title: String,
    wall: RawWall,
    /// Read by the catalogue.
    #[serde(default, rename = "ability")]
    _abilities: Vec<toml::Table>,
    #[serde(default)]
    attacker: Vec<RawCard>,
    #[serde(default)]
    defender: Vec<RawCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWall {
    pub width: f64,
    pub depth: f64,
    pub wounds: u8,
    pub arrows: RawArrows,
    #[serde(default)]
    pub abilities: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawArrows {
    pub dice: i64,
    pub hit: i64,
    pub range: RawRange,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawRange {
    Short,
    Long,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    name: String,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    walls: Vec<String>,
    #[serde(default)]
    wall_wounds: u8,
    #[serde(default)]
    wall_repairs: u8,
    #[serde(default)]
    wall_damage: u8,
    reserves_from: Option<u8>,
    rounds: Option<[u8; 2]>,
}

impl BattleFileReader<'_> {
    /// Reads the siege of the file that a battle file names.
    pub(super) fn siege(&self, siege: Option<&SiegeEntry>) -> Result<Option<Siege>, FileError> {
        if let ListSource::Request(BattleTexts { siege: Some(siege), .. }) = self.lists {
            return parse_siege(&siege.name, &siege.text, self.catalogue).map(Some);
        }
        let name = match siege {
            None => return Ok(None),
            Some(SiegeEntry::File(name)) => name,
            Some(SiegeEntry::Text(SiegeText { text })) => {
                return parse_siege(self.name, text, self.catalogue).map(Some);
            }
        };
        let (path, text) = match self.lists {
            ListSource::In(folder) => {
                let path = folder.join(name);
                let text = read_text(&path)?;
                (path.display().to_string(), text)
            }
            ListSource::Provided(texts) => {
                let missing = || self.wrong("siege", format!("names `{name}`, which is missing"));
                (name.to_owned(), texts.get(name).ok_or_else(missing)?.clone())
            }
            ListSource::Request(_) => {
                let wrong = format!("names `{name}`, whose text was not provided: add --siege");
                return Err(self.wrong("siege", wrong));
            }
        };
        parse_siege(&path, &text, self.catalogue).map(Some)
    }
}

/// Parses a siege: the wall and the decks of both sides.
///
/// # Errors
/// [`FileError`] if the text is invalid.
pub fn parse_siege(name: &str, text: &str, catalogue: &Catalogue) -> Result<Siege, FileError> {
    FileKind::check(Path::new(name), text, &[FileKind::Siege])?;
    let raw: RawSiege = toml::from_str(text)
        .map_err(|error| LoadError::from(toml_faults(name, text, error.message(), error.span())))?;
    let catalogue = catalogue.with_abilities_of(name, text).map_err(LoadError::from)?;
    let mut known = AbilityTable { catalogue: &catalogue, abilities: Vec::new() };
    known.siege(raw, text).map_err(|error| FileError::Siege { name: name.to_owned(), error })
}

pub(super) fn wrong(what: impl Into<String>, wrong: impl Into<String>) -> SiegeError {
    SiegeError::Value { what: what.into(), wrong: wrong.into() }
}

/// The abilities of siege cards, collected while cards are read.
pub(super) struct AbilityTable<'a> {
    catalogue: &'a Catalogue,
    abilities: Vec<ModelledAbility>,
}

impl AbilityTable<'_> {
    fn siege(&mut self, raw: RawSiege, text: &str) -> Result<Siege, SiegeError> {
        let RawSiege { title, wall, attacker, defender, .. } = raw;
        let attacker = self.deck(attacker, SiegeSide::Attacker)?;
        let defender = self.deck(defender, SiegeSide::Defender)?;
        let wall_wounds = wall.wounds;
        // the body has room for the wounds of all cards, of which a player draws three
        let more = defender.iter().map(|card| card.wall_wounds).fold(0, u8::saturating_add);
        let wall = self.wall(&wall, wall_wounds.saturating_add(more))?;
        Ok(Siege {
            title,
            wall,
            wall_wounds,
            decks: [attacker, defender],
            abilities: self.abilities.as_slice().into(),
            text: text.to_owned(),
        })
    }

    fn deck(&mut self, raw: Vec<RawCard>, side: SiegeSide) -> Result<Vec<SiegeCard>, SiegeError> {
        let words = match side {
            SiegeSide::Attacker => "attacker",
            SiegeSide::Defender => "defender",
        };
        let count = raw.len();
        if !(DRAWN..=Siege::MAX_CARDS).contains(&count) {
            return Err(SiegeError::Count { side: words, count });
        }
        let mut names = BTreeSet::new();
        if let Some(card) = raw.iter().find(|card| !names.insert(card.name.as_str())) {
            return Err(SiegeError::Twice { side: words, name: card.name.clone() });
        }
        raw.into_iter().map(|card| self.card(card, side)).collect()
    }

    fn card(&mut self, raw: RawCard, side: SiegeSide) -> Result<SiegeCard, SiegeError> {
        let of = |key: &str| format!("card \"{}\", `{key}`", raw.name);
        let is_defender = side == SiegeSide::Defender;
        let only_one_side = [
            ("walls", !raw.walls.is_empty(), true),
            ("wall_wounds", raw.wall_wounds > 0, true),
            ("wall_repairs", raw.wall_repairs > 0, true),
            ("reserves_from", raw.reserves_from.is_some(), true),
            ("wall_damage", raw.wall_damage > 0, false),
        ];
        let misplaced = only_one_side
            .iter()
            .find(|(_, is_given, defends)| *is_given && *defends != is_defender);
        if let Some((key, _, defends)) = misplaced {
            let whose = if *defends { "defender" } else { "attacker" };
            return Err(wrong(of(key), format!("is only for cards of the {whose}")));
        }
        if raw.units.is_empty() && !only_one_side.iter().any(|(_, is_given, _)| *is_given) {
            return Err(wrong(format!("card \"{}\"", raw.name), "does nothing"));
        }
        let is_round = |round: u8| (1..=ROUNDS).contains(&round);
        if raw.reserves_from.is_some_and(|round| !is_round(round)) {
            return Err(wrong(of("reserves_from"), "must be a round from 1 to 6"));
        }
        let rounds = raw.rounds.unwrap_or([1, ROUNDS]);
        if !rounds.into_iter().all(is_round) || rounds[0] > rounds[1] {
            return Err(wrong(of("rounds"), "must be the first and the last round, from 1 to 6"));
        }
        let of_units = self.bonuses(&of("units"), &raw.units)?;
        let of_walls = self.bonuses(&of("walls"), &raw.walls)?;
        let RawCard { name, wall_wounds, wall_repairs, wall_damage, reserves_from, .. } = raw;
        Ok(SiegeCard {
            name,
            of_units,
            of_walls,
            wall_wounds,
            wall_repairs,
            wall_damage,
            reserves_from,
            rounds,
        })
    }

    /// Finds an ability whose effects are all known.
    pub(super) fn ability(&self, what: &str, name: &str) -> Result<ModelledAbility, SiegeError> {
        let entry = self.catalogue.ability(name, SEASON).ok_or_else(|| {
            let declare = "declare it by `[[ability]]` (docs/abilities.md)";
            wrong(what, format!("there is no ability \"{name}\" of a current card: {declare}"))
        })?;
        match &entry.status {
            ModelStatus::Modelled(effects) if effects.order.is_none() => {
                Ok(ModelledAbility::new(name, (**effects).clone()))
            }
            _ => Err(wrong(what, format!("\"{name}\" has no effect on attacks and tests"))),
        }
    }

    /// Returns the bits of abilities.
    fn bonuses(&mut self, what: &str, names: &[String]) -> Result<ObjectiveBonuses, SiegeError> {
        let mut bonuses = ObjectiveBonuses::default();
        for name in names {
            let place = self.abilities.iter().position(|known| *known.name == **name);
            let place = match place {
                Some(place) => place,
                None => {
                    self.abilities.push(self.ability(what, name)?);
                    self.abilities.len() - 1
                }
            };
            let bonus = ObjectiveBonuses::of_siege(place).ok_or_else(|| {
                let most = ObjectiveBonuses::SIEGE_ABILITIES;
                wrong(what, format!("cards may give at most {most} different abilities"))
            })?;
            bonuses = bonuses.and(bonus);
        }
        Ok(bonuses)
    }
}
