//! The number of combinations of choices of units, checked before any of them is listed.

use super::ability::ModelledAbility;
use super::combatant::{Combatant, CombatantError};
use super::condition::{Spending, Token, Tokens};
use super::effect::{Per, Trigger};
use super::usage::Fishing;

/// Largest number of combinations of the choices of both players that are compared.
const MOST_COMBINATIONS: u64 = 4096;
/// Largest number of combinations times situations; the numbers of each take some 40 bytes.
const MOST_ENTRIES: u64 = 1 << 20;
/// Number of combinations of tokens to spend and dice to reroll, which no card multiplies.
const WITHOUT_CARDS: u64 = 256;

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
    let combinations = units.iter().map(|unit| combinations(unit, units));
    let combinations = combinations.fold(1, u64::saturating_mul);
    if combinations <= WITHOUT_CARDS {
        return Ok(());
    }
    let most = (MOST_ENTRIES / situations(units)).clamp(WITHOUT_CARDS, MOST_COMBINATIONS);
    if combinations <= most {
        return Ok(());
    }
    Err(CombatantError::TooManyChoices { abilities: describe(units), combinations, most })
}

/// Returns an upper bound of the number of combinations that a unit's player can choose from.
fn combinations(unit: &Combatant, units: &[&Combatant]) -> u64 {
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
    let orders = orders.into_iter().map(|(_, given)| given);
    let choices = [token_sets(unit, units), rerolls(unit, units)];
    orders.chain(choices).fold(combinations, u64::saturating_mul)
}

/// Returns the largest number of option sets of an ability in any situation.
fn option_sets(unit: &Combatant, ability: &ModelledAbility) -> u64 {
    let is_requested = unit.policy.chosen.iter().any(|wish| wish.is_of(&ability.name));
    let choice = ability.effects.choice.as_ref().filter(|_| !is_requested);
    choice.map_or(1, |choice| choice.most_sets() as u64)
}

/// Returns an upper bound of the number of sets of the enemy's tokens that a unit's player may leave
/// unspent.
fn token_sets(unit: &Combatant, units: &[&Combatant]) -> u64 {
    if unit.policy.spending != Spending::WhenItHelps {
        return 1;
    }
    let enemies = units.iter().filter(|other| !std::ptr::eq(**other, unit));
    let held = enemies.fold(Tokens::NONE, |held, enemy| held.and(enemy.state.tokens));
    let abilities = units.iter().flat_map(|unit| unit.counted());
    let held = abilities.fold(held, |held, ability| held.and(ability.effects.given()));
    // the token of the enemy's dice depends on who attacks, in the attack and in its answer
    let of_dice = held.holds(Token::Weakened) || held.holds(Token::Vulnerable);
    // and Vulnerable may be kept for the dice of the attack, or be spent on hits of effects
    let decisions = [of_dice, held.holds(Token::Panicked), held.holds(Token::Vulnerable)];
    1 << decisions.into_iter().filter(|may_leave| *may_leave).count()
}

/// Returns the number of ways in which a unit's player may reroll attack dice.
fn rerolls(unit: &Combatant, units: &[&Combatant]) -> u64 {
    let abilities = units.iter().flat_map(|unit| unit.counted());
    let mut effects = abilities.flat_map(|ability| ability.effects.all());
    let fishes = unit.policy.fishing == Fishing::WhenItHelps
        && effects.any(|effect| effect.action.makes_sixes_worth_more());
    if fishes { 2 } else { 1 }
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
