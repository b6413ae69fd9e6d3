//! The weights of the terms by which policies value turns, positions and cards.

use crate::battle::Mode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Values that a policy assigns, in points of army cost.
// in the order of the keys of answers
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Multiplies the value of the place at which a unit enters from reserve.
    pub arrival: f64,
    /// Value of a tactics card in the hand before any unit activates in a round; it falls with the
    /// units left to activate.
    pub card: f64,
    /// Value of a tactics card in the hand for each round that follows.
    pub card_by_round: f64,
    /// Value of a victory point one move away; it falls with the distance.
    pub centre: f64,
    /// Multiplies what wounds of dangerous terrain cost; 0 walks through it blindly.
    pub dangerous: f64,
    /// Multiplies the cost of a unit as one is chosen to be deployed next, the highest first; 0
    /// chooses at random.
    pub deployment: f64,
    /// Replaces `threat` for an enemy that may attack the flank or rear.
    pub flank_threat: f64,
    /// Multiplies what own units lose in the panic tests after shots into their melees.
    pub friends: f64,
    /// Value of a victory point that the unit scores in its position.
    pub objective: f64,
    /// Value of a rank beyond its wounds, as a share of their cost.
    pub rank: f64,
    /// Value of each enemy point that the unit may destroy next turn.
    pub reach: f64,
    /// Value of bringing a unit from reserve, wherever it enters.
    pub reserve: f64,
    /// Multiplies what an engaged unit saves by a retreat.
    pub retreat: f64,
    /// Value of each own point that an enemy may destroy next turn.
    pub threat: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            arrival: 1.0,
            card: 0.2,
            card_by_round: 0.0,
            centre: 6.0,
            dangerous: 1.0,
            deployment: 1.0,
            flank_threat: 0.6,
            friends: 1.0,
            objective: 4.0,
            rank: 1.0,
            reach: 0.2,
            reserve: 1.0,
            retreat: 0.7,
            threat: 0.3,
        }
    }
}

impl Weights {
    /// Values that a weight may have.
    const ALLOWED: RangeInclusive<f64> = 0.0..=100.0;

    /// Returns the weights for a mode (docs/design/policies.md says how they were found).
    pub fn of(mode: Mode) -> Self {
        match mode {
            // without objectives to hold, waiting out of reach is worth more
            Mode::FireAndBlood => Self {
                centre: 10.0,
                flank_threat: 0.85,
                objective: 5.0,
                reach: 0.07,
                retreat: 1.0,
                threat: 0.9,
                ..Self::default()
            },
            _ => Self::default(),
        }
    }

    /// Replaces the weights that are given.
    ///
    /// # Errors
    /// An unknown weight, or one that is no number from 0 to 100: its name and what is allowed.
    pub fn with(self, given: &toml::Table) -> Result<Self, (String, String)> {
        let wrong = |error: &dyn Display| (String::new(), error.to_string());
        let mut all = toml::Table::try_from(self).map_err(|error| wrong(&error))?;
        for (name, value) in given {
            let (least, most) = (Self::ALLOWED.start(), Self::ALLOWED.end());
            let refused = |allowed: String| Err((name.clone(), allowed));
            let Some(held) = all.get_mut(name) else {
                let known: Vec<&str> = all.keys().map(String::as_str).collect();
                return refused(format!("is not a weight: use one of {}", known.join(", ")));
            };
            let number = value.as_float().or_else(|| Some(value.as_integer()? as f64));
            let Some(number) = number.filter(|number| Self::ALLOWED.contains(number)) else {
                let not = number.map_or_else(String::new, |number| format!(", not {number}"));
                return refused(format!("must be a number from {least} to {most}{not}"));
            };
            *held = number.into();
        }
        all.try_into().map_err(|error: toml::de::Error| wrong(&error.message()))
    }
}
