//! Which of two policies plays better: pairs of games until a sequential test decides.

mod sprt;

pub use sprt::{PairCounts, Sprt, Verdict};

use super::{BattleCounter, BattleRunSettings, BattleTally, DiceMode, play_game};
use crate::battle::Battle;
use crate::outcomes::OutcomeCache;
use crate::play::PlayError;
use crate::policy::BattlePolicy;
use rayon::prelude::*;
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
        let mut tables: Vec<ContestTable<'_>> =
            (0..).zip(self.battles).map(|(place, battle)| self.table(place, battle)).collect();
        let mut counts = PairCounts::default();
        for round in 0..self.rounds {
            let is_decided = |sprt: &Sprt| sprt.verdict(&counts) != Verdict::Undecided;
            if control.is_stopped() || sprt.is_some_and(is_decided) {
                break;
            }
            let played: Result<Vec<u8>, PlayError> =
                tables.par_iter_mut().map(|table| table.pair(self.policies, round)).collect();
            played?.into_iter().for_each(|half_points| counts.add(half_points));
            control.advance(2 * self.battles.len() as u64);
        }
        Ok(counts)
    }

    fn table<'b>(&self, place: u64, battle: &'b Battle) -> ContestTable<'b> {
        let outcomes = OutcomeCache::new(&battle.units, battle.rulebook.edition());
        ContestTable { battle, outcomes, seed: seed_of_block(self.seed, place) }
    }
}

/// A battle of a contest, with what was computed for it.
struct ContestTable<'b> {
    battle: &'b Battle,
    outcomes: OutcomeCache<'b>,
    seed: u64,
}

impl ContestTable<'_> {
    /// Plays a pair of games, each policy with either army; returns half points of the first.
    fn pair(&mut self, [one, other]: [BattlePolicy; 2], round: u64) -> Result<u8, PlayError> {
        let as_a = self.game([one, other], round)?;
        Ok(as_a + 2 - self.game([other, one], round)?)
    }

    /// Plays a game and returns the half points of army a.
    fn game(&self, policies: [BattlePolicy; 2], round: u64) -> Result<u8, PlayError> {
        let source = DiceMode::Sampled;
        let settings = BattleRunSettings { games: round + 1, seed: self.seed, policies, source };
        let mut tally = BattleTally::new(self.battle);
        let mut counter = BattleCounter::new(self.battle, &mut tally);
        play_game((self.battle, &self.outcomes), &settings, round, &mut counter)?;
        Ok(match tally.won {
            [1, 0, 0] => 2,
            [0, 1, 0] => 0,
            _ => 1,
        })
    }
}
