//! A Feast for Crows (A13.4): tokens on corpse piles, carried next to them.

use crate::battle::{ObjectiveCard, PILE};
use crate::choice::PlayerChoice;
use crate::decision::PlayerDecision;
use crate::field::UnitId;
use crate::geometry::{Heading, Length, Point, Pose};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::{BattleState, TOKEN_RADIUS};
use crate::terrain::TerrainPiece;
use warodds_games::asoiaf::UnitType;

/// The most piles in play (A13.4.2).
const MAX_PILES: usize = 4;
/// The distance from a flank edge to the middle of a token that lies 6" from it.
const FROM_FLANK: i32 = Length::SHORT.thousandths() + TOKEN_RADIUS.thousandths();

/// Places two tokens on the middle line, 6" from each flank edge, with a pile under each (A13.4.1).
pub(super) fn set_up(play: &mut Play<'_>) -> PlayResult {
    let x = play.battle.table.width() / 2 - FROM_FLANK;
    for x in [-x, x] {
        let middle = Point::new(x.into(), 0)
            .map_err(|error| refusal("A13.4.1", format!("no table is that large: {error}")))?;
        // opposite headings: turning the table by 180° swaps the two piles exactly
        let heading = if x < 0 { Heading::NORTH } else { Heading::SOUTH };
        pile(play, Pose { middle, heading }, "A13.4.1")?;
    }
    Ok(())
}

/// Places a pile with a token in its middle.
fn pile(play: &mut Play<'_>, pose: Pose, rule: &'static str) -> PlayResult {
    let kind = play.battle.kind(PILE);
    let kind = kind.ok_or_else(|| refusal(rule, format!("there is no kind of terrain {PILE}")))?;
    // pieces are few
    let number = play.state.field.pieces().len() as u8;
    play.place_piece(kind, pose, rule)?;
    play.place_objective(pose.middle, ObjectiveCard::Plain, Some(number), rule)
}

/// Checks that a pile may be placed here: wholly within 12" of a unit's tray, and at least 1" from
/// terrain and trays (A13.4.2).
///
/// # Errors
/// The reason in words, to follow "a pile may not lie there:".
pub(crate) fn may_pile(
    state: &BattleState,
    unit: UnitId,
    piece: &TerrainPiece,
) -> Result<(), &'static str> {
    let Ok(at) = state.field.unit(unit) else { return Err("its unit is gone") };
    if !state.field.table().contains(piece.shape()) {
        return Err("it is not wholly on the table");
    }
    let far = |[x, y]: [i32; 2]| {
        Point::new(x.into(), y.into())
            .is_ok_and(|corner| !at.tray.shape().is_within_of_point(corner, Length::LONG))
    };
    // a tray is convex: what holds of corners holds of all between them, but for rounding
    if piece.shape().corners().any(far) {
        return Err("it is not wholly within 12\" of the unit");
    }
    let clear = |shape| piece.shape().is_at_least_apart(shape, Length::INCH);
    let pieces = state.field.pieces().iter().filter(|piece| piece.is_present());
    let trays = state.field.units().map(|(_, other)| other.tray.shape());
    if pieces.map(TerrainPiece::shape).chain(trays).all(clear) {
        Ok(())
    } else {
        Err("it is within 1\" of terrain or a tray")
    }
}

/// Lets the owner of a destroyed infantry unit place a pile if there are fewer than four
/// (A13.4.2).
pub(super) fn add_pile(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    // every pile has one token, so the tokens count the piles
    let infantry = play.battle.fighter(unit).is_some_and(|one| one.unit.kind == UnitType::Infantry);
    if !infantry || play.state.objectives.len() >= MAX_PILES {
        return Ok(());
    }
    let player = play.unit(unit)?.player;
    let choice = play.request_choice(player, PlayerDecision::Pile(unit))?;
    let PlayerChoice::Piece(pose) = choice else { return Err(wrong_choice("A13.4.2", &choice)) };
    let Some(pose) = pose else { return Ok(()) };
    let kind = play.battle.kind(PILE).and_then(|kind| play.battle.kinds.get(usize::from(kind)));
    let piece = kind.map(|kind| kind.at(pose));
    let piece = piece.ok_or_else(|| refusal("A13.4.2", "there is no kind of pile"))?;
    may_pile(&play.state, unit, &piece)
        .map_err(|why| refusal("A13.4.2", format!("a pile may not lie there: {why}")))?;
    pile(play, pose, "A13.4.2")
}

/// Makes a unit drop its token if it ends an action away from the token's pile (A13.4.4).
pub(super) fn acted(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    match play.state.objective_carried_by(unit) {
        Some(number) if !super::near::touches(play, number, unit) => {
            super::carried::drop_token(play, number, unit)
        }
        _ => Ok(()),
    }
}
