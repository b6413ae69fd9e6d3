//! `warodds warmachine threshold`: a warbeast's threshold check.

use clap::Args;

use crate::cli::engine::EngineOptions;
use crate::cli::failure::Failure;
use crate::cli::options::checked;
use crate::games::warmachine::values::{Fury, ThresholdValue};
use crate::games::warmachine::{Beast, Threshold, WarmachineQuestion};
use crate::request::numbers::count;
use crate::study::NamedQuestion;

/// How likely is a warbeast with fury to frenzy?
#[derive(Clone, Debug, Args)]
#[command(after_help = "Examples:\n  warodds warmachine threshold --fury 3 --threshold 9")]
pub(super) struct ThresholdArgs {
    /// Fury on the warbeast.
    #[arg(long, value_name = "N", value_parser = count)]
    fury: i64,
    /// Its threshold.
    #[arg(long, value_name = "N", value_parser = count)]
    threshold: i64,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Answers the question.
pub(super) fn run(arguments: &ThresholdArgs) -> Result<(), Failure> {
    let fury = checked("fury", Fury::new(arguments.fury))?;
    let threshold = checked("threshold", ThresholdValue::new(arguments.threshold))?;
    let subject = format!("fury {fury} against threshold {threshold}");
    let question = WarmachineQuestion::Threshold(Threshold { beast: Beast { fury, threshold } });
    arguments.engine.answer(NamedQuestion::new("threshold check", subject, question))
}
