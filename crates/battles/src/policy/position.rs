//! What it is worth to a unit that it stands somewhere.
//!
//! A policy asks this of many places for each of its units, and of several facings in each place.
//! So what hangs on the unit alone is worked out once for it ([`PositionEvaluator`]), and what hangs on the
//! place once for all facings there ([`PlaceEvaluation`]).

use super::context::{PolicyContext, UnitOnTable};
use super::estimates::{Sector, arrives, bonus, distance, longest, sector, squared};
use crate::field::UnitId;
use crate::geometry::{Heading, HeadingAxes, Point, Pose, Tray};
use crate::modes::{Mode, ObjectiveCard};
use crate::outcomes::EncounterError;
use crate::play::ROUNDS;
use crate::state::{Objective, TOKEN_RADIUS};
use smallvec::SmallVec;

/// What places are worth to one of a player's own units.
pub(super) struct PositionEvaluator<'v, 'a> {
    pub view: &'v PolicyContext<'a>,
    pub own: &'v UnitOnTable,
    enemies: SmallVec<[EnemyThreat; 8]>,
    objectives: SmallVec<[ObjectiveGoal; 6]>,
    carried: Option<CarriedObjective>,
    /// What an inch nearer to the nearest enemy is worth.
    nearness: f64,
}

/// An enemy, with what it and the unit may do to each other.
struct EnemyThreat {
    middle: Point,
    axes: HeadingAxes,
    /// From the distance of the middles to the gap between trays that face each other.
    halves: f64,
    speed: i32,
    /// Half of the shorter sides of both, and an inch: whose middles are nearer stand too close.
    least: i64,
    /// Beyond this, squared, neither can reach the other.
    farthest: i64,
    /// What it may take of the unit from the front; nothing where it is engaged.
    danger: f64,
    /// What the unit may take of it in melee, and from afar within range.
    power: f64,
    shot: f64,
}

/// An objective that the unit may have, or go for.
struct ObjectiveGoal {
    at: Point,
    /// What it is worth to have it, and to be where it lies; nothing of the latter where the unit
    /// should not go for it.
    at_hand: f64,
    ahead: f64,
    /// Whether the unit should go for it.
    is_open: bool,
    /// Whether it can be had at all.
    is_free: bool,
}

/// An objective that the unit carries: what it is worth, and where.
struct CarriedObjective {
    worth: f64,
    pile: Option<u8>,
}

/// A place, before it is known where the unit faces there.
pub(super) struct PlaceEvaluation {
    at: Point,
    /// What it is worth whatever the facing.
    sure: f64,
    /// The best of objectives that are too far to be at hand.
    ahead: f64,
    /// Objectives that may be at hand, by their place among all, with what going for them is worth.
    near: SmallVec<[(usize, f64); 2]>,
    enemies: SmallVec<[NearbyEnemy; 8]>,
    /// The nearest enemy.
    pub nearest: Option<Point>,
    /// Whether it is too close to an enemy for anybody to stand there.
    pub is_taken: bool,
}

/// An enemy near a place, with what it is worth that it lies in front, beside or behind.
struct NearbyEnemy {
    at: Point,
    worth: [f64; 3],
}

impl<'v, 'a> PositionEvaluator<'v, 'a> {
    /// Those of one of the player's own units.
    pub(super) fn new(
        view: &'v PolicyContext<'a>,
        own: &'v UnitOnTable,
    ) -> Result<Self, EncounterError> {
        let enemies = view.enemies.iter().map(|enemy| EnemyThreat::new(view, own, enemy));
        let nearness = if view.seen.battle.mode == Mode::FireAndBlood { 0.08 } else { 0.02 };
        let mut all = Self {
            view,
            own,
            enemies: enemies.collect::<Result<_, _>>()?,
            objectives: SmallVec::new(),
            carried: None,
            nearness: nearness / 1_000.0,
        };
        all.look_for_objectives();
        Ok(all)
    }

    fn look_for_objectives(&mut self) {
        let (view, own) = (self.view, self.own);
        let state = &view.seen.state;
        if state.round > ROUNDS {
            return;
        }
        let weights = view.policy.weights;
        let is_carried = view.seen.battle.mode.is_carried();
        if is_carried && let Some(number) = state.objective_carried_by(own.id) {
            let carried = state.objectives.get(number);
            self.carried = carried.map(|objective| CarriedObjective {
                worth: weights.objective * view.worth(objective, own),
                pile: objective.pile,
            });
            return;
        }
        let goal = |(number, objective): (usize, &Objective)| {
            let worth = view.worth(objective, own);
            let is_open = view.is_open_to(own, number, objective);
            ObjectiveGoal {
                at: objective.at,
                at_hand: weights.objective * worth,
                ahead: if is_open { weights.centre * 0.5 * worth } else { 0.0 },
                is_open,
                is_free: !is_carried || objective.holder.is_none(),
            }
        };
        self.objectives = state.objectives.iter().enumerate().map(goal).collect();
    }

    /// Where objectives lie that the unit should go for.
    pub(super) fn goals(&self) -> impl Iterator<Item = Point> {
        self.objectives.iter().filter(|goal| goal.is_open).map(|goal| goal.at)
    }

    /// What it is worth that the unit stands there.
    pub(super) fn stands(&self, pose: Pose) -> f64 {
        self.facing(&self.spot(pose.middle), pose.heading)
    }

    /// A place.
    pub(super) fn spot(&self, at: Point) -> PlaceEvaluation {
        let mut spot = PlaceEvaluation {
            at,
            sure: 0.0,
            ahead: 0.0,
            near: SmallVec::new(),
            enemies: SmallVec::new(),
            nearest: None,
            is_taken: false,
        };
        let mut least = i64::MAX;
        for enemy in &self.enemies {
            let away = squared(at, enemy.middle);
            if away < least {
                (least, spot.nearest) = (away, Some(enemy.middle));
            }
            spot.is_taken |= away < enemy.least * enemy.least;
            if away <= enemy.farthest {
                spot.enemies.extend(self.faced(enemy, at, (away as f64).sqrt()));
            }
        }
        // without objectives armies seek each other: a little for each inch nearer
        if spot.nearest.is_some() {
            spot.sure = -self.nearness * (least as f64).sqrt();
        }
        self.see_objectives(&mut spot);
        spot
    }

    fn see_objectives(&self, spot: &mut PlaceEvaluation) {
        let reach = f64::from(self.own.size.width().max(self.own.size.depth()))
            + f64::from(TOKEN_RADIUS.thousandths());
        for (number, goal) in self.objectives.iter().enumerate() {
            let away = distance(spot.at, goal.at);
            let moves = 1.0 + away / f64::from(self.own.speed.max(1_000));
            let ahead = goal.ahead / moves;
            if goal.is_free && away <= reach {
                spot.near.push((number, ahead));
            } else {
                spot.ahead = spot.ahead.max(ahead);
            }
        }
    }

    /// What an enemy that is so far away is worth in front of the unit, beside or behind it.
    fn faced(&self, enemy: &EnemyThreat, at: Point, away: f64) -> Option<NearbyEnemy> {
        let weights = self.view.policy.weights;
        let gap = away - enemy.halves;
        let side = sector(enemy.axes, enemy.middle, at);
        let threat =
            if side == Sector::Front { enemy.danger * arrives(enemy.speed, gap) } else { 0.0 };
        let mut front = -weights.threat * threat;
        front += weights.reach * enemy.power * bonus(side) * arrives(self.own.speed, gap);
        // who shoots stays in range
        if self.own.range.is_some_and(|range| gap < f64::from(range)) {
            front += weights.reach * enemy.shot;
        }
        let beside = |side| -weights.flank_threat * threat * bonus(side);
        let worth = [front, beside(Sector::Flank), beside(Sector::Rear)];
        (worth != [0.0; 3]).then_some(NearbyEnemy { at: enemy.middle, worth })
    }

    /// What a place is worth to who faces so.
    pub(super) fn facing(&self, spot: &PlaceEvaluation, heading: Heading) -> f64 {
        let axes = heading.axes();
        let worth = |enemy: &NearbyEnemy| enemy.worth[sector(axes, spot.at, enemy.at) as usize];
        let fights: f64 = spot.enemies.iter().map(worth).sum();
        spot.sure + fights + self.of_objectives(spot, heading)
    }

    /// What objectives are worth to the unit there.
    fn of_objectives(&self, spot: &PlaceEvaluation, heading: Heading) -> f64 {
        if spot.near.is_empty() && self.carried.is_none() {
            return spot.ahead;
        }
        let tray = Tray::new(self.own.size, Pose { middle: spot.at, heading });
        if let Some(carried) = &self.carried {
            return if self.counts(carried, &tray) { carried.worth } else { 0.0 };
        }
        let is_carried = self.view.seen.battle.mode.is_carried();
        spot.near.iter().fold(spot.ahead, |best, (number, ahead)| {
            let Some(goal) = self.objectives.get(*number) else { return best };
            let has = if is_carried {
                tray.shape().is_within_of_point(goal.at, TOKEN_RADIUS)
            } else {
                tray.shape().covers_disc(goal.at, TOKEN_RADIUS)
            };
            best.max(if has { goal.at_hand } else { *ahead })
        })
    }

    /// Whether an objective that is carried counts where its carrier stands.
    fn counts(&self, carried: &CarriedObjective, tray: &Tray) -> bool {
        let Some(pile) = carried.pile else { return true };
        let pile = self.view.seen.state.field.pieces().get(usize::from(pile));
        pile.is_some_and(|pile| {
            tray.shape().overlaps(pile.shape()) || tray.shape().touches(pile.shape())
        })
    }
}

impl EnemyThreat {
    fn new(
        view: &PolicyContext<'_>,
        own: &UnitOnTable,
        enemy: &UnitOnTable,
    ) -> Result<Self, EncounterError> {
        let half = |combatant: &UnitOnTable| {
            i64::from(combatant.size.width().min(combatant.size.depth()) / 2)
        };
        let halves = f64::from(own.size.depth() + enemy.size.depth()) / 2.0;
        let range = own.range.unwrap_or(0);
        let reach = longest(own.speed).max(longest(enemy.speed)).max(range);
        // a thousandth more than it may be
        let farthest = (f64::from(reach) + halves) as i64 + 1;
        // as far as a march goes, nobody comes nearer than that
        let from_here = i64::from(2 * own.speed) + farthest + 1_000;
        let is_far = squared(own.pose.middle, enemy.pose.middle) > from_here * from_here;
        let front = |both: [&UnitOnTable; 2]| if is_far { Ok(0.0) } else { view.front(both) };
        let later = if enemy.activated { 0.6 } else { 1.0 };
        Ok(Self {
            middle: enemy.pose.middle,
            axes: enemy.pose.heading.axes(),
            halves,
            speed: enemy.speed,
            // corners are rounded
            least: half(own) + half(enemy) + 1_000 - 10,
            farthest: farthest * farthest,
            danger: if enemy.engaged { 0.0 } else { later * front([enemy, own])? },
            power: front([own, enemy])?,
            shot: if own.range.is_some() { enemy.wound } else { 0.0 },
        })
    }
}

impl PolicyContext<'_> {
    /// Points of an objective to own units.
    fn worth(&self, objective: &Objective, by: &UnitOnTable) -> f64 {
        let mode = self.seen.battle.mode;
        let commands = by.commander && !matches!(mode, Mode::AGameOfThrones(_));
        let centre = objective.card == ObjectiveCard::Centre;
        1.0 + f64::from(u8::from(commands)) + 0.6 * f64::from(u8::from(centre))
    }

    /// Whether a unit should go for an objective: no friend has it or is nearer to it with nothing
    /// better to do.
    fn is_open_to(&self, own: &UnitOnTable, number: usize, objective: &Objective) -> bool {
        let friend = |unit: UnitId| self.own.iter().any(|combatant| combatant.id == unit);
        match self.held.get(number).copied().flatten() {
            Some(unit) if unit == own.id => true,
            Some(unit) if friend(unit) => false,
            _ => {
                let from = |combatant: &UnitOnTable| squared(combatant.pose.middle, objective.at);
                let own_way = from(own);
                let nearer =
                    |combatant: &&UnitOnTable| combatant.id != own.id && from(combatant) < own_way;
                let is_free = |combatant: &&UnitOnTable| {
                    !combatant.engaged && !self.held.contains(&Some(combatant.id))
                };
                !self.own.iter().filter(is_free).any(|combatant| nearer(&combatant))
            }
        }
    }
}
