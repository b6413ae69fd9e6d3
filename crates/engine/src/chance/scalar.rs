//! One resolution at a time, with every die rolled on its own.

use rand::{Rng, RngExt};

use super::{Chance, Coin, FaceCounts, Faces, Label, Ledger, Memoised, Slot, Sorted, entry};

/// A kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Chance from the single dice of a source, with a ledger and an optional trace.
///
/// The source is behind a reference to a trait, so each rule is compiled once for all sources.
#[expect(missing_debug_implementations, reason = "a source may be anything")]
pub struct ScalarDice<'a> {
    source: &'a mut dyn DiceSource,
    trace: Option<Vec<TraceEntry>>,
    ledger: Ledger<u64>,
}

/// The faces of a pool: as many as a count of dice can be.
type PoolFaces = [u8; u8::MAX as usize];

/// Faces before a roll.
const NO_FACES: PoolFaces = [0; u8::MAX as usize];

impl<'a> ScalarDice<'a> {
    /// Creates an engine without a trace.
    pub fn new(
        source: &'a mut dyn DiceSource,
        slots: &[Slot],
        joint: Option<(usize, usize)>,
    ) -> Self {
        Self { source, trace: None, ledger: Ledger::new(slots, joint) }
    }

    /// Creates an engine that traces every die.
    pub fn tracing(source: &'a mut dyn DiceSource, slots: &[Slot]) -> Self {
        Self { trace: Some(Vec::new()), ..Self::new(source, slots, None) }
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

    /// Rolls dice that are not counted one by one.
    fn dice<const K: usize>(&mut self, label: &'static Label, die: Die) -> [u8; K] {
        let mut faces = [0; K];
        self.source.roll(label, die, &mut faces);
        self.trace(|| TraceEntry::Rolled { label, faces: faces.to_vec(), needed: None });
        faces
    }

    /// Rolls `dice` independent dice, and nothing if there are none.
    fn pool<'f>(
        &mut self,
        label: &'static Label,
        die: Die,
        dice: u8,
        faces: &'f mut PoolFaces,
    ) -> &'f [u8] {
        let (faces, _) = faces.split_at_mut(dice.into());
        if !faces.is_empty() {
            self.source.roll(label, die, faces);
        }
        faces
    }

    /// Rolls independent D6 of which each needs `needed` to count.
    fn independent<'f>(
        &mut self,
        label: &'static Label,
        (dice, needed): (u8, u8),
        faces: &'f mut PoolFaces,
    ) -> &'f [u8] {
        let faces = self.pool(label, Die::D6, dice, faces);
        if dice > 0 {
            let needed = Some(needed);
            self.trace(|| TraceEntry::Rolled { label, faces: faces.to_vec(), needed });
        }
        faces
    }
}

/// Returns how many of a pool's faces are of a kind: at most 255, as there are dice.
fn count(faces: &[u8], is: impl Fn(u8) -> bool) -> u8 {
    faces.iter().map(|&face| u8::from(is(face))).sum()
}

impl Chance for ScalarDice<'_> {
    type N = u8;
    type OutOfLine = Self;

    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

    fn d6(&mut self, label: &'static Label) -> u8 {
        let [face] = self.dice(label, Die::D6);
        face
    }

    fn d3(&mut self, label: &'static Label) -> u8 {
        let [face] = self.dice(label, Die::D3);
        face
    }

    fn two_d6(&mut self, label: &'static Label) -> [u8; 2] {
        self.dice(label, Die::D6)
    }

    fn successes(&mut self, label: &'static Label, dice: u8, needed: u8) -> u8 {
        let mut faces = NO_FACES;
        count(self.independent(label, (dice, needed), &mut faces), |face| face >= needed)
    }

    fn toss(&mut self, label: &'static Label, coin: Coin) -> u8 {
        let Some(bits) = self.source.bits() else {
            self.ledger.mark_incomplete();
            return 0;
        };
        let heads = u8::from(u128::from(bits) < coin.threshold(64));
        self.trace(|| TraceEntry::Value { label, value: heads });
        heads
    }

    fn symbols<const K: usize>(
        &mut self,
        label: &'static Label,
        dice: u8,
        faces: &'static Faces<K>,
    ) -> [u8; K] {
        let (mut rolled, mut shown) = (NO_FACES, [0; K]);
        let symbols = self.pool(label, Die::D8, dice, &mut rolled);
        let symbols = symbols.iter().map(|face| faces.symbol(face.saturating_sub(1)));
        for symbol in symbols.clone() {
            if let Some(count) = shown.get_mut(symbol) {
                *count += 1;
            }
        }
        if dice > 0 {
            self.trace(|| {
                let names = symbols.filter_map(|symbol| faces.names().get(symbol).copied());
                TraceEntry::RolledSymbols { label, symbols: names.collect() }
            });
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
        let mut faces = NO_FACES;
        let faces = self.independent(label, (dice, needed), &mut faces);
        let ones = count(faces, |face| face == 1 && wanted == FaceCounts::OnesAndSixes);
        let plain = count(faces, |face| face >= needed && face < 6);
        Sorted { ones, plain, sixes: count(faces, |face| face == 6) }
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
        self.trace(|| TraceEntry::Value { label, value });
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
    use crate::chance::MemoKey;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    const DICE: Label = Label::new("attack dice", "A2.2");

    #[test]
    fn trace_of_sorted_pool_has_every_die() {
        for seed in 0..20 {
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut chance = ScalarDice::tracing(&mut generator, &[]);
            let none = chance.sorted(&DICE, 0, 4, FaceCounts::OnesAndSixes);
            let sorted = chance.sorted(&DICE, 7, 4, FaceCounts::OnesAndSixes);
            assert_eq!([none.ones, none.plain, none.sixes], [0; 3]);
            let trace = chance.into_trace();
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
        let mut chance = ScalarDice::new(&mut dice, &[], None);
        assert_eq!((chance.d6(&DICE), chance.d3(&DICE), chance.two_d6(&DICE)), (4, 2, [6, 1]));
        assert_eq!(chance.successes(&DICE, 5, 4), 3, "of 1 3 4 6 6");
        assert_eq!(chance.successes(&DICE, 0, 4), 0, "nothing is rolled");
        let sorted = chance.sorted(&DICE, 3, 4, FaceCounts::OnesAndSixes);
        assert_eq!((sorted.ones, sorted.plain, sorted.sixes), (1, 1, 1));
        assert_eq!(chance.symbols(&DICE, 3, &SUNS), [1, 2]);
        assert!(!chance.into_ledger().is_incomplete());
        let requested =
            [(Die::D6, 1), (Die::D3, 1), (Die::D6, 2), (Die::D6, 5), (Die::D6, 3), (Die::D8, 3)];
        assert_eq!((dice.0, dice.1), (vec![], requested.to_vec()));
    }

    #[test]
    fn missing_coins_and_entries_make_the_ledger_incomplete() {
        let incomplete = |run: &dyn Fn(&mut ScalarDice<'_>) -> u8| {
            let mut dice = RecordedDice(Vec::new(), Vec::new());
            let mut chance = ScalarDice::new(&mut dice, &[], None);
            assert_eq!(run(&mut chance), 0);
            chance.into_ledger().is_incomplete()
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
        let mut chance = ScalarDice::new(&mut dice, &[], None);
        assert_eq!(chance.memoised(&Doubled, [1]), [5, 8]);
        assert_eq!(chance.memoised(&Doubled, [1]), [3, 4]);
    }
}
