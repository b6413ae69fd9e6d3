//! `warodds westeros fire`: a burning hex.

use clap::Args;

use super::unit::named;
use super::{AnswerOptions, named_question};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::westeros::values::{Attempts, Figures, Level, Rounds};
use crate::games::westeros::{Fire, FireGround, WesterosQuestion};
use crate::request::numbers::count;

/// What does a fire do, and does it spread?
///
/// In each round the earth is scorched, adjacent units try to put the fire out, and then it burns;
/// at level 4 it spreads. Terrain is destroyed as soon as its fire reaches the limit, and plains
/// burn on in its place.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct FireArgs {
    /// Burning ground: plains, forest, forest-road, building, wooden-bridge, palisade, tent or
    /// siege-engine.
    #[arg(long, value_name = "GROUND", value_parser = ground, default_value = "plains")]
    ground: FireGround,
    /// Level of the fire at the start; 0 for no fire yet.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    level: i64,
    /// Ground of the six hexes around it; bare ground does not burn.
    #[arg(long, value_name = "GROUND", value_parser = ground, default_value = "plains")]
    around: FireGround,
    /// Number of rounds.
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = count)]
    rounds: i64,
    /// Dice that scorch the earth in each of the first --scorch-rounds rounds: each green shield
    /// raises the fire by a level.
    #[arg(long, value_name = "DICE", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    scorch: i64,
    /// Number of rounds in which the earth is scorched.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "scorch",
        allow_negative_numbers = true,
    value_parser = count)]
    scorch_rounds: i64,
    /// Dice of adjacent units that try to put the fire out, in each round.
    #[arg(long, value_name = "DICE", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    put_out: i64,
    /// The round in which the unit inside is ordered to put the fire out.
    #[arg(long, value_name = "ROUND", requires = "figures", allow_negative_numbers = true, value_parser = count)]
    order_inside: Option<i64>,
    /// Figures of the unit inside.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    figures: Option<i64>,
    #[command(flatten)]
    answering: AnswerOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros fire --level 4 --rounds 5
  warodds westeros fire --ground forest --scorch 3 --scorch-rounds 2 --put-out 1 --figures 4 --json";

/// Parses a kind of ground.
fn ground(text: &str) -> Result<FireGround, String> {
    named(text, "a kind of ground", &FireGround::ALL, FireGround::name)
}

impl FireArgs {
    fn question(&self) -> Result<Fire, Failure> {
        let fire = Fire {
            ground: self.ground,
            level: checked("level", Level::new(self.level))?,
            around: self.around,
            rounds: checked("rounds", Rounds::new(self.rounds))?,
            scorch: checked("scorch", Attempts::new(self.scorch))?,
            scorched: checked("scorch-rounds", Rounds::new(self.scorch_rounds))?,
            put_out: checked("put-out", Attempts::new(self.put_out))?,
            order_inside: self
                .order_inside
                .map(|round| checked("order-inside", Rounds::new(round)))
                .transpose()?,
            figures: self
                .figures
                .map(|figures| checked("figures", Figures::new(figures)))
                .transpose()?,
        };
        // last: the limit of the level depends on the ground
        fire.checked().map_err(Failure::input)
    }
}

/// Answers the question.
pub(super) fn run(arguments: &FireArgs) -> Result<(), Failure> {
    let fire = arguments.question()?;
    let subject = format!("fire in {}", fire.ground.name());
    arguments.answering.answer(&named_question("fire", &subject, WesterosQuestion::Fire(fire)))
}
