//! Attackers who choose to destroy the unit with the fewest attacks, against a player who chooses
//! to hold out.
//!
//! The expected number of attacks from each state on is improved until it no longer changes: a unit
//! may heal, so the states have no order. Attackers are fresh, so what is left of one counts for
//! nothing.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::super::attack_context::{Activation, Picks};
use super::super::attack_sequence::{
    AttackSequence, MOST_KEPT, Turn, TurnChoices, TurnContext, TurnMemory, Unsolved,
};
use super::super::choice::ChoiceValue;
use super::super::edition::Parameters;
use super::super::question::{Aim, Attack};
use super::super::state_table::StartState;
use super::AttackOrder;
use warodds_engine::run::tick;

/// Wounds left to the unit, and its tokens.
type UnitState = [u8; 2];
/// The number of a state before an attack, or `None` if the unit is destroyed, with its
/// probability.
type NumberedEnds = Vec<(Option<usize>, f64)>;

/// Values differ by less than this between two rounds of improvement when they have converged.
const CONVERGED: f64 = 1e-10;
/// Largest number of rounds; after each the values count one attack more.
const MOST_ROUNDS: usize = 2_000;
/// What the players choose for if the values have not converged.
const UNCONVERGED: &str = "attackers choose what shortens the fight, the unit what prolongs it, \
                           among the first 2000 attacks";

/// The attacks, and what the players choose for.
pub(super) type ChosenAttacks = (Vec<AttackSequence>, &'static str);

/// A state of the unit before the attack of one of the attackers.
struct Node {
    attacker: usize,
    unit: UnitState,
    choices: TurnChoices,
    /// The states after each attack; `None` if choices are open in it.
    ends: Vec<Option<NumberedEnds>>,
}

impl Node {
    /// Returns the number of options and outcomes.
    fn size(&self) -> usize {
        self.choices.count() + self.ends.iter().flatten().map(Vec::len).sum::<usize>()
    }
}

/// An attacker with its wounds and tokens.
struct Attacker<'a> {
    own: UnitState,
    turn: Turn<'a>,
    memory: TurnMemory<'a>,
}

/// The states that attacks of these attackers, over and over, may leave.
struct SurvivalSolver<'a> {
    attackers: &'a [Attacker<'a>],
    order: AttackOrder,
    numbers: RefCell<FxHashMap<(usize, UnitState), usize>>,
    /// The states by number, in the order in which they are found.
    states: RefCell<Vec<(usize, UnitState)>>,
    /// The states that have been evaluated.
    nodes: Vec<Node>,
    /// Their number of options and outcomes.
    kept: usize,
    /// The expected number of attacks from each of them on.
    attacks: Vec<f64>,
}

impl<'a> SurvivalSolver<'a> {
    fn new(attackers: &'a [Attacker<'a>], order: AttackOrder, start: UnitState) -> Self {
        let (numbers, states, nodes, kept, attacks) = Default::default();
        let solver = Self { attackers, order, numbers, states, nodes, kept, attacks };
        solver.number(0, start);
        solver
    }

    fn number(&self, attacker: usize, unit: UnitState) -> usize {
        let mut states = self.states.borrow_mut();
        *self.numbers.borrow_mut().entry((attacker, unit)).or_insert_with(|| {
            states.push((attacker, unit));
            states.len() - 1
        })
    }

    /// Returns the number of the state after an attack; `None` if the unit is destroyed.
    fn after(&self, attacker: usize, [_, left, _, tokens]: StartState) -> Option<usize> {
        (left > 0).then(|| self.number(self.order.at(attacker + 1), [left, tokens]))
    }

    fn node(&self, (attacker, unit): (usize, UnitState)) -> Option<Node> {
        let Attacker { own, turn, .. } = self.attackers.get(attacker)?;
        let state = start_state(*own, unit);
        let choices = turn.choices(state);
        let ends = choices.attacks().map(|attack| {
            let ends = turn.ends(attack, state)?.into_iter();
            Some(ends.map(|(end, share)| (self.after(attacker, end), share)).collect())
        });
        let ends = ends.collect();
        Some(Node { attacker, unit, choices, ends })
    }

    /// Returns the value to its attacker of a state: the fewer attacks follow, the better.
    fn later(&self, number: Option<usize>) -> f64 {
        // a state that is not evaluated yet is worth as much as after no attack
        -number.and_then(|number| self.attacks.get(number)).copied().unwrap_or(0.0)
    }

    /// Returns the best pair of options in a state, and the expected number of attacks from there
    /// on.
    fn best(&self, node: &Node) -> Option<(usize, f64)> {
        let Attacker { own, turn, memory } = self.attackers.get(node.attacker)?;
        let later = |end| (self.later(self.after(node.attacker, end)), 0.0);
        let (pair, (value, _)) = node.choices.best(|index, attack| match node.ends.get(index) {
            Some(Some(ends)) => self.mean(ends),
            _ => turn.worth(memory, attack, start_state(*own, node.unit), &later),
        });
        Some((pair, 1.0 - value))
    }

    fn mean(&self, ends: &NumberedEnds) -> ChoiceValue {
        (ends.iter().map(|(end, share)| self.later(*end) * share).sum(), 0.0)
    }

    /// Evaluates all states with one attack more. Returns the largest change.
    ///
    /// # Errors
    /// [`Unsolved`] if there are more options and outcomes than are kept.
    fn improve(&mut self) -> Result<f64, Unsolved> {
        self.attackers.iter().for_each(|attacker| attacker.memory.forget_values());
        let mut improved: Vec<f64> = Vec::new();
        // further states are found while these are evaluated
        while let Some(state) = self.unevaluated(improved.len()) {
            tick();
            if improved.len() == self.nodes.len() {
                let node = self.node(state).ok_or(Unsolved)?;
                self.kept += node.size();
                self.nodes.push(node);
                if self.kept > MOST_KEPT {
                    return Err(Unsolved);
                }
            }
            let node = self.nodes.get(improved.len()).ok_or(Unsolved)?;
            improved.push(self.best(node).ok_or(Unsolved)?.1);
        }
        let known = self.attacks.iter().copied().chain(std::iter::repeat(0.0));
        let change = improved.iter().zip(known).map(|(one, other)| (one - other).abs());
        let change = change.fold(0.0, f64::max);
        self.attacks = improved;
        Ok(change)
    }

    fn unevaluated(&self, number: usize) -> Option<(usize, UnitState)> {
        self.states.borrow().get(number).copied()
    }

    /// Returns whether players have a choice in any state.
    fn is_open(&self) -> bool {
        self.attackers.iter().any(|attacker| attacker.turn.answers_choose())
            || self.nodes.iter().any(|node| node.ends.len() > 1)
    }

    /// Compiles the attack of one attacker with the best choices.
    fn compiled(&self, number: usize, attacker: &Attacker<'_>) -> Result<AttackSequence, Unsolved> {
        let here = self.nodes.iter().filter(|node| node.attacker == number);
        let choice = |node: &Node| {
            let picks = node.choices.picks(self.best(node)?.0)?.clone();
            Some((start_state(attacker.own, node.unit), picks))
        };
        let choices: Vec<(StartState, Picks)> = here.filter_map(choice).collect();
        let later = |end| (self.later(self.after(number, end)), 0.0);
        attacker.turn.compiled(&attacker.memory, &choices, &later)
    }
}

const fn start_state([own, held]: UnitState, [left, tokens]: UnitState) -> StartState {
    [own, left, held, tokens]
}

/// Compiles the attacks, made over and over in order, if all players choose by the number of
/// attacks that the unit stands. `None` if nobody has a choice.
///
/// # Errors
/// [`Unsolved`] if there are too many choices to count.
pub(super) fn fewest_attacks(
    parameters: &Parameters,
    (attacks, order): (&[Attack], AttackOrder),
    start: UnitState,
) -> Result<Option<ChosenAttacks>, Unsolved> {
    let contexts: Vec<TurnContext<'_>> = attacks
        .iter()
        .map(|attack| TurnContext::new(attack, Activation::Whole, parameters))
        .collect();
    let attacker = |(attack, context): (&Attack, _)| {
        let (state, turn) = (attack.attacker.state, Turn::new(context));
        let own = [state.wounds_left(), state.tokens.bits()];
        Attacker { own, memory: turn.memory(), turn }
    };
    let attackers: Vec<Attacker<'_>> = attacks.iter().zip(&contexts).map(attacker).collect();
    if !attackers.iter().any(|attacker| attacker.turn.may_choose()) {
        return Ok(None);
    }
    let mut solver = SurvivalSolver::new(&attackers, order, start);
    let mut words = UNCONVERGED;
    for _ in 0..MOST_ROUNDS {
        if solver.improve()? < CONVERGED {
            words = Aim::Win.words_of_survival();
            break;
        }
    }
    if !solver.is_open() {
        return Ok(None);
    }
    attackers.iter().for_each(|attacker| attacker.memory.forget_values());
    let compiled = attackers.iter().enumerate();
    let compiled = compiled.map(|(number, attacker)| solver.compiled(number, attacker));
    Ok(Some((compiled.collect::<Result<_, _>>()?, words)))
}
