//! Random trays, and shapes as lists of corners.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds_battles::geometry::{
    Alignment, ArcModel, Direction, Heading, Length, Point, Pose, Tray, TrayArc, TraySize,
    aligned_pose,
};

/// A corner or an offset.
pub(super) type Xy = [i128; 2];

pub(super) fn minus([a, b]: Xy, [c, d]: Xy) -> Xy {
    [a - c, b - d]
}

pub(super) fn cross([a, b]: Xy, [c, d]: Xy) -> i128 {
    a * d - b * c
}

pub(super) fn dot([a, b]: Xy, [c, d]: Xy) -> i128 {
    a * c + b * d
}

/// The corners of a tray, clockwise.
pub(super) fn corners(tray: &Tray) -> Vec<Xy> {
    tray.shape().corners().map(|corner| corner.map(i128::from)).collect()
}

/// Its sides as pairs of corners, with their lengths as they are counted for the tolerance.
pub(super) fn sides(tray: &Tray) -> Vec<(Xy, Xy, i128)> {
    let corners = corners(tray);
    let [width, depth] = [tray.size().width(), tray.size().depth()].map(i128::from);
    (0..4)
        .map(|at| (corners[at], corners[(at + 1) % 4], if at % 2 == 0 { width } else { depth }))
        .collect()
}

pub(super) struct Dealer(Xoshiro256PlusPlus);

impl Dealer {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    pub(super) fn within(&mut self, from: i64, to: i64) -> i64 {
        self.0.random_range(from..=to)
    }

    pub(super) fn one_in(&mut self, cases: i64) -> bool {
        self.within(1, cases) == 1
    }

    pub(super) fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.0.random_range(0..all.len())]
    }

    pub(super) fn point(&mut self, reach: i64) -> Point {
        Point::new(self.within(-reach, reach), self.within(-reach, reach)).unwrap()
    }

    /// Often one along the edges of the table, for the sake of ties.
    pub(super) fn heading(&mut self) -> Heading {
        let tenths = if self.one_in(4) { 900 * self.within(0, 3) } else { self.within(0, 3_599) };
        Heading::new(tenths).unwrap()
    }

    pub(super) fn length(&mut self, most: i64) -> Length {
        Length::new(self.within(0, most)).unwrap()
    }

    pub(super) fn size(&mut self) -> TraySize {
        let usual = [TraySize::INFANTRY, TraySize::CAVALRY, TraySize::SMALL, TraySize::LARGE];
        if !self.one_in(5) {
            return self.of(&usual);
        }
        let side = |half| Length::new(2 * half).unwrap();
        let (one, other) = (self.within(250, 6_000), self.within(250, 6_000));
        let (width, depth, arcs) = if self.one_in(2) {
            (one, other, ArcModel::Diagonal)
        } else {
            (one.min(other), one.max(other), ArcModel::FortyFive)
        };
        TraySize::new(side(width), side(depth), arcs).unwrap()
    }

    pub(super) fn tray(&mut self, reach: i64) -> Tray {
        let size = self.size();
        let pose = Pose { middle: self.point(reach), heading: self.heading() };
        Tray::new(size, pose)
    }

    /// A second tray: anywhere, or aligned with the first and then moved by a hair, a little or not
    /// at all.
    pub(super) fn beside(&mut self, one: &Tray, reach: i64) -> Tray {
        if self.one_in(3) {
            return self.tray(reach);
        }
        let (size, side) = (self.size(), self.of(&TrayArc::ALL));
        let placing = self.of(&Alignment::STANDARD);
        let mut pose = aligned_pose(one, side, size, placing).unwrap();
        let most = self.of(&[0, 3, 3, 1_000, 8_000]);
        for _ in 0..2 {
            let direction = self.of(&Direction::ALL);
            pose = pose.moved(direction, self.length(most)).unwrap();
        }
        let heading = if self.one_in(2) { pose.heading } else { self.heading() };
        Tray::new(size, pose.facing(heading))
    }
}
