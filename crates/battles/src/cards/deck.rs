//! Decks of tactics cards (A8.1, A8.2).

use super::{CardChoice, CardId, CardPile, CardWay, NcuCard, PlayedEntry, ways};
use warodds_questions::catalogue::{FetchedKind, TacticsCard};

/// A kind of card in a deck.
#[derive(Clone, Debug)]
pub struct DeckCard {
    /// The id in the catalogue.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whose card it is; [`FetchedKind::Any`] for one of the faction and for an NCU.
    pub kind: FetchedKind,
    /// The ways to play it, in the order of the catalogue.
    pub ways: Vec<CardWay>,
}

impl DeckCard {
    /// Returns whether battles play the card at all.
    pub fn is_played(&self) -> bool {
        self.ways.iter().any(CardWay::is_played)
    }
}

/// The deck of an army: its kinds of cards, of each of which there are [`TacticsCard::COPIES`].
#[derive(Clone, Debug, Default)]
pub struct TacticsDeck {
    /// The kinds, numbered by index.
    pub kinds: Vec<DeckCard>,
    /// The NCUs of the army's list, in its order.
    pub ncus: Vec<NcuCard>,
}

impl TacticsDeck {
    /// The largest number of kinds.
    // a deck by the rules has ten (A8.2); catalogues of players may add some
    pub const MAX_KINDS: usize = 16;
    /// The largest number of ways to play a card.
    const MAX_WAYS: usize = 8;
    /// The number of ways that encounters may know: only these are declared, stay, or act in attacks
    /// and tests.
    const MAX_DECLARED_WAYS: usize = 4;

    /// Creates a deck of these cards; `None` if there are too many, or ways to play one.
    pub fn new(cards: &[&TacticsCard]) -> Option<Self> {
        let kind = |card: &&TacticsCard| DeckCard {
            id: card.id.clone(),
            name: card.name.clone(),
            kind: match card.commander {
                Some(_) => FetchedKind::Commander,
                None => FetchedKind::Any,
            },
            ways: ways(&PlayedEntry::of_card(card)),
        };
        let kinds: Vec<DeckCard> = cards.iter().map(kind).collect();
        let has_room = |kind: &DeckCard| {
            let mut further = kind.ways.iter().skip(Self::MAX_DECLARED_WAYS);
            kind.ways.len() <= Self::MAX_WAYS && !further.any(CardWay::is_of_encounters)
        };
        let fits = kinds.len() <= Self::MAX_KINDS && kinds.iter().all(has_room);
        fits.then_some(Self { kinds, ncus: Vec::new() })
    }

    /// Returns a kind of card, or an NCU as one.
    pub fn card(&self, card: CardId) -> Option<&DeckCard> {
        match card.ncu() {
            Some(ncu) => self.ncus.get(ncu).map(|ncu| &ncu.card),
            None => self.kinds.get(usize::from(card.0)),
        }
    }

    /// Returns a way to play a card.
    pub fn way(&self, choice: CardChoice) -> Option<&CardWay> {
        self.card(choice.card)?.ways.get(usize::from(choice.way))
    }

    /// Returns all cards of the deck.
    pub(crate) fn pile(&self) -> CardPile {
        let mut pile = CardPile::default();
        // there are at most 16 kinds
        for card in (0..).take(self.kinds.len()).map(CardId) {
            (0..TacticsCard::COPIES).for_each(|_| pile.add(card));
        }
        pile
    }
}
