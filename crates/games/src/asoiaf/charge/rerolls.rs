//! Which charge dice are rolled again (A5.10), hanging on how the units stand by then.

use super::super::per_state::PerState;
use super::super::situation::FightState;
use warodds_engine::chance::{Chance, Num};

/// Natural dice from 0 to 6: 1 where the charger rerolls.
pub(super) type RerollFaces = [u8; 7];

/// How a fight stands: wounds left to both and their tokens.
pub(super) type ChargeState = [u8; 4];

/// Which natural dice the charger rerolls, in each state that what comes before the roll may leave.
#[derive(Clone, Debug, Default)]
pub(super) struct DistanceRerolls {
    /// The dice that are rerolled, a row for each way to decide.
    rows: Vec<u8>,
    /// The row of each state.
    row_of: PerState<4>,
}

impl DistanceRerolls {
    /// From what is best in each state.
    pub(super) fn new(best: impl Iterator<Item = (ChargeState, RerollFaces)>) -> Self {
        let mut ways: Vec<RerollFaces> = Vec::new();
        let row_of = PerState::new(best.map(|(state, faces)| {
            let known = ways.iter().position(|way| *way == faces);
            let row = known.unwrap_or_else(|| {
                ways.push(faces);
                ways.len() - 1
            });
            // six dice make at most 64 ways
            (state, row as u8)
        }));
        if ways == [[0; 7]] { Self::default() } else { Self { rows: ways.concat(), row_of } }
    }

    /// Whether nothing is ever rerolled.
    #[inline(always)]
    pub(super) const fn is_nothing(&self) -> bool {
        self.rows.is_empty()
    }

    /// Where the charger rerolls a natural die.
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
