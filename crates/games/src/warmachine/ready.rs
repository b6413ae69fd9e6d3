//! Compilation of the questions of this game.

use warodds_engine::run::{CompiledRule, Resolve};

use super::Question;
use super::boost::BoostRule;
use super::control::{FocusRule, LeechRule};
use super::damage::DamageRule;
use super::effects::EffectsRule;
use super::threshold::ThresholdRule;

/// Compiles the rule of a question.
pub fn ready(question: &Question) -> Box<dyn Resolve> {
    match question {
        Question::Threshold(threshold) => {
            Box::new(CompiledRule::new(ThresholdRule::new(threshold)))
        }
        Question::Effects(effects) => Box::new(CompiledRule::new(EffectsRule::new(effects))),
        Question::Damage(damage) => Box::new(CompiledRule::new(DamageRule::new(damage))),
        Question::Boost(boost) => Box::new(CompiledRule::new(BoostRule::new(boost))),
        Question::Leech(leech) => Box::new(CompiledRule::new(LeechRule::new(leech))),
        Question::Focus(focus) => Box::new(CompiledRule::new(FocusRule::new(focus))),
    }
}
