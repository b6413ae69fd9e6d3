//! A duel between players who choose to win: by backward induction over its states, each attack is
//! chosen for the value of the states after it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::attack_context::{Activation, Picks};
use super::super::attack_sequence::{
    MOST_KEPT, Turn, TurnChoices, TurnContext, TurnMemory, Unsolved,
};
use super::super::choice::ChoiceValue;
use super::super::duel_attack::DuelAttack;
use super::super::edition::Parameters;
use super::super::question::{Attack, Duel};
use super::super::state_table::StartState;
use super::schedule::Schedule;

/// The state of a duel between two attacks: wounds left to `a` and `b`, and their tokens.
type DuelState = StartState;
/// The pair of options taken in each state, by the number of the state.
type PairsTaken = BTreeMap<usize, usize>;

/// Swaps the two sides if `b` attacks.
const fn seen_by(attacker: usize, [one, other, held, their]: StartState) -> StartState {
    if attacker == 0 { [one, other, held, their] } else { [other, one, their, held] }
}

/// Changes the side whose value this is if `b` attacks.
fn value_to(attacker: usize, (first, second): ChoiceValue) -> ChoiceValue {
    if attacker == 0 { (first, second) } else { (-first, -second) }
}

/// Returns the value of a final state to `a`: who is destroyed, and the difference of wounds left.
fn final_value([a, b, ..]: DuelState) -> ChoiceValue {
    let destroyed = |left: u8| f64::from(u8::from(left == 0));
    (destroyed(b) - destroyed(a), f64::from(a) - f64::from(b))
}

/// All states seen so far, by their number.
#[derive(Default)]
struct States {
    all: Vec<DuelState>,
    numbers: FxHashMap<DuelState, usize>,
}

impl States {
    fn number(&mut self, state: DuelState) -> usize {
        *self.numbers.entry(state).or_insert_with(|| {
            self.all.push(state);
            self.all.len() - 1
        })
    }
}

/// The numbers of states with their probabilities.
type NumberedEnds = Vec<(usize, f64)>;

/// The options of both players in a state, and where each attack may lead.
struct StateOptions {
    choices: TurnChoices,
    /// The states after each attack; `None` if choices are open in the attack.
    ends: Vec<Option<NumberedEnds>>,
}

/// The best choices in a state before a step.
#[derive(Clone, Copy)]
struct Best {
    /// The pair of options.
    pair: usize,
    /// The value of the state to `a`.
    value: ChoiceValue,
}

/// What is known of the states of a step, by their numbers.
type StepValues = RefCell<Vec<Option<Best>>>;

/// The values and choices of a duel.
struct DuelSolver<'a> {
    turns: &'a [(usize, Turn<'a>)],
    /// Index of the turn of each step.
    steps: &'a [usize],
    memories: Vec<TurnMemory<'a>>,
    states: RefCell<States>,
    /// The options in each turn, by the number of the state.
    options: Vec<RefCell<Vec<Option<Rc<StateOptions>>>>>,
    /// Number of options and outcomes in `options`.
    outcomes: Cell<usize>,
    known: Vec<StepValues>,
}

impl<'a> DuelSolver<'a> {
    fn new(turns: &'a [(usize, Turn<'a>)], steps: &'a [usize]) -> Self {
        let turns_of_steps = steps.iter().filter_map(|number| turns.get(*number));
        let memories = turns_of_steps.map(|(_, turn)| turn.memory()).collect();
        let options = turns.iter().map(|_| RefCell::default()).collect();
        let known = steps.iter().map(|_| RefCell::default()).collect();
        let (states, outcomes) = Default::default();
        Self { turns, steps, memories, states, options, outcomes, known }
    }

    /// Returns whether there are more options and outcomes than are kept.
    const fn is_too_large(&self) -> bool {
        self.outcomes.get() > MOST_KEPT
    }

    /// Returns the value to `a` of a state before a step.
    fn value(&self, step: usize, number: usize) -> ChoiceValue {
        if let Some(best) = self.known.get(step).and_then(|known| *known.borrow().get(number)?) {
            return best.value;
        }
        let state = self.states.borrow().all.get(number).copied().unwrap_or_default();
        let [a, b, ..] = state;
        let goes_on = a > 0 && b > 0 && !self.is_too_large();
        let turn = self.steps.get(step).filter(|_| goes_on);
        let Some((turn, known)) = turn.zip(self.known.get(step)) else {
            return final_value(state);
        };
        let best = self.best(step, *turn, (number, state));
        put(&mut known.borrow_mut(), number, best);
        best.value
    }

    /// Returns the best choices in a state before a step with this turn.
    fn best(&self, step: usize, turn_number: usize, (number, state): (usize, DuelState)) -> Best {
        let (attacker, turn) = &self.turns[turn_number];
        let options = self.options(turn_number, number, state);
        let later = self.later(step, *attacker);
        let (pair, value) = options.choices.best(|index, attack| match options.ends.get(index) {
            Some(Some(ends)) => value_to(*attacker, self.mean(step + 1, ends)),
            _ => turn.worth(&self.memories[step], attack, seen_by(*attacker, state), &later),
        });
        Best { pair, value: value_to(*attacker, value) }
    }

    /// Returns the expected value to `a` of states before a step.
    fn mean(&self, step: usize, states: &[(usize, f64)]) -> ChoiceValue {
        states.iter().fold((0.0, 0.0), |(first, second), (number, share)| {
            let value = self.value(step, *number);
            (first + value.0 * share, second + value.1 * share)
        })
    }

    /// Returns the options in a state of a turn.
    fn options(&self, turn: usize, number: usize, state: DuelState) -> Rc<StateOptions> {
        let known = &self.options[turn];
        if let Some(options) = known.borrow().get(number).and_then(Option::clone) {
            return options;
        }
        let (attacker, turn) = &self.turns[turn];
        let state = seen_by(*attacker, state);
        let choices = turn.choices(state);
        let ends_of = |attack| {
            let ends = turn.ends(attack, state)?;
            let mut states = self.states.borrow_mut();
            let numbered = |(end, share)| (states.number(seen_by(*attacker, end)), share);
            Some(ends.into_iter().map(numbered).collect())
        };
        let ends: Vec<Option<NumberedEnds>> = choices.attacks().map(ends_of).collect();
        let outcomes: usize = ends.iter().flatten().map(Vec::len).sum();
        self.outcomes.set(self.outcomes.get() + choices.count() + outcomes);
        let options = Rc::new(StateOptions { choices, ends });
        put(&mut known.borrow_mut(), number, Rc::clone(&options));
        options
    }

    /// Returns the values to the attacker of states after a step.
    fn later(&self, step: usize, attacker: usize) -> impl Fn(StartState) -> ChoiceValue {
        move |after| {
            let number = self.states.borrow_mut().number(seen_by(attacker, after));
            value_to(attacker, self.value(step + 1, number))
        }
    }

    /// Returns the pairs taken before a step.
    fn taken(&self, step: usize) -> PairsTaken {
        let known = self.known[step].borrow();
        let taken = known.iter().enumerate();
        taken.filter_map(|(number, best)| Some((number, best.as_ref()?.pair))).collect()
    }

    /// Returns the choices in these states of a turn, as its attacker sees them.
    fn choices(&self, turn: usize, taken: &PairsTaken) -> Vec<(StartState, Picks)> {
        let (states, options) = (self.states.borrow(), self.options[turn].borrow());
        let (attacker, _) = &self.turns[turn];
        let choice = |(number, pair): (&usize, &usize)| {
            let picks = options.get(*number)?.as_ref()?.choices.picks(*pair)?;
            Some((seen_by(*attacker, *states.all.get(*number)?), picks.clone()))
        };
        taken.iter().filter_map(choice).collect()
    }

    /// Returns whether players have a choice in any state.
    fn is_open(&self) -> bool {
        self.turns.iter().any(|(_, turn)| turn.answers_choose())
            || self.options.iter().any(|options| {
                options.borrow().iter().flatten().any(|options| options.ends.len() > 1)
            })
    }

    /// Compiles the attacks with the best choices.
    fn schedule(&self) -> Result<Schedule, Unsolved> {
        let mut kinds: Vec<(usize, usize, PairsTaken)> = Vec::new();
        let mut steps = Vec::with_capacity(self.steps.len());
        for (step, turn) in self.steps.iter().enumerate() {
            let taken = self.taken(step);
            let answers_choose = self.turns[*turn].1.answers_choose();
            // equal choices in the states that two steps share are compiled once
            let known = kinds.iter().position(|(other, _, others)| {
                other == turn && !answers_choose && agree(others, &taken)
            });
            steps.push(known.unwrap_or(kinds.len()));
            match known.and_then(|known| kinds.get_mut(known)) {
                Some((.., others)) => others.extend(taken),
                None => kinds.push((*turn, step, taken)),
            }
        }
        let mut attacks = Vec::with_capacity(kinds.len());
        for ((number, step, taken), part) in kinds.into_iter().zip(0..) {
            let (attacker, turn) = &self.turns[number];
            let choices = self.choices(number, &taken);
            let later = self.later(step, *attacker);
            let sequence = turn.compiled(&self.memories[step], &choices, &later)?;
            attacks.push((*attacker, DuelAttack::of(sequence, part)));
        }
        Ok(Schedule { attacks, steps })
    }
}

/// Stores an item at an index.
fn put<T>(items: &mut Vec<Option<T>>, at: usize, item: T) {
    if items.len() <= at {
        items.resize_with(at + 1, || None);
    }
    items[at] = Some(item);
}

/// Returns whether two steps take the same pairs in all states that they share.
fn agree(one: &PairsTaken, other: &PairsTaken) -> bool {
    other.iter().all(|(state, pair)| one.get(state).is_none_or(|known| known == pair))
}

/// Compiles the attacks of a duel between players who choose to win, or `None` if nobody has a
/// choice. `turns` are the distinct attacks with their attackers, `steps` says which is made in each
/// step.
///
/// # Errors
/// [`Unsolved`] if there are too many choices to count.
pub(super) fn fought_to_win(
    parameters: &Parameters,
    question: &Duel,
    turns: &[(usize, Attack)],
    steps: &[usize],
) -> Result<Option<Schedule>, Unsolved> {
    let contexts: Vec<(usize, TurnContext<'_>)> = turns
        .iter()
        .map(|(attacker, attack)| {
            (*attacker, TurnContext::new(attack, Activation::Whole, parameters))
        })
        .collect();
    let turns: Vec<(usize, Turn<'_>)> =
        contexts.iter().map(|(attacker, context)| (*attacker, Turn::new(context))).collect();
    if !turns.iter().any(|(_, turn)| turn.may_choose()) {
        return Ok(None);
    }
    let solver = DuelSolver::new(&turns, steps);
    let [a, b] = question.sides().map(|side| side.state);
    let tokens = [a, b].map(|unit| unit.tokens.bits());
    let start = [a.wounds_left(), b.wounds_left(), tokens[0], tokens[1]];
    let start = solver.states.borrow_mut().number(start);
    solver.value(0, start);
    if solver.is_too_large() {
        return Err(Unsolved);
    }
    if !solver.is_open() {
        return Ok(None);
    }
    solver.schedule().map(Some)
}
