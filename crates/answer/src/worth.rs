//! The answer to what the parts of an army are worth.

use serde::Serialize;

use crate::{ABOUT_EQUAL, FieldHeader, FieldRemarks, cmp_descending};

/// What a part of an army is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PartKind {
    /// A unit without its attachments.
    Unit,
    /// An attachment.
    Attachment,
}

/// Another card in place of a part, or none in place of an attachment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Swap {
    /// The id of the other card; `None` for none.
    pub id: Option<String>,
    /// Its name; `None` for none.
    pub name: Option<String>,
    /// Its cost; 0 for none.
    pub cost: u8,
    /// The points that the unit earns with it, minus those that it earns today.
    pub gain: f64,
}

/// The swaps of a part, each group with the greatest gain first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Swaps {
    /// Those that gain.
    pub better: Vec<Swap>,
    /// Those whose gain or loss is at most 2 % of the cost of the part.
    pub about_equal: Vec<Swap>,
    /// Those that lose.
    pub worse: Vec<Swap>,
}

impl Swaps {
    /// Groups the swaps of a part of this cost.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::{Swap, Swaps};
    ///
    /// let swap = |gain| Swap { id: None, name: None, cost: 0, gain };
    /// let swaps = Swaps::grouped(5, vec![swap(0.1), swap(-0.2), swap(0.3)]);
    /// assert_eq!(swaps.better, [swap(0.3)]);
    /// assert_eq!(swaps.about_equal, [swap(0.1)]);
    /// assert_eq!(swaps.worse, [swap(-0.2)]);
    /// ```
    pub fn grouped(cost: u8, mut all: Vec<Swap>) -> Self {
        all.sort_by(|one, other| {
            cmp_descending(one.gain, other.gain).then_with(|| one.name.cmp(&other.name))
        });
        let small = ABOUT_EQUAL * f64::from(cost);
        let mut swaps = Self::default();
        for swap in all {
            let group = match swap.gain {
                gain if gain > small => &mut swaps.better,
                gain if gain < -small => &mut swaps.worse,
                _ => &mut swaps.about_equal,
            };
            group.push(swap);
        }
        swaps
    }
}

/// A unit or an attachment of an army, and its worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyPart {
    /// What it is.
    pub part: PartKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The name of the unit of an attachment.
    pub unit: Option<String>,
    /// Its cost; 0 for a commander.
    pub cost: u8,
    /// Points destroyed minus points lost in an exchange, in the mean over the field: of a unit
    /// without attachments, or what the attachment adds to its unit.
    pub points: f64,
    /// The same for each point of its cost; `None` for a free part, and for one that counts in
    /// another situation.
    pub per_point: Option<f64>,
    /// The conditions in which an attachment would change an exchange, if it changes none in this
    /// situation.
    pub counts: Vec<String>,
    /// Swaps of equal or lower cost.
    pub swaps: Swaps,
}

/// The answer to what the parts of an army are worth.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorthAnswer {
    /// The question, and how it was answered.
    #[serde(flatten)]
    pub header: FieldHeader,
    /// The measure in one sentence.
    pub measure: &'static str,
    /// Number of units of the field.
    pub opponents: usize,
    /// The points of the whole army; `None` if the run was stopped.
    pub total: Option<f64>,
    /// The parts, the most earned per point first, then the free ones and those that count in
    /// another situation; empty if the run was stopped.
    pub parts: Vec<ArmyPart>,
    /// What is left out, and notes.
    #[serde(flatten)]
    pub remarks: FieldRemarks,
}

impl WorthAnswer {
    /// Returns the part with the lowest worth per point of its cost.
    pub fn least(&self) -> Option<&ArmyPart> {
        self.parts.iter().rfind(|part| part.per_point.is_some())
    }

    /// Returns the swaps that gain, with their parts, the greatest gain first.
    pub fn best_swaps(&self) -> Vec<(&ArmyPart, &Swap)> {
        let each = self.parts.iter();
        let mut all: Vec<(&ArmyPart, &Swap)> =
            each.flat_map(|part| part.swaps.better.iter().map(move |swap| (part, swap))).collect();
        all.sort_by(|(_, one), (_, other)| cmp_descending(one.gain, other.gain));
        all
    }
}
