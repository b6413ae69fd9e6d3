//! Geometry against slow exact arithmetic, against itself when the table is turned, and against the
//! book's examples.

mod arcs;
mod book;
mod half_turn;
mod near;
mod shadow;
mod sight;
mod slots;
mod straight;
mod worlds;

/// Cases of a comparison: few as a usual test, so many as `--ignored` ones.
const MANY: u64 = 1_000_000;
