//! What is done in a battle, in words: `swords attacks riders`.

use thiserror::Error;

use crate::document::{nearest, quoted};
use warodds_games::westeros::{AttackOptions, AttackRange, RoutAction, WesterosSide};

/// Words that are no action.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum OrderError {
    /// They follow no pattern.
    #[error(
        "{} is no action; actions are `X attacks Y`, `X flanks Y`, `X shoots Y`, `a raises`, `b rallies`, `regroup`",
        quoted(.0)
    )]
    NoAction(String),
    /// They name a unit that is not there.
    #[error("there is no unit {}{}", quoted(.name), .near.as_ref().map_or_else(String::new, |near| format!("; did you mean {}?", quoted(near))))]
    NoUnit {
        /// What was named.
        name: String,
        /// What may have been meant.
        near: Option<String>,
    },
}

/// The action that `words` tell, of units with these names.
///
/// # Errors
/// When the words are none, or name a unit that is not there.
pub fn action(words: &str, units: &[String]) -> Result<RoutAction, OrderError> {
    let words = words.trim();
    let side = |name: &str| WesterosSide::ALL.into_iter().find(|side| side.name() == name);
    match words.split_whitespace().collect::<Vec<_>>().as_slice() {
        ["regroup"] => return Ok(RoutAction::Regroup),
        [name, "raises"] if side(name).is_some() => {
            return side(name).map(RoutAction::Raise).ok_or_else(|| none(words));
        }
        [name, "rallies"] if side(name).is_some() => {
            return side(name).map(RoutAction::Rally).ok_or_else(|| none(words));
        }
        _ => {}
    }
    let verbs = [
        (" attacks ", AttackOptions::default()),
        (" flanks ", AttackOptions { flanking: true, ..AttackOptions::default() }),
        (" shoots ", AttackOptions { reach: AttackRange::Ranged, ..AttackOptions::default() }),
    ];
    let split = verbs
        .into_iter()
        .find_map(|(verb, options)| words.split_once(verb).map(|(by, on)| (by, on, options)));
    let (by, on, options) = split.ok_or_else(|| none(words))?;
    Ok(RoutAction::Attack { by: unit(by, units)?, on: unit(on, units)?, options })
}

fn none(words: &str) -> OrderError {
    OrderError::NoAction(words.to_owned())
}

/// The place of a unit.
fn unit(name: &str, units: &[String]) -> Result<usize, OrderError> {
    let name = name.trim();
    units.iter().position(|unit| unit == name).ok_or_else(|| OrderError::NoUnit {
        name: name.to_owned(),
        near: nearest(name, units.iter().map(String::as_str)).map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_told_in_words() {
        let units = ["grey wind", "the Mountain"].map(str::to_owned);
        let flank = RoutAction::Attack {
            by: 0,
            on: 1,
            options: AttackOptions { flanking: true, ..AttackOptions::default() },
        };
        assert_eq!(action(" grey wind flanks the Mountain", &units), Ok(flank));
        assert_eq!(
            (action("regroup", &units), action("b rallies", &units)),
            (Ok(RoutAction::Regroup), Ok(RoutAction::Rally(WesterosSide::B)))
        );
        let wrong = action("grey wnd attacks the Mountain", &units).unwrap_err().to_string();
        assert_eq!(wrong, "there is no unit `grey wnd`; did you mean `grey wind`?");
        assert!(
            action("c raises", &units).is_err()
                && action("", &units).is_err()
                && action("a attacks", &units).is_err()
        );
    }
}
