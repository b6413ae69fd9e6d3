//! One resolution at a time, with every die rolled on its own.

use rand::{Rng, RngExt};

use super::{Chance, Coin, FaceCounts, Faces, Label, Ledger, Memoised, Slot, Sorted, entry};

/// A log entry of a resolution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEntry {
    /// Dice were rolled.
    Rolled {
        /// Label of the roll.
        label: &'static Label,
        /// Faces shown.
        faces: Vec<u8>,
        /// Face each die needs to count, if the dice are independent.
        needed: Option<u8>,
    },
    /// Dice with symbols were rolled.
    RolledSymbols {
        /// Label of the roll.
        label: &'static Label,
        /// Symbol shown by each die.
        symbols: Vec<&'static str>,
    },
    /// A step produced a value.
    Value {
        /// Label of the step.
        label: &'static Label,
        /// The value.
        value: u8,
    },
}

/// Chance from single dice of any generator, with a ledger and an optional log.
#[derive(Debug)]
pub struct ScalarDice<R> {
    generator: R,
    log: Option<Vec<TraceEntry>>,
    ledger: Ledger<u64>,
}

impl<R: Rng> ScalarDice<R> {
    /// Creates an engine without a log.
    pub fn new(generator: R, slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        Self { generator, log: None, ledger: Ledger::new(slots, joint) }
    }

    /// Creates an engine that logs every die.
    pub fn logging(generator: R, slots: &[Slot]) -> Self {
        Self { log: Some(Vec::new()), ..Self::new(generator, slots, None) }
    }

    /// Returns the log; empty if there is none.
    pub fn into_log(self) -> Vec<TraceEntry> {
        self.log.unwrap_or_default()
    }

    /// Returns the recorded results.
    pub fn into_ledger(self) -> Ledger<u64> {
        self.ledger
    }

    fn keep(&mut self, entry: impl FnOnce() -> TraceEntry) {
        if let Some(log) = &mut self.log {
            log.push(entry());
        }
    }

    fn die(&mut self) -> u8 {
        self.generator.random_range(1..=6)
    }

    /// Rolls one die and keeps it as shown by `read`.
    fn single(&mut self, label: &'static Label, read: impl Fn(u8) -> u8) -> u8 {
        let face = read(self.die());
        self.keep(|| TraceEntry::Rolled { label, faces: vec![face], needed: None });
        face
    }
}

impl<R: Rng> Chance for ScalarDice<R> {
    type N = u8;
    type OutOfLine = Self;

    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

    fn d6(&mut self, label: &'static Label) -> u8 {
        self.single(label, |face| face)
    }

    fn d3(&mut self, label: &'static Label) -> u8 {
        self.single(label, |face| face.div_ceil(2))
    }

    fn two_d6(&mut self, label: &'static Label) -> [u8; 2] {
        let faces = [self.die(), self.die()];
        self.keep(|| TraceEntry::Rolled { label, faces: faces.to_vec(), needed: None });
        faces
    }

    fn successes(&mut self, label: &'static Label, dice: u8, needed: u8) -> u8 {
        let mut count = 0;
        let mut faces = Vec::new();
        for _ in 0..dice {
            let face = self.die();
            count += u8::from(face >= needed);
            if self.log.is_some() {
                faces.push(face);
            }
        }
        if dice > 0 {
            self.keep(|| TraceEntry::Rolled { label, faces, needed: Some(needed) });
        }
        count
    }

    fn toss(&mut self, label: &'static Label, coin: Coin) -> u8 {
        let heads = u8::from(u128::from(self.generator.next_u64()) < coin.threshold(64));
        self.keep(|| TraceEntry::Value { label, value: heads });
        heads
    }

    fn symbols<const K: usize>(
        &mut self,
        label: &'static Label,
        dice: u8,
        faces: &'static Faces<K>,
    ) -> [u8; K] {
        let mut shown = [0; K];
        let mut symbols = Vec::new();
        for _ in 0..dice {
            let symbol = faces.symbol(self.generator.random_range(0..8));
            if let Some(count) = shown.get_mut(symbol) {
                *count += 1;
            }
            if self.log.is_some() {
                symbols.extend(faces.names().get(symbol));
            }
        }
        if dice > 0 {
            self.keep(|| TraceEntry::RolledSymbols { label, symbols });
        }
        shown
    }

    fn sorted(
        &mut self,
        label: &'static Label,
        dice: u8,
        needed: u8,
        wanted: FaceCounts,
    ) -> Sorted<u8> {
        let faces: Vec<u8> = (0..dice).map(|_| self.die()).collect();
        let count = |is: &dyn Fn(u8) -> bool| faces.iter().filter(|face| is(**face)).count() as u8;
        let ones = if wanted == FaceCounts::OnesAndSixes { count(&|face| face == 1) } else { 0 };
        let sorted = Sorted {
            ones,
            plain: count(&|face| face >= needed && face < 6),
            sixes: count(&|face| face == 6),
        };
        if dice > 0 {
            self.keep(|| TraceEntry::Rolled { label, faces, needed: Some(needed) });
        }
        sorted
    }

    fn look_up(&mut self, table: &[u8], columns: u8, row: u8, column: u8) -> u8 {
        entry(table, columns, row, column).unwrap_or_else(|| {
            self.ledger.mark_incomplete();
            0
        })
    }

    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [u8; I],
    ) -> [u8; O] {
        part.run(self, given)
    }

    fn describe(&mut self, label: &'static Label, value: u8) {
        self.keep(|| TraceEntry::Value { label, value });
    }

    fn record(&mut self, slot: usize, value: u8) {
        self.ledger.add(slot, value, 1);
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.ledger.add_pair(first, second, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    const DICE: Label = Label::new("attack dice", "A2.2");

    #[test]
    fn every_die_of_a_sorted_pool_is_kept_with_what_came_of_it() {
        for seed in 0..20 {
            let mut table = ScalarDice::logging(Xoshiro256PlusPlus::seed_from_u64(seed), &[]);
            let none = table.sorted(&DICE, 0, 4, FaceCounts::OnesAndSixes);
            let sorted = table.sorted(&DICE, 7, 4, FaceCounts::OnesAndSixes);
            assert_eq!([none.ones, none.plain, none.sixes], [0; 3]);
            let [TraceEntry::Rolled { faces, needed: Some(4), .. }] = &table.into_log()[..] else {
                panic!("no dice are no roll, and seven are one");
            };
            let count = |from: u8, to: u8| {
                faces.iter().filter(|face| (from..=to).contains(face)).count() as u8
            };
            assert_eq!(faces.len(), 7);
            let expected = [count(1, 1), count(4, 5), count(6, 6)];
            assert_eq!([sorted.ones, sorted.plain, sorted.sixes], expected);
        }
    }
}
