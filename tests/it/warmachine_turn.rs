//! A turn of WARMACHINE: the engines against each other, published figures at the command line, and
//! its bad input.
//!
//! The rules themselves are held against hand-derived figures and brute force where they stand.

use crate::common;
use warodds::chance::{EventName, QuantityName};

use std::path::Path;

use assert_cmd::Command;
use common::plan;
use serde_json::Value;
use warodds::chance::{Chance, Coin, Label, Rule, Slot, State};
use warodds::dist::agreement;
use warodds::engine::{Goal, Isa, Sampler, Shard, StdControl, exact, sample};
use warodds::scenario::{load, parse};
use warodds::study::{Answer, Distribution, EngineKind, NamedQuestion, answer};

/// A false alarm of any comparison in this file has at most one chance in a million: there are
/// fewer than 2000.
const ALARM: f64 = 5e-10;

fn found(asked: &NamedQuestion, engine: EngineKind, trials: u64, seed: u64) -> Answer {
    answer(asked, &plan(engine, trials, seed), &StdControl).expect("the rule keeps its contract")
}

fn distributions(answer: &Answer) -> Vec<(&'static str, Distribution)> {
    let quantities = answer
        .quantities
        .iter()
        .map(|quantity| (quantity.name.as_str(), quantity.distribution.clone()));
    quantities
        .chain(answer.events.iter().map(|event| (event.name.as_str(), event.distribution.clone())))
        .collect()
}

/// Holds both sampling engines against the exact one; how many comparisons that took.
fn hold(asked: &[NamedQuestion], seed: u64) -> usize {
    let mut comparisons = 0;
    for (asked, seed) in asked.iter().zip(seed..) {
        let exact = distributions(&found(asked, EngineKind::Exact, 1, 0));
        for (engine, trials) in [(EngineKind::Dice, 20_000), (EngineKind::MonteCarlo, 200_000)] {
            for ((name, distribution), (_, exact)) in
                distributions(&found(asked, engine, trials, seed)).into_iter().zip(&exact)
            {
                let Distribution::Sampled(tally) = distribution else {
                    panic!("{name} was not sampled")
                };
                let chance = agreement(&tally, &exact.pmf()).p_value;
                assert!(
                    chance > ALARM,
                    "{} saw {name} of {} with a chance of {chance:e}",
                    engine.name(),
                    asked.name
                );
                comparisons += 1;
            }
        }
    }
    comparisons
}

#[test]
fn the_engines_agree_on_the_shipped_turn() {
    let scenario =
        load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/warmachine-turn.toml"))
            .expect("it is valid");
    assert!(hold(&scenario.asked, 1) > 300);
}

#[test]
fn the_engines_agree_on_what_the_shipped_turn_leaves_out() {
    let text = "
        [[warmachine.threshold]]
        fury = 0
        threshold = 9
        [[warmachine.effects]]
        arm = 8
        pow = 14
        turns = [1, 20]
        expires_on = [0, 4, 6]
        [[warmachine.effects]]
        effect = 'corrosion'
        turns = [1, 20]
        expires_on = [0, 4, 6]
        [[warmachine.damage]]
        skill = 6
        def = 13
        pow = 15
        arm = 17
        attacks = [0, 4]
        boost_damage = [false, true]
        boxes = 20
        [[warmachine.boost-or-buy]]
        skill = 5
        def = 13
        pow = 12
        arm = 14
        attacks = [0, 3]
        points = 5
        boxes = [10, 25]
        plan = ['best-damage', 'best-kill', 'boost-both']
        [[warmachine.leech]]
        arc = 5
        lost = 2
        upkeep = 2
        plan = 'nothing'
        beasts = ['2:8', { fury = 0, threshold = 8 }]
        [[warmachine.focus]]
        arc = 9
        def = 12
        arm = 16
        most = 5
        jacks = ['6:15:0:crippled', { skill = 5, pow = 18 }]";
    let scenario = parse("mixed.toml", text).unwrap_or_else(|faults| panic!("{faults}"));
    // without a plan, each of the three is asked about
    assert_eq!(scenario.asked.len(), 1 + 12 + 4 + 12 + 1 + 3);
    assert!(hold(&scenario.asked, 200) > 150);
}

/// Three coins, the last tossed as the first two say.
struct Coins;

impl Rule for Coins {
    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(QuantityName::new("heads"), "heads", "heads", 3),
            Slot::event(EventName::new("sure"), "a sure thing"),
            Slot::event(EventName::new("never"), "an impossible one"),
        ]
    }
    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        const LABEL: Label = Label::new("a coin", "");
        let coin = |heads| Coin::new(heads).expect("a chance");
        let heads = chance.toss(&LABEL, coin(0.3))
            + chance.toss(&LABEL, coin(0.9))
            + chance.toss(&LABEL, coin(1e-3));
        chance.record(0, heads);
        let (sure, never) = (chance.toss(&LABEL, coin(1.0)), chance.toss(&LABEL, coin(0.0)));
        chance.record(1, sure);
        chance.record(2, never);
    }
}

#[test]
fn coins_fall_as_they_are_bent_in_every_engine() {
    let distributions = exact(&Coins).expect("a distribution").slots;
    // 0.7·0.1·0.999 none, 0.3·0.9·0.001 all
    assert!(
        (distributions[0].probabilities()[0] - 0.069_93).abs() < 1e-12
            && (distributions[0].probabilities()[3] - 0.000_27).abs() < 1e-12
    );
    assert!(
        (distributions[1].at_least(1) - 1.0).abs() < 1e-12
            && distributions[1].probabilities()[0] == 0.0
            && distributions[2].at_least(1) == 0.0
    );
    for sampler in Isa::available().into_iter().map(Sampler::Lanes).chain([Sampler::Table]) {
        let seen = sample(
            &Coins,
            sampler,
            Goal { trials: 400_000, seed: 3, precision: None },
            Shard::WHOLE,
            &StdControl,
        )
        .expect("it keeps its contract");
        assert!(
            seen.slots.iter().zip(&distributions).all(|(tally, distribution)| agreement(
                tally,
                distribution
            )
            .p_value
                > ALARM),
            "{sampler:?}"
        );
    }
}

fn warodds(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    command
        .env_remove("WARODDS_ISA")
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .arg("warmachine")
        .args(arguments);
    command
}

fn json(arguments: &[&str]) -> Value {
    let done = warodds(&[arguments, &["--json"]].concat()).assert().success();
    serde_json::from_slice(&done.get_output().stdout).expect("the answer is JSON")
}

#[track_caller]
fn close(value: &Value, path: &str, expected: f64) {
    let found = value
        .pointer(path)
        .and_then(Value::as_f64)
        .unwrap_or_else(|| panic!("no number at {path} of {value}"));
    assert!((found - expected).abs() < 1e-9, "{path}: {found} is not {expected}");
}

#[test]
fn published_figures_at_the_command_line() {
    let needs_8 = ["--skill", "7", "--def", "15", "--pow", "20", "--arm", "18"];
    let damage = |more: &[&str]| json(&[&["damage"], &needs_8[..], more].concat());
    close(&damage(&[]), "/events/hit/p", 15.0 / 36.0);
    close(&damage(&["--boost-attack"]), "/events/hit/p", 181.0 / 216.0);
    close(&damage(&["--attacks", "2"]), "/quantities/damage/mean", 7.5);
    let plans = json(&[&["boost-or-buy"], &needs_8[..], &["--points", "1"]].concat());
    let mean = |name: &str, expected: f64| {
        let plan = plans
            .as_array()
            .expect("a list")
            .iter()
            .find(|plan| plan["case"]["plan"] == name)
            .expect("the plan is there");
        close(plan, "/quantities/damage/mean", expected);
    };
    mean("buy-attacks", 7.5);
    mean("boost-attacks", 181.0 / 24.0);
    mean("best-damage", 181.0 / 24.0);
    // fury 3 against threshold 9: 7 or more of 2D6
    close(
        &json(&["threshold", "--fury", "3", "--threshold", "9"]),
        "/events/frenzy/p",
        21.0 / 36.0,
    );
    let effects = json(&["effects", "--effect", "corrosion", "--turns", "60"]);
    close(&effects, "/quantities/ticks/mean", 2.0 * (1.0 - (2.0_f64 / 3.0).powi(60)));
    close(&effects, "/quantities/ticks/pmf/3", 8.0 / 81.0);
}

#[test]
fn the_control_phase_tells_its_plan() {
    let plans =
        json(&["leech", "--arc", "5", "--beasts", "3:9", "--beasts", "4:9", "--upkeep", "1"]);
    let plan = plans[0]["notes"][0].as_str().expect("a plan");
    assert!(plan.contains("the warlock has 5 fury") && plan.contains("4 after upkeep"), "{plan}");
    let risks: Vec<f64> = plans
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|plan| plan["events"]["frenzy"]["p"].as_f64())
        .collect();
    assert!(risks.len() == 3 && risks[0] <= risks[1] && risks[1] <= risks[2], "{risks:?}");
    let plans = json(&[
        "focus", "--arc", "5", "--def", "13", "--arm", "18", "--jacks", "5:12:1", "--jacks",
        "7:20:2",
    ]);
    assert!(
        plans[0]["notes"][0].as_str().is_some_and(|plan| plan.contains("order of the list: 2, 2")),
        "{plans}"
    );
}

#[test]
fn bad_options_say_what_is_allowed() {
    let cases: [(&[&str], &str); 10] = [
        (
            &["threshold", "--fury", "21", "--threshold", "9"],
            "--fury cannot be `21`: it must be a whole number from 0 to 20",
        ),
        (&["leech", "--arc", "6", "--beast", "4:9"], "'--beasts'"),
        (&["effects", "--effect", "fire"], "--arm"),
        (&["effects", "--pow", "14"], "--arm"),
        (&["effects", "--effect", "corrosion", "--arm", "16"], "leave --arm out"),
        (
            &["damage", "--skill", "7", "--def", "1", "--pow", "20", "--arm", "18"],
            "--def cannot be `1`: it must be a whole number from 2 to 30",
        ),
        (
            &[
                "boost-or-buy",
                "--skill",
                "7",
                "--def",
                "15",
                "--pow",
                "20",
                "--arm",
                "18",
                "--points",
                "11",
            ],
            "--points cannot be `11`",
        ),
        (&["leech", "--arc", "6", "--beasts", "4"], "write FURY:THRESHOLD"),
        (
            &["focus", "--arc", "6", "--def", "13", "--arm", "18"],
            "--jacks must be given 1 to 6 times, not 0",
        ),
        (
            &["leech", "--arc", "6", "--beasts", "4:99"],
            "threshold: it must be a whole number from 2 to 30",
        ),
    ];
    for (arguments, expected) in cases {
        let done = warodds(arguments).assert().code(2);
        let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(told.contains(expected) && !told.contains("panicked"), "{arguments:?}: {told}");
    }
}

#[test]
fn mistakes_in_files_are_told_with_their_place() {
    for (text, expected) in [
        ("warmachine = {}", "has no question"),
        ("warmachine.effects = { effect = 'fire' }", "add `arm`"),
        (
            "warmachine.boost-or-buy = { skill = 5, def = 12, pow = 12, arm = 15, points = 2, plan = 'best-kill' }",
            "add `boxes`",
        ),
        ("warmachine.leech = { arc = 5, beasts = [] }", "must be given 1 to 8 times, not 0"),
        ("warmachine.leech = { arc = 5 }", "`beasts` must be given 1 to 8 times, not 0"),
        ("warmachine.leech = { arc = 5, beasts = [{ fury = 2 }] }", "threshold is missing"),
        (
            "warmachine.focus = { arc = 5, def = 12, arm = 15, jacks = [{ skill = 5, pow = 12, colour = 1 }] \
             }",
            "a model has no `colour`",
        ),
        ("warmachine.damage = { skill = 5, def = 12, pow = 12, arm = 51 }", "from 0 to 50"),
        ("warmachine.attack = { attacker = 'a' }", "[warmachine] has no key `attack`"),
        ("boost-or-buy = { points = 2 }", "`[[warmachine.boost-or-buy]]`"),
        ("game = 'warmachine'\nfocus = { arc = 5 }", "the file has no key `game`"),
    ] {
        let faults = parse("bad.toml", text).expect_err(expected).to_string();
        assert!(
            faults.contains(expected) && faults.contains("bad.toml:"),
            "{expected} is not said of\n{text}\n{faults}"
        );
    }
}
