//! What panic tests cost (A4.2), in points of army cost.

use super::PolicyKind;
use super::context::{PolicyContext, UnitOnTable};
use crate::outcomes::{EncounterError, EncounterSpec};

impl PolicyContext<'_> {
    /// Returns the expected value of what an enemy loses in a panic test.
    pub(super) fn panic_test_value(
        &self,
        enemy: &UnitOnTable,
        modifier: i8,
    ) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let spec = self.view.state.panic_encounter(self.view.battle, enemy.id, modifier, false);
        let failed = self.view.outcomes.get(&spec)?.expected()?.failed[0];
        Ok(self.test_loss(enemy, &spec)? + failed * self.failed_test_rank_loss(enemy))
    }

    /// Returns the expected value of what a unit of either player loses in a panic test.
    pub(super) fn test_loss(
        &self,
        unit: &UnitOnTable,
        spec: &EncounterSpec,
    ) -> Result<f64, EncounterError> {
        let expected = self.view.outcomes.get(spec)?.expected()?;
        let wounds = f64::from(unit.wounds_left) - expected.left[0];
        Ok(wounds * unit.wound_value + expected.destroyed[0] * unit.destruction_value)
    }
}
