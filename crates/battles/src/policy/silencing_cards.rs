//! What it is worth that an enemy NCU has no abilities until the round ends.

use crate::cards::CardId;
use crate::decision::PlayerView;
use crate::ncus::NcuState;
use warodds_questions::catalogue::{BattleTrigger, PlayTerms};

/// What an ability that an NCU uses as it claims a zone is worth, in points of army cost.
const ABILITY: f64 = 1.0;

/// Returns the value of taking the abilities of the enemy NCU that activates.
pub(super) fn silencing_value(view: &PlayerView<'_>, terms: &PlayTerms) -> f64 {
    let (Some(cards), true) = (view.cards, terms.silences) else { return 0.0 };
    let army = 1 - cards.army;
    let deck = view.battle.decks.as_ref().and_then(|decks| decks.get(army));
    let ncus = deck.map_or(&[][..], |deck| deck.ncus.as_slice());
    // the one that activates has no zone yet
    let is_acting = |state: &&NcuState| state.activated && state.zone.is_none() && !state.lost;
    let acts = |number: usize| {
        let state = view.state.ncu_states.get(army, CardId::of_ncu(number));
        let Some(state) = state.filter(is_acting) else { return false };
        let ways = ncus.get(number).into_iter().flat_map(|ncu| &ncu.card.ways).zip(0..);
        let mut claims = ways.filter(|(way, _)| {
            let trigger = way.battle.as_ref().map(|play| play.trigger);
            trigger == Some(BattleTrigger::OwnClaim)
        });
        claims.any(|(way, number)| state.may_use(number, way.pays))
    };
    if (0..ncus.len()).any(acts) { ABILITY } else { 0.0 }
}
