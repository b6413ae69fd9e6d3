//! A Dance with Dragons (A13.5): three tokens that are carried slowly.

use super::{ObjectiveCard, carried};
use crate::choice::{ConditionToken, PlayerChoice};
use crate::decision::{PlayerDecision, TargetReason};
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Length, Point};
use crate::play::{Play, PlayResult, place_objective, refusal, wrong_choice};
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
        place_objective(play, at, card, None, "A13.5.1")?;
    }
    Ok(())
}

/// Deals D3 wounds to the holder of objective B after its melee attack (A13.5.4).
pub(super) fn after_melee(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    let number = play.state.objective_carried_by(unit);
    let card = number.and_then(|number| play.state.objectives.get(number));
    if card.is_none_or(|objective| objective.card != ObjectiveCard::B) || play.unit(unit)?.left == 0
    {
        return Ok(());
    }
    // after the attack is complete: a unit that its own attack destroyed rolls nothing
    let wounds = play.roll_die(&B, Die::D3);
    play.wound(unit, wounds, "A13.5.4")
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
    let choice =
        play.request_choice(player, PlayerDecision::Target(TargetReason::Harm, enemies.clone()))?;
    let PlayerChoice::Target(target) = choice else { return Err(wrong_choice("A13.5.4", &choice)) };
    let Some(target) = target else { return Ok(()) };
    if !enemies.contains(&target) {
        return Err(refusal("A13.5.4", format!("{target} is no enemy on the table")));
    }
    play.give_token(target, ConditionToken::Vulnerable, "A13.5.4")?;
    play.give_token(target, ConditionToken::Weakened, "A13.5.4")
}
