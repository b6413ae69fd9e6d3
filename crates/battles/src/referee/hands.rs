//! Hands, decks and discard piles of a log, followed from its entries alone (A8.2–A8.4, A12.7).

use crate::battle::Battle;
use crate::cards::{CardChoice, CardId, CardPile};
use crate::choice::PlayerChoice;
use crate::field::PlayerId;
use crate::log::{LogEntry, RuleViolation};

/// The cards of both players.
#[derive(Debug)]
pub(super) struct Hands<'a> {
    battle: &'a Battle,
    /// The edge of army `a`.
    seat: PlayerId,
    /// Cards left in the decks, by army.
    decks: [CardPile; 2],
    hands: [CardPile; 2],
}

impl<'a> Hands<'a> {
    pub(super) fn new(battle: &'a Battle) -> Self {
        let pile = |army: usize| {
            let deck = battle.decks.as_ref().and_then(|decks| decks.get(army));
            deck.map(|deck| deck.pile()).unwrap_or_default()
        };
        let (decks, hands) = ([pile(0), pile(1)], [CardPile::default(); 2]);
        Self { battle, seat: PlayerId::South, decks, hands }
    }

    /// Follows an entry of a log.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn follow(&mut self, entry: &LogEntry) -> Result<(), RuleViolation> {
        match entry {
            LogEntry::Chose { player, choice: PlayerChoice::Edge(edge) } if edge != player => {
                self.seat = self.seat.opponent();
                Ok(())
            }
            LogEntry::Chose { player, choice: PlayerChoice::Card(Some(choice)) } => {
                self.check_held(*player, choice.card)?;
                self.check_way(*player, *choice)
            }
            LogEntry::Drew { player, card, .. } => self.draw(*player, *card),
            LogEntry::Discarded { player, card, .. } => {
                self.check_held(*player, *card)?;
                let army = self.army(*player);
                self.hands[army].remove(*card);
                Ok(())
            }
            LogEntry::Round { round, .. } => self.begin_round(*round),
            _ => Ok(()),
        }
    }

    fn army(&self, player: PlayerId) -> usize {
        usize::from(player != self.seat)
    }

    fn check_held(&self, player: PlayerId, card: CardId) -> Result<(), RuleViolation> {
        if self.hands[self.army(player)].count(card) > 0 {
            return Ok(());
        }
        let why = format!("the {player}ern player does not hold card {}", card.0);
        Err(RuleViolation::new("A8.2", why))
    }

    fn check_way(&self, player: PlayerId, choice: CardChoice) -> Result<(), RuleViolation> {
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(self.army(player)));
        let way = deck.and_then(|deck| deck.way(choice));
        if way.is_some_and(|way| way.window.is_some()) {
            return Ok(());
        }
        let why = format!("card {} is not played in way {}", choice.card.0, choice.way);
        Err(RuleViolation::new("A8.3", why))
    }

    fn draw(&mut self, player: PlayerId, card: CardId) -> Result<(), RuleViolation> {
        let army = self.army(player);
        if !self.decks[army].remove(card) {
            let why = format!("no card {} is left in the deck", card.0);
            return Err(RuleViolation::new("A8.2", why));
        }
        self.hands[army].add(card);
        Ok(())
    }

    /// Checks the hands before a round: at least three cards unless the deck is empty, and exactly
    /// three before the first.
    fn begin_round(&self, round: u8) -> Result<(), RuleViolation> {
        let is_played = self.battle.decks.is_some();
        for army in [0, 1].into_iter().filter(|_| is_played) {
            let (held, left) = (self.hands[army].len(), self.decks[army].len());
            if held < 3 && left > 0 {
                let why = format!("a player with a deck draws up to three cards, not {held}");
                return Err(RuleViolation::new("A12.7", why));
            }
            if round == 1 && held > 3 {
                let why = format!("a first hand has three cards, not {held}");
                return Err(RuleViolation::new("A8.2", why));
            }
        }
        Ok(())
    }
}
