//! NCUs during a battle: which have activated, where they are, and their order tokens (A9).

use crate::battle::Battle;
use crate::cards::{CardChoice, CardId, TacticsDeck};
use crate::choice::TacticsZone;
use warodds_games::asoiaf::effect::Zone;

/// An NCU during a battle, as both players see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NcuState {
    /// Whether it has activated this round.
    pub activated: bool,
    /// The zone that it has claimed this round.
    pub zone: Option<TacticsZone>,
    /// Its order tokens.
    pub tokens: u8,
    /// A bit for each way to use it that is used up for the game.
    pub used: u8,
    /// Whether it leaves the battle at the end of the round.
    pub leaves: bool,
    /// Whether it has left the battle.
    pub lost: bool,
    /// The zone that its player controls while it is on the board.
    pub counts_as: Option<Zone>,
    /// Whether it has no abilities, as the enemy holds objective C (A13.5.4). An influence that it
    /// has already stays.
    pub silenced: bool,
    /// Whether it has no abilities until the round ends, as a card of the enemy says (A8.3).
    pub silenced_this_round: bool,
    /// A bit for each zone that its player has named for the enemy NCU that activates.
    pub named: u8,
}

impl NcuState {
    /// Returns whether its player has named a zone.
    pub(crate) const fn has_named(&self, zone: TacticsZone) -> bool {
        self.named >> zone as u8 & 1 != 0
    }

    /// Returns whether it has no abilities at present.
    pub(crate) const fn is_silent(&self) -> bool {
        self.silenced || self.silenced_this_round
    }

    /// Returns whether the NCU has its abilities, and a way to use it is not used up.
    pub(crate) const fn may_use(&self, way: u8, pays: u8) -> bool {
        // at most seven ways
        !self.is_silent() && self.used >> (way & 7) & 1 == 0 && self.tokens >= pays
    }
}

/// The NCUs of both armies, by army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NcuStates([[NcuState; TacticsDeck::MAX_NCUS]; 2]);

impl NcuStates {
    /// The most order tokens of an NCU.
    pub(crate) const MOST_TOKENS: u8 = 9;

    /// Returns the NCUs at the start of a battle.
    pub(crate) fn new(battle: &Battle) -> Self {
        let mut all = Self::default();
        for (states, deck) in all.0.iter_mut().zip(battle.decks.iter().flatten()) {
            for (state, ncu) in states.iter_mut().zip(&deck.ncus) {
                (state.tokens, state.counts_as) = (ncu.tokens, ncu.counts_as);
                state.lost = ncu.never_acts;
            }
        }
        all
    }

    /// Returns an NCU of an army; `None` for a tactics card.
    pub fn get(&self, army: usize, card: CardId) -> Option<&NcuState> {
        self.0.get(army)?.get(card.ncu()?)
    }

    /// Returns an NCU of an army to change it.
    pub(crate) fn get_mut(&mut self, army: usize, card: CardId) -> Option<&mut NcuState> {
        self.0.get_mut(army)?.get_mut(card.ncu()?)
    }

    /// Begins a round: no NCU has activated, none is on the board, and no card of the round before
    /// counts.
    pub(crate) fn begin_round(&mut self) {
        for state in self.0.iter_mut().flatten() {
            (state.activated, state.zone, state.silenced_this_round) = (false, None, false);
        }
    }

    /// Gives all NCUs their abilities back.
    pub(crate) fn end_silence(&mut self) {
        for state in self.0.iter_mut().flatten() {
            state.silenced = false;
        }
    }

    /// Ends a turn: zones that were named for it mean nothing any more.
    pub(crate) fn end_turn(&mut self) {
        self.0.iter_mut().flatten().for_each(|state| state.named = 0);
    }

    /// Returns whether an army may use an NCU in a way; true for a tactics card.
    pub(crate) fn may_use(&self, army: usize, choice: CardChoice, pays: u8) -> bool {
        self.get(army, choice.card).is_none_or(|state| state.may_use(choice.way, pays))
    }

    /// Returns whether an NCU has yet to activate this round.
    pub(crate) fn is_waiting(&self, army: usize, ncu: CardId) -> bool {
        self.get(army, ncu).is_some_and(|state| !state.activated && !state.lost)
    }

    /// Forgets the zones that an army has named once one of them is claimed.
    pub(crate) fn forget_named(&mut self, army: usize, zone: TacticsZone) {
        let states = self.0.get_mut(army).into_iter().flatten();
        states.filter(|state| state.has_named(zone)).for_each(|state| state.named = 0);
    }

    /// Returns the number of NCUs of an army that have left the battle.
    pub(crate) fn lost(&self, army: usize) -> u8 {
        let lost = self.0.get(army).into_iter().flatten().filter(|state| state.lost).count();
        // an army has at most eight
        lost as u8
    }

    /// Iterates over the zones that an army controls by NCUs that count as holding them.
    pub(crate) fn zones(&self, army: usize) -> impl Iterator<Item = Zone> {
        let states = self.0.get(army).into_iter().flatten();
        let on_board = states.filter(|state| state.zone.is_some() && !state.is_silent());
        on_board.filter_map(|state| state.counts_as)
    }

    /// Returns the NCUs of an army as numbers, zero for one that did nothing yet.
    pub(crate) fn words(&self, army: usize) -> impl Iterator<Item = u64> {
        let word = |state: &NcuState| {
            let zone = state.zone.map_or(0, |zone| 1 + zone as u64) | u64::from(state.lost) << 4;
            let zone = zone | u64::from(state.leaves) << 5;
            let silenced =
                u64::from(state.silenced) << 32 | u64::from(state.silenced_this_round) << 33;
            silenced
                | u64::from(state.activated)
                | zone << 1
                | u64::from(state.tokens) << 8
                | u64::from(state.used) << 16
                | u64::from(state.named) << 24
        };
        self.0.get(army).into_iter().flatten().map(word)
    }
}
