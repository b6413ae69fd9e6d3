//! Answers to questions about a whole field, from any source of results.

use super::attachments::attachments;
use super::compare::compare_from;
use super::field::FieldQuestion;
use super::matrix::matrix_from;
use super::ranking::ranking;
use super::rate::rate_from;
use super::result_source::{CountsSource, DirectRun, ResultSource, ShardRecorder};
use super::worth::worth;
use super::{Control, Counts, EngineKind, Plan};
use warodds_answer::FieldAnswer;
use warodds_engine::run::{ContractError, Shard};

/// Answers a question about a field, on the threads of the current rayon pool.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub fn answer_field(
    question: &FieldQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<FieldAnswer, ContractError> {
    answer_of(question, plan, &DirectRun(control))
}

/// Answers from a source of results.
fn answer_of(
    question: &FieldQuestion,
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<FieldAnswer, ContractError> {
    Ok(match question {
        FieldQuestion::Matrix(question) => {
            FieldAnswer::Matrix(Box::new(matrix_from(question, plan, rolls)?))
        }
        FieldQuestion::Rate(question) => {
            FieldAnswer::Rate(Box::new(rate_from(question, plan, rolls)?))
        }
        FieldQuestion::Compare(question) => {
            FieldAnswer::Compare(Box::new(compare_from(question, plan, rolls)?))
        }
        FieldQuestion::Ranking(question) => {
            FieldAnswer::Ranking(Box::new(ranking(question, plan, rolls.control())?))
        }
        FieldQuestion::Worth(question) => {
            FieldAnswer::Worth(Box::new(worth(question, plan, rolls.control())?))
        }
        FieldQuestion::Attachments(question) => {
            // always computed exactly
            let found = attachments(question, plan, rolls.control())?;
            FieldAnswer::Attachments(Box::new(found))
        }
    })
}

/// Counts a shard of a field's run. Returns the counts of each place and the number of trials of
/// each; 0 if the run was stopped.
///
/// # Errors
/// As [`answer_field`].
pub fn count_field(
    question: &FieldQuestion,
    plan: &Plan,
    shard: Shard,
    control: &dyn Control,
) -> Result<(Vec<Counts>, u64), ContractError> {
    let counting = ShardRecorder::new(shard, control);
    answer_of(question, plan, &counting)?;
    let (counts, trials) = counting.counted();
    // a stopped run counted its places unevenly: such counts cannot be merged
    Ok((counts, if control.is_stopped() { 0 } else { trials }))
}

/// Answers a question about a field from the counts of its places, each of the plan's number of
/// trials; `partial` if some shards are missing.
///
/// # Errors
/// [`ContractError`] if these are not counts of the field.
pub fn answer_field_counted(
    question: &FieldQuestion,
    plan: &Plan,
    (counts, partial): (&[Counts], bool),
    control: &dyn Control,
) -> Result<FieldAnswer, ContractError> {
    let mut found = answer_of(question, plan, &CountsSource { counts, control })?;
    if partial {
        // the places themselves are complete; only the run has fewer trials than planned
        found.header_mut().method.partial = true;
    }
    Ok(found)
}

/// Returns the steps of a run's progress: attacks of the exact engine, trials of the others.
pub fn field_steps(question: &FieldQuestion, plan: &Plan) -> u64 {
    match plan.engine {
        EngineKind::Exact => question.attacks(),
        EngineKind::MonteCarlo | EngineKind::Dice => {
            question.attacks().saturating_mul(plan.goal.trials)
        }
    }
}
