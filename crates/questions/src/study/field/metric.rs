//! Metrics and orders of a matrix.

use super::FieldError;

/// The metric shown in a matrix's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Expected wounds.
    #[default]
    Wounds,
    /// Expected wounds for each point the attacker costs.
    PerPoint,
    /// The chance that the defender is destroyed, by an attack or in a duel.
    Destroyed,
    /// The chance of at least this number of wounds.
    AtLeast(u8),
    /// The chance that the attacker wins the duel: it is alive and the defender is destroyed.
    Wins,
    /// The expected wounds that the duel leaves to the attacker.
    Left,
    /// The expected wounds that the duel leaves to the defender.
    EnemyLeft,
}

impl Metric {
    /// Returns the default metric of duels, or of single attacks.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::field::Metric;
    ///
    /// assert_eq!(Metric::default_for(true), Metric::Wins);
    /// assert_eq!(Metric::default_for(false), Metric::Wounds);
    /// ```
    pub const fn default_for(is_duel: bool) -> Self {
        if is_duel { Self::Wins } else { Self::Wounds }
    }

    /// Returns whether the metric is a probability rather than a count.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::field::Metric;
    ///
    /// assert!(Metric::AtLeast(5).is_chance());
    /// assert!(!Metric::PerPoint.is_chance());
    /// ```
    pub const fn is_chance(self) -> bool {
        matches!(self, Self::Destroyed | Self::AtLeast(_) | Self::Wins)
    }

    /// Returns whether high values favor the defender.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::field::Metric;
    ///
    /// assert!(Metric::EnemyLeft.favors_defender());
    /// assert!(!Metric::Wins.favors_defender());
    /// ```
    pub const fn favors_defender(self) -> bool {
        matches!(self, Self::EnemyLeft)
    }

    /// Refuses what duels do not have, or single attacks.
    pub(super) const fn check(self, is_duel: bool) -> Result<(), FieldError> {
        let (metric, about, remedy) = match (self, is_duel) {
            (Self::Wounds, true) => ("`wounds`", "single attacks", OF_DUELS_ARE),
            (Self::PerPoint, true) => ("`per-point`", "single attacks", OF_DUELS_ARE),
            (Self::AtLeast(_), true) => {
                ("the chance of at least k wounds", "single attacks", OF_DUELS_ARE)
            }
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
                              the chance of at least k wounds";

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
    /// By the metric: the best attackers first, the defenders that suffer most first.
    Value,
    /// As they were named: in the order of the terms of a filter, or of a list.
    AsListed,
}
