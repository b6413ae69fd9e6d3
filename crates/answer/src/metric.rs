//! Metrics and orders of a matrix, and the measure of a comparison.

use serde::Serialize;

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
    /// Points destroyed minus points lost.
    Points,
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
    /// use warodds_answer::Metric;
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
    /// use warodds_answer::Metric;
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
    /// use warodds_answer::Metric;
    ///
    /// assert!(Metric::EnemyLeft.favors_defender());
    /// assert!(!Metric::Wins.favors_defender());
    /// ```
    pub const fn favors_defender(self) -> bool {
        matches!(self, Self::EnemyLeft)
    }
}

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

/// The measure by which units are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Wounds.
    Wounds,
    /// Wounds for each point they cost.
    PerPoint,
    /// The share of duels that they win; a duel without a winner counts half.
    Duel,
    /// The number of attacks that they withstand.
    Survive,
    /// Points destroyed minus points lost in an exchange of attacks.
    Trade,
}

impl Measure {
    /// Returns its name in data.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::Measure;
    ///
    /// assert_eq!(Measure::PerPoint.name(), "per-point");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wounds => "wounds",
            Self::PerPoint => "per-point",
            Self::Duel => "duel",
            Self::Survive => "survive",
            Self::Trade => "trade",
        }
    }
}
