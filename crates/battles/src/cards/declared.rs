//! Tactics cards that players declare in an encounter, packed for its cache key.

use super::{CardChoice, CardId, TacticsDeck};
use crate::army::ConditionUsage;

/// A card or an NCU declared in an encounter, packed into a byte: its army, its number and its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct DeclaredCard(u8);

impl DeclaredCard {
    const IS_CARD: u8 = 0x80;

    // 2 armies of 8 NCUs with 7 ways are 112 numbers, below those of cards
    const WAYS: u8 = TacticsDeck::MAX_NCU_WAYS as u8;
    const NCUS: u8 = TacticsDeck::MAX_NCUS as u8;

    const fn new(army: usize, choice: CardChoice) -> Self {
        // an army is 0 or 1; `TacticsDeck` bounds the kinds and ways
        let army = army as u8 & 1;
        if let Some(ncu) = choice.card.ncu() {
            let ncu = army * Self::NCUS + (ncu as u8 & (Self::NCUS - 1));
            return Self(1 + ncu * Self::WAYS + choice.way % Self::WAYS);
        }
        Self(Self::IS_CARD | army << 6 | (choice.card.0 & 15) << 2 | choice.way & 3)
    }

    const fn parts(self) -> (usize, CardChoice) {
        if self.0 & Self::IS_CARD == 0 {
            let number = self.0.saturating_sub(1);
            let (ncu, way) = (number / Self::WAYS, number % Self::WAYS);
            let card = CardId::of_ncu((ncu % Self::NCUS) as usize);
            return ((ncu / Self::NCUS) as usize, CardChoice { card, way });
        }
        let card = CardId(self.0 >> 2 & 15);
        ((self.0 >> 6 & 1) as usize, CardChoice { card, way: self.0 & 3 })
    }
}

/// The cards that a player declares in an encounter for one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DeclaredCards([DeclaredCard; Self::MAX]);

impl DeclaredCards {
    /// The largest number of cards of one player in an encounter.
    // a hand of three, or of five after two draws of the Letters, seldom has as many that fit
    const MAX: usize = 4;

    /// Returns whether another card fits.
    pub(crate) fn has_room(&self) -> bool {
        self.0.contains(&DeclaredCard::default())
    }

    /// Returns the cards with another one of an army.
    #[must_use]
    pub fn declaring(mut self, army: usize, choice: CardChoice) -> Self {
        if let Some(free) = self.0.iter_mut().find(|one| **one == DeclaredCard::default()) {
            *free = DeclaredCard::new(army, choice);
        }
        self
    }

    /// Iterates over the cards with their armies.
    pub(crate) fn cards(&self) -> impl Iterator<Item = (usize, CardChoice)> + '_ {
        let declared = self.0.iter().filter(|one| **one != DeclaredCard::default());
        declared.map(|one| one.parts())
    }

    /// Returns whether there is no card.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the cards as a word.
    pub(crate) const fn word(&self) -> u32 {
        let [one, two, three, four] = self.0;
        u32::from_le_bytes([one.0, two.0, three.0, four.0])
    }
}

/// Adds up what the declared cards depend on.
pub(crate) fn usage_of(decks: &[TacticsDeck; 2], declared: &DeclaredCards) -> ConditionUsage {
    let ways = declared.cards().filter_map(|(army, choice)| decks.get(army)?.way(choice));
    ways.fold(ConditionUsage::default(), |all, way| all.or(way.condition_usage))
}
