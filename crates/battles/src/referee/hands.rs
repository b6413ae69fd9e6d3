//! Hands, decks and discard piles of a log, followed from its entries alone (A8.2–A8.4, A12.7).

use crate::battle::Battle;
use crate::cards::{CardChoice, CardId, CardPile, PlayedCard};
use crate::choice::PlayerChoice;
use crate::field::{PlayerId, UnitId};
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
    /// Cards that stay on units, with their armies.
    staying: Vec<(usize, CardId, UnitId)>,
}

impl<'a> Hands<'a> {
    pub(super) fn new(battle: &'a Battle) -> Self {
        let pile = |army: usize| {
            let deck = battle.decks.as_ref().and_then(|decks| decks.get(army));
            deck.map(|deck| deck.pile()).unwrap_or_default()
        };
        let (decks, hands) = ([pile(0), pile(1)], [CardPile::default(); 2]);
        Self { battle, seat: PlayerId::South, decks, hands, staying: Vec::new() }
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
            LogEntry::Chose { player, choice: PlayerChoice::Play(Some(played)) } => {
                self.check_held(*player, played.choice.card)?;
                self.check_play(*player, played)
            }
            LogEntry::Stays { player, card, unit, .. } => {
                self.check_held(*player, *card)?;
                let army = self.army(*player);
                self.hands[army].remove(*card);
                self.staying.push((army, *card, *unit));
                Ok(())
            }
            LogEntry::Left { player, card, unit, .. } => self.leave(*player, *card, *unit),
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

    /// Checks the units and options of a card from the card alone.
    fn check_play(&self, player: PlayerId, played: &PlayedCard) -> Result<(), RuleViolation> {
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(self.army(player)));
        let way = deck.and_then(|deck| deck.way(played.choice));
        let PlayedCard { choice, unit, enemy, options } = played;
        let is_of = |unit: &Option<UnitId>, army: usize| {
            unit.is_none_or(|unit| self.battle.army_of(unit.0.into()) == army)
        };
        let is_so = way.and_then(|way| way.battle.as_ref()).is_some_and(|play| {
            let count = play.effects.choice.as_ref().map_or(0, |choice| choice.options.len());
            play.unit.is_some() == unit.is_some()
                && play.enemy.is_some() == enemy.is_some()
                && options.iter().all(|option| usize::from(*option) < count)
                && options.is_sorted_by(|one, next| one < next)
        });
        let army = self.army(player);
        if is_so && is_of(unit, army) && is_of(enemy, 1 - army) {
            return Ok(());
        }
        let why = format!("card {} is not played so in way {}", choice.card.0, choice.way);
        Err(RuleViolation::new("A8.3", why))
    }

    /// Follows a card that leaves its unit.
    fn leave(&mut self, player: PlayerId, card: CardId, unit: UnitId) -> Result<(), RuleViolation> {
        let gone = (self.army(player), card, unit);
        let place = self.staying.iter().position(|one| *one == gone);
        let place = place.ok_or_else(|| {
            RuleViolation::new("A8.3", format!("card {} does not stay on {unit}", card.0))
        })?;
        self.staying.remove(place);
        Ok(())
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
