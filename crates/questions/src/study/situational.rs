//! Abilities without an effect in the situation of a question: the conditions that they lack.

use std::sync::Arc;

use crate::catalogue::conditions::{CONDITION_KEYS, ConditionKey};
use crate::catalogue::describe_conditions;
use warodds_engine::run::Control;
use warodds_games::asoiaf::effect::{Conditions, Effect};
use warodds_games::asoiaf::{ModelStatus, Unit};

/// Differences of this size are rounding.
const ROUNDING: f64 = 1e-9;

/// Returns whether a difference is more than rounding.
pub(super) fn is_change(difference: f64) -> bool {
    difference.abs() > ROUNDING
}

/// A control that stops a run and reports no progress of it.
pub(super) struct Unreported<'a>(pub &'a dyn Control);

impl Control for Unreported<'_> {
    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

/// Returns in which conditions the abilities that `with` has more than `without` would change a
/// result that they do not change as it is, each condition in words; none if they would in none.
///
/// `changes` says whether a unit with some of these conditions dropped has another result.
///
/// # Errors
/// The error of `changes`.
pub(super) fn lacking_conditions<E>(
    [with, without]: [&Unit; 2],
    changes: impl Fn(&Unit) -> Result<bool, E>,
) -> Result<Vec<String>, E> {
    let is_added = |name: &str| without.abilities.iter().all(|own| *own.name != *name);
    let mut lacking: Vec<&ConditionKey> = CONDITION_KEYS.iter().collect();
    lacking.retain(|key| !requirements(with, &is_added, key).is_empty());
    if lacking.is_empty() || !changes(&dropping(with, &is_added, &lacking))? {
        return Ok(Vec::new());
    }
    for key in lacking.clone() {
        // a condition without which nothing changes holds already, or does not matter
        let rest: Vec<_> = lacking.iter().copied().filter(|one| one.key != key.key).collect();
        if changes(&dropping(with, &is_added, &rest))? {
            lacking = rest;
        }
    }
    Ok(lacking.into_iter().flat_map(|key| requirements(with, &is_added, key)).collect())
}

/// Returns the distinct requirements of one kind of the added abilities, in words.
fn requirements(unit: &Unit, is_added: &dyn Fn(&str) -> bool, key: &ConditionKey) -> Vec<String> {
    let mut unit = unit.clone();
    let mut all = Vec::new();
    each_effect(&mut unit, is_added, &mut |effect| {
        let only = (key.only)(&effect.conditions);
        let words = describe_conditions(&only).join(", ");
        if only != Conditions::default() && !all.contains(&words) {
            all.push(words);
        }
    });
    all
}

/// Returns the unit with some conditions of the added abilities dropped.
fn dropping(unit: &Unit, is_added: &dyn Fn(&str) -> bool, keys: &[&ConditionKey]) -> Unit {
    let mut unit = unit.clone();
    each_effect(&mut unit, is_added, &mut |effect| {
        keys.iter().for_each(|key| (key.drop)(&mut effect.conditions));
    });
    unit
}

/// Visits the effects of the added abilities.
fn each_effect(
    unit: &mut Unit,
    is_added: &dyn Fn(&str) -> bool,
    visit: &mut dyn FnMut(&mut Effect),
) {
    for ability in unit.abilities.iter_mut().filter(|ability| is_added(&ability.name)) {
        let ModelStatus::Modelled(effects) = &mut ability.status else { continue };
        let effects = Arc::make_mut(effects);
        let options = effects.choice.iter_mut().flat_map(|choice| &mut choice.options);
        let of_options = options.flat_map(|(_, effects)| effects);
        effects.fixed.iter_mut().chain(of_options).for_each(&mut *visit);
    }
}
