//! Advice: the best turns at a moment of a battle, found by playing the battle on many times.
//!
//! Candidates are the turns that policies consider best, and the turn that was taken. Each is played
//! on to the end of the battle, all with the same dice, so that most of their luck cancels. What the
//! player does not see (the enemy's hand, both decks) is drawn again for each battle. The number of
//! battles is fixed in advance: advice depends on the log, the turn and the settings alone.

mod hidden;
mod moment;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use self::moment::Moment;

use crate::battle::Battle;
use crate::choice::PlayerTurn;
use crate::field::PlayerId;
use crate::log::LogEntry;
use crate::outcomes::OutcomeCache;
use crate::play::PlayError;
use crate::policy::{PolicyKind, candidate_turns};
use crate::referee::{LogRefusal, SeenTurn, check_and_watch};
use crate::run::each_game;
use crate::share::{ShareEstimate, WinDifference};
use std::borrow::Cow;
use std::ops::Range;
use warodds_engine::run::Control;

/// The most candidates beside the turn that was taken.
const CANDIDATES: usize = 8;
/// The most turns that are advised.
pub const ADVISED: usize = 3;
/// All candidates are played in the first of this many parts of the battles, the best in the others.
const FIRST_STAGE: u64 = 4;

/// How advice is found.
#[derive(Clone, Copy, Debug)]
pub struct AdviceSettings {
    /// How many battles are played with each turn that is advised; 0 counts as 1.
    pub games: u64,
    /// The seed of their dice.
    pub seed: u64,
    /// The policy of both players after the turn.
    pub policy: PolicyKind,
}

impl AdviceSettings {
    /// Returns the most battles that are played.
    pub const fn most_games(&self) -> u64 {
        let first = self.games.div_ceil(FIRST_STAGE);
        let (all, best) = (CANDIDATES as u64 + 1, ADVISED as u64 + 1);
        all.saturating_mul(first)
            .saturating_add(best.saturating_mul(self.games.saturating_sub(first)))
    }
}

/// Why there is no advice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdviceError {
    /// The log breaks a rule.
    #[error(transparent)]
    Refused(#[from] LogRefusal),
    /// The log has no such turn.
    #[error("there is no turn {turn}: the log has {turns} turns")]
    NoTurn {
        /// The turn, from 1.
        turn: usize,
        /// The number of turns.
        turns: usize,
    },
    /// A battle could not be played on.
    #[error(transparent)]
    Play(#[from] PlayError),
}

/// A turn with the results of the battles in which it was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct TriedTurn {
    /// The turn, as the log would name it.
    pub turn: PlayerTurn,
    /// Whether it is the turn of the log.
    pub is_played: bool,
    /// The player's half points in each battle: 2 for a victory, 1 for a draw.
    half_points: Vec<u8>,
}

/// The best turns at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The edge of the player whose turn it is.
    pub player: PlayerId,
    /// The player's army: 0 for `a`, 1 for `b`.
    pub army: usize,
    /// The round.
    pub round: u8,
    /// The number of candidates.
    pub candidates: usize,
    /// The turns, the best first: those advised, and the one of the log if it is none of them.
    pub turns: Vec<TriedTurn>,
}

impl TriedTurn {
    /// Returns the number of battles.
    pub fn games(&self) -> u64 {
        self.half_points.len() as u64
    }

    /// Returns the share of battles that the player won.
    pub fn wins(&self) -> ShareEstimate {
        let won = self.half_points.iter().filter(|points| **points == 2).count();
        ShareEstimate::of(won as u64, self.games().max(1))
    }

    /// Returns the sum of half points.
    fn sum(&self) -> u64 {
        self.half_points.iter().map(|points| u64::from(*points)).sum()
    }

    /// Returns the share of victories minus that of another turn in the same battles, with the usual
    /// interval of paired differences; a draw is half a victory.
    pub fn minus(&self, other: &Self) -> WinDifference {
        let pairs = self.half_points.iter().zip(&other.half_points);
        WinDifference::paired(pairs.map(|(one, other)| (f64::from(*one) - f64::from(*other)) / 2.0))
    }
}

/// Finds the best turns of the player who takes turn number `turn` of a log, from 1.
///
/// # Errors
/// [`AdviceError`] if the log breaks a rule or has no such turn.
pub fn advise(
    battle: &Battle,
    (entries, turn): (&[LogEntry], usize),
    settings: &AdviceSettings,
    control: &dyn Control,
) -> Result<Advice, AdviceError> {
    let outcomes = battle.outcome_cache();
    // the whole log: advice on a battle that never was is worth nothing
    let (_, mut seen) = check_and_watch(battle, &outcomes, entries)?;
    let turns = seen.len();
    if !(1..=turns).contains(&turn) {
        return Err(AdviceError::NoTurn { turn, turns });
    }
    Ok(advise_from(battle, seen.swap_remove(turn - 1), settings, control)?)
}

/// Finds the best turns of the player who sees this before a turn.
///
/// # Errors
/// [`PlayError`] if a battle could not be played on.
pub(crate) fn advise_from(
    battle: &Battle,
    seen: SeenTurn,
    settings: &AdviceSettings,
    control: &dyn Control,
) -> Result<Advice, PlayError> {
    let moment = Moment::new(battle, seen, (settings.policy, settings.seed));
    let candidates = moment.candidates(&battle.outcome_cache())?;
    let count = candidates.len();
    let turns = moment.best(candidates, settings.games.max(1), control)?;
    let player = moment.seen.player;
    let log_turn = |tried: TriedTurn| match player {
        PlayerId::South => tried,
        PlayerId::North => TriedTurn { turn: tried.turn.rotated_180(), ..tried },
    };
    let round = moment.seen.state.round;
    let turns = turns.into_iter().map(log_turn).collect();
    Ok(Advice { player, army: moment.army, round, candidates: count, turns })
}

impl Moment<'_> {
    /// Lists the candidates without results, the turn of the log last if there is another one.
    fn candidates(&self, outcomes: &OutcomeCache<'_>) -> Result<Vec<TriedTurn>, PlayError> {
        let SeenTurn { state, turn: played, .. } = &self.seen;
        let view = self.view(outcomes, Cow::Borrowed(state));
        let mut turns = candidate_turns(&view, self.policy.weights, CANDIDATES)?;
        turns.extend(played.filter(|played| !turns.contains(played)));
        let tried = |turn: PlayerTurn| {
            let is_played = Some(turn) == *played;
            TriedTurn { turn, is_played, half_points: Vec::new() }
        };
        Ok(turns.into_iter().map(tried).collect())
    }

    /// Plays all candidates, and the best of them and the turn of the log in the remaining battles.
    fn best(
        &self,
        mut tried: Vec<TriedTurn>,
        games: u64,
        control: &dyn Control,
    ) -> Result<Vec<TriedTurn>, PlayError> {
        let first = games.div_ceil(FIRST_STAGE);
        for games in [0..first, first..games] {
            self.play(&mut tried, games, control)?;
            // the sort is stable: of equals the one that the policy prefers is first
            tried.sort_by_key(|turn| std::cmp::Reverse(turn.sum()));
            let mut place = 0;
            tried.retain(|turn| {
                place += 1;
                place <= ADVISED || turn.is_played
            });
        }
        Ok(tried)
    }

    /// Plays battles with each of these turns. The results do not depend on the number of threads.
    fn play(
        &self,
        tried: &mut [TriedTurn],
        games: Range<u64>,
        control: &dyn Control,
    ) -> Result<(), PlayError> {
        let turns: Vec<PlayerTurn> = tried.iter().map(|tried| tried.turn).collect();
        let played = each_game(self.battle, games, |outcomes, game| {
            let points = turns.iter().map(|turn| self.half_points(outcomes, *turn, game));
            let points = points.collect::<Result<Vec<u8>, _>>();
            points.inspect(|_| control.advance(turns.len() as u64))
        })?;
        for points in played {
            tried.iter_mut().zip(points).for_each(|(tried, points)| tried.half_points.push(points));
        }
        Ok(())
    }
}
