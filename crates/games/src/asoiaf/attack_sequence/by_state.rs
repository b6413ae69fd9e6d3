//! An attack in which the players choose by what follows it: in each state in which it may begin,
//! by the values of the states in which it may end.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::attack_context::{Activation, AttackContext, Picks};
use super::super::choice::{ChoiceEvaluator, ChoicePairs, ChoiceSet, ChoiceValue};
use super::super::condition::Tokens;
use super::super::edition::Parameters;
use super::super::question::Attack;
use super::super::relevance::{InitialState, table};
use super::super::situation::{CONDITIONS, FightState, Side, Situation};
use super::super::situation_table::SituationTable;
use super::super::state_table::{StartState, StateTable};
use super::counter_attacks::{saving_counter_attack, unknown};
use super::distributions::StateDistribution;
use super::evaluator::{
    IndexedSequence, KnownEnds, KnownStages, SequenceEvaluator, SequenceMemory, TriggeredDecision,
};
use super::stage::SequenceState;
use super::{AttackSequence, CounterAttacks};
use warodds_engine::chance::BoundedMap;

/// Largest number of pairs of options that a turn keeps. Beyond it they are listed again.
const MOST_PAIRS: usize = 1 << 18;

/// Largest number of options and outcomes that a solver keeps: some 400 MB.
pub(in super::super) const MOST_KEPT: usize = 1 << 24;

/// The inputs of an attack and of the counter-attacks it may trigger.
pub(in super::super) struct TurnContext<'a> {
    ctx: AttackContext<'a>,
    contexts: [Option<AttackContext<'a>>; 2],
    counter_attacks: CounterAttacks,
}

impl<'a> TurnContext<'a> {
    /// Reads the inputs of an attack.
    pub(in super::super) fn new(
        attack: &'a Attack,
        activation: Activation,
        parameters: &'a Parameters,
    ) -> Self {
        let ctx = AttackContext::of_attack(attack, activation, parameters);
        let contexts = Side::BOTH.map(|by| ctx.of_counter_attack(by));
        let counter_attacks = contexts.each_ref().map(|ctx| saving_counter_attack(ctx.as_ref()?));
        Self { ctx, contexts, counter_attacks }
    }
}

/// The choices cannot be solved: there are more sets of them, or more states, than the tables of an
/// attack hold, or some are left open in an attack out of turn.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Unsolved;

/// What is known of a turn for one value of its ends.
pub(in super::super) struct TurnMemory<'a>(SequenceMemory<'a>);

impl TurnMemory<'_> {
    /// Forgets what depends on the value of the ends, so that they may change.
    pub(in super::super) fn forget_values(&self) {
        self.0.forget_values();
    }
}

/// An attack whose choices are made state by state.
pub(in super::super) struct Turn<'a> {
    context: &'a TurnContext<'a>,
    table: SituationTable,
    choices: RefCell<ChoiceEvaluator<'a, AttackSequence>>,
    /// The options of both players in each situation, by the tokens that they hold.
    pairs: RefCell<BoundedMap<(Situation, [u8; 2]), TurnChoices, MOST_PAIRS>>,
    /// The distribution after each attack that cannot wound or heal its attacker, by the state with
    /// equal ranks.
    ends: KnownEnds<(usize, StartState), TurnEnds>,
    /// The distributions after the stages of attacks in which choices are open.
    stages: KnownStages,
}

/// The options of both players at the start of a turn.
pub(in super::super) type TurnChoices = Rc<ChoicePairs<AttackSequence>>;
/// The states after a turn with their probabilities.
pub(in super::super) type TurnEnds = Vec<(StartState, f64)>;

impl<'a> Turn<'a> {
    /// Creates an attack from its inputs.
    pub(in super::super) fn new(context: &'a TurnContext<'a>) -> Self {
        let TurnContext { ctx, counter_attacks, .. } = context;
        let is_answered = counter_attacks.iter().any(Option::is_some);
        let table = table(ctx, InitialState::Any, is_answered);
        let choices = RefCell::new(ChoiceEvaluator::new(ctx, table, counter_attacks));
        Self {
            context,
            table,
            choices,
            pairs: RefCell::default(),
            ends: RefCell::default(),
            stages: KnownStages::default(),
        }
    }

    /// Creates an empty memory.
    pub(in super::super) fn memory(&self) -> TurnMemory<'a> {
        TurnMemory(SequenceMemory::new(&self.context.contexts, &self.context.counter_attacks))
    }

    /// Returns whether choices in counter-attacks are left open.
    pub(in super::super) fn answers_choose(&self) -> bool {
        self.context.counter_attacks.iter().flatten().any(|one| one.leaves_choices)
    }

    /// Returns the options of both players in a state.
    pub(in super::super) fn choices(&self, state: StartState) -> TurnChoices {
        let fight = fight(state);
        let now = self.table.situation(&fight);
        let held = fight.tokens.map(|tokens| tokens & CONDITIONS);
        let known = self.pairs.borrow().get(&(now, held));
        known.unwrap_or_else(|| {
            let held_by = held.map(Tokens::from_bits);
            let pairs = Rc::new(self.choices.borrow_mut().pairs(&now, held_by));
            self.pairs.borrow_mut().insert((now, held), Rc::clone(&pairs), pairs.count());
            pairs
        })
    }

    /// Returns whether players may have a choice: an order, an option, a reroll, or a token to save.
    pub(in super::super) fn may_choose(&self) -> bool {
        let ctx = &self.context.ctx;
        let has_choice = |side: Side| {
            let abilities = ctx.abilities(side).iter();
            let mut effects = abilities.map(|ability| &ability.effects);
            effects.any(|effects| effects.choice.is_some() || effects.trigger().is_some())
        };
        self.answers_choose()
            || ctx.may_hold_tokens()
            || Side::BOTH.into_iter().any(|side| {
                has_choice(side)
                    || ctx.all_effects(side).any(|one| one.action.makes_sixes_worth_more())
            })
    }

    /// Returns the distribution after an attack that begins in a state. `None` if choices are open
    /// in it.
    pub(in super::super) fn ends(
        &self,
        (number, attacks): (usize, &AttackSequence),
        state: StartState,
    ) -> Option<TurnEnds> {
        let [own, other, held, their] = state;
        let is_safe = !attacks.can_wound_attacker() && !attacks.heals(Side::Attacker);
        if !is_safe {
            return Some(starts_of(attacks.ends(&fight(state))?));
        }
        let alike = [attacks.alike(own), other, held, their];
        let known = self.ends.borrow().get(&(number, alike));
        let ends = match known {
            Some(ends) => ends,
            None => {
                let ends = Rc::new(starts_of(attacks.ends(&fight(alike))?));
                self.ends.borrow_mut().insert((number, alike), Rc::clone(&ends), ends.len());
                ends
            }
        };
        let with_own = |([_, other, held, their], share): &(StartState, f64)| {
            ([own, *other, *held, *their], *share)
        };
        Some(ends.iter().map(with_own).collect())
    }

    /// Returns the best pair of options in a state and its value to the attacker. `later` returns
    /// the value of the state after the attack.
    pub(in super::super) fn best(
        &self,
        memory: &TurnMemory<'a>,
        state: StartState,
        later: &dyn Fn(StartState) -> ChoiceValue,
    ) -> (Option<Picks>, ChoiceValue) {
        let choices = self.choices(state);
        let (pair, value) = choices.best(|_, attack| {
            self.ends(attack, state).map_or_else(
                || self.worth(memory, attack, state, later),
                |ends| {
                    ends.iter().fold((0.0, 0.0), |(first, second), (end, share)| {
                        let value = later(*end);
                        (first + value.0 * share, second + value.1 * share)
                    })
                },
            )
        });
        (choices.picks(pair).cloned(), value)
    }

    /// Compiles the attack with the best choices in each of these states.
    ///
    /// # Errors
    /// As [`compiled`](Self::compiled).
    pub(in super::super) fn chosen(
        &self,
        memory: &TurnMemory<'a>,
        starts: &[StartState],
        later: &dyn Fn(StartState) -> ChoiceValue,
    ) -> Result<AttackSequence, Unsolved> {
        let best = |start: &StartState| Some((*start, self.best(memory, *start, later).0?));
        let choices: Vec<(StartState, Picks)> = starts.iter().filter_map(best).collect();
        self.compiled(memory, &choices, later)
    }

    /// Returns whether players have a choice in a state.
    pub(in super::super) fn is_open(&self, state: StartState) -> bool {
        self.answers_choose() || self.choices(state).attacks().nth(1).is_some()
    }

    /// Returns the tokens that a side may hold at some time.
    pub(in super::super) fn tokens(&self, side: Side) -> u8 {
        self.context.ctx.may_hold_in_all(side).bits()
    }

    /// Returns the value to its attacker of an attack in which choices are open. `later` returns
    /// the value of the state after it.
    pub(in super::super) fn worth(
        &self,
        memory: &TurnMemory<'a>,
        (number, attacks): (usize, &AttackSequence),
        state: StartState,
        later: &dyn Fn(StartState) -> ChoiceValue,
    ) -> ChoiceValue {
        let end = |state: SequenceState| later(start_of(state));
        self.evaluator(memory, &end).worth(IndexedSequence { number, attacks }, &fight(state))
    }

    /// Compiles the attack with these choices in the states in which it may begin.
    ///
    /// # Errors
    /// [`Unsolved`] if there are more sets of choices or states than a byte can count.
    pub(in super::super) fn compiled(
        &self,
        memory: &TurnMemory<'a>,
        choices: &[(StartState, Picks)],
        later: &dyn Fn(StartState) -> ChoiceValue,
    ) -> Result<AttackSequence, Unsolved> {
        let TurnContext { ctx, counter_attacks, .. } = self.context;
        let mut taken = ChoiceSet::default();
        let most = self.choices.borrow().most_ways();
        let mut number = |(state, picks): &(StartState, Picks)| {
            taken.number(picks, most).map(|number| (*state, number))
        };
        let numbers: Vec<(StartState, u8)> =
            choices.iter().map(&mut number).collect::<Option<_>>().ok_or(Unsolved)?;
        let mut by_situation = FxHashMap::default();
        for (state, number) in &numbers {
            by_situation.entry(self.table.situation(&fight(*state))).or_insert(*number);
        }
        let number_in = |now: &_| by_situation.get(now).copied().unwrap_or(0);
        let is_settled = numbers
            .iter()
            .all(|(state, number)| number_in(&self.table.situation(&fight(*state))) == *number);
        let decided = taken.decided(ctx, self.table, number_in);
        let starts =
            if is_settled { None } else { Some(StateTable::new(&numbers).ok_or(Unsolved)?.into()) };
        let attacks =
            AttackSequence { starts, ..AttackSequence::of(ctx, decided, counter_attacks) };
        let end = |state: SequenceState| later(start_of(state));
        let fights: Vec<FightState<u8>> = choices.iter().map(|(state, _)| fight(*state)).collect();
        let attacks = self.evaluator(memory, &end).settled(attacks, &fights);
        Ok(AttackSequence { unknown: unknown(ctx, &self.table), leaves_choices: true, ..attacks })
    }

    fn evaluator<'m>(
        &'m self,
        TurnMemory(memory): &'m TurnMemory<'a>,
        end: &'m dyn Fn(SequenceState) -> ChoiceValue,
    ) -> SequenceEvaluator<'m, 'a> {
        let decision = TriggeredDecision::ForLater;
        SequenceEvaluator { memory, decision, end, known: Some(&self.stages) }
    }
}

/// Returns a fight in a state.
fn fight([own, other, held, their]: StartState) -> FightState<u8> {
    FightState::new([own, other], [held, their])
}

/// Drops what no later attack depends on.
const fn start_of([own, other, held, their, ..]: SequenceState) -> StartState {
    [own, other, held, their]
}

/// Drops from each state what no later attack depends on.
fn starts_of(ends: StateDistribution) -> TurnEnds {
    ends.into_iter().map(|(state, share)| (start_of(state), share)).collect()
}
