//! Questions in plain numbers for tests.
#![allow(dead_code)]

pub(crate) mod random;

use warodds::dist::Estimate;
use warodds::engine::{Goal, Isa, StdControl};
use warodds::games::asoiaf::values::{Defense, DiceCount, Hit, Modifier, Morale};
use warodds::games::asoiaf::{
    ActivePlayer, Attack, AttackChanges, Attacker, Body, Combatant, Context, Defender,
    DefenseChanges, DefenseProfile, Panic, Question, Reach, Rerolls, Spending, Tokens, UnitState,
    Weapon,
};
use warodds::study::{Answer, Distribution, EngineKind, NamedQuestion, Pairing, Plan, answer};

/// A plan for an engine with so many trials.
pub(crate) fn plan(engine: EngineKind, trials: u64, seed: u64) -> Plan {
    Plan {
        engine,
        goal: Goal { trials, seed, precision: None },
        isa: Isa::best(),
        compare: false,
        pairing: Pairing::Common,
    }
}

/// A question's answer by an engine.
pub(crate) fn found(question: &Question, plan: &Plan) -> Answer {
    let asked = NamedQuestion::new("test", "a → b", question.clone());
    answer(&asked, plan, &StdControl).expect("the rule keeps its contract")
}

/// A question's exact answer.
pub(crate) fn exact(question: &Question) -> Answer {
    found(question, &plan(EngineKind::Exact, 1, 0))
}

/// What was found of the quantity or event that is spelt so, if the answer has it.
pub(crate) fn result<'a>(answer: &'a Answer, name: &str) -> Option<&'a Distribution> {
    let mut quantities = answer.quantities.iter();
    let quantity = quantities.find(|one| one.name.as_str() == name).map(|one| &one.distribution);
    let mut events = answer.events.iter();
    let event = || events.find(|one| one.name.as_str() == name).map(|one| &one.distribution);
    quantity.or_else(event)
}

/// A unit of so many wounds without ranks.
pub(crate) fn standing(wounds: i64) -> UnitState {
    UnitState::after(Body::of_wounds(wounds).expect("in range"), 0, Tokens::NONE).expect("in range")
}

/// An attacker with `dice` hitting on `hit`+.
pub(crate) fn attacker(dice: i64, hit: i64) -> Attacker {
    let weapon = Weapon {
        name: String::new(),
        hit: Hit::new(hit).expect("in range"),
        reach: Reach::Melee,
        dice: vec![DiceCount::new(dice).expect("in range")],
    };
    Combatant::plain(standing(12), Spending::default()).attacking_with(&weapon, AttackChanges::NONE)
}

/// A defender of 12 wounds.
pub(crate) fn defender(defense: i64, morale: i64) -> Defender {
    let profile = DefenseProfile {
        defense: Defense::new(defense).expect("in range"),
        morale: Morale::new(morale).expect("in range"),
        changes: DefenseChanges::NONE,
    };
    Combatant::plain(standing(12), Spending::default()).with_defense(profile)
}

/// A unit that attacks as the one does and is attacked as the other.
pub(crate) fn combatant(attacker: Attacker, defender: Defender) -> Combatant {
    attacker.with_defense(defender.defending)
}

/// A plain attack.
pub(crate) fn attack(dice: i64, hit: i64, defense: i64, morale: i64) -> Attack {
    Attack::new(attacker(dice, hit), defender(defense, morale), Context::default())
}

/// A plain panic test of a unit of 12 wounds.
pub(crate) fn panic_test(morale: i64) -> Panic {
    Panic {
        morale: Morale::new(morale).expect("in range"),
        modifier: Modifier::NONE,
        state: standing(12),
        rerolls: Rerolls::default(),
        active: ActivePlayer::default(),
        spending: Spending::default(),
        traits: Default::default(),
    }
}

/// How many times as far as a 95 % interval reaches the truth may lie off. A normal interval is
/// left behind 12 standard errors away, and where nothing was seen of what is rare 24 had to be
/// expected: no comparison alarms falsely more often than once in 10^10 seeds.
const REACH: f64 = 6.5;

/// Which means and chances of a conditional answer lie too far from the exact ones.
pub(crate) fn too_far(seen: &Answer, exact: &Answer) -> Vec<String> {
    let of = |answer: &Answer| -> Vec<(&'static str, Distribution)> {
        let quantities =
            answer.quantities.iter().map(|one| (one.name.as_str(), one.distribution.clone()));
        quantities
            .chain(answer.events.iter().map(|one| (one.name.as_str(), one.distribution.clone())))
            .collect()
    };
    let (seen, exact) = (of(seen), of(exact));
    assert_eq!(
        seen.iter().map(|one| one.0).collect::<Vec<_>>(),
        exact.iter().map(|one| one.0).collect::<Vec<_>>()
    );
    let mut wrong = Vec::new();
    for ((name, distribution), (_, truth)) in seen.iter().zip(&exact) {
        assert!(matches!(distribution, Distribution::Conditional(_)), "{name} was not conditional");
        let truth = truth.pmf();
        let mut check = |what: String, estimate: Estimate, value: f64| {
            let (low, high) = estimate.interval;
            let (below, above) =
                (REACH * (estimate.point - low) + 1e-9, REACH * (high - estimate.point) + 1e-9);
            if value < estimate.point - below || value > estimate.point + above {
                wrong.push(format!("{name}: {what} is {value}, not {estimate:?}"));
            }
        };
        check(
            "the mean".to_owned(),
            distribution.mean_estimate().expect("it was sampled"),
            truth.mean(),
        );
        for k in 0..=truth.max() {
            check(
                format!("the chance of {k} or more"),
                distribution.at_least_estimate(k).expect("it was sampled"),
                truth.at_least(k),
            );
            let exactly = truth.probabilities().get(k).copied().unwrap_or(0.0);
            check(
                format!("the chance of exactly {k}"),
                distribution.exactly_estimate(k).expect("it was sampled"),
                exactly,
            );
        }
    }
    wrong
}
