//! `warodds warmachine`: questions about a turn of WARMACHINE.
//!
//! One file a chapter, as the rules have them.

mod boost;
mod control;
mod damage;
mod effects;
mod threshold;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::options::checked;
use crate::games::warmachine::AttackValues;
use crate::games::warmachine::values::{Arm, Boxes, Def, Pow, Skill};
use crate::request::numbers::count;
use crate::study::Setting;

/// A turn of WARMACHINE (Mk IV): frenzies, continuous effects, attacks, and what focus and fury are
/// best spent on.
///
/// Campaigns have a command of their own: `warodds campaign`.
#[derive(Clone, Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Threshold(threshold::Arguments),
    Effects(effects::Arguments),
    Damage(damage::Arguments),
    BoostOrBuy(boost::Arguments),
    Leech(control::LeechArguments),
    Focus(control::FocusArguments),
}

/// Answers the question.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Threshold(arguments) => threshold::run(arguments),
        Command::Effects(arguments) => effects::run(arguments),
        Command::Damage(arguments) => damage::run(arguments),
        Command::BoostOrBuy(arguments) => boost::run(arguments),
        Command::Leech(arguments) => control::leech(arguments),
        Command::Focus(arguments) => control::focus(arguments),
    }
}

/// An attacker's numbers against a target's.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Attacker and target")]
struct StrikeOptions {
    /// The attacker's skill (MAT or RAT).
    #[arg(long, value_name = "N", value_parser = count)]
    skill: i64,
    /// The target's DEF.
    #[arg(long, value_name = "N", value_parser = count)]
    def: i64,
    /// The attack's POW, with the attacker's strength.
    #[arg(long, value_name = "N", value_parser = count)]
    pow: i64,
    /// The target's ARM.
    #[arg(long, value_name = "N", value_parser = count)]
    arm: i64,
    /// The target's damage boxes [default: not counted].
    #[arg(long, value_name = "N", value_parser = count)]
    boxes: Option<i64>,
}

impl StrikeOptions {
    fn strike(&self) -> Result<AttackValues, Failure> {
        Ok(AttackValues {
            skill: checked("skill", Skill::new(self.skill))?,
            def: checked("def", Def::new(self.def))?,
            pow: checked("pow", Pow::new(self.pow))?,
            arm: checked("arm", Arm::new(self.arm))?,
        })
    }

    fn boxes(&self) -> Result<Option<Boxes>, Failure> {
        boxes(self.boxes)
    }
}

/// Damage boxes, if they are counted.
fn boxes(given: Option<i64>) -> Result<Option<Boxes>, Failure> {
    given.map(|boxes| checked("boxes", Boxes::new(boxes))).transpose()
}

/// What sets one plan apart from the others.
fn plan(name: &str) -> Vec<Setting> {
    vec![Setting::text("plan", name)]
}
