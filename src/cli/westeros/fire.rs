//! `warodds westeros fire`: a burning hex.

use clap::Args;

use super::unit::named;
use super::{Answering, asked};
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::westeros::values::{Attempts, Figures, Level, Rounds};
use crate::games::westeros::{Fire, FireGround, Question};
use crate::request::numbers::count;

/// What does a fire do, and does it spread?
///
/// Round by round: the earth is scorched, those beside the fire try to put it out, then it burns
/// and a fire of level 4 spreads. Terrain is destroyed as soon as its fire reaches the limit, and
/// plains burn on in its place.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// What burns: plains, forest, forest-road, building, wooden-bridge, palisade, tent or
    /// siege-engine.
    #[arg(long, value_name = "GROUND", value_parser = ground, default_value = "plains")]
    ground: FireGround,
    /// The fire's level, 0 for none yet.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    level: i64,
    /// What lies in the six hexes around; bare does not burn.
    #[arg(long, value_name = "GROUND", value_parser = ground, default_value = "plains")]
    around: FireGround,
    /// Rounds that pass.
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = count)]
    rounds: i64,
    /// Dice that scorch the earth in each of the first rounds (--scorch-rounds): each green raises
    /// the fire.
    #[arg(long, value_name = "DICE", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    scorch: i64,
    /// Rounds in which the earth is scorched.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "scorch",
        allow_negative_numbers = true,
    value_parser = count)]
    scorch_rounds: i64,
    /// Dice of those beside the fire who try to put it out, each round.
    #[arg(long, value_name = "DICE", default_value_t = 0, allow_negative_numbers = true, value_parser = count)]
    put_out: i64,
    /// The round in which the unit inside is ordered to put it out.
    #[arg(long, value_name = "ROUND", requires = "figures", allow_negative_numbers = true, value_parser = count)]
    order_inside: Option<i64>,
    /// Figures of the unit inside.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = count)]
    figures: Option<i64>,
    #[command(flatten)]
    answering: Answering,
}

const EXAMPLES: &str = "\
Examples:
  warodds westeros fire --level 4 --rounds 5
  warodds westeros fire --ground forest --scorch 3 --scorch-rounds 2 --put-out 1 --figures 4 --json";

/// Ground by its name.
fn ground(text: &str) -> Result<FireGround, String> {
    named(text, "ground that is known", &FireGround::ALL, FireGround::name)
}

impl Arguments {
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
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let fire = arguments.question()?;
    let subject = format!("fire in {}", fire.ground.name());
    arguments.answering.answer(&asked("fire", &subject, Question::Fire(fire)))
}
