//! Runs of many battles, in blocks on any number of threads, with the same counts on all.

mod anytime;
pub mod compare;
mod count;
mod each;
pub mod ladder;
pub mod matrix;
mod played;
pub mod race;
mod table;
mod tally;
mod typical;

pub use anytime::AnytimeMean;
pub use count::BattleCounter;
pub(crate) use each::each_game;
pub use played::{NoRunPart, PlayedRounds, RunPart};
pub use tally::{ACTIONS, BattleTally, CELL, CardTally, MissionTally, NcuTally, UnitTally};
pub use typical::{TypicalGame, TypicalGames, TypicalKind};

use crate::battle::Battle;
use crate::dice::{BattleDice, Generator, RolledDice, SampledDice};
use crate::log::{LogEntry, Recorder, RuleViolation};
use crate::outcomes::OutcomeCache;
use crate::play::{Play, PlayError};
use crate::policy::{BattlePolicy, PolicyPlayer};
use crate::state::BattleState;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use warodds_engine::chance::seed_of_block;
use warodds_engine::run::{Control, Shard};

/// Battles per block, the unit of work between two checks for a stop.
// a stop and the progress bar wait for one block per thread
pub const GAMES_PER_BLOCK: u64 = 16;

/// How the dice of a run are produced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiceMode {
    /// Tests and hits of single units are drawn from their exact distributions.
    #[default]
    Sampled,
    /// Every die is rolled.
    Rolled,
}

/// The settings of a run.
#[derive(Clone, Copy, Debug)]
pub struct BattleRunSettings {
    /// The number of battles.
    pub games: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The policy of each army.
    pub policies: [BattlePolicy; 2],
    /// How dice are produced.
    pub source: DiceMode,
}

/// A seeded generator of random words.
#[derive(Clone, Debug)]
pub struct SeededGenerator(Xoshiro256PlusPlus);

impl SeededGenerator {
    /// Creates the generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Generator for SeededGenerator {
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// Creates the state before set-up.
///
/// # Errors
/// [`PlayError`] if the table is invalid.
pub fn initial_state(battle: &Battle, salt: u64) -> Result<BattleState, PlayError> {
    let field = battle.field().map_err(RuleViolation::from)?;
    Ok(BattleState::new(battle, field, salt))
}

/// Returns the seed of a game, which also determines its random decisions.
pub fn game_seed(seed: u64, game: u64) -> u64 {
    seed_of_block(seed, game)
}

/// Plays one battle of a run.
///
/// # Errors
/// [`PlayError`] if an action is illegal, which no input causes.
pub fn play_game(
    (battle, outcomes): (&Battle, &OutcomeCache<'_>),
    settings: &BattleRunSettings,
    game: u64,
    record: &mut dyn Recorder,
) -> Result<(), PlayError> {
    let seed = game_seed(settings.seed, game);
    let words = SeededGenerator::new(seed);
    let [mut a, mut b] = settings.policies.map(PolicyPlayer::new);
    let (mut drawn, mut dice);
    let dice: &mut dyn BattleDice = match settings.source {
        DiceMode::Sampled => {
            drawn = SampledDice(words);
            &mut drawn
        }
        DiceMode::Rolled => {
            dice = RolledDice::new(words);
            &mut dice
        }
    };
    let state = initial_state(battle, seed)?;
    Play::new((battle, outcomes), state, [&mut a, &mut b], dice, record).play()?;
    Ok(())
}

/// Plays game number `game`, counted from 0, with every die rolled, and returns its log.
///
/// # Errors
/// [`PlayError`] if an action is illegal, which no input causes.
pub fn replay(
    battle: &Battle,
    policies: [BattlePolicy; 2],
    (seed, game): (u64, u64),
) -> Result<Vec<LogEntry>, PlayError> {
    let outcomes = battle.outcome_cache();
    let seed = game_seed(seed, game);
    let [mut a, mut b] = policies.map(PolicyPlayer::new);
    // rolled and not sampled: a log must contain every die
    let mut dice = RolledDice::logged(SeededGenerator::new(seed));
    let (state, mut log) = (initial_state(battle, seed)?, Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut log);
    play.play()?;
    Ok(log)
}

/// Plays `settings.games` battles, or as many whole blocks as `control` allows, on the threads of
/// the current rayon pool. The counts do not depend on the number of threads.
///
/// # Errors
/// [`PlayError`] if an action is illegal, which no input causes.
pub fn run(
    battle: &Battle,
    settings: &BattleRunSettings,
    control: &dyn Control,
) -> Result<BattleTally, PlayError> {
    run_shard(battle, settings, Shard::WHOLE, control)
}

/// Plays one shard; the tallies of all shards add up to that of the run.
///
/// # Errors
/// As for [`run`].
pub fn run_shard(
    battle: &Battle,
    settings: &BattleRunSettings,
    Shard { first, blocks }: Shard,
    control: &dyn Control,
) -> Result<BattleTally, PlayError> {
    let (next, failed) = (AtomicU64::new(first), AtomicBool::new(false));
    let blocks = settings.games.div_ceil(GAMES_PER_BLOCK).min(first.saturating_add(blocks));
    let worker = || -> Result<BattleTally, PlayError> {
        // outcomes are pure functions: a cache per thread avoids locks and gives the same results
        let outcomes = battle.outcome_cache();
        let mut tally = BattleTally::new(battle);
        while !control.is_stopped() && !failed.load(Ordering::Relaxed) {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                break;
            }
            let games = block * GAMES_PER_BLOCK..settings.games.min((block + 1) * GAMES_PER_BLOCK);
            control.advance(games.end - games.start);
            for game in games {
                let counting = BattleCounter::new(battle, &mut tally);
                let mut counting = match settings.source {
                    DiceMode::Rolled => counting.of_game(game),
                    DiceMode::Sampled => counting,
                };
                play_game((battle, &outcomes), settings, game, &mut counting).inspect_err(
                    |_| {
                        failed.store(true, Ordering::Relaxed);
                    },
                )?;
            }
        }
        Ok(tally)
    };
    // tallies merge by addition, so it does not matter who played which block
    let all = rayon::broadcast(|_| worker());
    all.into_iter().try_fold(BattleTally::new(battle), |sum, tally| Ok(sum.merged(tally?)))
}
