//! Counts of a part of a run, and answers computed from them.
//!
//! A sharded run counts each shard, adds the counts and answers once. The answer has the same bits
//! as that of a single run, which is computed from counts as well.

use serde::{Deserialize, Serialize};

use warodds_engine::chance::Slot;
use warodds_engine::dist::{Joint, Tally};
use warodds_engine::run::{Conditional, ContractError, Resolve, Sample};

/// Counts of some blocks of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Counts {
    /// Frequency of each value of each result, and of each pair of values of two results.
    Seen {
        /// For each result of the rule, the frequency of each value from 0.
        slots: Vec<Vec<u64>>,
        /// Frequencies of pairs, a row for each value of the first; `None` if the rule has no pair.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        joint: Option<Vec<Vec<u64>>>,
    },
    /// Frequency of each value the conditional engine conditions on, by its index.
    #[serde(rename = "given")]
    Condition(Vec<u64>),
}

/// The counts belong to another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts are not of this question")]
pub struct CountsMismatch;

impl Counts {
    /// Returns all rows of frequencies in order.
    fn rows(&self) -> Vec<&Vec<u64>> {
        match self {
            Self::Seen { slots, joint } => slots.iter().chain(joint.iter().flatten()).collect(),
            Self::Condition(counts) => vec![counts],
        }
    }

    fn rows_mut(&mut self) -> Vec<&mut Vec<u64>> {
        match self {
            Self::Seen { slots, joint } => {
                slots.iter_mut().chain(joint.iter_mut().flatten()).collect()
            }
            Self::Condition(counts) => vec![counts],
        }
    }

    /// Returns the variant, the number of results and the length of each row.
    fn shape(&self) -> (bool, Option<usize>, Vec<usize>) {
        let lengths = self.rows().into_iter().map(Vec::len).collect();
        match self {
            // equal rows may be of results in one file and of pairs in the other
            Self::Seen { slots, .. } => (true, Some(slots.len()), lengths),
            Self::Condition(_) => (false, None, lengths),
        }
    }

    /// Adds the counts of other blocks.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::Counts;
    ///
    /// let mut counts = Counts::Condition(vec![1, 2]);
    /// assert!(counts.add(&Counts::Condition(vec![4, 0])).is_ok());
    /// assert_eq!(counts, Counts::Condition(vec![5, 2]));
    /// assert!(counts.add(&Counts::Condition(vec![1])).is_err());
    /// ```
    ///
    /// # Errors
    /// [`CountsMismatch`] if the counts differ in shape, or a sum overflows.
    pub fn add(&mut self, other: &Self) -> Result<(), CountsMismatch> {
        if self.shape() != other.shape() {
            return Err(CountsMismatch);
        }
        let theirs = other.rows().into_iter().flatten();
        for (mine, theirs) in self.rows_mut().into_iter().flatten().zip(theirs) {
            // counts come from files, so a sum may overflow
            *mine = mine.checked_add(*theirs).ok_or(CountsMismatch)?;
        }
        Ok(())
    }

    /// Returns whether every result counts exactly this number of trials.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::Counts;
    ///
    /// assert!(Counts::Condition(vec![5, 2]).are_of(7));
    /// assert!(!Counts::Condition(vec![5, 2]).are_of(8));
    /// ```
    pub fn are_of(&self, trials: u64) -> bool {
        let sum = |mut counts: Box<dyn Iterator<Item = &u64> + '_>| {
            // a sum that wraps around could equal the number of trials by accident
            counts.try_fold(0_u64, |sum, count| sum.checked_add(*count)) == Some(trials)
        };
        match self {
            Self::Seen { slots, joint } => {
                slots.iter().all(|slot| sum(Box::new(slot.iter())))
                    && joint.iter().all(|rows| sum(Box::new(rows.iter().flatten())))
            }
            Self::Condition(counts) => sum(Box::new(counts.iter())),
        }
    }
}

impl From<&Sample> for Counts {
    fn from(sample: &Sample) -> Self {
        Self::Seen {
            slots: sample.slots.iter().map(|tally| tally.counts().to_vec()).collect(),
            joint: sample.joint.as_ref().map(|joint| joint.rows().map(<[u64]>::to_vec).collect()),
        }
    }
}

/// A sampled run.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SampledRun {
    /// Whole resolutions.
    Full(Sample),
    /// The condition alone, with exact results after each value.
    Conditional(Conditional),
}

impl SampledRun {
    /// Returns its counts.
    pub(super) fn counts(&self) -> Counts {
        match self {
            Self::Full(sample) => sample.into(),
            Self::Conditional(found) => Counts::Condition(found.given.clone()),
        }
    }

    /// Returns the number of trials.
    pub(super) const fn trials(&self) -> u64 {
        match self {
            Self::Full(sample) => sample.trials,
            Self::Conditional(found) => found.trials,
        }
    }

    /// Restores the run of a rule from its counts and number of trials.
    pub(super) fn of(
        rule: &dyn Resolve,
        counts: Counts,
        trials: u64,
        partial: bool,
    ) -> Result<Self, ContractError> {
        match counts {
            Counts::Condition(counts) => {
                let strata = rule.strata().ok_or(ContractError::ImpossibleOutcome)??;
                Ok(Self::Conditional(Conditional { partial, ..strata.found(counts)? }))
            }
            seen => {
                let sample = sample(&rule.slots(), rule.joint().is_some(), seen, trials, partial);
                sample.map(Self::Full).ok_or(ContractError::OutOfRange)
            }
        }
    }
}

/// Restores a sample from its counts; `None` if they do not fit the slots of the rule.
pub(super) fn sample(
    slots: &[Slot],
    has_joint: bool,
    counts: Counts,
    trials: u64,
    partial: bool,
) -> Option<Sample> {
    let Counts::Seen { slots: seen, joint } = counts else { return None };
    // counts may come from a file: a tally of the wrong length would shift every probability
    let lengths = slots.iter().map(|slot| usize::from(slot.max) + 1);
    if !lengths.eq(seen.iter().map(Vec::len)) || has_joint != joint.is_some() {
        return None;
    }
    // without rows any width but 0 will do: rows are cut by it
    let columns = joint.as_ref().and_then(|rows| rows.first()).map_or(1, Vec::len);
    let joint = joint.map(|rows| Joint::from_rows(columns, rows.concat()));
    let slots = seen.into_iter().map(Tally::from_counts).collect();
    Some(Sample { slots, joint, trials, partial, imprecise: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(slots: &[&[u64]], joint: Option<&[&[u64]]>) -> Counts {
        let rows = |rows: &[&[u64]]| rows.iter().map(|row| row.to_vec()).collect();
        Counts::Seen { slots: rows(slots), joint: joint.map(rows) }
    }

    #[test]
    fn counts_of_the_same_shape_add_up() {
        let mut all = seen(&[&[1, 2], &[3]], Some(&[&[3]]));
        assert_eq!(all.add(&seen(&[&[4, 0], &[4]], Some(&[&[4]]))), Ok(()));
        assert_eq!(all, seen(&[&[5, 2], &[7]], Some(&[&[7]])));
        assert!(all.are_of(7) && !all.are_of(8));
        // the same rows, but one of them is of pairs
        assert_eq!(all.add(&seen(&[&[5, 2], &[7], &[7]], None)), Err(CountsMismatch));
        assert_eq!(all.add(&Counts::Condition(vec![1, 2])), Err(CountsMismatch));
        let mut most = Counts::Condition(vec![u64::MAX]);
        assert_eq!(most.add(&Counts::Condition(vec![1])), Err(CountsMismatch));
        assert!(!Counts::Condition(vec![u64::MAX, 2]).are_of(1), "a sum that wraps around");
    }
}
