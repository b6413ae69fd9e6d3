//! Comparisons of one unit, or of none: the commands that may be meant.

use super::failure::Failure;
use crate::request::{QuestionKind, RawFields};

/// Refuses a comparison without a second unit.
pub(super) fn check_second(kind: &QuestionKind, fields: &RawFields) -> Result<(), Failure> {
    let text = |id: &str| fields.of(id).next();
    let (name, command) = match [text("a"), text("b"), text("against")] {
        [Some(a), None, _] if kind.name == "compare" => {
            (a, format!("name a second unit, as in `warodds compare \"{a}\" OTHER`"))
        }
        [None, None, Some(against)] if kind.name == "compare" => (
            against,
            format!("name two units, as in `warodds compare A B --against \"{against}\"`"),
        ),
        _ => return Ok(()),
    };
    Err(Failure::input(format!(
        "a comparison needs two units: {command}; `warodds matrix all \"{name}\" --metric per-point \
         --sort value` shows who attacks it best"
    )))
}
