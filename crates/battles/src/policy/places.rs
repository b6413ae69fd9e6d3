//! Places a policy thinks of for a unit that moves.

use super::Kind;
use super::value::{Sector, sector};
use super::view::{Man, View};
use crate::choice::Action;
use crate::geometry::{Direction, Heading, Length, Point, Pose};

/// A move with where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub action: Action,
    pub pose: Pose,
}

/// So many thousandths of an inch; none is below 0.
fn length(thousandths: f64) -> Length {
    Length::new((thousandths.max(0.0)) as i64).unwrap_or_default()
}

impl View<'_> {
    /// Moves of a unit that is not engaged: toward objectives and enemies, around them, and away.
    pub fn steps(&self, own: &Man) -> Vec<Step> {
        let mut steps = Vec::with_capacity(64);
        let rough = self.starts_rough(own);
        let speed = f64::from(own.speed - rough).max(0.0);
        for goal in self.goals(own) {
            self.toward(own, goal, speed, &mut steps);
        }
        self.fan(own, speed, &mut steps);
        self.marches(own, 2.0 * f64::from(own.speed) - f64::from(rough), &mut steps);
        self.turns(own, &mut steps);
        steps
    }

    /// What rough ground takes from a move that begins in it (A10.10).
    fn starts_rough(&self, own: &Man) -> i32 {
        let tray = crate::geometry::Tray::new(own.size, own.pose);
        let rough = |piece: &&crate::terrain::Piece| piece.is(crate::terrain::Keyword::Rough);
        let mut pieces = self.seen.state.field.pieces().iter().filter(rough);
        if pieces.any(|piece| piece.shape().overlaps(tray.shape())) { 1_000 } else { 0 }
    }

    /// Places to go to: objectives, and for `greedy` behind enemies and within range of them.
    fn goals(&self, own: &Man) -> Vec<Point> {
        let mut goals: Vec<Point> =
            self.seen.state.objectives.iter().map(|objective| objective.at).collect();
        let enemies = self.enemies.iter();
        goals.extend(enemies.clone().map(|enemy| enemy.pose.middle));
        if self.policy.kind != Kind::Quick {
            for enemy in enemies {
                for to in [Direction::Left, Direction::Right, Direction::Backward] {
                    let beside = enemy.pose.moved(to, Length::inches(7));
                    goals.extend(beside.map(|pose| pose.middle));
                }
            }
        }
        goals.retain(|goal| *goal != own.pose.middle);
        goals
    }

    /// As far as it gets toward a goal, facing on or the nearest enemy.
    fn toward(&self, own: &Man, goal: Point, speed: f64, steps: &mut Vec<Step>) {
        let Some(first) = Heading::to(own.pose.middle, goal) else { return };
        let away = super::value::distance(own.pose.middle, goal);
        self.step(own, first, length(away.min(speed)), steps);
    }

    /// A move with its facings at the end.
    fn step(&self, own: &Man, first: Heading, ahead: Length, steps: &mut Vec<Step>) {
        let turned = own.pose.facing(first);
        let Ok(moved) = turned.moved(Direction::Forward, ahead) else { return };
        let mut facings = [Some(first), None, None];
        facings[1] = self.nearest(moved.middle);
        if self.policy.kind != Kind::Quick {
            facings[2] = Some(Heading::NORTH);
        }
        let mut taken: Vec<Heading> = Vec::with_capacity(3);
        for then in facings.into_iter().flatten() {
            if !taken.contains(&then) {
                taken.push(then);
                let action = Action::Manoeuvre { first, ahead, then };
                steps.push(Step { action, pose: moved.facing(then) });
            }
        }
    }

    /// Toward the nearest enemy.
    pub fn nearest(&self, from: Point) -> Option<Heading> {
        let far = |enemy: &&Man| super::value::distance(from, enemy.pose.middle);
        let nearest = self.enemies.iter().min_by(|one, other| far(one).total_cmp(&far(other)))?;
        Heading::to(from, nearest.pose.middle)
    }

    /// Moves to all sides.
    fn fan(&self, own: &Man, speed: f64, steps: &mut Vec<Step>) {
        let (count, lengths): (u16, &[f64]) = match self.policy.kind {
            Kind::Quick => (4, &[1.0]),
            _ => (8, &[0.5, 1.0]),
        };
        for part in 0..count {
            let tenths = i64::from(3_600 / count * part);
            let turned = Heading::new(tenths).map(|by| own.pose.heading.turned(by));
            let Ok(first) = turned else { continue };
            for share in lengths {
                self.step(own, first, length(share * speed), steps);
            }
        }
    }

    /// Marches ahead: all the way, half of it, and up to objectives.
    fn marches(&self, own: &Man, most: f64, steps: &mut Vec<Step>) {
        if crate::modes::is_slow(&self.seen.state, self.seen.battle, own.id) {
            return;
        }
        let mut ways = vec![most, 0.75 * most, 0.5 * most];
        for objective in &self.seen.state.objectives {
            if sector(own.pose, objective.at) == Sector::Front {
                let [ahead, _] = own.pose.heading.ahead_and_right(own.pose.middle, objective.at);
                ways.push(most.min(ahead as f64));
            }
        }
        for way in ways {
            let ahead = length(way);
            let Ok(moved) = own.pose.moved(Direction::Forward, ahead) else { continue };
            let facings = [Some(own.pose.heading), self.nearest(moved.middle)];
            for then in facings.into_iter().flatten() {
                let action = Action::March { ahead, then };
                steps.push(Step { action, pose: moved.facing(then) });
            }
        }
    }

    /// Pivots on the spot.
    fn turns(&self, own: &Man, steps: &mut Vec<Step>) {
        if let Some(then) = self.nearest(own.pose.middle) {
            let action = Action::Manoeuvre { first: then, ahead: Length::ZERO, then };
            steps.push(Step { action, pose: own.pose.facing(then) });
        }
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, own: &Man, action: Action) -> bool {
        let field = &self.seen.state.field;
        let speed = self.seen.state.speed(self.seen.battle, own.id);
        match action {
            Action::Manoeuvre { first, ahead, then } => {
                let steps = crate::field::Manoeuvre { first, ahead, then };
                field.manoeuvre(own.id, steps, speed).is_ok()
            }
            Action::March { ahead, then } => field.march(own.id, ahead, then, speed).is_ok(),
            Action::Retreat(way) => {
                let allowed = speed.plus(Length::inches(6));
                field.retreat(own.id, (way.direction, way.by), way.then, allowed).is_ok()
            }
            // these are looked at where they are thought of
            _ => true,
        }
    }
}
