//! Meetings as questions of the games' rules.

use super::EncounterError;
use super::encounter::{
    CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
use crate::army::BattleUnit;
use crate::field::UnitId;
use warodds_games::asoiaf::effect::{Action, Amount, Change, Conditions, Effect, Effects, Moment};
use warodds_games::asoiaf::values::{Inches, Modifier, Speed};
use warodds_games::asoiaf::{
    ActivePlayer, AnyCombatant, Attack, AttackChanges, Charge, Charger, Circumstances, Combatant,
    Context, DefenseChanges, Edition, Encounter, Facing, ModelledAbility, Panic, Rerolls, Spending,
    Terrain, Traits, UnitState,
};

/// The games' rules for a meeting, made ready.
pub(super) fn encounter(
    units: &[BattleUnit],
    meeting: &EncounterSpec,
    edition: Edition,
) -> Result<Encounter, EncounterError> {
    let EncounterSpec { what, units: ids, around, setting } = meeting;
    let fighter = |id: UnitId| units.get(usize::from(id.0)).ok_or(EncounterError::Gone);
    let both = UnitPair { fighters: [fighter(ids[0])?, fighter(ids[1])?], around, setting };
    let tokens = around.map(|around| around.tokens);
    Ok(match *what {
        EncounterKind::Attack { weapon, facing, cover } => {
            let context = Context { facing, cover, ..Context::default() };
            Encounter::attack(both.attack(weapon, context)?, tokens, edition)
        }
        EncounterKind::Charge { weapon, facing, speed, distance, terrain } => {
            let charge = both.charge(weapon, facing, (speed, distance, terrain))?;
            Encounter::charge(&charge, tokens, edition)
        }
        EncounterKind::Panic { modifier, own_turn } => {
            let active = if own_turn { ActivePlayer::Own } else { ActivePlayer::Enemy };
            Encounter::panic(&both.panic(modifier, active)?, tokens[0], edition)
        }
        EncounterKind::Friend => both.friend(edition)?,
    })
}

/// Two units that meet.
struct UnitPair<'a> {
    fighters: [&'a BattleUnit; 2],
    around: &'a [CombatConditions; 2],
    setting: &'a EncounterSetting,
}

impl UnitPair<'_> {
    fn standing(&self, side: usize) -> Result<UnitState, EncounterError> {
        let CombatConditions { left, tokens, .. } = self.around[side];
        self.fighters[side].standing(left, tokens).ok_or(EncounterError::Gone)
    }

    fn combatant(&self, side: usize) -> Result<AnyCombatant, EncounterError> {
        let unit = &self.fighters[side].unit;
        let mut unit = Combatant::of(unit, self.standing(side)?, Spending::WhenItHelps);
        self.with_game(side, &mut unit.traits);
        Ok(unit)
    }

    /// What a side brings, with the game around it.
    fn with_game(&self, side: usize, traits: &mut Traits) {
        let around = &self.around[side];
        traits.surroundings = around.surroundings;
        traits.usage.circumstances = Circumstances {
            zones: around.zones,
            round: self.setting.round,
            activated: around.activated,
            engaged_since_start: self.setting.engaged,
            resource: 0,
            supported: around.supported,
        };
        traits.usage.policy.orders &= around.orders;
        traits.abilities.extend(boons(around.boons));
    }

    fn attack(&self, weapon: u8, context: Context) -> Result<Attack, EncounterError> {
        let attacks = &self.fighters[0].unit.attacks;
        let weapon = attacks.get(usize::from(weapon)).ok_or(EncounterError::NoAttack(weapon))?;
        let attacker = self.combatant(0)?.attacking_with(weapon, AttackChanges::NONE);
        let defender = self.combatant(1)?.attacked(DefenseChanges::NONE);
        Ok(Attack::new(attacker, defender.map_err(|_| EncounterError::Gone)?, context))
    }

    fn charge(
        &self,
        weapon: u8,
        facing: Facing,
        (speed, distance, terrain): (u8, u8, Terrain),
    ) -> Result<Charge, EncounterError> {
        let context = Context { facing, ..Context::default() };
        Ok(Charge {
            charger: Charger {
                speed: Speed::new(speed.into()).map_err(|_| EncounterError::OutOfRange)?,
                state: self.standing(0)?,
                reroll_distance: false,
                panic: Some(self.panic(0, ActivePlayer::Own)?),
            },
            distance: Inches::new(distance.into()).map_err(|_| EncounterError::OutOfRange)?,
            terrain,
            attack: Some(self.attack(weapon, context)?),
        })
    }

    /// A panic test of the first unit.
    fn panic(&self, modifier: i8, active: ActivePlayer) -> Result<Panic, EncounterError> {
        let fighter = self.fighters[0];
        let mut traits = Traits::new(&fighter.unit, "");
        self.with_game(0, &mut traits);
        Ok(Panic {
            morale: fighter.morale,
            modifier: Modifier::new(modifier.into()).map_err(|_| EncounterError::OutOfRange)?,
            state: self.standing(0)?,
            rerolls: Rerolls::default(),
            active,
            spending: Spending::WhenItHelps,
            traits,
        })
    }

    /// The test of the first unit, which stands with the target of a friend's shot; a target that
    /// is gone has no wounds left.
    fn friend(&self, edition: Edition) -> Result<Encounter, EncounterError> {
        let friend = self.panic(0, ActivePlayer::Own)?;
        let CombatConditions { left, tokens, .. } = self.around[1];
        let target = CombatConditions { left: left.max(1), ..self.around[1] };
        let turned = UnitPair {
            // who shot makes no difference to the test
            fighters: self.fighters,
            around: &[self.around[0], target],
            setting: self.setting,
        };
        let mut attack = turned.attack(0, Context::default())?;
        attack.attacker.attacking.reach = warodds_games::asoiaf::Reach::Long;
        Ok(Encounter::friend(&attack, friend, [left, tokens], edition))
    }
}

/// What objectives and marks bring, as abilities.
fn boons(boons: ObjectiveBonuses) -> impl Iterator<Item = ModelledAbility> {
    let all = [
        (ObjectiveBonuses::MARKED, "Marked", None, Change::Dice(Amount::of(2))),
        (ObjectiveBonuses::SUNDERING, "Sundering", Some(true), Change::Saves(Amount::of(-1))),
        (ObjectiveBonuses::VICIOUS, "Vicious", Some(true), Change::MoraleRoll(Amount::of(-2))),
        (ObjectiveBonuses::PRECISION, "Precision", Some(true), Change::Precision),
        (ObjectiveBonuses::HIGHEST, "Highest dice", None, Change::HighestDice),
    ];
    let held = all.into_iter().filter(move |(boon, ..)| boons.has(*boon));
    held.map(|(_, name, melee, change)| ability(name, melee, change))
}

fn ability(name: &str, melee: Option<bool>, change: Change) -> ModelledAbility {
    let effect = Effect {
        moment: Moment::Attacking,
        conditions: Conditions { melee, ..Conditions::default() },
        action: Action::Change(change),
    };
    let effects = Effects { fixed: vec![effect], ..Effects::default() };
    ModelledAbility::new(name, effects)
}
