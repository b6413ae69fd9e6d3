//! `warodds warmachine effects`: duration and damage of a continuous effect.

use clap::{Args, ValueEnum};

use super::boxes;
use crate::cli::engine::EngineOptions;
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::warmachine::values::{Arm, ExpiresOn, Pow, Turns};
use crate::games::warmachine::{ContinuousEffect, ContinuousEffects, WarmachineQuestion};
use crate::request::numbers::count;
use crate::study::NamedQuestion;

/// How often does a continuous effect tick before it expires, and how much damage does it do?
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct EffectsArgs {
    /// The effect [default: fire with --arm, otherwise corrosion].
    #[arg(long, value_enum)]
    effect: Option<EffectName>,
    /// The ARM of the model on fire.
    #[arg(long, value_name = "N", required_if_eq("effect", "fire"), value_parser = count)]
    arm: Option<i64>,
    /// The POW of the fire.
    // POW 12 as in W1.2; corrosion has no damage roll
    #[arg(long, value_name = "N", default_value_t = 12, requires = "arm", value_parser = count)]
    pow: i64,
    /// Number of maintenance phases.
    // after 12 checks an effect that expires on 1 or 2 is left in under 1 % of cases
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = count)]
    turns: i64,
    /// Highest face of the D6 on which the effect expires.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = count)]
    expires_on: i64,
    /// The model's damage boxes [default: not counted].
    #[arg(long, value_name = "N", value_parser = count)]
    boxes: Option<i64>,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds warmachine effects --arm 16 --turns 6
  warodds warmachine effects --effect corrosion --boxes 5";

/// Continuous effects by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EffectName {
    /// A damage roll of POW 12 each turn.
    Fire,
    /// One point of damage each turn.
    Corrosion,
}

/// Answers the question.
pub(super) fn run(arguments: &EffectsArgs) -> Result<(), Failure> {
    let (effect, subject) = match (arguments.effect, arguments.arm) {
        (None | Some(EffectName::Fire), Some(arm)) => {
            let (pow, arm) =
                (checked("pow", Pow::new(arguments.pow))?, checked("arm", Arm::new(arm))?);
            (ContinuousEffect::Fire(pow, arm), format!("fire of POW {pow} on ARM {arm}"))
        }
        (Some(EffectName::Corrosion), Some(_)) => {
            return Err(Failure::input(
                "corrosion does one point of damage whatever the ARM: leave --arm out, or use \
                 --effect fire",
            ));
        }
        // clap refuses `--effect fire` without --arm
        _ => (ContinuousEffect::Corrosion, "corrosion".to_owned()),
    };
    let question = WarmachineQuestion::Effects(ContinuousEffects {
        effect,
        turns: checked("turns", Turns::new(arguments.turns))?,
        expires_on: checked("expires-on", ExpiresOn::new(arguments.expires_on))?,
        boxes: boxes(arguments.boxes)?,
    });
    arguments.engine.answer(NamedQuestion::new("continuous effect", subject, question))
}
