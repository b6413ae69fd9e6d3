//! NCUs that a policy uses: which one activates, and what it does as it claims a zone.
//!
//! Abilities are worth what cards with the same effects are worth. One that costs an order token, or
//! that is used once a game, must gain more than a later use is thought to.

use super::cards::{draw_value, price};
use super::context::{PolicyContext, UnitOnTable};
use super::played_cards::{HEALED, gain};
use super::turn_search::claim_gain;
use super::{BattlePolicy, CardPolicy, PolicyKind, ViewHash};
use crate::cards::{CardId, CardWay, PlayedCard};
use crate::decision::{ClaimDecision, DecisionError, NcuOption, PlayerView};
use crate::play::ROUNDS;
use warodds_questions::catalogue::{PlayTerms, ReturnedCards, TacticsCard, ZoneEffect};

/// A gain below this is due to rounding.
const LEAST_GAIN: f64 = 1e-9;
/// The value of an order token at the start of a battle, in points of army cost.
const TOKEN: f64 = 0.3;
/// The value of an ability that is used once a game, at the start of a battle.
const ONCE: f64 = 0.5;
/// The value of the first turn of a round, in points of army cost.
const LEADS: f64 = 0.5;

/// Returns what using an NCU in a way gives up, in points of army cost; 0 for a tactics card.
pub(super) fn cost(view: &PlayerView<'_>, way: &CardWay) -> f64 {
    let once = if way.is_once_a_game() { ONCE } else { 0.0 };
    (f64::from(way.pays) * TOKEN + once) * rounds_left(view)
}

/// Returns the value of what a play does beside its effects: order tokens, cards in other piles,
/// wounds healed where they are needed most, and the first turn.
pub(super) fn terms_value(
    context: &PolicyContext<'_>,
    (played, terms): (&PlayedCard, &PlayTerms),
) -> f64 {
    let (view, policy) = (context.view, context.policy);
    let card = price(view, policy.weights);
    let held = view.cards.map_or(0, |cards| cards.enemy_hand);
    let exchanged = match terms.returns {
        ReturnedCards::Exchanged => draw_value(view, policy, 1),
        ReturnedCards::Exactly(_) | ReturnedCards::None => 0.0,
    };
    let own = played.fetched.len() as f64 * card - f64::from(terms.discards) * card + exchanged;
    let lost = f64::from(terms.enemy_discards.min(held)) + chance_named(view, played);
    let healed: f64 = healed(context, terms.spread_heal);
    let leads = if terms.leads { LEADS } else { 0.0 };
    f64::from(terms.gains) * TOKEN * rounds_left(view) + own + lost * card + healed + leads
}

/// Returns the chance that the enemy holds the card that a play names, as far as its player sees.
fn chance_named(view: &PlayerView<'_>, played: &PlayedCard) -> f64 {
    let (Some(card), Some(cards)) = (played.named, view.cards) else { return 0.0 };
    let unseen = TacticsCard::COPIES.saturating_sub(cards.discards[1].count(card));
    let hidden = f64::from(cards.enemy_hand + cards.deck_sizes[1]).max(1.0);
    let missed = 1.0 - f64::from(cards.enemy_hand) / hidden;
    1.0 - missed.max(0.0).powi(unseen.into())
}

/// Returns the value of wounds healed on own units.
fn healed(context: &PolicyContext<'_>, most: u8) -> f64 {
    let lost = |unit: &UnitOnTable| {
        let full = context.view.battle.fighter(unit.id).map_or(0, |fighter| fighter.wounds());
        (f64::from(full.saturating_sub(unit.wounds_left)), unit.wound_value)
    };
    let all: Vec<(f64, f64)> = context.own.iter().map(lost).collect();
    let count: f64 = all.iter().map(|(lost, _)| lost).sum();
    let value: f64 = all.iter().map(|(lost, value)| lost * value).sum();
    count.min(most.into()) * value / count.max(1.0) * HEALED
}

/// Returns the share of the rounds that are still to come.
fn rounds_left(view: &PlayerView<'_>) -> f64 {
    f64::from(ROUNDS.saturating_sub(view.state.round)) / f64::from(ROUNDS)
}

/// Returns the NCU that a policy lets activate: the one that gains most by the zone.
pub(super) fn activated(
    view: &PlayerView<'_>,
    options: &[NcuOption],
    policy: BattlePolicy,
) -> Result<CardId, DecisionError> {
    let none = || DecisionError::None("no NCU may activate".to_owned());
    let first = options.first().ok_or_else(none)?.ncu;
    if policy.kind == PolicyKind::Random {
        let hash = ViewHash::new(view).with(options.len() as u64);
        return Ok(options.get(hash.below(options.len())).map_or(first, |option| option.ncu));
    }
    if policy.cards == CardPolicy::Never {
        return Ok(first);
    }
    let context = PolicyContext::new(view, policy);
    let mut best = (f64::NEG_INFINITY, first);
    for option in options {
        let mut most: f64 = 0.0;
        for played in &option.plays {
            most = most.max(gain(&context, played)?);
        }
        if most > best.0 {
            best = (most, option.ncu);
        }
    }
    Ok(best.1)
}

/// Returns what a policy does as its NCU claims a zone, or `None` to pass. What takes the place of
/// the effect of the zone must gain more than that effect.
pub(super) fn claimed(
    view: &PlayerView<'_>,
    decision: &ClaimDecision,
    policy: BattlePolicy,
) -> Result<Option<PlayedCard>, DecisionError> {
    let ClaimDecision { zone, benefit, plays } = decision;
    if policy.cards == CardPolicy::Never || policy.kind == PolicyKind::Random {
        return super::played_cards::played(view, plays, policy);
    }
    let context = PolicyContext::new(view, policy);
    let replaces = |played: &PlayedCard| {
        let way = view.way(played.choice).and_then(|way| way.battle.as_ref());
        way.is_some_and(|play| play.terms.zone == ZoneEffect::Replaced)
    };
    let by_zone = match plays.iter().any(replaces) {
        true => claim_gain(&context, *zone, *benefit)?.max(0.0),
        false => 0.0,
    };
    let is_card = plays.iter().any(|played| played.choice.card.ncu().is_none());
    let least = match policy.cards {
        CardPolicy::Priced if is_card => price(view, policy.weights),
        _ => 0.0,
    };
    let mut best = (least + LEAST_GAIN, None);
    for played in plays {
        let given_up = if replaces(played) { by_zone } else { 0.0 };
        let gain = gain(&context, played)? - given_up;
        if gain > best.0 {
            best = (gain, Some(played));
        }
    }
    Ok(best.1.cloned())
}
