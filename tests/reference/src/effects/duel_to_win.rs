//! The reference model of duels between players who choose to win: every choice in every state is
//! tried, and the best ones follow from the last attack back to the first.

use std::collections::{BTreeMap, BTreeSet};

use warodds_games::asoiaf::{Attack, Duel, DuelSide};

use super::choices::TooMany;
use super::duel::{attack_of_step, resource_spent};
use super::model::ReferenceModel;
use super::state::{Chances, CombatState, SequenceChoices};

/// The probability that `b` is destroyed minus the probability that `a` is, and the expected wounds
/// left to `a` minus those left to `b`.
pub type DuelValue = (f64, f64);

/// The distributions after an attack: for each choice of the attacker, one for each reply.
type Outcomes = Vec<Vec<Chances<CombatState>>>;

/// The tolerance of comparisons.
const TIE: f64 = 1e-9;

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
    let mut states = BTreeSet::from([start]);
    let mut steps: Vec<(usize, BTreeMap<CombatState, Outcomes>)> = Vec::new();
    for (attacker, model) in &models {
        let mut outcomes = BTreeMap::new();
        for state in states.iter().filter(|state| state.both_survive()) {
            outcomes.insert(*state, all_outcomes(model, *attacker, *state, most)?);
        }
        states = outcomes.values().flatten().flatten().flatten().map(|(end, _)| *end).collect();
        steps.push((*attacker, outcomes));
    }
    let mut later: BTreeMap<CombatState, DuelValue> = BTreeMap::new();
    for (attacker, outcomes) in steps.into_iter().rev() {
        let value = |end: &CombatState| later.get(end).copied().unwrap_or_else(|| final_value(end));
        let values = outcomes.iter().map(|(state, all)| (*state, best(all, attacker, value)));
        later = values.collect();
    }
    Ok(later.get(&start).copied().unwrap_or_else(|| final_value(&start)))
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

/// Returns the distributions for all choices in a state.
///
/// # Errors
/// [`TooMany`] if there are more than `most`.
pub(super) fn all_outcomes(
    model: &ReferenceModel<'_>,
    attacker: usize,
    state: CombatState,
    most: usize,
) -> Result<Outcomes, TooMany> {
    let state = seen_by(attacker, state);
    let choices = model.all_choices(&state, 0);
    if choices.iter().map(Vec::len).sum::<usize>() > most {
        return Err(TooMany);
    }
    let end = |(end, p): (CombatState, f64)| (seen_by(attacker, end.for_next_attack()), p);
    let outcome = |choices: &SequenceChoices| {
        model.sequence_from(state, choices).into_iter().map(end).collect()
    };
    Ok(choices.iter().map(|replies| replies.iter().map(outcome).collect()).collect())
}

fn final_value(state: &CombatState) -> DuelValue {
    let [a, b] = state.left;
    let destroyed = |left: i32| f64::from(i32::from(left == 0));
    (destroyed(b) - destroyed(a), f64::from(a - b))
}

/// Returns the value of the attacker's best choice, to which the other side gives its best reply.
pub(super) fn best(
    all: &Outcomes,
    attacker: usize,
    later: impl Fn(&CombatState) -> DuelValue,
) -> DuelValue {
    let sign = if attacker == 0 { 1.0 } else { -1.0 };
    let value = |ends: &Chances<CombatState>| {
        ends.iter().fold((0.0, 0.0), |(win, wounds), (end, p)| {
            let value = later(end);
            (win + sign * p * value.0, wounds + sign * p * value.1)
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
    best.map_or((0.0, 0.0), |(win, wounds)| (sign * win, sign * wounds))
}

/// Returns whether one value exceeds another: victory decides, then wounds.
pub(super) fn is_better(one: DuelValue, other: DuelValue) -> bool {
    one.0 > other.0 + TIE || (one.0 > other.0 - TIE && one.1 > other.1 + TIE)
}
