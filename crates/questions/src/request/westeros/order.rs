//! Actions of a battle as text: `swords attacks riders`.

use serde_json::json;

use crate::document::schema::Schema;
use crate::document::{nearest, quoted};
use crate::request::Value;
use warodds_games::westeros::{AttackOptions, AttackRange, RoutAction, WesterosSide};

/// The verbs of attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttackVerb {
    Attacks,
    Flanks,
    Shoots,
}

impl AttackVerb {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Attacks, "attacks"), (Self::Flanks, "flanks"), (Self::Shoots, "shoots")];

    fn options(self) -> AttackOptions {
        let usual = AttackOptions::default();
        match self {
            Self::Attacks => usual,
            Self::Flanks => AttackOptions { flanking: true, ..usual },
            Self::Shoots => AttackOptions { reach: AttackRange::Ranged, ..usual },
        }
    }
}

/// An action that names its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ActionWords {
    /// An attack of one unit on another.
    Attack(AttackWords),
    /// An action without units.
    Other(OtherAction),
}

/// An attack that names its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttackWords {
    by: String,
    verb: AttackVerb,
    on: String,
}

/// An action without units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherAction {
    /// A side raises its morale.
    Raise(WesterosSide),
    /// A side rallies a unit.
    Rally(WesterosSide),
    /// The round ends.
    Regroup,
}

impl ActionWords {
    /// Finds the units of the action among those with these names.
    ///
    /// # Errors
    /// If a unit is not among them, with the nearest name.
    pub(super) fn action(&self, names: &[&str]) -> Result<RoutAction, String> {
        let unit = |name: &str| {
            names.iter().position(|unit| *unit == name).ok_or_else(|| {
                let near = nearest(name, names.iter().copied());
                let near = near.map(|near| format!("; did you mean {}?", quoted(near)));
                format!("there is no unit {}{}", quoted(name), near.unwrap_or_default())
            })
        };
        Ok(match self {
            Self::Attack(AttackWords { by, verb, on }) => {
                RoutAction::Attack { by: unit(by)?, on: unit(on)?, options: verb.options() }
            }
            Self::Other(OtherAction::Raise(side)) => RoutAction::Raise(*side),
            Self::Other(OtherAction::Rally(side)) => RoutAction::Rally(*side),
            Self::Other(OtherAction::Regroup) => RoutAction::Regroup,
        })
    }
}

impl Value for ActionWords {
    fn read(text: &str) -> Result<Self, String> {
        let words = text.trim();
        if words == "regroup" {
            return Ok(Self::Other(OtherAction::Regroup));
        }
        if let Some((side, verb)) = words.split_once(' ')
            && let Ok(side) = WesterosSide::read(side)
        {
            match verb.trim() {
                "raises" => return Ok(Self::Other(OtherAction::Raise(side))),
                "rallies" => return Ok(Self::Other(OtherAction::Rally(side))),
                _ => {}
            }
        }
        let attack = AttackVerb::ALL.into_iter().find_map(|(verb, name)| {
            let (by, on) = words.split_once(&format!(" {name} "))?;
            Some(AttackWords { by: by.trim().to_owned(), verb, on: on.trim().to_owned() })
        });
        attack.map(Self::Attack).ok_or_else(|| {
            "actions are `X attacks Y`, `X flanks Y`, `X shoots Y`, `a raises`, `b rallies`, \
             `regroup`"
                .to_owned()
        })
    }

    fn show(&self) -> String {
        match self {
            Self::Attack(AttackWords { by, verb, on }) => {
                let name = AttackVerb::ALL.iter().find(|(one, _)| one == verb);
                format!("{by} {} {on}", name.map_or("attacks", |(_, name)| name))
            }
            Self::Other(OtherAction::Raise(side)) => format!("{} raises", side.name()),
            Self::Other(OtherAction::Rally(side)) => format!("{} rallies", side.name()),
            Self::Other(OtherAction::Regroup) => "regroup".to_owned(),
        }
    }

    fn schema() -> Schema {
        json!({ "type": "string" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(words: &str) -> Result<RoutAction, String> {
        ActionWords::read(words)?.action(&["grey wind", "the Mountain"])
    }

    #[test]
    fn action_words_name_units_and_sides() {
        let flank = RoutAction::Attack {
            by: 0,
            on: 1,
            options: AttackOptions { flanking: true, ..AttackOptions::default() },
        };
        assert_eq!(action(" grey wind flanks the Mountain"), Ok(flank));
        assert_eq!(
            (action("regroup"), action("b rallies"), action("a raises")),
            (
                Ok(RoutAction::Regroup),
                Ok(RoutAction::Rally(WesterosSide::B)),
                Ok(RoutAction::Raise(WesterosSide::A))
            )
        );
        let wrong = "there is no unit `grey wnd`; did you mean `grey wind`?";
        assert_eq!(action("grey wnd attacks the Mountain"), Err(wrong.to_owned()));
        for wrong in ["c raises", "", "a attacks"] {
            assert!(action(wrong).is_err(), "{wrong}");
        }
        let shown = ActionWords::read("grey wind  shoots the Mountain").map(|words| words.show());
        assert_eq!(shown, Ok("grey wind shoots the Mountain".to_owned()));
    }
}
