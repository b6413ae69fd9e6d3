//! The answers of options that hold: attacks of the enemy, as seen by the unit that holds.

use warodds_answer::{Answer, Distribution, Event, Points, Quantity, ResultLabel};
use warodds_engine::chance::{EventName, QuantityName};
use warodds_engine::dist::Pmf;
use warodds_games::asoiaf::results::{event, quantity};

use super::ranking::net;
use crate::study::cmp_descending;

/// Returns the best attack of the enemy in each case, as options of the unit.
pub(super) fn options(held: Vec<(String, Answer)>) -> Vec<(String, Answer)> {
    let mut best: Vec<(String, Answer)> = Vec::new();
    for (option, answer) in held.into_iter().filter(|(_, answer)| answer.is_known()) {
        let is_same = |other: &Answer| other.subject == answer.subject && other.case == answer.case;
        let same = best.iter_mut().find(|(_, other)| is_same(other));
        match same {
            None => best.push((option, answer)),
            Some(other) if cmp_descending(net(&answer), net(&other.1)).is_lt() => {
                *other = (option, answer);
            }
            Some(_) => {}
        }
    }
    best.into_iter().map(|(option, answer)| (option, of_defender(answer))).collect()
}

/// Returns an attack as its defender sees it: what it suffers are its own wounds.
fn of_defender(answer: Answer) -> Answer {
    let quantities = [
        (quantity::WOUNDS, "total wounds", quantity::OWN_WOUNDS),
        (quantity::OWN_WOUNDS, "attacker's own wounds", quantity::WOUNDS),
    ];
    let events = [
        (event::DESTROYED, "destroyed", event::OWN_DESTROYED),
        (event::OWN_DESTROYED, "attacker destroyed", event::DESTROYED),
    ];
    Answer {
        quantities: quantities.map(|names| swapped_quantity(&answer, names)).into(),
        events: events.map(|names| swapped_event(&answer, names)).into(),
        points: answer
            .points
            .map(|Points { destroyed, lost }| Points { destroyed: lost, lost: destroyed }),
        weapons: Vec::new(),
        joint: None,
        ..answer
    }
}

/// Returns a quantity with the distribution of `other`; always 0 if the answer lacks that one, as
/// for an attacker that cannot lose wounds.
fn swapped_quantity(
    answer: &Answer,
    (name, label, other): (QuantityName, &'static str, QuantityName),
) -> Quantity {
    let seen = answer.quantity(other).map(|seen| (seen.distribution.clone(), seen.exact.clone()));
    let (distribution, exact) = seen.unwrap_or_else(never);
    Quantity { name, label: ResultLabel::plain(label), unit: "wounds", distribution, exact }
}

/// Returns an event with the distribution of `other`; impossible if the answer lacks that one.
fn swapped_event(
    answer: &Answer,
    (name, label, other): (EventName, &'static str, EventName),
) -> Event {
    let seen = answer.event(other).map(|seen| (seen.distribution.clone(), seen.exact.clone()));
    let (distribution, exact) = seen.unwrap_or_else(never);
    Event { name, label: ResultLabel::plain(label), distribution, exact }
}

/// Returns the distribution of what cannot happen: always 0.
fn never() -> (Distribution, Option<Pmf>) {
    (Distribution::Exact(Pmf::certain(0, 1)), None)
}
