//! The questions of *WARMACHINE*.

use crate::study::{Curve, Headline, RequestedChance};
use warodds_games::warmachine::boost::BoostRule;
use warodds_games::warmachine::control::{FocusRule, LeechRule};
use warodds_games::warmachine::results::{event, quantity};
use warodds_games::warmachine::{BoostPlan, Question};

/// Returns the kind of a question in data.
pub(super) const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Threshold(_) => "threshold",
        Question::Effects(_) => "effects",
        Question::Damage(_) => "damage",
        Question::Boost(_) => "boost",
        Question::Leech(_) => "leech",
        Question::Focus(_) => "focus",
    }
}

/// Returns the numbers that tables and charts of a question lead with.
pub(super) fn headline(question: &Question) -> Headline {
    let curve = |headline, axis, event| Headline {
        curve: Some(Curve { axis, unit: "", event }),
        ..headline
    };
    match question {
        Question::Threshold(check) => {
            let words = format!("to frenzy (total over {})", check.beast.threshold.get());
            let total = Headline::one(quantity::TOTAL, "total of the check", "expected total");
            let requested = Some(RequestedChance::Event(event::FRENZY, words));
            curve(Headline { requested, ..total }, "fury", event::FRENZY)
        }
        Question::Effects(_) => curve(
            Headline::one(quantity::TICKS, "ticks", "expected ticks"),
            "turns",
            event::EXPIRED,
        ),
        Question::Damage(_) => {
            curve(Headline::one(quantity::DAMAGE, "damage", "expected damage"), "def", event::HIT)
        }
        Question::Boost(_) => curve(
            Headline::one(quantity::DAMAGE, "damage", "expected damage"),
            "points",
            event::DESTROYED,
        ),
        Question::Leech(_) => curve(
            Headline::one(quantity::FRENZIES, "warbeasts that frenzy", "expected frenzies"),
            "held",
            event::FRENZY,
        ),
        Question::Focus(_) => Headline::one(quantity::DAMAGE, "damage", "expected damage"),
    }
}

/// Describes the optimal plan of a question in which a player decides.
pub(super) fn note(question: &Question) -> Option<String> {
    match question {
        Question::Boost(boost)
            if matches!(boost.plan, BoostPlan::BestDamage | BoostPlan::BestKill) =>
        {
            // a fixed plan is a setting of the question already
            Some(BoostRule::new(boost).opening())
        }
        Question::Leech(leech) => Some(LeechRule::new(leech).plan()),
        Question::Focus(focus) => Some(FocusRule::new(focus).plan()),
        _ => None,
    }
}
