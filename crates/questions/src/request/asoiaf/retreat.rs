//! `retreat`: a retreat from engaged enemies (A6.12).

use std::sync::LazyLock;

use super::card_numbers::CardNumbers;
use super::combat::{WOUNDS, WoundsLeft, plain_state};
use super::names::{self, WoundsLeftOf};
use super::parsed_question::{ParsedQuestion, Subject, name_question};
use super::rules::{CatalogueKey, RulesKeys};
use crate::catalogue::Catalogue;
use crate::request::kind::QuestionKind;
use crate::request::{
    Key, Keys, ParsedFields, RequestError, TextValue, UnitEngineKeys, groups, keys,
};
use warodds_games::asoiaf::values::{Inches, Speed};
use warodds_games::asoiaf::{Question, Retreat, Terrain, TerrainKeyword, Tokens};

keys! {
    /// The path of the retreat.
    pub struct RetreatPath in Situation {
        /// The unit: its name, or some words of it (see `warodds units`).
        maybe unit: TextValue [Positional], "UNIT";
        /// The unit's speed in inches.
        maybe speed: Speed, "N";
        /// Inches it must move to get clear of all enemies.
        needed distance: Inches [Argument], "INCHES";
        /// Terrain on the way, joined with `+`: rough or dangerous.
        usual terrain: Terrain [
            Short("rough", "rough"),
            Short("dangerous", "dangerous")
        ] = Terrain::OPEN, "TERRAIN";
        /// Wounds the unit has left [default: all, or 12 without a unit].
        maybe wounds: WoundsLeft, "N";
    }
}

groups! {
    /// The keys that describe a retreat.
    pub struct RetreatKeys {
        /// The path of the retreat.
        pub path: RetreatPath,
        /// The catalogue of cards.
        pub catalogue: CatalogueKey,
        /// The edition of the rules.
        pub rules: RulesKeys,
    }
}

/// Returns the kind `retreat`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "retreat",
        about: "Can a unit retreat far enough?",
        more: "A retreating unit moves its speed and a D6 without turning; if the roll is too \
               short, it stays where it is. Give the name of a unit, or plain numbers with \
               --speed.",
        examples: &[
            "warodds retreat \"stark outriders\" --distance 9",
            "warodds retreat --speed 5 --distance 8",
            "warodds retreat --speed 5 --distance 8 --rough --dangerous --wounds 4 --json",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> =
                LazyLock::new(|| [RetreatKeys::keys(), UnitEngineKeys::keys()].concat());
            &KEYS
        },
        ask: |values, catalogue| {
            RetreatKeys::read(values)?.question(values, catalogue).map(ParsedQuestion::into_query)
        },
    }
}

impl RetreatKeys {
    fn question(
        &self,
        values: &ParsedFields<'_>,
        catalogue: &Catalogue,
    ) -> Result<ParsedQuestion, RequestError> {
        let wounds = self.path.wounds;
        self.path.check_terrain()?;
        if !self.path.terrain.has(TerrainKeyword::Dangerous) {
            values.refuse(&["wounds"], |_, option| {
                format!(
                    "{option} limits the wounds of the unit, which loses none here: add \
                     --dangerous, or leave {option} out"
                )
            })?;
        }
        let mut replaced = CardNumbers::new(values);
        let (subject, speed, state) = match &self.path.unit {
            Some(name) => {
                let mut unit = names::unit(catalogue, ("unit", &name.0), ("unit", None))?;
                replaced.replace_speed(&mut unit, self.path.speed);
                let left = wounds.map_or(WoundsLeftOf::Lost("wounds-lost", 0), |wounds| {
                    WoundsLeftOf::Wounds("wounds", wounds.get())
                });
                let state = names::unit_state(&unit, left, Tokens::NONE)?;
                let speed = unit.speed.ok_or_else(|| {
                    let wrong = format!("the speed of {} is unknown", unit.name);
                    names::unknown(&wrong, "speed").about("unit")
                })?;
                (Subject::Alone(unit), speed, state)
            }
            None => {
                let speed = self.plain_speed(values)?;
                let wounds = wounds.map_or(WOUNDS, WoundsLeft::get);
                (Subject::Numbers("unit"), speed, plain_state("wounds", wounds, Tokens::NONE)?)
            }
        };
        let distance = self.path.distance;
        let retreat = Retreat { speed, distance, terrain: self.path.terrain, state };
        // among several cases, a distance out of reach is answered with a note
        if values.is_only_case() && !retreat.in_reach() {
            return Err(RequestError::Refused(format!(
                "--distance {distance} is out of reach: the longest retreat is {}\" (A6.12)",
                retreat.longest()
            )));
        }
        let parsed = name_question("retreat", subject, Question::Retreat(retreat), &self.rules)?;
        Ok(ParsedQuestion { notes: replaced.into_notes(), ..parsed })
    }

    fn plain_speed(&self, values: &ParsedFields<'_>) -> Result<Speed, RequestError> {
        let speed = self.path.speed.ok_or_else(|| {
            RequestError::refused("a retreat needs a unit, or --speed; see warodds retreat --help")
        })?;
        let ids = [CatalogueKey::ids(), vec!["strict"]].concat();
        values.refuse(&ids, |_, option| {
            format!(
                "{option} needs a card and has no effect on plain numbers: name a UNIT instead of \
                 --speed, or leave it out"
            )
        })?;
        Ok(speed)
    }
}

impl RetreatPath {
    /// Refuses terrain without effect on a retreat.
    fn check_terrain(&self) -> Result<(), RequestError> {
        let counts = [TerrainKeyword::Rough, TerrainKeyword::Dangerous];
        let other = TerrainKeyword::ALL
            .into_iter()
            .find(|keyword| self.terrain.has(*keyword) && !counts.contains(keyword));
        other.map_or(Ok(()), |keyword| {
            let wrong = format!(
                "--terrain {} does not affect retreats: only rough and dangerous terrain do \
                 (A6.12)",
                keyword.name()
            );
            Err(RequestError::contradiction("terrain", wrong))
        })
    }
}
