//! `warodds warmachine boost-or-buy`: the best use of focus or fury in attacks.

use clap::Args;

use super::{AttackValueArgs, plan};
use crate::cli::engine::EngineOptions;
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::warmachine::values::{Attacks, Points};
use crate::games::warmachine::{Boost, BoostPlan, WarmachineQuestion};
use crate::request::numbers::count;
use crate::study::NamedQuestion;

/// Should an attacker spend focus or fury on boosts or on further attacks?
///
/// The best plans choose again before every roll, by the exact value of everything that may follow;
/// the other plans follow a fixed rule. With --boxes a second best plan maximizes the chance to
/// destroy the target; the first maximizes damage.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BoostOrBuyArgs {
    #[command(flatten)]
    strike: AttackValueArgs,
    /// Number of free attacks.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count)]
    attacks: i64,
    /// Focus or fury to spend.
    #[arg(long, value_name = "N", value_parser = count)]
    points: i64,
    #[command(flatten)]
    engine: EngineOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds warmachine boost-or-buy --skill 7 --def 15 --pow 20 --arm 18 --points 1
  warodds warmachine boost-or-buy --skill 7 --def 13 --pow 16 --arm 19 --attacks 2 --points 3 \
                        --boxes 25";

/// Answers the question for every plan.
pub(super) fn run(arguments: &BoostOrBuyArgs) -> Result<(), Failure> {
    let (strike, boxes) = (arguments.strike.strike()?, arguments.strike.boxes()?);
    let attacks = checked("attacks", Attacks::new(arguments.attacks))?;
    let points = checked("points", Points::new(arguments.points))?;
    let subject = format!(
        "skill {} against DEF {}, POW {} against ARM {}",
        strike.skill, strike.def, strike.pow, strike.arm
    );
    let plans =
        // without boxes no target is destroyed, so no plan is better at that than another
        BoostPlan::ALL.into_iter().filter(|plan| boxes.is_some() || *plan != BoostPlan::BestKill);
    let questions = plans.map(|by| {
        let question =
            WarmachineQuestion::Boost(Boost { strike, attacks, points, boxes, plan: by });
        NamedQuestion {
            case: plan(by.name()),
            settings: plan(by.name()),
            ..NamedQuestion::new(format!("boost or buy: {}", by.name()), subject.clone(), question)
        }
    });
    arguments.engine.answer_all("boost-or-buy", questions.collect())
}
