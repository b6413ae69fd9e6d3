//! Compilation of the questions of this game.

use warodds_engine::run::{CompiledRule, Resolve};

use super::WarmachineQuestion;
use super::boost::BoostRule;
use super::control::{FocusRule, LeechRule};
use super::damage::DamageRule;
use super::effects::EffectsRule;
use super::threshold::ThresholdRule;

/// Compiles the rule of a question.
pub fn ready(question: &WarmachineQuestion) -> Box<dyn Resolve> {
    match question {
        WarmachineQuestion::Threshold(threshold) => {
            Box::new(CompiledRule::new(ThresholdRule::new(threshold)))
        }
        WarmachineQuestion::Effects(effects) => {
            Box::new(CompiledRule::new(EffectsRule::new(effects)))
        }
        WarmachineQuestion::Damage(damage) => Box::new(CompiledRule::new(DamageRule::new(damage))),
        WarmachineQuestion::Boost(boost) => Box::new(CompiledRule::new(BoostRule::new(boost))),
        WarmachineQuestion::Leech(leech) => Box::new(CompiledRule::new(LeechRule::new(leech))),
        WarmachineQuestion::Focus(focus) => Box::new(CompiledRule::new(FocusRule::new(focus))),
    }
}
