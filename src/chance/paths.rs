//! Every distinct path of choices, once, with its weight: the exact law.
//!
//! A rule is replayed; each roll it asks for is a choice among outcomes. The first replay takes the first outcome
//! everywhere; then the last choice moves on by one, as an odometer does, until all have been through. A pool of dice is
//! one choice (how many succeed), and so is a [part](Part): its law is worked out by the same replays the first
//! time and kept.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::odds::{self, Weighted};
use super::{Chance, Coin, Faces, Label, Ledger, Part, Slot, Sorted, Wanted, entry};

/// A choice on the path being replayed.
#[derive(Clone, Debug)]
struct Choice {
    law: Rc<[Weighted]>,
    taken: usize,
    /// The weight of the path before it.
    before: f64,
}

/// Luck that goes through every path, with a ledger of probabilities.
#[derive(Debug)]
pub struct Paths {
    path: Vec<Choice>,
    replayed: usize,
    weight: f64,
    d6: Rc<[Weighted]>,
    d3: Rc<[Weighted]>,
    pair: Rc<[Weighted]>,
    pools: FxHashMap<(u8, u8), Rc<[Weighted]>>,
    symbols: FxHashMap<(u8, u64), Rc<[Weighted]>>,
    sorted: FxHashMap<(u8, u8, bool), Rc<[Weighted]>>,
    parts: FxHashMap<(u16, u64), Rc<[Weighted]>>,
    ledger: Ledger<f64>,
}

/// Counts packed into a word, one a byte: at most eight.
fn pack<const K: usize>(counts: [u8; K]) -> u64 {
    counts.iter().rev().fold(0, |word, &count| word << 8 | u64::from(count))
}

/// The counts of a word.
fn unpack<const K: usize>(word: u64) -> [u8; K] {
    std::array::from_fn(|i| (word >> (8 * i)) as u8)
}

impl Paths {
    /// Luck for a rule with these slots.
    pub fn new(slots: &[Slot], joint: Option<(usize, usize)>) -> Self {
        Self {
            path: Vec::new(),
            replayed: 0,
            weight: 1.0,
            d6: odds::die(6).into(),
            d3: odds::die(3).into(),
            pair: odds::pair().into(),
            pools: FxHashMap::default(),
            symbols: FxHashMap::default(),
            sorted: FxHashMap::default(),
            parts: FxHashMap::default(),
            ledger: Ledger::new(slots, joint),
        }
    }

    /// The law of what `run` returns, over all paths from here, sorted by outcome. `weight` is what the paths weigh
    /// together: 1, or the probability of the state they start from.
    pub fn law_of<const K: usize>(&mut self, weight: f64, mut run: impl FnMut(&mut Self) -> [u8; K]) -> Vec<([u8; K], f64)> {
        let mut law: FxHashMap<u64, f64> = FxHashMap::default();
        self.each_path(weight, |luck| {
            let outcome = pack(run(luck));
            *law.entry(outcome).or_default() += luck.weight;
        });
        let mut law: Vec<_> = law.into_iter().collect();
        law.sort_unstable_by_key(|&(outcome, _)| outcome);
        law.into_iter().map(|(outcome, weight)| (unpack(outcome), weight)).collect()
    }

    /// What the path being replayed weighs so far.
    pub const fn weight(&self) -> f64 {
        self.weight
    }

    /// What was recorded.
    pub fn into_ledger(self) -> Ledger<f64> {
        self.ledger
    }

    /// Replays `run` once for each path from here.
    pub fn each_path(&mut self, weight: f64, mut run: impl FnMut(&mut Self)) {
        let start = self.path.len();
        let resumed = (self.replayed, self.weight);
        loop {
            (self.replayed, self.weight) = (start, weight);
            run(self);
            if !self.next_path(start) {
                break;
            }
        }
        (self.replayed, self.weight) = resumed;
    }

    /// Moves the last choice on that has an outcome left; none past `start` means that all paths have been through.
    fn next_path(&mut self, start: usize) -> bool {
        while self.path.len() > start {
            if let Some(last) = self.path.last_mut()
                && last.taken + 1 < last.law.len()
            {
                last.taken += 1;
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// The outcome of the next choice on this path; `law` gives its law where the path is new.
    fn choose(&mut self, law: impl FnOnce(&mut Self) -> Rc<[Weighted]>) -> u64 {
        if self.replayed == self.path.len() {
            let law = law(self);
            self.path.push(Choice { law, taken: 0, before: self.weight });
        }
        let choice = self.path.get(self.replayed).map(|choice| (choice.law.get(choice.taken), choice.before));
        self.replayed += 1;
        let Some((Some(&(outcome, probability)), before)) = choice else { return 0 };
        self.weight = before * probability;
        outcome
    }
}

impl Chance for Paths {
    type N = u8;

    fn d6(&mut self, _: &'static Label) -> u8 {
        self.choose(|luck| luck.d6.clone()) as u8
    }

    fn d3(&mut self, _: &'static Label) -> u8 {
        self.choose(|luck| luck.d3.clone()) as u8
    }

    fn two_d6(&mut self, _: &'static Label) -> [u8; 2] {
        unpack(self.choose(|luck| luck.pair.clone()))
    }

    fn successes(&mut self, _: &'static Label, dice: u8, needed: u8) -> u8 {
        if dice == 0 {
            return 0;
        }
        let pool = |luck: &mut Self| luck.pools.entry((dice, needed)).or_insert_with(|| odds::successes(dice, needed).into()).clone();
        self.choose(pool) as u8
    }

    fn toss(&mut self, _: &'static Label, coin: Coin) -> u8 {
        self.choose(|_| odds::coin(coin.heads()).into()) as u8
    }

    fn symbols<const K: usize>(&mut self, _: &'static Label, dice: u8, faces: &'static Faces<K>) -> [u8; K] {
        if dice == 0 {
            return [0; K];
        }
        unpack(self.choose(|luck| {
            let key = (dice, pack(*faces.counts()));
            luck.symbols.entry(key).or_insert_with(|| odds::symbols(dice, faces.counts()).into()).clone()
        }))
    }

    fn sorted(&mut self, _: &'static Label, dice: u8, needed: u8, wanted: Wanted) -> Sorted<u8> {
        if dice == 0 {
            return Sorted::default();
        }
        let key = (dice, needed, wanted == Wanted::OnesAndSixes);
        let [ones, plain, sixes] =
            unpack(self.choose(|luck| luck.sorted.entry(key).or_insert_with(|| odds::sorted(dice, needed, wanted).into()).clone()));
        Sorted { ones, plain, sixes }
    }

    fn look_up(&mut self, table: &[u8], columns: u8, row: u8, column: u8) -> u8 {
        entry(table, columns, row, column)
    }

    fn part<const I: usize, const O: usize>(&mut self, part: &impl Part<I, O>, given: [u8; I]) -> [u8; O] {
        let word = self.choose(|luck| {
            let key = (part.name(), pack(given));
            if let Some(known) = luck.parts.get(&key) {
                return known.clone();
            }
            let law = luck.law_of(1.0, |luck| part.run(luck, given));
            let law: Rc<[Weighted]> = law.into_iter().map(|(outcome, weight)| (pack(outcome), weight)).collect();
            luck.parts.insert(key, law.clone());
            law
        });
        unpack(word)
    }

    fn tell(&mut self, _: &'static Label, _: u8) {}

    fn record(&mut self, slot: usize, value: u8) {
        self.ledger.add(slot, value, self.weight);
    }

    fn record_joint(&mut self, first: u8, second: u8) {
        self.ledger.add_pair(first, second, self.weight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Num;

    const DIE: Label = Label::new("a die", "A0.1");

    #[test]
    fn paths_go_through_every_roll() {
        let law = Paths::new(&[], None).law_of(1.0, |luck| [luck.d6(&DIE) + luck.d6(&DIE)]);
        assert_eq!(law.len(), 11);
        for ([total], weight) in law {
            let ways = 6 - i32::from(total).abs_diff(7);
            assert!((weight - f64::from(ways) / 36.0).abs() < 1e-15, "total {total}");
        }
    }

    /// A die times what is given, and how many of that many dice show 4 or more.
    struct Both;
    impl Part<1, 2> for Both {
        fn name(&self) -> u16 {
            3
        }
        fn run<C: Chance>(&self, luck: &mut C, [given]: [C::N; 1]) -> [C::N; 2] {
            [luck.d6(&DIE), luck.successes(&DIE, given, C::N::of(4))]
        }
    }

    #[test]
    fn a_part_weighs_as_its_paths() {
        let whole = Paths::new(&[], None).law_of(1.0, |luck| {
            let [die, hits] = Both.run(luck, [3]);
            [die * 10 + hits, luck.d6(&DIE)]
        });
        let parted = Paths::new(&[], None).law_of(1.0, |luck| {
            let [die, hits] = luck.part(&Both, [3]);
            [die * 10 + hits, luck.d6(&DIE)]
        });
        assert_eq!(whole.len(), 24 * 6);
        assert!(whole.iter().zip(&parted).all(|(x, y)| x.0 == y.0 && (x.1 - y.1).abs() < 1e-15));
    }
}
