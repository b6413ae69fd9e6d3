//! Tactics cards that are played, or act while they stay on a unit, as it gains condition tokens (A7,
//! A8.3). What a unit gains in an attack or a test it has gained once that is over.

use super::card_event::CardEvent;
use crate::choice::ConditionToken;
use crate::decision::TargetReason;
use crate::field::UnitId;
use crate::progress::{Play, PlayResult};
use crate::state::UnitPlace;
use warodds_games::asoiaf::Tokens;
use warodds_questions::catalogue::BattlePlay;

impl Play<'_> {
    /// Lets players act on the tokens of a unit that it has gained since it held these.
    pub(crate) fn react_to_tokens(&mut self, unit: UnitId, before: u8) -> PlayResult {
        if !self.plays_cards() {
            return Ok(());
        }
        for token in ConditionToken::ALL.into_iter().filter(|token| before & token.bit() == 0) {
            if self.is_held(unit, token) {
                self.shed_token(unit, token)?;
            }
            if self.is_held(unit, token) {
                self.play_cards_at(CardEvent::Gained(unit, token))?;
            }
        }
        Ok(())
    }

    /// Returns whether a unit is on the table and holds a token.
    fn is_held(&self, unit: UnitId, token: ConditionToken) -> bool {
        self.state.unit(unit).is_some_and(|state| {
            let is_there = state.place == UnitPlace::Table && state.left > 0;
            is_there && state.tokens & token.bit() != 0
        })
    }

    /// Lets players of cards that stay on a unit pay wounds of it for a token that it has gained. A
    /// unit does not pay its last wound.
    fn shed_token(&mut self, unit: UnitId, token: ConditionToken) -> PlayResult {
        let battle = self.battle;
        let held = self.unit(unit)?.cards;
        for held in held.held().filter(|held| !held.waits) {
            let way =
                battle.decks.as_ref().and_then(|decks| decks.get(held.army)?.way(held.choice));
            let stays = way.and_then(|way| way.battle.as_ref()?.stays.as_ref());
            let wounds = stays.map_or(0, |stays| stays.sheds);
            let left = self.unit(unit)?.left;
            if wounds == 0 || left <= wounds || !self.is_held(unit, token) {
                continue;
            }
            let player = self.player_of_army(held.army);
            let reason = TargetReason::Shed(held.choice, token);
            if self.request_target(player, reason, vec![unit], "A8.3")?.is_some() {
                self.set_wounds_left(unit, left - wounds, "A8.3")?;
                let bits = self.unit(unit)?.tokens;
                self.set_tokens(unit, bits & !token.bit(), "A8.3")?;
            }
        }
        Ok(())
    }

    /// Returns whether the token of an event is one for which a play waits.
    pub(super) fn is_gained(event: CardEvent, play: &BattlePlay) -> bool {
        let CardEvent::Gained(_, token) = event else { return true };
        let tokens = play.gained;
        tokens == Tokens::NONE || tokens.holds(token.token())
    }
}
