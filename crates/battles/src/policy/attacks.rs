//! Attacks, charges and retreats a policy thinks of, with what they are worth on average.

use super::PolicyKind;
use super::context::{PolicyContext, UnitOnTable};
use super::estimates::distance;
use crate::choice::{RetreatPath, Shift, UnitAction};
use crate::field::{ChargeApproach, UnitId};
use crate::geometry::{Alignment, Direction, Heading, Length, Tray, TrayArc, aligned_pose};
use crate::outcomes::EncounterError;
use crate::play::terrain;
use smallvec::SmallVec;
use warodds_games::asoiaf::TerrainKeyword;

/// An action with what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredAction {
    pub action: UnitAction,
    pub gain: f64,
}

/// How far a retreat goes beside the speed on average, in 1/1000": the die with all but one chance
/// in six.
const RETREAT: Length = Length::inches(2);
/// How many inches farther than others a unit may charge by abilities, as far as anybody looks.
const FARTHER: f64 = 3.0;

impl PolicyContext<'_> {
    /// Attacks of an engaged unit on each of its enemies.
    pub(super) fn melees(&self, own: &UnitOnTable) -> Result<Vec<ScoredAction>, EncounterError> {
        let mut all = Vec::new();
        for target in self.seen.state.field.engaged_with(own.id) {
            let Some(enemy) = self.combatant(target) else { continue };
            let Some(weapon) = self.melee_weapon([own, enemy])? else { continue };
            let meeting =
                self.seen.state.melee_encounter(self.seen.battle, [own.id, target], weapon);
            let Ok(meeting) = meeting else { continue };
            let gain = self.gain([own, enemy], &meeting)?;
            all.push(ScoredAction {
                action: UnitAction::Melee { weapon, realign: None, target },
                gain,
            });
        }
        Ok(all)
    }

    /// Ranged attacks from where a unit stands; for those who look closer after a shift, where
    /// nobody is in range without.
    pub(super) fn shots(&self, own: &UnitOnTable) -> Result<Vec<ScoredAction>, EncounterError> {
        let mut all = Vec::new();
        if own.range.is_none() {
            return Ok(all);
        }
        for enemy in &self.enemies {
            // the trays reach towards each other
            let least = distance(own.pose.middle, enemy.pose.middle) - 9_000.0;
            let Some((weapon, range)) = self.ranged_weapon([own, enemy], least)? else { continue };
            let shot = (weapon, Length::new(range.into()).unwrap_or_default());
            let units = [own.id, enemy.id];
            if let Ok(meeting) = self.seen.state.ranged_encounter(self.seen.battle, units, shot) {
                let mut gain = self.gain([own, enemy], &meeting)?;
                gain -= self.friends_in_the_way(enemy.id);
                all.push(ScoredAction { action: shoot(weapon, None, enemy.id), gain });
            } else if self.policy.kind != PolicyKind::Quick {
                all.extend(self.shifted_shot(own, enemy, shot)?);
            }
        }
        Ok(all)
    }

    /// What friends in contact with a target may lose by their panic tests (A6.14).
    fn friends_in_the_way(&self, target: UnitId) -> f64 {
        let engaged = self.seen.state.field.engaged_with(target);
        let friends =
            engaged.filter_map(|friend| self.own.iter().find(|combatant| combatant.id == friend));
        // about a wound each: a third of tests fail and cost three
        friends.map(|combatant| combatant.wound).sum()
    }

    /// A shot after a shift of 2" ahead or to a side.
    fn shifted_shot(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
        (weapon, range): (u8, Length),
    ) -> Result<Option<ScoredAction>, EncounterError> {
        let by = Length::inches(2);
        for direction in [Direction::Forward, Direction::Left, Direction::Right] {
            let field = &self.seen.state.field;
            let Ok(walk) = field.shift(own.id, direction, by, by) else { continue };
            let mut shifted = self.seen.state.clone().into_owned();
            if shifted.field.move_unit(own.id, walk.pose).is_err() {
                continue;
            }
            let units = [own.id, enemy.id];
            let Ok(meeting) = shifted.ranged_encounter(self.seen.battle, units, (weapon, range))
            else {
                continue;
            };
            let gain = self.gain([own, enemy], &meeting)?;
            let gain = gain - self.friends_in_the_way(enemy.id);
            let shift = Some(Shift { direction, by });
            return Ok(Some(ScoredAction { action: shoot(weapon, shift, enemy.id), gain }));
        }
        Ok(None)
    }

    /// Enemies that are so near that a unit may be able to charge them, with what that is worth at
    /// most: whether they are in sight, and where it arrives, takes longer to be told.
    pub(super) fn chargeable(
        &self,
        own: &UnitOnTable,
    ) -> Result<SmallVec<[(UnitId, f64); 16]>, EncounterError> {
        let mut all = SmallVec::new();
        for enemy in &self.enemies {
            let Some(weapon) = self.melee_weapon([own, enemy])? else { continue };
            if let Some(most) = self.most_of_charge(own, enemy, weapon)? {
                all.push((enemy.id, most));
            }
        }
        Ok(all)
    }

    /// What a charge is worth at most: that it arrives as likely as it may over the least gap there
    /// can be, whichever way both stand, or that it fails. None where it cannot be declared (A5.1).
    fn most_of_charge(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
        weapon: u8,
    ) -> Result<Option<f64>, EncounterError> {
        let more = if own.changes_charges || enemy.changes_charges { FARTHER } else { 0.0 };
        let gap = distance(own.pose.middle, enemy.pose.middle)
            - (own.half_diagonal + enemy.half_diagonal);
        let arrives = arrives(own.charge + more, gap.max(0.0));
        if arrives <= 0.0 {
            return Ok(None);
        }
        let [tray, other] = [own, enemy].map(|combatant| Tray::new(combatant.size, combatant.pose));
        let Ok(arcs) = other.arcs_holding_most(&tray) else { return Ok(None) };
        let mut most = -failing(own);
        for arc in arcs.iter() {
            most = most.max(weigh(arrives, self.contact([own, enemy], weapon, arc)?, own));
        }
        Ok(Some(most))
    }

    /// Charges on an enemy in sight and reach: one for each arc in which it can be met.
    pub(super) fn charges(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
    ) -> Result<Vec<ScoredAction>, EncounterError> {
        let (state, units) = (&self.seen.state, [own.id, enemy.id]);
        let Some(weapon) = self.melee_weapon([own, enemy])? else { return Ok(Vec::new()) };
        let farthest = state.charge_reach_encounter(self.seen.battle, units, weapon);
        let inches = self.seen.outcomes.get(&farthest)?.longest_charge();
        let reach = Length::inches(inches);
        let Ok(declared) = state.field.declare_charge(own.id, enemy.id, reach) else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for arc in declared.arcs.iter().copied() {
            let mut runs = self.runs(own, enemy, arc);
            let approach = runs
                .find_map(|heading| state.field.approach(&declared, (arc, heading), reach).ok());
            let Some(approach) = approach else { continue };
            let gain = self.charge(own, enemy, (&approach, weapon, inches))?;
            let heading = approach.heading;
            let action = UnitAction::Charge { weapon, target: enemy.id, arc, heading };
            all.push(ScoredAction { action, gain });
        }
        Ok(all)
    }

    /// What a charge is worth, whose longest way is so many inches.
    fn charge(
        &self,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
        (approach, weapon, inches): (&ChargeApproach, u8, u8),
    ) -> Result<f64, EncounterError> {
        let met = terrain(&self.seen.state.field, &approach.crossings);
        let hindering = [TerrainKeyword::Hindering, TerrainKeyword::HinderingEdge];
        let two_dice = hindering.into_iter().any(|keyword| met.has(keyword));
        let one = arrives(f64::from(inches), f64::from(approach.needed.thousandths()));
        let arrives = if two_dice { one * one } else { one };
        Ok(weigh(arrives, self.contact([own, enemy], weapon, approach.arc)?, own))
    }

    /// Headings for a charge: at the enemy, at the place in front of its side, or as it faces.
    fn runs(
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

    /// Ways out of contact.
    pub(super) fn retreats(&self, own: &UnitOnTable) -> impl Iterator<Item = UnitAction> {
        let speed = Length::new(own.speed.into()).unwrap_or_default();
        let (by, then) = (speed.saturating_add(RETREAT), own.pose.heading);
        let ways = [Direction::Backward, Direction::Left, Direction::Right];
        ways.into_iter()
            .map(move |direction| UnitAction::Retreat(RetreatPath { direction, by, then }))
    }
}

/// The chance that a charge crosses a gap (in 1/1000"), whose longest way is so many inches.
fn arrives(inches: f64, gap: f64) -> f64 {
    // each inch more that is there lets another face of the die do
    (((inches - gap / 1_000.0).floor() + 1.0) / 6.0).clamp(0.0, 1.0)
}

/// What a charge is worth that arrives with this chance, by what it is worth when it does.
fn weigh(arrives: f64, gain: f64, own: &UnitOnTable) -> f64 {
    arrives * gain - (1.0 - arrives) * failing(own)
}

/// What a charge that fails costs: a panic test, and a turn.
const fn failing(own: &UnitOnTable) -> f64 {
    0.5 + own.wound
}

const fn shoot(weapon: u8, shift: Option<Shift>, target: UnitId) -> UnitAction {
    UnitAction::Shoot { weapon, shift, target }
}
