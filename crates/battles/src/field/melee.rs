//! Melee attacks: target, side and realignment (A6.15, A16.5).

use super::{Breach, EdgeContact, Field, IllegalAction, RestrictedAction, UnitId};
use crate::geometry::{Alignment, Pose, Tray, TrayArc, aligned_pose};

impl Field {
    /// Returns the arc of a defender that contains an engaged attacker: that of the side in contact
    /// (A16.5).
    ///
    /// # Errors
    /// [`IllegalAction`] if the units are not engaged with each other.
    pub fn melee_arc(&self, attacker: UnitId, defender: UnitId) -> Result<TrayArc, IllegalAction> {
        self.enemy_trays(attacker, defender)?;
        if !self.is_engaged(attacker) {
            return Err(Breach::NotEngaged(RestrictedAction::MeleeAttack).under_rule("A6.15"));
        }
        let contact = self.contact(attacker, defender);
        let contact =
            contact.ok_or_else(|| Breach::NotEngagedWith(defender).under_rule("A6.15"))?;
        Ok(contact.side_of(defender))
    }

    fn contact(&self, one: UnitId, other: UnitId) -> Option<&EdgeContact> {
        self.contacts().iter().find(|contact| contact.other(one) == Some(other))
    }

    /// Returns the contact and pose after a unit realigns before its melee attack (A6.15), with its
    /// front on the side in contact with its only enemy. Only standard alignments are allowed.
    ///
    /// # Errors
    /// [`IllegalAction`] if the unit may not realign in this way.
    pub fn realignment(
        &self,
        unit: UnitId,
        placing: Alignment,
    ) -> Result<(EdgeContact, Pose), IllegalAction> {
        // with a second enemy the unit must stay, whatever its front (A6.15)
        let mut enemies = self.engaged_with(unit);
        let enemy = enemies.next();
        let enemy = enemy
            .ok_or_else(|| Breach::NotEngaged(RestrictedAction::MeleeAttack).under_rule("A6.15"))?;
        if enemies.next().is_some() {
            return Err(Breach::Held.under_rule("A6.15"));
        }
        if !Alignment::STANDARD.contains(&placing) {
            return Err(Breach::WrongPlace(enemy).under_rule("A6.15"));
        }
        let [own, other] = self.enemy_trays(unit, enemy)?;
        let contact = self.contact(unit, enemy);
        let side = contact
            .ok_or_else(|| Breach::NotEngagedWith(enemy).under_rule("A6.15"))?
            .side_of(enemy);
        let pose = aligned_pose(other, side, own.size(), placing)
            .map_err(|_| Breach::OffTable.under_rule("A15.5"))?;
        self.check_room(unit, &Tray::new(own.size(), pose))?;
        Ok((EdgeContact { by: unit, on: enemy, side, placing }, pose))
    }
}
