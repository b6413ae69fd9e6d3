//! Candidate attacks, charges and retreats with their expected values.

use super::PolicyKind;
use super::context::{PolicyContext, UnitOnTable};
use super::estimates::distance;
use crate::choice::{Shift, UnitAction};
use crate::field::{ChargeApproach, UnitId};
use crate::geometry::{Alignment, Direction, Heading, Length, Tray, TrayArc, aligned_pose};
use crate::outcomes::EncounterError;
use crate::play::terrain;
use smallvec::SmallVec;
use warodds_games::asoiaf::TerrainKeyword;

/// An action with its expected value, in points of army cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredAction {
    pub action: UnitAction,
    pub gain: f64,
}

/// Upper bound in inches for what abilities add to a charge.
const MAX_CHARGE_BONUS: f64 = 3.0;

impl PolicyContext<'_> {
    /// Lists the melee attacks of an engaged unit, one for each enemy in contact.
    pub(super) fn melee_attacks(
        &self,
        own: &UnitOnTable,
    ) -> Result<Vec<ScoredAction>, EncounterError> {
        let (state, battle) = (&self.view.state, self.view.battle);
        let mut attacks = Vec::new();
        let standing_loss = self.standing_loss(own);
        for target in state.field.engaged_with(own.id) {
            let Some(enemy) = self.unit(target) else { continue };
            let Some(weapon) = self.best_melee_weapon([own, enemy])? else { continue };
            let Ok(spec) = state.melee_encounter(battle, [own.id, target], weapon) else {
                continue;
            };
            let gain = self.attack_value([own, enemy], &spec)? - standing_loss;
            let action = UnitAction::Melee { weapon, realign: None, target };
            attacks.push(ScoredAction { action, gain });
        }
        Ok(attacks)
    }

    /// Lists the ranged attacks of a unit. Where no attack is possible without moving, `greedy`
    /// also tries a shift.
    pub(super) fn ranged_attacks(
        &self,
        own: &UnitOnTable,
    ) -> Result<Vec<ScoredAction>, EncounterError> {
        let mut attacks = Vec::new();
        if own.range.is_none() {
            return Ok(attacks);
        }
        let standing_loss = self.standing_loss(own);
        for enemy in &self.enemies {
            // range is measured between trays, which reach at most 9" toward each other
            let min_range = distance(own.pose.middle, enemy.pose.middle) - 9_000.0;
            let Some((weapon, range)) = self.best_ranged_weapon([own, enemy], min_range)? else {
                continue;
            };
            let shot = (weapon, Length::new(range.into()).unwrap_or_default());
            let units = [own.id, enemy.id];
            if let Ok(spec) = self.view.state.ranged_encounter(self.view.battle, units, shot) {
                let gain = self.attack_value([own, enemy], &spec)? - standing_loss;
                let gain = gain - self.friendly_panic_loss(enemy.id)?;
                attacks.push(ScoredAction { action: shoot(weapon, None, enemy.id), gain });
            } else if self.policy.kind != PolicyKind::Quick && !self.view.battle.is_wall(own.id) {
                attacks.extend(self.shifted_shot(own, enemy, shot)?);
            }
        }
        Ok(attacks)
    }

    /// Returns the first possible ranged attack after a shift of 2" forward or to a side.
    fn shifted_shot(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
        (weapon, range): (u8, Length),
    ) -> Result<Option<ScoredAction>, EncounterError> {
        let by = Length::inches(2);
        for direction in [Direction::Forward, Direction::Left, Direction::Right] {
            let field = &self.view.state.field;
            let Ok(moved) = own.pose.moved(direction, by) else { continue };
            let shot = (enemy.id, range);
            // cheaper than the move and the state after it, and seldom possible
            if field.check_shot_from(own.id, Tray::new(own.size, moved), shot).is_err() {
                continue;
            }
            let Ok(walk) = field.shift(own.id, direction, by, by) else { continue };
            let mut shifted = self.view.state.clone().into_owned();
            if shifted.field.move_unit(own.id, walk.pose).is_err() {
                continue;
            }
            let units = [own.id, enemy.id];
            let Ok(spec) = shifted.ranged_encounter(self.view.battle, units, (weapon, range))
            else {
                continue;
            };
            let gain = self.attack_value([own, enemy], &spec)?;
            let gain = gain - self.friendly_panic_loss(enemy.id)? - self.move_loss(own, &walk);
            let shift = Some(Shift { direction, by });
            return Ok(Some(ScoredAction { action: shoot(weapon, shift, enemy.id), gain }));
        }
        Ok(None)
    }

    /// Lists the enemies that a unit may be able to charge, with an upper bound for the value of
    /// the charge. Line of sight and arcs are left to [`Self::charges`], which costs far more.
    pub(super) fn charge_bounds(
        &self,
        own: &UnitOnTable,
    ) -> Result<SmallVec<[(UnitId, f64); 16]>, EncounterError> {
        let mut bounds = SmallVec::new();
        for enemy in self.chargeable() {
            let Some(weapon) = self.best_melee_weapon([own, enemy])? else { continue };
            if let Some(bound) = self.charge_bound(own, enemy, weapon)? {
                bounds.push((enemy.id, bound));
            }
        }
        Ok(bounds)
    }

    /// Returns an upper bound for the value of a charge, or `None` if it is out of range (A5.1).
    fn charge_bound(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
        weapon: u8,
    ) -> Result<Option<f64>, EncounterError> {
        let bonus =
            if own.changes_charges || enemy.changes_charges { MAX_CHARGE_BONUS } else { 0.0 };
        // the smallest gap that any headings of the two trays allow
        let gap = distance(own.pose.middle, enemy.pose.middle)
            - (own.half_diagonal + enemy.half_diagonal);
        let arrival = arrival_chance(own.charge_reach + bonus, gap.max(0.0));
        if arrival <= 0.0 {
            return Ok(None);
        }
        let (tray, other) = (Tray::new(own.size, own.pose), Tray::new(enemy.size, enemy.pose));
        let Ok(arcs) = other.arcs_holding_most(&tray) else { return Ok(None) };
        let mut bound = -failed_charge_cost(own);
        for arc in arcs.iter() {
            let arrived = self.arrived_charge_value([own, enemy], weapon, arc)?;
            bound = bound.max(charge_value(arrival, arrived, own));
        }
        Ok(Some(bound))
    }

    /// Lists the charges on an enemy that can be declared, one for each arc.
    pub(super) fn charges(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
    ) -> Result<Vec<ScoredAction>, EncounterError> {
        let (state, units) = (&self.view.state, [own.id, enemy.id]);
        let Some(weapon) = self.best_melee_weapon([own, enemy])? else { return Ok(Vec::new()) };
        let spec = state.charge_reach_encounter(self.view.battle, units, weapon);
        let inches = self.view.outcomes.get(&spec)?.longest_charge();
        let reach = Length::inches(inches);
        // cheaper than the line of sight, which is checked first
        let (tray, other) = (Tray::new(own.size, own.pose), Tray::new(enemy.size, enemy.pose));
        if !tray.shape().is_within(other.shape(), reach) {
            return Ok(Vec::new());
        }
        let Ok(declared) = state.field.declare_charge(own.id, enemy.id, reach) else {
            return Ok(Vec::new());
        };
        let mut charges = Vec::new();
        for arc in declared.arcs.iter().copied() {
            let approach = self
                .charge_headings(own, enemy, arc)
                .find_map(|heading| state.field.approach(&declared, (arc, heading), reach).ok());
            let Some(approach) = approach else { continue };
            let gain = self.approach_value(own, enemy, (&approach, weapon, inches))?;
            let heading = approach.heading;
            let action = UnitAction::Charge { weapon, target: enemy.id, arc, heading };
            charges.push(ScoredAction { action, gain });
        }
        Ok(charges)
    }

    /// Returns the value of a charge along `approach` that reaches at most `inches`.
    fn approach_value(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
        (approach, weapon, inches): (&ChargeApproach, u8, u8),
    ) -> Result<f64, EncounterError> {
        let crossed = terrain(&self.view.state.field, &approach.crossings);
        let hindering = [TerrainKeyword::Hindering, TerrainKeyword::HinderingEdge];
        let is_hindered = hindering.into_iter().any(|keyword| crossed.has(keyword));
        let chance = arrival_chance(f64::from(inches), f64::from(approach.needed.thousandths()));
        // hindering terrain keeps the lower of two dice: both must reach (A5.7)
        let arrival = if is_hindered { chance * chance } else { chance };
        let arrived = self.arrived_charge_value([own, enemy], weapon, approach.arc)?;
        let dangerous = [TerrainKeyword::Dangerous, TerrainKeyword::DangerousEdge];
        let has_danger = dangerous.into_iter().any(|keyword| crossed.has(keyword));
        Ok(charge_value(arrival, arrived, own) - self.charge_loss(own, has_danger))
    }

    /// Returns the headings tried for a charge: toward the enemy, toward the aligned position, and
    /// the current one.
    fn charge_headings(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
        arc: TrayArc,
    ) -> impl Iterator<Item = Heading> {
        let target = Tray::new(enemy.size, enemy.pose);
        let place = aligned_pose(&target, arc, own.size, Alignment::Centred).ok();
        let from = own.pose.middle;
        let at_place = place.and_then(|place| Heading::between(from, place.middle));
        let at_enemy = Heading::between(from, enemy.pose.middle);
        [at_enemy, at_place, Some(own.pose.heading)].into_iter().flatten()
    }
}

/// Returns the chance that a charge reaching at most `inches` crosses `gap` thousandths of an inch.
fn arrival_chance(inches: f64, gap: f64) -> f64 {
    // every inch to spare lets one more face of the die suffice
    (((inches - gap / 1_000.0).floor() + 1.0) / 6.0).clamp(0.0, 1.0)
}

/// Returns the value of a charge from its chance of arrival and its value when it arrives.
fn charge_value(arrival: f64, arrived: f64, own: &UnitOnTable) -> f64 {
    arrival * arrived - (1.0 - arrival) * failed_charge_cost(own)
}

/// Estimates the cost of a failed charge: a panic test and a lost activation (A5.6).
const fn failed_charge_cost(own: &UnitOnTable) -> f64 {
    0.5 + own.wound_value
}

const fn shoot(weapon: u8, shift: Option<Shift>, target: UnitId) -> UnitAction {
    UnitAction::Shoot { weapon, shift, target }
}
