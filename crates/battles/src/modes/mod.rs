//! The rules of game modes (A13): one file each. This file dispatches the events of a battle to
//! them.
//!
//! | when | what a mode may do |
//! |---|---|
//! | `set_up` | lay its objective tokens, before terrain |
//! | `deployed` | after deployment |
//! | `activating`, `moved`, `acted` | when a unit's activation begins, a move or an action of it ends |
//! | `failed_test`, `before_removal`, `return_of`, `points_for` | at a failed panic test or a destruction |
//! | `wounds_after_melee` | after a melee attack of a unit |
//! | `begin_round`, `end_round` | when a round begins, and after its check for a winner |
//! | `score`, `effect` | at the end of rounds from the second on |
//!
//! What needs the rules of play, as wounds do, is returned to them. To add a mode, add a file, a
//! variant of [`Mode`], and a line for each event at which it acts.

mod carried;
mod clash_of_kings;
mod controlled;
mod dance_with_dragons;
mod feast_for_crows;
mod fire_and_blood;
mod game_of_thrones;
mod missions;
mod near;
mod silence;
mod storm_of_swords;

use crate::battle::{Mode, ObjectiveCard};
use crate::choice::Shift;
use crate::field::UnitId;
use crate::progress::{Play, PlayResult};
use crate::state::UnitPlace;

pub(crate) use feast_for_crows::may_pile;
pub(crate) use fire_and_blood::MARKS;
pub(crate) use game_of_thrones::{apart, band, effect};
pub(crate) use missions::letters;
pub(crate) use near::may_put_down;
pub(crate) use storm_of_swords::break_wall;

/// Places the tokens of the mode.
pub(crate) fn set_up(play: &mut Play<'_>) -> PlayResult {
    match play.battle.mode {
        Mode::AGameOfThrones(objectives) => game_of_thrones::set_up(play, objectives),
        Mode::AClashOfKings => clash_of_kings::set_up(play),
        Mode::AStormOfSwords => storm_of_swords::set_up(play),
        Mode::AFeastForCrows => feast_for_crows::set_up(play),
        Mode::ADanceWithDragons => dance_with_dragons::set_up(play),
        Mode::FireAndBlood => Ok(()),
        Mode::TheWindsOfWinter | Mode::DarkWingsDarkWords => missions::set_up(play),
    }
}

/// Runs when a round begins.
pub(crate) fn begin_round(play: &mut Play<'_>) -> PlayResult {
    if play.battle.mode.has_siege() {
        return storm_of_swords::begin_round(play);
    }
    if play.battle.mode.has_missions() { missions::begin_round(play) } else { Ok(()) }
}

/// Runs after the check for a winner at the end of a round.
pub(crate) fn end_round(play: &mut Play<'_>) -> PlayResult {
    if play.battle.mode.has_missions() { missions::end_round(play) } else { Ok(()) }
}

/// Runs after deployment.
pub(crate) fn deployed(play: &mut Play<'_>) -> PlayResult {
    match play.battle.mode {
        Mode::FireAndBlood => fire_and_blood::marks(play),
        Mode::AStormOfSwords => storm_of_swords::deployed(play),
        _ => Ok(()),
    }
}

/// Returns where a unit that is destroyed waits for its return; `None` if it does not return.
pub(crate) fn return_of(play: &Play<'_>, unit: UnitId) -> PlayResult<Option<UnitPlace>> {
    let state = play.unit(unit)?;
    Ok(match play.battle.mode {
        // in the same round if it had not activated (A13.2.4)
        Mode::AClashOfKings => {
            Some(UnitPlace::Reserve(play.state.round + u8::from(state.activated)))
        }
        Mode::AStormOfSwords => storm_of_swords::return_of(play, unit, state.player),
        _ => None,
    })
}

/// Runs when a unit's activation starts.
pub(crate) fn activating(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    match play.battle.mode {
        Mode::FireAndBlood => fire_and_blood::bounty(play, unit),
        _ => Ok(()),
    }
}

/// Runs when a move of a unit ends.
pub(crate) fn moved(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    if play.battle.mode.is_carried() { carried::claim(play, unit) } else { Ok(()) }
}

/// Runs when an action of a surviving unit ends.
pub(crate) fn acted(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    match play.battle.mode {
        Mode::AFeastForCrows => feast_for_crows::acted(play, unit),
        _ => Ok(()),
    }
}

/// Runs when a surviving unit failed a panic test.
pub(crate) fn failed_test(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    if play.battle.mode.is_carried() { carried::lose(play, unit) } else { Ok(()) }
}

/// Runs before a destroyed unit leaves the table.
pub(crate) fn before_removal(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    if play.battle.mode.has_piles() {
        feast_for_crows::add_pile(play, unit)?;
    }
    if play.battle.mode.is_carried() { carried::lose(play, unit) } else { Ok(()) }
}

/// Returns the points for a unit destroyed by an enemy, or by none, each with its rule (A12.5,
/// A13.7.4).
pub(crate) fn points_for(
    play: &Play<'_>,
    unit: UnitId,
    killer: Option<UnitId>,
) -> Vec<(u8, &'static str)> {
    // destroyed units give nothing in the modes with missions (A13.6.3, A13.8.3)
    if play.battle.mode.has_missions() {
        return Vec::new();
    }
    // the defender of a siege scores nothing (A13.3.2)
    if play.battle.mode.has_siege() && !storm_of_swords::is_of_defender(&play.state, unit) {
        return Vec::new();
    }
    let mut points = vec![(1, "A12.5")];
    if play.battle.mode == Mode::FireAndBlood {
        points.extend(fire_and_blood::points(&play.state, unit, killer));
    }
    points
}

/// Returns the wounds that a unit suffers for its melee attack.
pub(crate) fn wounds_after_melee(play: &mut Play<'_>, unit: UnitId) -> PlayResult<u8> {
    match play.battle.mode {
        Mode::ADanceWithDragons => dance_with_dragons::wounds_after_melee(play, unit),
        _ => Ok(0),
    }
}

/// Scores the objectives at the end of a round (A12.7, A12.8). Returns the cards whose effects
/// follow, in order, each with the unit that controls it.
pub(crate) fn score(play: &mut Play<'_>) -> PlayResult<Vec<(ObjectiveCard, UnitId)>> {
    match play.battle.mode {
        Mode::AGameOfThrones(_) => return game_of_thrones::score(play),
        Mode::AClashOfKings => controlled::score(play, "A13.2.5").map(|_| ())?,
        Mode::AFeastForCrows => carried::score(play, "A13.4.6").map(|_| ())?,
        Mode::ADanceWithDragons => dance_with_dragons::score(play)?,
        Mode::FireAndBlood | Mode::AStormOfSwords => {}
        Mode::TheWindsOfWinter | Mode::DarkWingsDarkWords => missions::score(play)?,
    }
    Ok(Vec::new())
}

/// The part of an objective's effect that the rules of play resolve.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ObjectiveEffect {
    /// A panic test at −2 (A13.1.1).
    PanicTest(UnitId),
    /// A shift of a friendly unit (A13.1.3).
    Shift(UnitId, Shift),
}
