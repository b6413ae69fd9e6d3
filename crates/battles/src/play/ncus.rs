//! Abilities of NCUs: which NCU activates, what it does at an event, and its order tokens (A9.4).
//!
//! An NCU is used like a card that never leaves the hand. Of several ways with one trigger it is
//! used in one at each event, and in one more that takes the place of the effect of its zone.

use super::card_event::CardEvent;
use super::encounters::ability_zone;
use crate::cards::{CardChoice, CardId, CardWay, NcuCard, PlayedCard};
use crate::choice::{Benefit, PlayerChoice, TacticsZone};
use crate::decision::{ClaimDecision, NcuOption, PlayerDecision};
use crate::field::{PlayerId, UnitId};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use warodds_questions::catalogue::{BattlePlay, BattleTrigger, ZoneEffect};

impl Play<'_> {
    /// Returns the NCUs of an army with their numbers.
    pub(crate) fn ncu_cards(&self, army: usize) -> impl Iterator<Item = (CardId, &NcuCard)> {
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        let ncus = deck.into_iter().flat_map(|deck| &deck.ncus).enumerate();
        ncus.map(|(number, ncu)| (CardId::of_ncu(number), ncu))
    }

    /// Returns the NCUs of an army that may be used like cards of a hand; none without cards.
    pub(super) fn ncus_of(&self, army: usize) -> impl Iterator<Item = CardId> {
        let is_played = self.plays_cards();
        self.ncu_cards(army).filter(move |_| is_played).map(|(card, _)| card)
    }

    /// Returns whether an army holds a card, or may use an NCU in a way.
    pub(super) fn may_declare(&self, army: usize, choice: CardChoice) -> bool {
        match self.way(army, choice).filter(|_| choice.card.ncu().is_some()) {
            Some(way) => self.state.ncu_states.may_use(army, choice, way.pays),
            None => self.hand(army).count(choice.card) > 0,
        }
    }

    /// Returns the way of a choice of an army.
    pub(super) fn way(&self, army: usize, choice: CardChoice) -> Option<&CardWay> {
        self.battle.decks.as_ref()?.get(army)?.way(choice)
    }

    /// Lets a player choose which NCU activates; `None` if none of them has abilities to play.
    pub(super) fn choose_ncu(
        &mut self,
        player: PlayerId,
        seat: Option<TacticsZone>,
    ) -> PlayResult<Option<CardId>> {
        let army = self.army_at(player);
        let has_abilities = self.ncu_cards(army).any(|(_, ncu)| ncu.is_played());
        if !self.plays_cards() || !has_abilities {
            return Ok(None);
        }
        let options = self.ncu_options((player, army), seat)?;
        let ncu = match options.as_slice() {
            [] => return Err(refusal("A12.6", "every NCU has activated this round")),
            [only] => only.ncu,
            _ => self.request_ncu(player, options)?,
        };
        if let Some(state) = self.state.ncu_states.get_mut(army, ncu) {
            // the enemy learns the zone once it is claimed
            state.activated = true;
        }
        Ok(Some(ncu))
    }

    /// Lists the NCUs that may activate; of those without abilities the first.
    fn ncu_options(
        &self,
        (player, army): (PlayerId, usize),
        seat: Option<TacticsZone>,
    ) -> PlayResult<Vec<NcuOption>> {
        let (mut options, mut has_plain) = (Vec::new(), false);
        // a battle has at most eight NCUs an army
        for number in 0..self.battle.ncus.get(army).map_or(0, Vec::len) {
            let ncu = CardId::of_ncu(number);
            let card = self.ncu_cards(army).find(|(id, _)| *id == ncu);
            let is_plain = card.is_none_or(|(_, card)| !card.is_played());
            let state = self.state.ncu_states.get(army, ncu);
            let is_done = state.is_none_or(|one| one.activated || one.lost);
            if is_done || (is_plain && has_plain) {
                continue;
            }
            has_plain |= is_plain;
            let plays = match seat {
                Some(zone) => self.ncu_plays(CardEvent::Claim(zone, Some(ncu)), player, &[])?,
                None => Vec::new(),
            };
            options.push(NcuOption { ncu, plays });
        }
        Ok(options)
    }

    fn request_ncu(&mut self, player: PlayerId, options: Vec<NcuOption>) -> PlayResult<CardId> {
        let known: Vec<CardId> = options.iter().map(|option| option.ncu).collect();
        let choice = self.request_choice(player, PlayerDecision::Ncu(options))?;
        match choice {
            PlayerChoice::Ncu(ncu) if known.contains(&ncu) => Ok(ncu),
            PlayerChoice::Ncu(ncu) => {
                Err(refusal("A12.6", format!("NCU {} may not activate", ncu.0)))
            }
            other => Err(wrong_choice("A12.6", &other)),
        }
    }

    /// Lets a player use NCUs at an event until he passes, with the zone and the benefit of a claim
    /// of his own. Returns what becomes of the effect of the zone.
    pub(super) fn use_ncus_at(
        &mut self,
        event: CardEvent,
        player: PlayerId,
        claim: Option<(TacticsZone, Benefit)>,
    ) -> PlayResult<ZoneEffect> {
        let (mut used, mut effect) = (Vec::new(), ZoneEffect::Kept);
        loop {
            let plays = self.ncu_plays(event, player, &used)?;
            if plays.is_empty() {
                return Ok(effect);
            }
            let decision = match claim {
                Some((zone, benefit)) => {
                    let plays = plays.clone();
                    PlayerDecision::Claim(ClaimDecision { zone, benefit, plays })
                }
                None => PlayerDecision::Play(plays.clone()),
            };
            let Some(played) = self.request_card(player, (decision, &plays))? else {
                return Ok(effect);
            };
            if self.is_cancelled(CardEvent::Used(player, [played.unit, played.enemy]))? {
                self.pay_for_way(player, played.choice)?;
            } else {
                self.play_card((event, player), &played)?;
                effect = effect.max(self.zone_effect(player, played.choice));
            }
            used.push(played);
        }
    }

    /// Lets a player whose NCU claims a zone use NCUs and play a card. Returns what becomes of the
    /// effect of the zone.
    pub(super) fn play_claim(
        &mut self,
        (player, ncu): (PlayerId, Option<CardId>),
        zone: TacticsZone,
        benefit: Benefit,
    ) -> PlayResult<ZoneEffect> {
        if !self.plays_cards() {
            return Ok(ZoneEffect::Kept);
        }
        let event = CardEvent::Claim(zone, ncu);
        let effect = self.use_ncus_at(event, player, Some((zone, benefit)))?;
        let mut plays = self.plays_at(event, player)?;
        plays.retain(|played| {
            effect != ZoneEffect::Replaced
                || self.zone_effect(player, played.choice) == ZoneEffect::Kept
        });
        if plays.is_empty() {
            return Ok(effect);
        }
        let claim = ClaimDecision { zone, benefit, plays: plays.clone() };
        let decision = PlayerDecision::Claim(claim);
        let played = self.request_card(player, (decision, &plays))?;
        let Some(played) = played else { return Ok(effect) };
        let replaced = self.zone_effect(player, played.choice);
        let is_played = self.play_unless_cancelled((event, player), &played)?;
        Ok(if is_played { effect.max(replaced) } else { effect })
    }

    /// Lets the enemy answer the claim of a zone, once its effect has happened (A9.1).
    pub(super) fn answer_claim(
        &mut self,
        (player, ncu): (PlayerId, Option<CardId>),
        zone: TacticsZone,
    ) -> PlayResult {
        if !self.plays_cards() {
            return Ok(());
        }
        let event = CardEvent::Claim(zone, ncu);
        let enemy = player.opponent();
        self.use_ncus_at(event, enemy, None)?;
        self.play_card_at(event, enemy)?;
        self.state.ncu_states.forget_named(self.army_at(enemy), zone);
        Ok(())
    }

    fn zone_effect(&self, player: PlayerId, choice: CardChoice) -> ZoneEffect {
        let way = self.way(self.army_at(player), choice);
        way.and_then(|way| way.battle.as_ref()).map_or(ZoneEffect::Kept, |play| play.terms.zone)
    }

    /// Lists what the NCUs of a player may do at an event after they have been used in some ways.
    pub(super) fn ncu_plays(
        &self,
        event: CardEvent,
        player: PlayerId,
        used: &[PlayedCard],
    ) -> PlayResult<Vec<PlayedCard>> {
        let (mut plays, army) = (Vec::new(), self.army_at(player));
        if !self.plays_cards() {
            return Ok(plays);
        }
        for (card, ncu) in self.ncu_cards(army) {
            for (way, number) in ncu.card.ways.iter().zip(0..) {
                let Some(battle) = &way.battle else { continue };
                let choice = CardChoice { card, way: number };
                if self.is_ncu_event(event, (player, card), battle.trigger)
                    && self.trigger_meets((event, player), &battle.of_trigger)?
                    && self.state.ncu_states.may_use(army, choice, way.pays)
                    && self.is_off_board((army, card), battle)
                    && !self.is_used(army, (battle, choice), used)
                {
                    self.list_plays((event, player), (way, battle, choice), &mut plays)?;
                }
            }
        }
        let is_same = |one: &PlayedCard, other: &PlayedCard| {
            (one.choice, one.unit, one.enemy) == (other.choice, other.unit, other.enemy)
        };
        plays.retain(|played| !used.iter().any(|other| is_same(played, other)));
        Ok(plays)
    }

    /// Returns whether an NCU waits for an event.
    fn is_ncu_event(
        &self,
        event: CardEvent,
        (player, ncu): (PlayerId, CardId),
        trigger: BattleTrigger,
    ) -> bool {
        let is_claimer = player == self.state.claimer();
        let state = self.state.ncu_states.get(self.army_at(player), ncu);
        match (event, trigger) {
            (CardEvent::NcuActivation(one), BattleTrigger::OwnActivation)
            | (CardEvent::Claim(_, one), BattleTrigger::OwnClaim) => is_claimer && one == Some(ncu),
            (CardEvent::Claim(zone, _), BattleTrigger::NamedZoneClaimed) => {
                !is_claimer && state.is_some_and(|state| state.has_named(zone))
            }
            // what is claimed forgets the zones named for it
            (CardEvent::TurnEnd, BattleTrigger::NamedZoneMissed) => {
                state.is_some_and(|state| state.named != 0)
            }
            _ => event.is(trigger, player, &self.state),
        }
    }

    /// Returns whether a way is used up at an event by these: it as often as it may be, or another one
    /// with its trigger.
    fn is_used(
        &self,
        army: usize,
        (battle, choice): (&BattlePlay, CardChoice),
        used: &[PlayedCard],
    ) -> bool {
        let repeats = used.iter().filter(|one| one.choice == choice).count();
        let others = used.iter().map(|one| one.choice).filter(|one| one.card == choice.card);
        let mut others = others.filter(|one| *one != choice);
        repeats >= usize::from(battle.terms.times.max(1))
            || others.any(|one| {
                let other = self.way(army, one).and_then(|way| way.battle.as_ref());
                other.is_some_and(|other| {
                    other.trigger == battle.trigger && other.terms.zone == battle.terms.zone
                })
            })
    }

    /// Returns whether the zone of an event is one of those for which a play waits.
    pub(super) fn is_claimed(&self, event: CardEvent, play: &BattlePlay) -> bool {
        let CardEvent::Claim(zone, _) = event else { return true };
        let claimed = &play.terms.claimed;
        let token = matches!(self.state.claim, Some(Benefit::Restore { token: Some(_), .. }));
        (claimed.is_empty() || claimed.contains(&ability_zone(zone)))
            && (token || !play.terms.passes_token)
    }

    /// Returns whether an NCU may influence a unit (A9.4): an army influences it by one NCU, and an
    /// NCU influences one unit. True for a tactics card.
    pub(super) fn may_influence(&self, army: usize, on: Option<UnitId>, card: CardId) -> bool {
        let is_of = |(of, choice, _): (usize, CardChoice, bool), on_it: bool| {
            of == army && (choice.card == card || (on_it && choice.card.ncu().is_some()))
        };
        card.ncu().is_none()
            || !self
                .state
                .units_with_ids()
                .any(|(unit, state)| state.cards.cards().any(|one| is_of(one, Some(unit) == on)))
    }
}
