//! Builds charges from the state of a battle (A5, A6.16).

use super::encounters::{facing, surroundings, surroundings_of, terrain};
use crate::army::BattleUnit;
use crate::battle::Battle;
use crate::field::{ChargeApproach, ChargeResult, IllegalAction, UnitId};
use crate::geometry::{Length, Pose, Tray};
use crate::outcomes::{
    ChargeEnds, CombatConditions, EncounterKind, EncounterSetting, EncounterSpec,
};
use crate::state::BattleState;
use crate::terrain::{Keyword, TerrainPiece};
use warodds_games::asoiaf::{ChargeStops, Facing, Terrain};

impl BattleState {
    /// Returns a charge along an approach (A6.16).
    ///
    /// # Errors
    /// [`IllegalAction`] if the units have moved since the declaration.
    pub(crate) fn charge_encounter(
        &self,
        battle: &Battle,
        approach: &ChargeApproach,
        weapon: u8,
    ) -> Result<EncounterSpec, IllegalAction> {
        let ChargeApproach { unit, target, arc, needed, .. } = *approach;
        let rough = if approach.crossings.is_rough() { Length::INCH } else { Length::ZERO };
        let thousandths = needed.saturating_sub(rough).thousandths().unsigned_abs();
        let kind = EncounterKind::Charge {
            weapon,
            facing: facing(arc),
            speed: self.whole_speed(battle, unit),
            // no table is longer than 100"
            distance: thousandths.div_ceil(1_000).min(100) as u8,
            terrain: terrain(&self.field, &approach.crossings),
            ends: self.charge_ends(approach)?,
        };
        // the charger leaves an objective that it controls, but keeps its mark and what it carries
        let bonuses = [self.carried_bonuses(unit), self.objective_bonuses(battle, target)];
        Ok(self.encounter(battle, kind, ([unit, target], bonuses), false))
    }

    /// Returns the terrain near the places where a charge may end: the charger tests there (A6.16). Of
    /// those in contact, of which its player chooses one after the attack, the first counts.
    fn charge_ends(&self, approach: &ChargeApproach) -> Result<ChargeEnds, IllegalAction> {
        let mut ends = ChargeEnds::near(surroundings(&self.field, approach.unit));
        let is_counted =
            |piece: &TerrainPiece| piece.is(Keyword::Horrific) || piece.is(Keyword::Inspiring);
        if !self.field.pieces().iter().any(is_counted) {
            return Ok(ends);
        }
        let size = self.field.unit(approach.unit)?.tray.size();
        let near = |pose: Pose| surroundings_of(&self.field, &Tray::new(size, pose));
        if let ChargeResult::Arrives(places) = self.field.resolve_charge(approach, Length::MAX)?
            && let Some((_, pose)) = places.first()
        {
            ends.contact = near(*pose);
        }
        for inches in 0..=ChargeStops::MOST {
            if let ChargeResult::Fails(pose) = self.failed_charge(approach, inches)? {
                ends.stops = ends.stops.with(inches, near(pose));
            }
        }
        Ok(ends)
    }

    /// Moves a charger that fails with a charge distance in inches (A6.16.6).
    pub(super) fn failed_charge(
        &self,
        approach: &ChargeApproach,
        inches: u8,
    ) -> Result<ChargeResult, IllegalAction> {
        // the distance is without the inch of rough ground, which the field takes from it
        let rough = if approach.crossings.is_rough() { 1 } else { 0 };
        // a charger destroyed on the way rolled far enough, but must not end in contact
        let short = approach.needed.saturating_sub(Length::THOUSANDTH);
        self.field.resolve_charge(approach, Length::inches(inches + rough).min(short))
    }

    /// Returns a charge on open ground from which the longest possible distance can be read (A5.1).
    pub(crate) fn charge_reach_encounter(
        &self,
        battle: &Battle,
        units: [UnitId; 2],
        weapon: u8,
    ) -> EncounterSpec {
        let (terrain, ends) = (Terrain::OPEN, ChargeEnds::default());
        let speed = self.whole_speed(battle, units[0]);
        let kind = EncounterKind::Charge {
            weapon,
            facing: Facing::Front,
            speed,
            distance: 1,
            terrain,
            ends,
        };
        let fighters = units.map(|unit| battle.fighter(unit));
        let bonuses = units.map(|unit| self.siege_bonuses(unit));
        if self.usage(battle, units).charge_distance {
            return self.encounter(battle, kind, (units, bonuses), false);
        }
        // no ability changes the distance: default conditions give one cache entry for all states
        let conditions = fighters.map(|fighter| CombatConditions {
            left: fighter.map_or(0, BattleUnit::wounds),
            ..CombatConditions::default()
        });
        let (setting, cards) = (EncounterSetting::default(), Default::default());
        EncounterSpec { kind, units, conditions, setting, cards }
    }

    /// Returns a unit's speed in inches (A13.5.2: 2 for a carrier).
    fn whole_speed(&self, battle: &Battle, unit: UnitId) -> u8 {
        // no speed exceeds 20"
        (self.speed(battle, unit).thousandths() / 1_000) as u8
    }
}
