//! Where results are written down.

use std::ops::AddAssign;

use super::Slot;

/// How much each value of each slot got: how often it was seen (`u64`) or its probability (`f64`).
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger<W> {
    slots: Vec<Vec<W>>,
    joint: Option<Pairs<W>>,
}

/// A weight for each pair of values, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs<W> {
    /// Values of the second slot.
    pub columns: usize,
    /// The weight of pair (i, j) at i × columns + j.
    pub weights: Vec<W>,
}

impl<W: Copy + Default + AddAssign> Ledger<W> {
    /// An empty ledger for these slots and the joint distribution of two of them.
    pub fn new(slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        let size = |slot: &Slot| usize::from(slot.max) + 1;
        let pairs = joint.and_then(|(first, second)| {
            let (rows, columns) = (size(slots.get(first)?), size(slots.get(second)?));
            Some(Pairs { columns, weights: vec![W::default(); rows * columns] })
        });
        Self {
            slots: slots.iter().map(|slot| vec![W::default(); size(slot)]).collect(),
            joint: pairs,
        }
    }

    /// Adds `weight` to a value of a slot.
    #[inline(always)]
    pub fn add(&mut self, slot: usize, value: u8, weight: W) {
        let held = self.slots.get_mut(slot).and_then(|values| values.get_mut(usize::from(value)));
        debug_assert!(held.is_some(), "slot {slot} has no value {value}");
        if let Some(held) = held {
            *held += weight;
        }
    }

    /// Adds `weight` to a pair of values.
    #[inline(always)]
    pub fn add_pair(&mut self, first: u8, second: u8, weight: W) {
        if let Some(pairs) = &mut self.joint
            && let Some(held) =
                pairs.weights.get_mut(usize::from(first) * pairs.columns + usize::from(second))
        {
            *held += weight;
        }
    }

    /// Adds all that `other` holds; both must have been made for the same slots.
    pub fn merge(&mut self, other: &Self) {
        let theirs =
            other.slots.iter().flatten().chain(other.joint.iter().flat_map(|pairs| &pairs.weights));
        let mine = self
            .slots
            .iter_mut()
            .flatten()
            .chain(self.joint.iter_mut().flat_map(|pairs| &mut pairs.weights));
        mine.zip(theirs).for_each(|(mine, theirs)| *mine += *theirs);
    }

    /// The weights of each slot's values, from 0.
    pub fn slots(&self) -> &[Vec<W>] {
        &self.slots
    }

    /// The weights of each slot's values, and those of pairs.
    pub fn into_parts(self) -> (Vec<Vec<W>>, Option<Pairs<W>>) {
        (self.slots, self.joint)
    }

    /// The weights of pairs.
    pub fn joint(&self) -> Option<&Pairs<W>> {
        self.joint.as_ref()
    }
}
