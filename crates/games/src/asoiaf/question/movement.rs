//! The questions about a charge and a retreat.

use super::super::combatant::{Combatant, CombatantError, Modifiers};
use super::super::condition::Spending;
use super::super::context::{Context, Rerolls};
use super::super::effect::{Action, Change};
use super::super::terrain::{Terrain, TerrainKeyword};
use super::super::unit::UnitState;
use super::super::values::{Inches, Modifier, Speed};
use super::attack::Attack;

/// A charge and the attack it leads to (A5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    pub(in super::super) charger: Combatant,
    pub(in super::super) speed: Speed,
    /// The attack after the charge, as in open terrain (the rules apply the terrain); `None` leaves
    /// it out.
    pub(in super::super) attack: Option<Attack>,
    /// Distance to the target.
    pub distance: Inches,
    /// Terrain in between.
    pub terrain: Terrain,
    /// Whether the charger may reroll the distance (both dice in hindering terrain).
    pub reroll_distance: bool,
    /// Whether the charger takes a panic test after a failed charge (A5.6). It is left out anyway
    /// if the morale of the charger is unknown.
    pub panic_test: bool,
    /// When the enemy spends the charger's Panicked token in that test.
    pub spending: Spending,
}

impl Charge {
    /// Creates a charge in open terrain without a reroll. `target` holds the target and how it is
    /// attacked; `None` leaves the attack out.
    ///
    /// The charger's changes of panic tests apply to the test after a failed charge alone.
    ///
    /// # Errors
    /// [`CombatantError`] if the speed of the charger is unknown, and as [`Attack::new`].
    pub fn new(
        charger: Combatant,
        target: Option<(Combatant, Context)>,
        distance: Inches,
    ) -> Result<Self, CombatantError> {
        let speed = charger.needed("speed", charger.speed)?;
        let attack = |(target, context)| {
            let (panic_modifier, morale_rerolls) = (Modifier::NONE, Rerolls::default());
            let modifiers = Modifiers { panic_modifier, morale_rerolls, ..charger.modifiers };
            Attack::new(charger.clone().with_modifiers(modifiers), target, context)
        };
        let attack = target.map(attack).transpose()?;
        if attack.is_none() {
            // options count in the panic test of a failed charge too
            charger.check_choices()?;
        }
        Ok(Self {
            // no weapon is in use without an attack
            charger: Combatant { weapon: charger.weapon.filter(|_| attack.is_some()), ..charger },
            speed,
            spending: attack
                .as_ref()
                .map_or(Spending::default(), |one| one.defender.policy.spending),
            attack,
            distance,
            terrain: Terrain::OPEN,
            reroll_distance: false,
            panic_test: true,
        })
    }

    /// Returns the charging unit.
    pub const fn charger(&self) -> &Combatant {
        &self.charger
    }

    /// Returns the speed of the charging unit.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// Returns the attack after the charge.
    pub const fn attack(&self) -> Option<&Attack> {
        self.attack.as_ref()
    }

    /// Changes the charger and its target.
    ///
    /// # Errors
    /// As [`Charge::new`]; the charge is then unchanged.
    pub fn edit(
        &mut self,
        change: impl FnOnce(&mut Combatant, Option<&mut Combatant>),
    ) -> Result<(), CombatantError> {
        let mut charger = self.charger.clone();
        let mut target = self.attack.as_ref().map(|one| (one.defender.clone(), one.context));
        change(&mut charger, target.as_mut().map(|(target, _)| target));
        let Self { distance, terrain, reroll_distance, panic_test, spending, .. } = *self;
        let changed = Self::new(charger, target, distance)?;
        *self = Self { terrain, reroll_distance, panic_test, spending, ..changed };
        Ok(())
    }

    /// Returns the longest distance the charger can roll, in inches: farther targets cannot be
    /// declared (A5.1).
    pub const fn longest(&self) -> u8 {
        longest(self.speed, self.terrain)
    }

    /// Returns whether the charger may be allowed to reroll the distance.
    pub(in super::super) fn may_reroll(&self) -> bool {
        let abilities = self.attack.iter().flat_map(|attack| &attack.attacker.abilities);
        let mut effects = abilities.flat_map(|ability| ability.effects.all());
        self.reroll_distance
            || effects.any(|effect| effect.action == Action::Change(Change::RerollCharge))
    }

    /// Returns whether the charge may be declared (A5.1).
    pub const fn in_reach(&self) -> bool {
        self.distance.whole() <= self.longest()
    }
}

/// A retreat from all enemies in contact (A6.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retreat {
    /// Speed of the unit.
    pub speed: Speed,
    /// Distance to the nearest legal place; a shorter roll leaves the unit where it is.
    pub distance: Inches,
    /// Terrain on the path; only rough and dangerous terrain matter.
    pub terrain: Terrain,
    /// Wounds left and tokens of the unit.
    pub state: UnitState,
}

impl Retreat {
    /// Returns the longest distance the unit can roll, in inches: without a place within it the
    /// action cannot be taken.
    pub const fn longest(&self) -> u8 {
        longest(self.speed, self.terrain)
    }

    /// Returns whether the action may be taken.
    pub const fn in_reach(&self) -> bool {
        self.distance.whole() <= self.longest()
    }
}

/// Returns the longest distance of speed + D6 over this terrain, in inches.
const fn longest(speed: Speed, terrain: Terrain) -> u8 {
    let rough = if terrain.has(TerrainKeyword::Rough) { 1 } else { 0 };
    speed.get() + 6 - rough
}
