//! A Game of Thrones (A13.1): five objectives, one of them in the centre.

use super::near::within_long_range;
use super::{ObjectiveEffect, controlled};
use crate::battle::{Battle, ObjectiveCard, ObjectiveDeck};
use crate::choice::{ConditionToken, PlayerChoice};
use crate::decision::{PlayerDecision, TargetReason};
use crate::field::UnitId;
use crate::geometry::{Length, Point};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::{BattleState, TOKEN_RADIUS};
use warodds_engine::chance::Label;

const CARD: Label = Label::new("objective card", "A13.1.1");
/// Objectives of the mode (A13.11).
const OBJECTIVES: usize = 5;

/// Returns how far from the centre tokens may lie, along x and y: 6" from deployment zones
/// (A13.11).
pub(crate) fn band(battle: &Battle) -> [i32; 2] {
    let radius = TOKEN_RADIUS.thousandths();
    let from_zone = battle.mode.zone().saturating_add(Length::SHORT).thousandths();
    [battle.table.width() / 2 - radius, battle.table.depth() / 2 - from_zone - radius]
}

/// Returns whether a token is at least 6" from all others, edge to edge (A13.11).
pub(crate) fn apart(state: &BattleState, at: Point) -> bool {
    let least = i64::from((Length::SHORT.thousandths()) + 2 * TOKEN_RADIUS.thousandths());
    state.objectives.iter().all(|other| {
        let (x, y) = (at.x() - other.at.x(), at.y() - other.at.y());
        i64::from(x).pow(2) + i64::from(y).pow(2) >= least.pow(2)
    })
}

/// Places the tokens, each with its card (A13.1.1, A13.11).
pub(super) fn set_up(play: &mut Play<'_>, objectives: ObjectiveDeck) -> PlayResult {
    let mut deck: Vec<u8> = (0..ObjectiveCard::DECK).collect();
    place_tokens(play, ObjectiveCard::Centre, |play| match objectives {
        ObjectiveDeck::Plain => ObjectiveCard::Plain,
        ObjectiveDeck::Deck2021 => drawn(play, &mut deck),
    })
}

/// Places one token in the centre; the players place the others in turn, from the winner of a
/// roll-off (A13.11). `next` is the card of each of these.
pub(super) fn place_tokens(
    play: &mut Play<'_>,
    centre: ObjectiveCard,
    mut next: impl FnMut(&mut Play<'_>) -> ObjectiveCard,
) -> PlayResult {
    play.place_objective(Point::ORIGIN, centre, None, "A13.11")?;
    let mut player = play.roll_off()?;
    while play.state.objectives.len() < OBJECTIVES {
        let choice = play.request_choice(player, PlayerDecision::Token)?;
        let PlayerChoice::Token(at) = choice else { return Err(wrong_choice("A13.11", &choice)) };
        let [x, y] = band(play.battle);
        if at.x().abs() > x || at.y().abs() > y || !apart(&play.state, at) {
            let why = "a token must lie 6\" from deployment zones and from other tokens";
            return Err(refusal("A13.11", why));
        }
        let card = next(play);
        play.place_objective(at, card, None, "A13.11")?;
        player = player.opponent();
    }
    Ok(())
}

/// Draws one of the remaining cards (A13.1.1).
fn drawn(play: &mut Play<'_>, deck: &mut Vec<u8>) -> ObjectiveCard {
    // there are ten
    let place = play.draw_card(&CARD, deck.len() as u8);
    let place = usize::from(place).min(deck.len().saturating_sub(1));
    if deck.is_empty() { ObjectiveCard::Plain } else { ObjectiveCard::Deck(deck.remove(place)) }
}

/// Scores all points first. The effects of objectives follow, those of the first player's units
/// first (A12.8, A13.1.2).
pub(super) fn score(play: &mut Play<'_>) -> PlayResult<Vec<(ObjectiveCard, UnitId)>> {
    let controllers = controlled::score(play, "A13.1.2")?;
    let cards = play.state.objectives.iter().map(|objective| objective.card);
    let mut effects: Vec<(ObjectiveCard, UnitId)> =
        cards.zip(controllers).filter_map(|(card, unit)| Some((card, unit?))).collect();
    let first = play.state.first;
    // stable: the effects of one player keep the order of the objectives
    effects.sort_by_key(|(_, unit)| play.state.unit(*unit).is_none_or(|held| held.player != first));
    Ok(effects)
}

/// Resolves the effect of a scored objective, but for what it returns.
pub(crate) fn effect(
    play: &mut Play<'_>,
    card: ObjectiveCard,
    unit: UnitId,
) -> PlayResult<Option<ObjectiveEffect>> {
    match card {
        ObjectiveCard::Centre => return Ok(Some(ObjectiveEffect::PanicTest(unit))),
        ObjectiveCard::Deck(0) => heal(play, unit)?,
        ObjectiveCard::Deck(1) => return shift(play, unit),
        ObjectiveCard::Deck(2) => harm(play, unit, ConditionToken::Panicked)?,
        ObjectiveCard::Deck(3) => harm(play, unit, ConditionToken::Vulnerable)?,
        _ => {}
    }
    Ok(None)
}

/// Heals a friendly unit by 1 wound, plus 1 for each rank it has lost.
fn heal(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    let player = play.unit(unit)?.player;
    let friends = within_long_range(play, unit, player)?;
    let friend = play.request_target(player, TargetReason::Heal, friends, "A13.1.3")?;
    let Some(friend) = friend else { return Ok(()) };
    let left = play.unit(friend)?.left;
    let lost = play
        .battle
        .fighter(friend)
        .map_or(0, |one| one.unit.body.ranks() - one.unit.body.ranks_left(left));
    play.heal(friend, 1 + lost, "A13.1.3")
}

fn harm(play: &mut Play<'_>, unit: UnitId, token: ConditionToken) -> PlayResult {
    let player = play.unit(unit)?.player;
    let enemies = within_long_range(play, unit, player.opponent())?;
    let enemy = play.request_target(player, TargetReason::Harm, enemies, "A13.1.3")?;
    enemy.map_or(Ok(()), |enemy| play.give_token(enemy, token, "A13.1.3"))
}

/// Lets a player shift a friendly unit that is not engaged by up to 3".
fn shift(play: &mut Play<'_>, unit: UnitId) -> PlayResult<Option<ObjectiveEffect>> {
    let player = play.unit(unit)?.player;
    let mut friends = within_long_range(play, unit, player)?;
    friends.retain(|friend| !play.state.field.is_engaged(*friend));
    if friends.is_empty() {
        return Ok(None);
    }
    let choice = play.request_choice(player, PlayerDecision::Shift(friends.clone()))?;
    match choice {
        PlayerChoice::Shift(None) => Ok(None),
        PlayerChoice::Shift(Some((friend, shift))) if friends.contains(&friend) => {
            Ok(Some(ObjectiveEffect::Shift(friend, shift)))
        }
        _ => Err(wrong_choice("A13.1.3", &choice)),
    }
}
