//! Zones that NCUs name or pass tokens by, and cards that an NCU fetches as an answer (A9.4).

use super::card_event::CardEvent;
use crate::cards::{CardId, PlayedCard};
use crate::choice::{Benefit, TacticsZone};
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::ncus::NcuStates;
use crate::progress::{Play, PlayResult};
use warodds_engine::chance::{Die, Label};
use warodds_questions::catalogue::PlayTerms;

const HEALED: Label = Label::new("healed wounds", "A9.4");

impl Play<'_> {
    /// Lists the sets of free zones of which a player may name one: of as many zones as an ability
    /// says, or of all that are free.
    pub(super) fn zones_to_name(&self, count: u8) -> Vec<Vec<TacticsZone>> {
        let is_free = |zone: &TacticsZone| self.state.tactics_zones[*zone as usize].is_none();
        let free: Vec<TacticsZone> = TacticsZone::ALL.into_iter().filter(is_free).collect();
        if count > 0 && free.is_empty() {
            return Vec::new();
        }
        let count = usize::from(count).min(free.len());
        // there are five zones
        let sets = (0..1_u32 << free.len()).filter(|set| set.count_ones() as usize == count);
        let zones = |set: u32| {
            let zones = free.iter().zip(0..).filter(|(_, place)| set >> place & 1 != 0);
            zones.map(|(zone, _)| *zone).collect()
        };
        sets.map(zones).collect()
    }

    /// Applies what a play does with zones: those that it names, and the token that Wealth removes.
    pub(super) fn apply_zone_terms(
        &mut self,
        (player, played): (PlayerId, &PlayedCard),
        terms: &PlayTerms,
    ) -> PlayResult {
        self.activate_by_terms((player, played), terms)?;
        let army = self.army_at(player);
        if let Some(state) = self.state.ncu_states.get_mut(army, played.choice.card)
            && !played.zones.is_empty()
        {
            state.named = played.zones.iter().fold(0, |bits, zone| bits | 1 << *zone as u8);
        }
        match (self.state.claim, played.enemy) {
            (Some(Benefit::Restore { token: Some(token), .. }), Some(enemy))
                if terms.passes_token =>
            {
                self.give_token(enemy, token, "A9.4")
            }
            _ => Ok(()),
        }
    }

    /// Rolls D3 and adds them up.
    pub(super) fn roll_d3(&mut self, count: u8) -> PlayResult<u8> {
        let sum =
            (0..count).fold(0, |sum: u8, _| sum.saturating_add(self.roll_die(&HEALED, Die::D3)));
        self.ensure_dice()?;
        Ok(sum)
    }

    /// Lets a player fetch a card by an NCU that answers what the enemy plays at once. Returns the
    /// answer.
    pub(super) fn fetch_answer(
        &mut self,
        event: CardEvent,
        player: PlayerId,
    ) -> PlayResult<Option<PlayedCard>> {
        let plays = self.ncu_plays(event, player, &[])?;
        if plays.is_empty() {
            return Ok(None);
        }
        let decision = PlayerDecision::Play(plays.clone());
        let Some(used) = self.request_card(player, (decision, &plays))? else { return Ok(None) };
        self.play_card((event, player), &used)?;
        let answers = self.plays_at(event, player)?;
        let fetched = used.fetched.first();
        Ok(answers.into_iter().find(|played| Some(&played.choice.card) == fetched))
    }

    /// Gives order tokens to the NCUs of an enemy that gain one for each rank that a unit loses.
    pub(crate) fn gain_tokens_by_ranks(
        &mut self,
        (unit, player): (UnitId, PlayerId),
        [before, left]: [u8; 2],
    ) -> PlayResult {
        if !self.plays_cards() || left >= before {
            return Ok(());
        }
        let enemy = player.opponent();
        let army = self.army_at(enemy);
        let ncus: Vec<CardId> = self
            .ncu_cards(army)
            .filter(|(_, ncu)| ncu.tokens_by_ranks)
            .map(|(card, _)| card)
            .collect();
        let ranks = self.battle.ranks_between(unit, [before, left]);
        for ncu in ncus {
            let held = self.state.ncu_states.get(army, ncu).map_or(0, |state| state.tokens);
            let more = held.saturating_add(ranks).min(NcuStates::MOST_TOKENS);
            self.set_ncu_tokens(enemy, ncu, more)?;
        }
        Ok(())
    }
}
