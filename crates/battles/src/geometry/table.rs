//! The table, its edges and strips along them (A13.10, A15.5).

use super::TOLERANCE;
use super::length::Length;
use super::outline::Shape;

/// A rectangular table with its centre at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameTable {
    /// Distance from the centre to the eastern edge.
    half_width: i32,
    /// Distance from the centre to the northern edge.
    half_depth: i32,
}

/// The error for a size no table can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// A side is too short or too long.
    #[error("a table's side must be from {least} to {most}, not {0}",
        least = GameTable::SHORTEST, most = GameTable::LONGEST)]
    Side(Length),
    /// Half of the side is no whole number of thousandths.
    #[error("a table's side must be a multiple of 0.002\", not {0}")]
    Odd(Length),
}

/// An edge of the table. The players sit at the southern and the northern one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The edge of smallest y.
    South,
    /// The edge of largest y.
    North,
    /// The edge of smallest x.
    West,
    /// The edge of largest x.
    East,
}

impl Edge {
    /// Returns the opposite edge.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }
}

/// A strip along an edge, such as a deployment zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeStrip {
    /// The edge.
    pub edge: Edge,
    /// The depth from the edge.
    pub depth: Length,
}

impl EdgeStrip {
    /// Returns the strip after rotating the table by 180°.
    #[must_use]
    pub const fn rotated_180(self) -> Self {
        let edge = match self.edge {
            Edge::South => Edge::North,
            Edge::North => Edge::South,
            Edge::West => Edge::East,
            Edge::East => Edge::West,
        };
        Self { edge, ..self }
    }
}

impl GameTable {
    /// 48" × 48".
    pub const STANDARD: Self = Self { half_width: 24_000, half_depth: 24_000 };
    /// 72" × 48", for larger games.
    pub const LARGE: Self = Self { half_width: 36_000, half_depth: 24_000 };
    /// The shortest side of a table.
    pub const SHORTEST: Length = Length::inches(24);
    /// The longest side of a table.
    pub const LONGEST: Length = Length::inches(72);

    /// Creates a table from its width from west to east and its depth from south to north.
    ///
    /// # Errors
    /// [`TableError`] if a side is out of bounds or no multiple of 2/1000".
    pub fn new(width: Length, depth: Length) -> Result<Self, TableError> {
        for side in [width, depth] {
            if side < Self::SHORTEST || side > Self::LONGEST {
                return Err(TableError::Side(side));
            }
            if side.thousandths() % 2 != 0 {
                return Err(TableError::Odd(side));
            }
        }
        let [half_width, half_depth] = [width, depth].map(|side| side.thousandths() / 2);
        Ok(Self { half_width, half_depth })
    }

    /// Returns the width from west to east, in 1/1000".
    pub const fn width(self) -> i32 {
        2 * self.half_width
    }

    /// Returns the depth from south to north, in 1/1000".
    pub const fn depth(self) -> i32 {
        2 * self.half_depth
    }

    /// Returns whether a shape lies wholly on the table, with the tolerance of overlaps.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{GameTable, Heading, Point, Pose, Tray, TraySize};
    ///
    /// let tray = |x| {
    ///     let pose = Pose { middle: Point::new(x, 0).unwrap(), heading: Heading::NORTH };
    ///     Tray::new(TraySize::INFANTRY, pose)
    /// };
    /// // half of 48" minus half of 5.5", and the tolerance of 0.003"
    /// assert!(GameTable::STANDARD.contains(tray(21_253).shape()));
    /// assert!(!GameTable::STANDARD.contains(tray(21_254).shape()));
    /// ```
    pub fn contains(self, shape: Shape<'_>) -> bool {
        let [width, depth] = [self.half_width, self.half_depth].map(|half| half + TOLERANCE);
        // a cheap test first: most shapes are far from all edges
        let holds_circle =
            |coordinate: i64, half: i32| coordinate.abs() + shape.radius <= half.into();
        if holds_circle(shape.middle.x, width) && holds_circle(shape.middle.y, depth) {
            return true;
        }
        shape.corners().all(|[x, y]| x.abs() <= width && y.abs() <= depth)
    }

    /// Returns whether a shape lies wholly on the table and within a strip along an edge.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::{
    ///     Edge, EdgeStrip, GameTable, Heading, Length, Point, Pose, Tray, TraySize,
    /// };
    ///
    /// let zone = EdgeStrip { edge: Edge::South, depth: Length::SHORT };
    /// let holds = |y| {
    ///     let pose = Pose { middle: Point::new(0, y).unwrap(), heading: Heading::NORTH };
    ///     GameTable::STANDARD.strip_contains(zone, Tray::new(TraySize::INFANTRY, pose).shape())
    /// };
    /// // the front, 2.4" ahead of the centre, is at most 6" from the edge at y = −24"
    /// assert!(holds(-20_400) && !holds(-20_399));
    /// ```
    pub fn strip_contains(self, zone: EdgeStrip, shape: Shape<'_>) -> bool {
        let from_edge = |[x, y]: [i32; 2]| match zone.edge {
            Edge::South => self.half_depth + y,
            Edge::North => self.half_depth - y,
            Edge::West => self.half_width + x,
            Edge::East => self.half_width - x,
        };
        let depth = zone.depth.thousandths();
        shape.corners().all(|corner| from_edge(corner) <= depth) && self.contains(shape)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Heading, Point, Pose, Tray, TraySize};
    use super::*;

    fn tray(x: i64, y: i64, heading: Heading) -> Tray {
        let pose = Pose { middle: Point::new(x, y).unwrap(), heading };
        Tray::new(TraySize::INFANTRY, pose)
    }

    #[test]
    fn trays_end_on_the_table() {
        let holds = |x, y, heading| GameTable::STANDARD.contains(tray(x, y, heading).shape());
        assert!(holds(21_250, -21_600, Heading::NORTH));
        assert!(!holds(21_254, 0, Heading::NORTH), "over the eastern edge");
        assert!(!holds(0, 21_604, Heading::SOUTH), "over the northern edge");
        assert!(!holds(21_600, 21_600, Heading::EAST), "turned");
    }

    #[test]
    fn zones_are_strips_along_edges() {
        let zone = |edge| EdgeStrip { edge, depth: Length::SHORT };
        let holds = |edge, x, y| {
            GameTable::STANDARD.strip_contains(zone(edge), tray(x, y, Heading::NORTH).shape())
        };
        assert!(holds(Edge::South, 0, -20_400) && !holds(Edge::South, 0, -20_399));
        assert!(holds(Edge::North, 0, 20_400) && !holds(Edge::North, 0, 20_399));
        assert!(holds(Edge::West, -20_750, 0) && !holds(Edge::West, -20_749, 0));
        assert!(holds(Edge::East, 20_750, 0) && !holds(Edge::East, 20_749, 0));
        assert!(!holds(Edge::South, 0, -22_000), "off the table");
    }

    #[test]
    fn tables_are_of_a_possible_size() {
        let inches = Length::inches;
        assert_eq!(GameTable::new(inches(48), inches(48)), Ok(GameTable::STANDARD));
        assert_eq!(GameTable::new(inches(72), inches(48)), Ok(GameTable::LARGE));
        assert_eq!(GameTable::new(inches(20), inches(48)), Err(TableError::Side(inches(20))));
        let odd = Length::new(48_001).unwrap();
        assert_eq!(GameTable::new(inches(48), odd), Err(TableError::Odd(odd)));
    }
}
