//! A policy's choices other than turns: set-up, deployment, alignment and targets.

use super::attacks::ScoredAction;
use super::context::PolicyContext;
use super::deployment::deploy;
use super::played_cards::{picked_unit, spent_on};
use super::position::PositionEvaluator;
use super::shed_tokens::shed_by;
use super::{BattlePolicy, PolicyKind, ViewHash};
use crate::battle::PILE;
use crate::choice::{PlayerChoice, RetreatPath, UnitAction};
use crate::decision::{DecisionError, PlayerDecision, PlayerView, TargetReason};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Alignment, Direction, Heading, Length, Point, Pose};
use crate::modes::{self, MARKS};
use crate::play::{check_piece_position, room_for_piece};

/// Number of random places tried before a policy gives up or falls back on a grid.
const TRIES: u64 = 200;

pub(super) fn choose(
    view: &PlayerView<'_>,
    decision: &PlayerDecision,
    policy: BattlePolicy,
) -> Result<PlayerChoice, DecisionError> {
    let hash = ViewHash::new(view);
    Ok(match decision {
        PlayerDecision::Edge => PlayerChoice::Edge(coin(hash)),
        // derived, so that the two tosses are independent
        PlayerDecision::First => PlayerChoice::First(coin(hash.with(1))),
        PlayerDecision::Kind => PlayerChoice::Kind(terrain_kind(view, hash)),
        PlayerDecision::Piece(kind) => PlayerChoice::Piece(piece_pose(view, *kind, hash)),
        PlayerDecision::Pile(unit) => PlayerChoice::Piece(pile_pose(view, *unit, hash)),
        PlayerDecision::Token => PlayerChoice::Token(objective_place(view, hash)?),
        PlayerDecision::Drop(number, near) => {
            PlayerChoice::Token(drop_place(view, *number, *near, hash)?)
        }
        PlayerDecision::Deploy(units) => deploy(view, units, (policy, hash))?,
        PlayerDecision::Marks => PlayerChoice::Marks(marks(view)),
        PlayerDecision::Turn
        | PlayerDecision::Card(_)
        | PlayerDecision::Play(_)
        | PlayerDecision::Ncu(_)
        | PlayerDecision::Silence(_)
        | PlayerDecision::Claim(_)
        | PlayerDecision::Options(_)
        | PlayerDecision::Return(_)
        | PlayerDecision::Bury(_)
        | PlayerDecision::Seat(_)
        | PlayerDecision::Act(..)
        | PlayerDecision::Action(_)
        | PlayerDecision::Die(..)
        | PlayerDecision::Discard
        | PlayerDecision::Mission
        | PlayerDecision::ReplacedMission(_)
        | PlayerDecision::BringBack(_) => {
            let why = "turns, actions, cards and missions are chosen elsewhere";
            return Err(DecisionError::None(why.to_owned()));
        }
        PlayerDecision::Retreat(unit, allowed) => {
            PlayerChoice::Retreat(retreat_path(view, *unit, *allowed))
        }
        PlayerDecision::Align(_, places) => {
            let placing = places.first().map(|(contact, _)| contact.placing);
            PlayerChoice::Align(placing.unwrap_or(Alignment::Centred))
        }
        PlayerDecision::Pivot(unit) => PlayerChoice::Pivot(pivot(view, *unit, policy)?),
        PlayerDecision::Surge(unit) => PlayerChoice::Surge(surge(view, *unit, policy)?),
        PlayerDecision::Target(why, among) => {
            PlayerChoice::Target(targeted(view, *why, among, policy)?)
        }
        PlayerDecision::Shift(_) => PlayerChoice::Shift(None),
    })
}

fn targeted(
    view: &PlayerView<'_>,
    why: TargetReason,
    among: &[UnitId],
    policy: BattlePolicy,
) -> Result<Option<UnitId>, DecisionError> {
    match why {
        TargetReason::Card(picked) => picked_unit(view, picked, among, policy),
        TargetReason::Shed(choice, token) => Ok(shed_by(view, (choice, token), among, policy)),
        TargetReason::Spend(choice) => spent_on(view, choice, among, policy),
        _ => Ok(target(view, why, among)),
    }
}

fn coin(hash: ViewHash) -> PlayerId {
    if hash.below(2) == 0 { PlayerId::South } else { PlayerId::North }
}

fn terrain_kind(view: &PlayerView<'_>, hash: ViewHash) -> String {
    let has_piles = view.battle.mode.has_piles();
    let kinds = view.battle.kinds.iter().map(|kind| kind.name());
    let allowed: Vec<&str> = kinds.filter(|name| !(has_piles && *name == PILE)).collect();
    allowed.get(hash.below(allowed.len())).copied().unwrap_or_default().to_owned()
}

/// Returns random poses, uniformly distributed over the table.
fn random_poses(view: &PlayerView<'_>, hash: ViewHash) -> impl Iterator<Item = Pose> {
    let (width, depth) = (view.battle.table.width() / 2, view.battle.table.depth() / 2);
    let (across, along) = (i64::from(width) / 100, i64::from(depth) / 100);
    (0..TRIES).filter_map(move |number| {
        let hash = hash.with(number);
        let x = 100 * hash.between(-across, across);
        let y = 100 * hash.with(1).between(-along, along);
        let heading = Heading::new(150 * hash.with(2).between(0, 23)).ok()?;
        Some(Pose { middle: Point::new(x, y).ok()?, heading })
    })
}

fn piece_pose(view: &PlayerView<'_>, kind: u8, hash: ViewHash) -> Option<Pose> {
    let kind = view.battle.kinds.get(usize::from(kind))?;
    random_poses(view, hash)
        .find(|pose| check_piece_position(view.battle, &view.state, &kind.at(*pose)).is_ok())
        .or_else(|| room_for_piece(view.battle, &view.state, kind))
}

/// Returns a pose for the pile of corpses near a destroyed unit (A13.4.2).
fn pile_pose(view: &PlayerView<'_>, unit: UnitId, hash: ViewHash) -> Option<Pose> {
    let kind = view.battle.kind(PILE)?;
    let kind = view.battle.kinds.get(usize::from(kind))?;
    let middle = view.state.field.unit(unit).ok()?.tray.pose().middle;
    random_points_near(middle, 13_000, hash)
        .map(|middle| Pose { middle, heading: Heading::NORTH })
        .find(|pose| modes::may_pile(&view.state, unit, &kind.at(*pose)).is_ok())
}

/// Returns random points in a square around `middle`, up to `most` away along each axis.
fn random_points_near(middle: Point, most: i64, hash: ViewHash) -> impl Iterator<Item = Point> {
    (0..TRIES).filter_map(move |number| {
        let hash = hash.with(number);
        let x = i64::from(middle.x()) + hash.between(-most, most);
        let y = i64::from(middle.y()) + hash.with(1).between(-most, most);
        Point::new(x, y).ok()
    })
}

/// Returns a place for an objective token (A13.11).
fn objective_place(view: &PlayerView<'_>, hash: ViewHash) -> Result<Point, DecisionError> {
    let [width, depth] = modes::band(view.battle);
    let is_allowed = |at: &Point| modes::apart(&view.state, *at);
    let random = (0..TRIES).filter_map(|number| {
        let hash = hash.with(number);
        let x = hash.between(-i64::from(width), i64::from(width));
        let y = hash.with(1).between(-i64::from(depth), i64::from(depth));
        Point::new(x, y).ok()
    });
    // on a crowded table random places may all fail where a legal one exists
    let step = 500;
    let grid = (-depth / step..=depth / step).flat_map(|y| {
        (-width / step..=width / step)
            .filter_map(move |x| Point::new((x * step).into(), (y * step).into()).ok())
    });
    let found = random.chain(grid).find(is_allowed);
    found.ok_or_else(|| DecisionError::None("there is no room for another objective".to_owned()))
}

/// Returns a place for a dropped objective: the middle of its pile, or near the unit `near`.
fn drop_place(
    view: &PlayerView<'_>,
    number: usize,
    near: Option<UnitId>,
    hash: ViewHash,
) -> Result<Point, DecisionError> {
    let objective = view.state.objectives.get(number);
    let no_room = || DecisionError::None("there is no room for the objective".to_owned());
    let objective = objective.ok_or_else(no_room)?;
    let Some(unit) = near else {
        let pile = objective.pile.and_then(|pile| view.state.field.pieces().get(usize::from(pile)));
        let corners = pile.ok_or_else(no_room)?.shape().corners();
        let (sum, count) = corners
            .fold(([0, 0], 0), |([x, y], count), [east, north]| ([x + east, y + north], count + 1));
        let [x, y] = sum.map(|sum: i32| i64::from(sum / count));
        return Point::new(x, y).map_err(|_| no_room());
    };
    let middle = view.state.field.unit(unit).map_err(|_| no_room())?.tray.pose().middle;
    let mut places = random_points_near(middle, 7_000, hash).chain(fine_grid(middle));
    places.find(|at| modes::may_put_down(&view.state, unit, *at)).ok_or_else(no_room)
}

fn fine_grid(middle: Point) -> impl Iterator<Item = Point> {
    let steps = -36..=36;
    steps.clone().flat_map(move |x: i64| {
        steps.clone().filter_map(move |y: i64| {
            Point::new(i64::from(middle.x()) + 200 * x, i64::from(middle.y()) + 200 * y).ok()
        })
    })
}

/// Returns the most expensive enemies that may be marked.
fn marks(view: &PlayerView<'_>) -> Vec<UnitId> {
    let mut enemies = view.state.markable(view.battle, PlayerId::South);
    let cost = |unit: &UnitId| view.battle.fighter(*unit).map_or(0, |fighter| fighter.cost);
    enemies.sort_by_key(|unit| (std::cmp::Reverse(cost(unit)), *unit));
    enemies.truncate(MARKS);
    enemies
}

/// Returns the longest legal retreat of up to `allowed`, backward if possible.
fn retreat_path(view: &PlayerView<'_>, unit: UnitId, allowed: Length) -> Option<RetreatPath> {
    let pose = view.state.field.unit(unit).ok()?.tray.pose();
    let lengths = [0, 1, 2].map(|shorter| allowed.saturating_sub(Length::inches(shorter)));
    let directions = [Direction::Backward, Direction::Left, Direction::Right];
    let paths = lengths.into_iter().flat_map(|by| directions.map(|direction| (direction, by)));
    let mut paths = paths.map(|(direction, by)| RetreatPath { direction, by, then: pose.heading });
    paths.find(|path| {
        view.state.field.retreat(unit, (path.direction, path.by), path.then, allowed).is_ok()
    })
}

/// Returns the heading toward the nearest enemy if the unit may pivot there.
fn pivot(
    view: &PlayerView<'_>,
    unit: UnitId,
    policy: BattlePolicy,
) -> Result<Option<Heading>, DecisionError> {
    // a random policy's context computes no outcomes, and none are needed here
    let context = PolicyContext::new(view, BattlePolicy { kind: PolicyKind::Random, ..policy });
    let Some(own) = context.unit(unit) else { return Ok(None) };
    let from = own.pose.middle;
    let enemy = context.nearest_enemy(from);
    let heading = enemy.and_then(|enemy| Heading::between(from, enemy.pose.middle));
    Ok(heading.filter(|heading| view.state.field.pivot(unit, *heading).is_ok()))
}

/// A manoeuvre: first heading, distance, final heading.
type SurgeMove = (Heading, Length, Heading);

/// Returns the best free manoeuvre after a victory (A6.18), or `None` if staying is better.
fn surge(
    view: &PlayerView<'_>,
    unit: UnitId,
    policy: BattlePolicy,
) -> Result<Option<SurgeMove>, DecisionError> {
    let context = PolicyContext::new(view, policy);
    let Some(own) = context.own.iter().find(|own| own.id == unit) else {
        return Ok(None);
    };
    let evaluator = PositionEvaluator::new(&context, own)?;
    let mut best: Option<(f64, SurgeMove)> = None;
    for ScoredAction { action, gain } in evaluator.moves(evaluator.value_at(own.pose), 0.0) {
        let UnitAction::Manoeuvre { first, ahead, then } = action else { continue };
        let least = best.map_or(0.0, |(gain, _)| gain);
        if gain > least
            && let Some(loss) = context.legal_move_loss(own, action)
            && gain - loss > least
        {
            best = Some((gain - loss, (first, ahead, then)));
        }
    }
    Ok(best.map(|(_, surge)| surge))
}

/// Returns the most valuable target for an effect.
fn target(view: &PlayerView<'_>, why: TargetReason, among: &[UnitId]) -> Option<UnitId> {
    let value = |unit: &UnitId| {
        let fighter = view.battle.fighter(*unit)?;
        let unit_state = view.state.unit(*unit)?;
        let lost = u32::from(fighter.wounds().saturating_sub(unit_state.left));
        let cost = u32::from(fighter.cost);
        Some(match why {
            TargetReason::Heal => lost * 10 + cost,
            // a bounty pays only once the unit is destroyed: the most wounded is next
            TargetReason::Bounty => 100 + lost * 10,
            TargetReason::Harm
            | TargetReason::Claim
            | TargetReason::Card(_)
            | TargetReason::Shed(..)
            | TargetReason::Spend(_) => cost + u32::from(unit_state.left),
        })
    };
    among.iter().copied().max_by_key(|unit| (value(unit), std::cmp::Reverse(*unit)))
}
