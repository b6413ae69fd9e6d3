//! Parts of rules whose distributions are computed once.

use super::odds::RollDistribution;
use super::{Chance, Scalar, Sums, Weight};

/// A part of a rule whose distribution depends only on itself and `I` counts.
///
/// The exact engine computes its distribution once per key and counts, and treats it as a single
/// choice afterwards. A part must not record results.
pub trait Memoised<const I: usize, const O: usize> {
    /// How the outputs of single dice combine, if the first input is a number of independent dice.
    /// The exact engine then runs the part for one die and combines the dice.
    const DICE: Option<[DiceCombine; O]> = None;

    /// Returns the key and the inputs that determine the distribution: equal keys and inputs share
    /// it.
    fn key(&self, given: [u8; I]) -> (MemoKey, [u8; I]);
    /// Resolves the part.
    fn run<C: Chance>(&self, chance: &mut C, given: [C::N; I]) -> [C::N; O];
}

/// The key of a part of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoKey {
    /// A number within the rule: equal numbers mean equal parts.
    OfRule(u16),
    /// A complete key, starting with the kind of part: equal keys mean equal parts in all rules, so
    /// distributions are shared between questions.
    Shared([u8; 8]),
    /// A complete key that needs more bytes.
    Detailed(Details),
    /// No key: the distribution is computed each time.
    Uncached,
}

/// A complete key of a part, starting with its kind.
pub type Details = [u8; 40];

/// How counts of independent dice combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceCombine {
    /// They add up.
    Sum,
    /// They are flags: 1 if either is 1.
    Any,
}

/// A [`Memoised`] part with any number of inputs and outputs, packed into words.
pub(super) trait Part {
    /// Returns the number of inputs.
    fn inputs(&self) -> u8;

    /// Returns [`Memoised::DICE`].
    fn dice(&self) -> Option<&'static [DiceCombine]>;

    /// Returns [`Memoised::key`].
    fn key(&self, given: u64) -> (MemoKey, u64);

    /// Resolves the part.
    fn run(&self, chance: &mut Scalar<'_>, given: u64) -> u64;
}

/// A part as a [`Part`].
pub(super) struct MemoisedPart<'p, P, const I: usize, const O: usize>(pub &'p P);

impl<P: Memoised<I, O>, const I: usize, const O: usize> Part for MemoisedPart<'_, P, I, O> {
    fn inputs(&self) -> u8 {
        I as u8
    }

    fn dice(&self) -> Option<&'static [DiceCombine]> {
        const { &P::DICE }.as_ref().map(<[_; O]>::as_slice)
    }

    fn key(&self, given: u64) -> (MemoKey, u64) {
        let (key, inputs) = self.0.key(unpack(given));
        (key, pack(inputs))
    }

    fn run(&self, chance: &mut Scalar<'_>, given: u64) -> u64 {
        pack(self.0.run(chance, unpack(given)))
    }
}

/// Returns counts packed into a word, one a byte: at most eight. The first is the highest, so that
/// words are in the order of counts.
#[inline]
pub(super) fn pack(counts: impl IntoIterator<Item = u8>) -> u64 {
    counts.into_iter().fold(0, |word, count| word << 8 | u64::from(count))
}

/// Returns the counts of a word.
#[inline]
pub(super) fn unpack<const K: usize>(word: u64) -> [u8; K] {
    std::array::from_fn(|i| (word >> (8 * (K - 1 - i))) as u8)
}

/// Adds up what some dice and others make together, where dice count alone.
pub(super) fn add_dice<W: Weight>(
    some: &RollDistribution<W>,
    others: &RollDistribution<W>,
    counts: &[DiceCombine],
    sums: &mut Sums<W>,
) {
    // words have a byte for each count; no sum of dice runs over it
    let summed = counts
        .iter()
        .fold(0, |mask, &count| mask << 8 | if count == DiceCombine::Sum { 0xff } else { 0 });
    for (other, share) in others.iter() {
        for (one, weight) in some.iter() {
            sums.add(
                ((one & summed) + (other & summed)) | ((one | other) & !summed),
                &weight.times(share),
            );
        }
    }
}

/// Checks that the dice of a part, combined one by one, have the distribution of all dice rolled
/// together.
///
/// For tests of parts.
///
/// # Panics
/// If the distributions differ.
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
