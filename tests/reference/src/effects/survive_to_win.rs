//! The reference model of a unit under attacks by fresh attackers who choose to destroy it with the
//! fewest attacks, while its player chooses to hold out.

use std::collections::BTreeMap;

use warodds_games::asoiaf::Attack;

use super::choices::TooMany;
use super::model::ReferenceModel;
use super::state::{Chances, CombatState, SequenceChoices};

/// The distributions after an attack: for each choice of the attacker, one for each reply.
type Outcomes = Vec<Vec<Chances<CombatState>>>;

/// The number of rounds of improvement; numbers of attacks change by less than 1e-12 in the last.
const ROUNDS: usize = 2_000;

/// Returns the expected number of attacks that the unit stands, made over and over in this order.
///
/// # Errors
/// [`TooMany`] if there are more than `most` choices in a state.
pub fn attacks(attacks: &[Attack], most: usize) -> Result<f64, TooMany> {
    let models: Vec<ReferenceModel<'_>> = attacks.iter().map(ReferenceModel::new).collect();
    let start = (0, of_unit(models[0].start(), &models[0]));
    let mut known: BTreeMap<(usize, CombatState), Outcomes> = BTreeMap::new();
    let mut open = vec![start];
    while let Some((attacker, state)) = open.pop() {
        if known.contains_key(&(attacker, state)) {
            continue;
        }
        let next = (attacker + 1) % models.len();
        let outcomes = outcomes(&models[attacker], &models[next], state, most)?;
        let ends = outcomes.iter().flatten().flatten().filter(|(end, _)| end.left[1] > 0);
        open.extend(ends.map(|(end, _)| (next, *end)));
        known.insert((attacker, state), outcomes);
    }
    let mut values: BTreeMap<(usize, CombatState), f64> = BTreeMap::new();
    for _ in 0..ROUNDS {
        let value = |((attacker, state), all): (&(usize, CombatState), &Outcomes)| {
            let next = (attacker + 1) % models.len();
            ((*attacker, *state), 1.0 + best(all, next, &values))
        };
        values = known.iter().map(value).collect();
    }
    Ok(values[&start])
}

/// Gives a state the wounds and tokens with which an attacker begins.
pub(super) fn of_unit(state: CombatState, model: &ReferenceModel<'_>) -> CombatState {
    let start = model.start();
    let CombatState { left: [_, left], tokens: [_, tokens], .. } = state;
    CombatState {
        left: [start.left[0], left],
        tokens: [start.tokens[0], tokens],
        survival_attempts: [[0; 4], state.survival_attempts[1]],
        attachment_lost: [false, state.attachment_lost[1]],
        ..CombatState::default()
    }
}

/// Returns the distributions for all choices in a state, as the next attacker finds the unit.
fn outcomes(
    model: &ReferenceModel<'_>,
    next: &ReferenceModel<'_>,
    state: CombatState,
    most: usize,
) -> Result<Outcomes, TooMany> {
    let choices = model.all_choices(&state, 0);
    if choices.iter().map(Vec::len).sum::<usize>() > most {
        return Err(TooMany);
    }
    let outcome = |choices: &SequenceChoices| {
        let ends = model.sequence_from(state, choices).into_iter();
        ends.map(|(end, p)| (of_unit(end, next), p)).collect()
    };
    Ok(choices.iter().map(|replies| replies.iter().map(outcome).collect()).collect())
}

/// Returns the expected number of attacks after this one, for the attacker's best choice, to which
/// the unit's player gives the best reply.
fn best(all: &Outcomes, next: usize, values: &BTreeMap<(usize, CombatState), f64>) -> f64 {
    let later = |ends: &Chances<CombatState>| -> f64 {
        ends.iter().map(|(end, p)| p * values.get(&(next, *end)).copied().unwrap_or(0.0)).sum()
    };
    let most = |replies: &Vec<Chances<CombatState>>| replies.iter().map(later).fold(0.0, f64::max);
    all.iter().map(most).fold(f64::INFINITY, f64::min)
}
