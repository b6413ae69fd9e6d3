//! A source of chance that hands recorded results to the caller.

use super::{Chance, Coin, FaceCounts, Faces, Label, Memoised, Sorted};

/// Rolls with another source and stores the recorded results in a slice, by slot, instead of
/// counting them.
///
/// Results of slots beyond the slice, and joint distributions, go to the other source.
#[expect(missing_debug_implementations, reason = "a source may be anything")]
pub struct Recorded<'a, C> {
    chance: &'a mut C,
    values: &'a mut [u8],
}

impl<'a, C> Recorded<'a, C> {
    /// Rolls with `chance` and records to `values`.
    pub const fn new(chance: &'a mut C, values: &'a mut [u8]) -> Self {
        Self { chance, values }
    }
}

impl<C: Chance<N = u8>> Chance for Recorded<'_, C> {
    type N = u8;
    type OutOfLine = Self;

    fn d6(&mut self, label: &'static Label) -> u8 {
        self.chance.d6(label)
    }

    fn d3(&mut self, label: &'static Label) -> u8 {
        self.chance.d3(label)
    }

    fn two_d6(&mut self, label: &'static Label) -> [u8; 2] {
        self.chance.two_d6(label)
    }

    fn successes(&mut self, label: &'static Label, dice: u8, needed: u8) -> u8 {
        self.chance.successes(label, dice, needed)
    }

    fn toss(&mut self, label: &'static Label, coin: Coin) -> u8 {
        self.chance.toss(label, coin)
    }

    fn symbols<const K: usize>(
        &mut self,
        label: &'static Label,
        dice: u8,
        faces: &'static Faces<K>,
    ) -> [u8; K] {
        self.chance.symbols(label, dice, faces)
    }

    fn sorted(
        &mut self,
        label: &'static Label,
        dice: u8,
        needed: u8,
        wanted: FaceCounts,
    ) -> Sorted<u8> {
        self.chance.sorted(label, dice, needed, wanted)
    }

    fn look_up(&mut self, table: &[u8], columns: u8, row: u8, column: u8) -> u8 {
        self.chance.look_up(table, columns, row, column)
    }

    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [u8; I],
    ) -> [u8; O] {
        self.chance.memoised(part, given)
    }

    fn describe(&mut self, label: &'static Label, value: u8) {
        self.chance.describe(label, value);
    }

    fn record(&mut self, slot: usize, value: u8) {
        match self.values.get_mut(slot) {
            Some(held) => *held = value,
            None => self.chance.record(slot, value),
        }
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.chance.record_joint(first, second);
    }
}
