//! Something that is computed for each of several games, on threads.

use crate::battle::Battle;
use crate::outcomes::OutcomeCache;
use crate::play::PlayError;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Applies `play` to the number of each game on the threads of the current rayon pool, and returns
/// what it gives in the order of the games. The result does not depend on the number of threads.
///
/// # Errors
/// A [`PlayError`] of `play`.
pub(crate) fn each_game<T: Send>(
    battle: &Battle,
    games: Range<u64>,
    play: impl Fn(&OutcomeCache<'_>, u64) -> Result<T, PlayError> + Sync,
) -> Result<Vec<T>, PlayError> {
    let next = AtomicU64::new(games.start);
    let worker = || -> Result<Vec<(u64, T)>, PlayError> {
        // outcomes are pure functions: a cache per thread avoids locks
        let (outcomes, mut played) = (battle.outcome_cache(), Vec::new());
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.end {
                return Ok(played);
            }
            played.push((game, play(&outcomes, game)?));
        }
    };
    let all = rayon::broadcast(|_| worker()).into_iter();
    let mut played: Vec<_> = all.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    played.sort_unstable_by_key(|(game, _)| *game);
    Ok(played.into_iter().map(|(_, result)| result).collect())
}
