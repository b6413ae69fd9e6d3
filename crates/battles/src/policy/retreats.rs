//! Candidate retreats (A6.12) with their values, in points of army cost.
//!
//! A unit that stays suffers the next attack of each enemy in contact. One that retreats suffers a
//! charge of it, if the charge arrives; an enemy that other units hold stays with them. What the
//! retreat saves, times the weight `retreat`, and what the new position is worth more count for it.
//! The attack that the unit gives up counts for itself, as it is another candidate.

use super::attacks::ScoredAction;
use super::context::{PolicyContext, UnitOnTable};
use super::estimates::{arrival_chance, distance};
use super::position::PositionEvaluator;
use crate::choice::{RetreatPath, UnitAction};
use crate::geometry::{Direction, Length, Pose, TrayArc};
use crate::outcomes::EncounterError;
use smallvec::SmallVec;

/// Distance of a candidate retreat beyond the speed: the roll reaches it five times of six.
const RETREAT_BONUS: Length = Length::inches(2);
/// Value of a retreat that cannot save more than the best attack earns.
const POOR: f64 = -1.0;
/// The share of an attack that an enemy makes only in the next round.
const NEXT_ROUND: f64 = 0.6;

/// An enemy in contact with a unit.
#[derive(Clone, Copy, Debug)]
struct ContactThreat<'a> {
    enemy: &'a UnitOnTable,
    /// What its next attack costs the unit if it stays.
    melee: f64,
    /// What a charge that arrives costs it; 0 if the enemy stays engaged with another unit.
    charge: f64,
}

impl PolicyContext<'_> {
    /// Lists the retreats of an engaged unit whose best attack is worth `attack`.
    pub(super) fn retreats(
        &self,
        own: &UnitOnTable,
        attack: f64,
    ) -> Result<SmallVec<[ScoredAction; 3]>, EncounterError> {
        let weight = self.policy.weights.retreat;
        let threats = self.contact_threats(own)?;
        let saved: f64 = threats.iter().map(|threat| threat.melee).sum();
        let is_poor = weight * saved <= (1.0 + NEXT_ROUND) * attack;
        let evaluator = if is_poor { None } else { Some(PositionEvaluator::new(self, own)?) };
        let speed = Length::new(own.speed.into()).unwrap_or_default();
        let by = speed.saturating_add(RETREAT_BONUS);
        let retreat = |direction| {
            let path = RetreatPath { direction, by, then: own.pose.heading };
            let end = own.pose.moved(direction, by).unwrap_or(own.pose);
            let gain = evaluator.as_ref().map_or(POOR, |evaluator| {
                let saved: f64 = threats.iter().map(|threat| threat.saved(own, end)).sum();
                weight * saved - NEXT_ROUND * attack + evaluator.value_at(end)
                    - evaluator.value_at(own.pose)
            });
            ScoredAction { action: UnitAction::Retreat(path), gain }
        };
        let directions = [Direction::Backward, Direction::Left, Direction::Right];
        Ok(directions.into_iter().map(retreat).collect())
    }

    fn contact_threats(
        &self,
        own: &UnitOnTable,
    ) -> Result<SmallVec<[ContactThreat<'_>; 2]>, EncounterError> {
        let state = &self.view.state;
        let mut threats = SmallVec::new();
        for enemy in state.field.engaged_with(own.id) {
            let Some(enemy) = self.unit(enemy) else { continue };
            let units = [enemy, own];
            let Some(weapon) = self.best_melee_weapon(units)? else { continue };
            let melee = state.melee_encounter(self.view.battle, [enemy.id, own.id], weapon);
            let melee = melee.map_or(Ok(0.0), |spec| self.attack_value(units, &spec))?;
            let is_held = state.field.engaged_with(enemy.id).any(|other| other != own.id);
            let charge = if is_held {
                0.0
            } else {
                self.arrived_charge_value(units, weapon, TrayArc::Front)?
            };
            let delay = if enemy.activated { NEXT_ROUND } else { 1.0 };
            let [melee, charge] = [melee, charge].map(|loss| delay * loss.max(0.0));
            threats.push(ContactThreat { enemy, melee, charge });
        }
        Ok(threats)
    }
}

impl ContactThreat<'_> {
    /// Returns what a retreat to `end` saves; negative if the enemy charges all the better.
    fn saved(&self, own: &UnitOnTable, end: Pose) -> f64 {
        let half_depths = f64::from(own.size.depth() + self.enemy.size.depth()) / 2.0;
        let gap = distance(end.middle, self.enemy.pose.middle) - half_depths;
        self.melee - self.charge * arrival_chance(self.enemy.speed, gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Mode;
    use crate::field::UnitId;
    use crate::geometry::{Heading, Point};
    use crate::play::tests::{battle, point, state};
    use crate::policy::context::unit_on_table;
    use crate::policy::tests::view;

    /// Trays are 4.8" deep: 14.8" between the middles of two that face each other are a gap of 10".
    /// A charge of speed 5 crosses 10" with 5 and 6, and as chances go between inches with 2 of 6.
    #[test]
    fn a_retreat_saves_an_attack_and_suffers_charges_that_arrive() {
        let battle = battle(Mode::AClashOfKings);
        let state = state(&battle, &[(1, 0, 0), (4, 0, 10_000)], &[]);
        let outcomes = battle.outcome_cache();
        let view = view(&battle, &outcomes, &state);
        let [own, enemy] = [1, 4].map(|unit| unit_on_table(&view, UnitId(unit)).unwrap());
        let threat = ContactThreat { enemy: &enemy, melee: 2.0, charge: 3.0 };
        let at = |middle: Point| Pose { middle, heading: Heading::NORTH };
        let saved = |y: i64| threat.saved(&own, at(point(0, y)));
        assert!((saved(10_000 - 14_800) - (2.0 - 3.0 * 2.0 / 6.0)).abs() < 1e-9);
        assert!((saved(10_000 - 16_800) - 2.0).abs() < 1e-9, "no charge crosses 12\"");
        assert!((saved(10_000 - 10_800) - (2.0 - 3.0)).abs() < 1e-9, "6\" any roll crosses");
    }
}
