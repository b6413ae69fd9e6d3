//! Exact enumeration: every distinct path of choices, once, with its weight.
//!
//! A rule is replayed; each roll is a choice among outcomes. The first replay takes the first
//! outcome everywhere. Then the last choice with an outcome left advances, like an odometer, until
//! all are exhausted. A pool of dice is one choice (the number of successes), and so is a memoised
//! [part](Memoised), whose distribution is computed once by the same replays.

use rustc_hash::FxHashMap;

use super::cache::{self, CachedWeight, DiceRoll};
use super::memo::{Part, add_dice, pack, unpack};
use super::odds::{self, RollDistribution};
use super::scalar::RollSource;
use super::{Coin, Label, Ledger, MemoKey, Scalar, Slot, Sums, Weight};
use crate::control::tick;

/// A choice on the path being replayed.
#[derive(Clone, Debug)]
struct PathChoice<W> {
    distribution: RollDistribution<W>,
    taken: usize,
    /// The weight of the path before it.
    before: W,
}

impl<W: Weight> PathChoice<W> {
    /// Returns the outcome taken and the weight of the path with it, if there is such an outcome.
    #[inline]
    fn outcome(&self) -> Option<(u64, W)> {
        let (outcome, probability) = self.distribution.get(self.taken)?;
        Some((*outcome, self.before.times(probability)))
    }
}

/// Exact enumeration of paths, with a ledger of probabilities.
#[derive(Debug)]
pub struct Paths<W = f64> {
    path: Vec<PathChoice<W>>,
    /// The weight of the choices taken so far.
    weight: W,
    parts: FxHashMap<(u16, u64), RollDistribution<W>>,
    ledger: Ledger<W>,
    /// Room for sums and for outcomes, used again and again.
    spare: Vec<Sums<W>>,
    spare_outcomes: Vec<Vec<u64>>,
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
            weight: W::one(),
            parts: FxHashMap::default(),
            ledger,
            spare: Vec::new(),
            spare_outcomes: Vec::new(),
        }
    }

    /// Returns chance for code that reads tables and rolls nothing.
    pub fn as_chance(&mut self) -> Scalar<'_> {
        Scalar::new(self, &[])
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
        mut run: impl FnMut(&mut Scalar<'_>) -> [u8; K],
    ) -> Vec<([u8; K], W)> {
        self.words_of(weight, &mut |chance| pack(run(chance)))
            .iter()
            .map(|(outcome, weight)| (unpack(*outcome), weight.clone()))
            .collect()
    }

    /// Returns the same distribution with outcomes packed into words.
    fn words_of(
        &mut self,
        weight: W,
        run: &mut dyn FnMut(&mut Scalar<'_>) -> u64,
    ) -> RollDistribution<W> {
        self.summed(|chance, sums| {
            chance.each_path(weight, run, |outcome, weight| sums.add(outcome, weight));
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

    /// Returns the recorded results.
    pub fn into_ledger(self) -> Ledger<W> {
        self.ledger
    }

    /// Replays `run` once for each path from here, and calls `ended` with its result and the weight
    /// of the path.
    pub fn each_path<T>(
        &mut self,
        weight: W,
        mut run: impl FnMut(&mut Scalar<'_>) -> T,
        mut ended: impl FnMut(T, &W),
    ) {
        let start = self.path.len();
        let outer = std::mem::replace(&mut self.weight, weight);
        let mut known = self.spare_outcomes.pop().unwrap_or_default();
        loop {
            tick();
            let result = run(&mut Scalar::new(self, &known));
            ended(result, &self.weight);
            if !self.next_path(start, &mut known) {
                break;
            }
        }
        self.spare_outcomes.push(known);
        self.weight = outer;
    }

    /// Advances the last choice past `start` that has an outcome left, and updates the known
    /// outcomes. Returns false if there is none.
    #[inline]
    fn next_path(&mut self, start: usize, known: &mut Vec<u64>) -> bool {
        while self.path.len() > start
            && let Some(last) = self.path.last_mut()
        {
            last.taken += 1;
            let Some((outcome, weight)) = last.outcome() else {
                self.path.pop();
                continue;
            };
            self.weight = weight;
            // the outcomes before the last stay
            let last = self.path.len() - start - 1;
            known.truncate(last + 1);
            match known.get_mut(last) {
                Some(held) => *held = outcome,
                None => self.add_outcomes(start, known),
            }
            return true;
        }
        known.clear();
        false
    }

    /// Adds the outcomes of the choices past `start` that are not known yet.
    #[inline(never)]
    fn add_outcomes(&self, start: usize, known: &mut Vec<u64>) {
        let new = self.path.get(start + known.len()..).unwrap_or_default();
        known.extend(new.iter().filter_map(PathChoice::outcome).map(|(outcome, _)| outcome));
    }

    /// Takes the first outcome of a new choice at the end of this path.
    fn choose(&mut self, distribution: RollDistribution<W>) -> u64 {
        let choice = PathChoice { distribution, taken: 0, before: self.weight.clone() };
        let Some((outcome, weight)) = choice.outcome() else {
            // an empty distribution has no outcome, so the path and its weight are lost
            self.ledger.mark_incomplete();
            return 0;
        };
        self.weight = weight;
        self.path.push(choice);
        outcome
    }

    /// Returns the distribution of a part, computed at most once per key.
    fn distribution_of_part(&mut self, part: &dyn Part, given: u64) -> RollDistribution<W> {
        let (name, key) = part.key(given);
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
    fn compute_part(&mut self, part: &dyn Part, given: u64) -> RollDistribution<W> {
        let above = 8 * part.inputs().saturating_sub(1);
        if let (Some(counts), dice @ 2..) = (part.dice(), given >> above) {
            // recursion by one die: each pool size is cached and serves all larger ones
            let others = given - (dice << above);
            let [fewer, one] =
                [dice - 1, 1].map(|dice| self.distribution_of_part(part, others | dice << above));
            return self.summed(|_, sums| add_dice(&fewer, &one, counts, sums));
        }
        self.words_of(W::one(), &mut |chance| part.run(chance, given))
    }
}

impl<W: CachedWeight> RollSource for Paths<W> {
    fn roll(&mut self, _: &'static Label, roll: DiceRoll) -> u64 {
        self.choose(cache::of_dice(roll))
    }

    fn toss(&mut self, _: &'static Label, coin: Coin) -> u64 {
        self.choose(odds::coin(coin))
    }

    fn part(&mut self, part: &dyn Part, given: u64) -> u64 {
        let distribution = self.distribution_of_part(part, given);
        self.choose(distribution)
    }

    fn record(&mut self, slot: usize, value: u8) {
        self.ledger.add(slot, value, self.weight.clone());
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.ledger.add_pair(first, second, self.weight.clone());
    }

    fn mark_incomplete(&mut self) {
        self.ledger.mark_incomplete();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, Memoised, Num};

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
