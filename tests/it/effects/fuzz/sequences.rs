//! Random sequences of attackers, compared with the reference model.

use warodds::chance::Rule;
use warodds::games::asoiaf::effect::{Action, Change, Effect, TriggeredEffect};
use warodds::games::asoiaf::results::{event, quantity};
use warodds::games::asoiaf::sequence::SequenceRule;
use warodds::games::asoiaf::values::Cost;
use warodds::games::asoiaf::{
    Aim, Attack, Combatant, Context, Engagement, Facing, Fishing, Parameters, Policy, Question,
    Sequence, SequenceStep, Spending, Stakes,
};
use warodds_reference::effects::sequence_to_win::{self, StakedStep};

use super::super::bench::attack_in;
use super::deal::Dealer;
use super::{Verdict, exact, words};
use crate::common::{DISORDERLY, ORDERLY, charge_to};

/// The most choices of a state that are tried.
const MOST_CHOICES: usize = 48;

/// A random sequence of two or three attackers, of which some charge, and its cards in words.
pub(super) fn random(seed: u64) -> (Sequence, String) {
    // the reference model makes all choices of a charge before its roll
    let may_charge = seed.is_multiple_of(3);
    let dealer = Dealer::new(seed);
    let mut dealer = if may_charge { dealer.of_charges().choosing_early() } else { dealer };
    let unit = dealer.fighter(false);
    let mut description = words(&unit);
    let mut steps = Vec::new();
    for _ in 0..dealer.number(2, 3) {
        let attacker = dealer.fighter(false);
        let facing = dealer.one_of(&Facing::ALL);
        let charges = may_charge && dealer.often(0.7);
        let charge = dealer.one_of(&[None, None, ORDERLY, DISORDERLY]);
        let engagement = Engagement::Melee { charge };
        let context = Context { facing, engagement };
        let context = if charges { Context { facing, ..Context::CHARGE } } else { context };
        let attack = attack_in(context, &attacker, &unit);
        let distance = dealer.number(5, 10) as f64;
        let step = if charges {
            let mut charge = charge_to(&attack, distance);
            charge.reroll_distance = dealer.often(0.5);
            SequenceStep::Charge(charge)
        } else {
            SequenceStep::Attack(attack)
        };
        description += &format!("\n{}\n{facing:?} {charge:?}", words(&attacker));
        if charges {
            description += &format!(" from {distance} inches");
        }
        steps.push(step);
    }
    (Sequence::new(steps).expect("a sequence"), description)
}

/// Whether an effect of any unit is of this kind.
fn has(question: &Sequence, is: fn(&Effect) -> bool) -> bool {
    let units = question.attacks().flat_map(Attack::sides);
    let mut abilities = units.flat_map(|unit| &unit.abilities);
    abilities.any(|ability| ability.effects.all().any(is))
}

/// Whether an effect returns wounds.
fn heals(effect: &Effect) -> bool {
    use TriggeredEffect::{Heal, Survive};
    matches!(effect.action, Action::Triggered(Heal(..) | Survive { .. }))
}

/// The probability that the unit is destroyed minus those that attackers are, and the wounds left to
/// it and lost by attackers, of units that do not heal.
fn value(question: &Sequence, stake: f64) -> (f64, f64) {
    let answer = exact(&Question::Sequence(Box::new(question.clone()))).expect("an answer");
    let destroyed = answer.event(event::DESTROYED).map_or(0.0, |one| one.probability());
    let left = answer.quantity(quantity::LEFT).map_or(0.0, |one| one.distribution.mean());
    let mut value = (destroyed, -left);
    for (attack, name) in question.attacks().zip(quantity::OWN_WOUNDS_OF) {
        let all = usize::from(attack.attacker().state.wounds_left());
        if let Some(own) = answer.quantity(name) {
            value.0 -= stake * own.distribution.pmf().probabilities().get(all).unwrap_or(&0.0);
            value.1 -= own.distribution.mean();
        }
    }
    value
}

/// Holds the value of a sequence between players who choose for what is destroyed against the
/// reference model.
pub(super) fn hold_value(question: &Sequence) -> (Verdict, Vec<String>) {
    // the reference model makes all choices of a charge with it, those out of turn too
    let charges = question.steps().any(|step| step.charge().is_some());
    if charges && has(question, |one| one.action == Action::Triggered(TriggeredEffect::Attack)) {
        return (Verdict::TooMany, Vec::new());
    }
    // whether attackers are destroyed is read from their wounds, which heal
    let heals = has(question, heals);
    let weighed = question.steps().count() > 2;
    let stake = match (heals, weighed) {
        (true, _) => 0.0,
        (false, true) => 0.75,
        (false, false) => 1.0,
    };
    let staked = question.steps().map(|step| StakedStep { step, stake });
    let Ok(expected) = sequence_to_win::value(&staked.collect::<Vec<_>>(), MOST_CHOICES) else {
        return (Verdict::TooMany, Vec::new());
    };
    let mut question = question.clone();
    question.stakes = match (heals, weighed) {
        (true, _) => for_the_unit_alone(&question),
        (false, true) => points(&question, 4, 3),
        (false, false) => Stakes::Equal,
    };
    let found = value(&question, stake);
    let is_close = |one: f64, other: f64| (one - other).abs() < 1e-9;
    if is_close(found.0, expected.0) && (heals || is_close(found.1, expected.1)) {
        return (Verdict::Same, Vec::new());
    }
    (Verdict::Wrong, vec![format!("{found:?} is not {expected:?}")])
}

/// Attackers are worth nothing.
fn for_the_unit_alone(question: &Sequence) -> Stakes {
    points(question, 1, 0)
}

/// The stakes of a unit and of attackers with these costs.
fn points(question: &Sequence, unit: i64, attacker: i64) -> Stakes {
    let cost = |points| Some(Cost::new(points).expect("a cost"));
    Stakes::of_points(cost(unit), question.steps().map(|_| cost(attacker)))
}

/// A change of how a player uses a unit.
type PolicyChange = fn(&mut Policy);

/// Asks a random sequence with and without each of the options of one player.
///
/// # Errors
/// Says which option makes the value worse for its owner.
pub(super) fn more_options_never_hurt(seed: u64) -> Result<(), String> {
    let (question, description) = random(seed);
    let attacks = seed.is_multiple_of(2);
    let with = |change: PolicyChange| {
        let edit = |step: &SequenceStep| {
            let mut step = step.clone();
            let change = |own: &mut Combatant, other: &mut Combatant| {
                let policy = if attacks { &mut own.policy } else { &mut other.policy };
                policy.spending = Spending::WhenItHelps;
                policy.orders = true;
                policy.fishing = Fishing::WhenItHelps;
                change(policy);
            };
            match &mut step {
                SequenceStep::Attack(attack) => attack.edit(change),
                SequenceStep::Charge(charge) => {
                    charge.edit(|own, other| change(own, other.expect("a target")))
                }
            }
            .expect("all can fight");
            step
        };
        let mut sequence = Sequence::new(question.steps().map(edit).collect()).expect("the same");
        sequence.stakes = for_the_unit_alone(&sequence);
        let decided = SequenceRule::under(&Parameters::default(), &sequence).decided();
        let is_solved = !decided.iter().any(|note| note == Aim::Wounds.words());
        let (destroyed, _) = value(&sequence, 0.0);
        is_solved.then_some(if attacks { destroyed } else { -destroyed })
    };
    // with too many choices to count, all are made for wounds, and the answer says so
    let Some(all) = with(|_| ()) else { return Ok(()) };
    let fewer: [(&str, PolicyChange); 3] = [
        ("tokens", |policy| policy.spending = Spending::Never),
        ("orders", |policy| policy.orders = false),
        ("rerolls for 6s", |policy| policy.fishing = Fishing::Never),
    ];
    // a test that a charger would rather fail is rerolled all the same (A14.21), and attacks out of
    // turn tell few sets of choices apart
    let is_limited = |one: &Effect| {
        let limits =
            [Action::Change(Change::SixOnFailing), Action::Triggered(TriggeredEffect::Attack)];
        limits.contains(&one.action)
    };
    if has(&question, is_limited) {
        return Ok(());
    }
    // an attachment whose only ability is an order that is not given is not killed either
    let kills = has(&question, |one| {
        matches!(one.action, Action::Triggered(TriggeredEffect::KillAttachment(_)))
    });
    for (what, without) in fewer.into_iter().filter(|(what, _)| !(kills && *what == "orders")) {
        let Some(value) = with(without) else { continue };
        if all < value - 1e-9 {
            return Err(format!("seed {seed}: {all} with {what}, {value} without\n{description}"));
        }
    }
    Ok(())
}
