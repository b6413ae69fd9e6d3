//! The storage of results.

use std::ops::AddAssign;

use super::Slot;

/// The weight of each value of each slot: how often it was seen (`u64`) or its probability (`f64`).
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger<W> {
    slots: Vec<Vec<W>>,
    joint: Option<PairWeights<W>>,
    /// Whether something was recorded outside of the announced slots.
    is_incomplete: bool,
}

/// A weight for each pair of values, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct PairWeights<W> {
    /// Number of values of the second slot.
    pub columns: usize,
    /// Weight of pair (i, j) at index i × columns + j.
    pub weights: Vec<W>,
}

impl<W: Clone + Default + AddAssign> Ledger<W> {
    /// Creates an empty ledger for these slots, with the joint distribution of two of them.
    pub fn new(slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        let size = |slot: &Slot| usize::from(slot.max) + 1;
        let pairs = joint.and_then(|(first, second)| {
            let (rows, columns) = (size(slots.get(first)?), size(slots.get(second)?));
            Some(PairWeights { columns, weights: vec![W::default(); rows * columns] })
        });
        Self {
            slots: slots.iter().map(|slot| vec![W::default(); size(slot)]).collect(),
            is_incomplete: joint.is_some() && pairs.is_none(),
            joint: pairs,
        }
    }

    /// Adds `weight` to a value of a slot.
    #[inline(always)]
    pub fn add(&mut self, slot: usize, value: u8, weight: W) {
        let held = self.slots.get_mut(slot).and_then(|values| values.get_mut(usize::from(value)));
        match held {
            Some(held) => *held += weight,
            None => self.mark_incomplete(),
        }
    }

    /// Adds `weight` to a pair of values.
    #[inline(always)]
    pub fn add_pair(&mut self, first: u8, second: u8, weight: W) {
        let Some(pairs) = &mut self.joint else { return };
        let (row, column) = (usize::from(first), usize::from(second));
        let held = pairs.weights.get_mut(row * pairs.columns + column);
        match held.filter(|_| column < pairs.columns) {
            Some(held) => *held += weight,
            None => self.mark_incomplete(),
        }
    }

    /// Marks the ledger as incomplete: something was recorded that has no place, or was lost.
    #[cold]
    pub fn mark_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    /// Returns whether results are missing: nothing may be concluded from an incomplete ledger.
    pub const fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// Returns the number of values of each slot.
    fn sizes(&self) -> impl Iterator<Item = usize> {
        let pairs = self.joint.iter().map(|pairs| pairs.weights.len());
        self.slots.iter().map(Vec::len).chain(pairs)
    }

    /// Adds all weights of `other`, a ledger of the same slots.
    pub fn merge(&mut self, other: &Self) {
        // ledgers of different slots cannot be added: the result says so
        self.is_incomplete |= other.is_incomplete || !self.sizes().eq(other.sizes());
        let theirs =
            other.slots.iter().flatten().chain(other.joint.iter().flat_map(|pairs| &pairs.weights));
        let mine = self
            .slots
            .iter_mut()
            .flatten()
            .chain(self.joint.iter_mut().flat_map(|pairs| &mut pairs.weights));
        mine.zip(theirs).for_each(|(mine, theirs)| *mine += theirs.clone());
    }

    /// Returns the weights of each slot's values, from 0.
    pub fn slots(&self) -> &[Vec<W>] {
        &self.slots
    }

    /// Returns the weights of each slot's values, and those of pairs.
    pub fn into_parts(self) -> (Vec<Vec<W>>, Option<PairWeights<W>>) {
        (self.slots, self.joint)
    }

    /// Returns the weights of pairs.
    pub fn joint(&self) -> Option<&PairWeights<W>> {
        self.joint.as_ref()
    }
}
