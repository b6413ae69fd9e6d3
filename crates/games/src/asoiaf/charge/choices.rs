//! Choices before a charge roll: options and orders that take effect by then.
//!
//! They maximize an exact expectation like all choices, but over the whole charge: whether it arrives,
//! what it costs, and the attack at its end. All choices of a side are one decision. The charger
//! decides first and anticipates the reply. Resolved choices become fixed effects, so that the
//! attack includes them.

use std::sync::Arc;

use crate::decide::best_pair;

use super::super::ability::ModelledAbility;
use super::super::attack_context::{AttackContext, Pick};
use super::super::choice::{ChoiceNote, DecisionTime, describe_choices, orders, ways};
use super::super::edition::Parameters;
use super::super::effect::Effects;
use super::super::question::Charge;
use super::super::situation::Side;
use super::value::{ChargeValue, balance};
use super::{ChargeRule, context_of};

/// Returns the charge with the choices before the roll that are best for the wounds of both sides,
/// and notes on them.
pub(super) fn settled(parameters: &Parameters, question: &Charge) -> (Charge, Vec<ChoiceNote>) {
    best(parameters, question, |charge| {
        let rule = ChargeRule::settled(parameters, charge);
        rule.value([rule.left[1], rule.tokens[1]], &balance)
    })
}

/// Returns the charge with the best choices before the roll, and notes on them. `value` returns the
/// value to the charger of a charge without such choices.
pub(super) fn best(
    parameters: &Parameters,
    question: &Charge,
    value: impl Fn(&Charge) -> ChargeValue,
) -> (Charge, Vec<ChoiceNote>) {
    let Some(attack) = &question.attack else { return (question.clone(), Vec::new()) };
    let (ctx, now) = context_of(attack, question.terrain, parameters);
    let all = Side::BOTH.map(|side| ways(&ctx, side, &now, DecisionTime::Charge));
    let way = |side: Side, number: usize| all[side.index()].get(number).map_or(&[][..], |way| way);
    let with = |[own, other]: [usize; 2]| {
        let charger = chosen(&ctx, question, Side::Attacker, way(Side::Attacker, own));
        chosen(&ctx, &charger, Side::Defender, way(Side::Defender, other))
    };
    // every combination compiles a whole charge; few units have such choices
    let worth = |numbers| value(&with(numbers));
    let [own, other] = best_pair(all.each_ref().map(Vec::len), worth, ChargeValue::is_better);
    let describe = |side: Side, number: usize| {
        describe_choices(&ctx, side, &[way(side, number)], DecisionTime::Charge)
    };
    (with([own, other]), [describe(Side::Attacker, own), describe(Side::Defender, other)].concat())
}

/// Returns the charge with the choices of a side fixed.
fn chosen(ctx: &AttackContext<'_>, question: &Charge, side: Side, way: &[Pick]) -> Charge {
    let mut question = question.clone();
    let Some(attack) = &mut question.attack else { return question };
    let held = &ctx.combatant(side).abilities;
    let orders = orders(ctx, side, DecisionTime::Charge);
    let is_order_given =
        |number: usize| orders.iter().any(|(_, numbers)| numbers.contains(&number));
    for (number, (ability, pick)) in ctx.abilities(side).iter().zip(way).enumerate() {
        // counted abilities are a subset, so positions differ between the two lists
        let place = held.iter().position(|one| std::ptr::eq(one, *ability));
        let unit = if side == Side::Attacker { &mut attack.attacker } else { &mut attack.defender };
        let abilities = &mut unit.abilities;
        if let Some(held) = place.and_then(|place| abilities.get_mut(place)) {
            let taken = taken(ability, side, *pick);
            // an order given with the charge cannot be given again in its attack
            held.effects = if is_order_given(number) && taken.order.is_some() {
                Arc::new(Effects { order: None, ..(*taken).clone() })
            } else {
                taken
            };
        }
    }
    question
}

/// Returns the effects of an ability with its choices fixed.
fn taken(ability: &ModelledAbility, side: Side, pick: Pick) -> Arc<Effects> {
    let Effects { fixed, choice, .. } = &*ability.effects;
    if !pick.is_used() {
        // an attachment may be killed whether or not its order is given (A14.17)
        return Arc::default();
    }
    let decided = |effects: &Effects| DecisionTime::Charge.decides(effects, side);
    let Some(choice) = choice.as_ref().filter(|_| decided(&ability.effects)) else {
        return Arc::clone(&ability.effects);
    };
    let options = choice.options.iter().enumerate();
    let picked = options.filter(|(option, _)| pick.options >> option & 1 == 1);
    let fixed = fixed.iter().chain(picked.flat_map(|(_, (_, effects))| effects));
    let fixed = fixed.cloned().collect();
    Arc::new(Effects { fixed, choice: None, ..(*ability.effects).clone() })
}
