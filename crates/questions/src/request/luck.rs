//! `--rolled`: how lucky the result of a roll was.

use warodds_answer::Luck;

use super::counts::QuantityCount;
use super::error::RequestError;
use crate::study::{Answer, is_loss};
use warodds_games::Question;

/// Returns how lucky the result `rolled` of a question was.
///
/// # Errors
/// [`RequestError::Refused`] for a quantity that the answer does not have, and for a result that is
/// impossible.
pub(super) fn luck(
    rolled: &QuantityCount,
    question: &Question,
    answer: &Answer,
) -> Result<Luck, RequestError> {
    const OPTION: &str = "--rolled";
    let found = rolled.find(answer).ok_or_else(|| rolled.unknown(OPTION, answer))?;
    let luck = Luck::new(found, rolled.count, is_loss(question, found.name));
    luck.map_err(|wrong| rolled.refused(OPTION, wrong))
}
