//! The value of ranks beyond that of their wounds, in points of army cost.
//!
//! A unit attacks with the dice of the ranks left (A1.3), so a wound that destroys a rank costs more
//! than another one. A rank is worth its share of the unit's cost, times the weight `rank`. The term
//! picks who takes the test of the Crown and who is healed by the Wealth (A9.2): a unit that is about
//! to lose a rank, or may get one back.

use super::context::{PolicyContext, UnitOnTable};

/// The wounds of a failed panic test, D3 + 1 (A4.2); all are equally likely.
const WOUNDS: [u8; 3] = [2, 3, 4];

impl PolicyContext<'_> {
    /// Returns what a unit that fails a panic test loses by ranks on average.
    pub(super) fn failed_test_rank_loss(&self, unit: &UnitOnTable) -> f64 {
        let lost = |wounds: u8| {
            unit.ranks_between([unit.wounds_left.saturating_sub(wounds), unit.wounds_left])
        };
        let lost = WOUNDS.map(lost).into_iter().sum::<f64>() / WOUNDS.len() as f64;
        self.policy.weights.rank * lost * unit.rank_value()
    }

    /// Returns what a unit gains by the ranks of healed wounds.
    pub(super) fn healed_rank_value(&self, unit: &UnitOnTable, healed: u8) -> f64 {
        let gained =
            unit.ranks_between([unit.wounds_left, unit.wounds_left.saturating_add(healed)]);
        self.policy.weights.rank * gained * unit.rank_value()
    }
}

impl UnitOnTable {
    /// Returns the ranks that a unit has with the second number of wounds and not with the first.
    fn ranks_between(&self, left: [u8; 2]) -> f64 {
        let [fewer, more] = left.map(|left| left.div_ceil(self.wounds_per_rank.max(1)));
        f64::from(more.saturating_sub(fewer))
    }

    /// Returns a rank's share of the unit's cost.
    fn rank_value(&self) -> f64 {
        f64::from(self.wounds_per_rank) * self.wound_value
    }
}
