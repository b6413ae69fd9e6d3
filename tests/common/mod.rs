//! Questions in plain numbers for tests.
#![allow(dead_code)]

use warodds::engine::{Goal, Isa, StdControl};
use warodds::games::asoiaf::values::{AutoHits, Defense, DiceCount, Hit, Modifier, Morale};
use warodds::games::asoiaf::{
    Active, Attack, Attacker, Body, Context, Defender, Panic, Question, Reach, Rerolls, Spending, Standing, Tokens,
};
use warodds::study::{Asked, EngineKind, Finding, Pairing, Plan, answer};

/// A plan for an engine with so many trials.
pub fn plan(engine: EngineKind, trials: u64, seed: u64) -> Plan {
    Plan { engine, goal: Goal { trials, seed, precision: None }, isa: Isa::best(), compare: false, pairing: Pairing::Common }
}

/// A question's answer by an engine.
pub fn found(question: &Question, plan: &Plan) -> Finding {
    let asked = Asked::new("test", "a → b", question.clone());
    answer(&asked, plan, &StdControl).expect("the rule keeps its contract")
}

/// A question's exact answer.
pub fn exact(question: &Question) -> Finding {
    found(question, &plan(EngineKind::Exact, 1, 0))
}

/// A unit of so many wounds without ranks.
pub fn standing(wounds: i64) -> Standing {
    Standing::after(Body::of_wounds(wounds).expect("in range"), 0, Tokens::NONE).expect("in range")
}

/// An attacker with `dice` hitting on `hit`+.
pub fn attacker(dice: i64, hit: i64) -> Attacker {
    Attacker {
        hit: Hit::new(hit).expect("in range"),
        reach: Reach::Melee,
        dice: vec![DiceCount::new(dice).expect("in range")],
        standing: standing(12),
        hit_modifier: Modifier::NONE,
        auto_hits: AutoHits::NONE,
        attack_rerolls: Rerolls::default(),
        spending: Spending::default(),
    }
}

/// A defender of 12 wounds.
pub fn defender(defense: i64, morale: i64) -> Defender {
    Defender {
        defense: Defense::new(defense).expect("in range"),
        morale: Morale::new(morale).expect("in range"),
        standing: standing(12),
        save_modifier: Modifier::NONE,
        panic_modifier: Modifier::NONE,
        save_rerolls: Rerolls::default(),
        morale_rerolls: Rerolls::default(),
        spending: Spending::default(),
    }
}

/// A plain attack.
pub fn attack(dice: i64, hit: i64, defense: i64, morale: i64) -> Attack {
    Attack { attacker: attacker(dice, hit), defender: defender(defense, morale), context: Context::default(), presence: Default::default() }
}

/// A plain panic test of a unit of 12 wounds.
pub fn panic_test(morale: i64) -> Panic {
    Panic {
        morale: Morale::new(morale).expect("in range"),
        modifier: Modifier::NONE,
        standing: standing(12),
        rerolls: Rerolls::default(),
        active: Active::default(),
        spending: Spending::default(),
        presence: Default::default(),
    }
}
