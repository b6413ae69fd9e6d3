//! The reference model of duels between players who choose to win: every choice in every state is
//! tried, and the best ones follow from the last attack back to the first.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use warodds_games::asoiaf::{Attack, Duel, DuelSide};

use super::choices::TooMany;
use super::duel::{attack_of_step, resource_spent};
use super::model::{Later, ReferenceModel, ResolutionKind};
use super::state::{Chances, CombatState, DuelValue, SequenceChoices, is_better};

/// The distributions after an attack: for each choice of the attacker, one for each reply.
type Outcomes = Vec<Vec<Chances<CombatState>>>;

/// The attacks of a duel with their attackers, and what is known of the states before each.
struct Steps<'a> {
    models: &'a [(usize, ReferenceModel<'a>)],
    most: usize,
    known: RefCell<BTreeMap<(usize, CombatState), DuelValue>>,
    too_many: Cell<bool>,
}

/// Returns the value of a duel for the best choices of both players.
///
/// # Errors
/// [`TooMany`] if there are more than `most` choices in a state.
pub fn value(question: &Duel, most: usize) -> Result<DuelValue, TooMany> {
    let attacks = attacks(question);
    let models: Vec<(usize, ReferenceModel<'_>)> =
        attacks.iter().map(|(attacker, attack)| (*attacker, ReferenceModel::new(attack))).collect();
    let Some((attacker, first)) = models.first() else { return Ok((0.0, 0.0)) };
    let start = seen_by(*attacker, first.start());
    let (known, too_many) = Default::default();
    let steps = Steps { models: &models, most, known, too_many };
    let value = steps.value(0, start);
    if steps.too_many.get() { Err(TooMany) } else { Ok(value) }
}

impl Steps<'_> {
    /// Returns the value to `a` of a state before a step.
    fn value(&self, number: usize, state: CombatState) -> DuelValue {
        let goes_on = state.both_survive() && !self.too_many.get();
        let Some((attacker, model)) = self.models.get(number).filter(|_| goes_on) else {
            return final_value(&state);
        };
        if let Some(value) = self.known.borrow().get(&(number, state)) {
            return *value;
        }
        let later = |end: &CombatState| {
            let (win, wounds) = self.value(number + 1, seen_by(*attacker, end.for_next_attack()));
            if *attacker == 0 { (win, wounds) } else { (-win, -wounds) }
        };
        let outcomes = all_outcomes(model, seen_by(*attacker, state), self.most, &later);
        let value = outcomes.map_or_else(
            |TooMany| {
                self.too_many.set(true);
                (0.0, 0.0)
            },
            |all| best(&all, later),
        );
        let value = if *attacker == 0 { value } else { (-value.0, -value.1) };
        self.known.borrow_mut().insert((number, state), value);
        value
    }
}

/// Returns the attacks of a duel with their attackers.
fn attacks(question: &Duel) -> Vec<(usize, Attack)> {
    let mut resources = question.sides().map(|side| side.circumstances.resource);
    let first = usize::from(question.opening.first == DuelSide::B);
    let mut attacks = Vec::new();
    for step in 0..question.activations.get() {
        let attacker = (first + usize::from(step)) % 2;
        let attack = attack_of_step(question, step, attacker, resources);
        let model = ReferenceModel::new(&attack);
        let choices = SequenceChoices::only(&model);
        let spent = [0, 1].map(|side| resource_spent(&model, side, &choices));
        resources[attacker] -= spent[0];
        resources[1 - attacker] -= spent[1];
        attacks.push((attacker, attack));
    }
    attacks
}

/// Returns a state as the attacker sees it, or what the attacker sees as a state.
fn seen_by(attacker: usize, state: CombatState) -> CombatState {
    if attacker == 0 { state } else { state.swapped() }
}

/// Returns the distributions for all choices of an attacker (side 0) in a state. Choices in
/// triggered attacks are made by the value of the ends.
///
/// # Errors
/// [`TooMany`] if there are more than `most`.
pub(super) fn all_outcomes(
    model: &ReferenceModel<'_>,
    state: CombatState,
    most: usize,
    later: Later<'_>,
) -> Result<Outcomes, TooMany> {
    let choices = model.all_choices(&state, (0, ResolutionKind::Main));
    if choices.iter().map(Vec::len).sum::<usize>() > most {
        return Err(TooMany);
    }
    let outcome = |choices: &SequenceChoices| model.sequence_from(state, choices, Some(later));
    Ok(choices.iter().map(|replies| replies.iter().map(outcome).collect()).collect())
}

fn final_value(state: &CombatState) -> DuelValue {
    let [a, b] = state.left;
    let destroyed = |left: i32| f64::from(i32::from(left == 0));
    (destroyed(b) - destroyed(a), f64::from(a - b))
}

/// Returns the value of the attacker's best choice, to which the other side gives its best reply.
pub(super) fn best(all: &Outcomes, later: impl Fn(&CombatState) -> DuelValue) -> DuelValue {
    let value = |ends: &Chances<CombatState>| {
        ends.iter().fold((0.0, 0.0), |(win, wounds), (end, p)| {
            let value = later(end);
            (win + p * value.0, wounds + p * value.1)
        })
    };
    let least = |replies: &Vec<Chances<CombatState>>| {
        replies
            .iter()
            .map(value)
            .reduce(|one, other| if is_better(one, other) { other } else { one })
    };
    let values = all.iter().filter_map(least);
    let best = values.reduce(|one, other| if is_better(other, one) { other } else { one });
    best.unwrap_or((0.0, 0.0))
}
