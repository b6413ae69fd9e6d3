//! The reference model of a unit under attacks by fresh attackers who choose to destroy it with the
//! fewest attacks, while its player chooses to hold out.

use std::collections::BTreeMap;

use warodds_games::asoiaf::Attack;
use warodds_games::asoiaf::effect::{Action, TriggeredEffect};

use super::choices::TooMany;
use super::duel_to_win::all_outcomes;
use super::model::ReferenceModel;
use super::state::{Chances, CombatState};

/// The distributions after an attack: for each choice of the attacker, one for each reply.
type Outcomes = Vec<Vec<Chances<CombatState>>>;
/// The expected numbers of attacks from the states before the attack of an attacker.
type Values = BTreeMap<(usize, CombatState), f64>;

/// The largest number of rounds of improvement.
const ROUNDS: usize = 2_000;

/// Returns the expected number of attacks that the unit stands, made over and over in this order.
///
/// # Errors
/// [`TooMany`] if there are more than `most` choices in a state.
pub fn attacks(attacks: &[Attack], most: usize) -> Result<f64, TooMany> {
    let models: Vec<ReferenceModel<'_>> = attacks.iter().map(ReferenceModel::new).collect();
    let start = (0, of_unit(models[0].start(), &models[0]));
    let mut known: BTreeMap<(usize, CombatState), Outcomes> = BTreeMap::new();
    let mut values: Values = BTreeMap::from([(start, 0.0)]);
    for _ in 0..ROUNDS {
        let mut change: f64 = 0.0;
        for (attacker, state) in values.keys().copied().collect::<Vec<_>>() {
            let next = (attacker + 1) % models.len();
            let models = [&models[attacker], &models[next]];
            // choices in attacks out of turn depend on the values: all of them are tried again
            let outcomes = match known.get(&(attacker, state)) {
                Some(outcomes) if !triggers(models[0]) => outcomes.clone(),
                _ => outcomes(models, state, most, next, &values)?,
            };
            for (end, _) in outcomes.iter().flatten().flatten() {
                if end.left[1] > 0 {
                    values.entry((next, *end)).or_insert(0.0);
                }
            }
            let value = 1.0 + best(&outcomes, next, &values);
            let before = values.insert((attacker, state), value);
            change = change.max((value - before.unwrap_or(0.0)).abs());
            known.insert((attacker, state), outcomes);
        }
        if change < 1e-12 {
            break;
        }
    }
    Ok(values[&start])
}

/// Returns whether a side may make an attack out of turn.
fn triggers(model: &ReferenceModel<'_>) -> bool {
    let abilities = model.abilities.iter().flatten();
    let mut effects = abilities.flat_map(|ability| ability.effects.all());
    effects.any(|effect| effect.action == Action::Triggered(TriggeredEffect::Attack))
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
    [model, next]: [&ReferenceModel<'_>; 2],
    state: CombatState,
    most: usize,
    number: usize,
    values: &Values,
) -> Result<Outcomes, TooMany> {
    let later = |end: &CombatState| {
        let attacks = values.get(&(number, of_unit(*end, next)));
        (-attacks.copied().filter(|_| end.left[1] > 0).unwrap_or(0.0), 0.0)
    };
    let mut all = all_outcomes(model, state, most, &later)?;
    for ends in all.iter_mut().flatten() {
        *ends = ends.iter().map(|(end, p)| (of_unit(*end, next), *p)).collect();
    }
    Ok(all)
}

/// Returns the expected number of attacks after this one, for the attacker's best choice, to which
/// the unit's player gives the best reply.
fn best(all: &Outcomes, next: usize, values: &Values) -> f64 {
    let later = |ends: &Chances<CombatState>| -> f64 {
        ends.iter().map(|(end, p)| p * values.get(&(next, *end)).copied().unwrap_or(0.0)).sum()
    };
    let most = |replies: &Vec<Chances<CombatState>>| replies.iter().map(later).fold(0.0, f64::max);
    all.iter().map(most).fold(f64::INFINITY, f64::min)
}
