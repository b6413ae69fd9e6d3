//! Rough numbers behind a policy's scores: sectors, distances and the chance that a charge arrives.

use crate::geometry::{HeadingAxes, Point};

/// The highest charge die, in thousandths of an inch (A5.2).
pub(super) const CHARGE_DIE: i32 = 6_000;

/// The direction in which one unit lies from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sector {
    Front,
    Flank,
    Rear,
}

/// Returns the sector of a unit at `from`, facing along `axes`, that contains `at`. The sectors are
/// divided by the diagonals through `from`.
pub(super) fn sector(axes: HeadingAxes, from: Point, at: Point) -> Sector {
    let [ahead, right] = axes.ahead_and_right(from, at);
    match (ahead, right) {
        (ahead, right) if ahead >= right.abs() => Sector::Front,
        (ahead, right) if -ahead >= right.abs() => Sector::Rear,
        _ => Sector::Flank,
    }
}

/// Returns the squared distance of two points, in thousandths of an inch squared.
pub(super) fn squared(one: Point, other: Point) -> i64 {
    let (x, y) = (i64::from(one.x() - other.x()), i64::from(one.y() - other.y()));
    x * x + y * y
}

/// Returns the distance of two points in thousandths of an inch.
pub(super) fn distance(one: Point, other: Point) -> f64 {
    (squared(one, other) as f64).sqrt()
}

/// Returns the gap in thousandths of an inch at which [`arrival_chance`] becomes zero.
pub(super) const fn charge_limit(speed: i32) -> i32 {
    // an inch beyond the highest roll: the line then meets the die's chances at whole inches
    speed + CHARGE_DIE + 1_000
}

/// Returns the chance that a charge crosses `gap` on open ground, interpolated between inches.
pub(super) fn arrival_chance(speed: i32, gap: f64) -> f64 {
    // the exact chance is a step function, under which all places within an inch score alike
    ((f64::from(charge_limit(speed)) - gap) / f64::from(CHARGE_DIE)).clamp(0.0, 1.0)
}

/// Returns the factor by which an attack into this sector is worth more than a frontal one.
pub(super) const fn sector_factor(sector: Sector) -> f64 {
    match sector {
        Sector::Front => 1.0,
        Sector::Flank => 1.35,
        Sector::Rear => 1.7,
    }
}
