//! NCUs that cards of the enemy leave without abilities until the round ends (A8.3).

use super::card_event::CardEvent;
use crate::field::PlayerId;
use crate::log::LogEntry;
use crate::progress::{Play, PlayResult};
use warodds_questions::catalogue::PlayTerms;

impl Play<'_> {
    /// Takes the abilities of the enemy NCU that activates, if the terms of a play say so.
    pub(super) fn silence_ncu_by_card(
        &mut self,
        (event, player): (CardEvent, PlayerId),
        terms: &PlayTerms,
    ) -> PlayResult {
        let CardEvent::NcuActivation(Some(ncu)) = event else { return Ok(()) };
        let enemy = player.opponent();
        let army = self.army_at(enemy);
        let state = self.state.ncu_states.get_mut(army, ncu).filter(|_| terms.silences);
        let Some(state) = state.filter(|state| !state.silenced_this_round) else { return Ok(()) };
        state.silenced_this_round = true;
        self.record(|| LogEntry::NcuSilenced { player: enemy, ncu, rule: "A8.3".into() })
    }
}
