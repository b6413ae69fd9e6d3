//! Conversion of the numbers of options to the bounded types of a game.

use super::failure::Failure;
use crate::games::asoiaf::values::OutOfRange;
use crate::games::bounded::allowed;

/// Returns the value of `--option`, or the failure that names its range.
pub(super) fn checked<T>(option: &str, made: Result<T, OutOfRange>) -> Result<T, Failure> {
    made.map_err(|wrong| {
        let OutOfRange { given, least, most, .. } = wrong;
        let allowed = allowed(least.into(), most.into());
        Failure::input(format!("--{option} must be {allowed}, not {given}"))
    })
}
