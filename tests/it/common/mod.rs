//! Questions in plain numbers for tests.
#![allow(dead_code)]

pub(crate) mod random;

use warodds::engine::{Goal, Isa, StdControl};
use warodds::games::asoiaf::values::{Defense, DiceCount, Hit, Modifier, Morale};
use warodds::games::asoiaf::{
    ActivePlayer, Attack, Attacker, Body, ChargeEffects, Combatant, Context, Defender,
    DefenseProfile, Panic, Question, Reach, Rerolls, Spending, Tokens, UnitState, Weapon,
};
use warodds::study::{Answer, Distribution, EngineKind, NamedQuestion, Plan, answer};

/// An orderly charge in open terrain.
pub(crate) const ORDERLY: Option<ChargeEffects> =
    Some(ChargeEffects { disorderly: false, fortified: false });

/// A disorderly charge in open terrain.
pub(crate) const DISORDERLY: Option<ChargeEffects> =
    Some(ChargeEffects { disorderly: true, fortified: false });

/// An orderly charge over fortified terrain.
pub(crate) const FORTIFIED: Option<ChargeEffects> =
    Some(ChargeEffects { disorderly: false, fortified: true });

/// Campaigns whose text has characters that links, shells and Python escape.
pub(crate) const CAMPAIGNS: [&str; 2] = [
    "# who? a+b & 100% \"ä\"\ntitle = \"A war: 'mill' + ford / #1\"\ncampaign = { target = 2, rounds = 3 }\n\
     areas = { mill = ['ford'], ford = [] }\nplayers.x = { areas = ['mill'] }\n\
     players.y = { areas = ['ford'], strength = 1.5 }\n",
    "\u{feff}campaign.target = 3\r\n[run]\r\ntrials = 700\r\nseed = 9\r\nthreads = 2\r\n[areas]\r\n\
     \"iron mine\" = [\"ford\"]\r\nford = [\"fort\"]\r\nfort = []\r\n[players]\r\n\
     x.areas = [\"iron mine\"]\r\ny.areas = ['ford', 'fort']",
];

/// A plan for an engine with so many trials.
pub(crate) fn plan(engine: EngineKind, trials: u64, seed: u64) -> Plan {
    Plan {
        engine,
        goal: Goal { trials, seed, precision: None },
        isa: Isa::best(),
        compare: false,
        fractions: false,
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
    Combatant::plain(standing(12), Spending::default()).attacking_with(&weapon)
}

/// A defender of 12 wounds.
pub(crate) fn defender(defense: i64, morale: i64) -> Defender {
    let profile = DefenseProfile {
        defense: Defense::new(defense).expect("in range"),
        morale: Morale::new(morale).expect("in range"),
    };
    Combatant::plain(standing(12), Spending::default()).with_defense(profile)
}

/// A unit that attacks as the one does and is attacked as the other.
pub(crate) fn combatant(attacker: Attacker, defender: Defender) -> Combatant {
    let modifiers = attacker.modifiers.with_defense_of(defender.modifiers);
    attacker.with_defense(defender.defending).with_modifiers(modifiers)
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
