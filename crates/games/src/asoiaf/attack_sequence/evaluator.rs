//! Evaluation of choices by backward induction: the value of each state before a stage follows from
//! the values of the states after it, and is computed once.
//!
//! Open choices in a triggered attack are made when it begins, for the attack and everything after
//! it (A14.2). If the states at the start of the sequence are known, they are made for each state
//! that can occur; otherwise by ranks and tokens (A14.11).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::attack_context::{AttackContext, Picks};
use super::super::attack_roll::{AttackOutcome, AttackRoll};
use super::super::choice::{
    ChoiceEvaluator, ChoiceSet, ChoiceValue, CompileWithChoices, ResolvedChoices, Saving,
};
use super::super::condition::Tokens;
use super::super::effect::{Action, TriggeredEffect};
use super::super::per_state::PerState;
use super::super::situation::{CONDITIONS, FightState, Side, Situation};
use super::super::situation_table::SituationTable;
use super::distributions::{StateDistribution, after_triggered};
use super::stage::{SequenceState, Stage, fight_of, state_of};
use super::{AttackSequence, CounterAttacks};
use warodds_engine::chance::BoundedMap;

/// A state before a stage of a sequence: index of the sequence, start, index of the stage, state.
type SequencePoint = (usize, SequenceState, usize, SequenceState);
/// Largest number of values that a memory keeps, of choices, and of outcomes of stages. Beyond it
/// they are computed again.
const MOST_VALUES: usize = 1 << 17;
const MOST_CHOICES: usize = 1 << 15;
const MOST_OUTCOMES: usize = 1 << 21;

/// Known distributions, whose size is the number of outcomes.
pub(super) type KnownEnds<K, D> = RefCell<BoundedMap<K, Rc<D>, MOST_OUTCOMES>>;
/// The distributions after stages without open choices.
pub(super) type KnownStages = KnownEnds<SequencePoint, StateDistribution>;
/// The value of a state at the end of a sequence to its attacker.
pub(super) type EndValue<'a> = &'a dyn Fn(SequenceState) -> ChoiceValue;

/// Returns the wounds left to the attacker minus those left to the defender.
pub(super) fn balance([own, other, ..]: SequenceState) -> ChoiceValue {
    (f64::from(own) - f64::from(other), 0.0)
}

impl CompileWithChoices for AttackSequence {
    type Inputs = CounterAttacks;

    fn decided(
        ctx: &AttackContext<'_>,
        decided: ResolvedChoices,
        counter_attacks: &CounterAttacks,
    ) -> Self {
        Self::of(ctx, decided, counter_attacks).without_hits()
    }
}

impl CompileWithChoices for AttackRoll {
    type Inputs = ();

    fn decided(ctx: &AttackContext<'_>, decided: ResolvedChoices, (): &()) -> Self {
        Self::new(ctx, &decided).without_hits()
    }
}

/// The index of a sequence that is not among the evaluated ones.
const UNNUMBERED: usize = usize::MAX;
/// States before a stage, each with a state at the start that leads to it.
type ReachedStates = BTreeMap<SequenceState, FightState<u8>>;

/// A sequence with its index among the evaluated ones.
#[derive(Clone, Copy)]
pub(super) struct IndexedSequence<'a> {
    pub number: usize,
    pub attacks: &'a AttackSequence,
}

/// What a triggered attack with open choices is evaluated from.
struct OpenChoices<'a> {
    ctx: &'a AttackContext<'a>,
    table: SituationTable,
    evaluator: RefCell<ChoiceEvaluator<'a, AttackRoll>>,
    /// The distribution after each evaluated attack, by its number and the state before it.
    ends: KnownEnds<(usize, SequenceState), StateDistribution>,
}

/// A stage with open choices.
#[derive(Clone, Copy)]
struct OpenAttack<'r, 'a> {
    /// Index of the stage.
    place: usize,
    stage: &'r Stage,
    choices: &'r OpenChoices<'a>,
}

impl OpenAttack<'_, '_> {
    /// Returns the distribution after the stage, resolved with an attack of this number.
    fn ends(
        &self,
        attacks: &AttackSequence,
        (number, attack_roll): (usize, &AttackRoll),
        state: SequenceState,
    ) -> Rc<StateDistribution> {
        let key = (number, state);
        let known = self.choices.ends.borrow().get(&key);
        known.unwrap_or_else(|| {
            let ends = Rc::new(after_triggered(attacks, self.stage, attack_roll, state));
            self.choices.ends.borrow_mut().insert(key, Rc::clone(&ends), ends.len());
            ends
        })
    }
}

/// How choices in triggered attacks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriggeredDecision {
    /// By ranks and tokens.
    BySituation,
    /// In each state that can occur.
    ByState,
    /// In each state that can occur, and tokens may be saved for later attacks.
    ForLater,
}

/// What is known of the sequences between two units for one value of their ends.
pub(super) struct SequenceMemory<'a> {
    /// The stages with open choices of each side, one per triggered attack.
    open: [Vec<OpenChoices<'a>>; 2],
    /// Choices already made, by sequence, stage and state.
    choices: RefCell<BoundedMap<(usize, usize, SequenceState), Picks, MOST_CHOICES>>,
    /// Values already computed.
    values: RefCell<BoundedMap<SequencePoint, ChoiceValue, MOST_VALUES>>,
}

impl<'a> SequenceMemory<'a> {
    /// Creates the memory of sequences that may trigger these counter-attacks.
    pub(super) fn new(
        contexts: &'a [Option<AttackContext<'a>>; 2],
        counter_attacks: &CounterAttacks,
    ) -> Self {
        let open = Side::BOTH.map(|by| {
            let counter_attack = counter_attacks[by.index()].as_ref();
            let (Some(ctx), Some(counter_attack)) = (
                contexts[by.index()].as_ref(),
                counter_attack.filter(|counter_attack| counter_attack.leaves_choices),
            ) else {
                return Vec::new();
            };
            let calls = ctx.all_effects(Side::Attacker);
            let calls =
                calls.filter(|one| one.action == Action::Triggered(TriggeredEffect::Attack));
            let table = counter_attack.table;
            let evaluator = || RefCell::new(ChoiceEvaluator::new(ctx, table, &()));
            let ends = RefCell::default;
            calls
                .map(|_| OpenChoices { ctx, table, evaluator: evaluator(), ends: ends() })
                .collect()
        });
        Self { open, choices: RefCell::default(), values: RefCell::default() }
    }

    /// Forgets what depends on the value of the ends.
    pub(super) fn forget_values(&self) {
        self.choices.borrow_mut().clear();
        self.values.borrow_mut().clear();
    }
}

/// Expected results of attack sequences between two units.
pub(super) struct SequenceEvaluator<'m, 'a> {
    pub memory: &'m SequenceMemory<'a>,
    /// How choices in triggered attacks are made.
    pub decision: TriggeredDecision,
    /// The value of the ends.
    pub end: EndValue<'m>,
    /// Distributions after stages without open choices, which do not depend on the value of the
    /// ends.
    pub known: Option<&'m KnownStages>,
}

impl<'m, 'a> SequenceEvaluator<'m, 'a> {
    /// Returns the value to its attacker of a sequence that begins in a state.
    pub(super) fn worth(&self, row: IndexedSequence<'_>, start: &FightState<u8>) -> ChoiceValue {
        self.expected(row, start, 0, &row.attacks.begun(start))
    }

    /// Makes all open choices of a sequence. `starts` are the states at its start; none if choices
    /// are made by ranks and tokens.
    pub(super) fn settled(
        &self,
        mut attacks: AttackSequence,
        starts: &[FightState<u8>],
    ) -> AttackSequence {
        // most sequences have none and are returned unchanged
        let Some(last) = attacks.stages.iter().rposition(|stage| stage.is_open) else {
            return attacks;
        };
        let begun = |start: &FightState<u8>| {
            let start = *start;
            attacks.begun(&start).into_iter().map(move |(state, _)| (state, start))
        };
        let mut states: ReachedStates = starts.iter().flat_map(begun).collect();
        for place in 0..=last {
            self.settle(&mut attacks, place, &states);
            if place < last {
                let after = |(state, start): (SequenceState, FightState<u8>)| {
                    let ends = attacks.after(place, &start, state);
                    ends.into_iter().map(move |(end, _)| (end, start))
                };
                states = states.into_iter().flat_map(after).collect();
            }
        }
        attacks
    }

    /// Makes the open choices of one stage in each of `states`, or by ranks and tokens.
    fn settle(&self, attacks: &mut AttackSequence, place: usize, states: &ReachedStates) {
        let row = IndexedSequence { number: UNNUMBERED, attacks };
        let Some(open) = self.open_in(row, place) else { return };
        let mut taken = ChoiceSet::default();
        let mut option_in = |state: SequenceState, start: &FightState<u8>| {
            (state, self.choose(row, open, start, state, &mut taken))
        };
        let all: Vec<(SequenceState, u8)> = if self.is_exact() {
            let made = |(state, start): &(&SequenceState, &FightState<u8>)| {
                attacks.makes(place, **state, start)
            };
            let states = states.iter().filter(made);
            states.map(|(state, start)| option_in(*state, start)).collect()
        } else {
            let situations = open.choices.table.situations();
            let whole = situations.iter().filter(|(now, _)| now.attachments_live());
            let typical = whole.map(|(now, _)| open.stage.typical_state(now));
            typical.map(|state| option_in(state, &fight_of(state).0)).collect()
        };
        let (by, OpenChoices { ctx, table, .. }) = (open.stage.by, open.choices);
        let option_of = |now: &Situation| {
            let typical = open.stage.typical_state(now);
            all.iter().find(|(state, _)| *state == typical).map_or(0, |(_, way)| *way)
        };
        let decided = taken.decided(ctx, *table, option_of);
        let attack_roll = AttackRoll::new(ctx, &decided).without_hits();
        let in_states = self.is_exact().then(|| PerState::new(all.into_iter()));
        attacks.limit = attacks.limit.or(decided.limit);
        attacks.chosen.extend(decided.chosen.into_iter().map(|one| one.seen_from(by)));
        if let Some(stage) = attacks.stages.get_mut(place) {
            (stage.attack_roll, stage.picks, stage.is_open) = (attack_roll, in_states, false);
        }
    }

    /// Returns whether choices are made in each state that can occur.
    fn is_exact(&self) -> bool {
        self.decision != TriggeredDecision::BySituation
    }

    /// Returns a stage if it has open choices.
    fn open_in<'r>(&'r self, row: IndexedSequence<'r>, place: usize) -> Option<OpenAttack<'r, 'a>> {
        let stages = &row.attacks.stages;
        let stage = stages.get(place).filter(|stage| stage.is_open)?;
        let earlier = stages.iter().take(place);
        let number = earlier.filter(|other| other.is_open && other.by == stage.by).count();
        let choices = self.memory.open[stage.by.index()].get(number)?;
        Some(OpenAttack { place, stage, choices })
    }

    /// Returns the index of the best choices in a stage that begins in `state`.
    fn choose(
        &self,
        row: IndexedSequence<'_>,
        open: OpenAttack<'_, 'a>,
        start: &FightState<u8>,
        state: SequenceState,
        taken: &mut ChoiceSet,
    ) -> u8 {
        let fight = open.stage.oriented(fight_of(state).0);
        let now = open.choices.table.situation(&fight);
        let saving = match self.decision {
            TriggeredDecision::ForLater => {
                Saving::ForLater(fight.tokens.map(|held| Tokens::from_bits(held & CONDITIONS)))
            }
            TriggeredDecision::ByState | TriggeredDecision::BySituation => Saving::Harmful,
        };
        let mut evaluator = open.choices.evaluator.borrow_mut();
        taken.best(&mut evaluator, (&now, saving), |number, attack_roll| {
            let ends = open.ends(row.attacks, (number, attack_roll), state);
            let (first, second) = self.expected(row, start, open.place + 1, &ends);
            // each side maximizes its own value; values are from the first unit
            if open.stage.by == Side::Attacker { (first, second) } else { (-first, -second) }
        })
    }

    /// Returns the choices made in a stage that begins in `state`.
    fn choice(
        &self,
        row: IndexedSequence<'_>,
        open: OpenAttack<'_, 'a>,
        start: &FightState<u8>,
        state: SequenceState,
    ) -> Picks {
        let typical = || {
            let fight = open.stage.oriented(fight_of(state).0);
            let state = open.stage.typical_state(&open.choices.table.situation(&fight));
            (state, fight_of(state).0)
        };
        let (state, start) = if self.is_exact() { (state, *start) } else { typical() };
        let key = (row.number, open.place, state);
        if let Some(picks) = self.memory.choices.borrow().get(&key) {
            return picks;
        }
        let mut taken = ChoiceSet::default();
        let number = self.choose(row, open, &start, state, &mut taken);
        let picks = taken.ways()[usize::from(number)].clone();
        self.memory.choices.borrow_mut().insert(key, picks.clone(), 1);
        picks
    }

    /// Returns the expected value of states before stage `place`.
    fn expected(
        &self,
        row: IndexedSequence<'_>,
        start: &FightState<u8>,
        place: usize,
        states: &StateDistribution,
    ) -> ChoiceValue {
        mean(states, |state| self.value(row, start, place, state))
    }

    /// Returns the value of a state before stage `place`, or at the end of the sequence.
    fn value(
        &self,
        row: IndexedSequence<'_>,
        start: &FightState<u8>,
        place: usize,
        state: SequenceState,
    ) -> ChoiceValue {
        let attacks = row.attacks;
        if place == attacks.stages.len() {
            // most sequences end with their last stage
            let is_over = !attacks.in_dangerous[Side::Attacker.index()];
            return if is_over {
                (self.end)(state)
            } else {
                mean(&attacks.ended(start, state), self.end)
            };
        }
        let key = (row.number, state_of(start, &AttackOutcome::default()), place, state);
        if let Some(value) = self.memory.values.borrow().get(&key) {
            return value;
        }
        let later = |ends: &StateDistribution| self.expected(row, start, place + 1, ends);
        let value = match self.open_in(row, place).filter(|_| attacks.makes(place, state, start)) {
            Some(open) => {
                let picks = self.choice(row, open, start, state);
                let mut evaluator = open.choices.evaluator.borrow_mut();
                later(&open.ends(attacks, evaluator.made(&picks), state))
            }
            None => self.after(row, key, start, later),
        };
        self.memory.values.borrow_mut().insert(key, value, 1);
        value
    }

    /// Returns the value of the distribution after a stage without open choices.
    fn after(
        &self,
        row: IndexedSequence<'_>,
        point: SequencePoint,
        start: &FightState<u8>,
        value: impl FnOnce(&StateDistribution) -> ChoiceValue,
    ) -> ChoiceValue {
        let (number, _, place, state) = point;
        let ends = || row.attacks.after(place, start, state);
        // a sequence that is being settled has no number of its own
        let Some(known) = self.known.filter(|_| number != UNNUMBERED) else {
            return value(&ends());
        };
        let found = known.borrow().get(&point);
        let found = found.unwrap_or_else(|| {
            let ends = Rc::new(ends());
            known.borrow_mut().insert(point, Rc::clone(&ends), ends.len());
            ends
        });
        value(&found)
    }
}

/// Returns the expected value of a distribution.
fn mean(states: &StateDistribution, value: impl Fn(SequenceState) -> ChoiceValue) -> ChoiceValue {
    states.iter().fold((0.0, 0.0), |(first, second), (state, share)| {
        let value = value(*state);
        (first + value.0 * share, second + value.1 * share)
    })
}
