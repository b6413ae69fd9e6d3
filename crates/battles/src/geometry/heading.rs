//! Headings and the unit vectors along them.

use super::octant::{OCTANT, UNIT};
use super::point::{Point, Vector};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The direction a tray faces, in tenths of a degree clockwise from north, below 3600.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(try_from = "i64", into = "u16")]
#[schemars(extend("maximum" = TURN - 1))]
pub struct Heading(u16);

/// The error for a heading outside 0 to 3599 tenths of a degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a heading must be from 0 to 3599 tenths of a degree, not {0}")]
pub struct HeadingError(pub i64);

/// Tenths of a degree in a full turn.
pub(super) const TURN: u16 = 3_600;
/// Tenths of a degree in a right angle.
const QUARTER: u16 = 900;

/// A direction of a straight move without a pivot, relative to the tray (A6.8).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Straight ahead.
    Forward,
    /// To the tray's right.
    Right,
    /// Straight back.
    Backward,
    /// To the tray's left.
    Left,
}

impl Direction {
    /// All four directions, clockwise from forward.
    pub const ALL: [Self; 4] = [Self::Forward, Self::Right, Self::Backward, Self::Left];

    /// Returns the clockwise angle from forward, in tenths of a degree.
    const fn turn(self) -> u16 {
        self as u16 * QUARTER
    }
}

/// The unit vector of a heading, looked up once for many calls of [`Heading::ahead_and_right`].
#[derive(Clone, Copy, Debug)]
pub struct HeadingAxes(Vector);

impl HeadingAxes {
    /// Returns the same as [`Heading::ahead_and_right`].
    #[inline]
    pub fn ahead_and_right(self, from: Point, to: Point) -> [i64; 2] {
        let offset = to.vector() - from.vector();
        [self.0.dot(offset) >> 30, -self.0.cross(offset) >> 30]
    }
}

impl Heading {
    /// North: from the southern player's edge to the opposite edge.
    pub const NORTH: Self = Self(0);
    /// East.
    pub const EAST: Self = Self(QUARTER);
    /// South.
    pub const SOUTH: Self = Self(2 * QUARTER);
    /// West.
    pub const WEST: Self = Self(3 * QUARTER);

    /// 22.5°, the step between the corners of a disc.
    pub(super) const SIXTEENTH: Self = Self(TURN / 16);

    /// Creates a heading from tenths of a degree, clockwise from north.
    ///
    /// # Errors
    /// [`HeadingError`] if `tenths` is not from 0 to 3599.
    pub const fn new(tenths: i64) -> Result<Self, HeadingError> {
        if tenths < 0 || tenths >= TURN as i64 {
            return Err(HeadingError(tenths));
        }
        Ok(Self(tenths as u16))
    }

    /// Returns the heading in tenths of a degree, from 0 to 3599.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// Returns the heading rotated clockwise by another one.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::Heading;
    ///
    /// assert_eq!(Heading::WEST.rotated_by(Heading::SOUTH), Heading::EAST);
    /// ```
    #[must_use]
    pub const fn rotated_by(self, by: Self) -> Self {
        Self((self.0 + by.0) % TURN)
    }

    /// Returns the heading of a move in a direction relative to a tray that faces `self`.
    #[must_use]
    pub const fn toward(self, direction: Direction) -> Self {
        Self((self.0 + direction.turn()) % TURN)
    }

    /// Returns the opposite heading.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.toward(Direction::Backward)
    }

    /// Returns the heading from one point to another in whole tenths of a degree, rounded down
    /// clockwise. Returns `None` if both points are the same.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Point};
    ///
    /// let target = Point::new(1_000, 2_000).unwrap();
    /// // arctan(1/2) is 26.565°
    /// assert_eq!(Heading::between(Point::ORIGIN, target).map(Heading::tenths), Some(265));
    /// ```
    pub fn between(from: Point, to: Point) -> Option<Self> {
        let offset = to.vector() - from.vector();
        if offset == Vector::default() {
            return None;
        }
        // corrected in integers, so that the result is the same on every machine
        let mut least = estimated(offset) % TURN;
        // to the right of a heading, or along it
        let is_right_of = |heading: u16| Self(heading).unit().cross(offset) <= 0;
        while !is_right_of(least) {
            least = (least + TURN - 1) % TURN;
        }
        while is_right_of((least + 1) % TURN) {
            least = (least + 1) % TURN;
        }
        Some(Self(least))
    }

    /// Returns how far `to` lies ahead and to the right of `from` for a unit that faces `self`, in
    /// 1/1000", rounded down.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{Heading, Point};
    ///
    /// let east_of_here = Point::new(3_000, 0).unwrap();
    /// assert_eq!(Heading::NORTH.ahead_and_right(Point::ORIGIN, east_of_here), [0, 3_000]);
    /// assert_eq!(Heading::EAST.ahead_and_right(Point::ORIGIN, east_of_here), [3_000, 0]);
    /// ```
    #[inline]
    pub fn ahead_and_right(self, from: Point, to: Point) -> [i64; 2] {
        self.axes().ahead_and_right(from, to)
    }

    /// Looks the unit vector up once for many points.
    #[inline]
    pub fn axes(self) -> HeadingAxes {
        HeadingAxes(self.unit())
    }

    /// Returns the vector of length 2^30 along the heading.
    #[inline]
    pub(super) fn unit(self) -> Vector {
        let (quarter, within) = (self.0 / QUARTER, self.0 % QUARTER);
        let [sine, cosine] = if within <= QUARTER / 2 {
            OCTANT[usize::from(within)]
        } else {
            let [sine, cosine] = OCTANT[usize::from(QUARTER - within)];
            [cosine, sine]
        };
        let (sine, cosine) = (i64::from(sine), i64::from(cosine));
        match quarter {
            0 => Vector { x: sine, y: cosine },
            1 => Vector { x: cosine, y: -sine },
            2 => Vector { x: -sine, y: -cosine },
            _ => Vector { x: -cosine, y: sine },
        }
    }

    /// Returns the offset `ahead` and `right` of a tray that faces `self`, in whole thousandths.
    #[inline]
    pub(super) fn offset(self, ahead: i64, right: i64) -> Vector {
        offset(self.unit(), ahead, right)
    }
}

/// Coefficients of the arctangent up to 45° as an odd polynomial: to within 0.001° (Abramowitz and
/// Stegun, 4.4.47).
const ARCTAN: [f64; 5] = [0.999_866, -0.330_299_5, 0.180_141, -0.085_133, 0.020_835_1];

/// Returns the direction of a vector in tenths of a degree, at most one off. Cheaper than `atan2`.
fn estimated(Vector { x, y }: Vector) -> u16 {
    let (east, north) = (x.abs() as f64, y.abs() as f64);
    let slope = east.min(north) / east.max(north);
    let sum = ARCTAN.iter().rev().fold(0.0, |sum, factor| sum * (slope * slope) + factor);
    let octant = (slope * sum).to_degrees() * 10.0;
    let quarter = if east > north { f64::from(QUARTER) - octant } else { octant };
    let [half, whole] = [2 * QUARTER, TURN].map(f64::from);
    let tenths = match (x < 0, y < 0) {
        (false, false) => quarter,
        (false, true) => half - quarter,
        (true, true) => half + quarter,
        (true, false) => whole - quarter,
    };
    tenths as u16
}

/// Returns the offset `ahead` along a unit vector and `right` of it, in whole thousandths.
#[inline]
pub(super) fn offset(unit: Vector, ahead: i64, right: i64) -> Vector {
    Vector {
        x: rounded(ahead * unit.x + right * unit.y),
        y: rounded(ahead * unit.y - right * unit.x),
    }
}

/// Divides a product with a unit vector by 2^30, rounding to the nearest integer, halves away from
/// zero. A right shift would round down, so that the two edges of the table would play different
/// games.
#[inline]
const fn rounded(product: i64) -> i64 {
    let half = UNIT / 2;
    if product < 0 { -((half - product) / UNIT) } else { (product + half) / UNIT }
}

impl TryFrom<i64> for Heading {
    type Error = HeadingError;

    fn try_from(tenths: i64) -> Result<Self, HeadingError> {
        Self::new(tenths)
    }
}

impl From<Heading> for u16 {
    fn from(heading: Heading) -> Self {
        heading.0
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}°", self.0 / 10, self.0 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    #[test]
    fn places_lie_in_the_direction_of_their_heading() {
        let point = |x, y| Point::new(x, y).unwrap();
        let to = |x, y| Heading::between(point(100, -7), point(100 + x, y - 7));
        let tenths = |x, y| to(x, y).map(Heading::tenths);
        assert_eq!([tenths(0, 5), tenths(5, 0), tenths(0, -5)], [Some(0), Some(900), Some(1_800)]);
        assert_eq!([tenths(-5, 0), tenths(3, 3), tenths(0, 0)], [Some(2_700), Some(450), None]);
        // arctan(1/2) is 26.565°
        assert_eq!([tenths(1, 2), tenths(-1, -2)], [Some(265), Some(2_065)]);
        for (x, y) in [(7, 1), (-300, 41), (12, -9_000), (-5, -5_001)] {
            let heading = to(x, y).unwrap();
            let [ahead, right] = heading.ahead_and_right(point(0, 0), point(x, y));
            // no more than a tenth of a degree past it
            assert!(ahead > 0 && (0..=ahead / 500 + 1).contains(&right), "{x} {y} {right}");
        }
    }

    /// Against the arctangent of the standard library, unless that is within 1e-6 of a whole tenth.
    #[test]
    fn headings_are_arctangents_rounded_down() {
        let at = |x, y| Point::new(x, y).unwrap();
        let (mut compared, side) = (0, (-38..=38).map(|step: i64| step * step * step));
        for (x, y) in side.clone().flat_map(|x| side.clone().map(move |y| (x, y))) {
            let tenths = ((x as f64).atan2(y as f64).to_degrees() * 10.0).rem_euclid(3_600.0);
            let Some(found) = Heading::between(Point::ORIGIN, at(x, y)) else { continue };
            if (tenths - tenths.round()).abs() > 1e-6 {
                assert_eq!(found.tenths(), tenths as u16, "{x} {y}");
                compared += 1;
            }
        }
        assert!(compared > 5_000, "{compared}");
    }

    /// π times 2^200, by Machin's formula: 16 arctan(1/5) − 4 arctan(1/239).
    fn pi(one: &BigInt) -> BigInt {
        let arctan = |inverse: u32| {
            let (mut sum, mut power) = (BigInt::ZERO, one / inverse);
            for odd in (1u32..).step_by(2) {
                if power == BigInt::ZERO {
                    break;
                }
                let term = &power / odd;
                sum = if odd % 4 == 1 { sum + term } else { sum - term };
                power = power / inverse / inverse;
            }
            sum
        };
        arctan(5) * 16 - arctan(239) * 4
    }

    /// Sine and cosine of an angle, all times 2^200, by their series.
    fn sine_and_cosine(angle: &BigInt, one: &BigInt) -> [BigInt; 2] {
        let mut sums = [BigInt::ZERO, BigInt::ZERO];
        let mut term = one.clone();
        for power in 0u32.. {
            if term == BigInt::ZERO {
                break;
            }
            // cosine takes even powers and sine odd ones, with signs + + − −
            let sum = &mut sums[usize::from(power % 2 == 0)];
            *sum = if power % 4 < 2 { &*sum + &term } else { &*sum - &term };
            term = term * angle / one / (power + 1);
        }
        sums
    }

    #[test]
    fn the_table_is_that_of_200_bits() {
        let one = BigInt::from(1) << 200;
        let pi = pi(&one);
        // a digit of π that anybody knows, so that the formula is not taken on trust
        assert_eq!((&pi * 1_000_000_000u64) >> 200, BigInt::from(3_141_592_653u64));
        for (tenths, known) in OCTANT.iter().enumerate() {
            let exact = sine_and_cosine(&(&pi * tenths / 1_800), &one);
            let nearest = exact.map(|value| ((value >> 169) + 1u32) >> 1);
            assert_eq!(nearest, known.map(BigInt::from), "{tenths}");
        }
    }

    #[test]
    fn unit_vectors_turn_and_mirror_exactly() {
        for tenths in 0..3_600 {
            let heading = Heading::new(tenths).unwrap();
            let Vector { x, y } = heading.unit();
            let right = heading.toward(Direction::Right).unit();
            assert_eq!((right.x, right.y), (y, -x), "a quarter turn from {heading}");
            let mirrored = Heading::new((3_600 - tenths) % 3_600).unwrap().unit();
            assert_eq!((mirrored.x, mirrored.y), (-x, y), "{heading} in a mirror");
            let diagonal = Heading::new((4_500 - tenths) % 3_600).unwrap().unit();
            assert_eq!((diagonal.x, diagonal.y), (y, x), "{heading} in the diagonal");
            let off = (x * x + y * y - UNIT * UNIT).abs();
            assert!(off <= 2 * UNIT, "{heading} is of length one");
        }
    }

    #[test]
    fn halves_are_rounded_away_from_zero() {
        let half = UNIT / 2;
        assert_eq!([half, half - 1, -half, 1 - half, 3 * half].map(rounded), [1, 0, -1, 0, 2]);
        assert_eq!(Heading::NORTH.offset(2_400, -2_750), Vector { x: -2_750, y: 2_400 });
    }

    #[test]
    fn headings_stay_within_a_turn() {
        assert_eq!(Heading::new(3_600), Err(HeadingError(3_600)));
        assert_eq!(Heading::new(-1), Err(HeadingError(-1)));
        assert_eq!(Heading::WEST.rotated_by(Heading::SOUTH), Heading::EAST);
        assert_eq!(Heading::EAST.to_string(), "90.0°");
    }
}
