//! `warodds westeros pursue`: an attack with a pursuit and a second attack.

use clap::Args;

use super::attack::AttackOptionArgs;
use super::unit::{UNITS, unit, words};
use super::{AnswerOptions, named_question};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::westeros::values::Hexes;
use crate::games::westeros::{
    Pursuit, PursuitTarget, WesterosAttack, WesterosQuestion, WesterosUnit,
};
use crate::request::numbers::count;

/// How many figures does an attack with a pursuit remove?
///
/// If the target is destroyed or driven back, the attacker follows and attacks again: the same unit
/// if it reaches it, or another one.
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{UNITS}\n\n{EXAMPLES}"))]
pub(super) struct PursueArgs {
    /// The attacker in words.
    #[arg(value_name = "ATTACKER", value_parser = unit)]
    attacker: WesterosUnit,
    /// The target in words.
    #[arg(value_name = "TARGET", value_parser = unit)]
    target: WesterosUnit,
    /// Hexes of the pursuit: the X of Pursue X.
    #[arg(long, value_name = "X", default_value_t = 1, allow_negative_numbers = true, value_parser = count)]
    hexes: i64,
    /// The attacker is Off-Balance: its second attack, after moving, has one die less.
    #[arg(long)]
    off_balance: bool,
    /// Another unit, in words, as the target of the second attack.
    #[arg(long, value_name = "UNIT", value_parser = unit)]
    other: Option<WesterosUnit>,
    #[command(flatten)]
    options: AttackOptionArgs,
    #[command(flatten)]
    answering: AnswerOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros pursue \"blue cavalry\" \"green infantry\" --hexes 2
  warodds westeros pursue \"red cavalry\" \"blue infantry\" --off-balance
  warodds westeros pursue \"red cavalry\" \"green archers figures=1\" --other \"blue infantry\" \
                        --json";

/// Answers the question.
pub(super) fn run(arguments: &PursueArgs) -> Result<(), Failure> {
    let PursueArgs { attacker, target, hexes, off_balance, other, options, answering } = arguments;
    let options = options.options(attacker.class, false)?;
    // the answer is about the targets, whose losses no counter-attack changes
    let attack = WesterosAttack { attacker: *attacker, target: *target, options, counter: false };
    let then = other.map_or(PursuitTarget::Same, PursuitTarget::Other);
    let hexes = checked("hexes", Hexes::new(*hexes))?;
    let pursuit = Pursuit { attack, hexes, off_balance: *off_balance, then };
    let subject = format!("{} → {}", words(attacker), words(target));
    answering.answer(&named_question(
        "pursuit",
        &subject,
        WesterosQuestion::Pursuit(Box::new(pursuit)),
    ))
}
