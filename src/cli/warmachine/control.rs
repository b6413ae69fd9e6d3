//! `warodds warmachine leech` and `warodds warmachine focus`: the control phase.

use clap::Args;

use super::plan;
use crate::cli::engine::EngineOptions;
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::counted::counted;
use crate::games::warmachine::values::{
    Arc, Arm, Attacks, Count, Def, Fury, Pow, Skill, ThresholdValue,
};
use crate::games::warmachine::{
    AttackValues, Beast, Focus, FocusPlan, Jack, Leech, LeechPlan, WarmachineQuestion,
};
use crate::request::numbers::count;
use crate::study::NamedQuestion;

/// From which warbeasts should a warlock leech fury to make a frenzy least likely?
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  warodds warmachine leech --arc 6 --held 1 --beast 4:9 \
                        --beast 3:10 --beast 5:8 --upkeep 1")]
pub(super) struct LeechArgs {
    /// The warlock's ARC.
    #[arg(long, value_name = "N", value_parser = count)]
    arc: i64,
    /// Fury the warlock already holds.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    held: i64,
    /// A warbeast in control range, as FURY:THRESHOLD; repeat for up to eight.
    #[arg(long = "beast", value_name = "FURY:THRESHOLD", required = true, value_parser = numbers::<2>)]
    beasts: Vec<[i64; 2]>,
    /// Number of medium or larger warbeasts lost (spirit bond).
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    lost: i64,
    /// Number of upkeep spells to pay for.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    upkeep: i64,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Which warjacks should a warcaster give focus to for the most damage?
///
/// Each warjack with a working cortex powers up with one focus and spends all its focus as in
/// `boost-or-buy`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  warodds warmachine focus --arc 6 --upkeep 1 --def 13 --arm \
                        18 --jack 7:19:2 --jack 5:14:1")]
pub(super) struct FocusArgs {
    /// The warcaster's ARC.
    #[arg(long, value_name = "N", value_parser = count)]
    arc: i64,
    /// Number of upkeep spells to pay for.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    upkeep: i64,
    /// Focus the warcaster keeps for itself.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count)]
    keep: i64,
    /// Largest focus on a warjack, including the one it powers up with.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = count)]
    most: i64,
    /// The target's DEF.
    #[arg(long, value_name = "N", value_parser = count)]
    def: i64,
    /// The target's ARM.
    #[arg(long, value_name = "N", value_parser = count)]
    arm: i64,
    /// A warjack in control range, as SKILL:POW:ATTACKS; repeat for up to six.
    #[arg(long = "jack", value_name = "SKILL:POW:ATTACKS", value_parser = numbers::<3>)]
    jacks: Vec<[i64; 3]>,
    /// A warjack with a crippled cortex, which has no focus.
    #[arg(long = "crippled-jack", value_name = "SKILL:POW:ATTACKS", value_parser = numbers::<3>)]
    crippled: Vec<[i64; 3]>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Parses `N` whole numbers separated by colons.
// ranges are checked later, where the messages can name the option
fn numbers<const N: usize>(text: &str) -> Result<[i64; N], String> {
    let parsed: Option<Vec<i64>> = text.split(':').map(|part| part.trim().parse().ok()).collect();
    parsed
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("it must be {N} whole numbers separated by colons"))
}

/// Checks that a repeated option occurs 1 to `most` times.
fn at_most(option: &str, count: usize, most: usize) -> Result<(), Failure> {
    // not by clap: its `num_args` limits the values of one occurrence
    if (1..=most).contains(&count) {
        Ok(())
    } else {
        Err(Failure::input(format!("--{option} must occur 1 to {most} times, not {count}")))
    }
}

/// Answers the question for every plan.
pub(super) fn leech(arguments: &LeechArgs) -> Result<(), Failure> {
    at_most("beast", arguments.beasts.len(), Leech::MOST_BEASTS)?;
    let beast = |[fury, threshold]: &[i64; 2]| {
        Ok(Beast {
            fury: checked("beast", Fury::new(*fury))?,
            threshold: checked("beast", ThresholdValue::new(*threshold))?,
        })
    };
    let question = Leech {
        arc: checked("arc", Arc::new(arguments.arc))?,
        held: checked("held", Fury::new(arguments.held))?,
        lost: checked("lost", Count::new(arguments.lost))?,
        upkeep: checked("upkeep", Count::new(arguments.upkeep))?,
        beasts: arguments.beasts.iter().map(beast).collect::<Result<_, Failure>>()?,
        // replaced by each plan in turn below
        plan: LeechPlan::Best,
    };
    let beasts = counted(question.beasts.len() as u64, "warbeast", "warbeasts");
    let subject = format!("ARC {}, {beasts}", question.arc);
    let questions = LeechPlan::ALL.map(|by| {
        let question = WarmachineQuestion::Leech(Leech { plan: by, ..question.clone() });
        NamedQuestion {
            case: plan(by.name()),
            settings: plan(by.name()),
            ..NamedQuestion::new(format!("leech: {}", by.name()), subject.clone(), question)
        }
    });
    arguments.engine.answer_all("leech", questions.into())
}

/// Answers the question for every plan.
pub(super) fn focus(arguments: &FocusArgs) -> Result<(), Failure> {
    at_most("jack", arguments.jacks.len() + arguments.crippled.len(), Focus::MOST_JACKS)?;
    let (def, arm) =
        (checked("def", Def::new(arguments.def))?, checked("arm", Arm::new(arguments.arm))?);
    let jack = |[skill, pow, attacks]: &[i64; 3], cortex: bool| {
        let strike = AttackValues {
            skill: checked("jack", Skill::new(*skill))?,
            def,
            pow: checked("jack", Pow::new(*pow))?,
            arm,
        };
        Ok(Jack { strike, attacks: checked("jack", Attacks::new(*attacks))?, cortex })
    };
    let thinking = arguments.jacks.iter().map(|numbers| jack(numbers, true));
    let question = Focus {
        arc: checked("arc", Arc::new(arguments.arc))?,
        upkeep: checked("upkeep", Count::new(arguments.upkeep))?,
        keep: checked("keep", Count::new(arguments.keep))?,
        most: checked("most", Count::new(arguments.most))?,
        // the order of notes on allocated focus: warjacks with a working cortex first
        jacks: thinking
            .chain(arguments.crippled.iter().map(|numbers| jack(numbers, false)))
            .collect::<Result<_, Failure>>()?,
        plan: FocusPlan::Best,
    };
    let jacks = counted(question.jacks.len() as u64, "warjack", "warjacks");
    let subject = format!("ARC {}, {jacks} against DEF {def}, ARM {arm}", question.arc);
    let questions = FocusPlan::ALL.map(|by| {
        let question = WarmachineQuestion::Focus(Focus { plan: by, ..question.clone() });
        NamedQuestion {
            case: plan(by.name()),
            settings: plan(by.name()),
            ..NamedQuestion::new(format!("focus: {}", by.name()), subject.clone(), question)
        }
    });
    arguments.engine.answer_all("focus", questions.into())
}
