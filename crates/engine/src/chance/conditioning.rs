//! Conditioning: some counts are sampled, and everything that depends on them is computed exactly.
//!
//! Once the hits of an attack are known, the mean of what follows is known exactly. By the law of
//! total variance, a mean over sampled hits varies less than one over sampled resolutions, by what
//! the later dice add. Two sources of dice share the work:
//! [`OutOfLineDice::until_settled`](super::OutOfLineDice::until_settled) rolls until the conditions
//! are settled, and [`ConditionalPaths`] enumerates every path once with a distribution for each
//! condition. The rule runs unchanged over both.

use std::collections::BTreeMap;

use super::{
    Bytes, Chance, Coin, FaceCounts, Faces, LANES, Label, Ledger, Memoised, Paths, Rule, Slot,
    Sorted,
};

/// Largest number of counts a rule conditions on.
pub const MAX_CONDITIONS: usize = 2;

/// A rule that conditions on counts: in every resolution it reports each with
/// [`Chance::condition_on`], once and outside of conditional code and memoised parts.
pub trait ConditionalRule: Rule {
    /// Description of the conditions, e.g. `the hits`.
    const CONDITION: &'static str;

    /// Returns the largest value of each condition; 1 to [`MAX_CONDITIONS`] of them.
    fn max_conditions(&self) -> Vec<u8>;

    /// Returns the step after which no die changes the conditions: later dice need not be rolled.
    /// `None` if there is no such step.
    fn settled_by(&self) -> Option<&'static Label>;
}

/// A numbering of all values of the conditions, in a mixed radix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionIndex {
    sizes: Vec<usize>,
}

impl ConditionIndex {
    /// Creates the numbering of a rule.
    pub fn of<R: ConditionalRule>(rule: &R) -> Self {
        Self {
            sizes: rule
                .max_conditions()
                .iter()
                .take(MAX_CONDITIONS)
                .map(|&most| usize::from(most) + 1)
                .collect(),
        }
    }

    /// Returns the number of values.
    pub fn count(&self) -> usize {
        self.sizes.iter().product()
    }

    /// Returns the number of a value.
    #[inline(always)]
    pub fn number(&self, given: [u8; MAX_CONDITIONS]) -> usize {
        self.sizes
            .iter()
            .zip(given)
            .fold(0, |number, (size, value)| number * size + usize::from(value))
    }
}

/// The conditions reported so far, and whether they are settled. Dice rolled after that do not
/// matter and show 1.
#[derive(Clone, Debug)]
pub(super) struct Conditioning {
    settled_by: Option<&'static Label>,
    is_settled: bool,
    given: [Bytes; MAX_CONDITIONS],
}

impl Conditioning {
    /// For a rule, at the beginning of a batch.
    pub(super) fn new<R: ConditionalRule>(rule: &R) -> Self {
        let given = [Bytes::from_array([0; LANES]); MAX_CONDITIONS];
        Self { settled_by: rule.settled_by(), is_settled: false, given }
    }

    /// Begins a batch of 64 resolutions.
    pub(super) const fn begin(&mut self) {
        self.is_settled = false;
    }

    /// Whether no die changes what is given any more.
    #[inline(always)]
    pub(super) const fn is_settled(&self) -> bool {
        self.is_settled
    }

    /// Counts what the first `counting` resolutions of the batch have given.
    pub(super) fn count(&self, cells: &ConditionIndex, counting: usize, counts: &mut [u64]) {
        let [first, second] = self.given.each_ref().map(Bytes::as_array);
        for (&one, &other) in first.iter().zip(second).take(counting) {
            if let Some(count) = counts.get_mut(cells.number([one, other])) {
                *count += 1;
            }
        }
    }

    /// A step has come to something.
    #[inline(never)]
    pub(super) fn on_step(&mut self, step: &'static Label) {
        // a label may have more than one address: what it says is what it is
        self.is_settled |=
            self.settled_by.is_some_and(|settles| std::ptr::eq(settles, step) || *settles == *step);
    }

    /// What 64 resolutions have given in a place.
    #[inline(always)]
    pub(super) fn condition_on(&mut self, place: usize, value: Bytes) {
        if let Some(held) = self.given.get_mut(place) {
            *held = value;
        }
    }
}

/// Enumerates paths one after the other, with a ledger for each value of the conditions.
#[derive(Debug)]
pub struct ConditionalPaths {
    cells: ConditionIndex,
    slots: Vec<Slot>,
    joint: Option<(usize, usize)>,
    ledgers: BTreeMap<usize, Ledger<f64>>,
}

impl ConditionalPaths {
    /// Creates empty ledgers for a rule.
    pub fn new<R: ConditionalRule>(rule: &R) -> Self {
        Self {
            cells: ConditionIndex::of(rule),
            slots: rule.slots(),
            joint: rule.joint(),
            ledgers: BTreeMap::new(),
        }
    }

    /// Runs `run` over every path.
    pub fn each_path(&mut self, mut run: impl FnMut(&mut OnePath<'_>)) {
        Paths::new(&[], None).each_path(1.0, |chance| {
            let mut path = OnePath {
                chance,
                given: [0; MAX_CONDITIONS],
                recorded: Vec::new(),
                pairs: Vec::new(),
            };
            run(&mut path);
            self.add(&path);
        });
    }

    /// Counts a path where it belongs.
    fn add(&mut self, path: &OnePath<'_>) {
        let empty = || Ledger::new(&self.slots, self.joint);
        let ledger = self.ledgers.entry(self.cells.number(path.given)).or_insert_with(empty);
        let weight = *path.chance.weight();
        path.recorded.iter().for_each(|&(slot, value)| ledger.add(slot, value, weight));
        path.pairs.iter().for_each(|&(first, second)| ledger.add_pair(first, second, weight));
    }

    /// Returns the ledgers by the number of the conditions. Their weights are those of the paths
    /// and sum to the probability of the conditions.
    pub fn into_ledgers(self) -> BTreeMap<usize, Ledger<f64>> {
        self.ledgers
    }
}

/// A path being replayed, with the choices of [`Paths`]; it keeps what is reported and recorded.
#[derive(Debug)]
pub struct OnePath<'a> {
    chance: &'a mut Paths,
    given: [u8; MAX_CONDITIONS],
    recorded: Vec<(usize, u8)>,
    pairs: Vec<(u8, u8)>,
}

impl Chance for OnePath<'_> {
    type N = u8;
    type OutOfLine = Self;

    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

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

    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [u8; I],
    ) -> [u8; O] {
        self.chance.memoised(part, given)
    }

    fn describe(&mut self, _: &'static Label, _: u8) {}

    fn record(&mut self, slot: usize, value: u8) {
        self.recorded.push((slot, value));
    }

    fn condition_on(&mut self, place: usize, value: u8) {
        if let Some(held) = self.given.get_mut(place) {
            *held = value;
        }
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.pairs.push((first, second));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{DiceStream, Lanes, Num, OutOfLineDice, QuantityName, State};

    const COINS: Label = Label::new("a die", "");
    const HEADS: Label = Label::new("heads", "");
    const MORE: Label = Label::new("dice by heads", "");

    /// A die is rolled, and as many dice as it shows; 4 or more succeed.
    struct Throw;

    impl Rule for Throw {
        fn slots(&self) -> Vec<Slot> {
            vec![Slot::quantity(QuantityName::new("sum"), "successes", "", 6)]
        }
        #[inline(always)]
        fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
            let die = chance.d6(&COINS);
            chance.describe(&HEADS, die);
            let sum = chance.successes(&MORE, die, C::N::of(4));
            chance.condition_on(0, die);
            chance.record(0, sum);
        }
    }

    impl ConditionalRule for Throw {
        const CONDITION: &'static str = "the die";
        fn max_conditions(&self) -> Vec<u8> {
            vec![6]
        }
        fn settled_by(&self) -> Option<&'static Label> {
            Some(&HEADS)
        }
    }

    #[test]
    fn each_of_what_is_given_has_its_distribution() {
        let mut paths = ConditionalPaths::new(&Throw);
        paths.each_path(|chance| {
            Throw.step(chance, 0, &mut [0; 8]);
        });
        let ledgers = paths.into_ledgers();
        assert_eq!(ledgers.keys().copied().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        for (die, ledger) in ledgers {
            // binomial with 1/2: the weights are 1/6 · C(die, k) / 2^die
            let ways = (0..=6u32).map(|k| {
                (0..k).fold(1.0, |ways, i| ways * (die as f64 - f64::from(i)) / f64::from(i + 1))
            });
            let expected: Vec<f64> = ways.map(|ways| ways / 6.0 / 2f64.powi(die as i32)).collect();
            assert!(
                ledger.slots()[0].iter().zip(&expected).all(|(p, q)| (p - q).abs() < 1e-15),
                "{die}: {expected:?}"
            );
        }
    }

    #[test]
    fn dice_roll_until_what_is_given_is_settled() {
        let mut chance = Lanes::of(OutOfLineDice::until_settled(&Throw, 5), &Throw.slots(), None);
        let cells = ConditionIndex::of(&Throw);
        let mut counts = vec![0; cells.count()];
        let (batches, mut alone) = (500, DiceStream::new(5));
        let mut expected = vec![0; cells.count()];
        for _ in 0..batches {
            chance.dice().begin(5, 0);
            Throw.step(&mut chance, 0, &mut State::<Bytes>::default());
            chance.end();
            chance.dice().count_conditions(&cells, 64, &mut counts);
            alone.d6().as_array().iter().for_each(|&die| expected[usize::from(die)] += 1);
        }
        // no die but the given ones was taken from the stream: those are the dice of the stream
        // alone, batch after batch
        assert_eq!(counts, expected);
        assert_eq!(chance.into_ledger().slots()[0][0], 64 * batches);
    }

    #[test]
    fn numbers_tell_all_that_is_given_apart() {
        let cells = ConditionIndex { sizes: vec![3, 5] };
        let mut all: Vec<usize> = (0..3)
            .flat_map(|one| (0..5).map(move |other| [one, other]))
            .map(|given| cells.number(given))
            .collect();
        all.sort_unstable();
        assert_eq!(all, (0..cells.count()).collect::<Vec<_>>());
    }
}
