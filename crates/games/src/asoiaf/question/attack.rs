//! The question about an attack.

use super::super::choice_limit::{check_choices, counts_wounds};
use super::super::combatant::{Combatant, CombatantError, DefenseProfile};
use super::super::context::Context;
use super::super::unit::Weapon;
use super::panic::Friends;

/// One attack (A2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    pub(in super::super) attacker: Combatant,
    pub(in super::super) defender: Combatant,
    /// The weapon of the attacker.
    pub(in super::super) weapon: Weapon,
    /// The values of the defender.
    pub(in super::super) defense: DefenseProfile,
    /// Facing and engagement.
    pub context: Context,
    /// Friends of the attacker that are engaged with the defender: a ranged attack makes them take
    /// a panic test (A6.14).
    pub friends: Friends,
}

impl Attack {
    /// Creates an attack without friends. The player of the attacker is the active one.
    ///
    /// # Errors
    /// [`CombatantError`] if the attacker has no weapon, the defense or morale of the defender is
    /// unknown, a weapon in use has fewer numbers of dice than its unit has ranks, a unit has more
    /// wounds than the situations of the attack may distinguish, or the choices of both players
    /// have too many combinations.
    pub fn new(
        attacker: Combatant,
        defender: Combatant,
        context: Context,
    ) -> Result<Self, CombatantError> {
        let weapon = attacker.needed("weapon", attacker.weapon.clone())?;
        let defense = DefenseProfile {
            defense: defender.needed("defense", defender.defense)?,
            morale: defender.needed("morale", defender.morale)?,
        };
        attacker.check_dice()?;
        // the defender may counter-attack
        defender.check_dice()?;
        check_size([&attacker, &defender])?;
        check_choices(&[&attacker, &defender])?;
        Ok(Self { attacker, defender, weapon, defense, context, friends: Friends::default() })
    }

    /// Returns the attacker.
    pub const fn attacker(&self) -> &Combatant {
        &self.attacker
    }

    /// Returns the defender.
    pub const fn defender(&self) -> &Combatant {
        &self.defender
    }

    /// Returns the attacker and the defender.
    pub const fn sides(&self) -> [&Combatant; 2] {
        [&self.attacker, &self.defender]
    }

    /// Changes the attacker and the defender.
    ///
    /// # Errors
    /// As [`Attack::new`]; the attack is then unchanged.
    pub fn edit(
        &mut self,
        change: impl FnOnce(&mut Combatant, &mut Combatant),
    ) -> Result<(), CombatantError> {
        let (mut attacker, mut defender) = (self.attacker.clone(), self.defender.clone());
        change(&mut attacker, &mut defender);
        let friends = self.friends.clone();
        *self = Self { friends, ..Self::new(attacker, defender, self.context)? };
        Ok(())
    }

    /// Returns the names of the weapons used, including that of a possible counter-attack.
    pub(super) fn in_hand(&self) -> Vec<&str> {
        let answer = self.defender.answers().then(|| self.defender.weapon_name());
        std::iter::once(self.weapon.name.as_str()).chain(answer).collect()
    }
}

/// Checks that the rows of a table by the attacker's wounds and both attachments fit in a byte,
/// whichever unit attacks.
///
/// # Errors
/// [`CombatantError::TooManyWounds`] if they do not.
fn check_size(units: [&Combatant; 2]) -> Result<(), CombatantError> {
    let most = u8::MAX / 4;
    let Some(large) = units.into_iter().find(|unit| unit.state.body().wounds() > most) else {
        return Ok(());
    };
    let has_attachment = |unit: &Combatant| unit.counted().any(|ability| ability.attached);
    if units.into_iter().all(has_attachment)
        && units.into_iter().flat_map(Combatant::counted).any(counts_wounds)
    {
        let (unit, wounds) = (large.name.clone(), large.state.body().wounds());
        return Err(CombatantError::TooManyWounds { unit, wounds, most });
    }
    Ok(())
}
