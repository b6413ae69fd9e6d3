//! `--given`: the condition under which a question is answered.

use serde_json::json;

use super::error::{RequestError, WhyError};
use super::group::keys;
use super::trace::Trace;
use super::value::{Value, result_id};
use crate::document::schema::Schema;
use crate::document::{name_help, quoted};
use crate::study::{
    Answer, Comparison, Condition, ConditionError, Control, NamedQuestion, Plan, ResultCondition,
    answer_given, seed_given,
};

/// The word between the conditions that must all hold.
const AND: &str = " and ";
/// Most seeds that are drawn to find a resolution that meets a condition: some seconds.
const DRAWS: u64 = 1_000_000;

impl Value for Condition {
    fn read(text: &str) -> Result<Self, String> {
        let conditions = text.split(AND).map(|one| {
            read_one(one.trim()).ok_or_else(|| {
                let part = if text == one { "it".to_owned() } else { quoted(one.trim()) };
                format!(
                    "{part} must be a condition: a quantity or an event, one of >=, <=, >, < and \
                     =, and a count, such as wounds>=9 or panic_failed=1; `and` joins several"
                )
            })
        });
        conditions.collect::<Result<_, _>>().map(Self)
    }

    fn show(&self) -> String {
        self.to_string()
    }

    fn schema() -> Schema {
        let one = "[a-z0-9_-]+ *(>=|<=|>|<|=) *[0-9]+";
        json!({ "type": "string", "pattern": format!("^ *{one}( +and +{one})* *$") })
    }
}

/// Parses a condition on one result.
fn read_one(text: &str) -> Option<ResultCondition> {
    let split = |(comparison, sign): (Comparison, &str)| {
        text.split_once(sign).map(|(result, count)| (result, comparison, count))
    };
    let (result, comparison, count) = Comparison::SIGNS.into_iter().find_map(split)?;
    let result = result_id(result)?;
    let digits = count.trim();
    // `parse` would allow a sign
    let is_count = digits.chars().all(|c| c.is_ascii_digit());
    let count = digits.parse().ok().filter(|_| is_count)?;
    Some(ResultCondition { result, comparison, count })
}

keys! {
    /// The condition under which a question is answered.
    pub struct GivenKeys in Engine {
        /// Assume this of the results, such as "wounds>=9" or "hits>=5 and panic_failed=1". The
        /// exact answer shows which step made the difference; with --explain, a roll that meets the
        /// condition is shown die by die.
        maybe given: Condition, "CONDITION";
    }
}

/// Answers a question under a condition; `without` is its answer without it.
///
/// # Errors
/// [`RequestError::Refused`] for an unknown result and for an impossible condition.
pub(super) fn conditioned(
    condition: &Condition,
    question: &NamedQuestion,
    plan: &Plan,
    without: &Answer,
    control: &dyn Control,
) -> Result<Answer, WhyError> {
    let found = answer_given(question, plan, condition, without, control);
    found.map_err(|wrong| refused(condition, question, wrong))
}

/// Resolves a question with the dice of the first seed, from that of the plan, that meets a
/// condition.
///
/// # Errors
/// As [`conditioned`], and for a condition that no seed of the first million meets.
pub(super) fn trace_given(
    condition: &Condition,
    question: &NamedQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Trace, WhyError> {
    let found = seed_given(question, plan, condition, DRAWS, control);
    let (seed, given) = found.map_err(|wrong| refused(condition, question, wrong))?;
    Ok(Trace { given: Some(given), ..Trace::new(question, seed) })
}

/// Converts an error.
fn refused(condition: &Condition, question: &NamedQuestion, wrong: ConditionError) -> WhyError {
    let wrong = match wrong {
        ConditionError::Engine(error) => return error.into(),
        ConditionError::Unknown { result, known } => {
            let help = name_help(&result, known, "results");
            format!("this question has no quantity or event {}; {help}", quoted(&result))
        }
        ConditionError::Impossible(possible) => {
            let case: Vec<String> =
                question.case.iter().map(|one| format!("{} {}", one.axis, one.value)).collect();
            let case =
                if case.is_empty() { String::new() } else { format!(" with {}", case.join(", ")) };
            let possible = if possible.is_empty() { possible } else { format!(": {possible}") };
            format!("cannot happen{case}{possible}")
        }
        ConditionError::Rare { p, draws } => format!(
            "none of {draws} seeds meets the condition, whose probability is {p:.1e}; name another \
             --seed, or leave --explain out"
        ),
    };
    RequestError::Refused(format!("--given {}: {wrong}", quoted(&condition.to_string()))).into()
}
