//! Counts of a part of a run, and answers computed from them.
//!
//! A sharded run counts each shard, adds the counts and answers once. The answer has the same bits
//! as that of a single run, which is computed from counts as well.

use serde::{Deserialize, Serialize};

use warodds_engine::chance::Slot;
use warodds_engine::dist::{Joint, Tally};
use warodds_engine::run::Sample;

/// Counts of some blocks of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Frequency of each value of each result, from 0, in the order of the rule.
    pub slots: Vec<Vec<u64>>,
    /// Frequency of each pair of two results, a row for each value of the first, if the rule
    /// records two results together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joint: Option<Vec<Vec<u64>>>,
}

/// The counts belong to another question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counts belong to another question")]
pub struct CountsMismatch;

impl Counts {
    /// Returns the number of values of each result, and of each row of pairs.
    fn shape(&self) -> (Vec<usize>, Option<Vec<usize>>) {
        let lengths = |rows: &Vec<Vec<u64>>| rows.iter().map(Vec::len).collect();
        (lengths(&self.slots), self.joint.as_ref().map(lengths))
    }

    /// Adds the counts of other blocks.
    ///
    /// # Examples
    /// ```
    /// use warodds_questions::study::Counts;
    ///
    /// let of = |counts: &[u64]| Counts { slots: vec![counts.to_vec()], joint: None };
    /// let mut counts = of(&[1, 2]);
    /// assert!(counts.add(&of(&[4, 0])).is_ok());
    /// assert_eq!(counts, of(&[5, 2]));
    /// assert!(counts.add(&of(&[1])).is_err());
    /// ```
    ///
    /// # Errors
    /// [`CountsMismatch`] if the counts differ in shape, or a sum overflows.
    pub fn add(&mut self, other: &Self) -> Result<(), CountsMismatch> {
        if self.shape() != other.shape() {
            return Err(CountsMismatch);
        }
        let theirs = other.slots.iter().chain(other.joint.iter().flatten()).flatten();
        let mine = self.slots.iter_mut().chain(self.joint.iter_mut().flatten()).flatten();
        for (mine, theirs) in mine.zip(theirs) {
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
    /// let counts = Counts { slots: vec![vec![5, 2]], joint: None };
    /// assert!(counts.are_of(7) && !counts.are_of(8));
    /// ```
    pub fn are_of(&self, trials: u64) -> bool {
        self.slots.iter().all(|slot| total(slot) == Some(trials))
            && self.joint.iter().all(|rows| total(rows.iter().flatten()) == Some(trials))
    }
}

/// Returns the sum, or `None` if it overflows.
fn total<'a>(counts: impl IntoIterator<Item = &'a u64>) -> Option<u64> {
    counts.into_iter().try_fold(0, |sum: u64, count| sum.checked_add(*count))
}

impl From<&Sample> for Counts {
    fn from(sample: &Sample) -> Self {
        Self {
            slots: sample.slots.iter().map(|tally| tally.counts().to_vec()).collect(),
            joint: sample.joint.as_ref().map(|joint| joint.rows().map(<[u64]>::to_vec).collect()),
        }
    }
}

/// Returns the sample of these counts; `None` if they do not fit the rule's results.
pub(super) fn sample(
    slots: &[Slot],
    has_joint: bool,
    counts: Counts,
    trials: u64,
    partial: bool,
) -> Option<Sample> {
    let Counts { slots: seen, joint } = counts;
    let lengths = slots.iter().map(|slot| usize::from(slot.max) + 1);
    if !lengths.eq(seen.iter().map(Vec::len)) || has_joint != joint.is_some() {
        return None;
    }
    // without rows any width greater than 0 is valid
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
        Counts { slots: rows(slots), joint: joint.map(rows) }
    }

    #[test]
    fn counts_of_the_same_shape_add_up() {
        let mut all = seen(&[&[1, 2], &[3]], Some(&[&[3]]));
        assert_eq!(all.add(&seen(&[&[4, 0], &[4]], Some(&[&[4]]))), Ok(()));
        assert_eq!(all, seen(&[&[5, 2], &[7]], Some(&[&[7]])));
        assert!(all.are_of(7) && !all.are_of(8));
        // the same rows, but one of them is of pairs
        assert_eq!(all.add(&seen(&[&[5, 2], &[7], &[7]], None)), Err(CountsMismatch));
        let mut most = seen(&[&[u64::MAX]], None);
        assert_eq!(most.add(&seen(&[&[1]], None)), Err(CountsMismatch));
        assert!(!seen(&[&[u64::MAX, 2]], None).are_of(1), "a sum that wraps around");
    }
}
