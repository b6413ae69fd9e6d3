//! What using an NCU costs, and what becomes of NCUs without order tokens (A9.4).

use crate::cards::{CardChoice, CardId, NcuCard, PlayedCard};
use crate::field::{PlayerId, UnitId};
use crate::log::LogEntry;
use crate::ncus::{NcuState, NcuStates};
use crate::progress::{Play, PlayResult, refusal};
use warodds_questions::catalogue::BattlePlay;

impl Play<'_> {
    /// Pays the order tokens of an NCU, and notes what is used up: every way that is used once a
    /// game and has the same trigger.
    pub(super) fn pay_for_way(&mut self, player: PlayerId, choice: CardChoice) -> PlayResult {
        let army = self.army_at(player);
        let (pays, used) = self.way(army, choice).map_or((0, 0), |way| {
            let ncu = self.ncu_cards(army).find(|(card, _)| *card == choice.card);
            (way.pays, ncu.map_or(0, |(_, ncu)| ncu.used_with(way)))
        });
        let Some(state) = self.state.ncu_states.get_mut(army, choice.card) else { return Ok(()) };
        state.used |= used;
        let left = state.tokens.checked_sub(pays);
        let left = left.ok_or_else(|| refusal("A9.4", "the NCU has too few order tokens"))?;
        self.set_ncu_tokens(player, choice.card, left)
    }

    /// Pays for a play, and adds the order tokens that its NCU gains.
    pub(super) fn pay_for_play(
        &mut self,
        (player, played): (PlayerId, &PlayedCard),
        play: &BattlePlay,
    ) -> PlayResult {
        self.pay_for_way(player, played.choice)?;
        if let Some(card) = played.discarded {
            self.discard_card(player, card, "A9.4")?;
        }
        let (army, ncu) = (self.army_at(player), played.choice.card);
        let Some(state) = self.state.ncu_states.get(army, ncu) else { return Ok(()) };
        let more = state.tokens.saturating_add(play.terms.gains).min(NcuStates::MOST_TOKENS);
        self.set_ncu_tokens(player, ncu, more)
    }

    pub(super) fn set_ncu_tokens(&mut self, player: PlayerId, ncu: CardId, left: u8) -> PlayResult {
        let army = self.army_at(player);
        let state = self.state.ncu_states.get_mut(army, ncu);
        let Some(state) = state.filter(|state| state.tokens != left) else { return Ok(()) };
        state.tokens = left;
        self.record(|| LogEntry::NcuTokens { player, ncu, left, rule: "A9.4".into() })
    }

    /// Takes an order token of an NCU whose claims cost one.
    pub(super) fn wear_out(&mut self, player: PlayerId, ncu: CardId) -> PlayResult {
        let army = self.army_at(player);
        let card = self.ncu_cards(army).find(|(card, _)| *card == ncu);
        if !card.is_some_and(|(_, card)| card.dies_without_tokens) {
            return Ok(());
        }
        let tokens = self.state.ncu_states.get(army, ncu).map_or(0, |state| state.tokens);
        self.set_ncu_tokens(player, ncu, tokens.saturating_sub(1))
    }

    /// Removes the NCUs that leave the battle at the end of a round: as their abilities say, or
    /// without order tokens.
    pub(super) fn retire_ncus(&mut self) -> PlayResult {
        if !self.plays_cards() {
            return Ok(());
        }
        for player in [self.state.first, self.state.first.opponent()] {
            let army = self.army_at(player);
            let states = self.state.ncu_states;
            let dies = |(id, ncu): &(CardId, &NcuCard)| {
                let state = states.get(army, *id).copied().unwrap_or_default();
                state.leaves || (ncu.dies_without_tokens && state.tokens == 0)
            };
            let dying: Vec<CardId> = self.ncu_cards(army).filter(dies).map(|(id, _)| id).collect();
            for ncu in dying {
                let state = self.state.ncu_states.get_mut(army, ncu);
                let Some(state) = state.filter(|one| !one.lost) else { continue };
                state.lost = true;
                self.record(|| LogEntry::NcuLost { player, ncu, rule: "A9.4".into() })?;
            }
        }
        Ok(())
    }

    /// Returns the cards by which the NCUs of a player enlarge the hand.
    pub(super) fn hand_of_ncus(&self, player: PlayerId) -> u8 {
        let army = self.army_at(player);
        let silenced = |ncu| self.state.ncu_states.get(army, ncu).is_some_and(NcuState::is_silent);
        let ncus = self.ncu_cards(army).filter(|(ncu, _)| !silenced(*ncu));
        ncus.map(|(_, ncu)| ncu.hand_size).fold(0, u8::saturating_add)
    }

    /// Returns whether a friendly unit has lost wounds.
    pub(super) fn is_wounded(&self, unit: UnitId) -> bool {
        let full = self.battle.fighter(unit).map_or(0, |fighter| fighter.wounds());
        self.state.unit(unit).is_some_and(|state| state.left < full)
    }
}
