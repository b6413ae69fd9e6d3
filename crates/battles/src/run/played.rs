//! Results of rounds of games that are kept, so that several machines can play for one answer.

use super::table::{BattleTable, play_all};
use crate::play::PlayError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;
use warodds_engine::run::Control;

/// The most half points of a game.
const VICTORY: u8 = 2;

/// The results of rounds, by number: at each table the half points of army `a`, 2 for a victory and
/// 1 for a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayedRounds(BTreeMap<u64, Vec<u8>>);

impl PlayedRounds {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.0.values().map(|round| round.len() as u64).sum()
    }

    /// Returns whether each round has a possible result for each of `tables` tables.
    pub fn fits(&self, tables: usize) -> bool {
        let is_possible = |round: &Vec<u8>| {
            round.len() == tables && round.iter().all(|half_points| *half_points <= VICTORY)
        };
        self.0.values().all(is_possible)
    }

    /// Adds the rounds of `other`, which are results of the same games.
    pub fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns the half points by round and table, up to the first round that `control` left out.
    /// Plays and adds the rounds that are not known.
    pub(super) fn take(
        &mut self,
        tables: &mut [BattleTable<'_>],
        rounds: Range<u64>,
        control: &dyn Control,
    ) -> Result<Vec<Vec<u8>>, PlayError> {
        let missing: Vec<u64> =
            rounds.clone().filter(|round| !self.0.contains_key(round)).collect();
        let played = play_all(tables, &missing, control)?;
        self.0.extend(missing.into_iter().zip(played));
        Ok(rounds.map_while(|round| self.0.get(&round).cloned()).collect())
    }

    /// Plays a part of `rounds` rounds in stretches of `step`, as far as `control` allows.
    pub(super) fn play_part(
        &mut self,
        tables: &mut [BattleTable<'_>],
        (rounds, step): (u64, u64),
        part: RunPart,
        control: &dyn Control,
    ) -> Result<(), PlayError> {
        let stretches = rounds.div_ceil(step.max(1));
        for stretch in (0..stretches).filter(|stretch| part.has(*stretch)) {
            let first = stretch * step;
            self.take(tables, first..rounds.min(first + step), control)?;
        }
        Ok(())
    }
}

/// One of several parts of a run, each for a machine of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunPart {
    number: u64,
    of: u64,
}

/// Text that is no part of a run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a part of a run: write K/N for part K of N, with K from 1 to N, such as 2/5")]
pub struct NoRunPart(String);

impl FromStr for RunPart {
    type Err = NoRunPart;

    fn from_str(text: &str) -> Result<Self, NoRunPart> {
        let read = || {
            let (number, of) = text.split_once('/')?;
            let (number, of): (u64, u64) = (number.trim().parse().ok()?, of.trim().parse().ok()?);
            (1..=of).contains(&number).then_some(Self { number, of })
        };
        read().ok_or_else(|| NoRunPart(text.to_owned()))
    }
}

impl RunPart {
    /// Returns whether the part has the stretch of games with this number, from 0.
    const fn has(self, stretch: u64) -> bool {
        stretch % self.of == self.number - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_each_stretch_once() {
        let parts = ["1/3", "2/3", " 3 / 3"].map(|text| text.parse::<RunPart>().unwrap());
        for stretch in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.has(stretch)).count(), 1, "{stretch}");
        }
        for wrong in ["", "0/3", "4/3", "2", "a/b", "1/0", "-1/2", "1/2/3"] {
            assert_eq!(wrong.parse::<RunPart>(), Err(NoRunPart(wrong.to_owned())));
        }
    }

    #[test]
    fn only_possible_results_of_all_tables_fit() {
        let of = |round: &[u8]| PlayedRounds(BTreeMap::from([(3, round.to_vec())]));
        assert!(of(&[0, 1, 2]).fits(3) && PlayedRounds::default().fits(7));
        assert!(![of(&[0, 1]), of(&[0, 1, 3]), of(&[0; 4])].iter().any(|rounds| rounds.fits(3)));
        assert_eq!(of(&[0, 1, 2]).games(), 3);
    }
}
