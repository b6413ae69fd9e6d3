//! Races of morale as data (B3).

use thiserror::Error;

use super::{AttackOptions, AttackOptionsError, WesterosSide};
use crate::westeros::unit::WesterosUnit;
use crate::westeros::values::{Marker, Track};

/// The end of a side's half of the morale track (B3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TrackEnd {
    /// There the side routs and the battle is over.
    #[default]
    Rout,
    /// There the marker stays until it moves the other way.
    Stop,
}

impl TrackEnd {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Rout, Self::Stop];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rout => "rout",
            Self::Stop => "stop",
        }
    }
}

/// A coloured zone on both halves of the morale track, in spaces from the centre, with its morale
/// break (B3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoraleZone {
    /// Its break: there morale returns to.
    pub brk: u8,
    /// The last space from which it does.
    pub last: u8,
}

/// Something that is done in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoutAction {
    /// A unit attacks another one, both by their places; nothing happens where one of them is gone.
    Attack {
        /// Who attacks.
        by: usize,
        /// Who is attacked.
        on: usize,
        /// How.
        manner: AttackOptions,
    },
    /// A morale token for a side's own morale: one space towards the enemy (B3).
    Raise(WesterosSide),
    /// A morale token to rally a unit: one space the other way (B3).
    Rally(WesterosSide),
    /// The round ends: morale recovers (B3).
    Regroup,
}

/// A battle as a race of morale (B3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rout {
    /// The units, each with its side.
    pub units: Vec<(WesterosSide, WesterosUnit)>,
    /// What is done, in this order.
    pub order: Vec<RoutAction>,
    /// Spaces of the track on either side.
    pub track: Track,
    /// Where the marker stands.
    pub marker: Marker,
    /// The ends of a's and of b's half.
    pub ends: [TrackEnd; 2],
    /// The coloured zones.
    pub zones: Vec<MoraleZone>,
}

/// Why a race of morale cannot be asked.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RoutError {
    /// More units than can be followed.
    #[error("a rout follows at most {most} units, not {given}", most = Rout::MOST_UNITS)]
    TooManyUnits {
        /// How many there are.
        given: usize,
    },
    /// More actions than can be followed.
    #[error("an order has at most {most} actions, not {given}", most = Rout::MOST_ACTIONS)]
    TooManyActions {
        /// How many there are.
        given: usize,
    },
    /// More ways in which the units' figures can stand than can be followed.
    #[error("the figures of these units can stand in {given} ways; at most {most} are followed: take fewer units or figures", most = Rout::MOST_STANDS)]
    TooManyFigures {
        /// In how many ways.
        given: u64,
    },
    /// An action names a unit that is not there, or one of its own side.
    #[error("action {0} is not an attack of a unit on an enemy")]
    NoAttack(usize),
    /// An attack that cannot be made so.
    #[error("action {0}: {1}")]
    NoManner(usize, AttackOptionsError),
    /// The marker stands at an end, or outside of the track.
    #[error("the marker must stand within the track, not at {0} of {1}")]
    NoMarker(i8, u8),
    /// A zone that ends before its break, or not within the track.
    #[error(
        "a zone reaches from its break outwards and stays within the track, not from {0} to {1}"
    )]
    NoZone(u8, u8),
}

impl Rout {
    /// Units that can be followed: one count of the state each.
    pub const MOST_UNITS: usize = 7;
    /// Ways in which the figures of all units can stand that can be followed: seven units of four
    /// figures have fewer. The exact engine goes through all of them.
    pub const MOST_STANDS: u64 = 100_000;
    /// Actions that can be followed.
    pub const MOST_ACTIONS: usize = 60;

    /// Checks that everything named is there.
    ///
    /// # Errors
    /// For the first thing that is not as it must be.
    pub fn checked(self) -> Result<Self, RoutError> {
        if self.units.len() > Self::MOST_UNITS {
            return Err(RoutError::TooManyUnits { given: self.units.len() });
        }
        if self.order.len() > Self::MOST_ACTIONS {
            return Err(RoutError::TooManyActions { given: self.order.len() });
        }
        let given = self.units.iter().map(|(_, unit)| u64::from(unit.figures.get()) + 1).product();
        if given > Self::MOST_STANDS {
            return Err(RoutError::TooManyFigures { given });
        }
        let track = self.track.get();
        if self.marker.get().unsigned_abs() >= track {
            return Err(RoutError::NoMarker(self.marker.get(), track));
        }
        if let Some(zone) = self.zones.iter().find(|zone| zone.last < zone.brk || zone.last > track)
        {
            return Err(RoutError::NoZone(zone.brk, zone.last));
        }
        self.order
            .iter()
            .enumerate()
            .try_for_each(|(place, action)| self.check(place + 1, action))?;
        Ok(self)
    }

    /// Checks one action.
    fn check(&self, number: usize, action: &RoutAction) -> Result<(), RoutError> {
        let RoutAction::Attack { by, on, manner } = action else { return Ok(()) };
        match (self.units.get(*by), self.units.get(*on)) {
            (Some((one, attacker)), Some((other, _))) if one != other => {
                manner.check(attacker.class).map_err(|error| RoutError::NoManner(number, error))
            }
            _ => Err(RoutError::NoAttack(number)),
        }
    }
}
