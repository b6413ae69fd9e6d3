//! Distributions cached per thread and shared by all questions: dice, pools of dice, and parts with
//! a complete key.
//!
//! A distribution is a pure function of its key, so the cache changes no answer. A matrix of
//! thousands of attacks computes each pool of dice once.

use std::cell::RefCell;
use std::hash::Hash;
use std::thread::LocalKey;

use super::faces::SymbolFaces;
use super::memo::Details;
use super::odds::{self, RollDistribution};
use super::{BoundedMap, Die, FaceCounts, Weight};
use num_rational::BigRational;

/// Largest number of cached rolls, and of cached outcomes of parts. Beyond it the cache is cleared,
/// so a thread holds a few megabytes for any number of questions.
const MOST_ROLLS: usize = 1 << 16;
const MOST_OUTCOMES: usize = 1 << 18;

/// Dice rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum DiceRoll {
    /// A die.
    Die(Die),
    /// Two D6.
    Pair,
    /// A number of D6, and the face each needs.
    Successes(u8, u8),
    /// The same, with natural faces counted apart.
    Sorted(u8, u8, FaceCounts),
    /// A number of dice with symbols, and their faces.
    Symbols(u8, SymbolFaces),
}

impl DiceRoll {
    /// Returns the index among the common rolls, which are cached in a list.
    const fn place(self) -> Option<usize> {
        match self {
            Self::Pair => Some(0),
            Self::Die(die @ (Die::D3 | Die::D6)) => Some(die.faces() as usize),
            Self::Successes(dice @ 1.., needed @ 0..=7) => {
                Some(dice as usize * 8 + needed as usize)
            }
            _ => None,
        }
    }

    /// Computes the distribution.
    fn distribution<W: Weight>(self) -> RollDistribution<W> {
        match self {
            Self::Die(die) => odds::die(die.faces()),
            Self::Pair => odds::pair(),
            Self::Successes(dice, needed) => odds::successes(dice, needed),
            Self::Sorted(dice, needed, wanted) => odds::sorted(dice, needed, wanted),
            Self::Symbols(dice, faces) => odds::symbols(dice, faces.counts),
        }
    }
}

/// All that a thread keeps.
#[derive(Debug, Default)]
pub struct ThreadCache<W> {
    common: Vec<Option<RollDistribution<W>>>,
    rolls: BoundedMap<DiceRoll, RollDistribution<W>, MOST_ROLLS>,
    parts: PartCache<u64, W>,
    detailed: PartCache<Details, W>,
}

/// Distributions of parts, by name and inputs; their size is the number of their outcomes.
type PartCache<K, W> = BoundedMap<(K, u64), RollDistribution<W>, MOST_OUTCOMES>;

/// A weight whose distributions each thread keeps.
pub trait CachedWeight: Weight {
    /// Returns the distributions that this thread has computed.
    #[doc(hidden)]
    fn cache() -> &'static LocalKey<RefCell<ThreadCache<Self>>>;
}

thread_local! {
    static FLOATS: RefCell<ThreadCache<f64>> = RefCell::default();
    static FRACTIONS: RefCell<ThreadCache<BigRational>> = RefCell::default();
}

impl CachedWeight for f64 {
    fn cache() -> &'static LocalKey<RefCell<ThreadCache<Self>>> {
        &FLOATS
    }
}

impl CachedWeight for BigRational {
    fn cache() -> &'static LocalKey<RefCell<ThreadCache<Self>>> {
        &FRACTIONS
    }
}

impl<W: Weight> ThreadCache<W> {
    /// Returns the distribution of dice, computed on first use.
    fn roll(&mut self, roll: DiceRoll) -> RollDistribution<W> {
        let Some(place) = roll.place() else {
            return self.rolls.get(&roll).unwrap_or_else(|| {
                let distribution: RollDistribution<W> = roll.distribution();
                self.rolls.insert(roll, distribution.clone(), 1);
                distribution
            });
        };
        if self.common.len() <= place {
            self.common.resize(place + 1, None);
        }
        self.common.get_mut(place).map_or_else(
            || roll.distribution(),
            |held| held.get_or_insert_with(|| roll.distribution()).clone(),
        )
    }
}

/// Returns the distribution of dice.
pub(super) fn of_dice<W: CachedWeight>(roll: DiceRoll) -> RollDistribution<W> {
    W::cache().with_borrow_mut(|kept| kept.roll(roll))
}

/// Returns the distribution of a part by its name and inputs, computed by `work` on first use.
pub(super) fn of_part<W: CachedWeight>(
    name: [u8; 8],
    given: u64,
    work: impl FnOnce() -> RollDistribution<W>,
) -> RollDistribution<W> {
    cached_or(|kept| &mut kept.parts, (u64::from_le_bytes(name), given), work)
}

/// Returns the distribution of a part with a longer name.
pub(super) fn of_detailed<W: CachedWeight>(
    name: Details,
    given: u64,
    work: impl FnOnce() -> RollDistribution<W>,
) -> RollDistribution<W> {
    cached_or(|kept| &mut kept.detailed, (name, given), work)
}

/// Returns the distribution with a key, computed on first use. The cache is not borrowed meanwhile,
/// since parts contain parts.
fn cached_or<K: Eq + Hash, W: CachedWeight>(
    parts: impl Fn(&mut ThreadCache<W>) -> &mut PartCache<K, W>,
    key: (K, u64),
    work: impl FnOnce() -> RollDistribution<W>,
) -> RollDistribution<W> {
    if let Some(known) = W::cache().with_borrow_mut(|kept| parts(kept).get(&key)) {
        return known;
    }
    let distribution = work();
    let (outcomes, copy) = (distribution.len(), distribution.clone());
    W::cache().with_borrow_mut(|kept| parts(kept).insert(key, copy, outcomes));
    distribution
}

/// Clears the caches of this thread for probabilities in `f64`, for benchmarks of a first question.
pub fn clear_cache() {
    f64::cache().with_borrow_mut(|kept| {
        kept.common.clear();
        kept.rolls.clear();
        kept.parts.clear();
        kept.detailed.clear();
    });
}

#[cfg(test)]
mod tests {
    use super::super::faces::tests::LOPSIDED;
    use super::*;

    #[test]
    fn each_roll_keeps_its_own_distribution() {
        let dice = || (0..=20).flat_map(|dice| (2..=7).map(move |needed| (dice, needed)));
        let sorted = dice().flat_map(|(dice, needed)| {
            [FaceCounts::Sixes, FaceCounts::OnesAndSixes]
                .map(|wanted| DiceRoll::Sorted(dice % 5, needed, wanted))
        });
        let symbols = (0..4).map(|dice| DiceRoll::Symbols(dice, LOPSIDED.symbols()));
        let few =
            [Die::D6, Die::D3, Die::D8].map(DiceRoll::Die).into_iter().chain([DiceRoll::Pair]);
        let all: Vec<DiceRoll> = few
            .chain(dice().map(|(dice, needed)| DiceRoll::Successes(dice, needed)))
            .chain(sorted)
            .chain(symbols)
            .collect();
        // all are cached before any is looked up again
        all.iter().for_each(|roll| drop(of_dice::<f64>(*roll)));
        assert!(all.iter().all(|roll| of_dice::<f64>(*roll) == roll.distribution()));
    }

    #[test]
    fn full_cache_is_cleared_and_still_right() {
        clear_cache();
        let names = MOST_OUTCOMES as u64 / 100 + 10;
        for given in 0..names {
            let dice = (given % 90) as u8 + 10;
            let known = of_detailed::<f64>([7; 40], given, || odds::successes(dice, 4));
            assert_eq!(known.len(), usize::from(dice) + 1);
        }
        let held = |of: fn(&ThreadCache<f64>) -> usize| f64::cache().with_borrow(of);
        assert!(held(|kept| kept.detailed.size()) <= MOST_OUTCOMES + 100);
        // a cached part is not computed again
        let again = of_detailed::<f64>([7; 40], names - 1, || unreachable!());
        assert_eq!(again.len(), ((names - 1) % 90) as usize + 11);
    }
}
