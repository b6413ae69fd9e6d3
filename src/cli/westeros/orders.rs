//! `warodds westeros orders`: a roll of order dice.

use clap::Args;

use super::unit::named;
use super::{AnswerOptions, named_question};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::counted::counted;
use crate::games::westeros::values::{OrderCount, OrderDice};
use crate::games::westeros::{Orders, Symbol, WesterosQuestion};
use crate::request::numbers::count;

/// Do the order dice suffice?
///
/// A token orders a unit of its colour, valor any unit, and two tokens of one colour any unit.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct OrdersArgs {
    /// Number of order dice.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    dice: i64,
    /// Number of green units to order.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    green: i64,
    /// Number of blue units to order.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    blue: i64,
    /// Number of red units to order.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    red: i64,
    /// Number of morale tokens reserved for morale itself.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    flags: i64,
    /// Token kept from the previous round: green, blue, red, valor or flag.
    #[arg(long, value_name = "TOKEN", value_parser = symbol)]
    kept: Option<Symbol>,
    #[command(flatten)]
    answering: AnswerOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros orders --dice 6 --green 2 --blue 1 --red 1
  warodds westeros orders --dice 4 --red 2 --flags 1 --kept valor --json";

/// Parses a token.
fn symbol(text: &str) -> Result<Symbol, String> {
    named(text, "a token", &Symbol::ALL, Symbol::name)
}

/// Answers the question.
pub(super) fn run(arguments: &OrdersArgs) -> Result<(), Failure> {
    let OrdersArgs { dice, green, blue, red, flags, kept, answering } = arguments;
    let number = |option: &str, count: i64| checked(option, OrderCount::new(count));
    let orders = Orders {
        dice: checked("dice", OrderDice::new(*dice))?,
        requested: [number("green", *green)?, number("blue", *blue)?, number("red", *red)?],
        flags: number("flags", *flags)?,
        kept: *kept,
    };
    let orders = orders.checked().map_err(|error| {
        Failure::input(format!("{error}; set --green, --blue, --red or --flags"))
    })?;
    let subject = counted(orders.dice.get().into(), "order die", "order dice");
    answering.answer(&named_question("orders", &subject, WesterosQuestion::Orders(orders)))
}
