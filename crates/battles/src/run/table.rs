//! Battles of which games are played in turn, with what was computed for them.

use super::{BattleCounter, BattleRunSettings, BattleTally, DiceMode, play_game};
use crate::battle::Battle;
use crate::outcomes::OutcomeCache;
use crate::play::PlayError;
use crate::policy::BattlePolicy;
use rayon::prelude::*;
use warodds_engine::run::Control;

/// A battle with the outcomes of its fights.
#[derive(Debug)]
pub(super) struct BattleTable<'b> {
    battle: &'b Battle,
    outcomes: OutcomeCache<'b>,
    policies: [BattlePolicy; 2],
    seed: u64,
}

impl<'b> BattleTable<'b> {
    pub(super) fn new(battle: &'b Battle, policies: [BattlePolicy; 2], seed: u64) -> Self {
        Self { battle, outcomes: battle.outcome_cache(), policies, seed }
    }

    /// Plays a game and returns the half points of army `a`: 2 for a victory, 1 for a draw.
    fn half_points(&self, game: u64) -> Result<u8, PlayError> {
        let (policies, source) = (self.policies, DiceMode::Sampled);
        let settings = BattleRunSettings { games: game + 1, seed: self.seed, policies, source };
        let mut tally = BattleTally::new(self.battle);
        let mut counter = BattleCounter::new(self.battle, &mut tally);
        play_game((self.battle, &self.outcomes), &settings, game, &mut counter)?;
        Ok(match tally.won {
            [1, 0, 0] => 2,
            [0, 1, 0] => 0,
            _ => 1,
        })
    }

    /// Plays games until `control` stops it and returns the half points of army `a` in each.
    fn play(&self, games: &[u64], control: &dyn Control) -> Result<Vec<u8>, PlayError> {
        let games = games.iter().take_while(|_| !control.is_stopped());
        games.map(|game| self.half_points(*game).inspect(|_| control.advance(1))).collect()
    }
}

/// Plays the same games at each table and returns the half points of army `a`, by game and table.
///
/// Games that were not played at all tables when `control` stopped are left out. The result does
/// not depend on the number of threads.
pub(super) fn play_all(
    tables: &mut [BattleTable<'_>],
    games: &[u64],
    control: &dyn Control,
) -> Result<Vec<Vec<u8>>, PlayError> {
    let by_table: Vec<Vec<u8>> =
        tables.par_iter_mut().map(|table| table.play(games, control)).collect::<Result<_, _>>()?;
    let whole = by_table.iter().map(Vec::len).min().unwrap_or(0);
    let game = |game: usize| by_table.iter().filter_map(|table| table.get(game).copied()).collect();
    Ok((0..whole).map(game).collect())
}

/// Returns the half points, of 4, of players who had army `a` in the first game of a pair and army
/// `b` in the second, from those of army `a` in all games.
pub(super) fn pairs(half_points: &[u8]) -> impl Iterator<Item = u8> {
    half_points.as_chunks::<2>().0.iter().map(|[first, second]| first + 2 - second)
}
