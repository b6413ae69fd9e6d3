//! Running long games: each state once with its weight, or often from a seed.
//!
//! The twin of the engines for [`Rule`](crate::chance::Rule): the same chance, ledgers and seeds,
//! for rules whose states are too large to lie side by side.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::Control;
use super::contract::ContractError;
use super::exact::{Distributions, distributions_of};
use super::sample::{Counted, Goal, Sample, seen};
use super::shard::{Blocks, Shard};
use crate::chance::{Ledger, LongRule, Paths, Slot, Table, seed_of_block};
use crate::counted::counted;

/// Games of a block: few enough that a run of some thousands keeps several threads busy.
pub const LONG_BLOCK: u64 = 512;

/// Why there is no exact distribution of a long game.
#[derive(Debug, Error, PartialEq)]
pub enum LongError {
    /// There are too many states to keep.
    #[error("after {} the game can stand in more than {most} ways", counted(*.step as u64, "step", "steps"))]
    TooManyStates {
        /// Steps taken.
        step: usize,
        /// The most states that were allowed.
        most: usize,
    },
    /// The rule broke its contract; no input does that.
    #[error(transparent)]
    Contract(#[from] ContractError),
}

/// Works out the distributions of all results, keeping at most `most` states at a time.
///
/// # Errors
/// When there are more states than that, or when the rule did not record a slot exactly once in
/// every game.
pub fn exact_long<R: LongRule>(rule: &R, most: usize) -> Result<Distributions, LongError> {
    let mut chance = Paths::new(&rule.slots(), None);
    let mut live = vec![(rule.start(), 1.0)];
    for step in 0..=rule.steps() {
        let (ended, going): (Vec<_>, Vec<_>) =
            live.into_iter().partition(|(state, _)| step == rule.steps() || rule.over(state));
        for (state, weight) in ended {
            chance.each_path(weight, |chance| rule.finish(chance, &state));
        }
        live = take_step(rule, &mut chance, &going, most)
            .ok_or(LongError::TooManyStates { step, most })?;
    }
    Ok(distributions_of(chance)?)
}

/// One step from every state, equal outcomes merged and sorted, so that sums come out the same on
/// every machine; none where there are more than `most`.
fn take_step<R: LongRule>(
    rule: &R,
    chance: &mut Paths,
    live: &[(R::State, f64)],
    most: usize,
) -> Option<Vec<(R::State, f64)>> {
    let mut merged: FxHashMap<R::State, f64> = FxHashMap::default();
    for (state, weight) in live {
        chance.each_path(*weight, |chance| {
            let mut after = state.clone();
            rule.step(chance, &mut after);
            *merged.entry(after).or_default() += chance.weight();
        });
        if merged.len() > most {
            return None;
        }
    }
    let mut states: Vec<_> = merged.into_iter().collect();
    states.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    Some(states)
}

/// Plays the games of a shard of a run of `goal.trials`, or as many as `control` lets it, on the
/// threads of the current rayon pool. A wanted precision is not looked at.
///
/// # Errors
/// When the rule records what it did not announce; no input does that.
pub fn sample_long<R: LongRule>(
    rule: &R,
    goal: Goal,
    shard: Shard,
    control: &dyn Control,
) -> Result<Sample, ContractError> {
    let slots = rule.slots();
    let run = Blocks::new(goal.trials, LONG_BLOCK, shard);
    let none = || Counted { ledger: Ledger::new(&slots, None), trials: 0 };
    let add = |sum: Counted, block: u64| {
        let trials = run.trials_of(block);
        let ledger = play_block(rule, &slots, seed_of_block(goal.seed, block), trials);
        control.advance(trials);
        sum.with(Counted { ledger, trials })
    };
    let blocks = run.numbers().into_par_iter();
    let blocks = blocks.take_any_while(|_| !control.is_stopped());
    let all = blocks.fold(none, add).reduce(none, Counted::with);
    let sample = seen(all.ledger, all.trials)?;
    Ok(Sample { partial: sample.trials < run.trials(), ..sample })
}

/// So many games from one seed.
fn play_block<R: LongRule>(rule: &R, slots: &[Slot], seed: u64, trials: u64) -> Ledger<u64> {
    let mut chance = Table::new(Xoshiro256PlusPlus::seed_from_u64(seed), slots, None);
    for _ in 0..trials {
        let (mut state, mut step) = (rule.start(), 0);
        while step < rule.steps() && !rule.over(&state) {
            rule.step(&mut chance, &mut state);
            step += 1;
        }
        rule.finish(&mut chance, &state);
    }
    chance.into_ledger()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Chance, Coin, Label};
    use crate::dist::agreement;
    use crate::run::StdControl;

    const TOSS: Label = Label::new("a toss", "");

    /// Tosses until one of two has `goal` wins; `first` wins a toss with chance 0.6.
    struct Race {
        goal: u8,
    }

    impl LongRule for Race {
        type State = (u8, u8);
        fn slots(&self) -> Vec<Slot> {
            vec![
                Slot::quantity("tosses", "tosses", "tosses", 2 * self.goal),
                Slot::event("won", "the first wins"),
            ]
        }
        fn start(&self) -> (u8, u8) {
            (0, 0)
        }
        fn steps(&self) -> usize {
            usize::from(2 * self.goal)
        }
        fn step<C: Chance<N = u8>>(&self, chance: &mut C, state: &mut (u8, u8)) {
            let won = chance.toss(&TOSS, Coin::new(0.6).expect("a chance"));
            *state = (state.0 + won, state.1 + 1 - won);
        }
        fn over(&self, state: &(u8, u8)) -> bool {
            state.0.max(state.1) >= self.goal
        }
        fn finish<C: Chance<N = u8>>(&self, chance: &mut C, state: &(u8, u8)) {
            chance.record(0, state.0 + state.1);
            chance.record(1, u8::from(state.0 >= self.goal));
        }
    }

    #[test]
    fn the_exact_engine_solves_the_problem_of_points() {
        // first to 3 at 0.6: 0.6³ (1 + 3·0.4 + 6·0.16) = 0.68256, and 3, 4 or 5 tosses
        let distributions = exact_long(&Race { goal: 3 }, 100).expect("few states");
        assert!((distributions.slots[1].at_least(1) - 0.682_56).abs() < 1e-12);
        let tosses = [
            0.6_f64.powi(3) + 0.4_f64.powi(3),
            3.0 * (0.6_f64.powi(3) * 0.4 + 0.4_f64.powi(3) * 0.6),
        ];
        assert!((distributions.slots[0].probabilities()[3] - tosses[0]).abs() < 1e-12);
        assert!((distributions.slots[0].probabilities()[4] - tosses[1]).abs() < 1e-12);
    }

    #[test]
    fn samples_agree_with_the_exact_distribution_and_do_not_depend_on_threads() {
        // two comparisons, each alarms falsely below 5e-7
        let goal = Goal { trials: 100_000, seed: 3, precision: None };
        let on = |threads| {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let sampled = || sample_long(&Race { goal: 6 }, goal, Shard::WHOLE, &StdControl);
            pool.install(sampled).expect("it keeps its contract")
        };
        let seen = on(1);
        assert_eq!((seen.trials, seen.partial), (100_000, false));
        assert_eq!(seen, on(3));
        let distributions = exact_long(&Race { goal: 6 }, 100).expect("few states");
        assert!(
            seen.slots.iter().zip(&distributions.slots).all(|(tally, distribution)| agreement(
                tally,
                distribution
            )
            .p_value
                > 5e-7)
        );
    }

    #[test]
    fn too_many_states_are_refused_not_kept() {
        assert_eq!(
            exact_long(&Race { goal: 6 }, 3).err(),
            Some(LongError::TooManyStates { step: 2, most: 3 })
        );
    }
}
