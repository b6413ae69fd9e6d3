//! `warodds warmachine damage`: hits and damage of attacks.

use clap::Args;

use super::AttackValueArgs;
use crate::cli::engine::EngineOptions;
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::warmachine::values::Attacks;
use crate::games::warmachine::{Damage, WarmachineQuestion};
use crate::request::numbers::count;
use crate::study::NamedQuestion;

/// How often do attacks hit, and how much damage do they do?
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct DamageArgs {
    #[command(flatten)]
    strike: AttackValueArgs,
    /// Number of attacks.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count)]
    attacks: i64,
    /// Boost all attack rolls.
    #[arg(long)]
    boost_attack: bool,
    /// Boost all damage rolls.
    #[arg(long)]
    boost_damage: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds warmachine damage --skill 7 --def 15 --pow 20 --arm 18
  warodds warmachine damage --skill 7 --def 15 --pow 20 --arm 18 --attacks 2 --boost-attack \
                        --boxes 20";

/// Answers the question.
pub(super) fn run(arguments: &DamageArgs) -> Result<(), Failure> {
    let strike = arguments.strike.strike()?;
    let question = WarmachineQuestion::Damage(Damage {
        strike,
        attacks: checked("attacks", Attacks::new(arguments.attacks))?,
        boost_attack: arguments.boost_attack,
        boost_damage: arguments.boost_damage,
        boxes: arguments.strike.boxes()?,
    });
    let subject = format!(
        "skill {} against DEF {}, POW {} against ARM {}",
        strike.skill, strike.def, strike.pow, strike.arm
    );
    arguments.engine.answer(NamedQuestion::new("attacks", subject, question))
}
