//! NCUs that a policy uses: which one activates, and what it does as it claims a zone.
//!
//! Abilities are worth what cards with the same effects are worth. One that costs an order token, or
//! that is used once a game, must gain more than a later use is thought to.

use super::context::{PolicyContext, TOKEN_VALUE};
use super::played_cards::{best, gain, played};
use super::turn_search::claim_gain;
use super::{BattlePolicy, CardPolicy, PolicyKind, ViewHash};
use crate::cards::{CardChoice, CardId, CardWay, PlayedCard};
use crate::choice::{Benefit, TacticsZone};
use crate::decision::{ClaimDecision, DecisionError, NcuOption, PlayerView};
use crate::field::UnitId;
use crate::outcomes::EncounterError;
use warodds_questions::catalogue::{BattlePlay, BattleTrigger, ZoneEffect};

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

/// How often an enemy is thought to claim a zone next, if all are free, in percent.
const CLAIMS: [f64; 5] = [25.0, 15.0, 25.0, 25.0, 10.0];

/// Returns the chance that an enemy NCU claims one of these free zones, which its player has chosen
/// in secret.
fn chance_of_claim(context: &PolicyContext<'_>, zones: &[TacticsZone]) -> f64 {
    let state = &context.view.state;
    let is_free = |zone: &TacticsZone| state.tactics_zones[*zone as usize].is_none();
    let sum = |zones: &mut dyn Iterator<Item = TacticsZone>| -> f64 {
        zones.map(|zone| CLAIMS[zone as usize]).sum()
    };
    let all = sum(&mut TacticsZone::ALL.into_iter().filter(is_free));
    sum(&mut zones.iter().copied()) / all.max(1.0)
}

/// Returns the value of naming zones: of what follows if the enemy claims one.
pub(super) fn guess_value(
    context: &PolicyContext<'_>,
    played: &PlayedCard,
) -> Result<f64, EncounterError> {
    let view = context.view;
    let (Some(cards), false) = (view.cards, played.zones.is_empty()) else { return Ok(0.0) };
    let deck = view.battle.decks.as_ref().and_then(|decks| decks.get(cards.army));
    let ways = deck.and_then(|deck| deck.card(played.choice.card)).into_iter();
    let mut value = 0.0;
    for (way, number) in ways.flat_map(|card| &card.ways).zip(0..) {
        let Some(play) = &way.battle else { continue };
        if play.trigger != BattleTrigger::NamedZoneClaimed {
            continue;
        }
        let choice = CardChoice { way: number, ..played.choice };
        let mut gains = Vec::new();
        for (unit, enemy) in targets(context, play) {
            gains
                .push(gain(context, &PlayedCard { choice, unit, enemy, ..PlayedCard::default() })?);
        }
        gains.sort_by(|one, other| other.total_cmp(one));
        let best = gains.iter().take(play.terms.times.max(1).into());
        value += best.map(|gain| gain.max(0.0)).sum::<f64>();
    }
    Ok(value * chance_of_claim(context, &played.zones))
}

/// Lists the units for which something may be played that names one unit at most.
fn targets(
    context: &PolicyContext<'_>,
    play: &BattlePlay,
) -> Vec<(Option<UnitId>, Option<UnitId>)> {
    match (play.unit, play.enemy) {
        (None, None) => vec![(None, None)],
        (Some(_), None) => context.own.iter().map(|unit| (Some(unit.id), None)).collect(),
        (None, Some(_)) => context.enemies.iter().map(|unit| (None, Some(unit.id))).collect(),
        (Some(_), Some(_)) => Vec::new(),
    }
}
