//! Objective C of A Dance with Dragons: an NCU of the enemy has no abilities while it is held
//! (A13.5.4).

use crate::battle::ObjectiveCard;
use crate::cards::CardId;
use crate::choice::PlayerChoice;
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};

/// Runs when an objective has a new holder, or none. A holder of C chooses an NCU.
pub(super) fn changed(play: &mut Play<'_>, number: usize, holder: Option<UnitId>) -> PlayResult {
    let card = play.state.objectives.get(number).map(|objective| objective.card);
    if card != Some(ObjectiveCard::C) || !play.plays_cards() {
        return Ok(());
    }
    play.state.ncu_states.end_silence();
    let Some(unit) = holder else { return Ok(()) };
    let player = play.unit(unit)?.player;
    let army = play.army_at(player.opponent());
    let among = with_abilities(play, army);
    if among.is_empty() {
        return Ok(());
    }
    let ncu = choose(play, player, among)?;
    if let Some(state) = play.state.ncu_states.get_mut(army, ncu) {
        state.silenced = true;
    }
    Ok(())
}

/// Lists the NCUs of an army with abilities that have not left the battle.
fn with_abilities(play: &Play<'_>, army: usize) -> Vec<CardId> {
    let is_left = |ncu| play.state.ncu_states.get(army, ncu).is_some_and(|state| !state.lost);
    let ncus = play.ncu_cards(army).filter(|(_, card)| card.is_played());
    ncus.map(|(ncu, _)| ncu).filter(|ncu| is_left(*ncu)).collect()
}

fn choose(play: &mut Play<'_>, player: PlayerId, among: Vec<CardId>) -> PlayResult<CardId> {
    match play.request_choice(player, PlayerDecision::Silence(among.clone()))? {
        PlayerChoice::Silence(ncu) if among.contains(&ncu) => Ok(ncu),
        PlayerChoice::Silence(ncu) => {
            let why = format!("NCU {} of the enemy has no abilities to lose", ncu.0);
            Err(refusal("A13.5.4", why))
        }
        other => Err(wrong_choice("A13.5.4", &other)),
    }
}
