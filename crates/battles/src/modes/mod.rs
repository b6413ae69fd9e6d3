//! Game modes (A13): one file each. This file dispatches the events of a battle to them.
//!
//! | when | what a mode may do |
//! |---|---|
//! | `set_up` | lay its objective tokens, before terrain |
//! | `deployed` | after deployment |
//! | `activating`, `moved`, `acted` | when a unit's activation begins, a move or an action of it ends |
//! | `failed_test`, `before_removal`, `points_for` | when a unit fails a panic test, or is destroyed |
//! | `after_melee` | after a melee attack of a unit |
//! | `score` | at the end of rounds from the second on |
//!
//! To add a mode, add a file, a variant of [`Mode`], and a line for each event at which it acts.

mod carried;
mod clash_of_kings;
mod controlled;
mod dance_with_dragons;
mod feast_for_crows;
mod fire_and_blood;
mod game_of_thrones;
mod near;
#[cfg(test)]
mod tests;

use crate::battle::{Battle, Rulebook};
use crate::field::{PlayerId, UnitId};
use crate::geometry::Length;
use crate::play::{Killer, Play, PlayResult};
use crate::state::{BattleState, UnitPlace};

pub(crate) use feast_for_crows::may_pile;
pub(crate) use fire_and_blood::MARKS;
pub use game_of_thrones::ObjectiveDeck;
pub(crate) use game_of_thrones::{apart, band};
pub(crate) use near::may_put_down;

/// The kind of terrain under tokens in A Feast for Crows (A13.4).
pub(crate) const PILE: &str = "corpse pile";

/// The effect of an objective token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectiveCard {
    /// Only its point.
    Plain,
    /// One extra point, and a panic test for the unit that controls it (A13.1.1).
    Centre,
    /// A card of the 2021 deck, by index (A13.1.3).
    Deck(u8),
    /// The scoring player weakens an enemy unit (A13.5.4).
    A,
    /// Sundering and Vicious, at the cost of D3 wounds (A13.5.4).
    B,
    /// An enemy NCU has no abilities (A13.5.4).
    C,
}

/// A game mode whose rules are printed in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A13.1.
    AGameOfThrones(ObjectiveDeck),
    /// A13.2.
    AClashOfKings,
    /// A13.4.
    AFeastForCrows,
    /// A13.5.
    ADanceWithDragons,
    /// A13.7.
    FireAndBlood,
}

/// Modes that cannot be played, with the reason.
pub(crate) const UNPLAYABLE: [(&str, &str); 3] = [
    (
        "a-storm-of-swords",
        "the books print neither the card of the wall nor the siege decks (A13.3.7)",
    ),
    ("the-winds-of-winter", "the books do not print the mission deck (A13.6, A13.8.4)"),
    ("dark-wings-dark-words", "the books do not print the mission deck (A13.8.4)"),
];

impl Mode {
    /// All modes, with the deck where a mode has one.
    pub const ALL: [Self; 5] = [
        Self::AGameOfThrones(ObjectiveDeck::Deck2021),
        Self::AClashOfKings,
        Self::AFeastForCrows,
        Self::ADanceWithDragons,
        Self::FireAndBlood,
    ];

    /// Returns its id in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::AGameOfThrones(_) => "a-game-of-thrones",
            Self::AClashOfKings => "a-clash-of-kings",
            Self::AFeastForCrows => "a-feast-for-crows",
            Self::ADanceWithDragons => "a-dance-with-dragons",
            Self::FireAndBlood => "fire-and-blood",
        }
    }

    /// Returns its title.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AGameOfThrones(_) => "A Game of Thrones",
            Self::AClashOfKings => "A Clash of Kings",
            Self::AFeastForCrows => "A Feast for Crows",
            Self::ADanceWithDragons => "A Dance with Dragons",
            Self::FireAndBlood => "Fire & Blood",
        }
    }

    /// Returns the depth of the deployment zones (A13.10).
    pub const fn zone(self) -> Length {
        match self {
            Self::AGameOfThrones(_) | Self::AClashOfKings => Length::SHORT,
            Self::AFeastForCrows | Self::ADanceWithDragons => Length::LONG,
            Self::FireAndBlood => Length::inches(18),
        }
    }

    /// Returns the minimum distance of terrain from deployment zones (A10.12, A13.7.1).
    pub(crate) const fn terrain_from_zone(self, rulebook: Rulebook) -> Length {
        match (rulebook, self) {
            (Rulebook::V1_6, _) | (Rulebook::V1_5, Self::FireAndBlood) => Length::ZERO,
            (Rulebook::V1_5, _) => Length::SHORT,
        }
    }

    /// Returns how many units each player deploys at first; `None` for all (A13.2.1).
    pub(crate) const fn first_units(self) -> Option<usize> {
        if matches!(self, Self::AClashOfKings) { Some(2) } else { None }
    }

    /// Returns whether destroyed units go to reserve (A13.2.4).
    pub(crate) const fn goes_to_reserve(self) -> bool {
        matches!(self, Self::AClashOfKings)
    }

    /// Returns whether the mode uses corpse piles (A13.4.1).
    pub(crate) const fn has_piles(self) -> bool {
        matches!(self, Self::AFeastForCrows)
    }

    /// Returns whether tokens are carried (A13.14) rather than controlled by covering them
    /// (A13.13).
    pub(crate) const fn is_carried(self) -> bool {
        matches!(self, Self::AFeastForCrows | Self::ADanceWithDragons)
    }

    /// Lists deviations from the rulebook and interpretations of unclear rules.
    pub fn notes(self) -> Vec<&'static str> {
        match self {
            Self::AGameOfThrones(ObjectiveDeck::Deck2021) => {
                vec!["objective cards are the deck of 2021: the books of 1.6 print none (A13.1.3)"]
            }
            Self::AGameOfThrones(ObjectiveDeck::Plain) => {
                vec!["objectives have no cards but the central one (A13.1.3)"]
            }
            Self::ADanceWithDragons => vec![
                "objective B lies in the centre, A to the left and C to the right of the first \
                 player: the books do not say (A13.5.1)",
                "objective C does nothing, as abilities of NCUs are not played (A13.5.4)",
            ],
            _ => Vec::new(),
        }
    }
}

/// Places the tokens of the mode.
pub(crate) fn set_up(play: &mut Play<'_>) -> PlayResult {
    match play.battle.mode {
        Mode::AGameOfThrones(objectives) => game_of_thrones::set_up(play, objectives),
        Mode::AClashOfKings => clash_of_kings::set_up(play),
        Mode::AFeastForCrows => feast_for_crows::set_up(play),
        Mode::ADanceWithDragons => dance_with_dragons::set_up(play),
        Mode::FireAndBlood => Ok(()),
    }
}

/// Runs after deployment.
pub(crate) fn deployed(play: &mut Play<'_>) -> PlayResult {
    match play.battle.mode {
        Mode::FireAndBlood => fire_and_blood::marks(play),
        _ => Ok(()),
    }
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

/// Returns the points for a destroyed unit, each with its rule (A12.5, A13.7.4).
pub(crate) fn points_for(play: &Play<'_>, unit: UnitId, killer: Killer) -> Vec<(u8, &'static str)> {
    let mut points = vec![(1, "A12.5")];
    if play.battle.mode == Mode::FireAndBlood {
        points.extend(fire_and_blood::points(&play.state, unit, killer));
    }
    points
}

/// Runs after a melee attack of a unit.
pub(crate) fn after_melee(play: &mut Play<'_>, unit: UnitId) -> PlayResult {
    match play.battle.mode {
        Mode::ADanceWithDragons => dance_with_dragons::after_melee(play, unit),
        _ => Ok(()),
    }
}

/// Scores the objectives at the end of a round (A12.7, A12.8).
pub(crate) fn score(play: &mut Play<'_>) -> PlayResult {
    match play.battle.mode {
        Mode::AGameOfThrones(_) => game_of_thrones::score(play),
        Mode::AClashOfKings => controlled::score(play, "A13.2.5").map(|_| ()),
        Mode::AFeastForCrows => carried::score(play, "A13.4.6").map(|_| ()),
        Mode::ADanceWithDragons => dance_with_dragons::score(play),
        Mode::FireAndBlood => Ok(()),
    }
}

/// Returns whether a unit may not march because it carries a token (A13.5.2).
pub(crate) fn is_slow(state: &BattleState, battle: &Battle, unit: UnitId) -> bool {
    battle.mode == Mode::ADanceWithDragons && state.objective_carried_by(unit).is_some()
}

impl BattleState {
    /// Returns the speed of a unit; a carrier's speed is 2" (A13.5.2).
    pub fn speed(&self, battle: &Battle, unit: UnitId) -> Length {
        if is_slow(self, battle, unit) {
            return Length::inches(2);
        }
        battle.fighter(unit).map_or(Length::ZERO, |one| Length::inches(one.speed.get()))
    }

    /// Returns the cost of a player's units on the table; in edition 1.5, of those in reserve too
    /// (A12.10).
    pub(crate) fn cost_left(&self, battle: &Battle, player: PlayerId) -> u32 {
        let counts = |place| match place {
            UnitPlace::Table => true,
            UnitPlace::Reserve(_) => battle.rulebook == Rulebook::V1_5,
            UnitPlace::Gone => false,
        };
        let own =
            self.units_with_ids().filter(|(_, unit)| unit.player == player && counts(unit.place));
        own.filter_map(|(unit, _)| battle.fighter(unit)).map(|one| u32::from(one.cost)).sum()
    }
}
