//! Melee attacks: whom, on which side, and how a unit is aligned anew (A6.15, A16.5).

use super::{Action, Breach, Contact, Field, Illegal, UnitId};
use crate::geometry::{Arc, Placing, Pose, Tray, aligned};

impl Field {
    /// The arc of a defender in which an attacker is that is engaged with it: that of the side of
    /// contact (A16.5).
    ///
    /// # Errors
    /// Where they are not engaged with each other.
    pub fn melee_arc(&self, attacker: UnitId, defender: UnitId) -> Result<Arc, Illegal> {
        self.enemy_of(attacker, defender)?;
        if !self.is_engaged(attacker) {
            return Err(Breach::NotEngaged(Action::MeleeAttack).by("A6.15"));
        }
        let contact = self.contact(attacker, defender);
        let contact = contact.ok_or_else(|| Breach::NotEngagedWith(defender).by("A6.15"))?;
        Ok(contact.side_of(defender))
    }

    fn contact(&self, one: UnitId, other: UnitId) -> Option<&Contact> {
        self.contacts().iter().find(|contact| contact.other(one) == Some(other))
    }

    /// How a unit may be aligned anew before its melee attack (A6.15): its front on the side with
    /// which its one enemy is in contact. Only centred and at either half.
    ///
    /// # Errors
    /// Where it may not.
    pub fn realigned(&self, unit: UnitId, placing: Placing) -> Result<(Contact, Pose), Illegal> {
        let mut enemies = self.engaged_with(unit);
        let enemy = enemies.next();
        let enemy = enemy.ok_or_else(|| Breach::NotEngaged(Action::MeleeAttack).by("A6.15"))?;
        if enemies.next().is_some() {
            return Err(Breach::Held.by("A6.15"));
        }
        if !Placing::USUAL.contains(&placing) {
            return Err(Breach::WrongPlace(enemy).by("A6.15"));
        }
        let [own, other] = self.enemy_of(unit, enemy)?;
        let contact = self.contact(unit, enemy);
        let side = contact.ok_or_else(|| Breach::NotEngagedWith(enemy).by("A6.15"))?.side_of(enemy);
        let pose =
            aligned(other, side, own.size(), placing).map_err(|_| Breach::OffTable.by("A15.5"))?;
        self.has_room(unit, &Tray::new(own.size(), pose))?;
        Ok((Contact { by: unit, on: enemy, side, placing }, pose))
    }
}
