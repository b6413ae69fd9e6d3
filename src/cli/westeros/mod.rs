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
use crate::games::westeros::Question;
use crate::study::NamedQuestion;

/// Answers for Battles of Westeros.
///
/// Attacks with all that terrain, armour, flanks and flags do to them, exchanges, pursuits, the
/// race of morale, order dice and fire. A unit is written in words: `"blue infantry stalwart
/// figures=3"` (see `warodds westeros exchange --help`).
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros attack --dice 3 --target green --flanking
  warodds westeros exchange \"blue infantry stalwart\" \"red cavalry\" --rounds 4
  warodds westeros orders --dice 6 --green 2 --blue 1 --red 1
  warodds run scenarios/westeros-attack.toml";

#[derive(Clone, Debug, Subcommand)]
enum Command {
    Attack(attack::Arguments),
    Pursue(pursue::Arguments),
    DogsOfWar(dogs::Arguments),
    Exchange(exchange::Arguments),
    Rout(rout::Arguments),
    Orders(orders::Arguments),
    Fire(fire::Arguments),
}

/// Does what the arguments say.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.command {
        Command::Attack(arguments) => attack::run(arguments),
        Command::Pursue(arguments) => pursue::run(arguments),
        Command::DogsOfWar(arguments) => dogs::run(arguments),
        Command::Exchange(arguments) => exchange::run(arguments),
        Command::Rout(arguments) => rout::run(arguments),
        Command::Orders(arguments) => orders::run(arguments),
        Command::Fire(arguments) => fire::run(arguments),
    }
}

/// How a question is answered: with its distribution, or with one story.
#[derive(Clone, Debug, Args)]
struct Answering {
    #[command(flatten)]
    engine: EngineOptions,
    /// Play it once instead, die by die, with the rule of every step.
    #[arg(long, help_heading = "How to answer", conflicts_with_all = ["json", "csv", "out", "trials", "engine"])]
    explain: bool,
}

impl Answering {
    /// Answers or tells.
    fn answer(&self, asked: &NamedQuestion) -> Result<(), Failure> {
        if self.explain {
            explain::explain(asked, self.engine.seed())
        } else {
            self.engine.answer(asked.clone())
        }
    }
}

/// A question of this game.
fn asked(name: &str, subject: &str, question: Question) -> NamedQuestion {
    NamedQuestion::new(name, subject, question)
}
