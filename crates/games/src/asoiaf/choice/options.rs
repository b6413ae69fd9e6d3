//! The combinations a side can choose from at one time: at most one order per trigger (A1.7), and
//! options of each ability. A combination is one decision (A14.2).

use super::super::ability::ModelledAbility;
use super::super::attack_context::{AttackContext, OrderUse, Pick};
use super::super::effect::{Choice, Effect, Effects, Moment, Trigger};
use super::super::relevance::may_matter;
use super::super::situation::{Side, Situation};
use super::super::usage::RequestedOption;

/// When a decision is made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DecisionTime<'a> {
    /// At the start of an attack in which these situations can occur.
    Attack(&'a [(Situation, u8)]),
    /// At the declaration of a charge, before its roll (A14.16).
    Charge,
}

impl DecisionTime<'_> {
    /// Returns whether an effect of a side may apply from then on.
    pub(crate) fn may_count(self, ctx: &AttackContext<'_>, side: Side, effect: &Effect) -> bool {
        match self {
            Self::Attack(situations) => {
                !effect.moment.is_of_the_other_role(side == Side::Attacker)
                    && situations.iter().any(|(now, _)| ctx.holds(&effect.conditions, side, now))
            }
            Self::Charge => true,
        }
    }

    /// Returns whether the open choice of an ability is made at this time.
    pub(crate) fn decides(self, effects: &Effects, side: Side) -> bool {
        match self {
            Self::Attack(_) => {
                effects.choice.as_ref().is_some_and(|choice| may_matter(choice, side, false))
            }
            Self::Charge => is_early(effects),
        }
    }
}

/// Returns whether any of these effects applies before a charge roll.
pub(super) fn is_early(effects: &Effects) -> bool {
    let early = [
        Moment::Activating,
        Moment::EnemyActivating,
        Moment::Declaring,
        Moment::EnemyDeclaring,
        Moment::Charging,
        Moment::EnemyCharging,
        Moment::EnemyDisorderly,
        Moment::EnemyFailingCharge,
    ];
    effects.all().any(|effect| early.contains(&effect.moment))
}

/// Returns the combinations a side can choose from in a situation, each with the choice for every
/// ability. Combinations without a difference are listed once.
pub(crate) fn ways(
    ctx: &AttackContext<'_>,
    side: Side,
    now: &Situation,
    time: DecisionTime<'_>,
) -> Vec<Vec<Pick>> {
    let abilities = ctx.abilities(side);
    let mut ways = vec![vec![Pick::default(); abilities.len()]];
    for (_, orders) in orders(ctx, side, time) {
        let givable = givable_orders(ctx, side, &orders, time);
        ways = ways
            .iter()
            .flat_map(|way| givable.iter().map(|order| giving(way, &orders, *order)))
            .collect();
    }
    for (number, ability) in abilities.iter().enumerate() {
        let taken = options(ctx, side, ability, now, time);
        ways = ways.iter().flat_map(|way| taking(way, number, &taken)).collect();
    }
    ways
}

/// Returns the combination with one of these orders given, or none, and the others suppressed.
fn giving(way: &[Pick], orders: &[usize], order: Option<usize>) -> Vec<Pick> {
    let pick = |(number, pick): (usize, &Pick)| {
        let is_withheld = Some(number) != order && orders.contains(&number);
        if is_withheld { Pick { usage: OrderUse::Withheld, ..*pick } } else { *pick }
    };
    way.iter().enumerate().map(pick).collect()
}

/// Returns the combination with each of these option sets of ability `number`, if the ability is
/// used.
fn taking(way: &[Pick], number: usize, taken: &[u8]) -> Vec<Vec<Pick>> {
    let with = |options: u8| {
        let mut way = way.to_vec();
        if let Some(pick) = way.get_mut(number) {
            pick.options = options;
        }
        way
    };
    match (way.get(number), taken) {
        (Some(Pick { usage: OrderUse::Used, .. }), [_, ..]) => {
            taken.iter().copied().map(with).collect()
        }
        _ => vec![way.to_vec()],
    }
}

/// Returns the option sets of an ability that make a difference; empty if it has no choice now.
fn options(
    ctx: &AttackContext<'_>,
    side: Side,
    ability: &ModelledAbility,
    now: &Situation,
    time: DecisionTime<'_>,
) -> Vec<u8> {
    let decided = ability.effects.choice.as_ref();
    let Some(choice) = decided.filter(|_| time.decides(&ability.effects, side)) else {
        return Vec::new();
    };
    let wishes = &ctx.combatant(side).policy.chosen;
    let named: Vec<&RequestedOption> =
        wishes.iter().filter(|wish| wish.is_of(&ability.name)).collect();
    let counting =
        bits(choice, |(_, effects)| effects.iter().any(|effect| time.may_count(ctx, side, effect)));
    let mut known = Vec::new();
    subsets(choice, count(ctx, choice, side, now), &named)
        .into_iter()
        .filter(|taken| {
            // options whose effects cannot apply make no difference
            let is_new = !known.contains(&(taken & counting));
            known.push(taken & counting);
            is_new
        })
        .collect()
}

/// Returns one bit for each option that satisfies `is_so`.
fn bits(choice: &Choice, is_so: impl Fn(&(String, Vec<Effect>)) -> bool) -> u8 {
    let options = choice.options.iter().take(8).enumerate();
    options.filter(|(_, option)| is_so(option)).fold(0, |bits, (number, _)| bits | 1 << number)
}

/// Returns how many options may be picked.
fn count(ctx: &AttackContext<'_>, choice: &Choice, side: Side, now: &Situation) -> u32 {
    let more = choice.more.iter().filter(|more| ctx.holds(more, side, now)).count();
    u32::from(ctx.amount(choice.picks, side, now).max(0).unsigned_abs()) + more as u32
}

/// Returns the sets of `picks` options, or the single set of all requested options.
fn subsets(choice: &Choice, picks: u32, named: &[&RequestedOption]) -> Vec<u8> {
    let wished = bits(choice, |(option, _)| named.iter().any(|wish| wish.wants(option)));
    // a request of the owner replaces the optimization
    if wished > 0 { vec![wished] } else { choice.sets(picks).collect() }
}

/// Returns the groups of orders and cards of which at most one can be used, by trigger, as indices
/// of abilities.
pub(crate) fn orders(
    ctx: &AttackContext<'_>,
    side: Side,
    time: DecisionTime<'_>,
) -> Vec<(Trigger, Vec<usize>)> {
    let abilities = ctx.abilities(side);
    let mut groups: Vec<(Trigger, Vec<usize>)> = Vec::new();
    for (number, ability) in abilities.iter().enumerate() {
        let Some(trigger) = ability.effects.trigger() else { continue };
        match groups.iter_mut().find(|(other, _)| *other == trigger) {
            Some((_, numbers)) => numbers.push(number),
            None => groups.push((trigger, vec![number])),
        }
    }
    let comes = |number: &usize| match time {
        DecisionTime::Attack(_) => true,
        DecisionTime::Charge => {
            abilities.get(*number).is_some_and(|ability| is_early(&ability.effects))
        }
    };
    // orders that take effect later are decided with the attack
    groups.retain(|(_, numbers)| numbers.iter().any(comes));
    groups
}

/// Returns the orders worth considering: those that may apply and one without effect (or none). If
/// options of some orders are requested, only those orders.
fn givable_orders(
    ctx: &AttackContext<'_>,
    side: Side,
    orders: &[usize],
    time: DecisionTime<'_>,
) -> Vec<Option<usize>> {
    let abilities = ctx.abilities(side);
    let those = |is: &dyn Fn(&ModelledAbility) -> bool| -> Vec<Option<usize>> {
        let all = orders.iter().filter(|number| abilities.get(**number).is_some_and(|one| is(one)));
        all.copied().map(Some).collect()
    };
    // a card in a question is played, and no order of its trigger is given then (A8.4)
    let cards = those(&|ability| ability.effects.card.is_some());
    if !cards.is_empty() {
        return cards;
    }
    let wishes = &ctx.combatant(side).policy.chosen;
    let requested = those(&|ability| wishes.iter().any(|wish| wish.is_of(&ability.name)));
    if !requested.is_empty() {
        return requested;
    }
    let counts = |ability: &ModelledAbility| {
        ability.effects.all().any(|effect| time.may_count(ctx, side, effect))
    };
    // giving none is an option too; an order without effect stands for it
    let idle = those(&|ability| !counts(ability)).first().copied().flatten();
    [those(&counts), vec![idle]].concat()
}
