//! Charge rerolls (A5.10), by the state of both units at the roll.

use super::super::per_state::PerState;
use super::super::situation::FightState;
use super::super::state_table::StartState;
use warodds_engine::chance::{Chance, Num};

/// For each natural die from 0 to 6: 1 if the charger rerolls it.
pub(super) type RerollFaces = [u8; 7];

/// The natural dice the charger rerolls, for each state at the roll.
#[derive(Clone, Debug, Default)]
pub(super) struct DistanceRerolls {
    /// Rerolled dice, one row per distinct decision.
    rows: Vec<u8>,
    /// Row of each state.
    row_of: PerState<4>,
}

impl DistanceRerolls {
    /// Creates the table from the best decision in each state.
    pub(super) fn new(best: impl Iterator<Item = (StartState, RerollFaces)>) -> Self {
        let mut ways: Vec<RerollFaces> = Vec::new();
        let row_of = PerState::new(best.map(|(state, faces)| {
            let known = ways.iter().position(|way| *way == faces);
            let row = known.unwrap_or_else(|| {
                ways.push(faces);
                ways.len() - 1
            });
            // six dice have at most 64 distinct decisions
            (state, row as u8)
        }));
        // never rerolling needs no table
        if ways == [[0; 7]] { Self::default() } else { Self { rows: ways.concat(), row_of } }
    }

    /// Returns whether nothing is ever rerolled.
    #[inline(always)]
    pub(super) const fn is_nothing(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns where the charger rerolls a natural die.
    #[inline(always)]
    pub(super) fn holds<C: Chance>(
        &self,
        chance: &mut C,
        natural: C::N,
        fight: &FightState<C::N>,
    ) -> <C::N as Num>::Mask {
        let FightState { left: [own, other], tokens: [own_tokens, their_tokens], .. } = *fight;
        let row = self.row_of.at([own, other, own_tokens, their_tokens]);
        chance.look_up(&self.rows, 7, row, natural).gt(C::N::of(0))
    }
}
