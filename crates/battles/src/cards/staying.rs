//! Tactics cards that stay on units (A8.3).

use super::{CardChoice, DeclaredCards};

/// The tactics cards that stay on a unit, of either player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StayingCards {
    all: DeclaredCards,
    /// A bit for each card that does not count yet: it waits for the death of another unit.
    waiting: u8,
}

impl StayingCards {
    /// The most cards on a unit; the others of an encounter are declared in it.
    const MOST: usize = 3;

    /// Returns whether there is no card.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns whether another card of an army fits: effects of one name do not add up (A0.8).
    pub(crate) fn may_add(&self, army: usize, choice: CardChoice) -> bool {
        let is_same = |(of, one): (usize, CardChoice)| of == army && one.card == choice.card;
        self.all.cards().count() < Self::MOST && !self.all.cards().any(is_same)
    }

    /// Adds a card of an army, which counts at once or waits.
    pub(crate) fn add(&mut self, army: usize, choice: CardChoice, waits: bool) {
        self.waiting |= u8::from(waits) << self.all.cards().count();
        self.all = self.all.declaring(army, choice);
    }

    /// Iterates over the cards with their armies, and whether each waits.
    pub(crate) fn cards(&self) -> impl Iterator<Item = (usize, CardChoice, bool)> + '_ {
        let waiting = self.waiting;
        self.all
            .cards()
            .zip(0..)
            .map(move |((army, choice), place): (_, u8)| (army, choice, waiting >> place & 1 != 0))
    }

    /// Returns the cards that count.
    pub(crate) fn counting(&self) -> DeclaredCards {
        let counting = self.cards().filter(|(.., waits)| !waits);
        counting
            .fold(DeclaredCards::default(), |all, (army, choice, _)| all.declaring(army, choice))
    }

    /// Returns the cards that `change` keeps; it says whether each waits from now on.
    #[must_use]
    pub(crate) fn changed(&self, change: impl Fn(usize, CardChoice, bool) -> Option<bool>) -> Self {
        let mut kept = Self::default();
        for (army, choice, waits) in self.cards() {
            if let Some(waits) = change(army, choice, waits) {
                kept.add(army, choice, waits);
            }
        }
        kept
    }

    /// Returns the cards as a number that is zero if there are none.
    pub(crate) fn word(&self) -> u64 {
        u64::from(self.all.word()) << 8 | u64::from(self.waiting)
    }
}
