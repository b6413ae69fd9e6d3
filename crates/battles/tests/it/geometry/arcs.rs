//! Areas in arcs against polygons cut in fractions of big numbers.

use super::MANY;
use super::worlds::{Dealer, Xy, corners};
use num_bigint::BigInt;
use num_rational::BigRational;
use warodds_battles::geometry::{ArcModel, ArcSet, Direction, Length, Point, Pose, Tray, TrayArc};

pub(super) type Corner = [BigRational; 2];

pub(super) fn whole(value: i128) -> BigRational {
    BigRational::from(BigInt::from(value))
}

fn cross(from: &Corner, to: &Corner, point: &Corner) -> BigRational {
    (&to[0] - &from[0]) * (&point[1] - &from[1]) - (&to[1] - &from[1]) * (&point[0] - &from[0])
}

/// What of a polygon lies to the right of a line.
pub(super) fn cut(polygon: &[Corner], [from, to]: [&Corner; 2]) -> Vec<Corner> {
    let zero = whole(0);
    let mut kept = Vec::new();
    for (at, one) in polygon.iter().enumerate() {
        let next = &polygon[(at + 1) % polygon.len()];
        let [here, there] = [one, next].map(|corner| cross(from, to, corner));
        if here <= zero {
            kept.push(one.clone());
        }
        if (here < zero && there > zero) || (here > zero && there < zero) {
            let part = &here / (&here - &there);
            kept.push([0, 1].map(|axis| &one[axis] + &part * (&next[axis] - &one[axis])));
        }
    }
    kept
}

pub(super) fn doubled_area(polygon: &[Corner]) -> BigRational {
    let ends = polygon.iter().zip(polygon.iter().cycle().skip(1));
    ends.fold(whole(0), |sum, (one, next)| sum + &next[0] * &one[1] - &one[0] * &next[1])
}

/// The arcs that hold the most of a tray: those of the book's figure, each as what lies between
/// lines.
fn most(target: &Tray, other: &Tray) -> Vec<TrayArc> {
    let fraction = |[x, y]: Xy| [whole(x), whole(y)];
    let own: Vec<Corner> = corners(target).into_iter().map(fraction).collect();
    let [front_left, front_right, rear_right, rear_left] = <[Corner; 4]>::try_from(own).unwrap();
    let middle = target.pose().middle;
    let middle = [whole(middle.x().into()), whole(middle.y().into())];
    let along =
        |from: &Corner, offset: Xy| [&from[0] + whole(offset[0]), &from[1] + whole(offset[1])];
    let from_middle = match target.size().arcs() {
        ArcModel::Diagonal => [0, 0],
        // rounded as a move ahead is: that is the arc's own definition
        ArcModel::FortyFive => {
            let ahead = i64::from(target.size().depth() - target.size().width()) / 2;
            let moved = target.pose().moved(Direction::Forward, Length::new(ahead).unwrap());
            let (to, from) = (moved.unwrap().middle, target.pose().middle);
            [to.x() - from.x(), to.y() - from.y()].map(i128::from)
        }
    };
    let front = along(&middle, from_middle);
    let rear = along(&middle, from_middle.map(|part| -part));
    let ahead = [0, 1].map(|axis| (&front_left[axis] + &front_right[axis]) / whole(2));
    let regions: [(TrayArc, Vec<[&Corner; 2]>); 4] = [
        (TrayArc::Front, vec![[&front, &front_left], [&front_right, &front]]),
        (TrayArc::Right, vec![[&front, &front_right], [&rear_right, &rear], [&middle, &ahead]]),
        (TrayArc::Rear, vec![[&rear, &rear_right], [&rear_left, &rear]]),
        (TrayArc::Left, vec![[&rear, &rear_left], [&front_left, &front], [&ahead, &middle]]),
    ];
    let tray: Vec<Corner> = corners(other).into_iter().map(fraction).collect();
    let areas = regions.map(|(arc, lines)| {
        (arc, doubled_area(&lines.into_iter().fold(tray.clone(), |rest, line| cut(&rest, line))))
    });
    let total = areas.iter().fold(whole(0), |sum, (_, area)| sum + area);
    assert_eq!(total, doubled_area(&tray), "arcs hold the whole tray");
    let greatest = areas.iter().map(|(_, area)| area.clone()).max().unwrap();
    areas.into_iter().filter(|(_, area)| *area == greatest).map(|(arc, _)| arc).collect()
}

/// A tray as far beyond a corner as that is from the middle, or three times as far: where arcs are
/// parted by diagonals, a line halves it.
fn on_a_line(dealer: &mut Dealer, target: &Tray) -> Tray {
    let middle = [target.pose().middle.x(), target.pose().middle.y()].map(i128::from);
    let corner = dealer.of(&corners(target));
    let times = dealer.of(&[2, 4]);
    let [x, y] = [0, 1].map(|axis| middle[axis] + times * (corner[axis] - middle[axis]));
    let middle = Point::new(x as i64, y as i64).unwrap();
    Tray::new(dealer.size(), Pose { middle, heading: dealer.heading() })
}

fn compare(cases: u64, seed: u64) -> [u64; 4] {
    let mut dealer = Dealer::new(seed);
    let mut counts = [0; 4];
    let mut case = 0;
    while case < cases {
        let reach = dealer.of(&[5_000, 8_000, 24_000]);
        let target = dealer.tray(reach);
        let other = if dealer.one_in(4) {
            on_a_line(&mut dealer, &target)
        } else {
            dealer.beside(&target, reach)
        };
        if target.shape().overlaps(other.shape()) {
            continue;
        }
        case += 1;
        let arcs =
            target.arcs_holding_most(&other).map(|set| ArcSet::iter(set).collect::<Vec<_>>());
        let seen = format!(
            "case {case}: {:?} and {:?}",
            (target.size(), target.pose()),
            (other.size(), other.pose())
        );
        let expected = most(&target, &other);
        counts[expected.len() - 1] += 1;
        assert_eq!(arcs, Ok(expected), "{seen}");
    }
    counts
}

#[test]
fn arcs_hold_most_as_fractions_say() {
    let counts = compare(3_000, 1);
    assert!(counts[0] > 1_000 && counts[1] > 10, "one arc and ties: {counts:?}");
}

#[test]
#[ignore = "many minutes"]
fn many_arcs_hold_most_as_fractions_say() {
    println!("{MANY} cases; arcs that hold as much, one to four: {:?}", compare(MANY, 2));
}

#[test]
fn a_tray_over_the_middle_is_in_no_arc() {
    let mut dealer = Dealer::new(3);
    let mut over = 0;
    for _ in 0..20_000 {
        let (target, other) = (dealer.tray(2_000), dealer.tray(2_000));
        let middle = target.pose().middle;
        let holds = other.shape().is_within_of_point(middle, Length::ZERO);
        let arcs = target.arcs_holding_most(&other);
        assert!(!holds || arcs.is_err(), "{target:?} {other:?}");
        over += u32::from(arcs.is_err());
    }
    assert!(over > 1_000, "{over}");
}
