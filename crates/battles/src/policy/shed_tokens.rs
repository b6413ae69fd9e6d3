//! Wounds that a policy pays for a condition token that a unit has gained, as a card allows.

use super::context::PolicyContext;
use super::{BattlePolicy, CardPolicy, PolicyKind, ViewHash};
use crate::cards::CardChoice;
use crate::choice::ConditionToken;
use crate::decision::PlayerView;
use crate::field::UnitId;
use warodds_questions::catalogue::StayingCard;

/// What it is worth in a round that a unit may pay wounds for its tokens.
const SHED: f64 = 0.2;

/// Returns the unit of a card if it pays; `None` if its wounds are worth more than the token costs.
pub(super) fn shed_by(
    view: &PlayerView<'_>,
    (choice, token): (CardChoice, ConditionToken),
    among: &[UnitId],
    policy: BattlePolicy,
) -> Option<UnitId> {
    let unit = *among.first()?;
    match (policy.cards, policy.kind) {
        (CardPolicy::Never, _) => return None,
        (_, PolicyKind::Random) => return (ViewHash::new(view).below(2) == 0).then_some(unit),
        _ => {}
    }
    let stays = view.way(choice).and_then(|way| way.battle.as_ref()?.stays.as_ref());
    let wounds = f64::from(stays.map_or(0, |stays| stays.sheds));
    let context = PolicyContext::new(view, policy);
    let valued = context.unit(unit)?;
    (valued.token_loss(token) > wounds * valued.wound_value).then_some(unit)
}

/// Returns the value to a unit's player of a card by which it may pay for tokens in some rounds.
pub(super) fn shedding_value(stays: &StayingCard, rounds: f64) -> f64 {
    if stays.sheds > 0 { SHED * (1.0 + rounds) } else { 0.0 }
}
