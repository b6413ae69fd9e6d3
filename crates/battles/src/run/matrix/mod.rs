//! How lists fare against each other.

mod document;

pub use document::{MatrixCell, MatrixDocument};

use super::ladder::PairCounts;
use super::table::{BattleTable, pairs};
use super::{PlayedRounds, RunPart};
use crate::battle::Battle;
use crate::play::PlayError;
use crate::policy::BattlePolicy;
use warodds_engine::chance::seed_of_block;
use warodds_engine::run::Control;

/// Pairs of lists that play each other in a mode.
#[derive(Clone, Copy, Debug)]
pub struct ListMatrix<'b> {
    /// The battles of each pair of lists: the first list as army `a`, then as army `b`.
    pub battles: &'b [[Battle; 2]],
    /// The policy of all armies.
    pub policy: BattlePolicy,
    /// The seed.
    pub seed: u64,
    /// The number of pairs of games that each pair of lists plays.
    pub rounds: u64,
}

impl<'b> ListMatrix<'b> {
    /// Plays all pairs of games that `played` lacks, or as many rounds as `control` allows, and
    /// returns the results of the first list of each pair. Both games of a pair have the same seed.
    /// The result does not depend on the number of threads, nor on where games were played.
    ///
    /// # Errors
    /// [`PlayError`] if an action is illegal, which no input causes.
    pub fn play(
        &self,
        played: &mut PlayedRounds,
        control: &dyn Control,
    ) -> Result<Vec<PairCounts>, PlayError> {
        let mut tables = self.tables();
        let mut counts = vec![PairCounts::default(); self.battles.len()];
        let step = self.step();
        for first in (0..self.rounds).step_by(step) {
            let last = self.rounds.min(first + step as u64);
            for round in played.take(&mut tables, first..last, control)? {
                let results = counts.iter_mut().zip(pairs(&round));
                results.for_each(|(counts, half_points)| counts.add(half_points));
            }
        }
        Ok(counts)
    }

    /// Plays a part of the games and adds their results to `played`.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_part(
        &self,
        part: RunPart,
        played: &mut PlayedRounds,
        control: &dyn Control,
    ) -> Result<(), PlayError> {
        let rounds = (self.rounds, self.step() as u64);
        played.play_part(&mut self.tables(), rounds, part, control)
    }

    /// Returns how many games a round has.
    pub const fn games_per_round(&self) -> usize {
        2 * self.battles.len()
    }

    /// Few rounds are played at once, so that a stop leaves the results of those before.
    fn step(&self) -> usize {
        (64 / self.games_per_round().max(1)).max(1)
    }

    fn tables(&self) -> Vec<BattleTable<'b>> {
        let pairs = (0..).zip(self.battles).flat_map(|(place, battles)| {
            let seed = seed_of_block(self.seed, place);
            battles.each_ref().map(|battle| BattleTable::new(battle, [self.policy; 2], seed))
        });
        pairs.collect()
    }
}
