//! Which variants of a list win more games than the list itself.

mod document;

pub use document::{RaceDocument, RaceRow, RaceSettings, Variant};

use super::AnytimeMean;
use super::compare::ListVerdict;
use super::table::{BattleTable, pairs, play_all};
use crate::battle::Battle;
use crate::play::PlayError;
use crate::policy::BattlePolicy;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use warodds_engine::chance::seed_of_block;
use warodds_engine::run::Control;

/// The battles of a list with an opponent in a mode: the list as army `a`, then as army `b`.
pub type BothSides = [Battle; 2];

/// Variants of a list that play the same opponents as the list.
///
/// All play the same games. In each round the half with the lower differences from the list leaves,
/// until [`ListRace::FINALISTS`] are left, which play on until each is judged or no games are left.
#[derive(Clone, Copy, Debug)]
pub struct ListRace<'b> {
    /// The battles of the list, by mode and opponent.
    pub list: &'b [BothSides],
    /// The battles of each variant, by mode and opponent.
    pub variants: &'b [Vec<BothSides>],
    /// The policy of all armies in each of these.
    pub policies: &'b [BattlePolicy],
    /// The seed.
    pub seed: u64,
    /// The most games, of which each variant plays at least one round.
    pub games: u64,
}

/// What is known of a variant of a list, in the order of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VariantVerdict {
    /// It wins more than the list.
    Better,
    /// The sign of the difference is not known.
    Undecided,
    /// The difference is known to ± 2 percentage points, and may be 0.
    Equal,
    /// It wins less than the list.
    Worse,
}

/// What a variant has played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantResult {
    /// The half points of the variant in a pair of games, 0 to 4, minus those of the list, by round
    /// and opponent.
    points: Vec<i8>,
    /// Whether it left the race.
    left: bool,
}

/// A race as far as it was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceProgress {
    /// The results by variant.
    variants: Vec<VariantResult>,
    /// The rounds of the list, of a pair of games against each opponent.
    rounds: u64,
    /// All games.
    games: u64,
    /// The half points of the list.
    list: u64,
}

impl VariantResult {
    /// Returns the share of victories of the variant minus that of the list.
    pub fn difference(&self) -> AnytimeMean {
        let mut mean = AnytimeMean::default();
        self.points.iter().for_each(|points| mean.add(f64::from(*points) / 4.0));
        mean
    }

    /// Returns the number of games of the variant.
    pub const fn games(&self) -> u64 {
        2 * self.points.len() as u64
    }
}

impl VariantVerdict {
    /// The chance that any of the intervals of a race leaves out its difference.
    pub const FALSE_ALARM: f64 = 0.05;

    /// Returns the verdict on a difference, one of `variants`.
    pub fn of(difference: &AnytimeMean, variants: usize) -> Self {
        match interval(difference, variants) {
            [low, _] if low > 0.0 => Self::Better,
            [_, high] if high < 0.0 => Self::Worse,
            [low, high] if high - low <= 2.0 * ListVerdict::CLOSE => Self::Equal,
            _ => Self::Undecided,
        }
    }
}

/// Returns the interval of one of `variants` differences: all of them hold with a chance of 95 %.
pub(super) fn interval(difference: &AnytimeMean, variants: usize) -> [f64; 2] {
    difference.interval_at(VariantVerdict::FALSE_ALARM / variants.max(1) as f64)
}

impl RaceProgress {
    /// Returns the start of a race; `variants` is their number.
    pub fn new(variants: usize) -> Self {
        Self { variants: vec![VariantResult::default(); variants], rounds: 0, games: 0, list: 0 }
    }

    /// Returns the results by variant.
    pub fn variants(&self) -> &[VariantResult] {
        &self.variants
    }

    /// Returns the number of all games.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the share of victories of the list over `opponents` opponents; a draw is half a
    /// victory.
    pub fn share(&self, opponents: usize) -> f64 {
        self.list as f64 / (4 * self.rounds * opponents as u64).max(1) as f64
    }

    /// Returns the variants that are still in the race and not judged, with the mean of their
    /// differences.
    fn running(&self) -> Vec<(usize, f64)> {
        let count = self.variants.len();
        let running = |(number, one): (usize, &VariantResult)| {
            let difference = one.difference();
            let verdict = VariantVerdict::of(&difference, count);
            (!one.left && verdict == VariantVerdict::Undecided).then(|| (number, difference.mean()))
        };
        self.variants.iter().enumerate().filter_map(running).collect()
    }

    /// Lets all variants leave that are still in the race, but for the `most` best ones.
    fn keep(&mut self, most: usize) {
        let mut running = self.running();
        running.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        for (number, _) in running.into_iter().skip(most) {
            if let Some(one) = self.variants.get_mut(number) {
                one.left = true;
            }
        }
    }
}

impl<'b> ListRace<'b> {
    /// The number of variants that play on until they are judged.
    pub const FINALISTS: usize = 8;
    /// Rounds of all finalists between two looks at their differences.
    const ROUNDS_PER_LOOK: u64 = 8;

    /// Plays the rest of a race and calls `save` after each part of it. Games of a part that
    /// `control` stops are not counted, so that a race may be continued. The result does not depend
    /// on the number of threads.
    ///
    /// # Errors
    /// [`PlayError`] if an action is illegal, which no input causes, and errors of `save`.
    pub fn run<E: From<PlayError>>(
        &self,
        progress: &mut RaceProgress,
        control: &dyn Control,
        save: &dyn Fn(&RaceProgress) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let running = progress.running();
            if running.len() <= Self::FINALISTS {
                break;
            }
            // caches of all variants would fill the memory
            let play = |number: Option<usize>, rounds: Range<u64>| {
                self.half_points(&mut self.tables(number), rounds, control)
            };
            let Some(rounds) = self.next_rounds(progress, running.len()) else { return Ok(()) };
            let lists: Vec<Option<usize>> =
                std::iter::once(None).chain(running.iter().map(|(one, _)| Some(*one))).collect();
            let part = lists.par_iter().map(|one| play(*one, rounds.clone()));
            let part = part.collect::<Result<Vec<_>, PlayError>>()?;
            if control.is_stopped() {
                return Ok(());
            }
            self.add(progress, lists.iter().copied().zip(&part), rounds);
            progress.keep(half(running.len()));
            save(progress)?;
        }
        self.finals(progress, control, save)
    }

    /// Plays the finalists until each is judged.
    fn finals<E: From<PlayError>>(
        &self,
        progress: &mut RaceProgress,
        control: &dyn Control,
        save: &dyn Fn(&RaceProgress) -> Result<(), E>,
    ) -> Result<(), E> {
        let finalists = progress.running();
        let finalists = finalists.into_iter().map(|(one, _)| Some(one));
        let mut lists: Vec<(Option<usize>, Vec<BattleTable<'b>>)> =
            std::iter::once(None).chain(finalists).map(|one| (one, self.tables(one))).collect();
        loop {
            let running = progress.running();
            lists.retain(|(one, _)| one.is_none_or(|one| running.iter().any(|(n, _)| *n == one)));
            let rounds = self.next_rounds(progress, running.len());
            let Some(rounds) = rounds.filter(|_| !running.is_empty()) else { return Ok(()) };
            let play = |(_, tables): &mut (_, Vec<BattleTable<'b>>)| {
                self.half_points(tables, rounds.clone(), control)
            };
            let part = lists.par_iter_mut().map(play).collect::<Result<Vec<_>, PlayError>>()?;
            if control.is_stopped() {
                return Ok(());
            }
            self.add(progress, lists.iter().map(|(one, _)| *one).zip(&part), rounds);
            save(progress)?;
        }
    }

    /// Returns the rounds that `running` variants play next; `None` if no games are left. All
    /// halvings have the same number of games, so that fewer variants play more each.
    fn next_rounds(&self, progress: &RaceProgress, running: usize) -> Option<Range<u64>> {
        let first = progress.rounds;
        // the list plays too
        let games = (2 * self.list.len() * (running + 1)).max(1) as u64;
        let affordable = self.games.saturating_sub(progress.games) / games;
        let rounds = if running > Self::FINALISTS {
            // as many games as each later halving, and as the finalists
            affordable / (halvings(running) + 1)
        } else {
            affordable.min(Self::ROUNDS_PER_LOOK)
        };
        let rounds = rounds.max(u64::from(first == 0));
        (rounds > 0).then(|| first..first + rounds)
    }

    /// Returns the tables of a variant; `None` for the list.
    fn tables(&self, variant: Option<usize>) -> Vec<BattleTable<'b>> {
        let battles: &'b [BothSides] = match variant {
            Some(number) => self.variants.get(number).map_or(&[], Vec::as_slice),
            None => self.list,
        };
        let opponents = (0..).zip(battles.iter().zip(self.policies));
        opponents
            .flat_map(|(place, (sides, policy))| {
                let seed = seed_of_block(self.seed, place);
                sides.each_ref().map(|battle| BattleTable::new(battle, [*policy; 2], seed))
            })
            .collect()
    }

    /// Plays rounds and returns the half points of the list or variant, of 4, by round and opponent.
    fn half_points(
        &self,
        tables: &mut [BattleTable<'_>],
        rounds: Range<u64>,
        control: &dyn Control,
    ) -> Result<Vec<u8>, PlayError> {
        let games = play_all(tables, &rounds.collect::<Vec<_>>(), control)?;
        Ok(games.iter().flat_map(|game| pairs(game)).collect())
    }

    /// Adds the results of rounds: of the list first, then of variants.
    fn add<'p>(
        &self,
        progress: &mut RaceProgress,
        mut part: impl Iterator<Item = (Option<usize>, &'p Vec<u8>)>,
        rounds: Range<u64>,
    ) {
        let games = (rounds.end - rounds.start) * 2 * self.list.len() as u64;
        let Some((_, list)) = part.next() else { return };
        progress.list += list.iter().map(|points| u64::from(*points)).sum::<u64>();
        progress.games += games;
        for (variant, points) in part {
            let result = variant.and_then(|number| progress.variants.get_mut(number));
            let Some(result) = result else { continue };
            // half points of a pair are at most 4
            let differences = points.iter().zip(list).map(|(own, list)| *own as i8 - *list as i8);
            result.points.extend(differences);
            progress.games += games;
        }
        progress.rounds = rounds.end;
    }
}

/// Returns how many of the variants that run stay after a halving.
fn half(running: usize) -> usize {
    running.div_ceil(2).max(ListRace::FINALISTS)
}

/// Returns how often the variants that run are halved until the finalists are left.
fn halvings(running: usize) -> u64 {
    if running > ListRace::FINALISTS { 1 + halvings(half(running)) } else { 0 }
}
