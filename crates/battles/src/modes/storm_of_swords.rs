//! A Storm of Swords (A13.3): one player attacks a wall of three sections, the other defends it.
//!
//! The attacker sits at the southern edge, so the choice of an edge is that of a side. Siege cards
//! are in force once drawn; those that repair or damage walls do so when a round begins, the
//! defender's first.

use crate::field::{PlacedUnit, PlayerId, UnitId};
use crate::geometry::Tray;
use crate::log::LogEntry;
use crate::progress::{Play, PlayResult, refusal};
use crate::siege::{DRAWN, Siege, SiegeCardId, SiegeSide, SiegeState, WALL_POINTS, behind};
use crate::state::{BattleState, UnitPlace};
use warodds_engine::chance::Label;

const CARD: Label = Label::new("siege card", "A13.3.3");

/// Returns the siege of a battle with its state.
fn siege<'a>(play: &Play<'a>) -> PlayResult<(&'a Siege, SiegeState)> {
    let siege = play.battle.siege.as_ref().zip(play.state.siege);
    siege.ok_or_else(|| refusal("A13.3", "the battle has no siege"))
}

/// Places the wall and draws the siege cards (A13.3.1, A13.3.3).
pub(super) fn set_up(play: &mut Play<'_>) -> PlayResult {
    let (siege, state) = siege(play)?;
    let army = play.army_at(state.defender);
    let battle = play.battle;
    for (section, wall) in battle.walls_of(army).enumerate() {
        let pose = siege.pose(section, battle.table.depth(), state.defender);
        let pose = pose.ok_or_else(|| refusal("A13.3.1", "the wall has no room"))?;
        let at = PlacedUnit { player: state.defender, tray: Tray::new(siege.wall.tray, pose) };
        play.state.field.place_wall(wall, at)?;
        if let Some(held) = play.state.unit_mut(wall) {
            (held.place, held.left) = (UnitPlace::Wall, siege.wall_wounds);
        }
        play.record(|| LogEntry::Moved { unit: wall, pose, rule: "A13.3.1".into() })?;
    }
    play.state.field.close_behind(behind(state.defender));
    SiegeSide::BOTH.into_iter().try_for_each(|side| draw(play, siege, side))?;
    thicken(play, siege)
}

/// Draws three random cards of a side (A13.3.3).
fn draw(play: &mut Play<'_>, siege: &Siege, side: SiegeSide) -> PlayResult {
    let all = (0..).map(SiegeCardId).zip(siege.deck(side));
    let mut left: Vec<_> = all.collect();
    for _ in 0..DRAWN {
        play.ensure_dice()?;
        // a deck has from 3 to 16 cards
        let drawn = usize::from(play.draw_card(&CARD, left.len() as u8));
        if drawn >= left.len() {
            return Err(refusal("A13.3.3", "there is no such siege card"));
        }
        let (card, effect) = left.remove(drawn);
        let Some(state) = &mut play.state.siege else { return Ok(()) };
        state.draw(side, card, effect);
        let player = state.player(side);
        play.record(|| LogEntry::SiegeCard { player, card, rule: "A13.3.3".into() })?;
    }
    Ok(())
}

/// Adds the wounds of cards of the defender to the walls.
fn thicken(play: &mut Play<'_>, siege: &Siege) -> PlayResult {
    let left = siege.wall_wounds.saturating_add(more_wounds(&play.state, siege));
    for wall in standing(&play.state) {
        play.set_wounds_left(wall, left, "A13.3.3")?;
    }
    Ok(())
}

/// Returns the wounds that each wall has by cards in addition.
fn more_wounds(state: &BattleState, siege: &Siege) -> u8 {
    let state = state.siege.unwrap_or_else(SiegeState::new);
    let more = state.cards(siege, SiegeSide::Defender).map(|card| card.wall_wounds);
    more.fold(0, u8::saturating_add)
}

/// Lists the sections that are not destroyed.
fn standing(state: &BattleState) -> Vec<UnitId> {
    let walls = state.units_with_ids().filter(|(_, unit)| unit.place == UnitPlace::Wall);
    walls.map(|(wall, _)| wall).collect()
}

/// Keeps the units in reserve that the defender has not deployed (A13.3.5).
pub(super) fn deployed(play: &mut Play<'_>) -> PlayResult {
    let (_, siege) = siege(play)?;
    for unit in &mut play.state.units {
        if unit.player == siege.defender && matches!(unit.place, UnitPlace::Reserve(_)) {
            unit.place = UnitPlace::Reserve(siege.reserves_from);
        }
    }
    Ok(())
}

/// Repairs and damages walls by siege cards.
pub(super) fn begin_round(play: &mut Play<'_>) -> PlayResult {
    let (siege, state) = siege(play)?;
    let round = play.state.round;
    let sum = |side: SiegeSide, of: fn(&crate::siege::SiegeCard) -> u8| {
        let cards = state.cards(siege, side).filter(|card| {
            let [first, last] = card.rounds;
            (first..=last).contains(&round)
        });
        cards.map(of).fold(0, u8::saturating_add)
    };
    let repairs = sum(SiegeSide::Defender, |card| card.wall_repairs);
    let damage = sum(SiegeSide::Attacker, |card| card.wall_damage);
    let full = siege.wall_wounds.saturating_add(more_wounds(&play.state, siege));
    for wall in standing(&play.state) {
        let left = play.unit(wall)?.left;
        play.set_wounds_left(wall, left.saturating_add(repairs).min(full), "A13.3.3")?;
        let left = play.unit(wall)?.left;
        play.set_wounds_left(wall, left.saturating_sub(damage), "A13.3.3")?;
        if left <= damage {
            break_wall(play, wall, None)?;
        }
    }
    Ok(())
}

/// Destroys a section: it stays where it is, and the attacker scores (A13.3.6).
pub(crate) fn break_wall(play: &mut Play<'_>, wall: UnitId, killer: Option<UnitId>) -> PlayResult {
    let player = play.unit(wall)?.player;
    if let Some(held) = play.state.unit_mut(wall) {
        held.place = UnitPlace::Gone;
        held.deaths = 1;
    }
    play.state.field.break_wall(wall);
    play.record(|| LogEntry::Destroyed { unit: wall })?;
    play.score(player.opponent(), WALL_POINTS, killer, "A13.3.6")
}

/// Returns whether a unit is of the defender.
pub(super) fn is_of_defender(state: &BattleState, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(|held| held.player == state.defender())
}

/// Returns where a destroyed unit waits: those of the attacker come back when a round begins, but no
/// characters (A13.3.4).
pub(super) fn return_of(play: &Play<'_>, unit: UnitId, player: PlayerId) -> Option<UnitPlace> {
    let is_character = play.battle.fighter(unit).is_some_and(|one| one.is_character());
    (player != play.state.defender() && !is_character).then_some(UnitPlace::Fallen)
}
