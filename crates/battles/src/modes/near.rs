//! Units and places near a unit or a carried token (A13.1.3, A13.4, A13.5, A13.7.3).

use crate::field::{PlayerId, UnitId};
use crate::geometry::{Length, Point, Shape};
use crate::progress::{Play, PlayResult};
use crate::state::{BattleState, TOKEN_RADIUS};
use crate::terrain::{Keyword, TerrainPiece};

/// Lists a player's units within long range of a unit, which may be one of them.
pub(super) fn within_long_range(
    play: &Play<'_>,
    unit: UnitId,
    player: PlayerId,
) -> PlayResult<Vec<UnitId>> {
    let tray = play.state.field.unit(unit)?.tray;
    let is_near = |other: &UnitId| {
        let at = play.state.field.unit(*other);
        at.is_ok_and(|at| tray.shape().is_within(at.tray.shape(), Length::LONG))
    };
    Ok(play.state.units_on_table(player).map(|(other, _)| other).filter(is_near).collect())
}

/// Returns the pile of a token.
fn pile_of<'a>(play: &'a Play<'_>, number: usize) -> Option<&'a TerrainPiece> {
    let pile = play.state.objectives.get(number)?.pile?;
    play.state.field.pieces().get(usize::from(pile))
}

/// Returns whether a unit touches the pile of a token.
pub(super) fn touches(play: &Play<'_>, number: usize, unit: UnitId) -> bool {
    let (Some(pile), Ok(at)) = (pile_of(play, number), play.state.field.unit(unit)) else {
        return false;
    };
    // a pile is no obstacle: a unit may be on it as well as next to it (A10.1)
    at.tray.shape().overlaps(pile.shape()) || at.tray.shape().touches(pile.shape())
}

/// Returns the enemies of a unit that touch the pile of a token (A13.4.5).
pub(super) fn touching(play: &Play<'_>, number: usize, unit: UnitId) -> PlayResult<Vec<UnitId>> {
    let player = play.unit(unit)?.player.opponent();
    let enemies = play.state.units_on_table(player).map(|(enemy, _)| enemy);
    Ok(enemies.filter(|enemy| touches(play, number, *enemy)).collect())
}

/// Returns whether a token may be placed here: it must touch its pile (A13.4.3).
pub(super) fn may_lie_at_pile(play: &Play<'_>, number: usize, at: Point) -> bool {
    pile_of(play, number).is_some_and(|pile| pile.shape().is_within_of_point(at, TOKEN_RADIUS))
}

/// Returns whether a token may be put down here: within 2" of a unit's tray, on the table, not on
/// impassable terrain and not on trays (A13.5.2, A13.5.3).
pub(crate) fn may_put_down(state: &BattleState, unit: UnitId, at: Point) -> bool {
    let Ok(held) = state.field.unit(unit) else { return false };
    let table = state.field.table();
    let inside = at.x().abs() <= table.width() / 2 && at.y().abs() <= table.depth() / 2;
    let clear = |shape: Shape<'_>| !shape.is_within_of_point(at, Length::THOUSANDTH);
    let mut impassable = state.field.pieces().iter().filter(|piece| piece.is(Keyword::Impassable));
    inside
        && held.tray.shape().is_within_of_point(at, Length::inches(2))
        && impassable.all(|piece| clear(piece.shape()))
        && state.field.units().all(|(_, other)| clear(other.tray.shape()))
}
