//! *Battles of Westeros*: the rules against a reference model, figures derived by hand, and the
//! engines against each other.

mod battle;
mod commands;
mod engines;
mod figures;
mod rules;
mod scenarios;

use std::collections::BTreeMap;

pub(crate) use engines::questions;
use warodds::engine::{Goal, Isa, StdControl};
use warodds::games::westeros::WesterosQuestion;
use warodds::study::{Answer, EngineKind, NamedQuestion, Plan, answer};

/// A question's answer by an engine.
fn found(question: &WesterosQuestion, engine: EngineKind, trials: u64, seed: u64) -> Answer {
    let plan = Plan {
        engine,
        goal: Goal { trials, seed, precision: None },
        isa: Isa::best(),
        compare: false,
        fractions: false,
    };
    answer(&NamedQuestion::new("test", "a → b", question.clone()), &plan, &StdControl)
        .expect("the rule keeps its contract")
}

/// A question's exact answer.
fn exact(question: &WesterosQuestion) -> Answer {
    found(question, EngineKind::Exact, 1, 0)
}

/// The distribution of a result by its name.
fn distribution(answer: &Answer, name: &str) -> Vec<f64> {
    let distribution =
        crate::common::result(answer, name).unwrap_or_else(|| panic!("no {name} in {answer:#?}"));
    distribution.pmf().probabilities().to_vec()
}

/// The mean of a quantity, or the chance of an event.
fn mean(answer: &Answer, name: &str) -> f64 {
    distribution(answer, name).iter().zip(0..).map(|(p, k)| p * f64::from(k)).sum()
}

fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-12, "{what}: {found}, by hand {expected}");
}

/// Holds a result against a distribution over outcomes, each read as a count.
fn holds<T: Ord>(
    answer: &Answer,
    name: &str,
    outcomes: &BTreeMap<T, f64>,
    read: impl Fn(&T) -> u8,
    what: &dyn std::fmt::Debug,
) {
    let mut by_hand: Vec<f64> = vec![0.0; distribution(answer, name).len()];
    for (outcome, chance) in outcomes {
        let count = usize::from(read(outcome));
        assert!(
            count < by_hand.len(),
            "{name} may be {count}, more than {} in {what:#?}",
            by_hand.len() - 1
        );
        by_hand[count] += chance;
    }
    for (count, (p, q)) in distribution(answer, name).iter().zip(&by_hand).enumerate() {
        assert!((p - q).abs() < 1e-12, "{name} is {count} with {p}, by hand {q}, in {what:#?}");
    }
}
