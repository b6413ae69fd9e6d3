//! Which condition tokens of the enemy a player may rather leave unspent (A7.4).
//!
//! A token spent means more wounds for the enemy, which is mostly all there is to it. Only where
//! wounds may bring something on the spender does its player weigh leaving the token.

use super::super::attack_context::AttackContext;
use super::super::condition::{Spending, Token, Tokens};
use super::super::effect::{Action, Change, Effect, EffectTarget, Moment, TriggeredEffect};
use super::super::relevance::{counts_later, depends_on_tokens};
use super::super::situation::Side;
use super::options::DecisionTime;

/// An effect with whose it is.
type Owned<'a> = (Side, &'a Effect);

/// The sets of the enemy's tokens that the player of a side may leave unspent, none first.
pub(super) fn unspent(ctx: &AttackContext<'_>, side: Side, time: DecisionTime<'_>) -> Vec<Tokens> {
    if ctx.spending(side) != Spending::WhenItHelps {
        return vec![Tokens::NONE];
    }
    let effects: Vec<Owned<'_>> = counting(ctx, time);
    let of_dice = if side == Side::Attacker { Token::Vulnerable } else { Token::Weakened };
    let may_harm = [
        (of_dice, may_harm(&effects) || effects.iter().any(|(_, effect)| depends_on_dice(effect))),
        (Token::Panicked, may_harm(&effects)),
    ];
    let held = |token: &Token| {
        ctx.tokens(side.other()).holds(*token)
            || effects.iter().any(|owned| gives(owned, side.other(), *token))
    };
    let weighed = may_harm.into_iter().filter(|(token, harms)| *harms && held(token));
    weighed.fold(vec![Tokens::NONE], |sets, (token, _)| {
        let with = sets.iter().map(|set| set.with(token)).collect();
        [sets, with].concat()
    })
}

/// The effects that may count.
fn counting<'a>(ctx: &AttackContext<'a>, time: DecisionTime<'_>) -> Vec<Owned<'a>> {
    let of_side = |side: Side| ctx.combatant(side).all_effects().map(move |effect| (side, effect));
    let all = Side::BOTH.into_iter().flat_map(of_side);
    all.filter(|(side, effect)| time.may_count(ctx, *side, effect)).collect()
}

/// Whether an effect gives a side a token that may be spent in the attack itself.
fn gives((owner, effect): &Owned<'_>, side: Side, token: Token) -> bool {
    let over = [Moment::AfterAttacking, Moment::AfterAttacked, Moment::Destroyed];
    let (to, tokens) = match effect.action {
        Action::Triggered(TriggeredEffect::Give(whom, tokens)) => (target(*owner, whom), tokens),
        Action::Triggered(TriggeredEffect::Swap(_, tokens)) => (owner.other(), tokens),
        _ => return false,
    };
    let in_time = token == Token::Panicked || !over.contains(&effect.moment);
    to == side && tokens.holds(token) && in_time
}

const fn target(owner: Side, whom: EffectTarget) -> Side {
    match whom {
        EffectTarget::Bearer => owner,
        EffectTarget::Enemy => owner.other(),
    }
}

/// Whether more wounds for a unit may be worse for its enemy: something follows wounds, or what the
/// units roll hangs on what is left of them by then.
fn may_harm(effects: &[Owned<'_>]) -> bool {
    let follows = |(_, effect): &Owned<'_>| is_late(effect.moment) && is_consequential(effect);
    let is_early = |(_, effect): &Owned<'_>| !is_late(effect.moment) && is_consequential(effect);
    let hangs = |(_, effect): &Owned<'_>| {
        effect.conditions.count_ranks() || depends_on_tokens(effect) || depends_on_wounds(effect)
    };
    effects.iter().any(|owned| follows(owned) || counts_later(owned.1))
        || (effects.iter().any(is_early) && effects.iter().any(hangs))
}

/// Whether the amount of an effect is counted by anything.
fn depends_on_wounds(effect: &Effect) -> bool {
    match effect.action {
        Action::Change(change) => change.amount().is_some_and(|amount| amount.per.is_some()),
        Action::Triggered(_) => true,
    }
}

/// Whether a moment comes with the wounds of an attack or after them; any test may.
const fn is_late(moment: Moment) -> bool {
    !matches!(
        moment,
        Moment::Activating
            | Moment::Declaring
            | Moment::EnemyDeclaring
            | Moment::BeforeAttacking
            | Moment::BeforeAttacked
    )
}

/// Whether an effect is a triggered that costs or saves wounds, or may.
const fn is_consequential(effect: &Effect) -> bool {
    match effect.action {
        Action::Change(_) => false,
        Action::Triggered(triggered) => !matches!(
            triggered,
            TriggeredEffect::Give(..) | TriggeredEffect::Remove(..) | TriggeredEffect::Swap(..)
        ),
    }
}

/// Whether natural 6s of dice are worth more or cost something, or blocked hits do: then dice
/// rerolled may be worth more to their owner, and fewer hits less to who blocks them.
const fn depends_on_dice(effect: &Effect) -> bool {
    matches!(
        effect.action,
        Action::Change(
            Change::Critical(_)
                | Change::Precision
                | Change::SaveSixWounds(_)
                | Change::BlockHitsBack
        )
    )
}
