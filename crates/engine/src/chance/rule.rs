//! The interface of rules: named results and steps.

use super::merged::Mergeable;
use super::{Chance, Mask, Num, Scalar};

/// The counts a rule carries from step to step; the exact engine merges equal states.
pub type State<N> = [N; 8];

/// The id of a recorded quantity, e.g. `attack_wounds`. Games define each id once, so a query for
/// an unknown quantity does not compile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuantityName(&'static str);

/// The id of a recorded event, e.g. `destroyed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventName(&'static str);

macro_rules! name_in_data {
    ($name:ident) => {
        impl $name {
            /// Creates an id.
            pub const fn new(name: &'static str) -> Self {
                Self(name)
            }

            /// Returns the id.
            pub const fn as_str(self) -> &'static str {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.0)
            }
        }
    };
}

name_in_data!(QuantityName);
name_in_data!(EventName);

/// The id of a [`Slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotName {
    /// A count, such as wounds.
    Quantity(QuantityName),
    /// An event, recorded as 1 or 0.
    Event(EventName),
}

impl SlotName {
    /// Returns the id.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Quantity(name) => name.as_str(),
            Self::Event(name) => name.as_str(),
        }
    }

    /// Returns the id of a quantity, if it is one.
    pub const fn quantity(self) -> Option<QuantityName> {
        match self {
            Self::Quantity(name) => Some(name),
            Self::Event(_) => None,
        }
    }

    /// Returns the id of an event, if it is one.
    pub const fn event(self) -> Option<EventName> {
        match self {
            Self::Quantity(_) => None,
            Self::Event(name) => Some(name),
        }
    }
}

/// A named result of a rule, recorded by [`Chance::record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Id of the quantity or event.
    pub name: SlotName,
    /// Display name, e.g. `attack wounds`.
    pub label: &'static str,
    /// Unit of the count, e.g. `wounds`; empty for events.
    pub unit: &'static str,
    /// Largest value.
    pub max: u8,
}

impl Slot {
    /// Creates the slot of a quantity from 0 to `max`, in `unit`.
    pub const fn quantity(
        name: QuantityName,
        label: &'static str,
        unit: &'static str,
        max: u8,
    ) -> Self {
        Self { name: SlotName::Quantity(name), label, unit, max }
    }
    /// Creates the slot of an event.
    pub const fn event(name: EventName, label: &'static str) -> Self {
        Self { name: SlotName::Event(name), label, unit: "", max: 1 }
    }
}

/// A rule: it starts in a state, takes steps, and records results.
///
/// A rule is a pure function of its state and of chance. Each slot is recorded exactly once in
/// every resolution, outside of conditional code and memoised [parts](super::Memoised), so that
/// every engine can count it in place.
pub trait Rule: Sync {
    /// Whether the lanes are compiled for wide vector instructions too. Cheap resolutions do not
    /// justify the build time; the results are the same bits.
    const WIDE: bool = true;

    /// Returns the recorded results; [`Chance::record`] refers to them by index.
    fn slots(&self) -> Vec<Slot>;
    /// Returns two slots whose joint distribution is recorded, if any.
    fn joint(&self) -> Option<(usize, usize)> {
        None
    }
    /// Validates the question; every engine refuses an invalid one.
    ///
    /// # Errors
    /// A description of the contradiction.
    fn check(&self) -> Result<(), &'static str> {
        Ok(())
    }
    /// Returns notes for readers: choices made during compilation, and effects left out.
    fn decided(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns the largest number of steps.
    fn steps(&self) -> usize {
        1
    }
    /// Returns the initial state.
    fn start<N: Num>(&self) -> State<N> {
        State::default()
    }
    /// Takes step number `step` (from 0).
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>);
    /// Returns the largest number of steps if equal states are merged after each.
    fn merging_steps(&self) -> usize {
        self.steps()
    }
    /// Takes a step like [`Rule::step`], but one of [`Rule::merging_steps`]: merging pays where a
    /// rule is split at points with many equal states.
    fn merging_step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        self.step(chance, step, state);
    }
    /// Returns the kind of each merging step if steps repeat, or nothing: steps of a kind have the
    /// same transitions, which the exact engine enumerates once.
    fn kinds(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Returns the index of a count of time, if the rule has one: steps of a kind add the same to
    /// it in all states, and no step reads it.
    fn clock(&self) -> Option<usize> {
        None
    }
    /// Returns where the rule is over: the remaining steps are skipped.
    #[inline(always)]
    fn over<N: Num>(&self, _state: &State<N>) -> N::Mask {
        N::Mask::all_of(false)
    }
    /// Records results from the final state.
    #[inline(always)]
    fn finish<C: Chance>(&self, _chance: &mut C, _state: State<C::N>) {}
}

/// A rule that is resolved one at a time, with scalar counts, as the exact engine and single dice
/// do. Every [`Rule`] is one; a long game, whose state exceeds eight counts, implements only this
/// trait.
///
/// It starts in a state, takes steps until it is over, and records each slot exactly once. The
/// exact engine merges equal states after each step, so a state should drop what no longer matters.
pub trait Sequential: Sync {
    /// The state, which determines the rest of the game.
    type State: Mergeable;
    /// Returns the recorded results; [`Chance::record`] refers to them by index.
    fn slots(&self) -> Vec<Slot>;
    /// Returns two slots whose joint distribution is recorded, if any.
    fn joint(&self) -> Option<(usize, usize)> {
        None
    }
    /// Validates the question; every engine refuses an invalid one.
    ///
    /// # Errors
    /// A description of the contradiction.
    fn check(&self) -> Result<(), &'static str> {
        Ok(())
    }
    /// Returns the initial state.
    fn start(&self) -> Self::State;
    /// Returns the largest number of steps.
    fn steps(&self) -> usize;
    /// Takes step number `step` (from 0).
    fn step(&self, chance: &mut Scalar<'_>, step: usize, state: &mut Self::State);
    /// Returns the kind of each step if steps repeat, or nothing: steps of a kind have the same
    /// transitions, which the exact engine enumerates once.
    fn kinds(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Returns the count of time in a state, if there is one: steps of a kind add the same to it in
    /// all states, and no step reads it.
    fn clock<'s>(&self, _state: &'s mut Self::State) -> Option<&'s mut u8> {
        None
    }
    /// Returns whether the game is over.
    fn over(&self, state: &Self::State) -> bool;
    /// Records results from the final state.
    fn finish(&self, chance: &mut Scalar<'_>, state: &Self::State);
    /// Resolves the rule once.
    fn resolve(&self, chance: &mut Scalar<'_>) {
        let (mut state, steps) = (self.start(), self.steps());
        for step in 0..steps {
            if self.over(&state) {
                break;
            }
            self.step(chance, step, &mut state);
        }
        self.finish(chance, &state);
    }
}

/// Resolves a rule once, or a batch of it, in its own steps.
#[inline(always)]
pub(crate) fn resolve<R: Rule, C: Chance>(rule: &R, chance: &mut C, steps: usize) {
    let mut state = rule.start::<C::N>();
    for step in 0..steps {
        rule.step(chance, step, &mut state);
        // a batch ends with its longest resolution
        if !(!rule.over(&state)).any() {
            break;
        }
    }
    rule.finish(chance, state);
    chance.end();
}

/// Runs a rule in its merging steps.
impl<R: Rule> Sequential for R {
    type State = State<u8>;

    fn slots(&self) -> Vec<Slot> {
        Rule::slots(self)
    }
    fn joint(&self) -> Option<(usize, usize)> {
        Rule::joint(self)
    }
    fn check(&self) -> Result<(), &'static str> {
        Rule::check(self)
    }
    fn start(&self) -> State<u8> {
        Rule::start(self)
    }
    fn steps(&self) -> usize {
        self.merging_steps()
    }
    fn step(&self, chance: &mut Scalar<'_>, step: usize, state: &mut State<u8>) {
        self.merging_step(chance, step, state);
    }
    fn kinds(&self) -> Vec<usize> {
        Rule::kinds(self)
    }
    fn clock<'s>(&self, state: &'s mut State<u8>) -> Option<&'s mut u8> {
        state.get_mut(Rule::clock(self)?)
    }
    fn over(&self, state: &State<u8>) -> bool {
        Rule::over::<u8>(self, state)
    }
    fn finish(&self, chance: &mut Scalar<'_>, state: &State<u8>) {
        Rule::finish(self, chance, *state);
    }
    /// Takes the rule's own steps: nothing is merged.
    fn resolve(&self, chance: &mut Scalar<'_>) {
        resolve(self, chance, Rule::steps(self));
    }
}
