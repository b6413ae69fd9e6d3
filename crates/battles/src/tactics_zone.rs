//! Zones of the tactics board, by the names that logs give them (A9.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A zone of the tactics board (A9.1).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum TacticsZone {
    /// An enemy takes a panic test at −1.
    Crown,
    /// A friendly unit heals up to 3 wounds and loses a token.
    Wealth,
    /// An enemy unit gains a token.
    Letters,
    /// A friendly unit makes a free attack.
    Swords,
    /// A friendly unit makes a free manoeuvre or retreat.
    Horse,
}

impl TacticsZone {
    /// All values.
    pub const ALL: [Self; 5] =
        [Self::Crown, Self::Wealth, Self::Letters, Self::Swords, Self::Horse];
}
