//! Where chance comes from.
//!
//! Every rule of a game is written once, over [`Chance`]. Three sources of dice run that text:
//!
//! | source | what it does | what it is for |
//! |---|---|---|
//! | [`Lanes`] | 64 resolutions side by side with real dice | millions of trials |
//! | [`Paths`] | every distinct path of choices once, with its weight | exact distributions |
//! | [`ScalarDice`] | one resolution, die by die, every die named | telling one battle; the naive reference |
//!
//! A game that goes on after a resolution takes its dice one by one from whom it will
//! ([`SingleDice`]).
//!
//! Lanes take their dice from one stream, in registers ([`DiceStream`]) or in memory
//! ([`OutOfLineDice`]); or, so that two rules can be held against each other, from
//! [common](OutOfLineDice::common) ones; or from [given](OutOfLineDice::until_settled) up to where what a
//! rule has given is settled, while [`ConditionalPaths`] tells the distributions under each of it.
//!
//! `Lanes` and `ScalarDice` share no table of probabilities with each other or with `Paths`, so that a
//! wrong one cannot fool two of them.

mod bytes;
mod cache;
mod coin;
mod common;
mod conditioning;
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
mod single;
mod stream;
mod sums;
mod table;
mod tally_buffer;

pub use bytes::{Bytes, LANES, Truths};
pub use cache::clear_cache;
pub use coin::{Coin, InvalidChance};
pub use conditioning::{ConditionIndex, ConditionalPaths, ConditionalRule, MAX_CONDITIONS};
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
pub use rule::{EventName, QuantityName, Rule, Sequential, Slot, SlotName, State};
pub use single::{DiceSource, Die, SingleDice};
pub use stream::{DiceStream, seed_of_block};
pub use sums::Sums;
pub use table::{ScalarDice, TraceEntry};
pub use tally_buffer::TallyBuffer;

use std::ops::Add;

/// What a roll or a step is called when it is told to a person, with the rule it carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// In words, e.g. `attack dice`.
    pub what: &'static str,
    /// The same for a count of one, e.g. `wound lost` for `wounds lost`.
    pub one: &'static str,
    /// Where the rule stands, e.g. `A2.2`.
    pub rule: &'static str,
}

impl Label {
    /// A label of its words and rule number.
    pub const fn new(what: &'static str, rule: &'static str) -> Self {
        Self { what, one: what, rule }
    }

    /// A label of what is counted: in words for one of it and for several, and the rule number.
    pub const fn counted(one: &'static str, what: &'static str, rule: &'static str) -> Self {
        Self { what, one, rule }
    }

    /// What a step is called that came to `value`.
    pub const fn of(&self, value: u8) -> &'static str {
        if value == 1 { self.one } else { self.what }
    }
}

/// Which natural faces a rule asks for beside successes (A0.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceCounts {
    /// How many show a 6.
    Sixes,
    /// How many show a 6, and how many a 1.
    OnesAndSixes,
}

/// How the dice of a pool fell, by natural faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sorted<N> {
    /// Dice that show a 1; 0 where nobody asked.
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

/// The entry of a table laid out in rows of `columns`; none outside.
#[inline(always)]
fn entry(table: &[u8], columns: u8, row: u8, column: u8) -> Option<u8> {
    let place = usize::from(row) * usize::from(columns) + usize::from(column);
    table.get(place).copied().filter(|_| column < columns)
}

/// What an expression (an array of counts) gives where a condition holds, zeros elsewhere; it is
/// not evaluated where no resolution needs it. It must not record.
///
/// A macro and no function: a closure would be compiled apart from its caller and fall out of its
/// instruction set.
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

/// The counts where `cond` holds, zeros elsewhere.
#[inline(always)]
#[doc(hidden)]
pub fn masked_where<N: Num, const K: usize>(cond: N::Mask, mut counts: [N; K]) -> [N; K] {
    for count in &mut counts {
        *count = count.masked(cond);
    }
    counts
}

/// All zeros.
#[inline(always)]
#[doc(hidden)]
pub fn nothing<N: Num, const K: usize>() -> [N; K] {
    [N::of(0); K]
}

/// Where chance comes from. A rule sees only this, so it cannot know who is asking.
///
/// Implementations give every roll independently of all others. Functions generic over this trait
/// carry `#[inline(always)]`: the lanes are compiled once per instruction set, and a call that is
/// not inlined falls out of it.
pub trait Chance {
    /// A small count: `u8`, or 64 of them side by side.
    type N: Num;

    /// The chance of rare steps that are compiled apart from their callers.
    type OutOfLine: Chance<N = Self::N>;

    /// Whether common steps are compiled into their callers, for dice that stay in registers.
    /// Elsewhere such a step is a function that all its callers share.
    const INLINES: bool = false;

    /// One six-sided die (A0.1).
    fn d6(&mut self, label: &'static Label) -> Self::N;

    /// One three-sided die: a D6 halved, rounded up (A0.1).
    fn d3(&mut self, label: &'static Label) -> Self::N;

    /// Two D6 rolled together, of which only the faces matter and not their order.
    #[inline(always)]
    fn two_d6(&mut self, label: &'static Label) -> [Self::N; 2] {
        [self.d6(label), self.d6(label)]
    }

    /// Of `dice` D6, how many show `needed` or more. `needed` lies in 2..=7, so a 1 never counts; 7
    /// is reached by none.
    fn successes(&mut self, label: &'static Label, dice: Self::N, needed: Self::N) -> Self::N;

    /// 1 where `coin` shows heads, 0 elsewhere; tossed for each resolution on its own.
    fn toss(&mut self, label: &'static Label, coin: Coin) -> Self::N;
    /// How many of `dice` dice with these faces show each symbol.
    fn symbols<const K: usize>(
        &mut self,
        label: &'static Label,
        dice: Self::N,
        faces: &'static Faces<K>,
    ) -> [Self::N; K];

    /// Of `dice` D6, how many show each [`Sorted`] that rules ask for: `needed` lies in 2..=7 as in
    /// [`Chance::successes`].
    fn sorted(
        &mut self,
        label: &'static Label,
        dice: Self::N,
        needed: Self::N,
        wanted: FaceCounts,
    ) -> Sorted<Self::N>;

    /// The entry of `table`, laid out in rows of `columns`, at `row` and `column` (0 outside): how
    /// a decision made beforehand is looked up.
    fn look_up(&mut self, table: &[u8], columns: u8, row: Self::N, column: Self::N) -> Self::N;

    /// What `call` makes of this chance: for a rare step that is compiled apart from its caller.
    ///
    /// Lanes hand on a copy and take it back. Were they themselves handed on, their generators
    /// would have to stay in memory all the time, for the common steps as well. The copy is the
    /// same for all instruction sets, so that such a step is compiled once.
    fn out_of_line<T>(&mut self, call: impl FnOnce(&mut Self::OutOfLine) -> T) -> T;

    /// What `part` makes of `given`.
    fn memoised<const I: usize, const O: usize>(
        &mut self,
        part: &impl Memoised<I, O>,
        given: [Self::N; I],
    ) -> [Self::N; O];

    /// Says what a step came to. Only engines that keep a log for a person listen.
    fn describe(&mut self, label: &'static Label, value: Self::N);

    /// Like [`tell`](Chance::describe), for what is said only under a condition: used with `when!`.
    #[inline(always)]
    fn described(&mut self, label: &'static Label, value: Self::N) -> [Self::N; 0] {
        self.describe(label, value);
        []
    }

    /// Counts `value` as the result of slot number `slot` of the rule.
    fn record(&mut self, slot: usize, value: Self::N);

    /// Says that `value` is what the rule has given in place number `place`: see
    /// [`ConditionalRule`]. Only conditional engines listen.
    #[inline(always)]
    fn condition_on(&mut self, _place: usize, _value: Self::N) {}

    /// Counts a pair of values in the rule's joint distribution.
    fn record_joint(&mut self, first: Self::N, second: Self::N);

    /// Says that all is recorded: the resolution, or the batch of them, is over.
    #[inline(always)]
    fn end(&mut self) {}
}
