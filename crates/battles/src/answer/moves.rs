//! Positions where units ended their moves.

use crate::run::{BattleTally, CELL};

/// Counts of moves that ended in each square of the table, by army. Rows are counted from the
/// army's own edge and squares from its left. If the table is no whole number of squares, the last
/// squares include the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCounts {
    /// The numbers of columns and rows.
    pub squares: [usize; 2],
    /// The counts of both armies, row by row.
    pub counts: [Vec<u64>; 2],
}

impl MoveCounts {
    /// The side of a square in inches.
    pub const CELL: i32 = CELL;

    /// Takes the counts from a tally.
    pub fn of(tally: &BattleTally) -> Self {
        Self { squares: tally.squares, counts: tally.places.clone() }
    }

    /// Returns the total moves of an army, 0 or 1.
    pub fn all(&self, army: usize) -> u64 {
        self.counts.get(army).map_or(0, |counts| counts.iter().sum())
    }

    /// Iterates over the squares of an army as column from the left, row from the own edge, and
    /// count.
    pub fn of_army(&self, army: usize) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        // `squares` is public: zero columns must not divide by zero
        let columns = self.squares[0].max(1);
        let counts = self.counts.get(army).into_iter().flatten().enumerate();
        counts.map(move |(place, count)| (place % columns, place / columns, *count))
    }
}
