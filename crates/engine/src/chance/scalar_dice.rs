//! Single dice for one resolution at a time.

use rand::{Rng, RngExt};

use super::cache::DiceRoll;
use super::memo::{Part, pack};
use super::scalar::RollSource;
use super::{Coin, FaceCounts, Label, Ledger, Scalar, Slot};

/// A kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Die {
    /// A D6: 1 to 6 (A0.1).
    D6,
    /// A D3: a D6 halved, rounded up (A0.1).
    D3,
    /// A die of eight faces: 1 to 8.
    D8,
}

impl Die {
    /// Returns the number of faces.
    pub const fn faces(self) -> u8 {
        match self {
            Self::D6 => 6,
            Self::D3 => 3,
            Self::D8 => 8,
        }
    }
}

/// A source of single dice: a generator, or the dice of a record.
pub trait DiceSource {
    /// Rolls one die into each element of `faces`.
    fn roll(&mut self, label: &'static Label, die: Die, faces: &mut [u8]);

    /// Returns 64 random bits, or `None` if the source has only dice.
    fn bits(&mut self) -> Option<u64> {
        None
    }
}

/// Rolls the dice of any generator.
impl<R: Rng> DiceSource for R {
    fn roll(&mut self, _: &'static Label, die: Die, faces: &mut [u8]) {
        for face in faces {
            *face = match die {
                Die::D6 => self.random_range(1..=6),
                Die::D3 => self.random_range(1..=6_u8).div_ceil(2),
                Die::D8 => self.random_range(0..8) + 1,
            };
        }
    }

    fn bits(&mut self) -> Option<u64> {
        Some(self.next_u64())
    }
}

/// An entry in the trace of a resolution.
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

/// Largest number of dice in a roll: as many as a count can be.
const MOST_DICE: usize = u8::MAX as usize;

/// The single dice of a source, with a ledger of results and an optional trace.
#[expect(missing_debug_implementations, reason = "a source may be anything")]
pub struct ScalarDice<'a, S: ?Sized> {
    source: &'a mut S,
    trace: Option<Vec<TraceEntry>>,
    ledger: Ledger<u64>,
    /// Room for the faces of a roll, used again and again.
    faces: [u8; MOST_DICE],
}

impl<'a, S: DiceSource + ?Sized> ScalarDice<'a, S> {
    /// Creates an engine without a trace.
    pub fn new(source: &'a mut S, slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        Self { source, trace: None, ledger: Ledger::new(slots, joint), faces: [0; MOST_DICE] }
    }

    /// Creates an engine that traces every die.
    pub fn tracing(source: &'a mut S, slots: &[Slot]) -> Self {
        Self { trace: Some(Vec::new()), ..Self::new(source, slots, None) }
    }

    /// Returns chance that rolls these dice.
    pub fn as_chance(&mut self) -> Scalar<'_> {
        Scalar::new(self, &[])
    }

    /// Returns the trace; empty if there is none.
    pub fn into_trace(self) -> Vec<TraceEntry> {
        self.trace.unwrap_or_default()
    }

    /// Returns the recorded results. The ledger is incomplete if the rule read outside of a table
    /// or tossed a coin that the source does not have.
    pub fn into_ledger(self) -> Ledger<u64> {
        self.ledger
    }

    fn trace(&mut self, entry: impl FnOnce() -> TraceEntry) {
        if let Some(trace) = &mut self.trace {
            trace.push(entry());
        }
    }

    /// Rolls dice and returns their faces, which `entry` describes in the trace.
    #[inline]
    fn faces(
        &mut self,
        label: &'static Label,
        (dice, die): (u8, Die),
        entry: impl FnOnce(Vec<u8>) -> TraceEntry,
    ) -> &[u8] {
        let (faces, _) = self.faces.split_at_mut(dice.into());
        self.source.roll(label, die, faces);
        if let Some(trace) = &mut self.trace {
            trace.push(entry(faces.to_vec()));
        }
        faces
    }

    /// Rolls dice, each of which needs `needed` to count if they are counted one by one.
    #[inline]
    fn numbers(&mut self, label: &'static Label, dice: (u8, Die), needed: Option<u8>) -> &[u8] {
        self.faces(label, dice, |faces| TraceEntry::Rolled { label, faces, needed })
    }
}

/// Returns how many of a pool's faces are of a kind: at most 255, as there are dice.
fn count(faces: &[u8], is: impl Fn(u8) -> bool) -> u8 {
    faces.iter().map(|&face| u8::from(is(face))).sum()
}

impl<S: DiceSource + ?Sized> RollSource for ScalarDice<'_, S> {
    fn roll(&mut self, label: &'static Label, roll: DiceRoll) -> u64 {
        match roll {
            DiceRoll::Die(die) => pack(self.numbers(label, (1, die), None).iter().copied()),
            DiceRoll::Pair => pack(self.numbers(label, (2, Die::D6), None).iter().copied()),
            DiceRoll::Successes(dice, needed) => {
                let faces = self.numbers(label, (dice, Die::D6), Some(needed));
                count(faces, |face| face >= needed).into()
            }
            DiceRoll::Sorted(dice, needed, wanted) => {
                let faces = self.numbers(label, (dice, Die::D6), Some(needed));
                let ones = count(faces, |face| face == 1 && wanted == FaceCounts::OnesAndSixes);
                let plain = count(faces, |face| face >= needed && face < 6);
                pack([ones, plain, count(faces, |face| face == 6)])
            }
            DiceRoll::Symbols(dice, kind) => {
                let symbol = |face: &u8| kind.symbol(face.saturating_sub(1));
                let faces = self.faces(label, (dice, Die::D8), |faces| {
                    let name = |face: &u8| kind.names.get(symbol(face)).copied();
                    let symbols = faces.iter().filter_map(name).collect();
                    TraceEntry::RolledSymbols { label, symbols }
                });
                let shown = |of| faces.iter().filter(|face| symbol(face) == of).count() as u8;
                pack((0..kind.counts.len()).map(shown))
            }
        }
    }

    fn toss(&mut self, label: &'static Label, coin: Coin) -> u64 {
        let Some(bits) = self.source.bits() else {
            self.ledger.mark_incomplete();
            return 0;
        };
        let heads = u8::from(u128::from(bits) < coin.threshold(64));
        self.trace(|| TraceEntry::Value { label, value: heads });
        heads.into()
    }

    fn part(&mut self, part: &dyn Part, given: u64) -> u64 {
        part.run(&mut self.as_chance(), given)
    }

    fn describe(&mut self, label: &'static Label, value: u8) {
        self.trace(|| TraceEntry::Value { label, value });
    }

    fn record(&mut self, slot: usize, value: u8) {
        self.ledger.add(slot, value, 1);
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.ledger.add_pair(first, second, 1);
    }

    fn mark_incomplete(&mut self) {
        self.ledger.mark_incomplete();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, Faces, MemoKey, Memoised};
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    const DICE: Label = Label::new("attack dice", "A2.2");

    #[test]
    fn trace_of_sorted_pool_has_every_die() {
        for seed in 0..20 {
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut dice = ScalarDice::tracing(&mut generator, &[]);
            let mut chance = dice.as_chance();
            let none = chance.sorted(&DICE, 0, 4, FaceCounts::OnesAndSixes);
            let sorted = chance.sorted(&DICE, 7, 4, FaceCounts::OnesAndSixes);
            assert_eq!([none.ones, none.plain, none.sixes], [0; 3]);
            let trace = dice.into_trace();
            let [TraceEntry::Rolled { faces, needed: Some(4), .. }] = &trace[..] else {
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

    /// Dice of a record, and the rolls that were requested.
    struct RecordedDice(Vec<u8>, Vec<(Die, usize)>);

    impl DiceSource for RecordedDice {
        fn roll(&mut self, _: &'static Label, die: Die, faces: &mut [u8]) {
            self.1.push((die, faces.len()));
            for face in faces {
                *face = self.0.remove(0);
            }
        }
    }

    static SUNS: Faces<2> = Faces::new([("sun", 4), ("moon", 4)]);

    #[test]
    fn recorded_dice_are_what_a_rule_sees() {
        let faces = vec![4, 2, 6, 1, 1, 3, 4, 6, 6, 1, 5, 6, 4, 5, 8];
        let mut dice = RecordedDice(faces, Vec::new());
        let mut scalar = ScalarDice::new(&mut dice, &[], None);
        let mut chance = scalar.as_chance();
        assert_eq!((chance.d6(&DICE), chance.d3(&DICE), chance.two_d6(&DICE)), (4, 2, [6, 1]));
        assert_eq!(chance.successes(&DICE, 5, 4), 3, "of 1 3 4 6 6");
        assert_eq!(chance.successes(&DICE, 0, 4), 0, "nothing is rolled");
        let sorted = chance.sorted(&DICE, 3, 4, FaceCounts::OnesAndSixes);
        assert_eq!((sorted.ones, sorted.plain, sorted.sixes), (1, 1, 1));
        assert_eq!(chance.symbols(&DICE, 3, &SUNS), [1, 2]);
        assert!(!scalar.into_ledger().is_incomplete());
        let requested =
            [(Die::D6, 1), (Die::D3, 1), (Die::D6, 2), (Die::D6, 5), (Die::D6, 3), (Die::D8, 3)];
        assert_eq!((dice.0, dice.1), (vec![], requested.to_vec()));
    }

    #[test]
    fn missing_coins_and_entries_make_the_ledger_incomplete() {
        let incomplete = |run: &dyn Fn(&mut Scalar<'_>) -> u8| {
            let mut dice = RecordedDice(Vec::new(), Vec::new());
            let mut scalar = ScalarDice::new(&mut dice, &[], None);
            assert_eq!(run(&mut scalar.as_chance()), 0);
            scalar.into_ledger().is_incomplete()
        };
        let coin = Coin::new(0.5).expect("a chance");
        assert!(incomplete(&|chance| chance.toss(&DICE, coin)));
        assert!(incomplete(&|chance| chance.look_up(&[1], 1, 1, 0)));
        assert!(!incomplete(&|chance| chance.look_up(&[0], 1, 0, 0)));
    }

    /// A die doubled.
    struct Doubled;

    impl Memoised<1, 2> for Doubled {
        fn key(&self, given: [u8; 1]) -> (MemoKey, [u8; 1]) {
            (MemoKey::OfRule(0), given)
        }

        fn run<C: Chance>(&self, chance: &mut C, [added]: [C::N; 1]) -> [C::N; 2] {
            let die = chance.d6(&DICE);
            [die + added, die + die]
        }
    }

    #[test]
    fn memoised_parts_are_rolled_each_time() {
        let mut dice = RecordedDice(vec![4, 2], Vec::new());
        let mut scalar = ScalarDice::new(&mut dice, &[], None);
        let mut chance = scalar.as_chance();
        assert_eq!(chance.memoised(&Doubled, [1]), [5, 8]);
        assert_eq!(chance.memoised(&Doubled, [1]), [3, 4]);
    }
}
