//! Where units ended their moves.

use crate::run::{BattleTally, CELL};

/// How often units of each army ended a move in each square of the table. Each army sees it from
/// its own edge: the first row of squares lies there, and the first square of a row at its left
/// hand. A table that is no whole number of squares wide or deep has the rest in its last ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCounts {
    /// Squares of a row, and rows.
    pub squares: [usize; 2],
    /// The counts of both armies, row by row.
    pub counts: [Vec<u64>; 2],
}

impl MoveCounts {
    /// The side of a square, in inches.
    pub const CELL: i32 = CELL;

    /// Those of a tally.
    pub fn of(tally: &BattleTally) -> Self {
        Self { squares: tally.squares, counts: tally.places.clone() }
    }

    /// All moves of an army, 0 or 1.
    pub fn all(&self, army: usize) -> u64 {
        self.counts.get(army).map_or(0, |counts| counts.iter().sum())
    }

    /// The squares of an army, each with its column from the left, its row from the army's own
    /// edge, and how many moves ended there.
    pub fn of_army(&self, army: usize) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
        let columns = self.squares[0].max(1);
        let counts = self.counts.get(army).into_iter().flatten().enumerate();
        counts.map(move |(place, count)| (place % columns, place / columns, *count))
    }
}
