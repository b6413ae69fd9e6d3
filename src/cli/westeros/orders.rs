//! `warodds westeros orders`: a roll of order dice.

use clap::Args;

use super::unit::named;
use super::{Answering, asked};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::counted::counted;
use crate::games::westeros::values::{OrderCount, OrderDice};
use crate::games::westeros::{Orders, Question, Symbol};
use crate::request::numbers::count;

/// Are there enough orders?
///
/// A token of a rank's colour orders a unit of that rank, valor any, two of one colour any.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Order dice.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    dice: i64,
    /// Green units to be ordered.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    green: i64,
    /// Blue units to be ordered.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    blue: i64,
    /// Red units to be ordered.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    red: i64,
    /// Morale tokens wanted for morale itself.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    flags: i64,
    /// The token kept from the round before: green, blue, red, valor or flag.
    #[arg(long, value_name = "TOKEN", value_parser = symbol)]
    kept: Option<Symbol>,
    #[command(flatten)]
    answering: Answering,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros orders --dice 6 --green 2 --blue 1 --red 1
  warodds westeros orders --dice 4 --red 2 --flags 1 --kept valor --json";

/// A symbol by its name.
fn symbol(text: &str) -> Result<Symbol, String> {
    named(text, "a token", &Symbol::ALL, Symbol::name)
}

/// Answers the question.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { dice, green, blue, red, flags, kept, answering } = arguments;
    let wanted = |option: &str, count: i64| checked(option, OrderCount::new(count));
    let orders = Orders {
        dice: checked("dice", OrderDice::new(*dice))?,
        requested: [wanted("green", *green)?, wanted("blue", *blue)?, wanted("red", *red)?],
        flags: wanted("flags", *flags)?,
        kept: *kept,
    };
    let orders = orders
        .checked()
        .map_err(|error| Failure::input(format!("{error}: --green, --blue, --red or --flags")))?;
    let subject = counted(orders.dice.get().into(), "order die", "order dice");
    answering.answer(&asked("orders", &subject, Question::Orders(orders)))
}
