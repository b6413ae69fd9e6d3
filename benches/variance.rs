//! What less doubt costs: by how much the conditional engine and common dice divide variances, and
//! what a trial takes.
//!
//! Prints, for each question, how often the variance of the mean wounds and of the chance of many
//! goes into that of plain sampling (by theory and as measured), and how long a trial takes as a
//! part of a plain one's time, all timed in turn within one run on one thread. The gain is the
//! factor by the time: how many times as long plain sampling has to run for the same doubt. `cargo
//! bench` also writes it to `out/bench/variance.md`; as a test each is run once, and no time is
//! looked at.

mod common;

use std::hint::black_box;

use common::timing::{is_bench, medians, pool, tell, time};
use common::{Case, S1, S2, S3, attack, ready_attack, six_effects};
use warodds::dist::{Mixture, PairedDifference, Pmf};
use warodds::engine::{Conditional, Goal, Isa, Sampler, Shard, StdControl, paired, strata};
use warodds::games::asoiaf::Attack;
use warodds::games::asoiaf::attack::AttackRule;

const TRIALS: u64 = 819_200;
const QUICK_TRIALS: u64 = 8_192;
/// How often each contender is timed under `cargo bench`.
const ROUNDS: usize = 15;
/// Places of an attack's results.
const HITS: usize = 0;
const WOUNDS: usize = 3;
/// A tail begins where the chance of so many wounds falls below this.
const RARE: f64 = 0.05;
const CONDITIONAL: &str = "| question | conditional / plain, time | mean: theory | measured | \
                           gain | tail | its chance | theory | measured | gain \
                           |\n|---|---|---|---|---|---|---|---|---|---|\n";
const COMMON: &str = "\n| two attacks | common / apart, time | variance | gain | with hits given: \
                      variance | gain |\n|---|---|---|---|---|---|\n";

/// How the run goes.
#[derive(Clone, Copy)]
struct Extent {
    trials: u64,
    rounds: usize,
}

impl Extent {
    const fn goal(self) -> Goal {
        Goal { trials: self.trials, seed: 1, precision: None }
    }

    /// The median times of some contenders, run in turn, over that of the first.
    fn times<const K: usize>(self, contenders: [&dyn Fn(); K]) -> [f64; K] {
        let seconds = medians(K, self.rounds, |place| time(contenders[place]));
        std::array::from_fn(|place| seconds[place] / seconds[0])
    }
}

/// A number, or a dash.
fn told(number: Option<f64>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| format!("{number:.1}"))
}

/// The least count that is reached rarely.
fn tail(distribution: &Pmf) -> usize {
    (0..=distribution.max())
        .find(|&k| distribution.at_least(k) < RARE)
        .unwrap_or(distribution.max())
}

/// A row on a question whose hits are given.
fn given(name: &str, attack: &Attack, extent: Extent) -> String {
    let rule = ready_attack(attack.clone());
    let all = || {
        drop(black_box(
            rule.sample(Sampler::Lanes(Isa::best()), extent.goal(), &StdControl)
                .expect("it keeps its contract"),
        ))
    };
    let part = || drop(black_box(rule.conditional(extent.goal(), &StdControl)));
    let [_, time] = extent.times([&all, &part]);
    let found: Conditional = rule.conditional(extent.goal(), &StdControl).unwrap().unwrap();
    let (wounds, theory): (&Mixture, _) =
        (&found.slots[WOUNDS], strata(&AttackRule::new(attack)).unwrap());
    let distribution = rule.exact().unwrap().slots[WOUNDS].clone();
    let many = tail(&distribution);
    let [mean, rare] = [None, Some(many)].map(|at_least| theory.exact_factor(WOUNDS, at_least));
    let gain = |factor: Option<f64>| told(factor.map(|factor| factor / time));
    format!(
        "| {name} | {time:.2} | {} | {} | {} | {many} or more | {:.2} % | {} | {} | {} |\n",
        told(mean),
        told(wounds.mean_factor()),
        gain(mean),
        distribution.at_least(many) * 100.0,
        told(rare),
        told(wounds.at_least_factor(many)),
        gain(rare)
    )
}

/// A row on the difference of two attacks.
fn common_dice(name: &str, attacks: &[Attack; 2], extent: Extent) -> String {
    let made = attacks.each_ref().map(|attack| ready_attack(attack.clone()));
    let [one, other] = attacks.each_ref().map(AttackRule::new);
    let rules = [&one, &other];
    let plain = Sampler::Lanes(Isa::best());
    let apart = || {
        made.iter().for_each(|rule| {
            drop(black_box(
                rule.sample(plain, extent.goal(), &StdControl).expect("it keeps its contract"),
            ))
        })
    };
    let together = || {
        drop(black_box(
            paired(rules, WOUNDS, extent.goal(), Shard::WHOLE, &StdControl)
                .expect("it keeps its contract"),
        ))
    };
    let [_, time] = extent.times([&apart, &together]);
    let found = PairedDifference::of(
        &paired(rules, WOUNDS, extent.goal(), Shard::WHOLE, &StdControl)
            .expect("it keeps its contract"),
        [1.0, 1.0],
    )
    .unwrap();
    let [first, second] = rules.map(|rule| strata(rule).unwrap());
    let variance: f64 =
        made.iter().map(|rule| rule.exact().unwrap().slots[WOUNDS].variance()).sum();
    let worth = |a, b| Some(first.mean(WOUNDS, a)? - second.mean(WOUNDS, b)?);
    let hits = paired(rules, HITS, extent.goal(), Shard::WHOLE, &StdControl)
        .expect("it keeps its contract");
    let given = PairedDifference::of_worths(&hits, worth, variance).unwrap();
    let gain = |factor: Option<f64>| told(factor.map(|factor| factor / time));
    let [plain, given] = [found.variance_factor, given.variance_factor];
    format!(
        "| {name} | {time:.1} | {} | {} | {} | {} |\n",
        told(plain),
        gain(plain),
        told(given),
        gain(given)
    )
}

/// A case of one die more, and on foot where it was a charge.
fn another(Case(dice, hit, _, save, forced, morale, wounds): Case) -> Attack {
    attack(Case(dice + 1, hit, false, save, forced, morale, wounds))
}

/// Both tables.
fn tables(extent: Extent) -> String {
    let attacks = [
        ("S1", attack(S1)),
        ("S2", attack(S2)),
        ("S3", attack(S3)),
        ("S2 with six effects", six_effects()),
    ];
    let conditional: String =
        attacks.iter().map(|(name, attack)| given(name, attack, extent)).collect();
    let pairs = [
        ("S1 and a die more", [attack(S1), another(S1)]),
        ("S2 and a die more on foot", [attack(S2), another(S2)]),
        ("S1 and S2", [attack(S1), attack(S2)]),
    ];
    let common: String =
        pairs.iter().map(|(name, attacks)| common_dice(name, attacks, extent)).collect();
    [CONDITIONAL, &conditional, COMMON, &common].concat()
}

fn main() {
    let extent = if is_bench() {
        Extent { trials: TRIALS, rounds: ROUNDS }
    } else {
        Extent { trials: QUICK_TRIALS, rounds: 1 }
    };
    let tables = pool(1).install(|| tables(extent));
    tell("variance.md", &tables);
}
