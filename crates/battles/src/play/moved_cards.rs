//! Tactics cards that NCUs and cards move between hands, decks and discard piles (A9.4).

use crate::cards::{CardId, DeckCard, PlayedCard};
use crate::choice::{PlayerChoice, TacticsZone};
use crate::decision::{PlayerDecision, TargetReason};
use crate::field::{PlayerId, UnitId};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use warodds_questions::catalogue::{
    BattlePlay, CardSource, FetchedCard, FetchedKind, ReturnedCards,
};

/// The cards that a play names.
#[derive(Clone, Debug, Default)]
pub(super) struct MovedCards {
    pub fetched: Vec<CardId>,
    pub discarded: Option<CardId>,
    pub named: Option<CardId>,
    pub zones: Vec<TacticsZone>,
}

impl Play<'_> {
    /// Lists the ways to name the cards of a play of this card; none if it cannot move what it must.
    pub(super) fn moved_cards(
        &self,
        player: PlayerId,
        (play, card): (&BattlePlay, CardId),
    ) -> Vec<MovedCards> {
        let (terms, army) = (&play.terms, self.army_at(player));
        let mut all = vec![MovedCards::default()];
        for fetch in &terms.fetch {
            let cards = self.fetched_cards(army, fetch);
            let with = |one: &MovedCards, card: &CardId| {
                let mut fetched = one.fetched.clone();
                fetched.push(*card);
                MovedCards { fetched, ..one.clone() }
            };
            all = all.iter().flat_map(|one| cards.iter().map(|card| with(one, card))).collect();
        }
        if terms.discards > 0 {
            // the played card leaves the hand first
            let mut hand = self.hand(army);
            hand.remove(card);
            let mut held: Vec<CardId> = hand.cards().collect();
            held.dedup();
            let with = |one: &MovedCards, card| MovedCards { discarded: Some(card), ..one.clone() };
            all = all.iter().flat_map(|one| held.iter().map(|card| with(one, *card))).collect();
        }
        if terms.names_card {
            let kinds = self.battle.decks.as_ref().and_then(|decks| decks.get(1 - army));
            // there are at most 16 kinds
            let kinds = 0..kinds.map_or(0, |deck| deck.kinds.len() as u8);
            let with =
                |one: &MovedCards, card| MovedCards { named: Some(CardId(card)), ..one.clone() };
            all = all.iter().flat_map(|one| kinds.clone().map(|card| with(one, card))).collect();
        }
        if terms.names_zones > 0 {
            let sets = self.zones_to_name(terms.names_zones);
            let with = |one: &MovedCards, zones| MovedCards { zones, ..one.clone() };
            all =
                all.iter().flat_map(|one| sets.iter().map(|set| with(one, set.clone()))).collect();
        }
        all
    }

    /// Lists the cards that an army may take into the hand.
    fn fetched_cards(&self, army: usize, fetch: &FetchedCard) -> Vec<CardId> {
        let FetchedCard { from, kind, names } = fetch;
        let [deck, discards] = self.piles(army);
        let is_there = |card: CardId| match from {
            CardSource::Discards => discards.count(card) > 0,
            CardSource::Deck => deck.count(card) > 0,
            CardSource::DeckAndDiscards => discards.count(card) + deck.count(card) > 0,
        };
        let is_of = |one: &DeckCard| *kind == FetchedKind::Any || one.kind == *kind;
        let kinds = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        let kinds = kinds.into_iter().flat_map(|deck| &deck.kinds).zip((0..).map(CardId));
        let is_named = |name: &String| names.is_empty() || names.contains(name);
        let found =
            kinds.filter(|(kind, card)| is_named(&kind.name) && is_of(kind) && is_there(*card));
        found.map(|(_, card)| card).collect()
    }

    /// Applies what a play does beside its effects: cards moved, wounds healed, the first turn.
    pub(super) fn apply_terms(
        &mut self,
        (player, played): (PlayerId, &PlayedCard),
        play: &BattlePlay,
    ) -> PlayResult {
        let terms = &play.terms;
        for (card, fetch) in played.fetched.iter().zip(&terms.fetch) {
            self.fetch_card(player, *card, fetch.from)?;
        }
        match terms.returns {
            ReturnedCards::OneDrawn => self.bury_card(player)?,
            returns => self.return_cards(player, returns)?,
        }
        let enemy = player.opponent();
        self.discard_at_random(enemy, terms.enemy_discards)?;
        if let Some(card) = played.named
            && self.hand(self.army_at(enemy)).count(card) > 0
        {
            self.discard_card(enemy, card, "A9.4")?;
        }
        for _ in 0..terms.spread_heal.saturating_add(self.roll_d3(terms.spread_d3)?) {
            self.heal_one(player)?;
        }
        self.apply_zone_terms((player, played), terms)?;
        if terms.leads {
            self.state.next_first = Some(player);
        }
        Ok(())
    }

    /// Lets a player heal one wound of a friendly unit.
    fn heal_one(&mut self, player: PlayerId) -> PlayResult {
        let own = self.state.units_on_table(player).map(|(unit, _)| unit);
        let wounded: Vec<UnitId> = own.filter(|unit| self.is_wounded(*unit)).collect();
        match self.request_target(player, TargetReason::Heal, wounded, "A9.4")? {
            Some(unit) => self.heal(unit, 1, "A9.4"),
            None => Ok(()),
        }
    }

    /// Lets a player put cards of the hand back into the deck.
    fn return_cards(&mut self, player: PlayerId, returns: ReturnedCards) -> PlayResult {
        let held = self.hand(self.army_at(player)).len();
        if returns == ReturnedCards::None || held == 0 {
            return Ok(());
        }
        let choice = self.request_choice(player, PlayerDecision::Return(returns))?;
        let PlayerChoice::Return(cards) = choice else { return Err(wrong_choice("A9.4", &choice)) };
        if let ReturnedCards::Exactly(count) = returns
            && cards.len() != usize::from(count.min(held))
        {
            return Err(refusal("A9.4", format!("{count} cards go back into the deck")));
        }
        // a hand has fewer than 256 cards
        let count = cards.len() as u8;
        cards.into_iter().try_for_each(|card| self.return_card(player, card))?;
        let drawn = if returns == ReturnedCards::Exchanged { count.saturating_add(1) } else { 0 };
        self.draw_cards(player, drawn, "A9.4")
    }
}
