//! What an engine runs: a rule with named results.

use super::merged::Mergeable;
use super::{Chance, Mask, Num};

/// The numbers a rule carries from one step to the next; the exact engine merges equal ones.
pub type State<N> = [N; 8];

/// The name in data of a number that rules record, e.g. `attack_wounds`. Games name each of theirs
/// once, so that nobody asks an answer for a number that no rule records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuantityName(&'static str);

/// The name in data of something that happens or not, e.g. `destroyed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventName(&'static str);

macro_rules! name_in_data {
    ($name:ident) => {
        impl $name {
            /// The name that is spelt so.
            pub const fn new(name: &'static str) -> Self {
                Self(name)
            }

            /// How it is spelt.
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

/// What is recorded in a [`Slot`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotName {
    /// A count, such as wounds.
    Quantity(QuantityName),
    /// Something that happens or not, recorded as 1 or 0.
    Event(EventName),
}

impl SlotName {
    /// How it is spelt.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Quantity(name) => name.as_str(),
            Self::Event(name) => name.as_str(),
        }
    }

    /// The count, if it is one.
    pub const fn quantity(self) -> Option<QuantityName> {
        match self {
            Self::Quantity(name) => Some(name),
            Self::Event(_) => None,
        }
    }

    /// The event, if it is one.
    pub const fn event(self) -> Option<EventName> {
        match self {
            Self::Quantity(_) => None,
            Self::Event(name) => Some(name),
        }
    }
}

/// A named result of a rule: where [`Chance::record`] puts it and how it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Its name in data, of a number or of an event.
    pub name: SlotName,
    /// Its name for people, e.g. `attack wounds`.
    pub label: &'static str,
    /// What is counted, e.g. `wounds`; empty for events.
    pub unit: &'static str,
    /// The largest value it can take.
    pub max: u8,
}

impl Slot {
    /// A number from 0 to `max`, in `unit`.
    pub const fn quantity(
        name: QuantityName,
        label: &'static str,
        unit: &'static str,
        max: u8,
    ) -> Self {
        Self { name: SlotName::Quantity(name), label, unit, max }
    }
    /// Something that happens or not.
    pub const fn event(name: EventName, label: &'static str) -> Self {
        Self { name: SlotName::Event(name), label, unit: "", max: 1 }
    }
}

/// A question put as rules: begun once, taken step by step, its results recorded.
///
/// A rule is a pure function of its state and of chance. Each slot is recorded exactly once in
/// every resolution, outside of conditions and [parts](super::Memoised), so that every engine may
/// count it where it stands.
pub trait Rule: Sync {
    /// Whether its lanes are compiled for wide vector instructions as well. Where a resolution
    /// costs little anyway that is not worth the time all builds would take; the bits are the same.
    const WIDE: bool = true;

    /// The results it records; [`Chance::record`] names them by their place here.
    fn slots(&self) -> Vec<Slot>;
    /// Two slots whose joint distribution is wanted as well.
    fn joint(&self) -> Option<(usize, usize)> {
        None
    }
    /// Whether its question makes sense: else every engine refuses it.
    ///
    /// # Errors
    /// What contradicts itself in it.
    fn check(&self) -> Result<(), &'static str> {
        Ok(())
    }
    /// What was decided when it was made ready, and a reader must know.
    fn decided(&self) -> Vec<String> {
        Vec::new()
    }
    /// How many steps it takes at most.
    fn steps(&self) -> usize {
        1
    }
    /// The state before the first step.
    fn start<N: Num>(&self) -> State<N> {
        State::default()
    }
    /// Takes step number `step` (from 0).
    fn step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>);
    /// How many steps it takes at most where equal states are merged after each.
    fn merging_steps(&self) -> usize {
        self.steps()
    }
    /// The same as [`Rule::step`], in as many steps as [`Rule::merging_steps`] says: where states
    /// are merged it pays to break a rule up at places where many of them are equal.
    fn merging_step<C: Chance>(&self, chance: &mut C, step: usize, state: &mut State<C::N>) {
        self.step(chance, step, state);
    }
    /// Where nothing more can happen: the remaining steps are left out.
    #[inline(always)]
    fn over<N: Num>(&self, _state: &State<N>) -> N::Mask {
        N::Mask::all_of(false)
    }
    /// Records what only the last state tells.
    #[inline(always)]
    fn finish<C: Chance>(&self, _chance: &mut C, _state: State<C::N>) {}
}

/// What is resolved one at a time, with plain counts: all that the exact engine and single dice
/// need. Every [`Rule`] is; a long game, whose state is more than eight counts, is that alone.
///
/// It is begun once, taken step by step until it is over, its results recorded, each slot exactly
/// once, as in a rule. The exact engine merges equal states after each step, so a state should
/// forget what no longer matters.
pub trait Sequential: Sync {
    /// All that the rest of it depends on.
    type State: Mergeable;
    /// The results it records; [`Chance::record`] names them by their place here.
    fn slots(&self) -> Vec<Slot>;
    /// Two slots whose joint distribution is wanted as well.
    fn joint(&self) -> Option<(usize, usize)> {
        None
    }
    /// Whether its question makes sense: else every engine refuses it.
    ///
    /// # Errors
    /// What contradicts itself in it.
    fn check(&self) -> Result<(), &'static str> {
        Ok(())
    }
    /// The state before the first step.
    fn start(&self) -> Self::State;
    /// How many steps it takes at most.
    fn steps(&self) -> usize;
    /// Takes step number `step` (from 0).
    fn step<C: Chance<N = u8>>(&self, chance: &mut C, step: usize, state: &mut Self::State);
    /// Whether nothing more can happen.
    fn over(&self, state: &Self::State) -> bool;
    /// Records what the last state tells.
    fn finish<C: Chance<N = u8>>(&self, chance: &mut C, state: &Self::State);
}

/// A rule of which equal states are merged, in the steps that this pays in.
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
    #[inline(always)]
    fn step<C: Chance<N = u8>>(&self, chance: &mut C, step: usize, state: &mut State<u8>) {
        self.merging_step(chance, step, state);
    }
    #[inline(always)]
    fn over(&self, state: &State<u8>) -> bool {
        Rule::over::<u8>(self, state)
    }
    #[inline(always)]
    fn finish<C: Chance<N = u8>>(&self, chance: &mut C, state: &State<u8>) {
        Rule::finish(self, chance, *state);
    }
}
