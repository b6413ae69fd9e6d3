//! Sources of chance.
//!
//! Every rule of a game is written once, over [`Chance`], and compiled for [`Lanes`] and for
//! [`Scalar`], one resolution at a time. Three engines run the same code:
//!
//! | engine | chance | what it does | purpose |
//! |---|---|---|---|
//! | [`Lanes`] | [`Lanes`] | 64 resolutions side by side, real dice | millions of trials |
//! | [`Paths`] | [`Scalar`] | every path of choices once, weighted | exact distributions |
//! | [`ScalarDice`] | [`Scalar`] | one resolution, die by die | `explain`, battles, a check |
//!
//! Lanes take their dice from one stream in registers ([`DiceStream`]) or in memory
//! ([`OutOfLineDice`]).
//!
//! `Lanes` and `ScalarDice` share no table of probabilities with each other or with `Paths`, so a
//! wrong table cannot affect two of them.

mod bounded_map;
mod bytes;
mod cache;
mod coin;
mod faces;
mod generators;
mod lanes;
mod ledger;
mod memo;
mod merged;
mod num;
mod odds;
mod out_of_line;
mod paths;
mod rule;
mod scalar;
mod scalar_dice;
mod stream;
mod sums;
mod tally_buffer;
mod weight;

pub use bounded_map::BoundedMap;
pub use bytes::{Bytes, LANES, Truths};
pub use cache::{CachedWeight, clear_cache};
pub use coin::{Coin, InvalidChance};
pub use faces::Faces;
pub use lanes::{LaneDice, Lanes};
pub use ledger::{Ledger, PairWeights};
#[doc(hidden)]
pub use memo::assert_dice_independent;
pub use memo::{Details, DiceCombine, MemoKey, Memoised};
pub use merged::{HashedSums, Mergeable, StateWeights};
pub use num::{Mask, Num};
pub use out_of_line::OutOfLineDice;
pub use paths::Paths;
pub(crate) use rule::resolve;
pub use rule::{EventName, QuantityName, Rule, Sequential, Slot, SlotName, State};
pub use scalar::Scalar;
pub use scalar_dice::{DiceSource, Die, ScalarDice, TraceEntry};
pub use stream::{DiceStream, seed_of_block};
pub use sums::Sums;
pub use tally_buffer::TallyBuffer;
pub use weight::Weight;

use std::ops::Add;

/// Display name of a roll or step, and the rule it implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Description, e.g. `attack dice`.
    pub what: &'static str,
    /// Description of a count of one, e.g. `wound lost` for `wounds lost`.
    pub one: &'static str,
    /// Rule number, e.g. `A2.2`.
    pub rule: &'static str,
}

impl Label {
    /// Creates a label from a description and a rule number.
    pub const fn new(what: &'static str, rule: &'static str) -> Self {
        Self { what, one: what, rule }
    }

    /// Creates a label of a count, with descriptions of one and of several.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::chance::Label;
    ///
    /// const HITS: Label = Label::counted("hit", "hits", "A2.2");
    /// assert_eq!((HITS.of(1), HITS.of(3)), ("hit", "hits"));
    /// ```
    pub const fn counted(one: &'static str, what: &'static str, rule: &'static str) -> Self {
        Self { what, one, rule }
    }

    /// Returns the description for a value.
    pub const fn of(&self, value: u8) -> &'static str {
        if value == 1 { self.one } else { self.what }
    }
}

/// The natural faces to count in addition to successes (A0.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaceCounts {
    /// Dice that show a 6.
    Sixes,
    /// Dice that show a 6, and dice that show a 1.
    OnesAndSixes,
}

/// The dice of a pool by natural faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sorted<N> {
    /// Dice that show a 1; 0 unless requested.
    pub ones: N,
    /// Dice that succeed with less than a 6.
    pub plain: N,
    /// Dice that show a 6.
    pub sixes: N,
}

impl<N: Num> Add for Sorted<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            ones: self.ones + other.ones,
            plain: self.plain + other.plain,
            sixes: self.sixes + other.sixes,
        }
    }
}

/// Returns the entry of a table in rows of `columns`, or `None` outside of it.
#[inline(always)]
fn entry(table: &[u8], columns: u8, row: u8, column: u8) -> Option<u8> {
    let place = usize::from(row) * usize::from(columns) + usize::from(column);
    table.get(place).copied().filter(|_| column < columns)
}

/// Evaluates `$then`, an array of counts, in the lanes where `$cond` holds and yields zero in the
/// others. `$then` is skipped if no lane satisfies `$cond`. It must not record results.
///
/// This is a macro because a closure would be compiled apart from its caller, without its
/// instruction set.
///
/// # Examples
/// ```
/// use warodds_engine::when;
///
/// assert_eq!(when!(true, [3_u8, 4]), [3, 4]);
/// assert_eq!(when!(false, [3_u8, 4]), [0, 0]);
/// ```
#[macro_export]
macro_rules! when {
    ($cond:expr, $then:expr) => {{
        let cond = $cond;
        if $crate::chance::Mask::any(cond) {
            $crate::chance::masked_where(cond, $then)
        } else {
            $crate::chance::nothing()
        }
    }};
}
pub use when;

/// Masks counts with `cond`.
#[inline(always)]
#[doc(hidden)]
pub fn masked_where<N: Num, const K: usize>(cond: N::Mask, mut counts: [N; K]) -> [N; K] {
    for count in &mut counts {
        *count = count.masked(cond);
    }
    counts
}

/// Returns zeros.
#[inline(always)]
#[doc(hidden)]
pub fn nothing<N: Num, const K: usize>() -> [N; K] {
    [N::of(0); K]
}

/// A source of randomness. Rules depend on this trait alone, so the same rule runs on every engine.
///
/// Implementations make all rolls independent. Functions generic over this trait are
/// `#[inline(always)]`: lanes are compiled once per instruction set, and a function that is not
/// inlined loses it.
pub trait Chance {
    /// A small count: `u8`, or 64 of them side by side.
    type N: Num;

    /// The source for rare steps that are compiled apart from their callers.
    type OutOfLine: Chance<N = Self::N>;

    /// Whether common steps are inlined into their callers, for dice that stay in registers.
    /// Otherwise all callers share a function.
    const INLINES: bool = false;

    /// Rolls a six-sided die (A0.1).
    fn d6(&mut self, label: &'static Label) -> Self::N;

    /// Rolls a three-sided die: a D6 halved, rounded up (A0.1).
    fn d3(&mut self, label: &'static Label) -> Self::N;

    /// Rolls two D6 whose order does not matter.
    #[inline(always)]
    fn two_d6(&mut self, label: &'static Label) -> [Self::N; 2] {
        [self.d6(label), self.d6(label)]
    }

    /// Returns how many of `dice` D6 show `needed` or more. `needed` is from 2 to 7, so a 1 never
    /// counts; no die reaches 7.
    fn successes(&mut self, label: &'static Label, dice: Self::N, needed: Self::N) -> Self::N;

    /// Tosses `coin` in each resolution. Returns 1 for heads.
    fn toss(&mut self, label: &'static Label, coin: Coin) -> Self::N;
    /// Returns how many of `dice` dice with these faces show each symbol.
    fn symbols<const K: usize>(
        &mut self,
        label: &'static Label,
        dice: Self::N,
        faces: &'static Faces<K>,
    ) -> [Self::N; K];

    /// Returns how many of `dice` D6 show each kind of natural face; `needed` is from 2 to 7 as in
    /// [`Chance::successes`].
    fn sorted(
        &mut self,
        label: &'static Label,
        dice: Self::N,
        needed: Self::N,
        wanted: FaceCounts,
    ) -> Sorted<Self::N>;

    /// Returns the entry of `table`, in rows of `columns`, at `row` and `column` (0 outside of it):
    /// the lookup of a decision made beforehand.
    fn look_up(&mut self, table: &[u8], columns: u8, row: Self::N, column: Self::N) -> Self::N;

    /// Runs `call`, a rare step compiled apart from its caller.
    ///
    /// Lanes lend a copy and take it back. If they were passed by reference, their generators would
    /// have to stay in memory, even in common steps. The copy has the same type for all instruction
    /// sets, so the step is compiled once.
    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self::OutOfLine) -> T) -> T;

    /// Resolves `part` with these inputs.
    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [Self::N; I],
    ) -> [Self::N; O];

    /// Reports the result of a step, for engines that keep a trace.
    fn describe(&mut self, label: &'static Label, value: Self::N);

    /// Reports the result of a step under a condition, within `when!`: like [`Chance::describe`].
    #[inline(always)]
    fn described(&mut self, label: &'static Label, value: Self::N) -> [Self::N; 0] {
        self.describe(label, value);
        []
    }

    /// Records `value` as the result of slot `slot`.
    fn record(&mut self, slot: usize, value: Self::N);

    /// Records a pair of values in the joint distribution.
    fn record_joint(&mut self, first: Self::N, second: Self::N);

    /// Ends the resolution, or the batch of them.
    #[inline(always)]
    fn end(&mut self) {}
}
