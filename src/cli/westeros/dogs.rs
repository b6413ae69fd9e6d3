//! `warodds westeros dogs-of-war`: the special attack of the direwolf handlers.

use clap::Args;

use super::unit::{UNITS, terrain, unit, words};
use super::{Answering, asked};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::westeros::values::DiceModifier;
use crate::games::westeros::{DogsOfWar, Question, Rank, UnitClass, WesterosTerrain, WesterosUnit};
use crate::request::numbers::count;

/// What do the dogs do, two or three hexes away?
///
/// One die says how they attack: a shield as a unit of that rank, valor for one hit, a flag for one
/// hex of retreat.
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{UNITS}\n\n{EXAMPLES}"))]
pub(super) struct Arguments {
    /// The target, in words.
    #[arg(value_name = "TARGET", value_parser = unit)]
    target: WesterosUnit,
    /// Where the handlers stand: plains, forest, hill, building or ford.
    #[arg(long, value_name = "TERRAIN", value_parser = terrain, default_value = "plains")]
    attacker_terrain: WesterosTerrain,
    /// Valor of the attack dice never hits.
    #[arg(long)]
    no_valor: bool,
    /// Added to the attack dice after terrain.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    modifier: i64,
    #[command(flatten)]
    answering: Answering,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros dogs-of-war \"green infantry\"
  warodds westeros dogs-of-war \"red infantry heavy-armor figures=2 room=0\" --json";

/// Answers the question.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { target, attacker_terrain, no_valor, modifier, answering } = arguments;
    let handlers = WesterosUnit {
        terrain: *attacker_terrain,
        no_valor: *no_valor,
        // the first die sets the dice (B2.12), so any rank will do; on foot, valor misses cavalry
        ..WesterosUnit::new(Rank::Blue, UnitClass::Infantry)
    };
    let modifier = checked("modifier", DiceModifier::new(*modifier))?;
    let question =
        Question::DogsOfWar(Box::new(DogsOfWar { attacker: handlers, target: *target, modifier }));
    answering.answer(&asked("dogs of war", &format!("dogs → {}", words(target)), question))
}
