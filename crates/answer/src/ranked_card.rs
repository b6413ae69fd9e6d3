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

    /// Returns whether the card changes nothing.
    pub fn is_idle(&self) -> bool {
        let changes = [self.wounds, self.own_wounds, self.destroyed];
        changes.into_iter().all(|change| change.abs() <= Self::ROUNDING)
    }

    /// Returns the change of wounds dealt less wounds suffered.
    pub fn net(&self) -> f64 {
        self.wounds - self.own_wounds
    }
}
