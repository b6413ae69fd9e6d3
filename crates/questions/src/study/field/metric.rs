//! What a cell of a matrix shows, and how its units are ordered.

use super::FieldError;

/// What a cell of a matrix shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Expected wounds.
    #[default]
    Wounds,
    /// Expected wounds for each point the attacker costs.
    PerPoint,
    /// The chance that the defender is destroyed, by an attack or in a duel.
    Destroyed,
    /// The chance of so many wounds or more.
    AtLeast(u8),
    /// The chance that the attacker wins the duel: it stands and the defender is destroyed.
    Wins,
    /// The expected wounds that the duel leaves to the attacker.
    Left,
    /// The expected wounds that the duel leaves to the defender.
    EnemyLeft,
}

impl Metric {
    /// What is shown unless told otherwise.
    pub const fn default_for(is_duel: bool) -> Self {
        if is_duel { Self::Wins } else { Self::Wounds }
    }

    /// Whether it is a chance, and not a count.
    pub const fn is_chance(self) -> bool {
        matches!(self, Self::Destroyed | Self::AtLeast(_) | Self::Wins)
    }

    /// Whether much of it is good for the defender.
    pub const fn favors_defender(self) -> bool {
        matches!(self, Self::EnemyLeft)
    }

    /// Refuses what duels do not have, or single attacks.
    pub(super) const fn check(self, is_duel: bool) -> Result<(), FieldError> {
        let (metric, about, remedy) = match (self, is_duel) {
            (Self::Wounds, true) => ("`wounds`", "single attacks", OF_DUELS_ARE),
            (Self::PerPoint, true) => ("`per-point`", "single attacks", OF_DUELS_ARE),
            (Self::AtLeast(_), true) => ("so many wounds or more", "single attacks", OF_DUELS_ARE),
            (Self::Wins, false) => ("`wins`", "duels", OF_ATTACKS_ARE),
            (Self::Left, false) => ("`left`", "duels", OF_ATTACKS_ARE),
            (Self::EnemyLeft, false) => ("`enemy-left`", "duels", OF_ATTACKS_ARE),
            _ => return Ok(()),
        };
        Err(FieldError::OtherMetric { metric, about, remedy })
    }
}

const OF_DUELS_ARE: &str = "a matrix of duels shows `wins`, `left`, `enemy-left` or `destroyed`";
const OF_ATTACKS_ARE: &str = "ask for duels as well, or show `wounds`, `per-point`, `destroyed` or \
                              the chance of so many wounds";

/// How the units of a matrix are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By faction, then cost, then name.
    #[default]
    Faction,
    /// By cost, then name.
    Cost,
    /// By name.
    Name,
    /// By what the matrix shows: the best attackers first, the defenders that suffer most first.
    Value,
    /// As they were named: in the order of the terms of a filter, or of a list.
    AsListed,
}
