//! Laws that every question shares, kept by each thread: dice, pools of them, and parts that are known by all there is to
//! know of them.
//!
//! A law is a pure function of its key, so that keeping it changes no answer; a matrix of thousands of attacks works each
//! pool of dice out once.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Wanted;
use super::odds::{self, Weighted};

/// The laws kept at most: then all are let go.
const MOST: usize = 1 << 16;

/// A law with its outcomes in order.
pub type Law = Rc<[Weighted]>;

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

/// What a law is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// Dice.
    Roll(Roll),
    /// A part and what it is given.
    Part([u8; 8], u64),
}

thread_local! {
    static KEPT: RefCell<FxHashMap<Key, Law>> = RefCell::default();
}

/// The law of a key, worked out by `work` where it is not known yet.
pub fn law(key: Key, work: impl FnOnce() -> Vec<Weighted>) -> Law {
    if let Some(law) = KEPT.with_borrow(|kept| kept.get(&key).cloned()) {
        return law;
    }
    let law: Law = work().into();
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(key, law.clone());
    });
    law
}

/// The law of dice.
pub fn of_dice(roll: Roll) -> Law {
    law(Key::Roll(roll), || match roll {
        Roll::Die(faces) => odds::die(faces),
        Roll::Pair => odds::pair(),
        Roll::Successes(dice, needed) => odds::successes(dice, needed),
        Roll::Sorted(dice, needed, ones) => odds::sorted(dice, needed, if ones { Wanted::OnesAndSixes } else { Wanted::Sixes }),
        Roll::Symbols(dice, faces) => odds::symbols(dice, &faces),
    })
}

/// Lets go of all laws this thread keeps: for benches of what a first question costs.
pub fn forget() {
    KEPT.with_borrow_mut(FxHashMap::clear);
}
