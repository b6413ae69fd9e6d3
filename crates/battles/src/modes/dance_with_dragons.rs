//! A Dance with Dragons (A13.5): three tokens that are carried slowly.

use super::carried;
use crate::battle::ObjectiveCard;
use crate::choice::ConditionToken;
use crate::decision::TargetReason;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Length, Point};
use crate::progress::{Play, PlayResult, refusal};
use crate::state::TOKEN_RADIUS;
use warodds_engine::chance::{Die, Label};

const B: Label = Label::new("objective B, D3", "A13.5.4");

/// The distance from a flank edge to the middle of a token that lies 6" from it.
const FROM_FLANK: i32 = Length::SHORT.thousandths() + TOKEN_RADIUS.thousandths();

/// Places tokens in the centre and 6" from each flank edge, A to the left of the first player
/// (A13.5.1).
pub(super) fn set_up(play: &mut Play<'_>) -> PlayResult {
    let x = play.battle.table.width() / 2 - FROM_FLANK;
    let left = if play.state.first == PlayerId::South { -x } else { x };
    for (x, card) in [(left, ObjectiveCard::A), (0, ObjectiveCard::B), (-left, ObjectiveCard::C)] {
        let at = Point::new(x.into(), 0)
            .map_err(|error| refusal("A13.5.1", format!("no table is that large: {error}")))?;
        play.place_objective(at, card, None, "A13.5.1")?;
    }
    Ok(())
}

/// Returns the D3 wounds that the holder of objective B suffers for a melee attack (A13.5.4).
pub(super) fn wounds_after_melee(play: &mut Play<'_>, unit: UnitId) -> PlayResult<u8> {
    let number = play.state.objective_carried_by(unit);
    let card = number.and_then(|number| play.state.objectives.get(number));
    let holds = card.is_some_and(|objective| objective.card == ObjectiveCard::B);
    // after the attack is complete: a unit that its own attack destroyed rolls nothing
    let is_left = play.unit(unit)?.left > 0;
    Ok(if holds && is_left { play.roll_die(&B, Die::D3) } else { 0 })
}

/// Scores the held tokens and resolves the effect of objective A (A13.5.4).
pub(super) fn score(play: &mut Play<'_>) -> PlayResult {
    let holders = carried::score(play, "A13.5.4")?;
    for (number, holder) in holders.into_iter().enumerate() {
        let card = play.state.objectives.get(number).map(|objective| objective.card);
        if let (Some(ObjectiveCard::A), Some(unit)) = (card, holder) {
            harm(play, unit)?;
        }
    }
    Ok(())
}

/// Lets the holder of objective A make one enemy Vulnerable and Weakened.
fn harm(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    let player = play.unit(unit)?.player;
    let enemies: Vec<UnitId> =
        play.state.units_on_table(player.opponent()).map(|(enemy, _)| enemy).collect();
    let target = play.request_target(player, TargetReason::Harm, enemies, "A13.5.4")?;
    let Some(target) = target else { return Ok(()) };
    play.give_token(target, ConditionToken::Vulnerable, "A13.5.4")?;
    play.give_token(target, ConditionToken::Weakened, "A13.5.4")
}
