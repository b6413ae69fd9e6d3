//! Zones that a policy names for an enemy NCU that activates (A9.4).

use super::context::PolicyContext;
use crate::cards::{CardChoice, PlayedCard};
use crate::choice::TacticsZone;
use crate::field::UnitId;
use crate::outcomes::EncounterError;
use warodds_questions::catalogue::{BattlePlay, BattleTrigger};

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

/// Returns the value of naming zones: of what follows if the enemy claims one, each valued by `gain`.
pub(super) fn guess_value(
    context: &PolicyContext<'_>,
    played: &PlayedCard,
    gain: impl Fn(&PlayedCard) -> Result<f64, EncounterError>,
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
            gains.push(gain(&PlayedCard { choice, unit, enemy, ..PlayedCard::default() })?);
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
