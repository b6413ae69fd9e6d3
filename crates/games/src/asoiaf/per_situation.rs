//! Numbers that hang on the situation: one for all, or tables with a row for each state of the
//! striker and a column for each of the unit struck.

use warodds_engine::chance::{Chance, Num};

/// A place in tables.
#[derive(Clone, Copy, Debug)]
pub struct SituationIndex<N> {
    row: N,
    column: N,
}

impl<N: Num> SituationIndex<N> {
    /// That of the only entry.
    #[inline(always)]
    pub fn only() -> Self {
        Self::at(N::of(0), N::of(0))
    }

    /// This row and column.
    #[inline(always)]
    pub const fn at(row: N, column: N) -> Self {
        Self { row, column }
    }

    /// Its row and column.
    #[inline(always)]
    pub const fn indices(self) -> [N; 2] {
        [self.row, self.column]
    }
}

/// A number in each situation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerSituation {
    /// The same in all.
    Same(u8),
    /// The same in each row.
    Rows(Vec<u8>),
    /// Row by row.
    Table {
        /// The numbers.
        numbers: Vec<u8>,
        /// How many make a row.
        columns: u8,
    },
}

impl PerSituation {
    /// The number at a place.
    #[inline(always)]
    pub fn at<C: Chance>(&self, chance: &mut C, place: SituationIndex<C::N>) -> C::N {
        match self {
            Self::Same(number) => C::N::of(*number),
            Self::Rows(numbers) => chance.look_up(numbers, 1, place.row, C::N::of(0)),
            Self::Table { numbers, columns } => {
                chance.look_up(numbers, *columns, place.row, place.column)
            }
        }
    }

    /// The number in a row and a column; none where there are no such ones.
    pub fn get(&self, [row, column]: [u8; 2]) -> Option<u8> {
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

    /// Where the number is not 0.
    #[inline(always)]
    pub fn holds<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
    ) -> <C::N as Num>::Mask {
        self.at(chance, place).gt(C::N::of(0))
    }

    /// Whether the number is 0 in all situations.
    pub const fn is_nothing(&self) -> bool {
        matches!(self, Self::Same(0))
    }

    /// Whether the number is the same in all situations.
    pub const fn is_same(&self) -> bool {
        matches!(self, Self::Same(_))
    }

    /// The least number.
    pub fn least(&self) -> u8 {
        match self {
            Self::Same(number) => *number,
            Self::Rows(numbers) | Self::Table { numbers, .. } => {
                numbers.iter().copied().min().unwrap_or(0)
            }
        }
    }

    /// The greatest number.
    pub fn most(&self) -> u8 {
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
