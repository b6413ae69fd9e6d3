//! A Game of Thrones (A13.1): five objectives, one of them in the centre.

use super::{ObjectiveCard, controlled};
use crate::battle::Battle;
use crate::choice::{ConditionToken, PlayerChoice};
use crate::decision::{PlayerDecision, TargetReason};
use crate::field::UnitId;
use crate::geometry::{Length, Point};
use crate::play::{Play, PlayResult, place_objective, refusal, wrong_choice};
use crate::state::{BattleState, TOKEN_RADIUS};
use warodds_engine::chance::Label;

const CARD: Label = Label::new("objective card", "A13.1.1");
/// Cards of the deck of 2021 (A13.1.3).
const CARDS: u8 = 10;
/// Objectives of the mode (A13.11).
const OBJECTIVES: usize = 5;

/// The cards of the objectives outside the centre (A13.1.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ObjectiveDeck {
    /// The deck of 2021.
    #[default]
    Deck2021,
    /// No cards.
    Plain,
}

impl ObjectiveDeck {
    /// All decks with their names in files.
    pub const ALL: [(Self, &'static str); 2] =
        [(Self::Deck2021, "deck-2021"), (Self::Plain, "plain")];
}

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

/// Places one token in the centre; the players place the others in turn, from the winner of a
/// roll-off (A13.11).
pub(super) fn set_up(play: &mut Play<'_>, objectives: ObjectiveDeck) -> PlayResult {
    place_objective(play, Point::ORIGIN, ObjectiveCard::Centre, None, "A13.11")?;
    let mut player = play.roll_off()?;
    let mut deck: Vec<u8> = (0..CARDS).collect();
    while play.state.objectives.len() < OBJECTIVES {
        let choice = play.request_choice(player, PlayerDecision::Token)?;
        let PlayerChoice::Token(at) = choice else { return Err(wrong_choice("A13.11", &choice)) };
        let [x, y] = band(play.battle);
        if at.x().abs() > x || at.y().abs() > y || !apart(&play.state, at) {
            let why = "a token must lie 6\" from deployment zones and from other tokens";
            return Err(refusal("A13.11", why));
        }
        let card = match objectives {
            ObjectiveDeck::Plain => ObjectiveCard::Plain,
            ObjectiveDeck::Deck2021 => drawn(play, &mut deck),
        };
        place_objective(play, at, card, None, "A13.11")?;
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

/// Scores all points first, then resolves the effects of objectives, those of the first player's
/// units first (A12.8, A13.1.2).
pub(super) fn score(play: &mut Play<'_>) -> PlayResult {
    let controllers = controlled::score(play, "A13.1.2")?;
    let first = play.state.first;
    let mut effects: Vec<(usize, UnitId)> = Vec::new();
    for player in [first, first.opponent()] {
        let of =
            controllers.iter().enumerate().filter_map(|(number, unit)| Some((number, (*unit)?)));
        effects.extend(
            of.filter(|(_, unit)| play.state.unit(*unit).is_some_and(|held| held.player == player)),
        );
    }
    for (number, unit) in effects {
        let player = play.unit(unit)?.player;
        // an earlier effect may have destroyed it: the centre makes its unit test (A13.1.1)
        if play.state.is_on_table(unit, player) {
            effect(play, number, unit)?;
        }
    }
    Ok(())
}

/// Resolves the effect of a scored objective.
fn effect(play: &mut Play<'_>, number: usize, unit: UnitId) -> PlayResult {
    match play.state.objectives.get(number).map(|objective| objective.card) {
        Some(ObjectiveCard::Centre) => play.panic(unit, -2, true),
        Some(ObjectiveCard::Deck(0)) => heal(play, unit),
        Some(ObjectiveCard::Deck(1)) => shift(play, unit),
        Some(ObjectiveCard::Deck(2)) => harm(play, unit, ConditionToken::Panicked),
        Some(ObjectiveCard::Deck(3)) => harm(play, unit, ConditionToken::Vulnerable),
        _ => Ok(()),
    }
}

/// Returns the units within long range of a unit: friendly ones, including itself, or enemies.
fn near(play: &Play<'_>, unit: UnitId, friends: bool) -> PlayResult<Vec<UnitId>> {
    let (player, tray) = (play.unit(unit)?.player, play.state.field.unit(unit)?.tray);
    let whose = if friends { player } else { player.opponent() };
    let is_near = |other: &UnitId| {
        let at = play.state.field.unit(*other);
        at.is_ok_and(|at| tray.shape().is_within(at.tray.shape(), Length::LONG))
    };
    Ok(play.state.units_on_table(whose).map(|(other, _)| other).filter(is_near).collect())
}

/// Lets a unit's player choose one of these units, or none.
fn target(
    play: &mut Play<'_>,
    unit: UnitId,
    why: TargetReason,
    among: Vec<UnitId>,
) -> PlayResult<Option<UnitId>> {
    if among.is_empty() {
        return Ok(None);
    }
    let player = play.unit(unit)?.player;
    let choice = play.request_choice(player, PlayerDecision::Target(why, among.clone()))?;
    match choice {
        PlayerChoice::Target(None) => Ok(None),
        PlayerChoice::Target(Some(target)) if among.contains(&target) => Ok(Some(target)),
        _ => Err(wrong_choice("A13.1.3", &choice)),
    }
}

/// Heals a friendly unit by 1 wound, plus 1 for each rank it has lost.
fn heal(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    let friends = near(play, unit, true)?;
    let Some(friend) = target(play, unit, TargetReason::Heal, friends)? else { return Ok(()) };
    let left = play.unit(friend)?.left;
    let lost = play
        .battle
        .fighter(friend)
        .map_or(0, |one| one.unit.body.ranks() - one.unit.body.ranks_left(left));
    play.heal(friend, 1 + lost, "A13.1.3")
}

fn harm(play: &mut Play<'_>, unit: UnitId, token: ConditionToken) -> PlayResult {
    let enemies = near(play, unit, false)?;
    let Some(enemy) = target(play, unit, TargetReason::Harm, enemies)? else { return Ok(()) };
    play.give_token(enemy, token, "A13.1.3")
}

/// Shifts a friendly unit that is not engaged by up to 3".
fn shift(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    let mut friends = near(play, unit, true)?;
    friends.retain(|friend| !play.state.field.is_engaged(*friend));
    if friends.is_empty() {
        return Ok(());
    }
    let player = play.unit(unit)?.player;
    let choice = play.request_choice(player, PlayerDecision::Shift(friends.clone()))?;
    match choice {
        PlayerChoice::Shift(None) => Ok(()),
        PlayerChoice::Shift(Some((friend, shift))) if friends.contains(&friend) => {
            play.shift_by_objective(friend, shift)
        }
        _ => Err(wrong_choice("A13.1.3", &choice)),
    }
}
