//! The odds to win at each moment of a logged battle, found by playing it on many times.
//!
//! The odds change for two reasons. The decision of a turn is how much better the turn of the log
//! is than the one that the policy takes there, both with the same dice, drawn again. Luck is the
//! rest: the dice of the turn, and everything up to the next turn. So the odds at the start, all
//! decisions and all luck add up to the result.

#[cfg(test)]
mod tests;

use crate::advice::{AdviceError, Moment};
use crate::battle::Battle;
use crate::choice::PlayerTurn;
use crate::field::PlayerId;
use crate::log::{BattleEnding, LogEntry};
use crate::outcomes::OutcomeCache;
use crate::play::PlayError;
use crate::policy::PolicyKind;
use crate::referee::{SeenTurn, check_and_watch};
use crate::run::each_game;
use crate::share::{ShareEstimate, WinDifference};
use warodds_engine::run::Control;

/// How many turning points are named.
const TURNING_POINTS: usize = 3;

/// How odds are found.
#[derive(Clone, Copy, Debug)]
pub struct OddsSettings {
    /// How many battles are played on from each turn; 0 counts as 1. A turn that the policy would
    /// not take needs as many again.
    pub games: u64,
    /// The seed of their dice.
    pub seed: u64,
    /// The policy of both players.
    pub policy: PolicyKind,
}

/// The half points of army `a` in battles with the same dice: 2 for a victory, 1 for a draw.
type HalfPoints = Vec<u8>;

/// A turn with what it changed in the odds of army `a`. A draw counts as half a victory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnOdds {
    /// The round.
    pub round: u8,
    /// The army (0 or 1) whose turn it is.
    pub army: usize,
    /// The turn, as in the log.
    pub turn: PlayerTurn,
    /// The odds before the turn.
    pub before: ShareEstimate,
    /// The odds after the turn and all that follows until the next one; after the last turn the
    /// result.
    pub after: ShareEstimate,
    /// The odds with the turn of the log minus those with the turn of the policy.
    pub decision: WinDifference,
    /// The odds after the turn minus those with it, its dice drawn again.
    pub luck: WinDifference,
}

/// The odds in a battle, turn by turn.
#[derive(Clone, Debug, PartialEq)]
pub struct BattleOdds {
    /// How the battle ended.
    pub ending: BattleEnding,
    /// The turns in order.
    pub turns: Vec<TurnOdds>,
}

fn share(half_points: &HalfPoints) -> ShareEstimate {
    let sum: u64 = half_points.iter().map(|points| u64::from(*points)).sum();
    // a draw is half a victory: counted in halves, the interval of the share would be too narrow
    let games = half_points.len().max(1) as u64;
    let ShareEstimate { ci95, .. } = ShareEstimate::of(sum / 2, games);
    ShareEstimate { p: sum as f64 / (2 * games) as f64, ci95 }
}

fn difference(later: &HalfPoints, earlier: &HalfPoints) -> WinDifference {
    let pairs = later.iter().zip(earlier);
    WinDifference::paired(pairs.map(|(one, other)| (f64::from(*one) - f64::from(*other)) / 2.0))
}

impl TurnOdds {
    /// Returns by how much the odds of army `a` changed.
    pub fn change(&self) -> f64 {
        self.after.p - self.before.p
    }
}

impl BattleOdds {
    /// Returns the indexes of the turns that changed the odds most, the largest change first; turns
    /// that changed nothing are left out.
    pub fn turning_points(&self) -> Vec<usize> {
        let size = |place: usize| self.turns.get(place).map_or(0.0, |turn| turn.change().abs());
        let mut places: Vec<usize> = (0..self.turns.len()).filter(|at| size(*at) > 0.0).collect();
        // the sort is stable: of equals the earlier one is first
        places.sort_by(|one, other| size(*other).total_cmp(&size(*one)));
        places.truncate(TURNING_POINTS);
        places
    }
}

/// Finds the odds of army `a` before and after each turn of a log.
///
/// # Errors
/// [`AdviceError`] if the log breaks a rule.
pub fn odds(
    battle: &Battle,
    entries: &[LogEntry],
    settings: &OddsSettings,
    control: &dyn Control,
) -> Result<BattleOdds, AdviceError> {
    let (ending, seen) = check_and_watch(battle, &battle.outcome_cache(), entries)?;
    let outcomes = battle.outcome_cache();
    let judged = |seen| JudgedTurn::new((battle, &outcomes), seen, settings).transpose();
    let turns = seen.into_iter().filter_map(judged).collect::<Result<Vec<_>, _>>()?;
    let games = settings.games.max(1);
    // a game for all moments, not the reverse: each thread keeps its cache of outcomes
    let played = each_game(battle, 0..games, |outcomes, game| {
        let results = turns.iter().map(|turn| {
            control.advance(1);
            turn.half_points(outcomes, game)
        });
        results.collect::<Result<Vec<[u8; 2]>, PlayError>>()
    })?;
    let column = |turn: usize, which: usize| -> HalfPoints {
        played.iter().filter_map(|game| Some(game.get(turn)?[which])).collect()
    };
    let result = result_of_a(&turns, ending);
    let odds = turns.iter().enumerate().map(|(place, JudgedTurn { moment, played: turn, .. })| {
        let (before, chosen) = (column(place, 0), column(place, 1));
        let is_last = place + 1 == turns.len();
        let next = if is_last { vec![result; played.len()] } else { column(place + 1, 0) };
        let p = f64::from(result) / 2.0;
        TurnOdds {
            round: moment.seen.state.round,
            army: moment.army,
            turn: match moment.seen.player {
                PlayerId::South => *turn,
                PlayerId::North => turn.rotated_180(),
            },
            before: share(&before),
            after: if is_last { ShareEstimate { p, ci95: [p; 2] } } else { share(&next) },
            decision: difference(&chosen, &before),
            luck: difference(&next, &chosen),
        }
    });
    Ok(BattleOdds { ending, turns: odds.collect() })
}

/// A turn of a log and the one that the policy takes instead.
struct JudgedTurn<'b> {
    moment: Moment<'b>,
    played: PlayerTurn,
    of_policy: PlayerTurn,
}

impl<'b> JudgedTurn<'b> {
    /// Lets the policy choose at a moment of a log; `None` if the log takes no turn there.
    fn new(
        (battle, outcomes): (&'b Battle, &OutcomeCache<'_>),
        seen: SeenTurn,
        settings: &OddsSettings,
    ) -> Result<Option<Self>, PlayError> {
        let Some(played) = seen.turn else { return Ok(None) };
        let moment = Moment::new(battle, seen, (settings.policy, settings.seed));
        let of_policy = moment.policy_turn(outcomes)?;
        Ok(Some(Self { moment, played, of_policy }))
    }

    /// Returns the half points of army `a` in battle number `game` from the moment: with the turn of
    /// the policy, and with that of the log.
    fn half_points(&self, outcomes: &OutcomeCache<'_>, game: u64) -> Result<[u8; 2], PlayError> {
        let Self { moment, played, of_policy } = self;
        let before = moment.half_points(outcomes, *of_policy, game)?;
        // the same turn with the same dice has the same result
        let chosen = if of_policy == played {
            before
        } else {
            moment.half_points(outcomes, *played, game)?
        };
        Ok([before, chosen].map(|points| if moment.army == 0 { points } else { 2 - points }))
    }
}

/// Returns the half points of army `a` at the end of the log.
fn result_of_a(turns: &[JudgedTurn<'_>], ending: BattleEnding) -> u8 {
    let Some(winner) = ending.winner else { return 1 };
    let a_wins = turns.last().is_some_and(|JudgedTurn { moment, .. }| {
        (moment.seen.player == winner) == (moment.army == 0)
    });
    if a_wins { 2 } else { 0 }
}
