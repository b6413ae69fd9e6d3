//! The number of combinations of choices in an attack, checked before any of them is listed.

use super::super::ability::ModelledAbility;
use super::super::attack_context::AttackContext;
use super::super::combatant::{Combatant, CombatantError};
use super::super::condition::{Spending, Token};
use super::super::edition::Parameters;
use super::super::effect::Choice;
use super::super::panic::nobody;
use super::super::relevance::{InitialState, table};
use super::super::situation::Side;
use super::super::unit::Reach;
use super::super::usage::Fishing;
use super::evaluate::makes_sixes_worth_more;
use super::options::{DecisionTime, orders, subsets};

/// Largest number of combinations of the choices of both players that are compared.
const MOST_COMBINATIONS: u64 = 4096;
/// Largest number of combinations times situations; the numbers of each take some 40 bytes.
const MOST_ENTRIES: u64 = 1 << 20;
/// Number of combinations of tokens to spend and dice to reroll, which no card multiplies.
const WITHOUT_CARDS: u64 = 256;

/// Checks that the combinations of choices in an attack are few enough to compare all of them.
///
/// # Errors
/// [`CombatantError::TooManyChoices`] if they are not.
pub(crate) fn check_choices(ctx: &AttackContext<'_>) -> Result<(), CombatantError> {
    let sides = Side::BOTH.map(|side| combinations(ctx, side));
    let combinations = sides.into_iter().fold(1, u64::saturating_mul);
    if combinations <= WITHOUT_CARDS {
        return Ok(());
    }
    let situations = table(ctx, InitialState::Any, true).count() as u64;
    let most = (MOST_ENTRIES / situations.max(1)).clamp(WITHOUT_CARDS, MOST_COMBINATIONS);
    if combinations <= most {
        return Ok(());
    }
    Err(CombatantError::TooManyChoices { abilities: describe(ctx), combinations, most })
}

impl Combatant {
    /// Checks that the combinations of its choices are few enough to compare all of them, whatever
    /// its enemy may choose.
    ///
    /// # Errors
    /// [`CombatantError::TooManyChoices`] if they are not.
    pub fn check_choices(&self) -> Result<(), CombatantError> {
        let (nobody, parameters) = (nobody(self, Spending::Never), Parameters::default());
        let sides = [self, &nobody];
        check_choices(&AttackContext::of_test(sides, Reach::LONG, Side::Attacker, &parameters))
    }
}

/// Returns an upper bound of the number of combinations that a side can choose from.
fn combinations(ctx: &AttackContext<'_>, side: Side) -> u64 {
    let mut sets: Vec<u64> =
        ctx.abilities(side).iter().map(|ability| option_sets(ctx, side, ability)).collect();
    let mut combinations = 1_u64;
    for (_, numbers) in orders(ctx, side, DecisionTime::Attack(&[])) {
        // one of the orders with its options, or none
        let mut given = 1_u64;
        for number in numbers {
            given = given.saturating_add(sets.get(number).copied().unwrap_or(1));
            if let Some(sets) = sets.get_mut(number) {
                *sets = 1;
            }
        }
        combinations = combinations.saturating_mul(given);
    }
    let options = sets.into_iter().fold(combinations, u64::saturating_mul);
    options.saturating_mul(token_sets(ctx, side)).saturating_mul(rerolls(ctx, side))
}

/// Returns the largest number of option sets of an ability in any situation.
fn option_sets(ctx: &AttackContext<'_>, side: Side, ability: &ModelledAbility) -> u64 {
    let Some(choice) = &ability.effects.choice else { return 1 };
    let wishes = &ctx.combatant(side).policy.chosen;
    let named: Vec<_> = wishes.iter().filter(|wish| wish.is_of(&ability.name)).collect();
    let sets = possible_picks(choice).map(|picks| subsets(choice, picks, &named).len() as u64);
    sets.max().unwrap_or(1)
}

/// Returns the numbers of options that may be picked.
fn possible_picks(choice: &Choice) -> std::ops::RangeInclusive<u32> {
    let most = choice.options.len() as u32;
    if choice.picks.per.is_some() {
        return 0..=most;
    }
    let base = u32::from(choice.picks.plain(0).max(0).unsigned_abs()).min(most);
    base..=(base + choice.more.len() as u32).min(most)
}

/// Returns an upper bound of the number of sets of the enemy's tokens that a side may leave unspent.
fn token_sets(ctx: &AttackContext<'_>, side: Side) -> u64 {
    if ctx.spending(side) != Spending::WhenItHelps {
        return 1;
    }
    let may_hold = |token: Token| ctx.may_hold(side.other(), token);
    // the token of the enemy's dice depends on who attacks, in the attack and in its answer
    let of_dice = may_hold(Token::Weakened) || may_hold(Token::Vulnerable);
    let decisions = [of_dice, may_hold(Token::Panicked), may_hold(Token::Vulnerable)];
    1 << decisions.into_iter().filter(|may_leave| *may_leave).count()
}

/// Returns the number of ways in which a side may reroll attack dice.
fn rerolls(ctx: &AttackContext<'_>, side: Side) -> u64 {
    let mut effects = Side::BOTH.into_iter().flat_map(|side| ctx.all_effects(side));
    let fishes = ctx.combatant(side).policy.fishing == Fishing::WhenItHelps
        && effects.any(|effect| makes_sixes_worth_more(effect.action));
    if fishes { 2 } else { 1 }
}

/// Names the abilities with several option sets, the largest numbers first.
fn describe(ctx: &AttackContext<'_>) -> String {
    let of_side = |side: Side| {
        let sets = move |ability: &&ModelledAbility| (option_sets(ctx, side, ability), side);
        ctx.abilities(side).iter().map(move |ability| (sets(ability), &*ability.name))
    };
    let mut abilities: Vec<_> = Side::BOTH.into_iter().flat_map(of_side).collect();
    abilities.retain(|((sets, _), _)| *sets > 1);
    abilities.sort_by_key(|((sets, _), _)| std::cmp::Reverse(*sets));
    let name = |((sets, side), name): ((u64, Side), &str)| {
        format!("`{name}` of {} ({sets})", ctx.combatant(side).name)
    };
    abilities.into_iter().map(name).collect::<Vec<_>>().join(", ")
}
