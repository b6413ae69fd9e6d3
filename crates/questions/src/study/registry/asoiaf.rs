//! The questions of *A Song of Ice and Fire: Tabletop Miniatures Game*.

use crate::study::{Curve, Headline, Label, Lead, NamedQuestion};
use warodds_engine::chance::ConditionalRule;
use warodds_games::asoiaf::Question;
use warodds_games::asoiaf::attack::AttackRule;
use warodds_games::asoiaf::charge::ChargeRule;

/// What kind of question it is, in data.
pub const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Attack(_) => "attack",
        Question::Charge(_) => "charge",
        Question::Panic(_) => "panic",
        Question::Duel(_) => "duel",
        Question::Retreat(_) => "retreat",
    }
}

/// What is given in a question, in words.
pub const fn given(question: &Question) -> Option<&'static str> {
    match question {
        Question::Attack(_) => Some(AttackRule::GIVEN),
        Question::Charge(_) => Some(ChargeRule::GIVEN),
        Question::Panic(_) | Question::Duel(_) | Question::Retreat(_) => None,
    }
}

/// What tables and charts of a kind of question lead with.
pub fn headline(question: &Question, asked: &NamedQuestion) -> Headline {
    match question {
        Question::Attack(_) | Question::Panic(_) => {
            Headline::one("wounds", "wounds", "expected wounds")
        }
        Question::Charge(charge) => {
            let distance =
                || Headline::one("distance", "charge distance", "expected charge distance");
            let wounds = |_| Headline::one("wounds", "wounds dealt", "expected wounds dealt");
            let curve = Curve { axis: "distance", unit: "inches", event: "reached" };
            Headline { curve: Some(curve), ..charge.attack.as_ref().map_or_else(distance, wounds) }
        }
        Question::Retreat(_) => {
            let curve = Curve { axis: "distance", unit: "inches", event: "away" };
            let distance =
                Headline::one("distance", "retreat distance", "expected retreat distance");
            Headline { curve: Some(curve), ..distance }
        }
        Question::Duel(_) => {
            let lead = |(quantity, words)| Lead {
                quantity,
                words: Label::of_sides(words, asked.sides.as_ref()),
            };
            let sides =
                [("a_left", "expected wounds left to a"), ("b_left", "expected wounds left to b")];
            Headline { what: "wounds left", leads: sides.map(lead).into(), curve: None }
        }
    }
}

/// The note on a charge that can not be declared (A5.1), or a retreat that can not be made (A6.12).
pub fn note(question: &Question) -> Option<String> {
    match question {
        Question::Charge(charge) if !charge.in_reach() => {
            Some(format!("out of reach: the longest charge is {}\"", charge.longest()))
        }
        Question::Retreat(retreat) if !retreat.in_reach() => {
            Some(format!("out of reach: the longest retreat is {}\"", retreat.longest()))
        }
        _ => None,
    }
}
