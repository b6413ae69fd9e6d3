//! NCUs that cards leave without abilities until the round ends, followed from a log (A8.3).

use super::ncus::{FollowedNcus, require};
use crate::cards::CardId;
use crate::choice::PlayerChoice;
use crate::field::PlayerId;
use crate::log::RuleViolation;

impl FollowedNcus<'_> {
    /// Notes whether a player plays a card that takes the abilities of an NCU.
    pub(super) fn note_hush(&mut self, player: PlayerId, choice: &PlayerChoice) {
        match choice {
            PlayerChoice::Turn(_) => self.hushes = None,
            PlayerChoice::Play(Some(played)) => {
                let play = self.way(player, played.choice).and_then(|way| way.battle.as_ref());
                if play.is_some_and(|play| play.terms.silences) {
                    self.hushes = Some(player);
                }
            }
            _ => {}
        }
    }

    /// Follows an NCU that loses its abilities: once for each card, on the other side of the table.
    pub(super) fn hush(&mut self, player: PlayerId, ncu: CardId) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let by_card = self.hushes.take() == Some(player.opponent());
        let state = self.states.get_mut(army, ncu).filter(|state| by_card && !state.hushed);
        let is_hushed = state.is_some_and(|state| {
            state.hushed = true;
            true
        });
        require(is_hushed, "A8.3", || format!("no card takes the abilities of NCU {}", ncu.0))
    }
}
