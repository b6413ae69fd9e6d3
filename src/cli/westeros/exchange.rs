//! `warodds westeros exchange`: two units attack each other in turn.

use clap::Args;

use super::unit::{UNITS, named, unit, words};
use super::{AnswerOptions, named_question};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::westeros::values::Rounds;
use crate::games::westeros::{Exchange, WesterosQuestion, WesterosSide, WesterosUnit};
use crate::request::numbers::count;

/// Who is left when two units attack each other in turn?
///
/// In each round both attack once, and Stalwart units counter-attack. The exchange ends when a unit
/// is destroyed or driven back.
#[derive(Clone, Debug, Args)]
#[command(after_help = format!("{UNITS}\n\n{EXAMPLES}"))]
pub(super) struct ExchangeArgs {
    /// The first unit in words.
    #[arg(value_name = "A", value_parser = unit)]
    a: WesterosUnit,
    /// The second unit in words.
    #[arg(value_name = "B", value_parser = unit)]
    b: WesterosUnit,
    /// Number of rounds.
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = count)]
    rounds: i64,
    /// The unit that attacks first in each round: a or b.
    #[arg(long, value_name = "WHO", value_parser = side, default_value = "a")]
    first: WesterosSide,
    /// Follow a unit that is driven back, so that the exchange continues.
    #[arg(long)]
    press_on: bool,
    #[command(flatten)]
    answering: AnswerOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros exchange \"blue infantry stalwart\" \"red cavalry\" --rounds 4
  warodds westeros exchange \"green infantry\" \"green infantry forest room=0\" --first b \
                        --press-on --json";

/// Parses a side.
fn side(text: &str) -> Result<WesterosSide, String> {
    named(text, "a side", &WesterosSide::ALL, WesterosSide::name)
}

/// Answers the question.
pub(super) fn run(arguments: &ExchangeArgs) -> Result<(), Failure> {
    let ExchangeArgs { a, b, rounds, first, press_on, answering } = arguments;
    let rounds = checked("rounds", Rounds::new(*rounds))?;
    // the two may read alike: tables then add (a) and (b)
    let (a_name, b_name) = (words(a), words(b));
    let exchange = Exchange { a: *a, b: *b, rounds, first: *first, press_on: *press_on };
    let question = named_question(
        "exchange",
        &format!("{a_name} v {b_name}"),
        WesterosQuestion::Exchange(Box::new(exchange)),
    );
    answering.answer(&question.with_sides([&a_name, &b_name]))
}
