//! NCUs that activate out of turn, and cards that go under the deck (A9.4).

use crate::cards::{CardId, PlayedCard};
use crate::choice::{Benefit, PlayerChoice, TacticsZone};
use crate::decision::PlayerDecision;
use crate::field::PlayerId;
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use warodds_questions::catalogue::{BattlePlay, OwnActivation, PlayTerms};

impl Play<'_> {
    /// Returns whether an NCU may be used in a way as far as its activation goes.
    pub(super) fn is_off_board(&self, (army, ncu): (usize, CardId), play: &BattlePlay) -> bool {
        let needs = play.terms.off_board || play.terms.activates != OwnActivation::None;
        !needs || self.state.ncu_states.is_waiting(army, ncu)
    }

    /// Activates the NCU of a play, if its terms say so.
    pub(super) fn activate_by_terms(
        &mut self,
        (player, played): (PlayerId, &PlayedCard),
        terms: &PlayTerms,
    ) -> PlayResult {
        if terms.activates == OwnActivation::None {
            return Ok(());
        }
        let (army, ncu) = (self.army_at(player), played.choice.card);
        let Some(state) = self.state.ncu_states.get_mut(army, ncu) else { return Ok(()) };
        state.leaves |= terms.activates == OwnActivation::ThenLeaves;
        let state = *state;
        let is_allowed = |zone: &TacticsZone| {
            terms.activates != OwnActivation::NamedZone || state.has_named(*zone)
        };
        let is_free = |zone: &TacticsZone| self.state.tactics_zones[*zone as usize].is_none();
        let zones = TacticsZone::ALL.into_iter().filter(is_free).filter(is_allowed).collect();
        self.activate_out_of_turn((player, ncu), zones)
    }

    /// Lets an NCU claim one of these zones, or nothing.
    fn activate_out_of_turn(
        &mut self,
        (player, ncu): (PlayerId, CardId),
        zones: Vec<TacticsZone>,
    ) -> PlayResult {
        let choice = self.request_choice(player, PlayerDecision::Seat(zones.clone()))?;
        let PlayerChoice::Seat(claim) = choice else { return Err(wrong_choice("A9.4", &choice)) };
        if let Some((zone, _)) = claim.filter(|(zone, _)| !zones.contains(zone)) {
            return Err(refusal("A9.4", format!("the NCU may not claim the {zone:?}")));
        }
        let waiting = &mut self.state.ncus[player.index()];
        *waiting = waiting.saturating_sub(1);
        let army = self.army_at(player);
        if let Some(state) = self.state.ncu_states.get_mut(army, ncu) {
            state.activated = true;
        }
        let (seat, benefit) =
            claim.map_or((None, Benefit::Nothing), |(zone, benefit)| (Some(zone), benefit));
        let (before, claim) = (self.state.claimer.replace(player), self.state.claim.take());
        self.claim_zone((player, Some(ncu)), seat, benefit)?;
        (self.state.claimer, self.state.claim) = (before, claim);
        Ok(())
    }

    /// Lets a player put one of the cards that have just been drawn under the deck.
    pub(super) fn bury_card(&mut self, player: PlayerId) -> PlayResult {
        let drawn = self.last_drawn.clone();
        if drawn.is_empty() {
            return Ok(());
        }
        let choice = self.request_choice(player, PlayerDecision::Bury(drawn.clone()))?;
        let PlayerChoice::Return(cards) = choice else { return Err(wrong_choice("A9.4", &choice)) };
        match cards.as_slice() {
            [card] if drawn.contains(card) => self.put_under_deck(player, *card),
            _ => Err(refusal("A9.4", "one of the drawn cards goes under the deck")),
        }
    }
}
