//! Attacks, charges and retreats a policy thinks of, with what they are worth on average.

use super::Kind;
use super::view::{Man, View};
use crate::choice::{Action, Shift, Way};
use crate::field::UnitId;
use crate::geometry::{Arc, Direction, Heading, Length, Placing, Tray, aligned};
use crate::outcomes::MeetingError;

/// An action with what it is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighed {
    pub action: Action,
    pub gain: f64,
}

/// How far a retreat goes beside the speed on average, in 1/1000": the die with all but one chance
/// in six.
const RETREAT: Length = Length::inches(2);

impl View<'_> {
    /// Attacks of an engaged unit on each of its enemies.
    pub fn melees(&self, own: &Man) -> Result<Vec<Weighed>, MeetingError> {
        let Some(weapon) = own.melee else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for target in self.seen.state.field.engaged_with(own.id) {
            let Some(enemy) = self.man(target) else { continue };
            let meeting = self.seen.state.melee(self.seen.battle, [own.id, target], weapon);
            let Ok(meeting) = meeting else { continue };
            let gain = self.gain([own, enemy], &self.outlook(&meeting)?);
            all.push(Weighed { action: Action::Melee { weapon, realign: None, target }, gain });
        }
        Ok(all)
    }

    /// Ranged attacks from where a unit stands; for those who look closer after a shift, where
    /// nobody is in range without.
    pub fn shots(&self, own: &Man) -> Result<Vec<Weighed>, MeetingError> {
        let Some((weapon, range)) = own.ranged else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for enemy in &self.enemies {
            let near = super::value::distance(own.pose.middle, enemy.pose.middle);
            if near > f64::from(range) + 9_000.0 {
                continue;
            }
            let shot = (weapon, Length::new(range.into()).unwrap_or_default());
            let units = [own.id, enemy.id];
            if let Ok(meeting) = self.seen.state.shot(self.seen.battle, units, shot) {
                let mut gain = self.gain([own, enemy], &self.outlook(&meeting)?);
                gain -= self.friends_in_the_way(enemy.id);
                all.push(Weighed { action: shoot(weapon, None, enemy.id), gain });
            } else if self.policy.kind != Kind::Quick {
                all.extend(self.shifted_shot(own, enemy, shot)?);
            }
        }
        Ok(all)
    }

    /// What friends in contact with a target may lose by their panic tests (A6.14).
    fn friends_in_the_way(&self, target: UnitId) -> f64 {
        let engaged = self.seen.state.field.engaged_with(target);
        let friends = engaged.filter_map(|friend| self.own.iter().find(|man| man.id == friend));
        // about a wound each: a third of tests fail and cost three
        friends.map(|man| man.wound).sum()
    }

    /// A shot after a shift of 2" ahead or to a side.
    fn shifted_shot(
        &self,
        own: &Man,
        enemy: &Man,
        (weapon, range): (u8, Length),
    ) -> Result<Option<Weighed>, MeetingError> {
        let by = Length::inches(2);
        for direction in [Direction::Forward, Direction::Left, Direction::Right] {
            let field = &self.seen.state.field;
            let Ok(walk) = field.shift(own.id, direction, by, by) else { continue };
            let mut shifted = self.seen.state.clone().into_owned();
            if shifted.field.put(own.id, walk.pose).is_err() {
                continue;
            }
            let units = [own.id, enemy.id];
            let Ok(meeting) = shifted.shot(self.seen.battle, units, (weapon, range)) else {
                continue;
            };
            let gain = self.gain([own, enemy], &self.outlook(&meeting)?);
            let gain = gain - self.friends_in_the_way(enemy.id);
            let shift = Some(Shift { direction, by });
            return Ok(Some(Weighed { action: shoot(weapon, shift, enemy.id), gain }));
        }
        Ok(None)
    }

    /// Charges on each enemy in sight and reach.
    pub fn charges(&self, own: &Man) -> Result<Vec<Weighed>, MeetingError> {
        let Some(weapon) = own.melee else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for enemy in &self.enemies {
            let near = super::value::distance(own.pose.middle, enemy.pose.middle);
            // more than any charge and two trays
            if near < f64::from(own.speed) + 16_000.0 {
                self.charges_on(own, enemy, weapon, &mut all)?;
            }
        }
        Ok(all)
    }

    fn charges_on(
        &self,
        own: &Man,
        enemy: &Man,
        weapon: u8,
        all: &mut Vec<Weighed>,
    ) -> Result<(), MeetingError> {
        let (state, units) = (&self.seen.state, [own.id, enemy.id]);
        let longest = state.longest_charge(self.seen.battle, units, weapon);
        let reach = Length::inches(self.seen.outcomes.of(&longest)?.longest());
        let Ok(declared) = state.field.declare(own.id, enemy.id, reach) else { return Ok(()) };
        for arc in declared.arcs.iter().copied() {
            for heading in self.runs(own, enemy, arc) {
                let Ok(approach) = state.field.approach(&declared, (arc, heading), reach) else {
                    continue;
                };
                let meeting = state.charge(self.seen.battle, &approach, weapon);
                let outlook = self.outlook(&meeting)?;
                let action = Action::Charge { weapon, target: enemy.id, arc, heading };
                let gain = self.gain([own, enemy], &outlook) - 0.5 * (1.0 - outlook.arrives);
                all.push(Weighed { action, gain });
                break;
            }
        }
        Ok(())
    }

    /// Headings for a charge: at the enemy, at the place in front of its side, or as it faces.
    fn runs(&self, own: &Man, enemy: &Man, arc: Arc) -> Vec<Heading> {
        let target = Tray::new(enemy.size, enemy.pose);
        let place = aligned(&target, arc, own.size, Placing::Centred).ok();
        let from = own.pose.middle;
        let at_place = place.and_then(|place| Heading::to(from, place.middle));
        let at_enemy = Heading::to(from, enemy.pose.middle);
        let all = [at_enemy, at_place, Some(own.pose.heading)];
        all.into_iter().flatten().collect()
    }

    /// Ways out of contact.
    pub fn retreats(&self, own: &Man) -> Vec<(Action, Way)> {
        let speed = Length::new(own.speed.into()).unwrap_or_default();
        let by = speed.plus(RETREAT);
        let mut all = Vec::new();
        for direction in [Direction::Backward, Direction::Left, Direction::Right] {
            let way = Way { direction, by, then: own.pose.heading };
            all.push((Action::Retreat(way), way));
        }
        all
    }
}

const fn shoot(weapon: u8, shift: Option<Shift>, target: UnitId) -> Action {
    Action::Shoot { weapon, shift, target }
}
