//! The question about a panic test, and the tests of friends of a shooter.

use thiserror::Error;

use super::super::combatant::{Combatant, CombatantError};
use super::super::condition::Spending;
use super::super::context::ActivePlayer;
use super::super::values::Morale;

/// A panic test on its own (A4.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    pub(in super::super) unit: Combatant,
    pub(in super::super) morale: Morale,
    /// Whose turn it is.
    pub active: ActivePlayer,
    /// When the enemy spends the unit's Panicked token.
    pub spending: Spending,
}

impl Panic {
    /// Creates the test of a unit. No weapon is in use.
    ///
    /// # Errors
    /// [`CombatantError`] if the morale of the unit is unknown.
    pub fn new(
        unit: Combatant,
        active: ActivePlayer,
        spending: Spending,
    ) -> Result<Self, CombatantError> {
        let morale = unit.needed("morale", unit.morale)?;
        Ok(Self { unit: Combatant { weapon: None, ..unit }, morale, active, spending })
    }

    /// Returns the tested unit.
    pub const fn unit(&self) -> &Combatant {
        &self.unit
    }
}

/// The panic tests of friends of the shooter that are engaged with its target (A6.14). It is their
/// own player's turn, regardless of [`Panic::active`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Friends(Vec<Panic>);

/// Friends that cannot all be engaged with one enemy.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum TooManyFriends {
    /// There are too many friends.
    #[error("at most {} friends can be engaged with the target, not {given}", Friends::MOST)]
    Units {
        /// Number of friends.
        given: usize,
    },
    /// The friends have too many wounds left.
    #[error(
        "the friends engaged with the target may have {} wounds left in total, not {given}",
        Friends::MOST_WOUNDS
    )]
    Wounds {
        /// Wounds left to all friends.
        given: u32,
    },
}

impl Friends {
    /// Largest number of friends: two on each side of the target (A18.2), less one place of the
    /// enemy.
    pub const MOST: usize = 7;
    /// Largest number of wounds left to all friends: counts must fit in a byte.
    pub const MOST_WOUNDS: u32 = 240;

    /// Creates the tests, one per friend.
    ///
    /// # Errors
    /// [`TooManyFriends`] beyond [`Self::MOST`] friends or [`Self::MOST_WOUNDS`] wounds.
    pub fn new(tests: Vec<Panic>) -> Result<Self, TooManyFriends> {
        let left: u32 = tests.iter().map(|test| u32::from(test.unit.state.wounds_left())).sum();
        if tests.len() > Self::MOST {
            return Err(TooManyFriends::Units { given: tests.len() });
        }
        if left > Self::MOST_WOUNDS {
            Err(TooManyFriends::Wounds { given: left })
        } else {
            Ok(Self(tests))
        }
    }

    /// Returns the tests.
    pub fn tests(&self) -> &[Panic] {
        &self.0
    }
}
