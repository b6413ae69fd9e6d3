//! What it is worth to cancel what the enemy plays.

use super::card_values::{ENEMY_CARD, price};
use super::context::PolicyContext;
use warodds_games::asoiaf::effect::Moment;
use warodds_questions::catalogue::BattlePlay;

/// Returns the value of what a card cancels after a moment: the enemy thinks that what he plays is
/// worth more than a card in the hand.
pub(super) fn cancelling_value(
    context: &PolicyContext<'_>,
    play: &BattlePlay,
    moment: Moment,
) -> f64 {
    let now = play.cancels.iter().filter(|one| one.after.unwrap_or(play.moment()) == moment);
    let chance = now.map(|one| one.on.max(1)).max();
    let chance = chance.map_or(0.0, |face| f64::from(7 - face.min(6)) / 6.0);
    chance * ENEMY_CARD * price(context.view, context.policy.weights)
}
