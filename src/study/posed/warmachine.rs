//! The questions of *WARMACHINE*.

use crate::engine::{Ready, Resolve};
use crate::games::warmachine::boost::BoostRule;
use crate::games::warmachine::control::{FocusRule, LeechRule};
use crate::games::warmachine::damage::DamageRule;
use crate::games::warmachine::effects::EffectsRule;
use crate::games::warmachine::threshold::ThresholdRule;
use crate::games::warmachine::{BoostPlan, Question};
use crate::study::{Curve, Headline};

/// The question's rule, made ready.
pub fn ready(question: &Question) -> Box<dyn Resolve> {
    match question {
        Question::Threshold(threshold) => Box::new(Ready::new(ThresholdRule::new(threshold))),
        Question::Effects(effects) => Box::new(Ready::new(EffectsRule::new(effects))),
        Question::Damage(damage) => Box::new(Ready::new(DamageRule::new(damage))),
        Question::Boost(boost) => Box::new(Ready::new(BoostRule::new(boost))),
        Question::Leech(leech) => Box::new(Ready::new(LeechRule::new(leech))),
        Question::Focus(focus) => Box::new(Ready::new(FocusRule::new(focus))),
    }
}

/// What kind of question it is, in data.
pub const fn kind(question: &Question) -> &'static str {
    match question {
        Question::Threshold(_) => "threshold",
        Question::Effects(_) => "effects",
        Question::Damage(_) => "damage",
        Question::Boost(_) => "boost",
        Question::Leech(_) => "leech",
        Question::Focus(_) => "focus",
    }
}

/// What tables and charts of a kind of question lead with.
pub fn headline(question: &Question) -> Headline {
    let curve = |headline, axis, event| Headline {
        curve: Some(Curve { axis, unit: "", event }),
        ..headline
    };
    match question {
        Question::Threshold(_) => {
            curve(Headline::one("total", "total of the check", "expected total"), "fury", "frenzy")
        }
        Question::Effects(_) => {
            curve(Headline::one("ticks", "ticks", "expected ticks"), "turns", "expired")
        }
        Question::Damage(_) => {
            curve(Headline::one("damage", "damage", "expected damage"), "def", "hit")
        }
        Question::Boost(_) => {
            curve(Headline::one("damage", "damage", "expected damage"), "points", "destroyed")
        }
        Question::Leech(_) => curve(
            Headline::one("frenzies", "warbeasts that frenzy", "expected frenzies"),
            "held",
            "frenzy",
        ),
        Question::Focus(_) => Headline::one("damage", "damage", "expected damage"),
    }
}

/// The plan of those who decide something.
pub fn note(question: &Question) -> Option<String> {
    match question {
        Question::Boost(boost)
            if matches!(boost.plan, BoostPlan::BestDamage | BoostPlan::BestKill) =>
        {
            Some(BoostRule::new(boost).opening())
        }
        Question::Leech(leech) => Some(LeechRule::new(leech).plan()),
        Question::Focus(focus) => Some(FocusRule::new(focus).plan()),
        _ => None,
    }
}
