//! `warodds warmachine`: questions about a turn of WARMACHINE.
//!
//! Each subcommand has a file, in the order of the rules.

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
pub(super) struct WarmachineArgs {
    #[command(subcommand)]
    command: WarmachineCommand,
}

#[derive(Clone, Debug, Subcommand)]
enum WarmachineCommand {
    Threshold(threshold::ThresholdArgs),
    Effects(effects::EffectsArgs),
    Damage(damage::DamageArgs),
    BoostOrBuy(boost::BoostOrBuyArgs),
    Leech(control::LeechArgs),
    Focus(control::FocusArgs),
}

/// Runs the selected subcommand.
pub(super) fn run(arguments: &WarmachineArgs) -> Result<(), Failure> {
    match &arguments.command {
        WarmachineCommand::Threshold(arguments) => threshold::run(arguments),
        WarmachineCommand::Effects(arguments) => effects::run(arguments),
        WarmachineCommand::Damage(arguments) => damage::run(arguments),
        WarmachineCommand::BoostOrBuy(arguments) => boost::run(arguments),
        WarmachineCommand::Leech(arguments) => control::leech(arguments),
        WarmachineCommand::Focus(arguments) => control::focus(arguments),
    }
}

/// The values of an attacker and its target.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Attacker and target")]
struct AttackValueArgs {
    /// The attacker's skill (MAT or RAT).
    #[arg(long, value_name = "N", value_parser = count)]
    skill: i64,
    /// The target's DEF.
    #[arg(long, value_name = "N", value_parser = count)]
    def: i64,
    /// The attack's POW, including the attacker's strength.
    #[arg(long, value_name = "N", value_parser = count)]
    pow: i64,
    /// The target's ARM.
    #[arg(long, value_name = "N", value_parser = count)]
    arm: i64,
    /// The target's damage boxes [default: not counted].
    #[arg(long, value_name = "N", value_parser = count)]
    boxes: Option<i64>,
}

impl AttackValueArgs {
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

/// Checks a number of damage boxes; `None` if they are not counted.
fn boxes(number: Option<i64>) -> Result<Option<Boxes>, Failure> {
    number.map(|boxes| checked("boxes", Boxes::new(boxes))).transpose()
}

/// Returns the setting that distinguishes a plan from the others.
fn plan(name: &str) -> Vec<Setting> {
    vec![Setting::text("plan", name)]
}
