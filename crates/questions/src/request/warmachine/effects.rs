//! `warmachine/effects`: duration and damage of a continuous effect (W1.2).

use std::sync::LazyLock;

use super::values::EffectName;
use crate::request::kind::QuestionKind;
use crate::request::plain::{PlainKeys, ask, keys as keys_of};
use crate::request::{Key, RequestError, keys};
use crate::study::NamedQuestion;
use warodds_games::warmachine::values::{Arm, Boxes, ExpiresOn, Pow, Turns};
use warodds_games::warmachine::{ContinuousEffect, ContinuousEffects, WarmachineQuestion};

keys! {
    /// The effect and the model.
    pub struct EffectsKeys in Situation {
        /// The effect [default: fire with --arm, otherwise corrosion].
        maybe effect: EffectName, "EFFECT";
        /// The ARM of the model on fire.
        maybe arm: Arm, "N";
        /// The POW of the fire.
        // POW 12 as in W1.2; corrosion has no damage roll
        usual pow: Pow [Requires("arm")] = Pow::FIRE, "N";
        /// Number of maintenance phases.
        // after 12 checks an effect that expires on 1 or 2 is left in under 1 % of cases
        usual turns: Turns = Turns::USUAL, "N";
        /// Highest face of the D6 on which the effect expires.
        usual expires_on: ExpiresOn = ExpiresOn::USUAL, "N";
        /// The model's damage boxes [default: not counted].
        maybe boxes: Boxes, "N";
    }
}

/// Returns the kind `warmachine/effects`.
pub(super) fn kind() -> QuestionKind {
    QuestionKind {
        name: "warmachine/effects",
        about: "How long does a continuous effect last, and how much damage does it do?",
        more: "",
        examples: &[
            "warodds warmachine effects --arm 16 --turns 6",
            "warodds warmachine effects --effect corrosion --boxes 5",
        ],
        takes_lists: true,
        keys: {
            static KEYS: LazyLock<Vec<Key>> = LazyLock::new(keys_of::<EffectsKeys>);
            &KEYS
        },
        ask: |values, _| ask::<EffectsKeys>(values),
    }
}

impl EffectsKeys {
    fn effect(&self) -> Result<(ContinuousEffect, String), RequestError> {
        let pow = self.pow;
        match (self.effect, self.arm) {
            (None | Some(EffectName::Fire), Some(arm)) => {
                let subject = format!("fire of POW {pow} on ARM {arm}");
                Ok((ContinuousEffect::Fire(pow, arm), subject))
            }
            (Some(EffectName::Fire), None) => Err(RequestError::contradiction(
                "effect",
                "the damage of fire depends on the ARM of the model: add --arm",
            )),
            (Some(EffectName::Corrosion), Some(_)) => Err(RequestError::contradiction(
                "arm",
                "corrosion does one point of damage whatever the ARM: leave --arm out, or use \
                 --effect fire",
            )),
            (_, None) => Ok((ContinuousEffect::Corrosion, "corrosion".to_owned())),
        }
    }
}

impl PlainKeys for EffectsKeys {
    fn question(&self) -> Result<NamedQuestion, RequestError> {
        let (effect, subject) = self.effect()?;
        let question = WarmachineQuestion::Effects(ContinuousEffects {
            effect,
            turns: self.turns,
            expires_on: self.expires_on,
            boxes: self.boxes,
        });
        Ok(NamedQuestion::new("continuous effect", subject, question))
    }
}
