//! `warodds charge`: a charge and the attack it leads to, in plain numbers.

use clap::Args;

use super::engine::EngineOptions;
use super::failure::Failure;
use super::options::{Changes, Core, WOUNDS, card_value, checked, held, standing};
use super::print;
use crate::games::asoiaf::values::{Inches, Modifier, Morale, Speed};
use crate::games::asoiaf::{Active, Bonus, Charge, Charger, Context, Panic, Question, Reach, Rerolls, Terrain, TerrainKeyword, Token};
use crate::study::Asked;

/// Does a charge arrive, and what comes of it?
///
/// Without --dice only the distance is asked; without --own-morale a failed charge's panic test is left out.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    way: Way,
    #[command(flatten)]
    own: Own,
    #[command(flatten)]
    core: Core,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds charge --speed 5 --distance 8
  warodds charge --speed 5 --distance 9 --hindering --reroll --own-morale 6+
  warodds charge --speed 5 --distance 8 --dice 8 --hit 3 --defense 4 --morale 7 --facing flank --own-morale 6 --json";

/// The way to the target.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The charge")]
struct Way {
    /// The charger's speed in inches.
    #[arg(long, value_name = "N")]
    speed: i64,
    /// Inches to the target.
    #[arg(long, value_name = "INCHES", allow_negative_numbers = true)]
    distance: f64,
    /// Rough terrain: −1" on the distance.
    #[arg(long)]
    rough: bool,
    /// Across hindering terrain: two dice, the lower counts, disorderly on 1 or 2.
    #[arg(long)]
    hindering: bool,
    /// Into or out of hindering terrain without crossing it: two dice, the lower counts.
    #[arg(long, conflicts_with = "hindering")]
    hindering_edge: bool,
    /// Across fortified terrain: no charge bonus, +1 to the target's saves.
    #[arg(long)]
    fortified: bool,
    /// Across dangerous terrain: D3+1 wounds to the charger after the move.
    #[arg(long)]
    dangerous: bool,
    /// The charger may reroll the charge distance.
    #[arg(long)]
    reroll: bool,
}

/// What the charger risks.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The charger")]
struct Own {
    /// The charger's morale value: its panic test when the charge fails.
    #[arg(long, value_name = "N", value_parser = card_value)]
    own_morale: Option<i64>,
    /// Wounds the charger has left.
    #[arg(long, value_name = "N", default_value_t = WOUNDS)]
    own_wounds: i64,
    /// Added to the charger's panic test.
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, requires = "own_morale")]
    own_panic_mod: i64,
    /// The charger holds a Panicked token.
    #[arg(long, requires = "own_morale")]
    own_panicked: bool,
    /// The charger may reroll its panic test.
    #[arg(long, requires = "own_morale")]
    own_reroll_morale: bool,
}

impl Way {
    fn terrain(&self) -> Terrain {
        let keywords = [
            (self.rough, TerrainKeyword::Rough),
            (self.hindering, TerrainKeyword::Hindering),
            (self.hindering_edge, TerrainKeyword::HinderingEdge),
            (self.fortified, TerrainKeyword::Fortified),
            (self.dangerous, TerrainKeyword::Dangerous),
        ];
        keywords.into_iter().filter_map(|(is_there, keyword)| is_there.then_some(keyword)).collect()
    }
}

impl Arguments {
    fn panic(&self) -> Result<Option<Panic>, Failure> {
        let Some(morale) = self.own.own_morale else { return Ok(None) };
        Ok(Some(Panic {
            morale: checked("own-morale", Morale::new(morale))?,
            modifier: checked("own-panic-mod", Modifier::new(self.own.own_panic_mod))?,
            standing: standing("own-wounds", self.own.own_wounds, held(self.own.own_panicked, Token::Panicked))?,
            rerolls: Rerolls { roller: self.own.own_reroll_morale, enemy: false },
            active: Active::Own,
            spending: self.changes.tokens.into(),
        }))
    }

    fn charger(&self) -> Result<Charger, Failure> {
        Ok(Charger {
            speed: checked("speed", Speed::new(self.way.speed))?,
            standing: standing("own-wounds", self.own.own_wounds, held(self.own.own_panicked, Token::Panicked))?,
            reroll_distance: self.way.reroll,
            panic: self.panic()?,
        })
    }

    fn question(&self) -> Result<Charge, Failure> {
        let context = Context { charge: Bonus::Charge, ..Context::default() };
        let charge = Charge {
            charger: self.charger()?,
            distance: Inches::new(self.way.distance).map_err(|wrong| Failure::input(format!("--distance: {wrong}")))?,
            terrain: self.way.terrain(),
            attack: self.core.attack(&self.changes, Reach::Melee, context, self.own.own_wounds)?,
        };
        if charge.in_reach() { Ok(charge) } else { Err(out_of_reach(&charge)) }
    }

    /// What is left out, to be told beside the answer.
    fn notes(&self) -> Vec<String> {
        let panic = (self.own.own_morale.is_none()).then_some("without --own-morale a failed charge's panic test is left out");
        let attack = (self.core.dice.is_none()).then_some("without --dice the attack is left out");
        panic.into_iter().chain(attack).map(str::to_owned).collect()
    }
}

/// A5.1: what can not be completed is not declared.
fn out_of_reach(charge: &Charge) -> Failure {
    let (distance, longest) = (charge.distance, charge.longest());
    Failure::input(format!(
        "--distance {distance} is out of reach: the longest charge is {longest}\", and none is declared beyond it (A5.1)"
    ))
}

/// Answers the question.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let question = Question::Charge(arguments.question()?);
    let asked = Asked { name: "charge".into(), subject: "charger → target".into(), sides: None, case: Vec::new(), question };
    print::answer(&asked, &arguments.engine, &arguments.notes())
}
