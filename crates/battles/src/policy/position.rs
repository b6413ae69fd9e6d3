//! The value of a position to a unit.
//!
//! A policy evaluates many places for each of its units and several headings at each place. So the
//! work is split: [`PositionEvaluator`] holds what depends on the unit alone, [`PlaceEvaluation`]
//! what depends on the place, and only the rest is computed for each heading.

use super::context::{PolicyContext, UnitOnTable};
use super::estimates::{
    Sector, arrival_chance, charge_limit, distance, sector, sector_factor, squared,
};
use crate::battle::{Mode, ObjectiveCard};
use crate::field::UnitId;
use crate::geometry::{Heading, HeadingAxes, Point, Pose, Tray};
use crate::outcomes::EncounterError;
use crate::play::ROUNDS;
use crate::state::{Objective, TOKEN_RADIUS};
use smallvec::SmallVec;

/// Evaluates positions of one own unit.
pub(super) struct PositionEvaluator<'v, 'a> {
    pub context: &'v PolicyContext<'a>,
    pub own: &'v UnitOnTable,
    enemies: SmallVec<[EnemyThreat; 8]>,
    objectives: SmallVec<[ObjectiveGoal; 6]>,
    carried: Option<CarriedObjective>,
    /// Value of each thousandth of an inch closer to the nearest enemy.
    nearness_value: f64,
}

/// An enemy with the damage that it and the unit may do to each other.
struct EnemyThreat {
    middle: Point,
    axes: HeadingAxes,
    /// Difference between the distance of the middles and the gap of trays that face each other.
    half_depths: f64,
    speed: i32,
    /// Middles closer than this leave no legal position.
    min_distance: i64,
    /// Beyond this squared distance neither unit can reach the other.
    max_reach_squared: i64,
    /// Expected loss of the unit to this enemy's frontal attack; zero if the enemy is engaged.
    danger: f64,
    /// Expected loss of the enemy to the unit's frontal attack.
    power: f64,
    /// Value of having the enemy within range of a ranged attack.
    shot_value: f64,
}

/// An objective that the unit may score.
struct ObjectiveGoal {
    at: Point,
    /// Value of scoring the objective.
    scored_value: f64,
    /// Value of being close to it; zero if the unit should not go for it.
    approach_value: f64,
    /// Whether the unit should go for it.
    is_open: bool,
    /// Whether it can be scored or picked up at all.
    is_available: bool,
}

/// An objective carried by the unit.
struct CarriedObjective {
    value: f64,
    /// The piece of terrain on which it counts, if there is one.
    pile: Option<u8>,
}

/// The value of a place as far as it does not depend on the heading.
#[derive(Default)]
pub(super) struct PlaceEvaluation {
    at: Point,
    base_value: f64,
    /// The best approach value of objectives out of reach.
    approach_value: f64,
    /// Objectives within reach for some headings: their indices and approach values.
    objectives_in_reach: SmallVec<[(usize, f64); 2]>,
    enemies: SmallVec<[NearbyEnemy; 8]>,
    /// The nearest enemy.
    pub nearest: Option<Point>,
    /// Whether an enemy is too close for any legal position.
    pub is_blocked: bool,
}

/// An enemy near a place, with its value in front, at the flank and behind the unit.
struct NearbyEnemy {
    at: Point,
    value_by_sector: [f64; 3],
}

impl<'v, 'a> PositionEvaluator<'v, 'a> {
    pub(super) fn new(
        context: &'v PolicyContext<'a>,
        own: &'v UnitOnTable,
    ) -> Result<Self, EncounterError> {
        // without objectives to score, armies have to seek each other, or the wall
        let seeks = matches!(context.view.battle.mode, Mode::FireAndBlood | Mode::AStormOfSwords);
        let per_inch = if seeks { 0.08 } else { 0.02 };
        let mut evaluator = Self {
            context,
            own,
            enemies: SmallVec::new(),
            objectives: SmallVec::new(),
            carried: None,
            nearness_value: per_inch / 1_000.0,
        };
        // cheaper than to collect results
        for enemy in context.chargeable() {
            evaluator.enemies.push(EnemyThreat::new(context, own, enemy)?);
        }
        evaluator.collect_objectives();
        Ok(evaluator)
    }

    fn collect_objectives(&mut self) {
        let (context, own) = (self.context, self.own);
        let state = &context.view.state;
        if state.round > ROUNDS {
            return;
        }
        let weights = context.policy.weights;
        let is_carried = context.view.battle.mode.is_carried();
        if is_carried && let Some(number) = state.objective_carried_by(own.id) {
            let carried = state.objectives.get(number);
            self.carried = carried.map(|objective| CarriedObjective {
                value: weights.objective * context.objective_points(objective, own),
                pile: objective.pile,
            });
            return;
        }
        let goal = |(number, objective): (usize, &Objective)| {
            let points = context.objective_points(objective, own);
            let is_open = context.is_open_to(own, number, objective);
            ObjectiveGoal {
                at: objective.at,
                scored_value: weights.objective * points,
                approach_value: if is_open { weights.centre * 0.5 * points } else { 0.0 },
                is_open,
                is_available: !is_carried || objective.holder.is_none(),
            }
        };
        self.objectives = state.objectives.iter().enumerate().map(goal).collect();
    }

    /// Returns the objectives that the unit should go for.
    pub(super) fn open_objectives(&self) -> impl Iterator<Item = Point> {
        self.objectives.iter().filter(|goal| goal.is_open).map(|goal| goal.at)
    }

    /// Returns the value of a pose, in points of army cost.
    pub(super) fn value_at(&self, pose: Pose) -> f64 {
        let mut place = PlaceEvaluation::default();
        self.evaluate(&mut place, pose.middle);
        self.value_facing(&place, pose.heading)
    }

    /// Evaluates a place for all headings, in the room of another one as it is large to copy.
    pub(super) fn evaluate(&self, place: &mut PlaceEvaluation, at: Point) {
        place.enemies.clear();
        place.objectives_in_reach.clear();
        (place.at, place.nearest, place.is_blocked) = (at, None, false);
        (place.base_value, place.approach_value) = (0.0, 0.0);
        let mut least = i64::MAX;
        for enemy in &self.enemies {
            let away = squared(at, enemy.middle);
            if away < least {
                (least, place.nearest) = (away, Some(enemy.middle));
            }
            place.is_blocked |= away < enemy.min_distance * enemy.min_distance;
            if away <= enemy.max_reach_squared {
                // cheaper than to extend the list by an option
                if let Some(nearby) = self.nearby_enemy(enemy, at, (away as f64).sqrt()) {
                    place.enemies.push(nearby);
                }
            }
        }
        if place.nearest.is_some() {
            place.base_value = -self.nearness_value * (least as f64).sqrt();
        }
        self.add_objectives(place);
    }

    fn add_objectives(&self, place: &mut PlaceEvaluation) {
        let reach = f64::from(self.own.size.width().max(self.own.size.depth()))
            + f64::from(TOKEN_RADIUS.thousandths());
        for (number, goal) in self.objectives.iter().enumerate() {
            let away = distance(place.at, goal.at);
            let moves = 1.0 + away / f64::from(self.own.speed.max(1_000));
            let approach_value = goal.approach_value / moves;
            if goal.is_available && away <= reach {
                place.objectives_in_reach.push((number, approach_value));
            } else {
                place.approach_value = place.approach_value.max(approach_value);
            }
        }
    }

    /// Values an enemy at distance `away` for each sector in which it may lie. Returns `None` if it
    /// has no effect.
    fn nearby_enemy(&self, enemy: &EnemyThreat, at: Point, away: f64) -> Option<NearbyEnemy> {
        let weights = self.context.policy.weights;
        let gap = away - enemy.half_depths;
        let side = sector(enemy.axes, enemy.middle, at);
        let threat = if side == Sector::Front {
            enemy.danger * arrival_chance(enemy.speed, gap)
        } else {
            0.0
        };
        let mut front = -weights.threat * threat;
        front +=
            weights.reach * enemy.power * sector_factor(side) * arrival_chance(self.own.speed, gap);
        if self.own.range.is_some_and(|range| gap < f64::from(range)) {
            front += weights.reach * enemy.shot_value;
        }
        let exposed = |side| -weights.flank_threat * threat * sector_factor(side);
        let value_by_sector = [front, exposed(Sector::Flank), exposed(Sector::Rear)];
        (value_by_sector != [0.0; 3]).then_some(NearbyEnemy { at: enemy.middle, value_by_sector })
    }

    /// Returns the value of an evaluated place for one heading, in points of army cost.
    pub(super) fn value_facing(&self, place: &PlaceEvaluation, heading: Heading) -> f64 {
        let axes = heading.axes();
        let value =
            |enemy: &NearbyEnemy| enemy.value_by_sector[sector(axes, place.at, enemy.at) as usize];
        let enemies: f64 = place.enemies.iter().map(value).sum();
        place.base_value + enemies + self.objective_value(place, heading)
    }

    /// Returns an upper bound for the value of an evaluated place with any heading.
    pub(super) fn most_value(&self, place: &PlaceEvaluation) -> f64 {
        // the same sum as for a heading, each part at its highest: rounding keeps their order
        let most = |enemy: &NearbyEnemy| {
            enemy.value_by_sector.into_iter().fold(f64::NEG_INFINITY, f64::max)
        };
        let enemies: f64 = place.enemies.iter().map(most).sum();
        let objective = match &self.carried {
            Some(carried) => carried.value.max(0.0),
            None => place.objectives_in_reach.iter().fold(
                place.approach_value,
                |best, (number, approach)| {
                    let scored = self.objectives.get(*number).map_or(0.0, |goal| goal.scored_value);
                    best.max(scored).max(*approach)
                },
            ),
        };
        place.base_value + enemies + objective
    }

    fn objective_value(&self, place: &PlaceEvaluation, heading: Heading) -> f64 {
        if place.objectives_in_reach.is_empty() && self.carried.is_none() {
            return place.approach_value;
        }
        let tray = Tray::new(self.own.size, Pose { middle: place.at, heading });
        if let Some(carried) = &self.carried {
            return if self.is_scoring(carried, &tray) { carried.value } else { 0.0 };
        }
        let is_carried = self.context.view.battle.mode.is_carried();
        // the best one only: a unit controls or picks up a single objective
        place.objectives_in_reach.iter().fold(place.approach_value, |best, (number, approach)| {
            let Some(goal) = self.objectives.get(*number) else { return best };
            let is_scored = if is_carried {
                tray.shape().is_within_of_point(goal.at, TOKEN_RADIUS)
            } else {
                tray.shape().covers_disc(goal.at, TOKEN_RADIUS)
            };
            best.max(if is_scored { goal.scored_value } else { *approach })
        })
    }

    /// Returns whether a carried objective scores with the carrier on `tray`.
    fn is_scoring(&self, carried: &CarriedObjective, tray: &Tray) -> bool {
        let Some(pile) = carried.pile else { return true };
        let pile = self.context.view.state.field.pieces().get(usize::from(pile));
        pile.is_some_and(|pile| {
            tray.shape().overlaps(pile.shape()) || tray.shape().touches(pile.shape())
        })
    }
}

impl EnemyThreat {
    fn new(
        context: &PolicyContext<'_>,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
    ) -> Result<Self, EncounterError> {
        let half_side =
            |unit: &UnitOnTable| i64::from(unit.size.width().min(unit.size.depth()) / 2);
        let half_depths = f64::from(own.size.depth() + enemy.size.depth()) / 2.0;
        let range = own.range.unwrap_or(0);
        let reach = charge_limit(own.speed).max(charge_limit(enemy.speed)).max(range);
        // rounded up by a thousandth, so that no enemy at the limit is lost
        let max_reach = (f64::from(reach) + half_depths) as i64 + 1;
        // no march brings the unit closer than this, so the enemy need not be resolved at all
        let from_here = i64::from(2 * own.speed) + max_reach + 1_000;
        let is_far = squared(own.pose.middle, enemy.pose.middle) > from_here * from_here;
        let attack_value = |units: [&UnitOnTable; 2]| {
            if is_far { Ok(0.0) } else { context.frontal_attack_value(units) }
        };
        // but next to a wall they may stand
        let gap = if context.view.battle.is_wall(enemy.id) { 0 } else { 1_000 };
        // an enemy that has activated can attack only after the next round begins
        let delay = if enemy.activated { 0.6 } else { 1.0 };
        Ok(Self {
            middle: enemy.pose.middle,
            axes: enemy.pose.heading.axes(),
            half_depths,
            speed: enemy.speed,
            // trays keep an inch apart; ten thousandths of tolerance as corners are rounded
            min_distance: half_side(own) + half_side(enemy) + gap - 10,
            max_reach_squared: max_reach * max_reach,
            danger: if enemy.engaged { 0.0 } else { delay * attack_value([enemy, own])? },
            power: attack_value([own, enemy])?,
            shot_value: if own.range.is_some() { enemy.wound_value } else { 0.0 },
        })
    }
}

impl PolicyContext<'_> {
    /// Estimates the points that a unit scores for an objective.
    fn objective_points(&self, objective: &Objective, by: &UnitOnTable) -> f64 {
        let mode = self.view.battle.mode;
        if mode.has_missions() {
            let is_centre = objective.at == Point::ORIGIN;
            let centre = if is_centre { self.missions.centre } else { 0.0 };
            return self.missions.objective + centre;
        }
        let commands = by.commander && !matches!(mode, Mode::AGameOfThrones(_));
        let centre = objective.card == ObjectiveCard::Centre;
        1.0 + f64::from(u8::from(commands)) + 0.6 * f64::from(u8::from(centre))
    }

    /// Returns whether a unit should go for an objective: no other own unit holds it, and no free
    /// one is closer.
    fn is_open_to(&self, own: &UnitOnTable, number: usize, objective: &Objective) -> bool {
        let is_own = |unit: UnitId| self.own.iter().any(|other| other.id == unit);
        match self.objective_holders.get(number).copied().flatten() {
            Some(unit) if unit == own.id => true,
            Some(unit) if is_own(unit) => false,
            _ => {
                let from = |unit: &UnitOnTable| squared(unit.pose.middle, objective.at);
                let own_distance = from(own);
                let is_closer =
                    |unit: &&UnitOnTable| unit.id != own.id && from(unit) < own_distance;
                let is_free = |unit: &&UnitOnTable| {
                    !unit.engaged && !self.objective_holders.contains(&Some(unit.id))
                };
                !self.own.iter().filter(is_free).any(|unit| is_closer(&unit))
            }
        }
    }
}
