//! The table: its edges, and the strips along them (A13.10, A15.5).

use super::TOLERANCE;
use super::length::Length;
use super::outline::Shape;

/// A rectangular table, its middle at the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameTable {
    /// From the middle to the eastern edge.
    half_width: i32,
    /// From the middle to the northern edge.
    half_depth: i32,
}

/// A table of no possible size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Too small or too large.
    #[error("a table's side of {0} cannot be: it must be from {least} to {most}",
        least = GameTable::SHORTEST, most = GameTable::LONGEST)]
    Side(Length),
    /// Its half is no whole number of thousandths.
    #[error("a table's side of {0} cannot be: it must be a multiple of 0.002\"")]
    Odd(Length),
}

/// An edge of the table. The players sit at the southern and the northern one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// Where y is least.
    South,
    /// Where y is most.
    North,
    /// Where x is least.
    West,
    /// Where x is most.
    East,
}

impl Edge {
    /// The one across.
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

/// A strip along an edge: a deployment zone, or what is near a flank edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeStrip {
    /// Along which edge.
    pub edge: Edge,
    /// How far it reaches from there.
    pub depth: Length,
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

    /// A table so wide from west to east and so deep from south to north.
    ///
    /// # Errors
    /// Where a side is out of bounds, or no multiple of 2/1000".
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

    /// From west to east, in 1/1000".
    pub const fn width(self) -> i32 {
        2 * self.half_width
    }

    /// From south to north, in 1/1000".
    pub const fn depth(self) -> i32 {
        2 * self.half_depth
    }

    /// Whether a shape lies wholly on the table; the tolerance is that of overlaps.
    pub fn contains(self, shape: Shape<'_>) -> bool {
        let [width, depth] = [self.half_width, self.half_depth].map(|half| half + TOLERANCE);
        shape.corners().all(|[x, y]| x.abs() <= width && y.abs() <= depth)
    }

    /// Whether a shape lies wholly within a strip along an edge, and on the table.
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
