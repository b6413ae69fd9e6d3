//! NCUs, which are used like cards that never leave the hand (A9.4).

use super::{CardId, CardWay, DeckCard, PlayOwner, PlayedEntry, TacticsDeck, ways};
use warodds_games::asoiaf::effect::Zone;
use warodds_questions::catalogue::{Counted, FetchedKind, Ncu, PlayLimit};

/// An NCU of an army.
#[derive(Clone, Debug)]
pub struct NcuCard {
    /// Its ways to be used, as those of a card.
    pub card: DeckCard,
    /// The order tokens that it has at the start.
    pub tokens: u8,
    /// The cards by which it enlarges the hand of its player.
    pub hand_size: u8,
    /// The parts of its abilities that battles leave out, if any.
    pub left_out: Option<String>,
    /// Whether it loses an order token with each claim, and leaves the battle at the end of a round
    /// in which it has none.
    pub dies_without_tokens: bool,
    /// Whether it gains an order token for each rank of an enemy that is destroyed.
    pub tokens_by_ranks: bool,
    /// Whether it never activates.
    pub never_acts: bool,
    /// The zone that its player controls while it is on the tactics board.
    pub counts_as: Option<Zone>,
}

impl NcuCard {
    fn of(ncu: &Ncu) -> Self {
        let abilities = &ncu.abilities;
        let card = DeckCard {
            id: ncu.id.clone(),
            name: ncu.full_name(),
            kind: FetchedKind::Any,
            ways: ncu_ways(ncu),
        };
        Self {
            card,
            tokens: abilities.tokens,
            hand_size: abilities.hand_size,
            left_out: abilities.left_out.clone(),
            dies_without_tokens: abilities.dies_without_tokens,
            tokens_by_ranks: abilities.tokens_by_ranks,
            never_acts: abilities.never_acts,
            counts_as: abilities.counts_as,
        }
    }

    /// Returns a bit for each way that is used up for the game with one that is used.
    pub(crate) fn used_with(&self, way: &CardWay) -> u8 {
        if !way.is_once_a_game() {
            return 0;
        }
        let is_same = |other: &CardWay| other.is_once_a_game() && other.trigger == way.trigger;
        let bits = self.card.ways.iter().zip(0..).filter(|(other, _)| is_same(other));
        // at most seven ways
        bits.fold(0, |bits, (_, number)| bits | 1 << (number & 7))
    }

    /// Returns whether battles play any ability of the NCU.
    pub fn is_played(&self) -> bool {
        self.card.is_played()
            || self.hand_size > 0
            || self.dies_without_tokens
            || self.never_acts
            || self.counts_as.is_some()
    }
}

/// Lists the ways to use an NCU in battles, also those that battles cannot play.
fn ncu_ways(ncu: &Ncu) -> Vec<CardWay> {
    let (uses, battle) = (&ncu.abilities.uses, &ncu.abilities.battle);
    ways(&PlayedEntry { name: &ncu.name, owner: PlayOwner::Ncu, uses, battle })
}

/// Returns how much of an NCU battles play.
pub fn ncu_counted_in_battles(ncu: &Ncu) -> Counted {
    let ways = ncu_ways(ncu);
    let played = ways.iter().filter(|way| way.is_played()).count();
    let abilities = &ncu.abilities;
    let others = abilities.hand_size > 0 || abilities.counts_as.is_some() || abilities.never_acts;
    let is_played = played > 0 || others;
    match (is_played, &abilities.left_out) {
        (false, _) => Counted::None,
        (true, None) if played == ways.len() => Counted::Whole,
        (true, _) => Counted::Part,
    }
}

impl CardId {
    /// Returns the id of an NCU by its index in its army, which is below
    /// [`TacticsDeck::MAX_NCUS`].
    pub const fn of_ncu(ncu: usize) -> Self {
        Self((TacticsDeck::MAX_KINDS + ncu) as u8)
    }

    /// Returns the index of the NCU; `None` for a tactics card.
    pub const fn ncu(self) -> Option<usize> {
        (self.0 as usize).checked_sub(TacticsDeck::MAX_KINDS)
    }
}

impl TacticsDeck {
    /// The largest number of NCUs of an army.
    // the books set no limit (A11.6); only five zones can be claimed in a round (A9.1)
    pub const MAX_NCUS: usize = 8;
    /// The largest number of ways to use an NCU.
    pub(crate) const MAX_NCU_WAYS: usize = 7;

    /// Adds the NCUs of the army; `None` if there are too many, or ways to use one.
    pub fn with_ncus<'n>(self, ncus: impl Iterator<Item = &'n Ncu>) -> Option<Self> {
        let ncus: Vec<NcuCard> = ncus.map(NcuCard::of).collect();
        let fits = ncus.len() <= Self::MAX_NCUS
            && ncus.iter().all(|ncu| ncu.card.ways.len() <= Self::MAX_NCU_WAYS);
        fits.then_some(Self { ncus, ..self })
    }
}

impl CardWay {
    /// Returns whether the way is used once a game.
    pub(crate) fn is_once_a_game(&self) -> bool {
        self.battle.as_ref().is_some_and(|play| play.terms.limit == PlayLimit::Game)
    }
}
