//! Exact answers without rounding: the probabilities of every kind of question are fractions that
//! sum to exactly 1, and the usual answers are these fractions to 1e-12.

use std::collections::BTreeMap;

use assert_cmd::Command;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};
use warodds::games::asoiaf::values::{Inches, Speed};
use warodds::games::asoiaf::{self, Deck, Retreat, Survive, Terrain, Token, Tokens};
use warodds::games::{Question, warmachine, westeros};

use crate::common::random::Dealer;
use crate::common::{attack, panic_test, panic_test_of, standing};
use crate::scenario_files::shipped;

/// Most questions of a kind taken from the shipped files and from random ones.
const OF_A_KIND: usize = 3;

fn kind(question: &Question) -> &'static str {
    match question {
        Question::Asoiaf(question, _) => match &**question {
            asoiaf::Question::Attack(_) => "attack",
            asoiaf::Question::Charge(_) => "charge",
            asoiaf::Question::Panic(_) => "panic",
            asoiaf::Question::Duel(_) => "duel",
            asoiaf::Question::Survive(_) => "survive",
            asoiaf::Question::Sequence(_) => "sequence",
            asoiaf::Question::Deck(_) => "deck",
            asoiaf::Question::Retreat(_) => "retreat",
        },
        Question::Westeros(question) => match question {
            westeros::WesterosQuestion::Attack(_) => "westeros attack",
            westeros::WesterosQuestion::Exchange(_) => "exchange",
            westeros::WesterosQuestion::Pursuit(_) => "pursuit",
            westeros::WesterosQuestion::DogsOfWar(_) => "dogs of war",
            westeros::WesterosQuestion::Rout(_) => "rout",
            westeros::WesterosQuestion::Orders(_) => "orders",
            westeros::WesterosQuestion::Fire(_) => "fire",
        },
        Question::Warmachine(question) => match question {
            warmachine::WarmachineQuestion::Threshold(_) => "threshold",
            warmachine::WarmachineQuestion::Effects(_) => "effects",
            warmachine::WarmachineQuestion::Damage(_) => "damage",
            warmachine::WarmachineQuestion::Boost(_) => "boost",
            warmachine::WarmachineQuestion::Leech(_) => "leech",
            warmachine::WarmachineQuestion::Focus(_) => "focus",
        },
    }
}

/// Compares both exact answers to a question.
fn check(question: &Question) {
    let rule = question.ready();
    let (rounded, exact) = (rule.exact().expect("an answer"), rule.exact_fractions());
    let exact = exact.unwrap_or_else(|error| panic!("{error}: {question:?}"));
    assert_eq!(rounded.slots.len(), exact.len());
    for (rounded, exact) in rounded.slots.iter().zip(&exact) {
        assert!(exact.iter().sum::<BigRational>().is_one(), "{question:?}");
        assert_eq!(rounded.probabilities().len(), exact.len());
        for (rounded, exact) in rounded.probabilities().iter().zip(exact) {
            let exact = exact.to_f64().expect("a probability");
            assert!((rounded - exact).abs() < 1e-12, "{rounded} is not {exact}: {question:?}");
        }
    }
}

/// Random questions in plain numbers, and those that no file asks.
fn plain() -> Vec<asoiaf::Question> {
    let mut dealer = Dealer::new(5);
    let mut all = Vec::new();
    for _ in 0..OF_A_KIND {
        all.push(asoiaf::Question::Attack(dealer.attack()));
        all.push(asoiaf::Question::Charge(dealer.charge()));
    }
    all.push(asoiaf::Question::Panic(panic_test(7)));
    all.push(asoiaf::Question::Duel(Box::new(dealer.duel())));
    let survive = Survive::new(vec![attack(3, 3, 4, 7)]).expect("a question");
    let retreat = Retreat {
        speed: Speed::new(5).expect("in range"),
        distance: Inches::new(10.0).expect("in range"),
        terrain: Terrain::OPEN,
        state: standing(12),
    };
    all.extend([
        asoiaf::Question::Survive(Box::new(survive)),
        asoiaf::Question::Deck(Deck::new(20, 2, 3).expect("a deck")),
        asoiaf::Question::Retreat(retreat),
    ]);
    all
}

#[test]
fn fractions_sum_to_one_and_agree_with_the_usual_answers() {
    let files = shipped().into_values();
    let shipped = files.flat_map(|file| file.asked).map(|asked| asked.question);
    let questions = plain().into_iter().map(Question::from);
    let mut kinds = BTreeMap::new();
    for question in questions.chain(shipped) {
        let seen = kinds.entry(kind(&question)).or_insert(0);
        if *seen < OF_A_KIND {
            *seen += 1;
            check(&question);
        }
    }
    assert_eq!(kinds.len(), 7 + 7 + 6, "{kinds:?}");
}

#[test]
fn published_figures_are_these_fractions() {
    // a test on 7+ with a Panicked token, by expectimax over 108 rolls; eight dice on 3+ against 4+
    // and 7+
    let mean = |question: asoiaf::Question, slot: usize| -> BigRational {
        let rule = Question::from(question).ready();
        let wounds = rule.exact_fractions().expect("an answer").swap_remove(slot);
        wounds.iter().zip(0..).map(|(p, value)| p * BigRational::from_integer(value.into())).sum()
    };
    let held = Tokens::NONE.with(Token::Panicked);
    let panicked = panic_test_of(7, |unit| unit.state.tokens = held);
    assert_eq!(mean(asoiaf::Question::Panic(panicked), 0).to_string(), "1565/648");
    let attack = asoiaf::Question::Attack(attack(8, 3, 4, 7));
    let wounds = asoiaf::attack::AttackRule::WOUNDS;
    assert_eq!(mean(attack, wounds).to_string(), "101509/26244");
}

/// Runs the program and returns what it prints.
fn output(arguments: &str) -> String {
    let mut command = Command::cargo_bin("warodds").expect("the binary is built");
    let done = command
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments.split(' '))
        .assert()
        .success();
    String::from_utf8(done.get_output().stdout.clone()).expect("output is UTF-8")
}

/// One die on 3+ against 4+: it wounds in 2/3 · 1/2 = 1/3, and 7+ then fails in 15/36 = 5/12.
const ONE_DIE: &str = "attack --dice 1 --hit 3+ --defense 4+ --morale 7+ --fractions";

#[test]
fn fractions_option_prints_fractions_in_tables() {
    let eight = output("attack --dice 8 --hit 3+ --defense 4+ --morale 7+ --fractions --full");
    // no wound: all eight dice fail to wound, (2/3)^8
    assert!(eight.contains(" 101509/26244 ") && eight.contains(" 256/6561 "), "{eight}");
    let panic = output("panic --morale 7+ --panicked --fractions --full");
    assert!(panic.contains(" 1565/648 "), "{panic}");
    let one = output(&format!("{ONE_DIE} --full"));
    assert!(one.contains(" 5/36 ") && one.contains(" 2/3 "), "{one}");
    // two D6 and 3 are over 8 in 26 of 36
    let frenzy = output("warmachine threshold --fury 3 --threshold 8 --fractions --full");
    assert!(frenzy.contains(" 13/18 "), "{frenzy}");
    // one face of eight drives back: 1 - (7/8)^3
    let driven = output("westeros attack green green --attacker-dice 3 --fractions --full");
    assert!(driven.contains(" 169/512 "), "{driven}");
}

#[test]
fn fractions_option_adds_fractions_to_json_and_csv() {
    let text = output(&format!("{ONE_DIE} --json"));
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let hits = &answer["quantities"]["attack_wounds"];
    assert_eq!(hits["mean_fraction"], "1/3");
    assert_eq!(hits["pmf_fractions"], serde_json::json!(["2/3", "1/3"]));
    assert_eq!(answer["events"]["panic_failed"]["p_fraction"], "5/36");
    let csv = output(&format!("{ONE_DIE} --csv=full"));
    assert!(csv.lines().next().is_some_and(|head| head.ends_with("_fraction")), "{csv}");
    assert!(csv.lines().any(|row| row.contains(",panic_failed,1,") && row.ends_with(",5/36,5/36")));
}

#[test]
fn long_fractions_stay_decimals() {
    let text = output("duel stark-sworn-swords lannister-guardsmen --fractions --full");
    assert!(text.contains(" 78.56 % ") && text.contains(" 1.012 "), "{text}");
}
