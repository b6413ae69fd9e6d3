//! Morale races as data (B3).

use thiserror::Error;

use super::{AttackOptions, AttackOptionsError, WesterosSide};
use crate::westeros::unit::WesterosUnit;
use crate::westeros::values::{Marker, Track};

/// The end of a side's half of the morale track (B3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TrackEnd {
    /// The side routs and the battle is over.
    #[default]
    Rout,
    /// The marker stays until it moves the other way.
    Stop,
}

impl TrackEnd {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Rout, Self::Stop];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rout => "rout",
            Self::Stop => "stop",
        }
    }
}

/// A colored zone on both halves of the morale track, in spaces from the center, with its morale
/// break (B3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoraleZone {
    /// The morale break: the space morale returns to.
    pub brk: u8,
    /// Last space of the zone.
    pub last: u8,
}

/// An action in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoutAction {
    /// A unit attacks another, both by index; nothing happens if either is destroyed.
    Attack {
        /// The attacking unit.
        by: usize,
        /// The attacked unit.
        on: usize,
        /// Options of the attack.
        options: AttackOptions,
    },
    /// A morale token for the side's own morale: one space towards the enemy (B3).
    Raise(WesterosSide),
    /// A morale token to rally a unit: one space the other way (B3).
    Rally(WesterosSide),
    /// The round ends: morale recovers (B3).
    Regroup,
}

/// A battle as a morale race (B3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rout {
    /// Units with their sides.
    pub units: Vec<(WesterosSide, WesterosUnit)>,
    /// Actions, in order.
    pub order: Vec<RoutAction>,
    /// Spaces of the track on either side.
    pub track: Track,
    /// Position of the marker at the start.
    pub marker: Marker,
    /// Ends of the halves of `a` and `b`.
    pub ends: [TrackEnd; 2],
    /// Colored zones.
    pub zones: Vec<MoraleZone>,
}

/// An invalid morale race.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RoutError {
    /// There are too many units.
    #[error("a rout has at most {most} units, not {count}", most = Rout::MOST_UNITS)]
    TooManyUnits {
        /// Number of units.
        count: usize,
    },
    /// There are too many actions.
    #[error("an order has at most {most} actions, not {count}", most = Rout::MOST_ACTIONS)]
    TooManyActions {
        /// Number of actions.
        count: usize,
    },
    /// The figures of the units have too many possible states.
    #[error("the figures of these units have {count} possible states, more than {most}: use fewer units or figures", most = Rout::MOST_STATES)]
    TooManyFigures {
        /// Number of states.
        count: u64,
    },
    /// An action names a missing unit, or two units of one side.
    #[error("action {0} must be an attack on a unit of the other side")]
    InvalidAttack(usize),
    /// The options of an attack contradict each other.
    #[error("action {0}: {1}")]
    InvalidOptions(usize, AttackOptionsError),
    /// The marker is at an end, or outside of the track.
    #[error("the marker must lie between the ends of the track, not at {0} of {1}")]
    MarkerOutOfRange(i8, u8),
    /// A zone ends before its break, or outside of the track.
    #[error("a zone must reach from its break outwards, within the track, not from {0} to {1}")]
    InvalidZone(u8, u8),
}

impl Rout {
    /// Largest number of units: one count of the state each.
    pub const MOST_UNITS: usize = 7;
    /// Largest number of states of all units' figures: seven units of four figures have fewer. The
    /// exact engine enumerates all of them.
    pub const MOST_STATES: u64 = 100_000;
    /// Largest number of actions.
    pub const MOST_ACTIONS: usize = 60;

    /// Validates the question.
    ///
    /// # Errors
    /// [`RoutError`] for the first fault.
    pub fn checked(self) -> Result<Self, RoutError> {
        if self.units.len() > Self::MOST_UNITS {
            return Err(RoutError::TooManyUnits { count: self.units.len() });
        }
        if self.order.len() > Self::MOST_ACTIONS {
            return Err(RoutError::TooManyActions { count: self.order.len() });
        }
        let count = self.units.iter().map(|(_, unit)| u64::from(unit.figures.get()) + 1).product();
        if count > Self::MOST_STATES {
            return Err(RoutError::TooManyFigures { count });
        }
        let track = self.track.get();
        // a marker at the end would have decided the battle already
        if self.marker.get().unsigned_abs() >= track {
            return Err(RoutError::MarkerOutOfRange(self.marker.get(), track));
        }
        if let Some(zone) = self.zones.iter().find(|zone| zone.last < zone.brk || zone.last > track)
        {
            return Err(RoutError::InvalidZone(zone.brk, zone.last));
        }
        self.order
            .iter()
            .enumerate()
            .try_for_each(|(place, action)| self.check(place + 1, action))?;
        Ok(self)
    }

    /// Validates one action.
    fn check(&self, number: usize, action: &RoutAction) -> Result<(), RoutError> {
        let RoutAction::Attack { by, on, options } = action else { return Ok(()) };
        match (self.units.get(*by), self.units.get(*on)) {
            (Some((one, attacker)), Some((other, _))) if one != other => options
                .check(attacker.class)
                .map_err(|error| RoutError::InvalidOptions(number, error)),
            _ => Err(RoutError::InvalidAttack(number)),
        }
    }
}
