//! Overlap, gaps, ranges and cover of tokens, against all corners and all feet of perpendiculars.

use super::worlds::{Dealer, Xy, corners, cross, dot, minus, sides};
use super::{MANY, both_answers_come_often};
use warodds_battles::geometry::{Length, Point, TOLERANCE, Tray};

/// How deep another lies behind a line at the most, times the length of the line: the line has its
/// own shape to the right.
fn depth(from: Xy, to: Xy, other: &[Xy]) -> i128 {
    let along = minus(to, from);
    other.iter().map(|corner| -cross(along, minus(*corner, from))).max().unwrap()
}

fn overlaps(one: &Tray, other: &Tray) -> bool {
    let deep = |one: &Tray, other: &Tray| {
        let other = corners(other);
        sides(one)
            .iter()
            .all(|&(from, to, length)| depth(from, to, &other) > i128::from(TOLERANCE) * length)
    };
    deep(one, other) && deep(other, one)
}

/// Whether a point lies in a shape or on its edge.
fn holds(shape: &[Xy], point: Xy) -> bool {
    (0..shape.len()).all(|at| {
        let along = minus(shape[(at + 1) % shape.len()], shape[at]);
        cross(along, minus(point, shape[at])) <= 0
    })
}

/// Whether two sides meet.
fn meet([a, b]: [Xy; 2], [c, d]: [Xy; 2]) -> bool {
    let side = |from: Xy, to: Xy, point: Xy| cross(minus(to, from), minus(point, from)).signum();
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/// Squares of distances of a point from corners and feet, as fractions.
fn squares(point: Xy, shape: &[Xy]) -> Vec<(i128, i128)> {
    let mut all = Vec::new();
    for at in 0..shape.len() {
        let (from, along) = (shape[at], minus(shape[(at + 1) % shape.len()], shape[at]));
        let to_point = minus(point, from);
        all.push((dot(to_point, to_point), 1));
        let (ahead, length) = (dot(to_point, along), dot(along, along));
        if ahead > 0 && ahead < length {
            let across = cross(along, to_point);
            all.push((across * across, length));
        }
    }
    all
}

/// Squares of all distances that may be the least.
fn all_squares(one: &[Xy], other: &[Xy]) -> Vec<(i128, i128)> {
    let pairs = |shape: &[Xy]| -> Vec<[Xy; 2]> {
        (0..shape.len()).map(|at| [shape[at], shape[(at + 1) % shape.len()]]).collect()
    };
    let (ones, others) = (pairs(one), pairs(other));
    let touch = one.iter().any(|corner| holds(other, *corner))
        || other.iter().any(|corner| holds(one, *corner))
        || ones.iter().any(|side| others.iter().any(|across| meet(*side, *across)));
    if touch {
        return vec![(0, 1)];
    }
    let from_one = one.iter().flat_map(|corner| squares(*corner, other));
    from_one.chain(other.iter().flat_map(|corner| squares(*corner, one))).collect()
}

fn no_farther(squares: &[(i128, i128)], limit: Length) -> bool {
    let limit = i128::from(limit.thousandths()).pow(2);
    squares.iter().any(|(over, under)| *over <= limit * under)
}

fn no_nearer(squares: &[(i128, i128)], limit: Length) -> bool {
    let limit = i128::from(limit.thousandths()).pow(2);
    squares.iter().all(|(over, under)| *over >= limit * under)
}

fn compare(cases: u64, seed: u64) -> [u64; 5] {
    let mut dealer = Dealer::new(seed);
    let mut counts = [0; 5];
    for case in 0..cases {
        let reach = dealer.of(&[5_000, 24_000, 40_000]);
        let one = dealer.tray(reach);
        let other = dealer.beside(&one, reach);
        let seen = format!(
            "case {case}: {:?} and {:?}",
            (one.size(), one.pose()),
            (other.size(), other.pose())
        );
        let overlap = overlaps(&one, &other);
        assert_eq!(one.shape().overlaps(other.shape()), overlap, "{seen}");
        assert_eq!(other.shape().overlaps(one.shape()), overlap, "{seen}");

        let limit = if dealer.one_in(2) { Length::INCH } else { dealer.length(12_000) };
        let squares_of_both = all_squares(&corners(&one), &corners(&other));
        let [within, gap] =
            [no_farther(&squares_of_both, limit), no_nearer(&squares_of_both, limit)];
        assert_eq!(one.shape().is_within(other.shape(), limit), within, "{limit}, {seen}");
        assert_eq!(one.shape().is_at_least_apart(other.shape(), limit), gap, "{limit}, {seen}");

        let arrow = one.arrow().map(i128::from);
        let of_arrow = |limit| {
            holds(&corners(&other), arrow) || no_farther(&squares(arrow, &corners(&other)), limit)
        };
        let range = one.has_in_range(other.shape(), limit);
        assert_eq!(range, of_arrow(limit), "{limit}, {seen}");

        let token = one.pose().middle;
        let token = Point::new(
            i64::from(token.x()) + dealer.within(-3_000, 3_000),
            i64::from(token.y()) + dealer.within(-3_000, 3_000),
        );
        let (Ok(token), radius) = (token, dealer.length(1_000)) else { continue };
        let at = [token.x(), token.y()].map(i128::from);
        let covers = holds(&corners(&one), at) && no_nearer(&squares(at, &corners(&one)), radius);
        assert_eq!(one.shape().covers_disc(token, radius), covers, "{token:?} {radius}, {seen}");
        for (count, holds) in counts.iter_mut().zip([overlap, within, gap, range, covers]) {
            *count += u64::from(holds);
        }
    }
    counts
}

#[test]
fn near_predicates_are_those_of_corners_and_feet() {
    let cases = 20_000;
    let counts = compare(cases, 1);
    both_answers_come_often(&counts, cases);
}

#[test]
#[ignore = "minutes"]
fn many_near_predicates_are_those_of_corners_and_feet() {
    println!("{MANY} cases; overlap, within, gap, range, covers hold in {:?}", compare(MANY, 2));
}
