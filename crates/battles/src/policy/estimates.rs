//! What policies count with: sectors, distances, and the chance of a charge.

use crate::geometry::{HeadingAxes, Point};

/// The highest charge die, in 1/1000" (A5.2).
pub(super) const DIE: i32 = 6_000;

/// Where somebody lies, seen from somebody: in front, beside or behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sector {
    Front,
    Flank,
    Rear,
}

/// In which sector of who stands and faces so a place lies, by diagonals.
pub(super) fn sector(axes: HeadingAxes, from: Point, at: Point) -> Sector {
    let [ahead, right] = axes.ahead_and_right(from, at);
    match (ahead, right) {
        (ahead, right) if ahead >= right.abs() => Sector::Front,
        (ahead, right) if -ahead >= right.abs() => Sector::Rear,
        _ => Sector::Flank,
    }
}

/// The square of how far two places lie apart.
pub(super) fn squared(one: Point, other: Point) -> i64 {
    let (x, y) = (i64::from(one.x() - other.x()), i64::from(one.y() - other.y()));
    x * x + y * y
}

/// How far two places lie apart, in 1/1000".
pub(super) fn distance(one: Point, other: Point) -> f64 {
    (squared(one, other) as f64).sqrt()
}

/// The longest gap that a charge of a unit of this speed may cross on open ground.
pub(super) const fn longest(speed: i32) -> i32 {
    speed + DIE + 1_000
}

/// The chance that a charge over a gap arrives, on open ground.
pub(super) fn arrives(speed: i32, gap: f64) -> f64 {
    ((f64::from(longest(speed)) - gap) / f64::from(DIE)).clamp(0.0, 1.0)
}

/// How much worse a charge on flank or rear is.
pub(super) const fn bonus(sector: Sector) -> f64 {
    match sector {
        Sector::Front => 1.0,
        Sector::Flank => 1.35,
        Sector::Rear => 1.7,
    }
}
