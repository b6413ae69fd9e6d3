//! Parts of rules whose distributions are worked out once.

use super::odds::RollDistribution;
use super::{Chance, Sums};

/// A part of a rule whose distribution depends on nothing but itself and the `I` counts it is
/// given.
///
/// The exact engine works its distribution out once for each name and counts, and takes it as a
/// single choice afterwards. A part must not record.
pub trait Memoised<const I: usize, const O: usize> {
    /// Where the first count given is a number of dice that each count alone: how what single dice
    /// make adds up to what all of them make. The exact engine then runs the part for one die, and
    /// adds up dice.
    const DICE: Option<[DiceCombine; O]> = None;

    /// What it and what it is given are known by: all with the same key make the same, so that an
    /// engine that keeps what parts make keeps it once.
    fn key(&self, given: [u8; I]) -> (MemoKey, [u8; I]);
    /// What it makes of what it is given.
    fn run<C: Chance>(&self, chance: &mut C, given: [C::N; I]) -> [C::N; O];
}

/// What a part of a rule is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoKey {
    /// A number of its own within its rule: parts of one rule with the same number are the same.
    OfRule(u16),
    /// All there is to know of it, the kind of part first: parts with the same name are the same in
    /// all rules, so that their distributions are kept from one question to the next.
    Shared([u8; 8]),
    /// The same where there is more to know of it.
    Detailed(Details),
    /// Nothing: it is worked out each time.
    Uncached,
}

/// All there is to know of a part: its kind first.
pub type Details = [u8; 40];

/// How a count of some dice and that of others make the count of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceCombine {
    /// They add up.
    Sum,
    /// It is a flag, 1 where either is.
    Any,
}

/// Adds up what some dice and others make together, where dice count alone.
pub(super) fn add_dice<const O: usize>(
    some: &RollDistribution,
    others: &RollDistribution,
    counts: [DiceCombine; O],
    sums: &mut Sums,
) {
    // words have a byte for each count; no sum of dice runs over it
    let summed = counts
        .iter()
        .fold(0, |mask, &count| mask << 8 | if count == DiceCombine::Sum { 0xff } else { 0 });
    for &(other, share) in others.iter() {
        for &(one, weight) in some.iter() {
            sums.add(
                ((one & summed) + (other & summed)) | ((one | other) & !summed),
                weight * share,
            );
        }
    }
}

/// Checks that the dice of a part, counted alone and added up, have the distribution of all of them
/// rolled together.
///
/// For tests of parts.
///
/// # Panics
/// When they do not.
#[doc(hidden)]
pub fn assert_dice_independent<const I: usize, const O: usize, P: Memoised<I, O>>(
    part: &P,
    given: [u8; I],
) {
    assert!(P::DICE.is_some());
    let [together, alone] = [
        super::Paths::new(&[], None).distribution_of(1.0, |chance| part.run(chance, given)),
        super::Paths::new(&[], None).distribution_of(1.0, |chance| chance.memoised(part, given)),
    ];
    assert_eq!(together.len(), alone.len(), "{given:?}");
    assert!(
        together.iter().zip(&alone).all(|(x, y)| x.0 == y.0 && (x.1 - y.1).abs() < 1e-15),
        "{given:?}"
    );
}
