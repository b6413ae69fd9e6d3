//! How lists fare against each other.

mod document;

pub use document::{MatrixCell, MatrixDocument};

use super::ladder::PairCounts;
use super::table::{BattleTable, pairs, play_all};
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

impl ListMatrix<'_> {
    /// Plays all pairs of games, or as many rounds as `control` allows, and returns the results of
    /// the first list of each pair. Both games of a pair have the same seed. The result does not
    /// depend on the number of threads.
    ///
    /// # Errors
    /// [`PlayError`] if an action is illegal, which no input causes.
    pub fn play(&self, control: &dyn Control) -> Result<Vec<PairCounts>, PlayError> {
        let mut tables: Vec<BattleTable<'_>> = (0..)
            .zip(self.battles)
            .flat_map(|(place, battles)| {
                let seed = seed_of_block(self.seed, place);
                battles.each_ref().map(|battle| BattleTable::new(battle, [self.policy; 2], seed))
            })
            .collect();
        let mut counts = vec![PairCounts::default(); self.battles.len()];
        // few rounds at once, so that a stop leaves the results of those before
        let step = (64 / tables.len().max(1)).max(1);
        for first in (0..self.rounds).step_by(step) {
            let last = self.rounds.min(first + step as u64);
            for played in play_all(&mut tables, first..last, control)? {
                let results = counts.iter_mut().zip(pairs(&played));
                results.for_each(|(counts, half_points)| counts.add(half_points));
            }
        }
        Ok(counts)
    }
}
