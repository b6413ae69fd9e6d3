//! What it is worth to a policy that a unit stands somewhere.

use super::view::{Man, View};
use crate::field::UnitId;
use crate::geometry::{Point, Pose, Tray};
use crate::modes::{Card, Mode};
use crate::play::ROUNDS;
use crate::state::{Objective, TOKEN_RADIUS};

/// The highest charge die, in 1/1000" (A5.2).
const DIE: i32 = 6_000;

/// Where somebody lies, seen from somebody: in front, beside or behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sector {
    Front,
    Flank,
    Rear,
}

/// In which sector of a pose a place lies, by diagonals.
pub(super) fn sector(pose: Pose, at: Point) -> Sector {
    let [ahead, right] = pose.heading.ahead_and_right(pose.middle, at);
    match (ahead, right) {
        (ahead, right) if ahead >= right.abs() => Sector::Front,
        (ahead, right) if -ahead >= right.abs() => Sector::Rear,
        _ => Sector::Flank,
    }
}

/// How far two places lie apart, in 1/1000".
pub(super) fn distance(one: Point, other: Point) -> f64 {
    let (x, y) = (f64::from(one.x() - other.x()), f64::from(one.y() - other.y()));
    (x * x + y * y).sqrt()
}

/// The chance that a charge over a gap arrives, on open ground.
fn arrives(speed: i32, gap: f64) -> f64 {
    ((f64::from(speed + DIE) - gap) / 1_000.0 / 6.0 + 1.0 / 6.0).clamp(0.0, 1.0)
}

/// Roughly the gap between two trays that face each other.
fn gap(from: Point, own: &Man, other: &Man) -> f64 {
    distance(from, other.pose.middle) - f64::from(own.size.depth() + other.size.depth()) / 2.0
}

/// How much worse a charge on flank or rear is.
const fn bonus(sector: Sector) -> f64 {
    match sector {
        Sector::Front => 1.0,
        Sector::Flank => 1.35,
        Sector::Rear => 1.7,
    }
}

impl View<'_> {
    /// What it is worth that an own unit, by its place among them, stands there and is not engaged.
    pub fn stands(&self, number: usize, pose: Pose) -> f64 {
        let Some(own) = self.own.get(number) else { return 0.0 };
        self.objectives(own, pose) + self.fights_to_come(number, own, pose)
    }

    /// What enemies may do to it, and it to them, from there.
    fn fights_to_come(&self, number: usize, own: &Man, pose: Pose) -> f64 {
        let weights = self.policy.weights;
        let mut sum = 0.0;
        for (place, enemy) in self.enemies.iter().enumerate() {
            let at = number * self.enemies.len() + place;
            let gap = gap(pose.middle, own, enemy);
            if !enemy.engaged && sector(enemy.pose, pose.middle) == Sector::Front {
                let side = sector(pose, enemy.pose.middle);
                let weight =
                    if side == Sector::Front { weights.threat } else { weights.flank_threat };
                let danger = self.danger.get(at).copied().unwrap_or_default();
                let later = if enemy.activated { 0.6 } else { 1.0 };
                sum -= weight * later * danger * bonus(side) * arrives(enemy.speed, gap);
            }
            if own.melee.is_some() && sector(pose, enemy.pose.middle) == Sector::Front {
                let power = self.power.get(at).copied().unwrap_or_default();
                let side = bonus(sector(enemy.pose, pose.middle));
                sum += weights.reach * power * side * arrives(own.speed, gap);
            }
            // who shoots stays in range
            if let Some((_, range)) = own.ranged
                && gap < f64::from(range)
                && sector(pose, enemy.pose.middle) == Sector::Front
            {
                sum += weights.reach * enemy.wound;
            }
        }
        sum - self.march_on(pose)
    }

    /// Without objectives armies seek each other: a little for each inch nearer.
    fn march_on(&self, pose: Pose) -> f64 {
        let nearest = self.enemies.iter().map(|enemy| distance(pose.middle, enemy.pose.middle));
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        let weight = if self.seen.battle.mode == Mode::FireAndBlood { 0.08 } else { 0.02 };
        if nearest.is_finite() { weight * nearest / 1_000.0 } else { 0.0 }
    }

    /// Points of an objective to own units.
    pub fn worth(&self, objective: &Objective, by: &Man) -> f64 {
        let mode = self.seen.battle.mode;
        let commands = by.commander && !matches!(mode, Mode::AGameOfThrones(_));
        let centre = objective.card == Card::Centre;
        1.0 + f64::from(u8::from(commands)) + 0.6 * f64::from(u8::from(centre))
    }

    /// What objectives are worth to a unit that stands there.
    fn objectives(&self, own: &Man, pose: Pose) -> f64 {
        if self.seen.state.round > ROUNDS {
            return 0.0;
        }
        let carried = self.seen.battle.mode.is_carried();
        if carried && let Some(number) = self.seen.state.carried_by(own.id) {
            return self.carries(own, number, pose);
        }
        let tray = Tray::new(own.size, pose);
        let mut best: f64 = 0.0;
        for (number, objective) in self.seen.state.objectives.iter().enumerate() {
            let has = if carried {
                objective.holder.is_none() && tray.shape().is_within_of(objective.at, TOKEN_RADIUS)
            } else {
                tray.shape().covers(objective.at, TOKEN_RADIUS)
            };
            let worth = self.worth(objective, own);
            if has {
                best = best.max(self.policy.weights.objective * worth);
            } else if self.is_open_to(own, number, objective) {
                let away = distance(pose.middle, objective.at);
                let moves = 1.0 + away / f64::from(own.speed.max(1_000));
                best = best.max(self.policy.weights.centre * 0.5 * worth / moves);
            }
        }
        best
    }

    /// Whether a unit should go for an objective: no friend has it or is nearer to it with nothing
    /// better to do.
    fn is_open_to(&self, own: &Man, number: usize, objective: &Objective) -> bool {
        let friend = |unit: UnitId| self.own.iter().any(|man| man.id == unit);
        match self.held.get(number).copied().flatten() {
            Some(unit) if unit == own.id => true,
            Some(unit) if friend(unit) => false,
            _ => {
                let from = |man: &Man| distance(man.pose.middle, objective.at);
                let own_way = from(own);
                let nearer = |man: &&Man| man.id != own.id && from(man) < own_way;
                let is_free = |man: &&Man| !man.engaged && !self.held.contains(&Some(man.id));
                !self.own.iter().filter(is_free).any(|man| nearer(&man))
            }
        }
    }

    /// What it is worth to carry an objective to a place.
    fn carries(&self, own: &Man, number: usize, pose: Pose) -> f64 {
        let Some(objective) = self.seen.state.objectives.get(number) else { return 0.0 };
        let value = self.policy.weights.objective * self.worth(objective, own);
        let Some(pile) = objective.pile else { return value };
        let piles = self.seen.state.field.pieces();
        let tray = Tray::new(own.size, pose);
        let touches = piles.get(usize::from(pile)).is_some_and(|pile| {
            tray.shape().overlaps(pile.shape()) || tray.shape().touches(pile.shape())
        });
        if touches { value } else { 0.0 }
    }
}
