//! Evaluation of choices by backward induction: the value of each state before a stage follows from
//! the values of the states after it, and is computed once.
//!
//! Open choices in a triggered attack are made when it begins, for the attack and everything after
//! it (A14.2). If the states at the start of the sequence are known, they are made for each state
//! that can occur; otherwise by ranks and tokens (A14.11).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::attack_context::{AttackContext, Picks};
use super::super::attack_roll::{AttackOutcome, AttackRoll};
use super::super::choice::{
    ChoiceEvaluator, ChoiceSet, ChoiceValue, CompileWithChoices, ResolvedChoices,
};
use super::super::effect::{Action, TriggeredEffect};
use super::super::per_state::PerState;
use super::super::situation::{FightState, Side, Situation, SituationTable};
use super::stage::{SequenceState, Stage, fight_of, state_of};
use super::variants::AttackVariants;
use super::{AttackSequence, CounterAttacks};
use warodds_engine::chance::Paths;

/// The probability of each state.
pub(super) type StateDistribution = Vec<(SequenceState, f64)>;
/// A state before a stage of a sequence: index of the sequence, start, index of the stage, state.
type SequencePoint = (usize, SequenceState, usize, SequenceState);
/// The distributions after stages without open choices.
pub(super) type KnownStages = RefCell<FxHashMap<SequencePoint, Rc<StateDistribution>>>;
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

impl CompileWithChoices for AttackVariants {
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

/// The inputs of a stage with open choices, its situations and its evaluator.
type OpenChoices<'a> =
    (&'a AttackContext<'a>, SituationTable, RefCell<ChoiceEvaluator<'a, AttackVariants>>);

/// A stage with open choices.
#[derive(Clone, Copy)]
struct OpenAttack<'r, 'a> {
    /// Index of the stage.
    place: usize,
    stage: &'r Stage,
    ctx: &'a AttackContext<'a>,
    table: SituationTable,
    evaluator: &'r RefCell<ChoiceEvaluator<'a, AttackVariants>>,
}

/// What is known of the sequences between two units for one value of their ends.
pub(super) struct SequenceMemory<'a> {
    /// The stages with open choices of each side, one per triggered attack: their inputs,
    /// situations and evaluators.
    open: [Vec<OpenChoices<'a>>; 2],
    /// Choices already made, by sequence, stage and state.
    choices: RefCell<FxHashMap<(usize, usize, SequenceState), Picks>>,
    /// Values already computed.
    values: RefCell<FxHashMap<SequencePoint, ChoiceValue>>,
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
            calls.map(|_| (ctx, table, evaluator())).collect()
        });
        Self { open, choices: RefCell::default(), values: RefCell::default() }
    }
}

/// Expected results of attack sequences between two units.
pub(super) struct SequenceEvaluator<'m, 'a> {
    pub memory: &'m SequenceMemory<'a>,
    /// Whether choices are made in each state that can occur, and not by ranks and tokens.
    pub is_exact: bool,
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
        let all: Vec<(SequenceState, u8)> = if self.is_exact {
            let made = |(state, start): &(&SequenceState, &FightState<u8>)| {
                attacks.makes(place, **state, start)
            };
            let states = states.iter().filter(made);
            states.map(|(state, start)| option_in(*state, start)).collect()
        } else {
            let situations = open.table.situations();
            let typical = situations.iter().map(|(now, _)| open.stage.typical_state(now));
            typical.map(|state| option_in(state, &fight_of(state).0)).collect()
        };
        let (by, ctx) = (open.stage.by, open.ctx);
        let option_of = |now: &Situation| {
            let typical = open.stage.typical_state(now);
            all.iter().find(|(state, _)| *state == typical).map_or(0, |(_, way)| *way)
        };
        let decided = taken.decided(ctx, open.table, option_of);
        let variants = AttackVariants::new(ctx, &decided).without_hits();
        let in_states = self.is_exact.then(|| PerState::new(all.into_iter()));
        attacks.chosen.extend(decided.chosen.into_iter().map(|one| one.seen_from(by)));
        if let Some(stage) = attacks.stages.get_mut(place) {
            (stage.variants, stage.picks, stage.is_open) = (variants, in_states, false);
        }
    }

    /// Returns a stage if it has open choices.
    fn open_in<'r>(&'r self, row: IndexedSequence<'r>, place: usize) -> Option<OpenAttack<'r, 'a>> {
        let stages = &row.attacks.stages;
        let stage = stages.get(place).filter(|stage| stage.is_open)?;
        let earlier = stages.iter().take(place);
        let number = earlier.filter(|other| other.is_open && other.by == stage.by).count();
        let (ctx, table, evaluator) = self.memory.open[stage.by.index()].get(number)?;
        Some(OpenAttack { place, stage, ctx, table: *table, evaluator })
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
        let now = open.table.situation(&open.stage.oriented(fight_of(state).0));
        taken.best(&mut open.evaluator.borrow_mut(), &now, |_, variants| {
            let ends = after_triggered(row, open.stage, variants, state);
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
            let state = open.stage.typical_state(&open.table.situation(&fight));
            (state, fight_of(state).0)
        };
        let (state, start) = if self.is_exact { (state, *start) } else { typical() };
        let key = (row.number, open.place, state);
        if let Some(picks) = self.memory.choices.borrow().get(&key) {
            return picks.clone();
        }
        let mut taken = ChoiceSet::default();
        let number = self.choose(row, open, &start, state, &mut taken);
        let picks = taken.ways()[usize::from(number)].clone();
        self.memory.choices.borrow_mut().insert(key, picks.clone());
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
            return mean(&attacks.ended(start, state), self.end);
        }
        let key = (row.number, state_of(start, &AttackOutcome::default()), place, state);
        if let Some(value) = self.memory.values.borrow().get(&key) {
            return *value;
        }
        let ends = match self.open_in(row, place).filter(|_| attacks.makes(place, state, start)) {
            Some(open) => {
                let picks = self.choice(row, open, start, state);
                let mut evaluator = open.evaluator.borrow_mut();
                Rc::new(after_triggered(row, open.stage, evaluator.made(&picks), state))
            }
            None => self.after(row, key, start),
        };
        let value = self.expected(row, start, place + 1, &ends);
        self.memory.values.borrow_mut().insert(key, value);
        value
    }

    /// Returns the distribution after a stage without open choices.
    fn after(
        &self,
        row: IndexedSequence<'_>,
        point: SequencePoint,
        start: &FightState<u8>,
    ) -> Rc<StateDistribution> {
        let (number, _, place, state) = point;
        // a sequence that is being settled has no number of its own
        let known = self.known.filter(|_| number != UNNUMBERED);
        if let Some(ends) = known.and_then(|known| known.borrow().get(&point).cloned()) {
            return ends;
        }
        let ends = Rc::new(row.attacks.after(place, start, state));
        if let Some(known) = known {
            known.borrow_mut().insert(point, Rc::clone(&ends));
        }
        ends
    }
}

impl AttackSequence {
    /// Returns the distribution after the effects before the sequence.
    fn begun(&self, start: &FightState<u8>) -> StateDistribution {
        let state = state_of(start, &AttackOutcome::default());
        if !self.begins_apart() {
            return vec![(state, 1.0)];
        }
        after(state, |chance, fight, did| (self.begin(chance, fight).0, did))
    }

    /// Returns the distribution of the whole sequence. `None` if choices are open in it.
    pub(super) fn ends(&self, start: &FightState<u8>) -> Option<StateDistribution> {
        if self.stages.iter().any(|stage| stage.is_open) {
            return None;
        }
        let mut states = self.begun(start);
        for place in 0..self.stages.len() {
            let after = |(state, share): (SequenceState, f64)| {
                let ends = self.after(place, start, state);
                ends.into_iter().map(move |(end, chance)| (end, share * chance))
            };
            states = merged(states.into_iter().flat_map(after));
        }
        if self.in_dangerous[Side::Attacker.index()] {
            let after = |(state, share): (SequenceState, f64)| {
                let ends = self.ended(start, state);
                ends.into_iter().map(move |(end, chance)| (end, share * chance))
            };
            states = states.into_iter().flat_map(after).collect();
        }
        Some(states)
    }

    /// Returns whether a stage applies in a state.
    fn makes(&self, number: usize, state: SequenceState, start: &FightState<u8>) -> bool {
        let mut chance = Paths::new(&[], None);
        let place = self.place(&mut chance, start).0;
        let (fight, did) = fight_of(state);
        self.stages.get(number).is_some_and(|stage| stage.may(&mut chance, &fight, place, &did))
    }

    /// Returns the distribution after a stage.
    fn after(
        &self,
        number: usize,
        start: &FightState<u8>,
        state: SequenceState,
    ) -> StateDistribution {
        if let Some(attack_roll) = self.alone() {
            return after_alone(attack_roll, state);
        }
        after(state, |chance, fight, did| {
            let (place, picked) = self.place(chance, start);
            let begun = self.begins_apart().then_some(picked);
            self.resolve_stage(chance, number, (fight, did), place, (true, begun))
        })
    }

    /// Returns the distribution at the end of the sequence.
    fn ended(&self, start: &FightState<u8>, state: SequenceState) -> StateDistribution {
        if !self.in_dangerous[Side::Attacker.index()] {
            return vec![(state, 1.0)];
        }
        after(state, |chance, fight, did| (self.end(chance, start, fight), did))
    }
}

/// Returns the distribution after a triggered stage resolved with these variants.
fn after_triggered(
    row: IndexedSequence<'_>,
    stage: &Stage,
    variants: &AttackVariants,
    state: SequenceState,
) -> StateDistribution {
    let stage = Stage { variants: variants.clone(), ..stage.clone() };
    let in_dangerous = row.attacks.in_dangerous[stage.by.index()];
    after(state, |chance, fight, did| {
        (stage.resolve_triggered(chance, fight, &did, [true, true], in_dangerous), did)
    })
}

/// Returns the distribution after an attack without any other stage. The results of dice and panic
/// test are merged before the aftermath is resolved.
fn after_alone(attack_roll: &AttackRoll, state: SequenceState) -> StateDistribution {
    let start = fight_of(state).0;
    let [_, left] = start.left;
    // a destroyed unit is not attacked
    if left == 0 {
        return vec![(state, 1.0)];
    }
    let mut chance = Paths::new(&[], None);
    let (place, picked) = attack_roll.place(&mut chance, &start);
    let results = chance.distribution_of(1.0, |chance| {
        let mut fight = start;
        let dice = attack_roll.roll(chance, &start, place, true);
        let did = attack_roll.resolve_damage(chance, &mut fight, picked, dice);
        let FightState { left: [own, other], tokens: [held, their], .. } = fight;
        [own, other, held, their, did.dealt, did.ranks]
    });
    // results of the dice repeat, so the aftermath is enumerated once per distinct result
    let aftermath = |([own, other, held, their, dealt, ranks], share): ([u8; 6], f64)| {
        let did = AttackOutcome { dealt, ranks, ..AttackOutcome::default() };
        chance.distribution_of(share, |chance| {
            let mut fight = FightState::new([own, other], [held, their]);
            attack_roll.aftermath(chance, &mut fight, [left, dealt], picked);
            state_of(&fight, &did)
        })
    };
    results.into_iter().flat_map(aftermath).collect()
}

/// Adds up the probabilities of equal states.
fn merged(states: impl Iterator<Item = (SequenceState, f64)>) -> StateDistribution {
    let mut sums: BTreeMap<SequenceState, f64> = BTreeMap::new();
    states.for_each(|(state, share)| *sums.entry(state).or_default() += share);
    sums.into_iter().collect()
}

/// Returns the expected value of a distribution.
fn mean(states: &StateDistribution, value: impl Fn(SequenceState) -> ChoiceValue) -> ChoiceValue {
    states.iter().fold((0.0, 0.0), |(first, second), (state, share)| {
        let value = value(*state);
        (first + value.0 * share, second + value.1 * share)
    })
}

/// Returns the distribution after applying a step to a state.
fn after(
    state: SequenceState,
    step: impl Fn(&mut Paths, FightState<u8>, AttackOutcome<u8>) -> (FightState<u8>, AttackOutcome<u8>),
) -> StateDistribution {
    Paths::new(&[], None).distribution_of(1.0, |chance| {
        let (fight, did) = fight_of(state);
        let (fight, did) = step(chance, fight, did);
        state_of(&fight, &did)
    })
}
