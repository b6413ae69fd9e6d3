//! Numbers that depend on the situation: a constant, or a table with a row per state of the
//! attacker and a column per state of the defender.

use warodds_engine::chance::{Chance, Num};

/// A row and column of such tables.
#[derive(Clone, Copy, Debug)]
pub struct SituationIndex<N> {
    row: N,
    column: N,
}

impl<N: Num> SituationIndex<N> {
    /// The index of the only entry.
    #[inline(always)]
    pub fn only() -> Self {
        Self::at(N::of(0), N::of(0))
    }

    /// Creates an index.
    #[inline(always)]
    pub const fn at(row: N, column: N) -> Self {
        Self { row, column }
    }

    /// Returns the row and column.
    #[inline(always)]
    pub const fn indices(self) -> [N; 2] {
        [self.row, self.column]
    }
}

/// A number in each situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PerSituation {
    /// The same number everywhere.
    Same(u8),
    /// One number per row.
    Rows(Vec<u8>),
    /// One number per row and column.
    Table {
        /// The numbers, row by row.
        numbers: Vec<u8>,
        /// Length of a row.
        columns: u8,
    },
}

impl PerSituation {
    /// Returns the number at an index.
    #[inline(always)]
    pub(super) fn at<C: Chance>(&self, chance: &mut C, place: SituationIndex<C::N>) -> C::N {
        match self {
            Self::Same(number) => C::N::of(*number),
            Self::Rows(numbers) => chance.look_up(numbers, 1, place.row, C::N::of(0)),
            Self::Table { numbers, columns } => {
                chance.look_up(numbers, *columns, place.row, place.column)
            }
        }
    }

    /// Returns the number at a row and column, or `None` outside of the table.
    pub(super) fn get(&self, [row, column]: [u8; 2]) -> Option<u8> {
        let [row, column] = [row, column].map(usize::from);
        match self {
            Self::Same(number) => Some(*number),
            Self::Rows(numbers) => numbers.get(row).copied(),
            Self::Table { numbers, columns } => {
                let columns = usize::from(*columns);
                numbers.get(row * columns + column).filter(|_| column < columns).copied()
            }
        }
    }

    /// Returns where the number is not 0.
    #[inline(always)]
    pub(super) fn holds<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
    ) -> <C::N as Num>::Mask {
        self.at(chance, place).gt(C::N::of(0))
    }

    /// Returns whether the number is 0 in all situations.
    pub(crate) const fn is_nothing(&self) -> bool {
        matches!(self, Self::Same(0))
    }

    /// Returns whether the number is the same in all situations.
    pub(super) const fn is_same(&self) -> bool {
        matches!(self, Self::Same(_))
    }

    /// Returns the smallest number.
    pub(super) fn least(&self) -> u8 {
        match self {
            Self::Same(number) => *number,
            Self::Rows(numbers) | Self::Table { numbers, .. } => {
                numbers.iter().copied().min().unwrap_or(0)
            }
        }
    }

    /// Returns the largest number.
    pub(super) fn most(&self) -> u8 {
        match self {
            Self::Same(number) => *number,
            Self::Rows(numbers) | Self::Table { numbers, .. } => {
                numbers.iter().copied().max().unwrap_or(0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_and_the_greatest_of_all_situations() {
        let rows = PerSituation::Rows(vec![3, 1, 2]);
        let table = PerSituation::Table { numbers: vec![5, 2, 4, 7], columns: 2 };
        let all = [PerSituation::Same(6), rows, table];
        assert_eq!(all.each_ref().map(PerSituation::least), [6, 1, 2]);
        assert_eq!(all.each_ref().map(PerSituation::most), [6, 3, 7]);
    }
}
