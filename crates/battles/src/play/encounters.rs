//! Meetings of units as they stand (A2–A5, A10, A16).

use crate::army::BattleUnit;
use crate::battle::Battle;
use crate::choice::TacticsZone;
use crate::field::{
    ChargeApproach, Field, IllegalAction, TerrainCrossing, TerrainCrossings, UnitId,
};
use crate::geometry::{Length, TrayArc};
use crate::outcomes::{
    CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
use crate::state::BattleState;
use crate::terrain::Keyword;
use warodds_games::asoiaf::effect::{Zone, Zones};
use warodds_games::asoiaf::{Facing, Reach, Surroundings, Terrain, TerrainKeyword};

/// The bonus of an arc (A3.2, A3.3).
pub(crate) const fn facing(arc: TrayArc) -> Facing {
    match arc {
        TrayArc::Front => Facing::Front,
        TrayArc::Left | TrayArc::Right => Facing::Flank,
        TrayArc::Rear => Facing::Rear,
    }
}

/// How far a reach is (A1.2); none in melee.
pub(crate) const fn range(reach: Reach) -> Option<Length> {
    match reach {
        Reach::Melee => None,
        Reach::Short => Some(Length::SHORT),
        Reach::Long => Some(Length::LONG),
    }
}

/// The zone of abilities that a seat is.
const fn zone(seat: TacticsZone) -> Zone {
    match seat {
        TacticsZone::Crown => Zone::Crown,
        TacticsZone::Wealth => Zone::Wealth,
        TacticsZone::Letters => Zone::Letters,
        TacticsZone::Swords => Zone::Combat,
        TacticsZone::Horse => Zone::Maneuver,
    }
}

/// The terrain around a unit (A10.4, A10.8).
pub(crate) fn surroundings(field: &Field, unit: UnitId) -> Surroundings {
    let Ok(position) = field.unit(unit) else { return Surroundings::default() };
    let shape = position.tray.shape();
    let near = |keyword| {
        let mut pieces = field.pieces().iter().filter(|piece| piece.is(keyword));
        pieces.any(|piece| shape.is_within(piece.shape(), Length::SHORT))
    };
    let mut dangerous = field.pieces().iter().filter(|piece| piece.is(Keyword::Dangerous));
    Surroundings {
        dangerous: dangerous.any(|piece| shape.overlaps(piece.shape())),
        horrific: near(Keyword::Horrific),
        inspiring: near(Keyword::Inspiring),
    }
}

/// The terrain that a charge meets, for its roll (A5.7, A10.4, A10.7).
pub(crate) fn terrain(field: &Field, crossings: &TerrainCrossings) -> Terrain {
    crossings.iter().fold(Terrain::OPEN, |terrain, (number, passage)| {
        let Some(piece) = field.pieces().get(number) else { return terrain };
        let through = passage == TerrainCrossing::Through;
        let either = |crossed, edge| if through { crossed } else { edge };
        let keywords = [
            (Keyword::Rough, TerrainKeyword::Rough),
            (Keyword::Fortified, TerrainKeyword::Fortified),
            (Keyword::Hindering, either(TerrainKeyword::Hindering, TerrainKeyword::HinderingEdge)),
            (Keyword::Dangerous, either(TerrainKeyword::Dangerous, TerrainKeyword::DangerousEdge)),
        ];
        let met = keywords.into_iter().filter(|(keyword, _)| piece.is(*keyword));
        met.fold(terrain, |terrain, (_, met)| terrain.with(met))
    })
}

impl BattleState {
    /// A melee attack on an enemy in contact (A6.15).
    ///
    /// # Errors
    /// Where they are not engaged.
    pub fn melee_encounter(
        &self,
        battle: &Battle,
        [unit, target]: [UnitId; 2],
        weapon: u8,
    ) -> Result<EncounterSpec, IllegalAction> {
        let facing = facing(self.field.melee_arc(unit, target)?);
        let what = EncounterKind::Attack { weapon, facing, cover: false };
        let boons = [unit, target].map(|one| self.objective_bonuses(battle, one));
        Ok(self.meeting(battle, what, ([unit, target], boons), true))
    }

    /// A ranged attack from where the unit stands (A6.13).
    ///
    /// # Errors
    /// Where it may not be made.
    pub fn ranged_encounter(
        &self,
        battle: &Battle,
        [unit, target]: [UnitId; 2],
        (weapon, range): (u8, Length),
    ) -> Result<EncounterSpec, IllegalAction> {
        self.field.check_ranged_attack(unit, target, range)?;
        let facing = facing(self.field.ranged_arc(unit, target)?);
        let cover = self.field.has_cover(unit, target)?;
        let what = EncounterKind::Attack { weapon, facing, cover };
        let boons = [unit, target].map(|one| self.objective_bonuses(battle, one));
        Ok(self.meeting(battle, what, ([unit, target], boons), false))
    }

    /// A charge with its way (A6.16). What the charger controls where it stands it leaves; what it
    /// carries and its mark go with it.
    pub fn charge_encounter(
        &self,
        battle: &Battle,
        approach: &ChargeApproach,
        weapon: u8,
    ) -> EncounterSpec {
        let ChargeApproach { unit, target, arc, needed, .. } = *approach;
        let rough = if approach.crossings.is_rough() { Length::INCH } else { Length::ZERO };
        let thousandths = needed.saturating_sub(rough).thousandths().unsigned_abs();
        let what = EncounterKind::Charge {
            weapon,
            facing: facing(arc),
            speed: self.whole_speed(battle, unit),
            // no table is that long
            distance: thousandths.div_ceil(1_000).min(100) as u8,
            terrain: terrain(&self.field, &approach.crossings),
        };
        let boons = [self.carried_bonuses(unit), self.objective_bonuses(battle, target)];
        self.meeting(battle, what, ([unit, target], boons), false)
    }

    /// A charge on open ground from nowhere in particular: how far it may go at most (A5.1). Where
    /// no ability of either unit changes that, it is the same however they stand.
    pub fn charge_reach_encounter(
        &self,
        battle: &Battle,
        units: [UnitId; 2],
        weapon: u8,
    ) -> EncounterSpec {
        let (terrain, speed) = (Terrain::OPEN, self.whole_speed(battle, units[0]));
        let what =
            EncounterKind::Charge { weapon, facing: Facing::Front, speed, distance: 1, terrain };
        let fighters = units.map(|unit| battle.fighter(unit));
        if fighters.iter().flatten().any(|one| one.condition_usage.charge_distance) {
            return self.meeting(battle, what, (units, [ObjectiveBonuses::default(); 2]), false);
        }
        let around = |fighter: Option<&BattleUnit>| CombatConditions {
            left: fighter.map_or(0, BattleUnit::wounds),
            ..CombatConditions::default()
        };
        EncounterSpec {
            what,
            units,
            around: fighters.map(around),
            setting: EncounterSetting::default(),
        }
    }

    /// A unit's speed in inches (A13.5.2: a carrier's is 2).
    fn whole_speed(&self, battle: &Battle, unit: UnitId) -> u8 {
        // 20" is the most there is
        (self.speed(battle, unit).thousandths() / 1_000) as u8
    }

    /// A panic test (A4.2).
    pub fn panic_encounter(
        &self,
        battle: &Battle,
        unit: UnitId,
        modifier: i8,
        own_turn: bool,
    ) -> EncounterSpec {
        let what = EncounterKind::Panic { modifier, own_turn };
        self.meeting(battle, what, ([unit, unit], [ObjectiveBonuses::default(); 2]), false)
    }

    /// The test of a friend that is engaged with a target that was shot at (A6.14).
    pub fn friend_encounter(
        &self,
        battle: &Battle,
        [friend, target]: [UnitId; 2],
    ) -> EncounterSpec {
        self.meeting(
            battle,
            EncounterKind::Friend,
            ([friend, target], [ObjectiveBonuses::default(); 2]),
            false,
        )
    }

    fn meeting(
        &self,
        battle: &Battle,
        what: EncounterKind,
        (units, boons): ([UnitId; 2], [ObjectiveBonuses; 2]),
        engaged: bool,
    ) -> EncounterSpec {
        let looks = units
            .map(|unit| battle.fighter(unit).map(|one| one.condition_usage).unwrap_or_default());
        let looks = looks[0].or(looks[1]);
        let around = |side: usize| {
            let (unit, enemy) = (units[side], units[1 - side]);
            let held = self.unit(unit);
            let is_own = side == 0 && self.acting == Some(unit);
            CombatConditions {
                left: held.map_or(0, |held| held.left),
                tokens: held.map_or(0, |held| held.tokens),
                surroundings: surroundings(&self.field, unit),
                zones: if looks.zones { self.zones_of(unit) } else { Zones::default() },
                activated: looks.activated
                    && held.is_some_and(|held| held.activated)
                    && self.acting != Some(unit),
                supported: looks.supported && self.is_supported(unit, enemy),
                orders: looks.orders && is_own && held.is_some_and(|held| !held.ordered),
                boons: boons[side],
            }
        };
        let setting = EncounterSetting {
            round: self.round.min(looks.last_round),
            engaged: looks.engaged && engaged,
        };
        EncounterSpec { what, units, around: [around(0), around(1)], setting }
    }

    /// Whether another friend of a unit is in contact with its enemy.
    fn is_supported(&self, unit: UnitId, enemy: UnitId) -> bool {
        unit != enemy && self.field.engaged_with(enemy).any(|other| other != unit)
    }

    fn zones_of(&self, unit: UnitId) -> Zones {
        let player = self.unit(unit).map(|held| held.player);
        let own =
            TacticsZone::ALL.into_iter().zip(self.tactics_zones).filter(|(_, by)| *by == player);
        own.map(|(seat, _)| zone(seat)).collect()
    }
}
