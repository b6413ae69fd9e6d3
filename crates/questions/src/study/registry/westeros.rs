//! The questions of *Battles of Westeros*.

use crate::study::{Curve, Headline, Lead, NamedQuestion, ResultLabel};
use warodds_answer::{Outcome, VerbNumber};
use warodds_engine::chance::QuantityName;
use warodds_games::westeros::WesterosQuestion;
use warodds_games::westeros::results::{event, quantity};

/// Returns the kind of a question in data.
pub(super) const fn kind(question: &WesterosQuestion) -> &'static str {
    match question {
        WesterosQuestion::Attack(_) => "attack",
        WesterosQuestion::Exchange(_) => "exchange",
        WesterosQuestion::Pursuit(_) => "pursuit",
        WesterosQuestion::DogsOfWar(_) => "dogs-of-war",
        WesterosQuestion::Rout(_) => "rout",
        WesterosQuestion::Orders(_) => "orders",
        WesterosQuestion::Fire(_) => "fire",
    }
}

/// Returns the numbers that tables and charts of a question lead with.
pub(super) fn headline(question: &WesterosQuestion, named: &NamedQuestion) -> Headline {
    let both = |what, leads: [(QuantityName, &'static str); 2]| {
        let lead = |(quantity, words)| Lead {
            quantity,
            words: ResultLabel::of_sides(words, named.sides.as_ref()),
        };
        Headline::several(what, leads.map(lead).into())
    };
    let over = |axis, event| Some(Curve { axis, unit: "", event });
    let figures = || Headline::one(quantity::FIGURES_LOST, "figures lost", "expected figures lost");
    match question {
        WesterosQuestion::Attack(_) => {
            Headline { curve: over("attacker_dice", event::DESTROYED), ..figures() }
        }
        WesterosQuestion::Pursuit(_) | WesterosQuestion::DogsOfWar(_) => {
            Headline { curve: over("target_figures", event::DESTROYED), ..figures() }
        }
        WesterosQuestion::Exchange(_) => {
            let leads = [
                (quantity::A_LEFT, "expected figures left to a"),
                (quantity::B_LEFT, "expected figures left to b"),
            ];
            let numbers = named.sides.as_ref().map_or([VerbNumber::Singular; 2], |sides| {
                sides.each_ref().map(|side| verb_number(side))
            });
            let outcomes = exchange_outcomes(named);
            Headline { numbers, outcomes, ..both("figures left", leads) }
        }
        WesterosQuestion::Rout(_) => {
            let leads = [
                (quantity::A_SHAKEN, "expected spaces of the marker towards a"),
                (quantity::B_SHAKEN, "expected spaces of the marker towards b"),
            ];
            let both = both("spaces from the centre", leads);
            // the marker has one place: spaces towards a and towards b are its two signs
            Headline { curve: over("marker", event::B_ROUTS), signed: true, ..both }
        }
        WesterosQuestion::Orders(_) => Headline {
            curve: over("dice", event::ENOUGH),
            ..Headline::one(quantity::ORDERS, "orders paid for", "expected orders paid for")
        },
        WesterosQuestion::Fire(fire) if fire.figures.is_some() => {
            Headline { curve: over("rounds", event::UNIT_DESTROYED), ..figures() }
        }
        WesterosQuestion::Fire(_) => {
            let lead = Headline::one(
                quantity::BURNING_AROUND,
                "hexes burning around it",
                "expected hexes burning around it",
            );
            Headline { curve: over("rounds", event::NEIGHBOUR_BURNS), ..lead }
        }
    }
}

/// Returns the number of a unit in words: singular, such as infantry, apart from archers.
fn verb_number(unit: &str) -> VerbNumber {
    if unit.ends_with('s') { VerbNumber::Plural } else { VerbNumber::Singular }
}

/// Returns what either side of an exchange may do to the other.
fn exchange_outcomes(named: &NamedQuestion) -> Vec<Outcome> {
    let Some([a, b]) = &named.sides else { return Vec::new() };
    let outcome = |event, winner: &str, verb: &str, rest: String| Outcome {
        event,
        words: format!("{winner} {} {rest}", verb_number(winner).verb(verb)),
    };
    vec![
        outcome(event::B_DRIVEN_BACK, a, "drive", format!("{b} back")),
        outcome(event::A_DRIVEN_BACK, b, "drive", format!("{a} back")),
        outcome(event::B_DESTROYED, a, "destroy", b.clone()),
        outcome(event::A_DESTROYED, b, "destroy", a.clone()),
    ]
}
