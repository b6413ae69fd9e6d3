//! Compiles an encounter specification into a rule of `warodds_games`.

use super::EncounterError;
use super::encounter::{
    ChargeEnds, CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
use crate::army::BattleUnit;
use crate::cards::{CardChoice, CardCircumstances, DeclaredCards, TacticsDeck};
use crate::field::UnitId;
use warodds_games::asoiaf::effect::{Action, Amount, Change, Conditions, Effect, Effects, Moment};
use warodds_games::asoiaf::values::{Inches, Modifier, Speed};
use warodds_games::asoiaf::{
    ActivePlayer, Attack, Charge, Circumstances, Combatant, Context, Edition, Encounter,
    Engagement, Facing, ModelledAbility, Modifiers, Panic, Reach, Spending, Surroundings, Terrain,
    UnitState,
};

/// Compiles `spec` under the rules of an edition. `units` and decks are those of the battle.
pub(super) fn compile(
    (units, decks): (&[BattleUnit], Option<&[TacticsDeck; 2]>),
    spec: &EncounterSpec,
    edition: Edition,
) -> Result<Encounter, EncounterError> {
    let pair = UnitPair::new(units, decks, spec)?;
    let tokens = spec.conditions.map(|conditions| conditions.tokens);
    Ok(match spec.kind {
        EncounterKind::Attack { weapon, facing, cover } => {
            Encounter::attack(pair.attack(weapon, facing, cover)?, tokens, edition)
        }
        EncounterKind::Charge { weapon, facing, speed, distance, terrain, ends } => {
            let charge = pair.charge((weapon, facing), (speed, distance), (terrain, &ends))?;
            Encounter::charge(&charge, ends.stops, tokens, edition)
        }
        EncounterKind::Panic { modifier, own_turn } => {
            let active = if own_turn { ActivePlayer::Own } else { ActivePlayer::Enemy };
            Encounter::panic(&pair.panic(modifier, active)?, tokens[0], edition)
        }
        EncounterKind::Morale { modifier, own_turn } => {
            let active = if own_turn { ActivePlayer::Own } else { ActivePlayer::Enemy };
            Encounter::morale(&pair.panic(modifier, active)?, tokens[0], edition)
        }
        EncounterKind::Hits { hits, saves } => {
            Encounter::hits(&pair.combatant(0)?, (hits, saves), tokens[0], edition)
        }
        EncounterKind::Friend => pair.friend(edition)?,
    })
}

/// Returns whether conditions hold for the first unit of a pair; `reach` is the distance of its
/// enemy, if it has one.
pub(super) fn meets(
    units: &[BattleUnit],
    (spec, reach): (&EncounterSpec, Option<Reach>),
    conditions: &Conditions,
) -> Result<bool, EncounterError> {
    let pair = UnitPair::new(units, None, spec)?;
    let unit = pair.combatant(0)?;
    let Some(reach) = reach else { return Ok(unit.meets_alone(conditions)) };
    Ok(unit.meets_beside((&pair.combatant(1)?, reach), conditions))
}

/// Builds the attack of an encounter, without its cards; `None` for a panic test.
pub(super) fn attack(
    units: &[BattleUnit],
    spec: &EncounterSpec,
) -> Result<Option<Attack>, EncounterError> {
    let pair = UnitPair::new(units, None, spec)?;
    match spec.kind {
        EncounterKind::Attack { weapon, facing, cover } => {
            pair.attack(weapon, facing, cover).map(Some)
        }
        EncounterKind::Charge { weapon, facing, .. } => {
            let (charger, _) = pair.armed(weapon)?;
            let attack =
                Attack::new(charger, pair.combatant(1)?, Context { facing, ..Context::CHARGE });
            attack.map(Some).map_err(|_| EncounterError::Incomplete)
        }
        EncounterKind::Panic { .. }
        | EncounterKind::Morale { .. }
        | EncounterKind::Hits { .. }
        | EncounterKind::Friend => Ok(None),
    }
}

/// Two units with their conditions.
struct UnitPair<'a> {
    fighters: [&'a BattleUnit; 2],
    conditions: &'a [CombatConditions; 2],
    setting: &'a EncounterSetting,
    cards: &'a [DeclaredCards; 2],
    decks: Option<&'a [TacticsDeck; 2]>,
}

impl<'a> UnitPair<'a> {
    fn new(
        units: &'a [BattleUnit],
        decks: Option<&'a [TacticsDeck; 2]>,
        spec: &'a EncounterSpec,
    ) -> Result<Self, EncounterError> {
        let EncounterSpec { kind: _, units: ids, conditions, setting, cards } = spec;
        let fighter = |id: UnitId| units.get(usize::from(id.0)).ok_or(EncounterError::Gone);
        let fighters = [fighter(ids[0])?, fighter(ids[1])?];
        Ok(Self { fighters, conditions, setting, cards, decks })
    }

    /// Lists the cards declared for a unit as its abilities.
    fn card_abilities(&self, side: usize) -> impl Iterator<Item = ModelledAbility> {
        let decks = self.decks;
        let CombatConditions { commander, card_tokens, friends, .. } = self.conditions[side];
        let way = move |(place, (army, choice)): (usize, (usize, CardChoice))| {
            let tokens = card_tokens.at(place);
            let at = CardCircumstances { commander, tokens, friends };
            Some(decks?.get(army)?.way(choice)?.ability_at(at))
        };
        self.cards[side].cards().enumerate().filter_map(way)
    }

    fn unit_state(&self, side: usize) -> Result<UnitState, EncounterError> {
        let CombatConditions { left, tokens, .. } = self.conditions[side];
        self.fighters[side].state_with(left, tokens).ok_or(EncounterError::Gone)
    }

    /// Builds a unit with what the state of the game changes about it.
    fn combatant(&self, side: usize) -> Result<Combatant, EncounterError> {
        let (conditions, unit) = (&self.conditions[side], &self.fighters[side].unit);
        let mut unit = Combatant::of(unit, self.unit_state(side)?, Spending::WhenItHelps);
        unit.surroundings = conditions.surroundings;
        unit.circumstances = Circumstances {
            zones: conditions.zones,
            round: self.setting.round,
            activated: conditions.activated,
            engaged_since_start: self.setting.engaged,
            // tokens of abilities are not modelled in battles
            resource: 0,
            supported: conditions.supported,
            // measured for each card, when it is added
            near_commander: false,
        };
        unit.policy.orders &= conditions.orders;
        if conditions.silenced {
            unit.abilities.clear();
        }
        if conditions.bonuses.has(ObjectiveBonuses::PLAIN) {
            unit.abilities.retain(|ability| !ability.attached);
        }
        unit.abilities.extend(bonus_abilities(conditions.bonuses));
        let of_siege = self.fighters[side].siege_abilities.iter().enumerate();
        let is_given = |number| {
            ObjectiveBonuses::of_siege(number).is_some_and(|bonus| conditions.bonuses.has(bonus))
        };
        let given = of_siege.filter(|(number, _)| is_given(*number));
        unit.abilities.extend(given.map(|(_, ability)| ability.clone()));
        unit.abilities.extend(self.card_abilities(side));
        Ok(unit)
    }

    /// Builds the first unit with a weapon of its card.
    fn armed(&self, weapon: u8) -> Result<(Combatant, Reach), EncounterError> {
        let attacks = &self.fighters[0].unit.attacks;
        let weapon = attacks.get(usize::from(weapon)).ok_or(EncounterError::NoAttack(weapon))?;
        Ok((self.combatant(0)?.attacking_with(weapon), weapon.reach))
    }

    fn attack(&self, weapon: u8, facing: Facing, cover: bool) -> Result<Attack, EncounterError> {
        let (attacker, reach) = self.armed(weapon)?;
        let engagement = match reach {
            Reach::Melee => Engagement::MELEE,
            Reach::Ranged(range) => Engagement::Ranged { range, cover },
        };
        let attack = Attack::new(attacker, self.combatant(1)?, Context { facing, engagement });
        attack.map_err(|_| EncounterError::Incomplete)
    }

    fn charge(
        &self,
        (weapon, facing): (u8, Facing),
        (speed, distance): (u8, u8),
        (terrain, ends): (Terrain, &ChargeEnds),
    ) -> Result<Charge, EncounterError> {
        let speed = Speed::new(speed.into()).map_err(|_| EncounterError::OutOfRange)?;
        let distance = Inches::new(distance.into()).map_err(|_| EncounterError::OutOfRange)?;
        let mut charger = Combatant { speed: Some(speed), ..self.armed(weapon)?.0 };
        // its tests in the attack are taken in contact; it acts where it begins
        let dangerous = charger.surroundings.dangerous;
        charger.surroundings = Surroundings { dangerous, ..ends.contact };
        let context = Context { facing, ..Context::CHARGE };
        let mut charge = Charge::new(charger, Some((self.combatant(1)?, context)), distance)
            .map_err(|_| EncounterError::Incomplete)?;
        charge.terrain = terrain;
        Ok(charge)
    }

    /// Builds a panic test of the first unit.
    fn panic(&self, modifier: i8, active: ActivePlayer) -> Result<Panic, EncounterError> {
        let modifier = Modifier::new(modifier.into()).map_err(|_| EncounterError::OutOfRange)?;
        let modifiers = Modifiers { panic_modifier: modifier, ..Modifiers::NONE };
        let unit = self.combatant(0)?.with_modifiers(modifiers);
        Panic::new(unit, active, Spending::WhenItHelps).map_err(|_| EncounterError::Incomplete)
    }

    /// Builds the panic test of the first unit after a friend shot at the second (A6.14).
    fn friend(&self, edition: Edition) -> Result<Encounter, EncounterError> {
        let friend = self.panic(0, ActivePlayer::Own)?;
        let CombatConditions { left, tokens, .. } = self.conditions[1];
        // a target that the shot destroyed cannot fight; its real wounds are passed below
        let target = CombatConditions { left: left.max(1), ..self.conditions[1] };
        let pair = UnitPair {
            // the friend takes the place of the shooter, who does not affect the test
            fighters: self.fighters,
            conditions: &[self.conditions[0], target],
            ..*self
        };
        let mut attack = pair.attack(0, Facing::Front, false)?;
        attack.context.engagement = Engagement::of(Reach::LONG);
        Ok(Encounter::friend(&attack, friend, [left, tokens], edition))
    }
}

/// Returns the abilities that grant a set of bonuses.
fn bonus_abilities(bonuses: ObjectiveBonuses) -> impl Iterator<Item = ModelledAbility> {
    let all = [
        (ObjectiveBonuses::MARKED, "Marked", None, Change::Dice(Amount::of(2))),
        (ObjectiveBonuses::SUNDERING, "Sundering", Some(true), Change::Saves(Amount::of(-1))),
        (ObjectiveBonuses::VICIOUS, "Vicious", Some(true), Change::MoraleRoll(Amount::of(-2))),
        (ObjectiveBonuses::PRECISION, "Precision", Some(true), Change::Precision),
        (ObjectiveBonuses::HIGHEST, "Highest dice", None, Change::HighestDice),
    ];
    let granted = all.into_iter().filter(move |(bonus, ..)| bonuses.has(*bonus));
    granted.map(|(_, name, melee, change)| ability(name, melee, change))
}

/// Builds an ability that applies `change` to the unit's attacks: melee, ranged or all.
fn ability(name: &str, melee: Option<bool>, change: Change) -> ModelledAbility {
    let effect = Effect {
        moment: Moment::Attacking,
        conditions: Conditions { melee, ..Conditions::default() },
        action: Action::Change(change),
    };
    let effects = Effects { fixed: vec![effect], ..Effects::default() };
    ModelledAbility::new(name, effects)
}
