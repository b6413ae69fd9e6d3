//! NCUs that a policy uses: which one activates, and what it does as it claims a zone.
//!
//! Abilities are worth what cards with the same effects are worth. One that costs an order token, or
//! that is used once a game, must gain more than a later use is thought to.

use super::context::{PolicyContext, TOKEN_VALUE};
use super::played_cards::{best, gain, played};
use super::turn_search::claim_gain;
use super::{BattlePolicy, CardPolicy, PolicyKind, ViewHash};
use crate::cards::{CardChoice, CardId, CardWay, PlayedCard};
use crate::choice::Benefit;
use crate::decision::{ClaimDecision, DecisionError, NcuOption, PlayerView};
use warodds_questions::catalogue::ZoneEffect;

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

/// Returns the NCU of the enemy to which a policy leaves no abilities: the one with the most that
/// it may still use.
pub(super) fn silenced(
    view: &PlayerView<'_>,
    among: &[CardId],
    policy: BattlePolicy,
) -> Result<CardId, DecisionError> {
    let none = || DecisionError::None("the enemy has no NCU with abilities".to_owned());
    if policy.kind == PolicyKind::Random {
        let hash = ViewHash::new(view).with(among.len() as u64);
        return among.get(hash.below(among.len())).copied().ok_or_else(none);
    }
    let army = view.cards.map_or(0, |cards| 1 - cards.army);
    let deck = view.battle.decks.as_ref().and_then(|decks| decks.get(army));
    let uses = |ncu: &CardId| {
        let card = ncu.ncu().and_then(|number| deck?.ncus.get(number));
        let ways = card.into_iter().flat_map(|card| &card.card.ways).zip(0..);
        let states = &view.state.ncu_states;
        let is_left = |(way, number): &(&CardWay, u8)| {
            way.is_played()
                && states.may_use(army, CardChoice { card: *ncu, way: *number }, way.pays)
        };
        ways.filter(is_left).count()
    };
    // of several the first
    among.iter().rev().copied().max_by_key(uses).ok_or_else(none)
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
        return played(view, plays, policy);
    }
    let context = PolicyContext::new(view, policy);
    let effect = |played: &PlayedCard| {
        let way = view.way(played.choice).and_then(|way| way.battle.as_ref());
        way.map_or(ZoneEffect::Kept, |play| play.terms.zone)
    };
    let by_zone = if plays.iter().any(|played| effect(played) == ZoneEffect::Replaced) {
        claim_gain(&context, *zone, *benefit)?.max(0.0)
    } else {
        0.0
    };
    let removes = matches!(benefit, Benefit::Restore { token: Some(_), .. });
    let by_token = if removes { TOKEN_VALUE } else { 0.0 };
    best(&context, plays, |played| match effect(played) {
        ZoneEffect::Kept => 0.0,
        ZoneEffect::PartReplaced => by_token,
        ZoneEffect::Replaced => by_zone,
    })
}
