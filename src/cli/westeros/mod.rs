//! `warodds westeros`: Battles of Westeros.

mod attack;
mod dogs;
mod exchange;
mod fire;
mod orders;
mod pursue;
mod rout;
mod unit;

use clap::{Args, Subcommand};

use super::engine::EngineOptions;
use super::explain;
use super::failure::Failure;
use crate::games::westeros::WesterosQuestion;
use crate::study::NamedQuestion;

/// Answers for Battles of Westeros.
///
/// Attacks with terrain, armour, flanking and flags, exchanges, pursuits, morale races, order dice
/// and fire. Units are described in words: `"blue infantry stalwart figures=3"` (see `warodds
/// westeros exchange --help`).
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct WesterosArgs {
    #[command(subcommand)]
    command: WesterosCommand,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros attack --dice 3 --target green --flanking
  warodds westeros exchange \"blue infantry stalwart\" \"red cavalry\" --rounds 4
  warodds westeros orders --dice 6 --green 2 --blue 1 --red 1
  warodds run scenarios/westeros-attack.toml";

#[derive(Clone, Debug, Subcommand)]
enum WesterosCommand {
    Attack(attack::WesterosAttackArgs),
    Pursue(pursue::PursueArgs),
    DogsOfWar(dogs::DogsOfWarArgs),
    Exchange(exchange::ExchangeArgs),
    Rout(rout::RoutArgs),
    Orders(orders::OrdersArgs),
    Fire(fire::FireArgs),
}

/// Runs the selected subcommand.
pub(super) fn run(arguments: &WesterosArgs) -> Result<(), Failure> {
    match &arguments.command {
        WesterosCommand::Attack(arguments) => attack::run(arguments),
        WesterosCommand::Pursue(arguments) => pursue::run(arguments),
        WesterosCommand::DogsOfWar(arguments) => dogs::run(arguments),
        WesterosCommand::Exchange(arguments) => exchange::run(arguments),
        WesterosCommand::Rout(arguments) => rout::run(arguments),
        WesterosCommand::Orders(arguments) => orders::run(arguments),
        WesterosCommand::Fire(arguments) => fire::run(arguments),
    }
}

/// Options of the answer: a distribution, or one resolution step by step.
#[derive(Clone, Debug, Args)]
struct AnswerOptions {
    #[command(flatten)]
    engine: EngineOptions,
    /// Resolve it once instead, die by die, with the rule of every step.
    // a single resolution has no distribution to print or to write
    #[arg(long, help_heading = "How to answer", conflicts_with_all = ["json", "csv", "out", "trials", "engine", "fractions"])]
    explain: bool,
}

impl AnswerOptions {
    /// Answers a question, or explains one resolution of it.
    fn answer(&self, question: &NamedQuestion) -> Result<(), Failure> {
        if self.explain {
            explain::explain(question, self.engine.seed())
        } else {
            self.engine.answer(question.clone())
        }
    }
}

/// Names a question of this game.
fn named_question(name: &str, subject: &str, question: WesterosQuestion) -> NamedQuestion {
    NamedQuestion::new(name, subject, question)
}
