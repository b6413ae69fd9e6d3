//! Tactics cards that answer what the enemy plays, and cancel it (A8.3).
//!
//! A card that is played and an NCU that is used name units: those of a play outside of attacks, and
//! in an attack the one on which the card is played. Abilities of the units that fight count within
//! their attack and are not answered.

use super::card_effects::{ActingCard, MOST_TESTS};
use super::card_event::CardEvent;
use crate::cards::PlayedCard;
use crate::decision::PlayerDecision;
use crate::field::PlayerId;
use crate::progress::{Play, PlayResult};
use warodds_engine::chance::{Die, Label};
use warodds_questions::catalogue::{BattlePlay, Cancelling};

const CANCEL: Label = Label::new("cancelling die", "A8.3");

impl Play<'_> {
    /// Asks the enemy of a player who plays a card or uses an NCU for a card that cancels it.
    /// Returns whether it does.
    pub(super) fn is_cancelled(&mut self, event: CardEvent) -> PlayResult<bool> {
        let (CardEvent::Played(player, _) | CardEvent::Used(player, _)) = event else {
            return Ok(false);
        };
        let enemy = player.opponent();
        let played = match self.fetch_answer(event, enemy)? {
            Some(played) => Some(played),
            None => self.request_answer(event, enemy)?,
        };
        let Some(played) = played else { return Ok(false) };
        self.discard_card(enemy, played.choice.card, "A8.3")?;
        // the answer may be cancelled as well
        if self.is_cancelled(CardEvent::Played(enemy, [played.unit, played.enemy]))? {
            return Ok(false);
        }
        self.answer(enemy, &played)
    }

    /// Asks a player for a card of the hand that answers what the enemy plays.
    fn request_answer(
        &mut self,
        event: CardEvent,
        player: PlayerId,
    ) -> PlayResult<Option<PlayedCard>> {
        let plays = self.plays_at(event, player)?;
        if plays.is_empty() {
            return Ok(None);
        }
        let decision = PlayerDecision::Play(plays.clone());
        self.request_card(player, (decision, &plays))
    }

    /// Plays an answer. Returns whether it cancels what the enemy plays.
    fn answer(&mut self, player: PlayerId, played: &PlayedCard) -> PlayResult<bool> {
        let (battle, army) = (self.battle, self.army_at(player));
        let way = battle.decks.as_ref().and_then(|decks| decks.get(army)?.way(played.choice));
        let Some(play) = way.and_then(|way| way.battle.as_ref()) else { return Ok(false) };
        let Some(cancels) = self.cancelling(player, play)? else { return Ok(false) };
        let units = [played.unit, played.enemy];
        let card = ActingCard {
            player,
            choice: played.choice,
            units,
            effects: &play.effects,
            options: &played.options,
            on: None,
            denies: None,
        };
        // a test of the card is no event of the attack in which it is played
        let played_at = self.played_at.clone();
        self.tested = None;
        self.act_by_card(&card, play.moment(), MOST_TESTS)?;
        self.played_at = played_at;
        let is_so = cancels.after.is_none_or(|after| self.tested == Some(after));
        let is_cancelled =
            is_so && (cancels.on <= 1 || self.roll_die(&CANCEL, Die::D6) >= cancels.on);
        self.ensure_dice()?;
        if is_cancelled && !play.acts.is_empty() {
            self.later_actions.push((player, played.choice, units));
        }
        Ok(is_cancelled)
    }

    /// Returns how a card of a player cancels something, by the first of its ways that holds.
    fn cancelling<'p>(
        &self,
        player: PlayerId,
        play: &'p BattlePlay,
    ) -> PlayResult<Option<&'p Cancelling>> {
        for one in &play.cancels {
            if self.card_meets(player, [None; 2], &one.requires)? {
                return Ok(Some(one));
            }
        }
        Ok(None)
    }

    /// Lets units take the free actions of answers, now that nothing else is going on: in the midst
    /// of an attack or a claim, a move would change what it is about.
    pub(super) fn take_later_actions(&mut self) -> PlayResult {
        for (player, choice, units) in std::mem::take(&mut self.later_actions) {
            let battle = self.battle;
            let decks = battle.decks.as_ref();
            let way = decks.and_then(|decks| decks.get(self.army_at(player))?.way(choice));
            if let Some(play) = way.and_then(|way| way.battle.as_ref()) {
                self.take_free_actions((player, choice), units, play)?;
            }
        }
        Ok(())
    }
}
