//! What a policy answers where less is at stake than a turn.

use super::context::PolicyContext;
use super::estimates::distance;
use super::moves::ScoredMove;
use super::position::PositionEvaluator;
use super::{BattlePolicy, PolicyKind, ViewHash};
use crate::choice::{PlayerChoice, RetreatPath, UnitAction};
use crate::decision::{DecisionError, PlayerDecision, PlayerView, TargetReason};
use crate::field::{PlacedUnit, PlayerId, UnitId};
use crate::geometry::{
    Alignment, Direction, Edge, EdgeStrip, Heading, Length, Point, Pose, Tray, TraySize,
};
use crate::modes::{self, MARKS};
use crate::play::deployment::{may_deploy, pack_units};
use crate::play::{check_piece_position, zone};
use crate::state::UnitPlace;

/// How often a policy tries another place by chance before it gives up.
const TRIES: u64 = 200;

pub(super) fn answer(
    seen: &PlayerView<'_>,
    asked: &PlayerDecision,
    policy: BattlePolicy,
) -> Result<PlayerChoice, DecisionError> {
    let hash = ViewHash::of(seen);
    Ok(match asked {
        PlayerDecision::Edge => PlayerChoice::Edge(coin(hash)),
        PlayerDecision::First => PlayerChoice::First(coin(hash.with(1))),
        PlayerDecision::Kind => PlayerChoice::Kind(kind(seen, hash)),
        PlayerDecision::Piece(kind) => PlayerChoice::Piece(piece(seen, *kind, hash)),
        PlayerDecision::Pile(unit) => PlayerChoice::Piece(pile(seen, *unit, hash)),
        PlayerDecision::Token => PlayerChoice::Token(token(seen, hash)?),
        PlayerDecision::Drop(number, near) => {
            PlayerChoice::Token(put_down(seen, *number, *near, hash)?)
        }
        PlayerDecision::Deploy(units) => deploy(seen, units, hash)?,
        PlayerDecision::Marks => PlayerChoice::Marks(marks(seen)),
        PlayerDecision::Turn => {
            return Err(DecisionError::None("turns are chosen elsewhere".to_owned()));
        }
        PlayerDecision::Retreat(unit, allowed) => PlayerChoice::Retreat(way(seen, *unit, *allowed)),
        PlayerDecision::Align(_, places) => {
            let placing = places.first().map(|(contact, _)| contact.placing);
            PlayerChoice::Align(placing.unwrap_or(Alignment::Centred))
        }
        PlayerDecision::Pivot(unit) => PlayerChoice::Pivot(pivot(seen, *unit, policy)?),
        PlayerDecision::Surge(unit) => PlayerChoice::Surge(surge(seen, *unit, policy)?),
        PlayerDecision::Target(why, among) => PlayerChoice::Target(target(seen, *why, among)),
        PlayerDecision::Shift(_) => PlayerChoice::Shift(None),
    })
}

fn coin(hash: ViewHash) -> PlayerId {
    if hash.below(2) == 0 { PlayerId::South } else { PlayerId::North }
}

fn kind(seen: &PlayerView<'_>, hash: ViewHash) -> String {
    let piles = seen.battle.mode.has_piles();
    let kinds = seen.battle.kinds.iter().map(|kind| kind.name());
    let fits: Vec<&str> = kinds.filter(|name| !(piles && *name == modes::PILE)).collect();
    fits.get(hash.below(fits.len())).copied().unwrap_or_default().to_owned()
}

/// Places by chance, the middle of the table as likely as its edges.
fn somewhere(seen: &PlayerView<'_>, hash: ViewHash) -> impl Iterator<Item = Pose> {
    let (width, depth) = (seen.battle.table.width() / 2, seen.battle.table.depth() / 2);
    let (across, along) = (i64::from(width) / 100, i64::from(depth) / 100);
    (0..TRIES).filter_map(move |number| {
        let hash = hash.with(number);
        let x = 100 * hash.between(-across, across);
        let y = 100 * hash.with(1).between(-along, along);
        let heading = Heading::new(150 * hash.with(2).between(0, 23)).ok()?;
        Some(Pose { middle: Point::new(x, y).ok()?, heading })
    })
}

fn piece(seen: &PlayerView<'_>, kind: u8, hash: ViewHash) -> Option<Pose> {
    let kind = seen.battle.kinds.get(usize::from(kind))?;
    somewhere(seen, hash)
        .find(|pose| check_piece_position(seen.battle, &seen.state, &kind.at(*pose)).is_ok())
}

/// A pile near where a unit fell (A13.4.2).
fn pile(seen: &PlayerView<'_>, unit: UnitId, hash: ViewHash) -> Option<Pose> {
    let kind = seen.battle.kind(modes::PILE)?;
    let kind = seen.battle.kinds.get(usize::from(kind))?;
    let middle = seen.state.field.unit(unit).ok()?.tray.pose().middle;
    around(middle, 13_000, hash)
        .map(|middle| Pose { middle, heading: Heading::NORTH })
        .find(|pose| modes::may_pile(&seen.state, unit, &kind.at(*pose)).is_ok())
}

/// Places by chance no farther than so much from a place on either axis.
fn around(middle: Point, most: i64, hash: ViewHash) -> impl Iterator<Item = Point> {
    (0..TRIES).filter_map(move |number| {
        let hash = hash.with(number);
        let x = i64::from(middle.x()) + hash.between(-most, most);
        let y = i64::from(middle.y()) + hash.with(1).between(-most, most);
        Point::new(x, y).ok()
    })
}

/// A place for an objective token (A13.11); where chance finds none, on a grid.
fn token(seen: &PlayerView<'_>, hash: ViewHash) -> Result<Point, DecisionError> {
    let [width, depth] = modes::band(seen.battle);
    let fits = |at: &Point| modes::apart(&seen.state, *at);
    let by_chance = (0..TRIES).filter_map(|number| {
        let hash = hash.with(number);
        let x = hash.between(-i64::from(width), i64::from(width));
        let y = hash.with(1).between(-i64::from(depth), i64::from(depth));
        Point::new(x, y).ok()
    });
    let step = 500;
    let grid = (-depth / step..=depth / step).flat_map(|y| {
        (-width / step..=width / step)
            .filter_map(move |x| Point::new((x * step).into(), (y * step).into()).ok())
    });
    let found = by_chance.chain(grid).find(fits);
    found.ok_or_else(|| DecisionError::None("there is no room for another objective".to_owned()))
}

/// A place for a token that is put down: the nearest to the middle of its pile or its unit.
fn put_down(
    seen: &PlayerView<'_>,
    number: usize,
    near: Option<UnitId>,
    hash: ViewHash,
) -> Result<Point, DecisionError> {
    let objective = seen.state.objectives.get(number);
    let lost = || DecisionError::None("there is no room for the objective".to_owned());
    let objective = objective.ok_or_else(lost)?;
    let Some(unit) = near else {
        let pile = objective.pile.and_then(|pile| seen.state.field.pieces().get(usize::from(pile)));
        let corners = pile.ok_or_else(lost)?.shape().corners();
        // the middle of a pile lies between its corners
        let (sum, count) = corners
            .fold(([0, 0], 0), |([x, y], count), [east, north]| ([x + east, y + north], count + 1));
        let [x, y] = sum.map(|sum: i32| i64::from(sum / count));
        return Point::new(x, y).map_err(|_| lost());
    };
    let middle = seen.state.field.unit(unit).map_err(|_| lost())?.tray.pose().middle;
    let mut free = around(middle, 7_000, hash).chain(fine_grid(middle));
    free.find(|at| modes::may_put_down(&seen.state, unit, *at)).ok_or_else(lost)
}

fn fine_grid(middle: Point) -> impl Iterator<Item = Point> {
    let steps = -36..=36;
    steps.clone().flat_map(move |x: i64| {
        steps.clone().filter_map(move |y: i64| {
            Point::new(i64::from(middle.x()) + 200 * x, i64::from(middle.y()) + 200 * y).ok()
        })
    })
}

/// Where the first unit that still waits goes: beside those that stand, from the middle outward.
fn deploy(
    seen: &PlayerView<'_>,
    units: &[UnitId],
    hash: ViewHash,
) -> Result<PlayerChoice, DecisionError> {
    let none = || DecisionError::None("a unit finds no room in its deployment zone".to_owned());
    let size = |unit: UnitId| seen.battle.fighter(unit).map(|one| one.tray);
    let place = hash.below(units.len());
    let unit = units.get(place).copied().ok_or_else(none)?;
    let mut rest: Vec<(UnitId, TraySize)> = units
        .iter()
        .filter(|one| **one != unit)
        .filter_map(|one| Some((*one, size(*one)?)))
        .collect();
    let most = seen.battle.mode.first_units();
    let stand = seen.state.units_on_table(PlayerId::South).count();
    if let Some(most) = most {
        rest.truncate(most.saturating_sub(stand + 1));
    }
    let own_zone = zone(PlayerId::South, seen.battle.mode.zone());
    let tray = size(unit).ok_or_else(none)?;
    let is_tight = {
        let all = rest.iter().map(|(_, size)| size.width()).sum::<i32>() + tray.width();
        2 * (all + stand as i32 * 5_500) > seen.battle.table.width()
    };
    for pose in deployments(seen, tray, own_zone, hash) {
        let at = PlacedUnit { player: PlayerId::South, tray: Tray::new(tray, pose) };
        if !may_deploy(&seen.state.field, unit, at, own_zone) {
            continue;
        }
        let mut field = seen.state.field.clone();
        let fits = !is_tight
            || (field.place_unit(unit, at).is_ok()
                && pack_units(&field, own_zone, &rest).is_some());
        if fits {
            return Ok(PlayerChoice::Deploy(unit, pose));
        }
    }
    // as tight as may be: this one first, or in their order
    let mut first = vec![(unit, tray)];
    first.extend(rest);
    let in_order: Vec<(UnitId, TraySize)> =
        units.iter().filter_map(|one| Some((*one, size(*one)?))).collect();
    let tight = pack_units(&seen.state.field, own_zone, &first)
        .or_else(|| pack_units(&seen.state.field, own_zone, &in_order));
    let (unit, pose) = tight.and_then(|all| all.first().copied()).ok_or_else(none)?;
    Ok(PlayerChoice::Deploy(unit, pose))
}

/// Places along the front of the zone, some by chance and then from the middle outward.
fn deployments(
    seen: &PlayerView<'_>,
    tray: TraySize,
    zone: EdgeStrip,
    hash: ViewHash,
) -> impl Iterator<Item = Pose> {
    let table = seen.battle.table;
    let front = -table.depth() / 2 + zone.depth.thousandths() - tray.depth() / 2;
    let most = i64::from(table.width() - tray.width()) / 2;
    let inner = most * 3 / 4;
    let by_chance = (0..12).map(move |number| hash.with(number).between(-inner, inner));
    let in_order = (0..=most / 500).flat_map(|step| [500 * step, -500 * step]);
    by_chance.chain(in_order).filter_map(move |x| {
        Some(Pose { middle: Point::new(x, front.into()).ok()?, heading: Heading::NORTH })
    })
}

/// The dearest two enemies that may be marked.
fn marks(seen: &PlayerView<'_>) -> Vec<UnitId> {
    let mut may = seen.state.markable(seen.battle, PlayerId::South);
    let cost = |unit: &UnitId| seen.battle.fighter(*unit).map_or(0, |one| one.cost);
    may.sort_by_key(|unit| (std::cmp::Reverse(cost(unit)), *unit));
    may.truncate(MARKS);
    may
}

/// As far from its enemies as the die allows.
fn way(seen: &PlayerView<'_>, unit: UnitId, allowed: Length) -> Option<RetreatPath> {
    let pose = seen.state.field.unit(unit).ok()?.tray.pose();
    let lengths = [0, 1, 2].map(|less| allowed.saturating_sub(Length::inches(less)));
    let directions = [Direction::Backward, Direction::Left, Direction::Right];
    let ways = lengths.into_iter().flat_map(|by| directions.map(|direction| (direction, by)));
    let mut ways = ways.map(|(direction, by)| RetreatPath { direction, by, then: pose.heading });
    ways.find(|way| {
        seen.state.field.retreat(unit, (way.direction, way.by), way.then, allowed).is_ok()
    })
}

fn pivot(
    seen: &PlayerView<'_>,
    unit: UnitId,
    policy: BattlePolicy,
) -> Result<Option<Heading>, DecisionError> {
    let view = PolicyContext::new(seen, BattlePolicy { kind: PolicyKind::Random, ..policy });
    let Some(combatant) = view.combatant(unit) else { return Ok(None) };
    let from = combatant.pose.middle;
    let heading = view.nearest(from).and_then(|enemy| Heading::between(from, enemy.pose.middle));
    Ok(heading.filter(|heading| seen.state.field.pivot(unit, *heading).is_ok()))
}

type SurgeMove = (Heading, Length, Heading);

/// The best manoeuvre after a victory.
fn surge(
    seen: &PlayerView<'_>,
    unit: UnitId,
    policy: BattlePolicy,
) -> Result<Option<SurgeMove>, DecisionError> {
    let view = PolicyContext::new(seen, policy);
    let Some(own) = view.own.iter().find(|combatant| combatant.id == unit) else {
        return Ok(None);
    };
    let prospects = PositionEvaluator::new(&view, own)?;
    let mut best: Option<(f64, SurgeMove)> = None;
    for ScoredMove { action, gain } in prospects.steps(prospects.stands(own.pose)) {
        let UnitAction::Manoeuvre { first, ahead, then } = action else { continue };
        let is_better = best.is_none_or(|(known, _)| gain > known);
        if gain > 0.0 && is_better && view.is_legal(own, action) {
            best = Some((gain, (first, ahead, then)));
        }
    }
    Ok(best.map(|(_, steps)| steps))
}

/// The dearest of these, or of those that are hurt.
fn target(seen: &PlayerView<'_>, why: TargetReason, among: &[UnitId]) -> Option<UnitId> {
    let worth = |unit: &UnitId| {
        let fighter = seen.battle.fighter(*unit)?;
        let held = seen.state.unit(*unit)?;
        let lost = u32::from(fighter.wounds().saturating_sub(held.left));
        let cost = u32::from(fighter.cost);
        Some(match why {
            TargetReason::Heal => lost * 10 + cost,
            // soon to fall, and worth it
            TargetReason::Bounty => 100 + lost * 10,
            TargetReason::Harm | TargetReason::Claim => cost + u32::from(held.left),
        })
    };
    among.iter().copied().max_by_key(|unit| (worth(unit), std::cmp::Reverse(*unit)))
}

/// Places where units come from reserve (A13.2.2): along the own zone, or open flank edges.
pub(super) fn arrivals(seen: &PlayerView<'_>, hash: ViewHash) -> Vec<(UnitId, Pose)> {
    let state = &*seen.state;
    let mut all = Vec::new();
    for (unit, held) in state.units_with_ids() {
        let UnitPlace::Reserve(from) = held.place else { continue };
        if held.player != PlayerId::South || state.round < from.max(2) {
            continue;
        }
        let Some(tray) = seen.battle.fighter(unit).map(|one| one.tray) else { continue };
        let own_zone = zone(PlayerId::South, seen.battle.mode.zone());
        let near = |pose: &Pose| {
            let mut objectives = state.objectives.iter();
            let nearest = objectives.next().map(|one| distance(pose.middle, one.at));
            objectives
                .map(|one| distance(pose.middle, one.at))
                .fold(nearest, |least, next| Some(least.map_or(next, |least| least.min(next))))
        };
        let may = |pose: &Pose, zone: EdgeStrip| {
            let at = PlacedUnit { player: PlayerId::South, tray: Tray::new(tray, *pose) };
            may_deploy(&state.field, unit, at, zone)
        };
        let own = deployments(seen, tray, own_zone, hash.with(unit.0.into()));
        let mut found: Option<Pose> = own.filter(|pose| may(pose, own_zone)).take(1).next();
        for edge in [Edge::West, Edge::East] {
            if !state.is_edge_open(seen.battle, PlayerId::South, edge) {
                continue;
            }
            let flank = EdgeStrip { edge, depth: Length::SHORT };
            let by_flank = flanks(seen, tray, edge).find(|pose| may(pose, flank));
            let is_nearer = |pose: &Pose| found.is_none_or(|known| near(pose) < near(&known));
            found = by_flank.filter(is_nearer).or(found);
        }
        all.extend(found.map(|pose| (unit, pose)));
    }
    all
}

/// Places along a flank edge, from the middle outward, facing in.
fn flanks(seen: &PlayerView<'_>, tray: TraySize, edge: Edge) -> impl Iterator<Item = Pose> {
    let table = seen.battle.table;
    let x = table.width() / 2 - 6_000 + tray.depth() / 2;
    let (x, heading) = if edge == Edge::West { (-x, Heading::EAST) } else { (x, Heading::WEST) };
    let most = i64::from(table.depth() - tray.width()) / 2;
    let ways = (0..=most / 1_000).flat_map(|step| [1_000 * step, -1_000 * step]);
    ways.filter_map(move |y| Some(Pose { middle: Point::new(x.into(), y).ok()?, heading }))
}
