//! The cost of dangerous terrain (A10.4), in points of army cost.
//!
//! A throw for dangerous terrain wounds the unit D3 + 1 times. It costs the wounds expected, at most
//! those left, and the points that the enemy earns if they destroy the unit, times the weight
//! `dangerous`. A move that ends in such terrain costs another throw: the unit has to act in it once
//! more.

use super::PolicyKind;
use super::context::{PolicyContext, UnitOnTable};
use crate::field::{LegalMove, TerrainCrossing};
use crate::geometry::{Pose, Tray};
use crate::terrain::{Keyword, TerrainPiece};

/// The wounds of a throw for dangerous terrain; all are equally likely.
const WOUNDS: [u8; 3] = [2, 3, 4];

impl PolicyContext<'_> {
    /// Returns what an action without a move costs a unit.
    pub(super) fn standing_loss(&self, own: &UnitOnTable) -> f64 {
        if self.is_in_danger(own, own.pose) { self.throw_loss(own) } else { 0.0 }
    }

    /// Returns what a charge costs a unit that crosses dangerous terrain, or starts or ends in it.
    pub(super) fn charge_loss(&self, own: &UnitOnTable, has_danger: bool) -> f64 {
        if has_danger { self.throw_loss(own) } else { 0.0 }
    }

    /// Returns what the wounds at the end of a move cost a unit.
    pub(super) fn move_loss(&self, own: &UnitOnTable, walk: &LegalMove) -> f64 {
        let pieces = self.view.state.field.pieces();
        let crossed = |passage| {
            walk.crossings.iter().any(|(number, crossing)| {
                crossing == passage && pieces.get(number).is_some_and(is_dangerous)
            })
        };
        let ends_inside = self.is_in_danger(own, walk.pose);
        let throws = u8::from(crossed(TerrainCrossing::Through))
            + u8::from(crossed(TerrainCrossing::Edge) || ends_inside)
            + u8::from(ends_inside);
        if throws == 0 { 0.0 } else { f64::from(throws) * self.throw_loss(own) }
    }

    fn is_in_danger(&self, own: &UnitOnTable, pose: Pose) -> bool {
        let mut pieces =
            self.view.state.field.pieces().iter().filter(|piece| is_dangerous(piece)).peekable();
        // most tables have no such piece
        pieces.peek().is_some() && {
            let tray = Tray::new(own.size, pose);
            pieces.any(|piece| piece.shape().overlaps(tray.shape()))
        }
    }

    /// Returns what a throw costs a unit on average.
    fn throw_loss(&self, own: &UnitOnTable) -> f64 {
        if self.policy.kind == PolicyKind::Random {
            return 0.0;
        }
        self.policy.weights.dangerous * expected_loss(own)
    }
}

/// Returns the value of the wounds of a throw.
fn expected_loss(own: &UnitOnTable) -> f64 {
    let loss = |wounds: u8| {
        let destroyed = if wounds >= own.wounds_left { own.destruction_value } else { 0.0 };
        f64::from(wounds.min(own.wounds_left)) * own.wound_value + destroyed
    };
    WOUNDS.map(loss).into_iter().sum::<f64>() / WOUNDS.len() as f64
}

const fn is_dangerous(piece: &TerrainPiece) -> bool {
    piece.is(Keyword::Dangerous)
}
