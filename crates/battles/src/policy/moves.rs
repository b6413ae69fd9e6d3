//! Candidate moves of units that are not engaged.

use super::PolicyKind;
use super::attacks::ScoredAction;
use super::context::{PolicyContext, UnitOnTable};
use super::estimates::{Sector, distance, sector, squared};
use super::position::{PlaceEvaluation, PositionEvaluator};
use crate::choice::{Benefit, PlayerTurn, UnitAction};
use crate::geometry::{Direction, Heading, Length, Point, Tray};
use crate::terrain::{Keyword, TerrainPiece};
use smallvec::SmallVec;

/// Manoeuvres that end closer together than this, in thousandths of an inch, count as the same.
const SAME_END: i32 = 1_000;
/// The sides and the rear of an enemy are goals up to two moves and this distance away, in
/// thousandths of an inch. Farther away they lie in nearly the same direction as the enemy itself.
const OUTFLANKING: f64 = 10_000.0;

/// Converts thousandths of an inch to a length; negative values become zero.
fn length(thousandths: f64) -> Length {
    Length::new((thousandths.max(0.0)) as i64).unwrap_or_default()
}

/// Collects the moves of one unit.
struct MoveGenerator<'p, 'v, 'a> {
    evaluator: &'p PositionEvaluator<'v, 'a>,
    own: &'v UnitOnTable,
    context: &'v PolicyContext<'a>,
    /// Value of the current position, from which gains are measured.
    stay_value: f64,
    /// Moves that gain less are left out.
    least: f64,
    /// The largest coordinates at which the tray can be on the table whatever its heading.
    limits: [i32; 2],
    /// The place evaluated last.
    place: PlaceEvaluation,
    /// End points of the manoeuvres generated so far.
    ends: SmallVec<[Point; 64]>,
    moves: Vec<ScoredAction>,
}

impl PositionEvaluator<'_, '_> {
    /// Generates moves that gain at least `least`: manoeuvres, marches, and a pivot. Gains are
    /// relative to `stay_value`, the value of the current position.
    pub(super) fn moves(&self, stay_value: f64, least: f64) -> Vec<ScoredAction> {
        let gains = (stay_value, least);
        self.generated(gains, |generator, farthest| generator.add_marches(farthest))
    }

    /// Generates the same moves without marches.
    pub(super) fn manoeuvres(&self, stay_value: f64, least: f64) -> Vec<ScoredAction> {
        self.generated((stay_value, least), |_, _| {})
    }

    /// Generates moves: toward objectives and enemies, around enemies, to all sides, those that
    /// `add_marches` adds for a longest distance, and a pivot.
    fn generated(
        &self,
        (stay_value, least): (f64, f64),
        add_marches: impl FnOnce(&mut MoveGenerator<'_, '_, '_>, f64),
    ) -> Vec<ScoredAction> {
        let (own, context, table) = (self.own, self.context, self.context.view.battle.table);
        let shorter = own.size.width().min(own.size.depth());
        // ten thousandths of tolerance: corners are rounded
        let limits = [table.width(), table.depth()].map(|side| (side - shorter) / 2 + 10);
        let capacity = if context.policy.kind == PolicyKind::Quick { 16 } else { 64 };
        let mut generator = MoveGenerator {
            evaluator: self,
            own,
            context,
            stay_value,
            least,
            limits,
            place: PlaceEvaluation::default(),
            ends: SmallVec::new(),
            moves: Vec::with_capacity(capacity),
        };
        let rough_loss = generator.rough_loss();
        let speed = f64::from(own.speed - rough_loss).max(0.0);
        generator.add_moves_to_goals(speed);
        generator.add_moves_to_all_sides(speed);
        add_marches(&mut generator, 2.0 * f64::from(own.speed) - f64::from(rough_loss));
        generator.add_pivots();
        generator.moves
    }
}

impl MoveGenerator<'_, '_, '_> {
    fn is_quick(&self) -> bool {
        self.context.policy.kind == PolicyKind::Quick
    }

    /// Returns what a move loses by starting on rough ground, in thousandths of an inch (A10.10).
    fn rough_loss(&self) -> i32 {
        let tray = Tray::new(self.own.size, self.own.pose);
        if self.context.view.state.field.is_sure_footed(self.own.id) {
            return 0;
        }
        let rough = |piece: &&TerrainPiece| piece.is(Keyword::Rough);
        let mut pieces = self.context.view.state.field.pieces().iter().filter(rough);
        if pieces.any(|piece| piece.shape().overlaps(tray.shape())) { 1_000 } else { 0 }
    }

    /// Adds manoeuvres toward objectives and enemies, and to the sides and rears of enemies.
    /// `quick` considers open objectives and the nearest enemy only.
    fn add_moves_to_goals(&mut self, speed: f64) {
        let context = self.context;
        if self.is_quick() {
            let nearest = context.nearest_enemy(self.own.pose.middle);
            let nearest = nearest.map(|enemy| enemy.pose.middle);
            for goal in self.evaluator.open_objectives().chain(nearest) {
                self.add_move_to(goal, speed);
            }
            return;
        }
        for objective in &context.view.state.objectives {
            self.add_move_to(objective.at, speed);
        }
        for enemy in &context.enemies {
            self.add_move_to(enemy.pose.middle, speed);
            let away = distance(self.own.pose.middle, enemy.pose.middle);
            if away > 2.0 * speed + OUTFLANKING {
                continue;
            }
            for direction in [Direction::Left, Direction::Right, Direction::Backward] {
                if let Ok(outflanking) = enemy.pose.moved(direction, Length::inches(7)) {
                    self.add_move_to(outflanking.middle, speed);
                }
            }
        }
    }

    /// Adds a manoeuvre toward `goal`, as far as the speed allows.
    fn add_move_to(&mut self, goal: Point, speed: f64) {
        let Some(first) = Heading::between(self.own.pose.middle, goal) else { return };
        let away = distance(self.own.pose.middle, goal);
        self.add_manoeuvre(first, length(away.min(speed)));
    }

    /// Adds a manoeuvre with its final headings, unless one nearby exists.
    fn add_manoeuvre(&mut self, first: Heading, ahead: Length) {
        let turned = self.own.pose.facing(first);
        let Ok(moved) = turned.moved(Direction::Forward, ahead) else { return };
        let end = moved.middle;
        let is_same = |other: &Point| {
            (end.x() - other.x()).abs() < SAME_END && (end.y() - other.y()).abs() < SAME_END
        };
        if self.ends.iter().any(is_same) {
            return;
        }
        self.ends.push(end);
        let north = (!self.is_quick()).then_some(Heading::NORTH);
        let action = |then| UnitAction::Manoeuvre { first, ahead, then };
        self.add_facings(end, [Some(first), north], action);
    }

    /// Adds one move for each final heading at `at`: `first`, toward the nearest enemy, and `other`.
    /// `quick` uses one heading, toward the nearest enemy if there is one.
    fn add_facings(
        &mut self,
        at: Point,
        [first, other]: [Option<Heading>; 2],
        action: impl Fn(Heading) -> UnitAction,
    ) {
        let [width, depth] = self.limits;
        if at.x().abs() > width || at.y().abs() > depth {
            return;
        }
        self.evaluator.evaluate(&mut self.place, at);
        let most = self.evaluator.most_value(&self.place) - self.stay_value;
        // few places are worth a move: for the others no heading need be computed
        if self.place.is_blocked || most < self.least {
            return;
        }
        let nearest = self.place.nearest.and_then(|nearest| Heading::between(at, nearest));
        let headings =
            if self.is_quick() { [nearest.or(first), None, None] } else { [first, nearest, other] };
        for (index, then) in headings.into_iter().enumerate() {
            if let Some(then) = then
                && !headings[..index].contains(&Some(then))
            {
                let gain = self.evaluator.value_facing(&self.place, then) - self.stay_value;
                debug_assert!(gain <= most, "a heading is worth more than the bound");
                if gain >= self.least {
                    self.moves.push(ScoredAction { action: action(then), gain });
                }
            }
        }
    }

    /// Adds manoeuvres in evenly spaced directions.
    fn add_moves_to_all_sides(&mut self, speed: f64) {
        let (count, lengths): (u16, &[f64]) =
            if self.is_quick() { (4, &[1.0]) } else { (8, &[0.5, 1.0]) };
        for part in 0..count {
            let tenths = i64::from(3_600 / count * part);
            let turned = Heading::new(tenths).map(|by| self.own.pose.heading.rotated_by(by));
            let Ok(first) = turned else { continue };
            for share in lengths {
                self.add_manoeuvre(first, length(share * speed));
            }
        }
    }

    /// Adds marches of the full distance, three quarters and half of it, and up to objectives
    /// ahead. `quick` leaves out the shorter ones.
    fn add_marches(&mut self, max_distance: f64) {
        let (view, pose) = (self.context.view, self.own.pose);
        if view.state.is_slow(view.battle, self.own.id) {
            return;
        }
        let shares: &[f64] = if self.is_quick() { &[1.0] } else { &[1.0, 0.75, 0.5] };
        let axes = pose.heading.axes();
        let distance_to = |at: Point| {
            let [ahead, _] = axes.ahead_and_right(pose.middle, at);
            let in_front = sector(axes, pose.middle, at) == Sector::Front;
            in_front.then(|| max_distance.min(ahead as f64))
        };
        let to_objectives: SmallVec<[f64; 6]> = if self.is_quick() {
            self.evaluator.open_objectives().filter_map(distance_to).collect()
        } else {
            let objectives = view.state.objectives.iter().map(|objective| objective.at);
            objectives.filter_map(distance_to).collect()
        };
        for march in shares.iter().map(|share| share * max_distance).chain(to_objectives) {
            let ahead = length(march);
            let Ok(moved) = pose.moved(Direction::Forward, ahead) else { continue };
            let action = |then| UnitAction::March { ahead, then };
            self.add_facings(moved.middle, [Some(pose.heading), None], action);
        }
    }

    /// Adds a pivot without movement.
    fn add_pivots(&mut self) {
        let action = |then| UnitAction::Manoeuvre { first: then, ahead: Length::ZERO, then };
        self.add_facings(self.own.pose.middle, [None, None], action);
    }
}

impl PolicyContext<'_> {
    /// Returns the enemy nearest to `from`.
    pub(super) fn nearest_enemy(&self, from: Point) -> Option<&UnitOnTable> {
        self.enemies.iter().min_by_key(|enemy| squared(from, enemy.pose.middle))
    }

    /// Returns what dangerous terrain costs by the move of a turn, or `None` if the move is illegal.
    /// All other turns were checked when they were generated.
    pub(super) fn legal_turn_loss(&self, turn: PlayerTurn) -> Option<f64> {
        match turn {
            PlayerTurn::Unit { unit, action }
            | PlayerTurn::Ncu { benefit: Benefit::Act { unit, action }, .. } => {
                self.legal_move_loss(self.unit(unit)?, action)
            }
            _ => Some(0.0),
        }
    }

    /// Returns what dangerous terrain costs a unit by an action, or `None` if it is an illegal move.
    /// Other actions are free and legal here, because attacks and charges are checked when they are
    /// generated.
    pub(super) fn legal_move_loss(&self, own: &UnitOnTable, action: UnitAction) -> Option<f64> {
        let field = &self.view.state.field;
        let speed = self.view.state.speed(self.view.battle, own.id);
        let walk = match action {
            UnitAction::Manoeuvre { first, ahead, then } => {
                let steps = crate::field::Manoeuvre { first, ahead, then };
                field.manoeuvre(own.id, steps, speed)
            }
            UnitAction::March { ahead, then } => field.march(own.id, ahead, then, speed),
            UnitAction::Retreat(path) => {
                // with the highest die: whether it gets that far is rolled later (A6.12)
                let allowed = speed.saturating_add(Length::inches(6));
                field.retreat(own.id, (path.direction, path.by), path.then, allowed)
            }
            _ => return Some(0.0),
        };
        walk.ok().map(|walk| self.move_loss(own, &walk))
    }
}
