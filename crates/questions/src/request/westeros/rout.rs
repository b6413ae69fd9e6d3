//! `westeros/rout`: a battle as a morale race (B3).

use std::sync::LazyLock;

use super::order::ActionWords;
use super::unit::{UnitDetails, UnitWords};
use crate::document::schema::{Schema, any_of, line};
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, Keys, RequestError, TextValue, Value, keys, numbers};
use crate::study::NamedQuestion;
use serde_json::{Map, Value as Json, json};
use warodds_games::westeros::values::{Marker, Track};
use warodds_games::westeros::{
    MoraleZone, Rank, Rout, RoutAction, RoutError, TrackEnd, WesterosQuestion, WesterosSide,
};

/// A unit with its name and its side: `swords: a blue infantry stalwart`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedUnit {
    name: String,
    side: WesterosSide,
    unit: UnitWords,
}

/// The longest description of a unit with its name, in characters.
const LONGEST: usize = 280;

impl NamedUnit {
    /// Reads the unit of a table: its name, its side, its rank, and the keys of its details.
    fn of_table(mut table: Map<String, Json>) -> Result<Self, String> {
        let mut text = |key: &str| match table.remove(key) {
            Some(Json::String(text)) => Ok(text),
            _ => Err(format!("a unit needs `{key}`, which is text")),
        };
        let (name, side, mut words) = (text("name")?, text("side")?, text("rank")?);
        for (key, value) in table {
            words += &match value {
                Json::Bool(true) => format!(" {}", key.replace('_', "-")),
                Json::Bool(false) => String::new(),
                Json::String(word) => format!(" {word}"),
                number => format!(" {}={number}", key.replace('_', "-")),
            };
        }
        Ok(Self { name, side: WesterosSide::read(&side)?, unit: UnitWords::read(&words)? })
    }
}

impl Value for NamedUnit {
    fn read(text: &str) -> Result<Self, String> {
        if let Ok(Json::Object(table)) = serde_json::from_str(text) {
            return Self::of_table(table);
        }
        let wrong = "write NAME: SIDE UNIT, such as `swords: a green infantry`";
        let (name, rest) = text.split_once(':').ok_or(wrong)?;
        let (side, words) = rest.trim().split_once(' ').ok_or(wrong)?;
        if name.trim().is_empty() {
            return Err(wrong.to_owned());
        }
        let side = WesterosSide::read(side).map_err(|_| wrong)?;
        Ok(Self { name: name.trim().to_owned(), side, unit: UnitWords::read(words)? })
    }

    fn show(&self) -> String {
        format!("{}: {} {}", self.name, self.side.name(), self.unit.show())
    }

    fn schema() -> Schema {
        let name = || json!({ "type": "string" });
        let mut keys: Map<String, Json> =
            UnitDetails::keys().into_iter().map(|key| (key.id.to_owned(), key.schema)).collect();
        keys.extend([("name".to_owned(), name()), ("side".to_owned(), WesterosSide::schema())]);
        keys.insert("rank".to_owned(), Rank::schema());
        let table = json!({
            "type": "object",
            "description": "A unit of a rout.",
            "properties": keys,
            "required": ["name", "side", "rank"],
            "additionalProperties": false
        });
        any_of([line(LONGEST), table])
    }
}

/// A zone of the morale track: `4-6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ZoneRange(MoraleZone);

impl Value for ZoneRange {
    fn read(text: &str) -> Result<Self, String> {
        let space = |text: &str| numbers::within::<u8, 0, { Track::MOST }>(text.trim()).ok();
        let pair = text.split_once('-');
        let zone =
            pair.and_then(|(brk, last)| Some(MoraleZone { brk: space(brk)?, last: space(last)? }));
        zone.map(Self)
            .ok_or_else(|| "write BREAK-LAST, two spaces of the track such as 4-6".to_owned())
    }

    fn show(&self) -> String {
        format!("{}-{}", self.0.brk, self.0.last)
    }

    fn schema() -> Schema {
        json!({ "type": "string", "pattern": r"^\d{1,2}-\d{1,2}$" })
    }
}

keys! {
    /// The units, their actions and the morale track.
    pub struct RoutKeys in Situation {
        /// Name of one side [default: a].
        maybe a: TextValue, "NAME";
        /// Name of the other side [default: b].
        maybe b: TextValue, "NAME";
        /// A unit, as NAME: SIDE UNIT, such as `swords: a blue infantry`; repeat for more units.
        several units: NamedUnit, "NAME: SIDE UNIT";
        /// An action: `X attacks Y`, `X flanks Y`, `X shoots Y`, `a raises`, `b rallies` or
        /// `regroup`; repeat for more, in order.
        several order: ActionWords, "ACTION";
        /// Spaces of the morale track on either side of its centre.
        usual track: Track = Track::CORE, "N";
        /// Position of the marker: spaces from the centre towards b's end, negative towards a's.
        usual marker: Marker = Marker::CENTRE, "N";
        /// What happens at a's end of the track.
        usual a_end: TrackEnd = TrackEnd::Rout, "END";
        /// What happens at b's end of the track.
        usual b_end: TrackEnd = TrackEnd::Rout, "END";
        /// A coloured zone, as BREAK-LAST in spaces from the centre: from inside it morale returns
        /// to the break. Repeat for more.
        several zones: ZoneRange [Mistaken("zone")], "ZONE";
    }
}

/// Returns the kind `westeros/rout`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "westeros/rout",
        about: "Which army routs first?",
        more: "Units attack in the order of --order, and a destroyed unit costs its side morale. \
               Names of units end with a colon, and their side comes next: --units \"swords: a \
               green infantry\".",
        examples: &[
            "warodds westeros rout --units \"swords: a blue infantry\" --units \"riders: b green \
             cavalry figures=1\" --order \"swords attacks riders\" --order \"riders attacks swords\" \
             --order regroup --marker 10",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<RoutKeys>);
            &KEYS
        },
        ask: |values, _| ask::<RoutKeys>(values),
    }
}

impl RoutKeys {
    /// Returns the names of the sides.
    fn sides(&self) -> [&str; 2] {
        let names = [(&self.a, "a"), (&self.b, "b")];
        names.map(|(name, key)| name.as_ref().map_or(key, |TextValue(name)| name))
    }

    /// Refuses a battle without units, and two units with the same name.
    fn check_units(&self) -> Result<(), RequestError> {
        if self.units.is_empty() {
            let words = "who fights, as NAME: SIDE UNIT".to_owned();
            return Err(RequestError::Missing { key: "--units".to_owned(), words });
        }
        let twice = self.units.iter().enumerate().find(|(place, unit)| {
            self.units.iter().take(*place).any(|other| other.name == unit.name)
        });
        twice.map_or(Ok(()), |(place, unit)| {
            let wrong = format!("two units are called `{}`", unit.name);
            Err(RequestError::Contradiction { id: "units", place, wrong })
        })
    }

    /// Returns the actions of the units with these names.
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
        let names: Vec<&str> = self.units.iter().map(|unit| unit.name.as_str()).collect();
        let units = self.units.iter().map(|unit| Ok((unit.side, unit.unit.plain_unit()?)));
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

/// Returns the key of an error and the index of its value.
fn place(wrong: &RoutError) -> (&'static str, usize) {
    match wrong {
        RoutError::InvalidAttack(number) | RoutError::InvalidOptions(number, _) => {
            ("order", number.saturating_sub(1))
        }
        RoutError::TooManyActions { .. } => ("order", 0),
        RoutError::MarkerOutOfRange(..) => ("marker", 0),
        RoutError::InvalidZone(..) => ("zones", 0),
        RoutError::TooManyUnits { .. } | RoutError::TooManyFigures { .. } => ("units", 0),
    }
}

impl PlainKeys for RoutKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let [a, b] = self.sides();
        let question = WesterosQuestion::Rout(Box::new(self.rout()?));
        Ok(NamedQuestion::new("rout", format!("{a} v {b}"), question).with_sides([a, b]))
    }
}
