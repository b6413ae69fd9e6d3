//! Places a policy thinks of for a unit that moves.

use super::PolicyKind;
use super::context::{PolicyContext, UnitOnTable};
use super::estimates::{Sector, distance, sector, squared};
use super::position::PositionEvaluator;
use crate::choice::UnitAction;
use crate::geometry::{Direction, Heading, Length, Point, Tray};
use crate::terrain::{Keyword, TerrainPiece};
use smallvec::SmallVec;

/// A move with where it ends, and what that is worth beside staying.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub action: UnitAction,
    pub gain: f64,
}

/// Manoeuvres whose ends are nearer to each other than this, in 1/1000", are as good as one.
const NEAR: i32 = 250;

/// So many thousandths of an inch; none is below 0.
fn length(thousandths: f64) -> Length {
    Length::new((thousandths.max(0.0)) as i64).unwrap_or_default()
}

/// Moves of a unit as they are thought of.
struct MoveGenerator<'p, 'v, 'a> {
    prospects: &'p PositionEvaluator<'v, 'a>,
    own: &'v UnitOnTable,
    view: &'v PolicyContext<'a>,
    /// What it is worth to stay.
    here: f64,
    /// Half of the table, less what a tray needs at the edge whichever way it faces.
    within: [i32; 2],
    /// Where manoeuvres end that were thought of.
    ends: SmallVec<[Point; 64]>,
    all: Vec<ScoredMove>,
}

impl PositionEvaluator<'_, '_> {
    /// Moves of a unit that is not engaged: toward objectives and enemies, around them, and away.
    pub(super) fn steps(&self, here: f64) -> Vec<ScoredMove> {
        let (own, view, table) = (self.own, self.view, self.view.seen.battle.table);
        let least = own.size.width().min(own.size.depth());
        let within = [table.width(), table.depth()].map(|side| (side - least) / 2 + 10);
        let room = if view.policy.kind == PolicyKind::Quick { 16 } else { 64 };
        let all = Vec::with_capacity(room);
        let mut steps =
            MoveGenerator { prospects: self, own, view, here, within, ends: SmallVec::new(), all };
        let rough = steps.starts_rough();
        let speed = f64::from(own.speed - rough).max(0.0);
        steps.toward_goals(speed);
        steps.fan(speed);
        steps.marches(2.0 * f64::from(own.speed) - f64::from(rough));
        steps.turn();
        steps.all
    }
}

impl MoveGenerator<'_, '_, '_> {
    /// Whether few moves are thought of.
    fn is_quick(&self) -> bool {
        self.view.policy.kind == PolicyKind::Quick
    }

    /// What rough ground takes from a move that begins in it (A10.10).
    fn starts_rough(&self) -> i32 {
        let tray = Tray::new(self.own.size, self.own.pose);
        let rough = |piece: &&TerrainPiece| piece.is(Keyword::Rough);
        let mut pieces = self.view.seen.state.field.pieces().iter().filter(rough);
        if pieces.any(|piece| piece.shape().overlaps(tray.shape())) { 1_000 } else { 0 }
    }

    /// Moves to places worth going to: objectives, enemies, and beside and behind them. `quick`
    /// thinks of the objectives that the unit should go for, and of the nearest enemy.
    fn toward_goals(&mut self, speed: f64) {
        let view = self.view;
        if self.is_quick() {
            let nearest = view.nearest(self.own.pose.middle).map(|enemy| enemy.pose.middle);
            for goal in self.prospects.goals().chain(nearest) {
                self.toward(goal, speed);
            }
            return;
        }
        for objective in &view.seen.state.objectives {
            self.toward(objective.at, speed);
        }
        for enemy in &view.enemies {
            self.toward(enemy.pose.middle, speed);
            for to in [Direction::Left, Direction::Right, Direction::Backward] {
                if let Ok(beside) = enemy.pose.moved(to, Length::inches(7)) {
                    self.toward(beside.middle, speed);
                }
            }
        }
    }

    /// As far as it gets toward a goal, facing on or the nearest enemy.
    fn toward(&mut self, goal: Point, speed: f64) {
        let Some(first) = Heading::between(self.own.pose.middle, goal) else { return };
        let away = distance(self.own.pose.middle, goal);
        self.step(first, length(away.min(speed)));
    }

    /// A move with its facings at the end.
    fn step(&mut self, first: Heading, ahead: Length) {
        let turned = self.own.pose.facing(first);
        let Ok(moved) = turned.moved(Direction::Forward, ahead) else { return };
        let end = moved.middle;
        let is_near = |other: &Point| {
            (end.x() - other.x()).abs() < NEAR && (end.y() - other.y()).abs() < NEAR
        };
        if self.ends.iter().any(is_near) {
            return;
        }
        self.ends.push(end);
        let also = (!self.is_quick()).then_some(Heading::NORTH);
        let action = |then| UnitAction::Manoeuvre { first, ahead, then };
        self.end_at(end, [Some(first), also], action);
    }

    /// Where a move ends, facing so or toward the nearest enemy, unless nobody could stand there.
    /// `quick` looks at one facing: toward the nearest enemy.
    fn end_at(
        &mut self,
        at: Point,
        [first, also]: [Option<Heading>; 2],
        action: impl Fn(Heading) -> UnitAction,
    ) {
        let [width, depth] = self.within;
        if at.x().abs() > width || at.y().abs() > depth {
            return;
        }
        let spot = self.prospects.spot(at);
        if spot.is_taken {
            return;
        }
        let nearest = spot.nearest.and_then(|nearest| Heading::between(at, nearest));
        let facings =
            if self.is_quick() { [nearest.or(first), None, None] } else { [first, nearest, also] };
        for (place, then) in facings.into_iter().enumerate() {
            if let Some(then) = then
                && !facings[..place].contains(&Some(then))
            {
                let gain = self.prospects.facing(&spot, then) - self.here;
                self.all.push(ScoredMove { action: action(then), gain });
            }
        }
    }

    /// Moves to all sides.
    fn fan(&mut self, speed: f64) {
        let (count, lengths): (u16, &[f64]) =
            if self.is_quick() { (4, &[1.0]) } else { (8, &[0.5, 1.0]) };
        for part in 0..count {
            let tenths = i64::from(3_600 / count * part);
            let turned = Heading::new(tenths).map(|by| self.own.pose.heading.rotated_by(by));
            let Ok(first) = turned else { continue };
            for share in lengths {
                self.step(first, length(share * speed));
            }
        }
    }

    /// Marches ahead: all the way, three quarters and half of it, and up to objectives. `quick`
    /// thinks of no part of the way but up to objectives.
    fn marches(&mut self, most: f64) {
        let (seen, pose) = (self.view.seen, self.own.pose);
        if crate::modes::is_slow(&seen.state, seen.battle, self.own.id) {
            return;
        }
        let shares: &[f64] = if self.is_quick() { &[1.0] } else { &[1.0, 0.75, 0.5] };
        let axes = pose.heading.axes();
        let ahead_of = |at: Point| {
            let [ahead, _] = axes.ahead_and_right(pose.middle, at);
            let in_front = sector(axes, pose.middle, at) == Sector::Front;
            in_front.then(|| most.min(ahead as f64))
        };
        let up_to: SmallVec<[f64; 6]> = if self.is_quick() {
            self.prospects.goals().filter_map(ahead_of).collect()
        } else {
            seen.state
                .objectives
                .iter()
                .map(|objective| objective.at)
                .filter_map(ahead_of)
                .collect()
        };
        for way in shares.iter().map(|share| share * most).chain(up_to) {
            let ahead = length(way);
            let Ok(moved) = pose.moved(Direction::Forward, ahead) else { continue };
            let action = |then| UnitAction::March { ahead, then };
            self.end_at(moved.middle, [Some(pose.heading), None], action);
        }
    }

    /// A pivot on the spot.
    fn turn(&mut self) {
        let action = |then| UnitAction::Manoeuvre { first: then, ahead: Length::ZERO, then };
        self.end_at(self.own.pose.middle, [None, None], action);
    }
}

impl PolicyContext<'_> {
    /// The nearest enemy.
    pub(super) fn nearest(&self, from: Point) -> Option<&UnitOnTable> {
        self.enemies.iter().min_by_key(|enemy| squared(from, enemy.pose.middle))
    }

    /// Whether a move is legal.
    pub(super) fn is_legal(&self, own: &UnitOnTable, action: UnitAction) -> bool {
        let field = &self.seen.state.field;
        let speed = self.seen.state.speed(self.seen.battle, own.id);
        match action {
            UnitAction::Manoeuvre { first, ahead, then } => {
                let steps = crate::field::Manoeuvre { first, ahead, then };
                field.manoeuvre(own.id, steps, speed).is_ok()
            }
            UnitAction::March { ahead, then } => field.march(own.id, ahead, then, speed).is_ok(),
            UnitAction::Retreat(way) => {
                let allowed = speed.saturating_add(Length::inches(6));
                field.retreat(own.id, (way.direction, way.by), way.then, allowed).is_ok()
            }
            // these are looked at where they are thought of
            _ => true,
        }
    }
}
