//! The answer to what attachments add to a unit.

use serde::Serialize;

use crate::{FieldHeader, FieldRemarks, UnitSummary, WoundRange, json};

/// Expected wounds in an exchange of attacks, averaged over the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExchangeWounds {
    /// Expected wounds dealt, by its own attack and in answer to the other's.
    pub dealt: f64,
    /// Expected wounds suffered, from the other's attack and in its own.
    pub suffered: f64,
    /// The chance that its own attack deals a requested number of wounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
}

impl ExchangeWounds {
    /// Returns wounds dealt minus wounds suffered.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::ExchangeWounds;
    ///
    /// let wounds = ExchangeWounds { dealt: 3.5, suffered: 1.25, chance: None };
    /// assert_eq!(wounds.net(), 2.25);
    /// ```
    pub fn net(self) -> f64 {
        self.dealt - self.suffered
    }

    /// Returns the difference from another exchange.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::ExchangeWounds;
    ///
    /// let with = ExchangeWounds { dealt: 3.0, suffered: 1.5, chance: Some(0.75) };
    /// let without = ExchangeWounds { dealt: 2.0, suffered: 1.0, chance: Some(0.5) };
    /// let gain = ExchangeWounds { dealt: 1.0, suffered: 0.5, chance: Some(0.25) };
    /// assert_eq!(with.less(without), gain);
    /// ```
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self {
            dealt: self.dealt - other.dealt,
            suffered: self.suffered - other.suffered,
            chance: self.chance.zip(other.chance).map(|(own, other)| own - other),
        }
    }
}

/// The gain from an attachment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttachmentGain {
    /// Its id.
    pub id: String,
    /// Its name with its title.
    pub name: String,
    /// Its faction.
    pub faction: String,
    /// Its cost; `None` for a commander.
    pub cost: Option<u8>,
    /// The exchange with it.
    pub with: ExchangeWounds,
    /// The exchange with it minus that without an attachment.
    #[serde(serialize_with = "json::gain")]
    #[cfg_attr(feature = "schema", schemars(with = "json::NetWounds"))]
    pub adds: ExchangeWounds,
    /// The net gain per point; `None` for a free attachment, as any gain for nothing would be
    /// infinite, and for one that counts in another situation.
    pub per_point: Option<f64>,
    /// The conditions in which it would add something, if it adds nothing in this situation.
    pub counts: Vec<String>,
    /// Its abilities that may change rolls and that no rule counts.
    pub not_modelled: Vec<String>,
}

/// Number of units that a unit meets in exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opponents {
    /// Number of units that it attacks.
    pub attacks: usize,
    /// Number of units that attack it.
    pub attacked_by: usize,
}

/// The answer about attachments.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttachmentsAnswer {
    /// The question, and how it was answered.
    #[serde(flatten)]
    pub header: FieldHeader,
    /// The numbers of wounds whose chance is requested.
    #[serde(flatten)]
    pub range: Option<WoundRange>,
    /// The unit.
    pub unit: UnitSummary,
    /// The exchange without an attachment; `None` if a stopped run did not reach it.
    pub alone: Option<ExchangeWounds>,
    /// The units that it meets.
    pub opponents: Opponents,
    /// The name of the only opponent, if there is one alone that is attacked and attacks.
    #[serde(skip)]
    pub only_opponent: Option<String>,
    /// The attachments by net gain per point, then the free ones, then those that count in another
    /// situation; those a stopped run did not reach are missing.
    pub attachments: Vec<AttachmentGain>,
    /// What is left out, and notes.
    #[serde(flatten)]
    pub remarks: FieldRemarks,
}

impl AttachmentsAnswer {
    /// Returns the number of attacks in the exchanges that were completed.
    pub fn answered(&self) -> usize {
        let known = usize::from(self.alone.is_some()) + self.attachments.len();
        known * (self.opponents.attacks + self.opponents.attacked_by)
    }
}
