//! The questions of *Battles of Westeros*.

use crate::study::{Curve, Headline, Label, Lead, NamedQuestion};
use warodds_games::westeros::Question;

/// What kind of question it is, in data.
pub const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Attack(_) => "attack",
        Question::Exchange(_) => "exchange",
        Question::Pursuit(_) => "pursuit",
        Question::DogsOfWar(_) => "dogs-of-war",
        Question::Rout(_) => "rout",
        Question::Orders(_) => "orders",
        Question::Fire(_) => "fire",
    }
}

/// What tables and charts of a kind of question lead with.
pub fn headline(question: &Question, asked: &NamedQuestion) -> Headline {
    let both = |what, leads: [(&'static str, &'static str); 2]| {
        let lead = |(quantity, words)| Lead {
            quantity,
            words: Label::of_sides(words, asked.sides.as_ref()),
        };
        Headline { what, leads: leads.map(lead).into(), curve: None, signed: false }
    };
    let over = |axis, event| Some(Curve { axis, unit: "", event });
    let figures = || Headline::one("figures_lost", "figures lost", "expected figures lost");
    match question {
        Question::Attack(_) => Headline { curve: over("attacker_dice", "destroyed"), ..figures() },
        Question::Pursuit(_) | Question::DogsOfWar(_) => {
            Headline { curve: over("target_figures", "destroyed"), ..figures() }
        }
        Question::Exchange(_) => both(
            "figures left",
            [("a_left", "expected figures left to a"), ("b_left", "expected figures left to b")],
        ),
        Question::Rout(_) => {
            let leads = [
                ("a_shaken", "expected spaces the marker stands with a"),
                ("b_shaken", "expected spaces the marker stands with b"),
            ];
            let both = both("spaces from the centre", leads);
            Headline { curve: over("marker", "b_routs"), signed: true, ..both }
        }
        Question::Orders(_) => Headline {
            curve: over("dice", "enough"),
            ..Headline::one("orders", "wanted orders given", "expected orders given")
        },
        Question::Fire(fire) if fire.figures.is_some() => {
            Headline { curve: over("rounds", "unit_destroyed"), ..figures() }
        }
        Question::Fire(_) => {
            let lead = Headline::one(
                "burning_around",
                "hexes burning around it",
                "expected hexes burning around it",
            );
            Headline { curve: over("rounds", "neighbour_burns"), ..lead }
        }
    }
}
