//! Storage of the numbers of an attack for lookups during resolution.

use super::super::per_situation::{PerSituation, SituationIndex};
use super::super::situation_table::SituationTable;
use super::super::stat::{AttackStats, Stat};
use warodds_engine::chance::{Chance, Mask, Num};

/// All [`Stat`]s of an attack. Most are equal in all situations and most of these are 0, so a
/// lookup usually reads only the maximum and one bit.
#[derive(Clone, Debug)]
pub(super) struct StatTable {
    most: AttackStats,
    /// One bit per number that depends on the situation.
    vary: u64,
    tables: Vec<(Stat, PerSituation)>,
}

impl StatTable {
    /// Stores the numbers of the situations of `table`, in table order.
    pub(super) fn new(table: &SituationTable, stats: &[AttackStats]) -> Self {
        let mut numbers = Self { most: [0; Stat::COUNT], vary: 0, tables: Vec::new() };
        for stat in Stat::ALL {
            let place = stat as usize;
            let of = |stats: &AttackStats| stats[place];
            // a table has at least one situation; without any nothing would be looked up
            let all = || stats.iter().map(of);
            numbers.most[place] = all().max().unwrap_or(0);
            if all().min() != all().max() {
                // one bit per number keeps the common case to a single test
                numbers.vary |= 1 << place;
                numbers.tables.push((stat, table.varying(stats.iter().map(of).collect())));
            }
        }
        numbers
    }

    /// Returns all numbers at a row and column, or `None` outside of the table.
    pub(super) fn all_at(&self, place: [u8; 2]) -> Option<AttackStats> {
        let mut all = self.most;
        for (stat, table) in &self.tables {
            all[*stat as usize] = table.get(place)?;
        }
        Some(all)
    }

    /// Returns the largest value of a number.
    #[inline(always)]
    pub(super) fn most(&self, stat: Stat) -> u8 {
        self.most[stat as usize]
    }

    /// Returns a number in a situation.
    #[inline(always)]
    pub(super) fn at<C: Chance>(
        &self,
        chance: &mut C,
        stat: Stat,
        place: SituationIndex<C::N>,
    ) -> C::N {
        if self.vary >> stat as usize & 1 == 0 {
            C::N::of(self.most(stat))
        } else {
            self.varied(chance, stat, place)
        }
    }

    /// Returns where a number is not 0.
    #[inline(always)]
    pub(super) fn hold<C: Chance>(
        &self,
        chance: &mut C,
        stat: Stat,
        place: SituationIndex<C::N>,
    ) -> <C::N as Num>::Mask {
        if self.vary >> stat as usize & 1 == 0 {
            return <C::N as Num>::Mask::all_of(self.most(stat) > 0);
        }
        self.varied(chance, stat, place).gt(C::N::of(0))
    }

    /// Looks up a number that depends on the situation.
    #[inline(always)]
    fn varied<C: Chance>(&self, chance: &mut C, stat: Stat, place: SituationIndex<C::N>) -> C::N {
        match self.tables.iter().find(|(held, _)| *held == stat) {
            Some((_, table)) => table.at(chance, place),
            None => C::N::of(0),
        }
    }
}
