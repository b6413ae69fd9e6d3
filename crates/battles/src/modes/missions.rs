//! The Winds of Winter (A13.6) and Dark Wings, Dark Words (A13.8): missions instead of points for
//! objectives and destroyed units.
//!
//! All missions are looked at when the round ends, after all events of the round and before any
//! point is scored. A deck that is empty is made again from the discarded missions: the books do
//! not say, but open a mission in each round (A13.6.1).

use super::game_of_thrones;
use crate::battle::{Battle, Mode, ObjectiveCard, zone};
use crate::choice::{ConditionToken, PlayerChoice, TacticsZone};
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::geometry::Point;
use crate::missions::{MissionId, MissionStanding};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::BattleState;

/// The missions of a first hand (A13.6.1).
const HAND: u8 = 5;
/// The missions that lie open in Dark Wings, Dark Words (A13.8.1).
const OPEN: u8 = 3;
/// The round from which missions score (A13.6.3).
const FIRST_ROUND: u8 = 2;

/// Places the tokens and deals missions: five to each hand, or three open ones (A13.6.1, A13.8.1).
pub(super) fn set_up(play: &mut Play<'_>) -> PlayResult {
    game_of_thrones::place_tokens(play, ObjectiveCard::Plain, |_| ObjectiveCard::Plain)?;
    if play.battle.mode == Mode::TheWindsOfWinter {
        let first = play.state.first;
        for player in [first, first.opponent()] {
            for _ in 0..HAND {
                play.draw_mission(player, "A13.6.1")?;
            }
        }
        return Ok(());
    }
    (0..OPEN).try_for_each(|_| play.open_mission("A13.8.1").map(|_| ()))
}

/// Begins a round: forgets the events of the last one; from the second round on both players choose
/// a mission of their hands, and one is opened (A13.6.1).
pub(super) fn begin_round(play: &mut Play<'_>) -> PlayResult {
    let controlled = play.state.controllers(play.battle);
    play.state.missions.controlled = controlled;
    play.state.missions.destroyed.clear();
    if play.battle.mode != Mode::TheWindsOfWinter || play.state.round < FIRST_ROUND {
        return Ok(());
    }
    let first = play.state.first;
    for player in [first, first.opponent()] {
        choose(play, player)?;
    }
    play.open_mission("A13.6.1").map(|_| ())
}

/// Lets a player choose a mission of the hand for the round.
fn choose(play: &mut Play<'_>, player: PlayerId) -> PlayResult {
    if play.mission_hand(player).is_empty() {
        return Ok(());
    }
    let choice = play.request_choice(player, PlayerDecision::Mission)?;
    let PlayerChoice::Mission(mission) = choice else {
        return Err(wrong_choice("A13.6.1", &choice));
    };
    play.choose_mission(player, mission)
}

/// Resolves what a player may take in place of the effect of the Letters: a condition token, a
/// mission, and another choice for the round (A13.6.2).
pub(crate) fn letters(
    play: &mut Play<'_>,
    player: PlayerId,
    (unit, token): (UnitId, ConditionToken),
) -> PlayResult {
    if play.battle.mode != Mode::TheWindsOfWinter {
        return Err(refusal("A13.6.2", "this mode has no missions in hands"));
    }
    play.give_token(unit, token, "A13.6.2")?;
    play.draw_mission(player, "A13.6.2")?;
    // a chosen mission is not revealed before the round ends
    if play.return_mission(player) { choose(play, player) } else { Ok(()) }
}

/// Scores the missions of a round: for each player the chosen one and all that are open (A13.6.3).
pub(super) fn score(play: &mut Play<'_>) -> PlayResult {
    let first = play.state.first;
    let players = [first, first.opponent()];
    // all are looked at before any is scored (A12.8)
    let scored = players.map(|player| scored(play, player));
    for (player, missions) in players.into_iter().zip(scored) {
        for (mission, points) in missions {
            play.score_mission(player, mission, points)?;
        }
    }
    Ok(())
}

/// Lists the missions that a player fulfils, each with its points.
fn scored(play: &Play<'_>, player: PlayerId) -> Vec<(MissionId, u8)> {
    let standing = play.state.standing(play.battle, player);
    let chosen = play.chosen_mission(player);
    let missions = chosen.into_iter().chain(play.state.missions.open.missions());
    let scored = missions.filter_map(|id| {
        let mission = play.battle.missions.as_ref()?.mission(id)?;
        let times = mission.times(&standing);
        (times > 0).then(|| (id, mission.points.saturating_mul(times)))
    });
    scored.collect()
}

/// Ends a round: the missions of the round are discarded unless they stay (A13.6.1), or the first
/// player exchanges an open one for a new one (A13.8.2).
pub(super) fn end_round(play: &mut Play<'_>) -> PlayResult {
    if play.battle.mode == Mode::TheWindsOfWinter {
        return play.discard_missions();
    }
    let open = play.state.missions.open;
    if play.open_mission("A13.8.2")?.is_none() {
        return Ok(());
    }
    let decision = PlayerDecision::ReplacedMission(open);
    let choice = play.request_choice(play.state.first, decision)?;
    let PlayerChoice::Mission(replaced) = choice else {
        return Err(wrong_choice("A13.8.2", &choice));
    };
    if !open.contains(replaced) {
        let why = format!("mission {} was not open before", replaced.0);
        return Err(refusal("A13.8.2", why));
    }
    play.discard_open_mission(replaced, "A13.8.2")
}

impl BattleState {
    /// Returns what a player has reached in the round.
    pub(crate) fn standing(&self, battle: &Battle, player: PlayerId) -> MissionStanding {
        let state = self;
        let enemy = player.opponent();
        let controllers = state.controllers(battle);
        let controlled = |by| count(controllers.iter().filter(move |held| **held == Some(by)));
        let before = &state.missions.controlled;
        let taken = controllers.iter().zip(before);
        let centre = state.objectives.iter().zip(&controllers);
        let mut centre = centre.filter(|(objective, _)| objective.at == Point::ORIGIN);
        let zones = TacticsZone::ALL.into_iter().zip(&state.tactics_zones);
        let of_enemy =
            |unit: UnitId| state.unit(unit).is_some_and(|destroyed| destroyed.player == enemy);
        let destroyed = || state.missions.destroyed.iter().filter(|unit| of_enemy(**unit));
        let commands =
            |unit: &UnitId| battle.fighter(*unit).is_some_and(|fighter| fighter.commander);
        let tokens = |token: ConditionToken| {
            count(state.units_on_table(enemy).filter(|(_, unit)| unit.tokens & token.bit() != 0))
        };
        let any =
            ConditionToken::ALL.map(ConditionToken::bit).into_iter().fold(0, |any, bit| any | bit);
        MissionStanding {
            objectives: controlled(player),
            enemy_objectives: controlled(enemy),
            centre: centre.any(|(_, held)| *held == Some(player)),
            taken_objectives: count(
                taken.filter(|(now, then)| **now == Some(player) && **then == Some(enemy)),
            ),
            zones: zones.filter(|(_, held)| **held == Some(player)).map(|(zone, _)| zone).collect(),
            destroyed: count(destroyed()),
            commander_destroyed: destroyed().any(commands),
            avenged: count(destroyed().filter(|unit| state.missions.has_destroyed(**unit))),
            in_enemy_zone: in_enemy_zone(battle, state, player),
            engaged_ranks: engaged_ranks(battle, state, player),
            enemies_with: ConditionToken::ALL.map(tokens),
            enemies_with_token: count(
                state.units_on_table(enemy).filter(|(_, unit)| unit.tokens & any != 0),
            ),
            first_player: state.first == player,
        }
    }
}

/// Counts things, of which there are far fewer than 256.
fn count(things: impl Iterator) -> u8 {
    things.fold(0, |count: u8, _| count.saturating_add(1))
}

fn in_enemy_zone(battle: &Battle, state: &BattleState, player: PlayerId) -> u8 {
    let strip = zone(player.opponent(), battle.mode.zone());
    let is_inside = |unit: UnitId| {
        let at = state.field.unit(unit);
        at.is_ok_and(|at| state.field.table().strip_contains(strip, at.tray.shape()))
    };
    count(state.units_on_table(player).filter(|(unit, _)| is_inside(*unit)))
}

fn engaged_ranks(battle: &Battle, state: &BattleState, player: PlayerId) -> u8 {
    let engaged = state.units_on_table(player).filter(|(unit, _)| state.field.is_engaged(*unit));
    let ranks = engaged.filter_map(|(unit, held)| Some(battle.fighter(unit)?.ranks(held.left)));
    ranks.fold(0, u8::saturating_add)
}
