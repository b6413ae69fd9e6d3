//! Sight against rays in fractions, on small grids where everything is in line with something.

use super::MANY;
use super::worlds::{Dealer, Xy, cross, dot, minus};
use std::cmp::Ordering;
use warodds_battles::geometry::{
    Alignment, FieldOfView, Heading, Length, Outline, Point, Pose, Shape, Tray, TrayArc, TraySize,
    aligned_pose,
};

/// A fraction with a denominator above 0.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(over: i128, under: i128) -> Self {
        if under < 0 { Self(-over, -under) } else { Self(over, under) }
    }

    fn compared(self, other: Self) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }

    /// The simplest one between this and a greater one; neither is negative.
    fn between(self, greater: Self) -> Self {
        let whole = self.0 / self.1;
        if (whole + 1) * greater.1 < greater.0 {
            return Self(whole + 1, 1);
        }
        // both are in the same unit, so the inverses of what is beyond the whole are looked at
        let [low, high] = [self, greater].map(|one| Self(one.0 - whole * one.1, one.1));
        let inverse = if low.0 == 0 {
            Self(high.1 / high.0 + 1, 1)
        } else {
            Self(high.1, high.0).between(Self(low.1, low.0))
        };
        Self(whole * inverse.0 + inverse.1, inverse.0)
    }
}

/// A place of fractions: x and y over the same.
#[derive(Clone, Copy, Debug)]
struct UnitPlace {
    at: Xy,
    under: i128,
}

impl UnitPlace {
    fn whole(at: Xy) -> Self {
        Self { at, under: 1 }
    }
}

/// Where a side, from its one end to the other, meets a line through two points.
fn meeting([a, b]: [Xy; 2], [c, d]: [Xy; 2]) -> Option<UnitPlace> {
    let (one, other) = (minus(b, a), minus(d, c));
    let under = cross(one, other);
    let part = cross(minus(c, a), other);
    let at = [0, 1].map(|axis| a[axis] * under + part * one[axis]);
    if part * under.signum() < 0 || part.abs() > under.abs() {
        return None;
    }
    match under.signum() {
        0 => None,
        1 => Some(UnitPlace { at, under }),
        _ => Some(UnitPlace { at: at.map(|value| -value), under: -under }),
    }
}

fn pairs(corners: &[Xy]) -> Vec<[Xy; 2]> {
    (0..corners.len()).map(|at| [corners[at], corners[(at + 1) % corners.len()]]).collect()
}

/// Edge, arc, target and blockers as lists of points.
struct World {
    edge: [Xy; 2],
    arc: [Xy; 2],
    target: Vec<Xy>,
    blockers: Vec<Vec<Xy>>,
}

impl World {
    /// Half-planes of what is in the arc: to the right of each line.
    fn arc_lines(&self) -> Vec<[Xy; 2]> {
        let [left, right] = self.edge;
        vec![[left, self.arc[0]], [self.arc[1], right], [right, left]]
    }

    /// Everything that lines of sight may turn at: corners, and where the outline of the target
    /// meets others or the bounds of the arc.
    fn corners(&self) -> Vec<UnitPlace> {
        let shapes = || std::iter::once(&self.target).chain(&self.blockers);
        let mut all: Vec<UnitPlace> =
            shapes().flatten().map(|corner| UnitPlace::whole(*corner)).collect();
        let blocking = self.blockers.iter().flat_map(|blocker| pairs(blocker));
        for line in blocking.chain(self.arc_lines()) {
            let meetings = pairs(&self.target).into_iter().filter_map(|side| meeting(side, line));
            all.extend(meetings);
        }
        all
    }

    /// Where a ray from `eye` is inside a region to the right of lines, as parts of some length:
    /// from where to where, if at more than a point.
    fn inside(eye: UnitPlace, along: Xy, lines: &[[Xy; 2]]) -> Option<[Fraction; 2]> {
        let (mut enter, mut leave) = (Fraction(0, 1), Fraction(i64::MAX.into(), 1));
        for [from, to] in lines {
            let side = minus(*to, *from);
            // positive inside
            let from_eye = [0, 1].map(|axis| eye.at[axis] - from[axis] * eye.under);
            let (start, pace) = (-cross(side, from_eye), -cross(side, along));
            if pace == 0 {
                if start <= 0 {
                    return None;
                }
                continue;
            }
            let root = Fraction::new(-start, pace);
            if pace > 0 && root.compared(enter).is_gt() {
                enter = root;
            }
            if pace < 0 && root.compared(leave).is_lt() {
                leave = root;
            }
        }
        enter.compared(leave).is_lt().then_some([enter, leave])
    }

    /// Whether a ray meets the target in the arc before it is in any blocker.
    fn is_free(&self, eye: UnitPlace, along: Xy) -> bool {
        let mut lines = pairs(&self.target);
        lines.extend(self.arc_lines());
        let Some([target, _]) = Self::inside(eye, along, &lines) else { return false };
        self.blockers.iter().all(|blocker| {
            // where both begin alike, whatever is seen of the target is in the blocker
            Self::inside(eye, along, &pairs(blocker))
                .is_none_or(|[enter, _]| enter.compared(target).is_gt())
        })
    }

    /// From between all points of the edge that are in line with two corners, between all
    /// directions to corners: one of these rays is free where any line of sight is that is not
    /// alone.
    fn sees(&self) -> bool {
        let (corners, [left, right]) = (self.corners(), self.edge);
        let edge = minus(right, left);
        // parts of the edge
        let mut parts = vec![Fraction(0, 1), Fraction(1, 1)];
        for (at, one) in corners.iter().enumerate() {
            for other in &corners[..at] {
                let from = |place: &UnitPlace| {
                    [0, 1].map(|axis| place.at[axis] - left[axis] * place.under)
                };
                let (one, other) = ((from(one), one.under), (from(other), other.under));
                let slope = cross(edge, other.0) * one.1 - cross(edge, one.0) * other.1;
                if slope != 0 {
                    let part = Fraction::new(cross(one.0, other.0), slope);
                    if part.0 > 0 && part.0 < part.1 {
                        parts.push(part);
                    }
                }
            }
        }
        parts.sort_by(|one, other| one.compared(*other));
        parts.dedup_by(|one, other| one.compared(*other).is_eq());
        parts.windows(2).any(|ends| self.sees_from(ends[0].between(ends[1]), &corners))
    }

    fn sees_from(&self, Fraction(over, under): Fraction, corners: &[UnitPlace]) -> bool {
        let [left, right] = self.edge;
        let edge = minus(right, left);
        let eye =
            UnitPlace { at: [0, 1].map(|axis| left[axis] * under + over * edge[axis]), under };
        let directions = corners.iter().map(|corner| {
            [0, 1].map(|axis| corner.at[axis] * eye.under - eye.at[axis] * corner.under)
        });
        let mut ahead: Vec<Xy> = directions.filter(|along| cross(edge, *along) > 0).collect();
        ahead.extend([edge, edge.map(|part| -part)]);
        // directions of the same length, more or less, so that the mean lies between
        ahead.sort_by(|one, other| {
            let low = |along: &Xy| cross(edge, *along) == 0;
            match (low(one), low(other)) {
                (true, true) => dot(*other, edge).cmp(&dot(*one, edge)),
                (true, false) => {
                    if dot(*one, edge) > 0 {
                        Ordering::Less
                    } else {
                        Ordering::Greater
                    }
                }
                (false, true) => {
                    if dot(*other, edge) > 0 {
                        Ordering::Greater
                    } else {
                        Ordering::Less
                    }
                }
                (false, false) => 0.cmp(&cross(*one, *other)),
            }
        });
        ahead.windows(2).any(|ends| {
            let along = [0, 1].map(|axis| ends[0][axis] + ends[1][axis]);
            cross(ends[0], ends[1]) != 0 && self.is_free(eye, reduced(along))
        })
    }
}

/// The same direction in the smallest numbers.
fn reduced([x, y]: Xy) -> Xy {
    let (mut one, mut other) = (x.abs(), y.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    [x / one.max(1), y / one.max(1)]
}

fn point([x, y]: Xy) -> Point {
    Point::new(x as i64, y as i64).unwrap()
}

/// A parallelogram on a small grid.
fn small(dealer: &mut Dealer, reach: i64) -> Outline<2> {
    loop {
        let mut near = |reach: i64| dealer.within(-reach, reach);
        let (x, y) = (near(reach), near(reach) + reach / 2);
        let corner = |dx: i64, dy: i64| Point::new(x + dx, y + dy).unwrap();
        let corners = [corner(near(3), near(3)), corner(near(3), near(3))];
        if let Ok(outline) = Outline::new(Point::new(x, y).unwrap(), corners) {
            return outline;
        }
    }
}

fn corners(shape: Shape<'_>) -> Vec<Xy> {
    shape.corners().map(|corner| corner.map(i128::from)).collect()
}

/// Two shapes share some area: no side of either has the other wholly outside.
fn share_area(one: &[Xy], other: &[Xy]) -> bool {
    let parts = |one: &[Xy], other: &[Xy]| {
        pairs(one).into_iter().any(|[from, to]| {
            other.iter().all(|corner| cross(minus(to, from), minus(*corner, from)) >= 0)
        })
    };
    !parts(one, other) && !parts(other, one)
}

fn compare(cases: u64, seed: u64) -> [u64; 4] {
    let mut dealer = Dealer::new(seed);
    let (mut seen, mut hidden, mut unseen, mut within) = (0, 0, 0, 0);
    for case in 0..cases {
        let (ends, spread) = (dealer.within(1, 4), [dealer.within(0, 3), dealer.within(0, 3)]);
        let rise = [dealer.within(1, 3), dealer.within(1, 3)];
        let tilt = dealer.within(-1, 1);
        let edge = [[-i128::from(ends), 0], [ends.into(), tilt.into()]];
        let arc = [
            [edge[0][0] - i128::from(spread[0]), i128::from(rise[0])],
            [edge[1][0] + i128::from(spread[1]), i128::from(tilt + rise[1])],
        ];
        let Ok(view) = FieldOfView::new(edge.map(point), arc.map(point)) else { continue };
        let reach = dealer.of(&[5, 8, 12]);
        let target = small(&mut dealer, reach);
        let blockers: Vec<Outline<2>> =
            (0..dealer.within(0, 4)).map(|_| small(&mut dealer, reach)).collect();
        let world = World {
            edge,
            arc,
            target: corners(target.shape()),
            blockers: blockers.iter().map(|one| corners(one.shape())).collect(),
        };
        let expected = world.sees();
        let sees = view.sees(target.shape(), blockers.iter().map(Outline::shape));
        assert_eq!(sees, expected, "case {case}: {edge:?} {arc:?} {target:?} {blockers:?}");
        let alone = view.sees(target.shape(), []);
        let overlapping = world.blockers.iter().any(|one| share_area(one, &world.target));
        seen += u64::from(sees && !blockers.is_empty());
        hidden += u64::from(alone && !sees);
        unseen += u64::from(!alone);
        within += u64::from(alone && overlapping);
    }
    [seen, hidden, unseen, within]
}

#[test]
fn sight_is_that_of_rays() {
    let cases = 3_000;
    let counts = compare(cases, 1);
    assert!(counts.iter().all(|&count| count > cases / 50), "{counts:?}");
}

#[test]
#[ignore = "many minutes"]
fn many_sights_are_those_of_rays() {
    let counts = compare(MANY, 2);
    println!(
        "{MANY} cases; seen past others, hidden, out of the arc, partly in a blocker: {counts:?}"
    );
}

fn tray(x: i64, y: i64, tenths: i64) -> Tray {
    let pose = Pose { middle: Point::new(x, y).unwrap(), heading: Heading::new(tenths).unwrap() };
    Tray::new(TraySize::INFANTRY, pose)
}

#[test]
fn two_that_stand_side_by_side_hide_a_third_until_they_part() {
    let looker = tray(0, 0, 0);
    let target = tray(0, 12_000, 1_800);
    let pair = |gap: i64| [tray(-2_750, 6_000, 0), tray(2_750 + gap, 6_000, 0)];
    let sees = |blockers: &[Tray]| {
        looker.field_of_view().sees(target.shape(), blockers.iter().map(Tray::shape))
    };
    assert!(!sees(&pair(0)), "they touch: a single line is no sight");
    assert!(sees(&pair(1)), "a gap of a thousandth");
    assert!(sees(&pair(0)[..1]), "past one of them");
    assert!(!sees(&[tray(0, 6_000, 450)]), "a tray turned by 45° is wide enough");
}

#[test]
fn a_tray_in_contact_is_seen_and_hides_what_is_behind() {
    let looker = tray(1_000, 2_000, 137);
    for placing in Alignment::STANDARD {
        let pose = aligned_pose(&looker, TrayArc::Front, TraySize::INFANTRY, placing).unwrap();
        let touching = Tray::new(TraySize::INFANTRY, pose);
        assert!(looker.field_of_view().sees(touching.shape(), []), "{placing:?}");
        let behind = Pose { middle: pose.middle, ..looker.pose() }
            .moved(warodds_battles::geometry::Direction::Forward, Length::SHORT)
            .unwrap();
        let behind = Tray::new(TraySize::SMALL, behind);
        let sees = looker.field_of_view().sees(behind.shape(), [touching.shape()]);
        assert_eq!(sees, placing != Alignment::Centred, "{placing:?}");
    }
}

#[test]
fn what_is_seen_by_a_fan_of_lines_is_seen() {
    // trays of their size, anywhere: lines of sight from 9 points of the edge in 200 directions
    let mut dealer = Dealer::new(5);
    let mut found = 0;
    for case in 0..500 {
        let trays: Vec<Tray> = (0..8).map(|_| dealer.tray(14_000)).collect();
        let (looker, target) = (trays[0], trays[1]);
        if looker.shape().overlaps(target.shape()) {
            continue;
        }
        let own = corners(looker.shape());
        let middle = [looker.pose().middle.x(), looker.pose().middle.y()].map(i128::from);
        if looker.size().arcs() != warodds_battles::geometry::ArcModel::Diagonal {
            continue;
        }
        let beyond = |corner: Xy| [0, 1].map(|axis| 2 * corner[axis] - middle[axis]);
        let world = World {
            edge: [own[0], own[1]],
            arc: [beyond(own[0]), beyond(own[1])],
            target: corners(target.shape()),
            blockers: trays[2..].iter().map(|tray| corners(tray.shape())).collect(),
        };
        let edge = minus(own[1], own[0]);
        let is_free = |part: i128, turn: i128| {
            let at = [0, 1].map(|axis| 10 * own[0][axis] + part * edge[axis]);
            let ahead = [-edge[1], edge[0]];
            let along = [0, 1].map(|axis| turn * edge[axis] + 20 * ahead[axis]);
            world.is_free(UnitPlace { at, under: 10 }, along)
        };
        let fan = (1..10).any(|part| (-100..=100).any(|turn| is_free(part, turn)));
        let sees = looker.field_of_view().sees(target.shape(), trays[2..].iter().map(Tray::shape));
        assert!(sees || !fan, "case {case}: {trays:?}");
        found += u32::from(fan);
    }
    assert!(found > 50, "{found}");
}
