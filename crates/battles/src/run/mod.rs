//! Many battles: played block by block on any number of threads, counted alike on all.

mod count;
mod tally;

pub use count::Counting;
pub use tally::{ACTIONS, CELL, Tally, UnitTally};

use crate::battle::Battle;
use crate::dice::{Dice, Drawn, Generator, Rolled};
use crate::log::{Entry, Record, Refusal};
use crate::outcomes::OutcomeCache;
use crate::play::{Play, PlayError};
use crate::policy::{BattlePolicy, PolicyPlayer};
use crate::state::State;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use warodds_engine::chance::seed_of_block;
use warodds_engine::run::{Control, Shard};

/// Battles of a block: what is played before anybody asks whether to go on.
pub const BLOCK: u64 = 16;

/// Where the dice of many battles come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Attacks, charges and panic tests are drawn from their exact distributions.
    #[default]
    Drawn,
    /// Every die is rolled.
    Dice,
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many battles.
    pub games: u64,
    /// The seed of all of them.
    pub seed: u64,
    /// Who chooses for each army.
    pub policies: [BattlePolicy; 2],
    /// Where dice come from.
    pub source: Source,
}

/// Random words of a generator.
#[derive(Clone, Debug)]
pub struct Words(Xoshiro256PlusPlus);

impl Words {
    /// Those of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Generator for Words {
    fn word(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// A battle before anything is set up.
///
/// # Errors
/// Where its table cannot be.
pub fn beginning(battle: &Battle, salt: u64) -> Result<State, PlayError> {
    let field = battle.field().map_err(Refusal::from)?;
    Ok(State::new(battle, field, salt))
}

/// The seed of a game, which players toss by as well.
pub fn seed_of_game(seed: u64, game: u64) -> u64 {
    seed_of_block(seed, game)
}

/// Plays one battle of many.
///
/// # Errors
/// Where something in it is against the rules: no input does that.
pub fn play_game(
    (battle, outcomes): (&Battle, &OutcomeCache<'_>),
    settings: &Settings,
    game: u64,
    record: &mut dyn Record,
) -> Result<(), PlayError> {
    let seed = seed_of_game(settings.seed, game);
    let words = Words::new(seed);
    let [mut a, mut b] = settings.policies.map(PolicyPlayer::new);
    let (mut drawn, mut dice);
    let dice: &mut dyn Dice = match settings.source {
        Source::Drawn => {
            drawn = Drawn(words);
            &mut drawn
        }
        Source::Dice => {
            dice = Rolled::new(words);
            &mut dice
        }
    };
    let state = beginning(battle, seed)?;
    Play::new((battle, outcomes), state, [&mut a, &mut b], dice, record).play()?;
    Ok(())
}

/// Plays a battle again that was played by dice, and writes everything down: the log of game number
/// `game` from 0.
///
/// # Errors
/// Where something in it is against the rules: no input does that.
pub fn replay(
    battle: &Battle,
    policies: [BattlePolicy; 2],
    (seed, game): (u64, u64),
) -> Result<Vec<Entry>, PlayError> {
    let outcomes = OutcomeCache::new(&battle.units, battle.rulebook.edition());
    let seed = seed_of_game(seed, game);
    let [mut a, mut b] = policies.map(PolicyPlayer::new);
    let mut dice = Rolled::told(Words::new(seed));
    let (state, mut log) = (beginning(battle, seed)?, Vec::new());
    let mut play = Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut log);
    play.play()?;
    Ok(log)
}

/// Plays `settings.games` battles, or as many whole blocks as `control` lets it, on the threads of
/// the current rayon pool. What is counted is the same on any number of them.
///
/// # Errors
/// Where something in a battle is against the rules: no input does that.
pub fn run(
    battle: &Battle,
    settings: &Settings,
    control: &dyn Control,
) -> Result<Tally, PlayError> {
    run_shard(battle, settings, Shard::WHOLE, control)
}

/// Plays a shard of them; tallies of shards add up to that of the run.
///
/// # Errors
/// As [`run`].
pub fn run_shard(
    battle: &Battle,
    settings: &Settings,
    Shard { first, blocks }: Shard,
    control: &dyn Control,
) -> Result<Tally, PlayError> {
    let (next, failed) = (AtomicU64::new(first), AtomicBool::new(false));
    let blocks = settings.games.div_ceil(BLOCK).min(first.saturating_add(blocks));
    let worker = || -> Result<Tally, PlayError> {
        // outcomes are pure: each thread works out those it needs
        let outcomes = OutcomeCache::new(&battle.units, battle.rulebook.edition());
        let mut tally = Tally::new(battle);
        while !control.is_stopped() && !failed.load(Ordering::Relaxed) {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block >= blocks {
                break;
            }
            let games = block * BLOCK..settings.games.min((block + 1) * BLOCK);
            control.advance(games.end - games.start);
            for game in games {
                let mut counting = Counting::new(battle, &mut tally);
                play_game((battle, &outcomes), settings, game, &mut counting).inspect_err(
                    |_| {
                        failed.store(true, Ordering::Relaxed);
                    },
                )?;
            }
        }
        Ok(tally)
    };
    let all = rayon::broadcast(|_| worker());
    all.into_iter().try_fold(Tally::new(battle), |sum, tally| Ok(sum.with(tally?)))
}
