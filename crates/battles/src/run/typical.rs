//! Games of a run that are worth watching.

use super::BattleTally;
use schemars::JsonSchema;
use serde::Serialize;

/// A kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypicalKind {
    /// The game in the middle, by points of `a` minus points of `b`.
    Median,
    /// The game with the smallest difference in points.
    Closest,
    /// The game with the largest difference in points.
    Lopsided,
}

/// Games of a run that are worth watching: of several, those with the lowest numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TypicalGames {
    /// The game in the middle.
    pub median: TypicalGame,
    /// The game with the smallest difference in points.
    pub closest: TypicalGame,
    /// The game with the largest difference in points.
    pub lopsided: TypicalGame,
}

/// A game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TypicalGame {
    /// Its number, from 1, as for `warodds battle replay --game`.
    #[schemars(range(min = 1))]
    pub game: u64,
    /// Points of `a` minus points of `b`.
    pub difference: i64,
}

impl TypicalGames {
    /// Returns the games of a run of which every die was rolled; `None` for other runs, whose
    /// games cannot be replayed, and for a run without games.
    pub fn of(tally: &BattleTally) -> Option<Self> {
        let known = || tally.first_games.iter().copied();
        // people count games from 1
        let of = |(difference, game): (i64, u64)| TypicalGame { game: game + 1, difference };
        let mut seen = 0;
        let (median, _) =
            (-(BattleTally::MAX_POINTS as i64)..).zip(&tally.difference).find(|(_, count)| {
                seen += **count;
                tally.games > 0 && 2 * seen >= tally.games
            })?;
        // the lower number of games with differences of either sign
        let by_size = |(difference, game): &(i64, u64)| (difference.abs(), *game);
        let lopsided =
            known().max_by_key(|(difference, game)| (difference.abs(), std::cmp::Reverse(*game)));
        Some(Self {
            median: of(known().find(|(difference, _)| *difference == median)?),
            closest: of(known().min_by_key(by_size)?),
            lopsided: of(lopsided?),
        })
    }

    /// Returns the game of a kind.
    pub const fn get(&self, kind: TypicalKind) -> TypicalGame {
        match kind {
            TypicalKind::Median => self.median,
            TypicalKind::Closest => self.closest,
            TypicalKind::Lopsided => self.lopsided,
        }
    }
}
