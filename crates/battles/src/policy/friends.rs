//! The cost of shots into melees (A6.14), in points of army cost.
//!
//! After a shot at an enemy that is engaged with friends of the shooter, each of those friends takes
//! a panic test. It costs what the friends lose on average, times the weight `friends`. Such a shot is
//! made if its target loses more than that.

use super::PolicyKind;
use super::context::PolicyContext;
use crate::field::UnitId;
use crate::outcomes::EncounterError;

impl PolicyContext<'_> {
    /// Returns what own units engaged with the target of a shot lose on average.
    pub(super) fn friendly_panic_loss(&self, target: UnitId) -> Result<f64, EncounterError> {
        if self.policy.kind == PolicyKind::Random {
            return Ok(0.0);
        }
        let (state, battle) = (&self.view.state, self.view.battle);
        let mut sum = 0.0;
        for friend in state.field.engaged_with(target) {
            let Some(friend) = self.own.iter().find(|unit| unit.id == friend) else { continue };
            let spec = state.friend_encounter(battle, [friend.id, target]);
            sum += self.test_loss(friend, &spec)?;
        }
        Ok(self.policy.weights.friends * sum)
    }
}
