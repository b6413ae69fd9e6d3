//! How numbers of options become the game's own.

use super::failure::Failure;
use crate::games::asoiaf::values::OutOfRange;
use crate::games::bounded::allowed;

/// What `--option` was given, or why it can not be.
pub(super) fn checked<T>(option: &str, made: Result<T, OutOfRange>) -> Result<T, Failure> {
    made.map_err(|wrong| {
        let OutOfRange { given, least, most, .. } = wrong;
        let allowed = allowed(least.into(), most.into());
        Failure::input(format!("--{option} must be {allowed}, not {given}"))
    })
}
