//! The questions of *WARMACHINE*.

use crate::study::{Curve, Headline, RequestedChance};
use warodds_games::warmachine::boost::BoostRule;
use warodds_games::warmachine::control::{FocusRule, LeechRule};
use warodds_games::warmachine::results::{event, quantity};
use warodds_games::warmachine::{BoostPlan, WarmachineQuestion};

/// Returns the kind of a question in data.
pub(super) const fn kind(question: &WarmachineQuestion) -> &'static str {
    match question {
        WarmachineQuestion::Threshold(_) => "threshold",
        WarmachineQuestion::Effects(_) => "effects",
        WarmachineQuestion::Damage(_) => "damage",
        WarmachineQuestion::Boost(_) => "boost",
        WarmachineQuestion::Leech(_) => "leech",
        WarmachineQuestion::Focus(_) => "focus",
    }
}

/// Returns the numbers that tables and charts of a question lead with.
pub(super) fn headline(question: &WarmachineQuestion) -> Headline {
    let curve = |headline, axis, event| Headline {
        curve: Some(Curve { axis, unit: "", event }),
        ..headline
    };
    match question {
        WarmachineQuestion::Threshold(check) => {
            let words = format!("to frenzy (total over {})", check.beast.threshold.get());
            let total = Headline::one(quantity::TOTAL, "total of the check", "expected total");
            let requested = Some(RequestedChance::Event(event::FRENZY, words));
            curve(Headline { requested, ..total }, "fury", event::FRENZY)
        }
        WarmachineQuestion::Effects(_) => curve(
            Headline::one(quantity::TICKS, "ticks", "expected ticks"),
            "turns",
            event::EXPIRED,
        ),
        WarmachineQuestion::Damage(_) => {
            curve(Headline::one(quantity::DAMAGE, "damage", "expected damage"), "def", event::HIT)
        }
        WarmachineQuestion::Boost(_) => curve(
            Headline::one(quantity::DAMAGE, "damage", "expected damage"),
            "points",
            event::DESTROYED,
        ),
        WarmachineQuestion::Leech(_) => curve(
            Headline::one(quantity::FRENZIES, "warbeasts that frenzy", "expected frenzies"),
            "held",
            event::FRENZY,
        ),
        WarmachineQuestion::Focus(_) => {
            Headline::one(quantity::DAMAGE, "damage", "expected damage")
        }
    }
}

/// Describes the optimal plan of a question in which a player decides.
pub(super) fn note(question: &WarmachineQuestion) -> Option<String> {
    match question {
        WarmachineQuestion::Boost(boost)
            if matches!(boost.plan, BoostPlan::BestDamage | BoostPlan::BestKill) =>
        {
            // a fixed plan is a setting of the question already
            Some(BoostRule::new(boost).opening())
        }
        WarmachineQuestion::Leech(leech) => Some(LeechRule::new(leech).plan()),
        WarmachineQuestion::Focus(focus) => Some(FocusRule::new(focus).plan()),
        _ => None,
    }
}
