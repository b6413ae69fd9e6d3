//! A Clash of Kings (A13.2): three objectives in a row, and reserves.

use crate::battle::ObjectiveCard;
use crate::geometry::Point;
use crate::progress::{Play, PlayResult};

/// Places tokens in the centre, and 12" to the left and right of it (A13.2.1).
pub(super) fn set_up(play: &mut Play<'_>) -> PlayResult {
    for x in [0, -12_000, 12_000] {
        let at = Point::new(x, 0).map_err(|error| {
            crate::progress::refusal("A13.2.1", format!("no table is that small: {error}"))
        })?;
        play.place_objective(at, ObjectiveCard::Plain, None, "A13.2.1")?;
    }
    Ok(())
}
