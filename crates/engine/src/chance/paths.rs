//! Exact enumeration: every distinct path of choices, once, with its weight.
//!
//! A rule is replayed; each roll is a choice among outcomes. The first replay takes the first
//! outcome everywhere. Then the last choice with an outcome left advances, like an odometer, until
//! all are exhausted. A pool of dice is one choice (the number of successes), and so is a memoised
//! [part](Memoised), whose distribution is computed once by the same replays.

use rustc_hash::FxHashMap;

use super::cache::{self, CachedWeight, DiceRoll};
use super::memo::add_dice;
use super::odds::{self, RollDistribution};
use super::{
    Chance, Coin, FaceCounts, Faces, Label, Ledger, MemoKey, Memoised, Slot, Sorted, Sums, Weight,
    entry,
};
use crate::control::tick;

/// A choice on the path being replayed.
#[derive(Clone, Debug)]
struct PathChoice<W> {
    distribution: RollDistribution<W>,
    taken: usize,
    /// The outcome taken.
    outcome: u64,
    /// The weight of the path before it, and with it.
    before: W,
    with: W,
}

impl<W: Weight> PathChoice<W> {
    /// The first outcome of a distribution on a path of this weight; none of an empty one.
    fn first(distribution: RollDistribution<W>, before: W) -> Option<Self> {
        let (outcome, probability) = distribution.first()?;
        let (outcome, with) = (*outcome, before.times(probability));
        Some(Self { distribution, taken: 0, outcome, before, with })
    }

    /// Takes the next outcome; whether there was one.
    fn move_on(&mut self) -> bool {
        let Some((outcome, probability)) = self.distribution.get(self.taken + 1) else {
            return false;
        };
        (self.taken, self.outcome, self.with) =
            (self.taken + 1, *outcome, self.before.times(probability));
        true
    }
}

/// Exact enumeration of paths, with a ledger of probabilities.
#[derive(Debug)]
pub struct Paths<W = f64> {
    path: Vec<PathChoice<W>>,
    replayed: usize,
    weight: W,
    parts: FxHashMap<(u16, u64), RollDistribution<W>>,
    ledger: Ledger<W>,
    /// Room for sums, used again and again.
    spare: Vec<Sums<W>>,
}

/// Counts packed into a word, one a byte: at most eight. The first is the highest, so that words
/// are in the order of counts.
fn pack<const K: usize>(counts: [u8; K]) -> u64 {
    counts.iter().fold(0, |word, &count| word << 8 | u64::from(count))
}

/// The counts of a word.
fn unpack<const K: usize>(word: u64) -> [u8; K] {
    std::array::from_fn(|i| (word >> (8 * (K - 1 - i))) as u8)
}

impl Paths {
    /// Creates an engine for a rule with these slots, with probabilities as numbers.
    pub fn new(slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        Self::weighted(slots, joint)
    }
}

impl<W: CachedWeight> Paths<W> {
    /// Creates an engine for a rule with these slots.
    pub fn weighted(slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        let ledger = Ledger::new(slots, joint);
        Self {
            path: Vec::new(),
            replayed: 0,
            weight: W::one(),
            parts: FxHashMap::default(),
            ledger,
            spare: Vec::new(),
        }
    }

    /// Returns the distribution of the result of `run` over all paths from here, in ascending
    /// order. `weight` is the total weight of the paths: 1, or the probability of the initial
    /// state.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::chance::{Chance, Label, Paths};
    ///
    /// static ROLL: Label = Label::new("roll", "A0.1");
    /// let sums = Paths::new(&[], None).distribution_of(1.0, |chance| {
    ///     let [first, second] = chance.two_d6(&ROLL);
    ///     [first + second]
    /// });
    /// let seven = sums.iter().find(|([sum], _)| *sum == 7).map_or(0.0, |(_, p)| *p);
    /// assert!((seven - 1.0 / 6.0).abs() < 1e-12);
    /// ```
    pub fn distribution_of<const K: usize>(
        &mut self,
        weight: W,
        mut run: impl FnMut(&mut Self) -> [u8; K],
    ) -> Vec<([u8; K], W)> {
        self.words_of(weight, |chance| pack(run(chance)))
            .iter()
            .map(|(outcome, weight)| (unpack(*outcome), weight.clone()))
            .collect()
    }

    /// Returns the same distribution with outcomes packed into words.
    fn words_of(
        &mut self,
        weight: W,
        mut run: impl FnMut(&mut Self) -> u64,
    ) -> RollDistribution<W> {
        self.summed(|chance, sums| {
            chance.each_path(weight, |chance| {
                let outcome = run(chance);
                sums.add(outcome, &chance.weight);
            });
        })
    }

    /// Returns the distribution of the sums added by `sum`.
    #[inline]
    fn summed(&mut self, sum: impl FnOnce(&mut Self, &mut Sums<W>)) -> RollDistribution<W> {
        let mut sums = self.spare.pop().unwrap_or_default();
        sum(self, &mut sums);
        let distribution = sums.distribution().into();
        sums.clear();
        self.spare.push(sums);
        distribution
    }

    /// Returns the weight of the current path so far.
    pub const fn weight(&self) -> &W {
        &self.weight
    }

    /// Returns the recorded results.
    pub fn into_ledger(self) -> Ledger<W> {
        self.ledger
    }

    /// Replays `run` once for each path from here.
    pub fn each_path(&mut self, weight: W, mut run: impl FnMut(&mut Self)) {
        let start = self.path.len();
        let resumed = (self.replayed, self.weight.clone());
        loop {
            tick();
            (self.replayed, self.weight) = (start, weight.clone());
            run(self);
            if !self.next_path(start) {
                break;
            }
        }
        (self.replayed, self.weight) = resumed;
    }

    /// Advances the last choice that has an outcome left. Returns false if no choice past `start`
    /// has one.
    fn next_path(&mut self, start: usize) -> bool {
        while self.path.len() > start {
            if self.path.last_mut().is_some_and(PathChoice::move_on) {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Returns the outcome of the next choice on this path; `distribution` is called if the choice
    /// is new.
    #[inline]
    fn choose(&mut self, distribution: impl FnOnce(&mut Self) -> RollDistribution<W>) -> u64 {
        let Some(choice) = self.path.get(self.replayed) else {
            let distribution = distribution(self);
            return self.go_on(distribution);
        };
        self.replayed += 1;
        self.weight = choice.with.clone();
        choice.outcome
    }

    /// Takes the first outcome of a new choice at the end of this path.
    #[inline(never)]
    fn go_on(&mut self, distribution: RollDistribution<W>) -> u64 {
        let Some(choice) = PathChoice::first(distribution, self.weight.clone()) else {
            // an empty distribution has no outcome, so the path and its weight are lost
            self.ledger.mark_incomplete();
            return 0;
        };
        self.replayed += 1;
        self.weight = choice.with.clone();
        let outcome = choice.outcome;
        self.path.push(choice);
        outcome
    }

    /// Returns the distribution of a part, computed at most once per key.
    #[inline(never)]
    fn distribution_of_part<const I: usize, const O: usize, P: Memoised<I, O>>(
        &mut self,
        part: &P,
        given: [u8; I],
    ) -> RollDistribution<W> {
        let (name, alike) = part.key(given);
        let key = pack(alike);
        match name {
            MemoKey::Shared(name) => cache::of_part(name, key, || self.compute_part(part, given)),
            MemoKey::Detailed(name) => {
                cache::of_detailed(name, key, || self.compute_part(part, given))
            }
            MemoKey::Uncached => self.compute_part(part, given),
            MemoKey::OfRule(name) => {
                let key = (name, key);
                if let Some(known) = self.parts.get(&key) {
                    return known.clone();
                }
                let distribution = self.compute_part(part, given);
                self.parts.insert(key, distribution.clone());
                distribution
            }
        }
    }

    /// Computes the distribution of a part. Independent dice are added one by one.
    #[inline]
    fn compute_part<const I: usize, const O: usize, P: Memoised<I, O>>(
        &mut self,
        part: &P,
        given: [u8; I],
    ) -> RollDistribution<W> {
        if let (Some(counts), Some(&dice @ 2..)) = (P::DICE, given.first()) {
            // recursion by one die: each pool size is cached and serves all larger ones
            let [fewer, one] =
                [dice - 1, 1].map(|dice| self.distribution_of_part(part, with_first(given, dice)));
            return self.summed(|_, sums| add_dice(&fewer, &one, counts, sums));
        }
        self.words_of(W::one(), |chance| pack(part.run(chance, given)))
    }
}

/// Replaces the first input.
fn with_first<const I: usize>(mut given: [u8; I], first: u8) -> [u8; I] {
    given.iter_mut().take(1).for_each(|held| *held = first);
    given
}

impl<W: CachedWeight> Chance for Paths<W> {
    type N = u8;
    type OutOfLine = Self;

    #[inline]
    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self) -> T) -> T {
        call(self)
    }

    #[inline]
    fn d6(&mut self, _: &'static Label) -> u8 {
        self.choose(|_| cache::of_dice(DiceRoll::Die(6))) as u8
    }

    #[inline]
    fn d3(&mut self, _: &'static Label) -> u8 {
        self.choose(|_| cache::of_dice(DiceRoll::Die(3))) as u8
    }

    #[inline]
    fn two_d6(&mut self, _: &'static Label) -> [u8; 2] {
        unpack(self.choose(|_| cache::of_dice(DiceRoll::Pair)))
    }

    #[inline]
    fn successes(&mut self, _: &'static Label, dice: u8, needed: u8) -> u8 {
        if dice == 0 {
            return 0;
        }
        self.choose(|_| cache::of_dice(DiceRoll::Successes(dice, needed))) as u8
    }

    fn toss(&mut self, _: &'static Label, coin: Coin) -> u8 {
        self.choose(|_| odds::coin(coin)) as u8
    }

    fn symbols<const K: usize>(
        &mut self,
        _: &'static Label,
        dice: u8,
        faces: &'static Faces<K>,
    ) -> [u8; K] {
        if dice == 0 {
            return [0; K];
        }
        unpack(self.choose(|_| {
            cache::of_dice(DiceRoll::Symbols(dice, pack(*faces.counts()).to_be_bytes()))
        }))
    }

    #[inline]
    fn sorted(
        &mut self,
        _: &'static Label,
        dice: u8,
        needed: u8,
        wanted: FaceCounts,
    ) -> Sorted<u8> {
        if dice == 0 {
            return Sorted::default();
        }
        let [ones, plain, sixes] = unpack(self.choose(|_| {
            cache::of_dice(DiceRoll::Sorted(dice, needed, wanted == FaceCounts::OnesAndSixes))
        }));
        Sorted { ones, plain, sixes }
    }

    #[inline]
    fn look_up(&mut self, table: &[u8], columns: u8, row: u8, column: u8) -> u8 {
        entry(table, columns, row, column).unwrap_or_else(|| {
            self.ledger.mark_incomplete();
            0
        })
    }

    #[inline]
    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [u8; I],
    ) -> [u8; O] {
        unpack(self.choose(|chance| chance.distribution_of_part(part, given)))
    }

    #[inline]
    fn describe(&mut self, _: &'static Label, _: u8) {}

    #[inline]
    fn record(&mut self, slot: usize, value: u8) {
        self.ledger.add(slot, value, self.weight.clone());
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.ledger.add_pair(first, second, self.weight.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Num;

    const DIE: Label = Label::new("a die", "A0.1");

    #[test]
    fn paths_go_through_every_roll() {
        let distribution = Paths::new(&[], None)
            .distribution_of(1.0, |chance| [chance.d6(&DIE) + chance.d6(&DIE)]);
        assert_eq!(distribution.len(), 11);
        for ([total], weight) in distribution {
            let ways = 6 - i32::from(total).abs_diff(7);
            assert!((weight - f64::from(ways) / 36.0).abs() < 1e-15, "total {total}");
        }
    }

    /// A die times what is given, and how many of that many dice show 4 or more.
    struct Both;
    impl Memoised<1, 2> for Both {
        fn key(&self, given: [u8; 1]) -> (MemoKey, [u8; 1]) {
            (MemoKey::OfRule(3), given)
        }
        fn run<C: Chance>(&self, chance: &mut C, [given]: [C::N; 1]) -> [C::N; 2] {
            [chance.d6(&DIE), chance.successes(&DIE, given, C::N::of(4))]
        }
    }

    #[test]
    fn a_part_weighs_as_its_paths() {
        let whole = Paths::new(&[], None).distribution_of(1.0, |chance| {
            let [die, hits] = Both.run(chance, [3]);
            [die * 10 + hits, chance.d6(&DIE)]
        });
        let parted = Paths::new(&[], None).distribution_of(1.0, |chance| {
            let [die, hits] = chance.memoised(&Both, [3]);
            [die * 10 + hits, chance.d6(&DIE)]
        });
        assert_eq!(whole.len(), 24 * 6);
        assert!(whole.iter().zip(&parted).all(|(x, y)| x.0 == y.0 && (x.1 - y.1).abs() < 1e-15));
    }
}
