//! Which of two lists wins more games against the same opponents.

mod document;

pub use document::{ComparisonDocument, ComparisonSettings, ListDifference, PolicyComparison};

use super::table::{BattleTable, pairs};
use super::{AnytimeMean, PlayedRounds, RunPart};
use crate::battle::{Battle, Mode};
use crate::play::PlayError;
use crate::policy::BattlePolicy;
use schemars::JsonSchema;
use serde::Serialize;
use warodds_engine::chance::seed_of_block;
use warodds_engine::run::Control;

/// The games of two lists against one opponent in a mode.
#[derive(Clone, Debug)]
pub struct Matchup {
    /// The battles of the first and of the second list: as army `a` and as army `b`.
    pub battles: [[Battle; 2]; 2],
}

impl Matchup {
    /// Returns the mode.
    pub const fn mode(&self) -> Mode {
        self.battles[0][0].mode
    }
}

/// Two lists that play the same opponents.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'b> {
    /// The opponents, each in each mode.
    pub matchups: &'b [Matchup],
    /// The policy of all armies in each matchup.
    pub policies: &'b [BattlePolicy],
    /// The seed.
    pub seed: u64,
    /// The most games; at least one round is played.
    pub games: u64,
}

/// What is known of the difference between two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ListVerdict {
    /// The first list wins more.
    A,
    /// The second list wins more.
    B,
    /// The difference is known to ± 2 percentage points, and may be 0.
    Close,
    /// The sign is not known after these games.
    Undecided,
    /// The difference under one policy is not that under another one.
    DependsOnPolicy,
}

impl ListVerdict {
    /// Half the width of an interval that is narrow enough.
    pub const CLOSE: f64 = 0.02;

    /// Returns the verdict on a difference.
    pub fn of(difference: &AnytimeMean) -> Self {
        match difference.interval() {
            [low, _] if low > 0.0 => Self::A,
            [_, high] if high < 0.0 => Self::B,
            _ if difference.half_width() <= Self::CLOSE => Self::Close,
            _ => Self::Undecided,
        }
    }

    /// Returns the verdict on the differences under several policies.
    pub fn of_policies(differences: &[AnytimeMean]) -> Self {
        let intervals = || differences.iter().map(AnytimeMean::interval);
        let lowest_high = intervals().map(|[_, high]| high).fold(f64::INFINITY, f64::min);
        // two intervals have no common value exactly if one is above another
        if intervals().any(|[low, _]| low > lowest_high) {
            return Self::DependsOnPolicy;
        }
        let mut verdicts = differences.iter().map(Self::of);
        let first = verdicts.next().unwrap_or(Self::Undecided);
        if verdicts.all(|verdict| verdict == first) { first } else { Self::Undecided }
    }
}

impl<'b> Comparison<'b> {
    /// Games of a matchup in a round.
    const GAMES: usize = 4;
    /// The fewest games between two looks at the difference, so that threads have work.
    const GAMES_PER_LOOK: usize = 64;

    /// Plays rounds of four games in each matchup until the sign of the difference is sure, it is
    /// known to ± 2 percentage points, all games are played, or `control` stops it. Rounds that
    /// `played` has are taken from it, others are added to it. The games of a matchup in a round
    /// have one seed; each list plays the opponent from either side. The result does not depend on
    /// the number of threads, nor on where games were played.
    ///
    /// # Errors
    /// [`PlayError`] if an action is illegal, which no input causes.
    pub fn play(
        &self,
        played: &mut PlayedRounds,
        control: &dyn Control,
    ) -> Result<PlayedComparison, PlayError> {
        let mut tables = self.tables();
        let (rounds, per_look) = self.rounds();
        let (mut results, mut round) = (PlayedComparison::default(), 0);
        while round < rounds && !control.is_stopped() {
            let end = rounds.min(round + per_look);
            let games = played.take(&mut tables, round..end, control)?;
            results.rounds.extend(games.iter().map(|games| by_list(games)));
            if ListVerdict::of(&results.difference(|_| true)) != ListVerdict::Undecided {
                break;
            }
            round = end;
        }
        Ok(results)
    }

    /// Plays a part of all games and adds their results to `played`.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_part(
        &self,
        part: RunPart,
        played: &mut PlayedRounds,
        control: &dyn Control,
    ) -> Result<(), PlayError> {
        played.play_part(&mut self.tables(), self.rounds(), part, control)
    }

    /// Returns how many games a round has.
    pub const fn games_per_round(&self) -> usize {
        Self::GAMES * self.matchups.len()
    }

    /// Returns the number of rounds, and of those between two looks.
    fn rounds(&self) -> (u64, u64) {
        let games = self.games_per_round().max(1);
        ((self.games / games as u64).max(1), (Self::GAMES_PER_LOOK / games).max(1) as u64)
    }

    fn tables(&self) -> Vec<BattleTable<'b>> {
        let matchups = (0..).zip(self.matchups.iter().zip(self.policies));
        let tables = matchups.flat_map(|(place, (matchup, policy))| {
            let seed = seed_of_block(self.seed, place);
            let battles = matchup.battles.iter().flatten();
            battles.map(move |battle| BattleTable::new(battle, [*policy; 2], seed))
        });
        tables.collect()
    }
}

/// Returns the half points, of 4, of both lists in each matchup of a round.
fn by_list(half_points: &[u8]) -> Vec<[u8; 2]> {
    let of_pairs: Vec<u8> = pairs(half_points).collect();
    of_pairs.as_chunks::<2>().0.to_vec()
}

/// The results of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayedComparison {
    /// By round and matchup, the half points of both lists in two games: 0 to 4.
    pub rounds: Vec<Vec<[u8; 2]>>,
}

impl PlayedComparison {
    /// Iterates over the half points of both lists in the matchups with these numbers.
    fn results(&self, is_counted: impl Fn(usize) -> bool) -> impl Iterator<Item = [u8; 2]> {
        let rounds = self.rounds.iter().flat_map(|round| round.iter().enumerate());
        rounds.filter(move |(matchup, _)| is_counted(*matchup)).map(|(_, points)| *points)
    }

    /// Returns the share of victories of the first list minus that of the second in the matchups
    /// with these numbers; a draw is half a victory.
    pub fn difference(&self, is_counted: impl Fn(usize) -> bool) -> AnytimeMean {
        let mut mean = AnytimeMean::default();
        let results = self.results(is_counted);
        results.for_each(|[a, b]| mean.add((f64::from(a) - f64::from(b)) / 4.0));
        mean
    }

    /// Returns the share of victories of each list in the matchups with these numbers.
    pub fn shares(&self, is_counted: impl Fn(usize) -> bool) -> [f64; 2] {
        let (mut pairs, mut sums) = (0_u64, [0_u64; 2]);
        for points in self.results(is_counted) {
            pairs += 1;
            sums.iter_mut().zip(points).for_each(|(sum, points)| *sum += u64::from(points));
        }
        sums.map(|sum| sum as f64 / (4 * pairs.max(1)) as f64)
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        let results = self.results(|_| true).count();
        (Comparison::GAMES * results) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences under two policies that are surely opposite, and one that may be either.
    #[test]
    fn verdicts_name_the_list_the_policy_or_neither() {
        let of = |wins: [u32; 2], observations: u32| {
            let mut mean = AnytimeMean::default();
            for number in 0..observations {
                let is_win = number % wins[1] < wins[0];
                mean.add(if is_win { 0.5 } else { -0.5 });
            }
            mean
        };
        let (a, b) = (of([3, 4], 400), of([1, 4], 400));
        let (close, few) = (of([1, 2], 20_000), of([1, 2], 40));
        let verdicts = [a, b, close, few].map(|mean| ListVerdict::of(&mean));
        use ListVerdict::{A, B, Close, DependsOnPolicy, Undecided};
        assert_eq!(verdicts, [A, B, Close, Undecided]);
        for (policies, verdict) in [
            (vec![a, a], A),
            (vec![b], B),
            (vec![a, b], DependsOnPolicy),
            (vec![close, a], DependsOnPolicy),
            (vec![few, a], Undecided),
            (vec![close, close], Close),
            (vec![], Undecided),
        ] {
            assert_eq!(ListVerdict::of_policies(&policies), verdict, "{policies:?}");
        }
    }

    #[test]
    fn results_are_counted_by_matchup() {
        let played = PlayedComparison { rounds: vec![vec![[4, 2], [1, 3]], vec![[2, 2], [0, 4]]] };
        assert_eq!(played.games(), 16);
        assert_eq!(played.shares(|_| true), [7.0 / 16.0, 11.0 / 16.0]);
        assert_eq!(played.shares(|matchup| matchup == 0), [0.75, 0.5]);
        assert_eq!(played.difference(|matchup| matchup == 1).mean(), -0.75);
        assert_eq!(by_list(&[2, 0, 2, 1, 0, 2, 1, 1]), [[4, 3], [0, 2]]);
    }
}
