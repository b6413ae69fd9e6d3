//! What players choose before a charge is rolled for: options and orders that count by then.
//!
//! They are decided as all others are, by exact expectation, but of the whole charge: whether it
//! arrives, what it costs, and the attack at its end. What is decided stands in place of the
//! choice, so that the attack has it too.

use super::charge::{ChargeRule, is_better, scene_of};
use super::choice::{Chosen, count, names, sharing, subsets};
use super::edition::Parameters;
use super::effect::{Effects, Moment, Trigger};
use super::presence::{Modelled, Wish};
use super::question::Charge;
use super::situation::Side;

/// Something to be decided about abilities of a side, by their numbers.
enum Decision {
    /// Which options are taken.
    Options(usize),
    /// Which order is given (A1.7).
    Order(Trigger, Vec<usize>),
}

/// The charge with all decided that counts before its roll, and what was decided.
pub(super) fn settled(parameters: &Parameters, question: &Charge) -> (Charge, Vec<Chosen>) {
    let (mut question, mut chosen) = (question.clone(), Vec::new());
    for side in Side::BOTH {
        for decision in decisions(&question, side) {
            let candidates = candidates(parameters, &question, side, &decision);
            if let Some((best, told)) = best(parameters, candidates) {
                question = best;
                chosen.push(told);
            }
        }
    }
    (question, chosen)
}

/// Whether any of these effects counts before the roll.
fn is_early(effects: &Effects) -> bool {
    let early = [
        Moment::Activating,
        Moment::Declaring,
        Moment::EnemyDeclaring,
        Moment::Charging,
        Moment::EnemyCharging,
    ];
    effects.all().any(|effect| early.contains(&effect.moment))
}

/// What a side has to decide: its orders, then its options.
fn decisions(question: &Charge, side: Side) -> Vec<Decision> {
    let Some(attack) = &question.attack else { return Vec::new() };
    let presence = &attack.presence[side.index()];
    let counts = |ability: &Modelled| {
        presence.active().any(|active| std::ptr::eq(active, ability)) && is_early(&ability.effects)
    };
    let abilities = || presence.abilities.iter().map(|ability| counts(ability).then_some(ability));
    let orders =
        sharing(abilities().map(|ability| ability.and_then(|ability| ability.effects.order)));
    let has_options = |ability: Option<&Modelled>| {
        ability.is_some_and(|ability| ability.effects.choice.is_some())
    };
    let options = abilities()
        .enumerate()
        .filter(|(_, ability)| has_options(*ability))
        .map(|(number, _)| Decision::Options(number));
    orders
        .into_iter()
        .map(|(trigger, numbers)| Decision::Order(trigger, numbers))
        .chain(options)
        .collect()
}

/// All ways to decide, with what is told of each.
fn candidates(
    parameters: &Parameters,
    question: &Charge,
    side: Side,
    decision: &Decision,
) -> Vec<(Charge, Chosen)> {
    let Some(attack) = &question.attack else { return Vec::new() };
    let abilities = &attack.presence[side.index()].abilities;
    match decision {
        Decision::Options(number) => {
            let Some((ability, choice)) = abilities
                .get(*number)
                .and_then(|ability| Some((ability, ability.effects.choice.as_ref()?)))
            else {
                return Vec::new();
            };
            let wishes = &attack.presence[side.index()].usage.policy.chosen;
            let named: Vec<&Wish> =
                wishes.iter().filter(|wish| wish.is_of(&ability.name)).collect();
            let (scene, now) = scene_of(attack, question.terrain, parameters);
            let taken = |bits: u8| {
                let fixed = choice
                    .options
                    .iter()
                    .enumerate()
                    .filter(|(option, _)| bits >> option & 1 == 1)
                    .flat_map(|(_, (_, all))| all);
                let fixed = ability.effects.fixed.iter().chain(fixed).cloned().collect();
                let chosen =
                    Chosen { side, ability: ability.name.clone(), options: names(choice, bits) };
                (
                    with(
                        question,
                        side,
                        *number,
                        Effects { fixed, choice: None, ..ability.effects.clone() },
                    ),
                    chosen,
                )
            };
            subsets(choice, count(&scene, choice.picks, side, &now), &named).map(taken).collect()
        }
        Decision::Order(trigger, numbers) => {
            let given = |given: &usize| {
                let others = numbers.iter().filter(|other| *other != given);
                let question = others.fold(question.clone(), |question, other| {
                    with(&question, side, *other, Effects::default())
                });
                let name = abilities.get(*given).map(|ability| ability.name.clone());
                (
                    question,
                    Chosen {
                        side,
                        ability: trigger.words().to_owned(),
                        options: name.into_iter().collect(),
                    },
                )
            };
            numbers.iter().map(given).collect()
        }
    }
}

/// The charge with other effects of an ability.
fn with(question: &Charge, side: Side, number: usize, effects: Effects) -> Charge {
    let mut question = question.clone();
    let presence = question.attack.as_mut().map(|attack| &mut attack.presence[side.index()]);
    if let Some(ability) = presence.and_then(|presence| presence.abilities.get_mut(number)) {
        ability.effects = effects;
    }
    question
}

/// The first of the best for the side that decides.
fn best(parameters: &Parameters, candidates: Vec<(Charge, Chosen)>) -> Option<(Charge, Chosen)> {
    let only = candidates.len() == 1;
    let mut best: Option<((Charge, Chosen), (f64, f64))> = None;
    for candidate in candidates {
        // what has no rival is not weighed
        let (balance, arrives) =
            if only { (0.0, 0.0) } else { ChargeRule::settled(parameters, &candidate.0).value() };
        let worth = if candidate.1.side == Side::Striker {
            (balance, arrives)
        } else {
            (-balance, -arrives)
        };
        if best.as_ref().is_none_or(|(_, known)| is_better(worth, *known)) {
            best = Some((candidate, worth));
        }
    }
    best.map(|(candidate, _)| candidate)
}
