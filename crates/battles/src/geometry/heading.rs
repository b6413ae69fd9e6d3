//! Headings and the unit vectors along them.

use super::octant::{OCTANT, UNIT};
use super::point::{Point, Vector};
use std::fmt;

/// Where a tray faces: tenths of a degree, clockwise from north, below 3600.
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
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(try_from = "i64", into = "u16")]
pub struct Heading(u16);

/// A heading that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a heading of {0} tenths of a degree cannot be: it must be from 0 to 3599")]
pub struct HeadingError(pub i64);

/// A full turn.
const TURN: u16 = 3_600;
/// A quarter of one.
const QUARTER: u16 = 900;

/// Straight ways to move a tray without turning it (A6.8).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// To where it faces.
    Forward,
    /// To its own right.
    Right,
    /// Straight back.
    Backward,
    /// To its own left.
    Left,
}

impl Direction {
    /// All four, clockwise from forward.
    pub const ALL: [Self; 4] = [Self::Forward, Self::Right, Self::Backward, Self::Left];

    /// How far it is turned from forward, clockwise.
    const fn turn(self) -> u16 {
        self as u16 * QUARTER
    }
}

/// Ahead and to the right of a heading, looked up once.
#[derive(Clone, Copy, Debug)]
pub struct HeadingAxes(Vector);

impl HeadingAxes {
    /// As [`Heading::ahead_and_right`].
    #[inline]
    pub fn ahead_and_right(self, from: Point, to: Point) -> [i64; 2] {
        let way = to.vector() - from.vector();
        [self.0.dot(way) >> 30, -self.0.cross(way) >> 30]
    }
}

impl Heading {
    /// To the north: from the southern player's edge to the other.
    pub const NORTH: Self = Self(0);
    /// To the east.
    pub const EAST: Self = Self(QUARTER);
    /// To the south.
    pub const SOUTH: Self = Self(2 * QUARTER);
    /// To the west.
    pub const WEST: Self = Self(3 * QUARTER);

    /// A sixteenth of a turn.
    pub(super) const SIXTEENTH: Self = Self(TURN / 16);

    /// So many tenths of a degree, clockwise from north.
    ///
    /// # Errors
    /// Where they are not from 0 to 3599.
    pub const fn new(tenths: i64) -> Result<Self, HeadingError> {
        if tenths < 0 || tenths >= TURN as i64 {
            return Err(HeadingError(tenths));
        }
        Ok(Self(tenths as u16))
    }

    /// In tenths of a degree.
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// Turned clockwise by so much.
    #[must_use]
    pub const fn rotated_by(self, by: Self) -> Self {
        Self((self.0 + by.0) % TURN)
    }

    /// The heading of a move in a direction of a tray that faces here.
    #[must_use]
    pub const fn toward(self, direction: Direction) -> Self {
        Self((self.0 + direction.turn()) % TURN)
    }

    /// The opposite heading.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.toward(Direction::Backward)
    }

    /// The heading from a place to another, in whole tenths: the last one clockwise that does not
    /// lead past it. None where both are the same.
    pub fn between(from: Point, to: Point) -> Option<Self> {
        let way = to.vector() - from.vector();
        if way == Vector::default() {
            return None;
        }
        // a guess by floating point, a tenth short, set right by whole numbers
        let guess = (way.x as f64).atan2(way.y as f64).to_degrees() * 10.0;
        let mut least = (guess.floor() as i64 - 1).rem_euclid(TURN.into()) as u16;
        // to the right of a heading, or along it
        let is_right_of = |heading: u16| Self(heading).unit().cross(way) <= 0;
        while is_right_of((least + 1) % TURN) {
            least = (least + 1) % TURN;
        }
        Some(Self(least))
    }

    /// How far a place lies ahead, and to the right, of another where somebody faces here, in
    /// 1/1000", rounded down.
    #[inline]
    pub fn ahead_and_right(self, from: Point, to: Point) -> [i64; 2] {
        self.axes().ahead_and_right(from, to)
    }

    /// The same for who asks it about many places.
    #[inline]
    pub fn axes(self) -> HeadingAxes {
        HeadingAxes(self.unit())
    }

    /// The unit vector, of a length of 2^30.
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

    /// So far ahead and so far to the right of a tray that faces here, in whole thousandths.
    #[inline]
    pub(super) fn offset(self, ahead: i64, right: i64) -> Vector {
        offset(self.unit(), ahead, right)
    }
}

/// So far along a unit vector and so far to its right, in whole thousandths.
#[inline]
pub(super) fn offset(unit: Vector, ahead: i64, right: i64) -> Vector {
    Vector {
        x: rounded(ahead * unit.x + right * unit.y),
        y: rounded(ahead * unit.y - right * unit.x),
    }
}

/// A product with a unit vector in whole numbers: to the nearest, halves away from zero. A shift
/// alone would round down, and the two edges of the table would play different games.
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
