//! Distributions that every question shares, kept by each thread: dice, pools of them, and parts
//! that are known by all there is to know of them.
//!
//! A distribution is a pure function of its key, so that keeping it changes no answer; a matrix of
//! thousands of attacks works each pool of dice out once.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::Wanted;
use super::odds::{self, Distribution};

/// The distributions of parts, and of rolls, kept at most: then all of them are let go.
const MOST: usize = 1 << 16;

/// Dice rolled together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Roll {
    /// A die with so many faces.
    Die(u8),
    /// Two D6.
    Pair,
    /// So many D6 on a face or more.
    Successes(u8, u8),
    /// The same with natural faces told apart, 1s among them or not.
    Sorted(u8, u8, bool),
    /// So many dice with symbols on so many faces, a byte each.
    Symbols(u8, [u8; 8]),
}

impl Roll {
    /// Its place among the common rolls, which are kept in a row.
    const fn place(self) -> Option<usize> {
        match self {
            Self::Pair => Some(0),
            Self::Die(faces @ 1..=7) => Some(faces as usize),
            Self::Successes(dice @ 1.., needed @ 0..=7) => {
                Some(dice as usize * 8 + needed as usize)
            }
            _ => None,
        }
    }

    /// Its distribution.
    fn distribution(self) -> Distribution {
        match self {
            Self::Die(faces) => odds::die(faces),
            Self::Pair => odds::pair(),
            Self::Successes(dice, needed) => odds::successes(dice, needed),
            Self::Sorted(dice, needed, ones) => {
                odds::sorted(dice, needed, if ones { Wanted::OnesAndSixes } else { Wanted::Sixes })
            }
            Self::Symbols(dice, faces) => odds::symbols(dice, &faces),
        }
    }
}

/// All that a thread keeps.
#[derive(Default)]
struct Kept {
    common: Vec<Option<Distribution>>,
    rolls: FxHashMap<Roll, Distribution>,
    parts: FxHashMap<(u64, u64), Distribution>,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

impl Kept {
    /// The distribution of dice, worked out where it is not known yet.
    fn roll(&mut self, roll: Roll) -> Distribution {
        let Some(place) = roll.place() else {
            make_room(&mut self.rolls);
            return self.rolls.entry(roll).or_insert_with(|| roll.distribution()).clone();
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

/// Lets everything go where too much is kept.
fn make_room<K, V>(kept: &mut FxHashMap<K, V>) {
    if kept.len() >= MOST {
        kept.clear();
    }
}

/// The distribution of dice.
pub fn of_dice(roll: Roll) -> Distribution {
    KEPT.with_borrow_mut(|kept| kept.roll(roll))
}

/// The distribution of a part by its name and what it is given, worked out by `work` where it is
/// not known yet.
pub fn of_part(name: [u8; 8], given: u64, work: impl FnOnce() -> Distribution) -> Distribution {
    let key = (u64::from_le_bytes(name), given);
    if let Some(distribution) = KEPT.with_borrow(|kept| kept.parts.get(&key).cloned()) {
        return distribution;
    }
    let distribution = work();
    KEPT.with_borrow_mut(|kept| {
        make_room(&mut kept.parts);
        kept.parts.insert(key, distribution.clone());
    });
    distribution
}

/// Lets go of all distributions this thread keeps: for benches of what a first question costs.
pub fn forget() {
    KEPT.with_borrow_mut(|kept| {
        kept.common.clear();
        kept.rolls.clear();
        kept.parts.clear();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_roll_keeps_its_own_distribution() {
        let dice = || (0..=20).flat_map(|dice| (2..=7).map(move |needed| (dice, needed)));
        let sorted = dice().flat_map(|(dice, needed)| {
            [Roll::Sorted(dice % 5, needed, false), Roll::Sorted(dice % 5, needed, true)]
        });
        let symbols = (0..4).map(|dice| Roll::Symbols(dice, [0, 0, 0, 3, 2, 1, 1, 1]));
        let few = (1..=9).map(Roll::Die).chain([Roll::Pair]);
        let all: Vec<Roll> = few
            .chain(dice().map(|(dice, needed)| Roll::Successes(dice, needed)))
            .chain(sorted)
            .chain(symbols)
            .collect();
        // all are kept before any is asked for again
        all.iter().for_each(|roll| drop(of_dice(*roll)));
        assert!(all.iter().all(|roll| of_dice(*roll) == roll.distribution()));
    }
}
