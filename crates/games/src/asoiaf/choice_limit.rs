//! The number of combinations of choices of units, checked before any of them is listed.

use super::ability::ModelledAbility;
use super::combatant::{Combatant, CombatantError};
use super::effect::{Per, Trigger};

/// Largest number of combinations of the choices of both players that are compared.
const MOST_COMBINATIONS: u64 = 4096;
/// Largest number of combinations times situations; the numbers of each take some 40 bytes.
const MOST_ENTRIES: u64 = 1 << 23;
/// Number of combinations that are compared in however many situations.
const ALWAYS_ALLOWED: u64 = 64;

impl Combatant {
    /// Checks that the combinations of its choices are few enough to compare all of them, whatever
    /// its enemy may choose.
    ///
    /// # Errors
    /// [`CombatantError::TooManyChoices`] if they are not.
    pub fn check_choices(&self) -> Result<(), CombatantError> {
        check_choices(&[self])
    }
}

/// Checks that the combinations of choices of these units in an attack are few enough to compare
/// all of them.
///
/// # Errors
/// [`CombatantError::TooManyChoices`] if they are not.
pub(super) fn check_choices(units: &[&Combatant]) -> Result<(), CombatantError> {
    let combinations = units.iter().map(|unit| combinations(unit)).fold(1, u64::saturating_mul);
    if combinations <= ALWAYS_ALLOWED {
        return Ok(());
    }
    let most = (MOST_ENTRIES / situations(units)).clamp(ALWAYS_ALLOWED, MOST_COMBINATIONS);
    if combinations <= most {
        return Ok(());
    }
    Err(CombatantError::TooManyChoices { abilities: describe(units), combinations, most })
}

/// Returns an upper bound of the number of combinations of options and orders that a unit's player
/// can choose from. Tokens to spend and dice to reroll, which no card multiplies, are not counted.
fn combinations(unit: &Combatant) -> u64 {
    let mut orders: Vec<(Trigger, u64)> = Vec::new();
    let mut combinations = 1_u64;
    for ability in unit.counted() {
        let sets = option_sets(unit, ability);
        let Some(trigger) = ability.effects.trigger() else {
            combinations = combinations.saturating_mul(sets);
            continue;
        };
        match orders.iter_mut().find(|(other, _)| *other == trigger) {
            Some((_, given)) => *given = given.saturating_add(sets),
            // one of the orders with its options, or none
            None => orders.push((trigger, sets.saturating_add(1))),
        }
    }
    orders.into_iter().map(|(_, given)| given).fold(combinations, u64::saturating_mul)
}

/// Returns the largest number of option sets of an ability in any situation.
fn option_sets(unit: &Combatant, ability: &ModelledAbility) -> u64 {
    let is_requested = unit.policy.chosen.iter().any(|wish| wish.is_of(&ability.name));
    let choice = ability.effects.choice.as_ref().filter(|_| !is_requested);
    choice.map_or(1, |choice| choice.most_sets() as u64)
}

/// Returns an upper bound of the number of situations that an attack distinguishes.
fn situations(units: &[&Combatant]) -> u64 {
    let abilities = || units.iter().flat_map(|unit| unit.counted());
    let counts_wounds = abilities().any(counts_wounds);
    let most = |of: fn(&Combatant) -> u8| units.iter().map(|unit| of(unit)).max().unwrap_or(1);
    let ranks = u64::from(most(|unit| unit.state.body().ranks()));
    let wounds = u64::from(most(|unit| unit.state.body().wounds()));
    let by_tokens = abilities().any(|ability| {
        let choice = ability.effects.choice.as_ref();
        choice.is_some_and(|choice| choice.picks.per == Some(Per::EnemyTokens))
            || ability.effects.all().any(|effect| effect.depends_on_tokens())
    });
    let kills = units.iter().any(|unit| unit.may_kill_attachments() || unit.attachment_may_be_dead);
    let rows = if counts_wounds { wounds } else { ranks } * if kills { 4 } else { 1 };
    (rows * ranks * if by_tokens { 64 } else { 1 }).max(1)
}

/// Returns whether an ability counts the wounds that its bearer lost.
pub(super) fn counts_wounds(ability: &ModelledAbility) -> bool {
    let per = Per::OwnWoundsLost;
    ability.effects.choice.iter().any(|choice| choice.picks.per == Some(per))
        || ability.effects.all().any(|effect| effect.is_counted_by(per))
}

/// Names the abilities with several option sets, the largest numbers first.
fn describe(units: &[&Combatant]) -> String {
    let mut abilities: Vec<(u64, &str, &str)> = Vec::new();
    for unit in units {
        let named = unit.counted().map(|ability| (option_sets(unit, ability), ability));
        let several = named.filter(|(sets, _)| *sets > 1);
        abilities.extend(several.map(|(sets, ability)| (sets, &*ability.name, &*unit.name)));
    }
    abilities.sort_by_key(|(sets, ..)| std::cmp::Reverse(*sets));
    let name = |(sets, name, unit)| format!("`{name}` of {unit} ({sets})");
    abilities.into_iter().map(name).collect::<Vec<_>>().join(", ")
}
