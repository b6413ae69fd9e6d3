//! `warodds westeros dogs-of-war`: the special attack of the direwolf handlers.

use clap::Args;

use super::unit::{UNITS, terrain, unit, words};
use super::{AnswerOptions, named_question};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::westeros::values::DiceModifier;
use crate::games::westeros::{
    DogsOfWar, Rank, UnitClass, WesterosQuestion, WesterosTerrain, WesterosUnit,
};
use crate::request::numbers::count;

/// What do Dogs of War do to a target two or three hexes away?
///
/// One die decides: on a shield the dogs attack as a unit of that rank, on valor the target loses a
/// figure, and on a flag it retreats one hex.
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{UNITS}\n\n{EXAMPLES}"))]
pub(super) struct DogsOfWarArgs {
    /// The target in words.
    #[arg(value_name = "TARGET", value_parser = unit)]
    target: WesterosUnit,
    /// Terrain of the handlers: plains, forest, hill, building or ford.
    #[arg(long, value_name = "TERRAIN", value_parser = terrain, default_value = "plains")]
    attacker_terrain: WesterosTerrain,
    /// Valor of the attack dice never hits.
    #[arg(long)]
    no_valor: bool,
    /// Number added to the attack dice after terrain.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    modifier: i64,
    #[command(flatten)]
    answering: AnswerOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros dogs-of-war \"green infantry\"
  warodds westeros dogs-of-war \"red infantry heavy-armor figures=2 room=0\" --json";

/// Answers the question.
pub(super) fn run(arguments: &DogsOfWarArgs) -> Result<(), Failure> {
    let DogsOfWarArgs { target, attacker_terrain, no_valor, modifier, answering } = arguments;
    let handlers = WesterosUnit {
        terrain: *attacker_terrain,
        no_valor: *no_valor,
        // the first die sets the dice (B2.12), so any rank will do; on foot, valor misses cavalry
        ..WesterosUnit::new(Rank::Blue, UnitClass::Infantry)
    };
    let modifier = checked("modifier", DiceModifier::new(*modifier))?;
    let question = WesterosQuestion::DogsOfWar(Box::new(DogsOfWar {
        attacker: handlers,
        target: *target,
        modifier,
    }));
    answering.answer(&named_question("dogs of war", &format!("dogs → {}", words(target)), question))
}
