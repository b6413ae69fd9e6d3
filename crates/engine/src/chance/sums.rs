//! Probabilities summed by outcome.
//!
//! Consecutive paths have equal or similar outcomes, and distributions are sorted. So outcomes are
//! kept sorted and searched from the last position; distributions of typical size need neither
//! hashing nor a final sort. The many outcomes of a large one overflow into a map.

use rustc_hash::FxHashMap;

use super::Weight;
use super::odds::WeightedOutcome;

/// The most outcomes that are kept in order: with more, each new one would move too many.
const IN_ORDER: usize = 512;
/// Outcomes for which there is room from the start.
const USUAL: usize = 64;

/// Probabilities summed by outcome, one word each.
#[derive(Debug)]
pub struct Sums<W = f64> {
    in_order: Vec<WeightedOutcome<W>>,
    /// Where the last one was added.
    last: usize,
    /// Where the last one was added that did not lie beside the one before: the next that does not
    /// is mostly not far from it.
    begun: usize,
    /// Outcomes that came when as many were in order as may be.
    late: FxHashMap<u64, W>,
}

impl<W> Default for Sums<W> {
    fn default() -> Self {
        Self { in_order: Vec::with_capacity(USUAL), last: 0, begun: 0, late: FxHashMap::default() }
    }
}

impl<W: Weight> Sums<W> {
    /// Adds `weight` to an outcome. The fast paths are the next outcome, a new last one, and the
    /// same one again.
    #[inline]
    pub fn add(&mut self, outcome: u64, weight: &W) {
        let next = self.last + 1;
        if let Some((held, sum)) = self.in_order.get_mut(next) {
            if *held == outcome {
                *sum += weight;
                self.last = next;
                return;
            }
        } else if self.is_beyond(outcome) {
            self.last = self.in_order.len();
            self.in_order.push((outcome, weight.clone()));
            return;
        }
        match self.in_order.get_mut(self.last) {
            Some((held, sum)) if *held == outcome => *sum += weight,
            _ => self.add_elsewhere(outcome, weight),
        }
    }

    /// Whether an outcome follows all others, and there is room for it.
    #[inline]
    fn is_beyond(&self, outcome: u64) -> bool {
        self.in_order.len() < IN_ORDER
            && self.in_order.last().is_none_or(|(held, _)| *held < outcome)
    }

    /// Adds to an outcome that is new or lies elsewhere.
    #[inline(never)]
    fn add_elsewhere(&mut self, outcome: u64, weight: &W) {
        match self.place(outcome) {
            Ok(place) => {
                self.last = place;
                if let Some((_, sum)) = self.in_order.get_mut(place) {
                    *sum += weight;
                }
            }
            Err(place) if self.in_order.len() < IN_ORDER => {
                self.last = place;
                self.in_order.insert(place, (outcome, weight.clone()));
            }
            Err(_) => *self.late.entry(outcome).or_default() += weight,
        }
    }

    /// Where an outcome is, or where it belongs.
    #[inline]
    fn place(&mut self, outcome: u64) -> Result<usize, usize> {
        if let Some(found) = self.beside(self.last, outcome) {
            return found;
        }
        let found = self
            .beside(self.begun, outcome)
            .unwrap_or_else(|| self.in_order.binary_search_by_key(&outcome, |(other, _)| *other));
        self.begun = found.unwrap_or_else(|place| place);
        found
    }

    /// The same where that is at a place or next to it.
    #[inline]
    fn beside(&self, place: usize, outcome: u64) -> Option<Result<usize, usize>> {
        let held = |place: usize| self.in_order.get(place).map(|(held, _)| *held);
        let here = held(place)?;
        if outcome == here {
            return Some(Ok(place));
        }
        let (next, gap) =
            if outcome > here { (place + 1, place + 1) } else { (place.wrapping_sub(1), place) };
        match held(next) {
            Some(there) if there == outcome => Some(Ok(next)),
            Some(there) if (there > outcome) != (outcome > here) => None,
            _ => Some(Err(gap)),
        }
    }

    /// Returns all outcomes in ascending order.
    pub fn distribution(&mut self) -> &[WeightedOutcome<W>] {
        if !self.late.is_empty() {
            self.in_order.extend(self.late.drain());
            self.in_order.sort_unstable_by_key(|(outcome, _)| *outcome);
        }
        &self.in_order
    }

    /// Returns the number of outcomes.
    pub fn len(&self) -> usize {
        self.in_order.len() + self.late.len()
    }

    /// Returns whether there are no outcomes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all outcomes and keeps the allocation.
    pub fn clear(&mut self) {
        self.in_order.clear();
        self.late.clear();
        (self.last, self.begun) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn sums_are_those_of_a_map() {
        // few outcomes and more than are kept in order; whole weights, so that sums are the same in
        // any order
        for (outcomes, times) in [(1, 10), (20, 400), (3 * IN_ORDER as u64, 20 * IN_ORDER as u64)] {
            let mut draw = Xoshiro256PlusPlus::seed_from_u64(3);
            let (mut sums, mut map) = (Sums::default(), BTreeMap::<u64, f64>::new());
            for time in 0..times {
                // up and down by one, and anywhere
                let outcome = if time % 3 == 0 {
                    draw.random_range(0..outcomes)
                } else {
                    time / 3 % outcomes
                };
                sums.add(outcome * 257, &(time as f64));
                *map.entry(outcome * 257).or_default() += time as f64;
            }
            assert_eq!(
                sums.distribution(),
                map.into_iter().collect::<Vec<_>>(),
                "{outcomes} outcomes"
            );
            sums.clear();
            assert!(sums.distribution().is_empty());
        }
    }
}
