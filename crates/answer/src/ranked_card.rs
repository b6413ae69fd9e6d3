//! Tactics cards ranked by what they change.

use serde::Serialize;

/// A way to play a tactics card, as an option of its player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RankedCard {
    /// The side that plays it: `attacker` or `defender`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["attacker", "defender"])))]
    pub side: &'static str,
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: String,
    /// Which of several ways to play it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// What questions leave out of it, in words; `None` if they count all of it.
    #[serde(skip)]
    pub left_out: Option<String>,
}

impl RankedCard {
    /// Returns its name, with the way to play it.
    pub fn full_name(&self) -> String {
        match &self.way {
            Some(way) => format!("{} ({way})", self.name),
            None => self.name.clone(),
        }
    }
}

/// Whether a tactics card changes anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardImpact {
    /// It changes a result.
    Changes,
    /// It changes nothing, and all of it is counted.
    Nothing,
    /// What is counted of it changes nothing.
    Unknown,
}

/// What a tactics card changes: results with it minus results without it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CardChange {
    /// The card.
    #[serde(flatten)]
    pub card: RankedCard,
    /// Expected wounds dealt.
    pub wounds: f64,
    /// Expected wounds suffered.
    pub own_wounds: f64,
    /// The chance to destroy the defender.
    pub destroyed: f64,
}

impl CardChange {
    /// Changes of this size are rounding.
    pub const ROUNDING: f64 = 1e-9;

    /// Returns whether the card changes anything.
    pub fn impact(&self) -> CardImpact {
        let changes = [self.wounds, self.own_wounds, self.destroyed];
        match &self.card.left_out {
            _ if changes.into_iter().any(|change| change.abs() > Self::ROUNDING) => {
                CardImpact::Changes
            }
            None => CardImpact::Nothing,
            Some(_) => CardImpact::Unknown,
        }
    }

    /// Returns the change of wounds dealt minus wounds suffered.
    pub fn net(&self) -> f64 {
        self.wounds - self.own_wounds
    }
}
