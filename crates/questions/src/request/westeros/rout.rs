//! `westeros/rout`: a battle as a morale race (B3).

use super::order::ActionWords;
use super::unit::UnitWords;
use crate::document::schema::{Schema, line};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{RequestError, TextValue, Value, keys, numbers};
use crate::study::NamedQuestion;
use serde_json::json;
use warodds_games::westeros::values::{Marker, Track};
use warodds_games::westeros::{
    MoraleZone, Rout, RoutAction, RoutError, TrackEnd, WesterosQuestion, WesterosSide,
};

/// A unit with its name: `swords: blue infantry stalwart`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedUnit {
    name: String,
    unit: UnitWords,
}

/// The longest description of a unit with its name, in characters.
const LONGEST: usize = 280;

impl Value for NamedUnit {
    fn read(text: &str) -> Result<Self, String> {
        let (name, words) = text.split_once(':').unwrap_or_default();
        if name.trim().is_empty() {
            return Err("write NAME: UNIT, such as `swords: green infantry`".to_owned());
        }
        Ok(Self { name: name.trim().to_owned(), unit: UnitWords::read(words)? })
    }

    fn show(&self) -> String {
        format!("{}: {}", self.name, self.unit.show())
    }

    fn schema() -> Schema {
        line(LONGEST)
    }
}

/// A zone of the morale track: `4-6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ZoneRange(MoraleZone);

impl Value for ZoneRange {
    const IS_LISTED: bool = true;

    fn read(text: &str) -> Result<Self, String> {
        let space = |text: &str| numbers::within::<u8, 0, { Track::MOST }>(text.trim()).ok();
        let pair = text.split_once('-');
        let zone =
            pair.and_then(|(brk, last)| Some(MoraleZone { brk: space(brk)?, last: space(last)? }));
        zone.map(Self).ok_or_else(|| "write BREAK-LAST, two spaces such as 4-6".to_owned())
    }

    fn show(&self) -> String {
        format!("{}-{}", self.0.brk, self.0.last)
    }

    fn schema() -> Schema {
        json!({ "type": "string", "pattern": r"^\d{1,2}-\d{1,2}$" })
    }
}

keys! {
    /// Who fights, in which order, and where the marker stands.
    pub struct RoutKeys in "Rout" {
        /// A unit of a, as NAME: UNIT in words; repeat for more units.
        several a: NamedUnit [Mistaken("units")], "NAME: UNIT";
        /// A unit of b, as NAME: UNIT in words; repeat for more units.
        several b: NamedUnit, "NAME: UNIT";
        /// Actions in order, separated by commas: `X attacks Y`, `X flanks Y`, `X shoots Y`,
        /// `a raises`, `b rallies`, `regroup`.
        several order: ActionWords, "ACTIONS";
        /// Spaces of the morale track on either side of its centre.
        usual track: Track = Track::CORE, "N";
        /// Position of the marker: spaces from the centre towards b's end, negative towards a's.
        usual marker: Marker = Marker::CENTRE, "N";
        /// What happens at a's end of the track.
        usual a_end: TrackEnd = TrackEnd::Rout, "END";
        /// What happens at b's end of the track.
        usual b_end: TrackEnd = TrackEnd::Rout, "END";
        /// Coloured zones, each as BREAK-LAST in spaces from the centre, separated by commas: from
        /// inside it morale returns to the break.
        several zones: ZoneRange [Mistaken("zone")], "ZONES";
        /// Name of the first side [default: a].
        maybe a_name: TextValue, "NAME";
        /// Name of the second side [default: b].
        maybe b_name: TextValue, "NAME";
    }
}

/// The question.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/rout",
        about: "Whose army routs?",
        more: "Units attack in the order of --order, and a destroyed unit costs its side morale. \
               Names of units end with a colon: --a \"swords: green infantry\".",
        examples: &[
            "warodds westeros rout --a \"swords: blue infantry\" --b \"riders: green cavalry \
             figures=1\" --order \"swords attacks riders, riders attacks swords, regroup\" \
             --marker 10",
        ],
        keys: keys_of::<RoutKeys>,
        ask: |values, _| ask::<RoutKeys>(values),
    }
}

impl RoutKeys {
    /// The names of the sides.
    fn sides(&self) -> [&str; 2] {
        let names = [(&self.a_name, "a"), (&self.b_name, "b")];
        names.map(|(name, key)| name.as_ref().map_or(key, |TextValue(name)| name))
    }

    /// The units of both sides, each with its key and its place there. Those of `a` come first:
    /// actions refer to units by their index in this list.
    fn units(&self) -> impl Iterator<Item = (&NamedUnit, WesterosSide, &'static str, usize)> {
        let sides = [(&self.a, WesterosSide::A), (&self.b, WesterosSide::B)];
        sides.into_iter().flat_map(|(units, side)| {
            let all = units.iter().enumerate();
            all.map(move |(place, unit)| (unit, side, side.name(), place))
        })
    }

    /// Refuses a side without units, and two units of one name.
    fn check_units(&self) -> Result<(), RequestError> {
        for (key, units) in [("a", &self.a), ("b", &self.b)] {
            if units.is_empty() {
                let words = "a unit of this side, as NAME: UNIT".to_owned();
                return Err(RequestError::Missing { key: format!("--{key}"), words });
            }
        }
        let units: Vec<_> = self.units().collect();
        let twice = units.iter().enumerate().find(|(index, (unit, ..))| {
            units.iter().take(*index).any(|(other, ..)| other.name == unit.name)
        });
        twice.map_or(Ok(()), |(_, (unit, _, id, place))| {
            let wrong = format!("two units are called `{}`", unit.name);
            Err(RequestError::Contradiction { id, place: *place, wrong })
        })
    }

    /// The actions, of the units with these names.
    fn actions(&self, names: &[&str]) -> Result<Vec<RoutAction>, RequestError> {
        let action = |(place, words): (usize, &ActionWords)| {
            let id = "order";
            words.action(names).map_err(|wrong| RequestError::Contradiction { id, place, wrong })
        };
        if self.order.is_empty() {
            let words = "actions such as `X attacks Y`".to_owned();
            return Err(RequestError::Missing { key: "--order".to_owned(), words });
        }
        self.order.iter().enumerate().map(action).collect()
    }

    fn rout(&self) -> Result<Rout, RequestError> {
        self.check_units()?;
        let names: Vec<&str> = self.units().map(|(unit, ..)| unit.name.as_str()).collect();
        let units = self.units().map(|(unit, side, ..)| Ok((side, unit.unit.plain_unit()?)));
        let rout = Rout {
            units: units.collect::<Result<_, RequestError>>()?,
            order: self.actions(&names)?,
            track: self.track,
            marker: self.marker,
            ends: [self.a_end, self.b_end],
            zones: self.zones.iter().map(|zone| zone.0).collect(),
        };
        rout.checked().map_err(|wrong| {
            let (id, place) = place(&wrong);
            RequestError::Contradiction { id, place, wrong: wrong.to_string() }
        })
    }
}

/// Returns the key that a fault is about, and which of its values.
fn place(wrong: &RoutError) -> (&'static str, usize) {
    match wrong {
        RoutError::InvalidAttack(number) | RoutError::InvalidOptions(number, _) => {
            ("order", number.saturating_sub(1))
        }
        RoutError::TooManyActions { .. } => ("order", 0),
        RoutError::MarkerOutOfRange(..) => ("marker", 0),
        RoutError::InvalidZone(..) => ("zones", 0),
        RoutError::TooManyUnits { .. } | RoutError::TooManyFigures { .. } => ("a", 0),
    }
}

impl PlainKeys for RoutKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let [a, b] = self.sides();
        let question = WesterosQuestion::Rout(Box::new(self.rout()?));
        Ok(NamedQuestion::new("rout", format!("{a} v {b}"), question).with_sides([a, b]))
    }

    fn sentence(&self) -> String {
        let [a, b] = self.sides();
        format!("rout of {a} or {b}")
    }
}
