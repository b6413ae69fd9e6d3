//! A chance that a player needs (`--need`).

use serde_json::json;

use super::group::keys;
use super::value::{Value, result_id};
use crate::document::schema::Schema;

/// A needed chance: of the requested count, or of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct NeededChance {
    /// Id of the event; `None` for the requested count.
    pub event: Option<String>,
    /// The chance, above 0 and at most 1.
    pub chance: f64,
}

impl NeededChance {
    /// Returns the text of the chance.
    fn percent(&self) -> String {
        // a product such as 100 · 0.55 has more digits than were given
        format!("{}%", (self.chance * 1e10).round() / 1e8)
    }
}

impl Value for NeededChance {
    fn read(text: &str) -> Result<Self, String> {
        let (event, chance) = match text.split_once('=') {
            Some((event, chance)) => (Some(result_id(event)), chance.trim()),
            None => (None, text.trim()),
        };
        let form = || {
            "it must be a chance above 0% and at most 100%, such as 80%, or an event and a chance, \
             such as destroyed=80%"
                .to_owned()
        };
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let chance = match chance.strip_suffix('%') {
            Some(percent) => number(percent).map(|percent| percent / 100.0),
            // no chance is above 1: such a number is in percent
            None => number(chance).map(|n| if n > 1.0 { n / 100.0 } else { n }),
        };
        let chance = chance.filter(|chance| *chance > 0.0 && *chance <= 1.0);
        let chance = chance.filter(|_| event != Some(None)).ok_or_else(form)?;
        // players say that a charge arrives
        let event =
            event.flatten().map(|name| if name == "arrives" { "reached".to_owned() } else { name });
        Ok(Self { event, chance })
    }

    fn show(&self) -> String {
        let percent = self.percent();
        self.event.as_ref().map_or_else(|| percent.clone(), |event| format!("{event}={percent}"))
    }

    fn schema() -> Schema {
        json!({ "type": "string", "pattern": "^([a-z0-9_-]+=)?[0-9.]+%?$" })
    }
}

keys! {
    /// Options of questions whose chances a player may change.
    pub struct NeedFields in Engine {
        /// List the cheapest ways to reach this chance. The chance is that of the count of
        /// --at-least or --at-most, or of an event, such as destroyed=80% or arrives=80%. Changes
        /// are arc, charge, tokens, zones, orders, distance and attachments, one alone or two
        /// together.
        maybe need: NeededChance [Conflicts("explain")], "[EVENT=]CHANCE";
        /// Also try tactics cards as changes for --need.
        flag with_cards [Requires("need")];
    }
}
