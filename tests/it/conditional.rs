//! Less doubt from as many trials: what is given is rolled and the rest worked out, or two rules
//! get the same dice. Both must find what the exact engine finds, with intervals that hold as often
//! as they say, and divide the variance by what the law of total variance says they do.
//!
//! Seeds are fixed; each test says how likely a false alarm was before they were.

use crate::common;
#[path = "../../benches/common/mod.rs"]
pub(crate) mod questions;

use std::path::Path;

use assert_cmd::Command;
use common::{attack, exact, found, panic_test, plan, standing, too_far};
use questions::{Case, S1, S2, S3, six_effects};
use warodds::chance::{ConditionalRule, Rule};
use warodds::dist::{Estimate, Mixture, PairedDifference, Pmf, Tally, agreement};
use warodds::engine::{
    BLOCK, Conditional, Goal, Isa, Sampler, Shard, StdControl, conditional, exact as exactly,
    paired, sample, strata,
};
use warodds::games::asoiaf::attack::AttackRule;
use warodds::games::asoiaf::charge::ChargeRule;
use warodds::games::asoiaf::panic::PanicRule;
use warodds::games::asoiaf::values::{DiceCount, Inches, Speed};
use warodds::games::asoiaf::{
    Bonus, Charge, Charger, Facing, Question, Reach, Rerolls, Terrain, TerrainKeyword, Token,
    Tokens,
};
use warodds::study::EngineKind;

const TRIALS: u64 = 1_000_003;
/// Places of an attack's results.
const HITS: usize = 0;
const UNBLOCKED: usize = 1;
const WOUNDS: usize = 3;
const DESTROYED: usize = 5;
/// Repetitions of a coverage, and how far from the nominal rate their share may lie: 0.95 of 2000
/// has a standard deviation of 0.00487, and 5.2 of them are left behind once in five million seeds.
const REPETITIONS: u64 = 2000;
const OFF: f64 = 0.0255;

fn attack_rule(case: Case) -> AttackRule {
    AttackRule::new(&questions::attack(case))
}

fn goal(trials: u64, seed: u64) -> Goal {
    Goal { trials, seed, precision: None }
}

fn charge(
    inches: f64,
    keywords: &[TerrainKeyword],
    reroll_distance: bool,
    contact: bool,
) -> Charge {
    let own = standing(6);
    let mut attack = attack(7, 3, 4, 6);
    attack.attacker.state = own;
    let panic = Some(warodds::games::asoiaf::Panic { state: own, ..panic_test(7) });
    Charge {
        charger: Charger {
            speed: Speed::new(5).expect("in range"),
            state: own,
            reroll_distance,
            panic,
        },
        distance: Inches::new(inches).expect("in range"),
        terrain: keywords.iter().copied().collect::<Terrain>(),
        attack: contact.then_some(attack),
    }
}

fn asked() -> Vec<Question> {
    use TerrainKeyword::{Dangerous, Hindering, Rough};
    let mut all = vec![attack(8, 3, 4, 6), attack(1, 6, 2, 12), attack(30, 2, 6, 2)];
    let mut worn = attack(8, 3, 4, 7);
    let tokens: Tokens =
        [Token::Panicked, Token::Vulnerable, Token::Weakened].into_iter().collect();
    (worn.attacker.state.tokens, worn.defender.state.tokens, worn.context.facing) =
        (tokens, tokens, Facing::Rear);
    worn.defender.defending.changes.morale_rerolls = Rerolls { roller: true, enemy: true };
    let mut ranged = attack(6, 4, 5, 7);
    (ranged.attacker.attacking.reach, ranged.context.cover) = (Reach::Long, true);
    let mut charging = attack(12, 4, 3, 8);
    (charging.context.charge, charging.defender.state) = (Bonus::Charge, standing(7));
    all.extend([worn, ranged, charging]);
    let charges = [
        charge(9.0, &[], false, true),
        charge(7.0, &[Dangerous], true, true),
        charge(7.5, &[Rough, Hindering], true, true),
        charge(8.0, &[], true, false),
        charge(30.0, &[], false, true),
    ];
    all.into_iter().map(Question::Attack).chain(charges.into_iter().map(Question::Charge)).collect()
}

#[test]
fn means_and_distributions_agree_with_the_exact_ones() {
    // eleven questions of fewer than 400 comparisons, each alarming below 10^-10: below 10^-6 in
    // all
    for question in asked() {
        let seen = found(&question, &plan(EngineKind::Conditional, TRIALS, 17));
        assert_eq!(
            (seen.method.engine, seen.method.trials, seen.method.partial),
            (EngineKind::Conditional, Some(TRIALS), false)
        );
        let wrong = too_far(&seen, &exact(&question));
        assert!(wrong.is_empty(), "{wrong:#?} of {question:?}");
    }
}

#[test]
fn another_distribution_would_be_found_out() {
    let question = |change: &dyn Fn(&mut warodds::games::asoiaf::Attack)| {
        let mut attack = attack(8, 3, 4, 7);
        change(&mut attack);
        Question::Attack(attack)
    };
    let seen = found(&question(&|_| ()), &plan(EngineKind::Conditional, TRIALS, 1));
    let others: [&dyn Fn(&mut warodds::games::asoiaf::Attack); 3] = [
        &|attack| attack.attacker.attacking.dice = vec![DiceCount::new(9).expect("in range")],
        &|attack| attack.defender.defending.morale = panic_test(6).morale,
        &|attack| attack.defender.defending.changes.save_rerolls.roller = true,
    ];
    for change in others {
        assert!(too_far(&seen, &exact(&question(change))).len() > 5);
    }
}

/// The strata of a rule put together are its exact distributions, to twelve digits.
fn strata_are_the_distribution<R: ConditionalRule>(rule: &R) {
    let (strata, distributions) = (
        strata(rule).expect("it keeps its contract"),
        exactly(rule).expect("it keeps its contract"),
    );
    for (slot, distribution) in distributions.slots.iter().enumerate() {
        let together = strata.exact_distribution(slot);
        assert_eq!(together.len(), distribution.probabilities().len());
        assert!(
            together.iter().zip(distribution.probabilities()).all(|(p, q)| (p - q).abs() < 1e-12),
            "slot {slot}: {together:?} {distribution:?}"
        );
    }
}

#[test]
fn what_is_given_takes_the_distribution_apart_and_loses_nothing() {
    [S1, S2, S3].into_iter().for_each(|case| strata_are_the_distribution(&attack_rule(case)));
    strata_are_the_distribution(&AttackRule::new(&six_effects()));
    for question in asked() {
        match question {
            Question::Attack(attack) => strata_are_the_distribution(&AttackRule::new(&attack)),
            Question::Charge(charge) => strata_are_the_distribution(&ChargeRule::new(&charge)),
            _ => {}
        }
    }
}

#[test]
fn what_is_given_falls_as_real_dice_do() {
    // hits, which are given whole, against their exact distribution: four comparisons, each alarms
    // falsely below 2.5e-7
    let check = |found: &Conditional, distributions: &[Pmf]| {
        let shares = found.slots[HITS].pmf();
        let counts = shares
            .probabilities()
            .iter()
            .map(|p| (p * found.trials as f64).round() as u64)
            .collect();
        let agreed = agreement(&Tally::from_counts(counts), &distributions[HITS]);
        assert!(agreed.p_value > 2.5e-7 && agreed.degrees > 4, "{agreed:?}");
    };
    for rule in [attack_rule(S1), attack_rule(S2), attack_rule(S3), AttackRule::new(&six_effects())]
    {
        let found =
            conditional(&rule, goal(TRIALS, 5), Shard::WHOLE, &StdControl).expect("an answer");
        check(&found, &exactly(&rule).expect("a distribution").slots);
    }
}

/// In how many of many short runs each of some intervals holds the truth.
fn coverage<const K: usize>(truth: [f64; K], run: impl Fn(u64) -> [Estimate; K]) -> [f64; K] {
    let mut held = [0u64; K];
    for seed in 0..REPETITIONS {
        for ((held, estimate), truth) in held.iter_mut().zip(run(seed)).zip(truth) {
            *held += u64::from((estimate.interval.0..=estimate.interval.1).contains(&truth));
        }
    }
    held.map(|held| held as f64 / REPETITIONS as f64)
}

#[test]
fn conditional_intervals_hold_as_often_as_they_say() {
    let rule = attack_rule(S1);
    let distribution = exactly(&rule).expect("a distribution").slots[WOUNDS].clone();
    let run = |seed| {
        let found =
            conditional(&rule, goal(448, seed), Shard::WHOLE, &StdControl).expect("an answer");
        let wounds: &Mixture = &found.slots[WOUNDS];
        let chance = |k| wounds.at_least(k).expect("something was seen");
        [wounds.mean().expect("something was seen"), chance(4), chance(6), chance(10), chance(12)]
    };
    let truth = [
        distribution.mean(),
        distribution.at_least(4),
        distribution.at_least(6),
        distribution.at_least(10),
        distribution.at_least(12),
    ];
    let [mean, four, six, ten, twelve] = coverage(truth, run);
    println!("coverage: mean {mean}, 4+ {four}, 6+ {six}, 10+ {ten}, 12+ {twelve}");
    // the mean's and that of common chances at the nominal rate
    for common in [mean, four, six] {
        assert!((common - 0.95).abs() < OFF, "{common} of all intervals hold");
    }
    // rare ones at least as often
    for rare in [ten, twelve] {
        assert!(rare > 0.95 - OFF, "{rare} of all intervals hold");
    }
}

/// Two attackers of S1 and S2's kind against the same defender.
fn two() -> [AttackRule; 2] {
    let other = attack(6, 4, 4, 6);
    [attack_rule(S1), AttackRule::new(&other)]
}

#[test]
fn intervals_of_common_dice_hold_as_often_as_they_say() {
    let rules = two();
    let means =
        rules.each_ref().map(|rule| exactly(rule).expect("a distribution").slots[WOUNDS].mean());
    let [one, other] = rules.each_ref().map(|rule| strata(rule).expect("it keeps its contract"));
    let run = |seed| {
        let pairs = |slot| {
            paired(rules.each_ref(), slot, goal(448, seed), Shard::WHOLE, &StdControl)
                .expect("it keeps its contract")
        };
        let plain = PairedDifference::of(&pairs(WOUNDS), [1.0, 0.5]).expect("more than two");
        let worth = |a, b| Some(one.mean(WOUNDS, a)? - other.mean(WOUNDS, b)? * 0.5);
        let given = PairedDifference::of_worths(&pairs(HITS), worth, 1.0).expect("more than two");
        [plain.mean, given.mean]
    };
    let covered = coverage([means[0] - 0.5 * means[1]; 2], run);
    println!("coverage: common dice {}, conditional {}", covered[0], covered[1]);
    // more often than that by a little: among so few trials it counts that the farthest pair there
    // can be might come next
    for share in covered {
        assert!((0.95 - OFF..0.99).contains(&share), "{share} of all intervals hold");
    }
}

#[test]
fn common_dice_agree_with_the_exact_difference() {
    // five standard errors miss once in 1.7 million seeds
    let rules = two();
    let means =
        rules.each_ref().map(|rule| exactly(rule).expect("a distribution").slots[WOUNDS].mean());
    let pairs = paired(rules.each_ref(), WOUNDS, goal(300_000, 3), Shard::WHOLE, &StdControl)
        .expect("it keeps its contract");
    let found = PairedDifference::of(&pairs, [1.0, 0.5]).expect("many were seen");
    let off = (found.mean.point - means[0] + 0.5 * means[1]) / found.mean.standard_error;
    assert!(off.abs() < 5.0, "{off} standard errors");
    // and the two distributions they were rolled from
    for (tally, rule) in pairs.tallies().iter().zip(&rules) {
        assert!(
            agreement(tally, &exactly(rule).expect("a distribution").slots[WOUNDS]).p_value
                > 2.5e-7
        );
    }
}

#[test]
fn threads_change_nothing() {
    let on = |threads, goal| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool of threads");
        pool.install(|| {
            conditional(&attack_rule(S2), goal, Shard::WHOLE, &StdControl).expect("an answer")
        })
    };
    for trials in [1, 63, 64, 65, BLOCK - 1, BLOCK + 1, 3 * BLOCK + 640] {
        let first = on(1, goal(trials, 7));
        assert_eq!(
            (first.trials, first.slots[WOUNDS].trials(), first.partial),
            (trials, trials, false)
        );
        for threads in [1, 2, 3] {
            assert_eq!(on(threads, goal(trials, 7)), first, "{threads} threads, {trials} trials");
        }
    }
    assert_ne!(on(1, goal(BLOCK, 7)), on(1, goal(BLOCK, 8)));
}

/// The variance of a number of two stages, all of it and that between the conditions of the first,
/// from each condition's chance, mean and variance.
fn total_variance(conditions: &[(f64, f64, f64)]) -> (f64, f64) {
    let mean: f64 = conditions.iter().map(|(chance, mean, _)| chance * mean).sum();
    let between: f64 =
        conditions.iter().map(|(chance, middle, _)| chance * (middle - mean).powi(2)).sum();
    (between + conditions.iter().map(|(chance, _, within)| chance * within).sum::<f64>(), between)
}

/// The binomial distribution of `n` dice that succeed with chance `p`.
fn binomial(n: usize, p: f64) -> Vec<f64> {
    (0..n).fold(vec![1.0], |distribution, _| {
        let mut next = vec![0.0; distribution.len() + 1];
        distribution.iter().enumerate().for_each(|(k, q)| {
            next[k] += q * (1.0 - p);
            next[k + 1] += q * p;
        });
        next
    })
}

/// By how much giving the hits divides the variance of S1's wounds and of their chance of
/// `at_least`: worked out hit by hit from binomial distributions and the distribution of the panic
/// test.
fn derived_factors(at_least: usize) -> [f64; 2] {
    // eight dice on 3+, saves on 4+; unblocked hits of 12 wounds, and a test at 6 with as many left
    // as there are
    let panics: Vec<Vec<f64>> = (0..=8)
        .map(|unblocked| {
            let test =
                warodds::games::asoiaf::Panic { state: standing(12 - unblocked), ..panic_test(6) };
            exactly(&PanicRule::new(&test)).expect("a distribution").slots[0]
                .probabilities()
                .to_vec()
        })
        .collect();
    let wounds = |hits: usize| {
        let mut distribution = vec![0.0; 13];
        for (unblocked, p) in binomial(hits, 0.5).into_iter().enumerate() {
            let panic = if unblocked == 0 { vec![1.0] } else { panics[unblocked].clone() };
            panic.iter().enumerate().for_each(|(more, q)| distribution[unblocked + more] += p * q);
        }
        Pmf::new(distribution).expect("a distribution")
    };
    let distributions: Vec<(f64, Pmf)> =
        binomial(8, 2.0 / 3.0).into_iter().enumerate().map(|(hits, p)| (p, wounds(hits))).collect();
    let means: Vec<_> = distributions
        .iter()
        .map(|(p, distribution)| (*p, distribution.mean(), distribution.variance()))
        .collect();
    let chance = |distribution: &Pmf| distribution.at_least(at_least);
    let tails: Vec<_> = distributions
        .iter()
        .map(|(p, distribution)| {
            (*p, chance(distribution), chance(distribution) * (1.0 - chance(distribution)))
        })
        .collect();
    [means, tails].map(|conditions| {
        let (all, between) = total_variance(&conditions);
        all / between
    })
}

#[test]
fn variances_are_divided_by_what_theory_says() {
    let rule = attack_rule(S1);
    let strata = strata(&rule).expect("it keeps its contract");
    // unblocked hits of n dice that hit with p and get through with q: n pq (1 − pq) in all, n p (1
    // − p) q² between hits
    let (p, q) = (2.0 / 3.0, 0.5);
    let by_hand = (1.0 - p * q) / ((1.0 - p) * q);
    assert!((strata.exact_factor(UNBLOCKED, None).expect("it varies") - by_hand).abs() < 1e-9);
    // the hits themselves are no better known than before
    assert!((strata.exact_factor(HITS, None).expect("it varies") - 1.0).abs() < 1e-9);
    let [mean, tail] = derived_factors(6);
    println!("S1: mean ÷{mean}, six or more ÷{tail}");
    assert!((strata.exact_factor(WOUNDS, None).expect("it varies") - mean).abs() < 1e-9 * mean);
    assert!((strata.exact_factor(WOUNDS, Some(6)).expect("it varies") - tail).abs() < 1e-9 * tail);
    // and so it is measured: the factor of a million trials is known to about a hundredth
    let found = conditional(&rule, goal(TRIALS, 9), Shard::WHOLE, &StdControl).expect("an answer");
    let measured = [found.slots[WOUNDS].mean_factor(), found.slots[WOUNDS].at_least_factor(6)]
        .map(|factor| factor.expect("it varies"));
    assert!(
        (measured[0] / mean - 1.0).abs() < 0.03 && (measured[1] / tail - 1.0).abs() < 0.03,
        "{measured:?} for {mean} and {tail}"
    );
}

/// The variance over short runs of an estimate.
fn scattered(runs: u64, estimate: impl Fn(u64) -> f64) -> f64 {
    let all: Vec<f64> = (0..runs).map(estimate).collect();
    let mean = all.iter().sum::<f64>() / runs as f64;
    all.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (runs - 1) as f64
}

#[test]
fn estimates_scatter_less_by_that_much() {
    // the ratio of two sample variances of 1500 runs each: its logarithm has a standard deviation
    // of √(2 · 2/1500) = 0.052, and five of them are a factor of 1.3
    for (case, name) in [(S1, "S1"), (S2, "S2"), (S3, "S3")] {
        let rule = attack_rule(case);
        let theory = strata(&rule)
            .expect("it keeps its contract")
            .exact_factor(WOUNDS, None)
            .expect("it varies");
        let plain = scattered(1500, |seed| {
            let seen = sample(
                &rule,
                Sampler::Lanes(Isa::best()),
                goal(256, seed),
                Shard::WHOLE,
                &StdControl,
            )
            .expect("it keeps its contract");
            seen.slots[WOUNDS].mean().expect("something was seen").point
        });
        let given = scattered(1500, |seed| {
            let found =
                conditional(&rule, goal(256, seed), Shard::WHOLE, &StdControl).expect("an answer");
            found.slots[WOUNDS].mean().expect("something was seen").point
        });
        println!("{name}: theory ÷{theory}, seen ÷{}", plain / given);
        assert!(
            (plain / given / theory).ln().abs() < 0.27,
            "{name}: {} for {theory}",
            plain / given
        );
    }
}

#[test]
fn a_wanted_precision_is_reached_sooner() {
    let rule = attack_rule(S2);
    let wanted = Goal { trials: 10_000_000, seed: 2, precision: Some(0.003) };
    let found = conditional(&rule, wanted, Shard::WHOLE, &StdControl).expect("an answer");
    let half = |slot: usize| found.slots[slot].mean().expect("something was seen").half_width();
    assert!(
        !found.partial
            && !found.imprecise
            && (0..rule.slots().len() - 2).all(|slot| half(slot) <= 0.003)
    );
    let plain = sample(&rule, Sampler::Lanes(Isa::best()), wanted, Shard::WHOLE, &StdControl)
        .expect("it keeps its contract");
    // hits are among the means that must be known, and giving them makes them no better known;
    // wounds vary most of all
    assert!(2 * found.trials < plain.trials, "{} and {}", found.trials, plain.trials);
    let missed = conditional(
        &rule,
        Goal { trials: 1000, precision: Some(1e-6), ..wanted },
        Shard::WHOLE,
        &StdControl,
    )
    .expect("an answer");
    assert!(missed.imprecise && !missed.partial && missed.trials == 1000);
}

#[test]
fn what_was_never_seen_is_not_impossible() {
    // one trial: nothing is certain of a count that hangs on dice
    let found =
        conditional(&attack_rule(S1), goal(1, 1), Shard::WHOLE, &StdControl).expect("an answer");
    let destroyed = found.slots[DESTROYED].at_least(1).expect("something was seen");
    let truth = exactly(&attack_rule(S1)).expect("a distribution").slots[DESTROYED].at_least(1);
    assert!(
        destroyed.interval.0 <= truth && truth <= destroyed.interval.1,
        "{destroyed:?} without {truth}"
    );
    let hits = found.slots[HITS].at_least(8).expect("something was seen");
    assert!(hits.interval.1 > 0.5, "{hits:?}");
}

fn warodds(arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let output =
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

const ATTACK: [&str; 9] =
    ["attack", "--dice", "8", "--hit", "3", "--defense", "4", "--morale", "7"];

fn json(arguments: &[&str]) -> serde_json::Value {
    let (code, told, wrong) = warodds(arguments);
    assert_eq!(code, 0, "{wrong}");
    serde_json::from_str(&told).expect("JSON")
}

#[test]
fn answers_say_which_engine_and_what_it_gained() {
    let answer = json(&[&ATTACK[..], &["--conditional", "--trials", "1e5", "--json"]].concat());
    assert_eq!(
        (answer["engine"].as_str(), answer["trials"].as_u64()),
        (Some("conditional"), Some(100_000))
    );
    let factor = |of: &serde_json::Value| of["variance_factor"].as_f64().expect("a number");
    assert!(
        factor(&answer["quantities"]["wounds"]) > 5.0
            && factor(&answer["events"]["panic_failed"]) > 5.0
    );
    assert!(answer["quantities"]["wounds"]["ci95"].is_array());
    let named = json(
        &[&ATTACK[..], &["--conditional", "--engine", "monte-carlo", "--trials", "1e5", "--json"]]
            .concat(),
    );
    assert_eq!(named, answer);
    let (_, told, _) = warodds(&[&ATTACK[..], &["--conditional", "--trials", "1e5"]].concat());
    assert!(
        told.contains("conditional, 100 000 resolutions") && told.contains("variance"),
        "{told}"
    );
}

#[test]
fn comparisons_say_whose_dice_were_rolled() {
    let ask = |more: &[&str]| {
        let units = [
            "compare",
            "stark sworn swords",
            "umber berserkers",
            "--against",
            "guardsmen",
            "--rules",
            "2021",
            "--json",
        ];
        json(&[&units[..], more].concat())
    };
    let factor = |answer: &serde_json::Value| answer["matchups"][0]["variance_factor"].as_f64();
    let sampled = |more: &[&str]| ask(&[&["--trials", "20000"], more].concat());
    let common = sampled(&["--engine", "monte-carlo"]);
    let apart = sampled(&["--engine", "monte-carlo", "--apart"]);
    let given = sampled(&["--conditional"]);
    let given_apart = sampled(&["--conditional", "--apart"]);
    assert_eq!(
        [&common, &apart, &given, &given_apart].map(|one| one["dice"].as_str()),
        ["common", "apart", "common", "apart"].map(Some)
    );
    assert_eq!(given["engine"].as_str(), Some("conditional"));
    let exact = ask(&[]);
    assert!(exact["dice"].is_null() && factor(&apart).is_none());
    // five standard errors, four times: once in 400 000 seeds
    for answer in [&common, &apart, &given, &given_apart] {
        let [found, truth] = [answer, &exact]
            .map(|one| one["matchups"][0]["difference"].as_f64().expect("a number"));
        let error = answer["matchups"][0]["standard_error"].as_f64().expect("a number");
        assert!((found - truth).abs() < 5.6 * error, "{found} for {truth} ± {error}");
    }
    assert!(
        factor(&given) > factor(&common) && factor(&given) > factor(&given_apart),
        "{given} {common} {given_apart}"
    );
}

#[test]
fn what_has_nothing_given_is_refused_and_nothing_is_written() {
    let out = tempfile::tempdir().expect("a directory");
    let folder = out.path().join("results");
    let dir = folder.to_str().expect("text");
    let refused = |arguments: &[&str], told: &str| {
        let (code, _, wrong) = warodds(arguments);
        assert!(code == 2 && wrong.contains(told), "{code}: {wrong}");
        assert!(!Path::new(dir).exists());
    };
    refused(
        &["run", "scenarios/facings.toml", "scenarios/duel.toml", "--conditional", "--out", dir],
        "only attacks and charges",
    );
    refused(
        &["run", "scenarios/facings.toml", "--conditional", "--engine", "exact", "--out", dir],
        "--conditional samples",
    );
    refused(
        &[&ATTACK[..], &["--conditional", "--engine", "table"]].concat(),
        "leave out --engine table",
    );
    refused(&["panic", "--morale", "6", "--conditional"], "--conditional");
    let units = ["compare", "stark sworn swords", "umber berserkers", "--against", "guardsmen"];
    refused(&[&units[..], &["--apart"]].concat(), "the exact engine rolls none");
}

#[test]
fn a_whole_file_can_be_answered_so() {
    let out = tempfile::tempdir().expect("a directory");
    let dir = out.path().to_str().expect("text");
    let answers = json(&[
        "run",
        "scenarios/facings.toml",
        "--conditional",
        "--trials",
        "1e5",
        "--out",
        dir,
        "--json",
    ]);
    let all = answers.as_array().expect("an array");
    assert!(all.len() > 5 && all.iter().all(|one| one["engine"] == "conditional"));
    // every mean within six standard errors of the exact one: below 10^-8 each
    for one in all.iter().flat_map(|one| one["quantities"].as_object().expect("an object").values())
    {
        assert!(one["standard_errors_off"].as_f64().is_none_or(|off| off.abs() < 6.0), "{one}");
    }
    let csv =
        std::fs::read_to_string(out.path().join("facings/answers.csv")).expect("it was written");
    assert!(
        csv.lines().next().is_some_and(|head| head.ends_with(",variance_factor"))
            && csv.contains(",conditional,")
    );
}
