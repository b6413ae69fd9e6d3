//! Points that an action destroys and loses.

use serde::Serialize;

/// Points on average, of the enemy and of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Points {
    /// Points of the enemy.
    pub destroyed: f64,
    /// Own points.
    pub lost: f64,
}

impl Points {
    /// Returns the points destroyed minus those lost.
    pub fn net(self) -> f64 {
        self.destroyed - self.lost
    }
}
