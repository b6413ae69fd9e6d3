//! The same seed gives the same answers, bit for bit: whoever runs it, on however many threads,
//! with whatever instructions. And a run that is stopped or has a precision to reach says so.

use crate::common;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{attack, attacker, combatant, defender, edit};
use warodds::dist::Tally;
use warodds::engine::{BLOCK, Control, Goal, Isa, Resolve, Sample, Sampler, StdControl};
use warodds::games::asoiaf::values::Activations;
use warodds::games::asoiaf::{Duel, Opening, Question, Token, Tokens};

fn attack_rule() -> Box<dyn Resolve> {
    let mut question = attack(8, 3, 4, 7);
    edit(&mut question, |question| {
        question.defender.state.tokens = Tokens::NONE.with(Token::Panicked).with(Token::Vulnerable)
    });
    warodds::games::Question::from(Question::Attack(question)).ready()
}

fn duel_rule() -> Box<dyn Resolve> {
    let side = || combatant(attacker(8, 4), defender(4, 6));
    let activations = Activations::new(9).expect("in range");
    let duel = Duel::new(side(), side(), activations, Opening::default()).expect("both can fight");
    warodds::games::Question::from(Question::Duel(duel.into())).ready()
}

fn goal(trials: u64, seed: u64, precision: Option<f64>) -> Goal {
    Goal { trials, seed, precision }
}

/// What a rayon pool of so many threads finds.
fn on_threads(threads: usize, rule: &dyn Resolve, sampler: Sampler, goal: Goal) -> Sample {
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
    pool.install(|| rule.sample(sampler, goal, &StdControl).expect("it keeps its contract"))
}

/// Every engine on every number of threads finds the same.
fn is_the_same_everywhere(rule: &dyn Resolve, goal: Goal) {
    let lanes = on_threads(1, rule, Sampler::Lanes(Isa::Portable), goal);
    let table = on_threads(1, rule, Sampler::Table, goal);
    for threads in [1, 2, 3, 8] {
        for isa in Isa::available() {
            assert_eq!(
                on_threads(threads, rule, Sampler::Lanes(isa), goal),
                lanes,
                "{} on {threads} threads, {goal:?}",
                isa.name()
            );
        }
        assert_eq!(
            on_threads(threads, rule, Sampler::Table, goal),
            table,
            "table on {threads} threads, {goal:?}"
        );
    }
    assert_ne!(lanes.slots, table.slots, "two engines that roll alike would not check each other");
}

#[test]
fn threads_and_instructions_change_nothing() {
    // whole blocks, whole batches of a broken block, broken batches, one alone
    for trials in [1, 63, 64, 65, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 640, 50_001] {
        is_the_same_everywhere(&*attack_rule(), goal(trials, 7, None));
    }
    is_the_same_everywhere(&*duel_rule(), goal(5 * BLOCK + 77, 8, None));
}

/// Distributions of dice and tests are kept by each thread, whoever asked for them first: what was
/// asked before must never show, not even in a last digit.
#[test]
fn what_was_asked_before_never_shows() {
    const UNITS: [&str; 8] = [
        "stark sworn swords",
        "lannister guardsmen",
        "house umber berserkers",
        "house clegane brigands",
        "house mormont bruisers",
        "pit fighters",
        "house tully sworn shields",
        "targaryen stormcrow dervishes",
    ];
    let pairs = || UNITS.iter().flat_map(|one| UNITS.iter().map(move |other| (*one, *other)));
    let ask = |(one, other): (&str, &str)| -> Vec<u64> {
        let attack = warodds::attack(one, other).attacker_panicked().panicked().charge();
        let answer = attack.exact().expect("a question");
        (0..=40).map(|wounds| answer.wounds().exactly(wounds).to_bits()).collect()
    };
    let in_a_thread = |pairs: Vec<(&'static str, &'static str)>| {
        let all =
            move || pairs.into_iter().map(|pair| (pair, ask(pair))).collect::<BTreeMap<_, _>>();
        std::thread::spawn(all).join().expect("no panic")
    };
    let there = in_a_thread(pairs().collect());
    let back = in_a_thread(pairs().collect::<Vec<_>>().into_iter().rev().collect());
    assert_eq!(there, back);
    let first = ("pit fighters", "lannister guardsmen");
    assert_eq!(in_a_thread(vec![first])[&first], there[&first]);
}

#[test]
fn where_a_precise_run_stops_depends_on_the_seed_alone() {
    is_the_same_everywhere(&*attack_rule(), goal(1_000_001, 9, Some(0.02)));
    is_the_same_everywhere(&*duel_rule(), goal(300_001, 9, Some(0.03)));
    // a precision out of reach: all trials, the last block broken
    is_the_same_everywhere(&*attack_rule(), goal(2 * BLOCK + 5, 9, Some(1e-9)));
}

#[test]
fn every_trial_is_counted_once() {
    for trials in [1, 63, 65, BLOCK + 1, 50_001] {
        for sampler in [Sampler::Lanes(Isa::best()), Sampler::Table] {
            let seen = duel_rule()
                .sample(sampler, goal(trials, 1, None), &StdControl)
                .expect("it keeps its contract");
            assert_eq!((seen.trials, seen.partial, seen.imprecise), (trials, false, false));
            assert!(
                seen.slots.iter().all(|tally| tally.trials() == trials),
                "{sampler:?} lost some of {trials}"
            );
            assert_eq!(
                seen.joint.expect("a duel has a joint distribution").rows().flatten().sum::<u64>(),
                trials
            );
        }
    }
}

#[test]
fn seeds_are_runs_of_their_own() {
    for sampler in [Sampler::Lanes(Isa::best()), Sampler::Table] {
        let seen: Vec<Vec<Tally>> = (0..20)
            .map(|seed| {
                attack_rule()
                    .sample(sampler, goal(20_000, seed, None), &StdControl)
                    .expect("it keeps its contract")
                    .slots
            })
            .collect();
        for (number, one) in seen.iter().enumerate() {
            assert!(!seen[..number].contains(one), "seed {number} repeats an earlier one");
        }
    }
}

#[test]
fn blocks_of_a_run_differ() {
    let first = attack_rule()
        .sample(Sampler::Lanes(Isa::best()), goal(BLOCK, 3, None), &StdControl)
        .expect("it keeps its contract");
    let both = attack_rule()
        .sample(Sampler::Lanes(Isa::best()), goal(2 * BLOCK, 3, None), &StdControl)
        .expect("it keeps its contract");
    let doubled: Vec<u64> = first.slots[0].counts().iter().map(|count| 2 * count).collect();
    assert_ne!(both.slots[0].counts(), doubled);
}

/// Stops a run once so many trials are done.
struct StopAfter {
    trials: u64,
    done: AtomicU64,
}

impl Control for StopAfter {
    fn is_stopped(&self) -> bool {
        self.done.load(Ordering::SeqCst) >= self.trials
    }
    fn advance(&self, trials: u64) {
        self.done.fetch_add(trials, Ordering::SeqCst);
    }
}

#[test]
fn a_stopped_run_keeps_what_it_has() {
    for precision in [None, Some(1e-9)] {
        for sampler in [Sampler::Lanes(Isa::best()), Sampler::Table] {
            let control = StopAfter { trials: 2 * BLOCK, done: AtomicU64::new(0) };
            let seen = attack_rule()
                .sample(sampler, goal(400 * BLOCK, 5, precision), &control)
                .expect("it keeps its contract");
            assert!(seen.partial && !seen.imprecise, "a stop is neither the goal nor a miss of it");
            assert!((2 * BLOCK..400 * BLOCK).contains(&seen.trials) && seen.trials % BLOCK == 0);
            assert_eq!(
                seen.trials,
                control.done.into_inner(),
                "what was told and what was counted differ"
            );
        }
    }
}

#[test]
fn a_run_stopped_before_it_began_has_seen_nothing() {
    let control = StopAfter { trials: 0, done: AtomicU64::new(0) };
    let seen = attack_rule()
        .sample(Sampler::Table, goal(BLOCK, 5, None), &control)
        .expect("it keeps its contract");
    assert_eq!((seen.trials, seen.partial), (0, true));
    assert!(seen.slots.iter().all(|tally| tally.mean().is_none()));
}

#[test]
fn a_run_stopped_on_its_last_block_is_whole() {
    let control = StopAfter { trials: BLOCK, done: AtomicU64::new(0) };
    let seen = attack_rule()
        .sample(Sampler::Table, goal(BLOCK, 5, None), &control)
        .expect("it keeps its contract");
    assert_eq!((seen.trials, seen.partial), (BLOCK, false));
}

#[test]
fn a_wanted_precision_is_reached_with_fewer_trials_or_missed_aloud() {
    let widest = |seen: &Sample| {
        // the first four results of an attack are its quantities
        seen.slots[..4]
            .iter()
            .filter_map(Tally::mean)
            .map(|mean| mean.half_width())
            .fold(0.0, f64::max)
    };
    for sampler in [Sampler::Lanes(Isa::best()), Sampler::Table] {
        for wanted in [0.05, 0.02, 0.01] {
            let seen = attack_rule()
                .sample(sampler, goal(10_000_000, 6, Some(wanted)), &StdControl)
                .expect("it keeps its contract");
            assert!(widest(&seen) <= wanted, "{} is wider than {wanted}", widest(&seen));
            assert!(seen.trials < 10_000_000 && !seen.partial && !seen.imprecise);
            // not far more than was needed: looks are a quarter apart, or a block
            let needed = seen.trials as f64 * (widest(&seen) / wanted).powi(2);
            assert!(
                (seen.trials as f64) < 1.3 * needed + 2.0 * BLOCK as f64,
                "{} trials for {wanted}",
                seen.trials
            );
        }
        let missed = attack_rule()
            .sample(sampler, goal(20_000, 6, Some(0.001)), &StdControl)
            .expect("it keeps its contract");
        assert!(widest(&missed) > 0.001);
        assert_eq!((missed.trials, missed.partial, missed.imprecise), (20_000, false, true));
    }
}

#[test]
fn a_wanted_precision_rolls_the_same_dice() {
    // stopping early is a prefix of the longer run, whole blocks of it
    let precise = attack_rule()
        .sample(Sampler::Lanes(Isa::best()), goal(10_000_000, 6, Some(0.02)), &StdControl)
        .expect("it keeps its contract");
    let plain = attack_rule()
        .sample(Sampler::Lanes(Isa::best()), goal(precise.trials, 6, None), &StdControl)
        .expect("it keeps its contract");
    assert_eq!(precise, plain);
}
