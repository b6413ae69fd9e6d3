//! Which of two policies plays better: pairs of games until a sequential test decides.

mod sprt;

pub use sprt::{PairCounts, Sprt, Verdict};

use super::table::{BattleTable, pairs, play_all};
use crate::battle::Battle;
use crate::play::PlayError;
use crate::policy::BattlePolicy;
use warodds_engine::chance::seed_of_block;
use warodds_engine::run::Control;

/// A contest of two policies over the same battles.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'b> {
    /// The battles; each is played equally often.
    pub battles: &'b [Battle],
    /// The policies; results are those of the first.
    pub policies: [BattlePolicy; 2],
    /// The seed.
    pub seed: u64,
    /// The most pairs of games in a battle.
    pub rounds: u64,
}

impl Contest<'_> {
    /// Plays rounds of one pair of games in each battle until `sprt` has a verdict, if there is
    /// one, `control` stops it, or all rounds are played. The result does not depend on the number
    /// of threads.
    ///
    /// # Errors
    /// [`PlayError`] if an action is illegal, which no input causes.
    pub fn play(
        &self,
        sprt: Option<&Sprt>,
        control: &dyn Control,
    ) -> Result<PairCounts, PlayError> {
        let [one, other] = self.policies;
        let mut tables: Vec<BattleTable<'_>> = (0..)
            .zip(self.battles)
            .flat_map(|(place, battle)| {
                let seed = seed_of_block(self.seed, place);
                // each policy with either army
                [[one, other], [other, one]].map(|pair| BattleTable::new(battle, pair, seed))
            })
            .collect();
        let mut counts = PairCounts::default();
        for round in 0..self.rounds {
            let is_decided = |sprt: &Sprt| sprt.verdict(&counts) != Verdict::Undecided;
            if control.is_stopped() || sprt.is_some_and(is_decided) {
                break;
            }
            for played in play_all(&mut tables, &[round], control)? {
                pairs(&played).for_each(|half_points| counts.add(half_points));
            }
        }
        Ok(counts)
    }
}
