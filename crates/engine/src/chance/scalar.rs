//! Chance for one resolution at a time.
//!
//! Rules are compiled once for all sources of single results, which are behind a trait.

use super::cache::DiceRoll;
use super::memo::{MemoisedPart, Part, pack, unpack};
use super::{Chance, Coin, Die, FaceCounts, Faces, Label, Memoised, Sorted, entry};

/// What rolls for [`Scalar`]: single dice, or the exact engine, which goes through all outcomes.
///
/// Results are words: counts packed one a byte, the first the highest.
pub(super) trait RollSource {
    /// Rolls dice; there is at least one.
    fn roll(&mut self, label: &'static Label, roll: DiceRoll) -> u64;

    /// Tosses a coin: 1 for heads.
    fn toss(&mut self, label: &'static Label, coin: Coin) -> u64;

    /// Resolves a part with these inputs.
    fn part(&mut self, part: &dyn Part, given: u64) -> u64;

    /// Reports the result of a step, for sources that keep a trace.
    fn describe(&mut self, _label: &'static Label, _value: u8) {}

    /// Records the result of a slot.
    fn record(&mut self, slot: usize, value: u8);

    /// Records a pair of values in the joint distribution.
    fn record_joint(&mut self, first: u8, second: u8);

    /// Reports that something was read outside of a table: nothing may be concluded from the
    /// results.
    fn mark_incomplete(&mut self);
}

/// Chance for one resolution at a time: that of single dice ([`ScalarDice::as_chance`]), or a path
/// of the exact engine ([`Paths::as_chance`]).
///
/// [`ScalarDice::as_chance`]: super::ScalarDice::as_chance
/// [`Paths::as_chance`]: super::Paths::as_chance
#[expect(missing_debug_implementations, reason = "a source may be anything")]
pub struct Scalar<'a> {
    source: &'a mut dyn RollSource,
    /// The outcomes of the first rolls, if a path is replayed.
    known: &'a [u64],
    /// Where recorded results go, by slot, instead of to the source.
    values: Option<&'a mut [u8]>,
}

impl<'a> Scalar<'a> {
    /// Creates chance from a source whose first rolls have these outcomes.
    pub(super) const fn new(source: &'a mut dyn RollSource, known: &'a [u64]) -> Self {
        Self { source, known, values: None }
    }

    /// Calls `run` and stores the results that it records in `values`, by slot. Joint distributions
    /// go to the source.
    pub(crate) fn recording(&mut self, values: &mut [u8], run: impl FnOnce(&mut Scalar<'_>)) {
        let mut recording = Scalar { values: Some(values), ..Scalar::new(self.source, self.known) };
        run(&mut recording);
        let used = self.known.len() - recording.known.len();
        self.known = self.known.get(used..).unwrap_or_default();
    }

    /// Returns the outcome of the next roll: the known one of a path, or a new one.
    #[inline]
    fn next(&mut self, roll: impl FnOnce(&mut dyn RollSource) -> u64) -> u64 {
        match self.known.split_first() {
            Some((outcome, rest)) => {
                self.known = rest;
                *outcome
            }
            None => roll(self.source),
        }
    }
}

impl Chance for Scalar<'_> {
    type N = u8;
    type OutOfLine = Self;

    #[inline]
    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

    #[inline]
    fn d6(&mut self, label: &'static Label) -> u8 {
        self.next(|source| source.roll(label, DiceRoll::Die(Die::D6))) as u8
    }

    #[inline]
    fn d3(&mut self, label: &'static Label) -> u8 {
        self.next(|source| source.roll(label, DiceRoll::Die(Die::D3))) as u8
    }

    #[inline]
    fn two_d6(&mut self, label: &'static Label) -> [u8; 2] {
        unpack(self.next(|source| source.roll(label, DiceRoll::Pair)))
    }

    #[inline]
    fn successes(&mut self, label: &'static Label, dice: u8, needed: u8) -> u8 {
        if dice == 0 {
            return 0;
        }
        self.next(|source| source.roll(label, DiceRoll::Successes(dice, needed))) as u8
    }

    fn toss(&mut self, label: &'static Label, coin: Coin) -> u8 {
        self.next(|source| source.toss(label, coin)) as u8
    }

    fn symbols<const K: usize>(
        &mut self,
        label: &'static Label,
        dice: u8,
        faces: &'static Faces<K>,
    ) -> [u8; K] {
        if dice == 0 {
            return [0; K];
        }
        let roll = DiceRoll::Symbols(dice, faces.symbols());
        unpack(self.next(|source| source.roll(label, roll)))
    }

    #[inline]
    fn sorted(
        &mut self,
        label: &'static Label,
        dice: u8,
        needed: u8,
        wanted: FaceCounts,
    ) -> Sorted<u8> {
        if dice == 0 {
            return Sorted::default();
        }
        let roll = DiceRoll::Sorted(dice, needed, wanted);
        let [ones, plain, sixes] = unpack(self.next(|source| source.roll(label, roll)));
        Sorted { ones, plain, sixes }
    }

    #[inline]
    fn look_up(&mut self, table: &[u8], columns: u8, row: u8, column: u8) -> u8 {
        entry(table, columns, row, column).unwrap_or_else(|| {
            self.source.mark_incomplete();
            0
        })
    }

    #[inline]
    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [u8; I],
    ) -> [u8; O] {
        unpack(self.next(|source| source.part(&MemoisedPart(part), pack(given))))
    }

    #[inline]
    fn describe(&mut self, label: &'static Label, value: u8) {
        self.source.describe(label, value);
    }

    #[inline]
    fn record(&mut self, slot: usize, value: u8) {
        match self.values.as_mut().and_then(|values| values.get_mut(slot)) {
            Some(held) => *held = value,
            None => self.source.record(slot, value),
        }
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.source.record_joint(first, second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Paths;

    const DIE: Label = Label::new("a die", "A0.1");

    #[test]
    fn paths_go_on_after_results_were_recorded_elsewhere() {
        let mut paths = Paths::new(&[], None);
        let found = paths.distribution_of(1.0, |chance| {
            let (first, mut recorded) = (chance.d6(&DIE), [0]);
            chance.recording(&mut recorded, |chance| {
                let die = chance.d6(&DIE);
                chance.record(0, die);
            });
            let [recorded] = recorded;
            [first, recorded, chance.d6(&DIE)]
        });
        // each of the 216 ways of three dice once
        assert_eq!(found.len(), 216);
        assert!(found.iter().all(|(_, p)| (p - 1.0 / 216.0).abs() < 1e-15));
        // nothing reached the ledger, which has no slots
        assert!(!paths.into_ledger().is_incomplete());
    }
}
