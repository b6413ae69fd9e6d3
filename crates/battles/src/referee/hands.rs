//! Hands, decks and discard piles of a log, followed from its entries alone (A8.2–A8.4, A12.7).

use crate::battle::Battle;
use crate::cards::{CardChoice, CardId, CardPile, CardWay, PlayedCard};
use crate::choice::{FreeStep, PlayerChoice, PlayerTurn};
use crate::field::{PlayerId, UnitId};
use crate::log::{LogEntry, RuleViolation};
use crate::play::free_action;
use warodds_questions::catalogue::{CardSource, ChosenUnit, FreeAction, Gathering};

/// The cards of both players.
#[derive(Debug)]
pub(super) struct Hands<'a> {
    battle: &'a Battle,
    /// The edge of army `a`.
    seat: PlayerId,
    /// Cards left in the decks, by army.
    decks: [CardPile; 2],
    hands: [CardPile; 2],
    discards: [CardPile; 2],
    /// Cards that stay on units, with their armies.
    staying: Vec<(usize, CardId, UnitId)>,
    /// The free actions that the last card of each army allows.
    free: [Vec<FreeAction>; 2],
    /// The piles of the cards that the last card of each army takes into the hand.
    sources: [Vec<CardSource>; 2],
    /// The unit that acts in this turn.
    acting: Option<UnitId>,
}

impl<'a> Hands<'a> {
    pub(super) fn new(battle: &'a Battle) -> Self {
        let pile = |army: usize| {
            let deck = battle.decks.as_ref().and_then(|decks| decks.get(army));
            deck.map(|deck| deck.pile()).unwrap_or_default()
        };
        let (decks, hands) = ([pile(0), pile(1)], [CardPile::default(); 2]);
        let (staying, free, sources) = (Vec::new(), Default::default(), Default::default());
        let (seat, discards) = (PlayerId::South, [CardPile::default(); 2]);
        Self { battle, seat, decks, hands, discards, staying, free, sources, acting: None }
    }

    /// Follows an entry of a log.
    ///
    /// # Errors
    /// The rule that it breaks.
    pub(super) fn follow(&mut self, entry: &LogEntry) -> Result<(), RuleViolation> {
        match entry {
            LogEntry::Chose { player, choice, .. } => self.follow_choice(*player, choice),
            // NCUs are no cards of a hand
            LogEntry::Stays { card, .. } | LogEntry::Left { card, .. } if card.ncu().is_some() => {
                Ok(())
            }
            LogEntry::Stays { player, card, unit, .. } => {
                let army = self.leave_hand(*player, *card)?;
                self.staying.push((army, *card, *unit));
                Ok(())
            }
            LogEntry::Left { player, card, unit, .. } => self.leave(*player, *card, *unit),
            LogEntry::CardTokens { player, card, unit, tokens, .. } => {
                self.check_tokens(*player, (*card, *unit), *tokens)
            }
            LogEntry::Drew { player, card, .. } => self.draw(*player, *card),
            LogEntry::Discarded { player, card, .. } => {
                let army = self.leave_hand(*player, *card)?;
                self.discards[army].add(*card);
                Ok(())
            }
            LogEntry::Fetched { player, card, .. } => self.fetch(*player, *card),
            LogEntry::Returned { player, card, .. } => {
                let army = self.leave_hand(*player, *card)?;
                self.decks[army].add(*card);
                Ok(())
            }
            LogEntry::Round { round, .. } => self.begin_round(*round),
            _ => Ok(()),
        }
    }

    fn follow_choice(
        &mut self,
        player: PlayerId,
        choice: &PlayerChoice,
    ) -> Result<(), RuleViolation> {
        match choice {
            PlayerChoice::Play(Some(played)) if played.choice.card.ncu().is_some() => {
                let decks = self.battle.decks.as_ref();
                let deck = decks.and_then(|decks| decks.get(self.army(player)));
                self.note_free(player, deck.and_then(|deck| deck.way(played.choice)));
            }
            PlayerChoice::Play(Some(played)) => {
                self.check_held(player, played.choice.card)?;
                self.check_play(player, played)?;
            }
            PlayerChoice::Card(Some(choice)) if choice.card.ncu().is_none() => {
                self.check_held(player, choice.card)?;
                self.check_way(player, *choice)?;
            }
            PlayerChoice::Edge(edge) if *edge != player => self.seat = self.seat.opponent(),
            PlayerChoice::Turn(turn) => {
                self.free = Default::default();
                self.acting = match turn {
                    PlayerTurn::Unit { unit, .. } => Some(*unit),
                    // a reserve of a siege acts where it enters (A13.3.5)
                    PlayerTurn::Reserve { unit, .. } if self.battle.mode.has_siege() => Some(*unit),
                    _ => None,
                };
            }
            PlayerChoice::Act(Some(step)) => self.check_step(player, step)?,
            _ => {}
        }
        Ok(())
    }

    /// Takes a card from a hand, which must hold it. Returns the army.
    fn leave_hand(&mut self, player: PlayerId, card: CardId) -> Result<usize, RuleViolation> {
        self.check_held(player, card)?;
        let army = self.army(player);
        self.hands[army].remove(card);
        Ok(army)
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

    /// Checks that the last card of the player allows a free action, or that it is the action of
    /// the player's unit that activates.
    fn check_step(&self, player: PlayerId, step: &FreeStep) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let is_free = free_action(step).is_some_and(|action| self.free[army].contains(&action));
        let is_action = matches!(step, FreeStep::Action(_))
            && self.acting.is_some_and(|unit| self.battle.army_of(unit.0.into()) == army);
        if is_free || is_action {
            return Ok(());
        }
        Err(RuleViolation::new("A6.6", "no card allows this action"))
    }

    /// Checks the units and options of a card from the card alone, and notes its free actions.
    fn check_play(&mut self, player: PlayerId, played: &PlayedCard) -> Result<(), RuleViolation> {
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(self.army(player)));
        let way = deck.and_then(|deck| deck.way(played.choice));
        let choice = played.choice;
        if is_so_played(self.battle, (self.army(player), way), played) {
            self.note_free(player, way);
            return Ok(());
        }
        let why =
            format!("card {} cannot be played like this in way {}", choice.card.0, choice.way);
        Err(RuleViolation::new("A8.3", why))
    }

    /// Notes the free actions that a card or an NCU allows, and the piles from which it takes cards.
    fn note_free(&mut self, player: PlayerId, way: Option<&CardWay>) {
        let play = way.and_then(|way| way.battle.as_ref());
        let acts = play.into_iter().flat_map(|play| &play.acts);
        // a free attack may let its player play another card before the next free action
        let army = self.army(player);
        self.free[army].extend(acts.flat_map(|acts| acts.may.iter().copied()));
        let fetch = play.into_iter().flat_map(|play| &play.terms.fetch);
        self.sources[army] = fetch.map(|fetch| fetch.from).collect();
    }

    /// Checks the tokens on a card: it stays on the unit, gathers some, and has at most three.
    fn check_tokens(
        &self,
        player: PlayerId,
        (card, unit): (CardId, UnitId),
        tokens: u8,
    ) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let stays = self.staying.contains(&(army, card, unit));
        let kind = self.battle.decks.as_ref().and_then(|decks| decks.get(army)?.card(card));
        let gathers = kind.into_iter().flat_map(|kind| &kind.ways).any(|way| {
            let stays = way.battle.as_ref().and_then(|play| play.stays.as_ref());
            stays.is_some_and(|stays| stays.gathers.is_some())
        });
        if stays && gathers && tokens <= Gathering::MOST {
            return Ok(());
        }
        let why = format!("card {} on {unit} cannot have {tokens} tokens", card.0);
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
        self.discards[gone.0].add(card);
        Ok(())
    }

    /// Follows a card that a player takes from the discard pile or the deck.
    fn fetch(&mut self, player: PlayerId, card: CardId) -> Result<(), RuleViolation> {
        let army = self.army(player);
        let Some(from) = (!self.sources[army].is_empty()).then(|| self.sources[army].remove(0))
        else {
            return Err(RuleViolation::new("A9.4", "no card takes a card into the hand"));
        };
        let is_there = (from != CardSource::Deck && self.discards[army].remove(card))
            || (from != CardSource::Discards && self.decks[army].remove(card));
        if !is_there {
            let why = format!("{} has no card {}", from.words(), card.0);
            return Err(RuleViolation::new("A9.4", why));
        }
        self.hands[army].add(card);
        Ok(())
    }

    /// Returns the cards of the first hand of an army.
    fn first_hand(&self, army: usize) -> u8 {
        let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(army));
        let more = deck.into_iter().flat_map(|deck| &deck.ncus).map(|ncu| ncu.hand_size);
        more.fold(3, u8::saturating_add)
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
            if round == 1 && held > self.first_hand(army) {
                let why = format!("a first hand has {} cards, not {held}", self.first_hand(army));
                return Err(RuleViolation::new("A8.2", why));
            }
        }
        Ok(())
    }
}

/// Returns whether a way to play a card or an NCU has these units and options.
pub(super) fn is_so_played(
    battle: &Battle,
    (army, way): (usize, Option<&CardWay>),
    played: &PlayedCard,
) -> bool {
    let PlayedCard { choice: _, unit, enemy, options, .. } = played;
    let is_of = |unit: &Option<UnitId>, army: usize| {
        unit.is_none_or(|unit| battle.army_of(unit.0.into()) == army)
    };
    way.and_then(|way| way.battle.as_ref()).is_some_and(|play| {
        let count = play.effects.choice.as_ref().map_or(0, |choice| choice.options.len());
        play.unit.is_some() == unit.is_some()
            && play.enemy.is_some() == enemy.is_some()
            && (play.unit == Some(ChosenUnit::Either) || is_of(unit, army))
            && is_of(enemy, 1 - army)
            && play.terms.fetch.len() == played.fetched.len()
            && (play.terms.discards > 0) == played.discarded.is_some()
            && play.terms.names_card == played.named.is_some()
            && (play.terms.names_zones > 0) != played.zones.is_empty()
            && played.zones.len() <= usize::from(play.terms.names_zones)
            && played.zones.is_sorted_by(|one, next| one < next)
            && options.iter().all(|option| usize::from(*option) < count)
            && options.is_sorted_by(|one, next| one < next)
    })
}
