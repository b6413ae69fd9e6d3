//! Condition tokens of the enemy that a player may leave unspent (A7.4).
//!
//! A spent token means more wounds for the enemy, which is usually all that matters. Only if those
//! wounds may trigger something against the spender does its player consider leaving the token.

use super::super::attack_context::{AttackContext, Unspent};
use super::super::condition::{Spending, Token, Tokens};
use super::super::effect::{Action, Change, Effect, EffectTarget, Moment, TriggeredEffect};
use super::super::relevance::counts_later;
use super::super::situation::Side;
use super::options::DecisionTime;

/// Which of the enemy's tokens a player may leave unspent in an attack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Saving {
    /// Those that may do harm in this attack.
    Harmful,
    /// Any that the attacker and the defender hold: a later attack may need it more.
    ForLater([Tokens; 2]),
}

/// An effect and its owner.
type Owned<'a> = (Side, &'a Effect);

/// Returns the sets of the enemy's tokens that a side may leave unspent, starting with none.
/// Vulnerable may also be kept for the dice of the attack, and not be spent on saves against hits of
/// effects.
pub(super) fn unspent(
    ctx: &AttackContext<'_>,
    side: Side,
    time: DecisionTime<'_>,
    saving: Saving,
) -> Vec<Unspent> {
    if ctx.spending(side) != Spending::WhenItHelps {
        return vec![Unspent::default()];
    }
    let effects: Vec<Owned<'_>> = counting(ctx, time);
    let saved = match saving {
        Saving::Harmful => None,
        Saving::ForLater(held) => Some(held[side.other().index()]),
    };
    // each side spends the token that affects the other side's dice
    let of_dice = if side == Side::Attacker { Token::Vulnerable } else { Token::Weakened };
    let hits_enemy = effects.iter().any(|owned| hits(owned) == Some(side.other()));
    // only saves of the unit attacked are dice of the attack
    let on_hits = side == Side::Defender && hits_enemy;
    let may_harm = [
        (of_dice, may_harm(&effects) || effects.iter().any(|(_, effect)| depends_on_dice(effect))),
        (Token::Panicked, may_harm(&effects)),
    ]
    .into_iter()
    .chain(on_hits.then(|| (Token::Vulnerable, may_harm(&effects))));
    let held = |token: Token| {
        saved.unwrap_or(ctx.tokens(side.other())).holds(token)
            || effects.iter().any(|owned| gives(owned, side.other(), (token, hits_enemy)))
    };
    let may_save = |token: Token| {
        saved.is_some() && (token != Token::Panicked || may_test(&effects, side.other()))
    };
    let considered = may_harm.filter(|(token, harms)| (*harms || may_save(*token)) && held(*token));
    considered.fold(vec![Unspent::default()], |sets, (token, _)| {
        let left = |set: &Unspent| Unspent {
            in_attack: set.in_attack.with(token),
            on_hits: set.on_hits.with(token),
        };
        let kept = |set: &Unspent| Unspent { on_hits: set.on_hits.with(token), ..*set };
        let may_keep = side == Side::Attacker && hits_enemy && token == Token::Vulnerable;
        let keeping = sets.iter().filter(|_| may_keep).map(kept);
        let with = sets.iter().map(left).chain(keeping).collect();
        [sets, with].concat()
    })
}

/// Returns the side of the unit that an effect of `owner` applies to.
const fn target(owner: Side, whom: EffectTarget) -> Side {
    match whom {
        EffectTarget::Bearer => owner,
        EffectTarget::Enemy => owner.other(),
    }
}

/// Returns the side that an effect hits outside of an attack on it (A14.4), if any.
const fn hits((owner, effect): &Owned<'_>) -> Option<Side> {
    match effect.action {
        Action::Triggered(TriggeredEffect::Hits(whom, ..)) => Some(target(*owner, whom)),
        Action::Change(Change::MissesHitBack | Change::BlockHitsBack) => Some(Side::Attacker),
        _ => None,
    }
}

/// Returns the effects that may apply.
fn counting<'a>(ctx: &AttackContext<'a>, time: DecisionTime<'_>) -> Vec<Owned<'a>> {
    let of_side = |side: Side| ctx.all_effects(side).map(move |effect| (side, effect));
    let all = Side::BOTH.into_iter().flat_map(of_side);
    all.filter(|(side, effect)| time.may_count(ctx, *side, effect)).collect()
}

/// Returns whether an effect gives a side a token that can be spent within the attack.
/// `is_hit` says whether effects may hit the side.
fn gives((owner, effect): &Owned<'_>, side: Side, (token, is_hit): (Token, bool)) -> bool {
    let over = [Moment::AfterAttacking, Moment::AfterAttacked, Moment::Destroyed];
    let (to, tokens) = match effect.action {
        Action::Triggered(TriggeredEffect::Give(whom, tokens)) => (target(*owner, whom), tokens),
        Action::Triggered(TriggeredEffect::Swap(_, tokens)) => (owner.other(), tokens),
        _ => return false,
    };
    // a token gained after the dice can be spent only in a later panic test, or on later hits
    let is_late = token == Token::Panicked || (token == Token::Vulnerable && is_hit);
    let in_time = is_late || !over.contains(&effect.moment);
    to == side && tokens.holds(token) && in_time
}

/// Returns whether a side may take a test in the attack: the unit attacked always, the attacker if
/// an effect causes it.
fn may_test(effects: &[Owned<'_>], side: Side) -> bool {
    let causes = |(owner, effect): &Owned<'_>| match effect.action {
        Action::Triggered(TriggeredEffect::Test(whom, ..) | TriggeredEffect::Morale(whom, _)) => {
            target(*owner, whom) == side
        }
        Action::Triggered(TriggeredEffect::Survive { test, .. }) => test && *owner == side,
        Action::Triggered(TriggeredEffect::Attack) => *owner != side,
        _ => false,
    };
    side == Side::Defender || effects.iter().any(causes)
}

/// Returns whether more wounds to a unit may harm its enemy: wounds trigger something, or later
/// rolls depend on what is left of the units.
fn may_harm(effects: &[Owned<'_>]) -> bool {
    let follows = |(_, effect): &Owned<'_>| is_late(effect.moment) && is_consequential(effect);
    let is_early = |(_, effect): &Owned<'_>| !is_late(effect.moment) && is_consequential(effect);
    let depends_on_state = |(_, effect): &Owned<'_>| {
        effect.conditions.count_ranks() || effect.depends_on_tokens() || depends_on_wounds(effect)
    };
    effects.iter().any(|owned| follows(owned) || counts_later(owned.1))
        || (effects.iter().any(is_early) && effects.iter().any(depends_on_state))
}

/// Returns whether the amount of an effect depends on a count.
fn depends_on_wounds(effect: &Effect) -> bool {
    match effect.action {
        Action::Change(change) => change.amount().is_some_and(|amount| amount.per.is_some()),
        Action::Triggered(_) => true,
    }
}

/// Returns whether a moment comes with or after the wounds of an attack. Any morale test may.
const fn is_late(moment: Moment) -> bool {
    !matches!(
        moment,
        Moment::Activating
            | Moment::EnemyActivating
            | Moment::Declaring
            | Moment::EnemyDeclaring
            | Moment::EnemyDisorderly
            | Moment::EnemyFailingCharge
            | Moment::BeforeAttacking
            | Moment::BeforeAttacked
    )
}

/// Returns whether an effect costs or saves wounds when triggered, or may do so.
const fn is_consequential(effect: &Effect) -> bool {
    match effect.action {
        Action::Change(_) => false,
        Action::Triggered(triggered) => !matches!(
            triggered,
            TriggeredEffect::Give(..) | TriggeredEffect::Remove(..) | TriggeredEffect::Swap(..)
        ),
    }
}

/// Returns whether natural 6s or blocked hits have an extra effect: then rerolled dice may help
/// their owner, and fewer hits may help whoever blocks them.
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
