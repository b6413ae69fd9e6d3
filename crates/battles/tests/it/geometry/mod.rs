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

/// Each predicate holds often and fails often, so that neither answer is taken for granted.
fn both_answers_come_often(counts: &[u64], cases: u64) {
    let is_often = |count: u64| count > cases / 50 && cases - count > cases / 50;
    assert!(counts.iter().all(|&count| is_often(count)), "{counts:?} of {cases}");
}
