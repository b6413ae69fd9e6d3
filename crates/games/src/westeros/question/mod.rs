//! Questions as validated data: who meets whom, and how.
//!
//! The rules are compiled from these once per question, so that nothing is decided twice while dice
//! roll.

mod attack;
mod fire;
mod rout;

use thiserror::Error;

use super::dice::Symbol;
use super::values::{OrderCount, OrderDice};
pub use attack::{
    AttackOptions, AttackOptionsError, AttackRange, DogsOfWar, Exchange, Pursuit, PursuitTarget,
    WesterosAttack,
};
pub use fire::{Fire, FireError, FireGround};
pub use rout::{MoraleZone, Rout, RoutAction, RoutError, TrackEnd};

/// Which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WesterosSide {
    /// The side called `a`.
    #[default]
    A,
    /// The side called `b`.
    B,
}

impl WesterosSide {
    /// Both.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// A token kept from the round before (B4).
pub type Kept = Option<Symbol>;

/// A roll of order dice and the orders it is rolled for (B4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// Dice rolled.
    pub dice: OrderDice,
    /// Orders wanted for green, blue and red units.
    pub wanted: [OrderCount; 3],
    /// Morale tokens wanted for morale itself: they order nobody.
    pub flags: OrderCount,
    /// The token kept.
    pub kept: Kept,
}

/// A roll of order dice that nothing is wanted of.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("order dice are rolled for orders: at least one order or morale token must be wanted")]
pub struct NoOrdersRequested;

impl Orders {
    /// Checks that something is wanted.
    ///
    /// # Errors
    /// When nothing is.
    pub fn checked(self) -> Result<Self, NoOrdersRequested> {
        let wanted = self.wanted.iter().any(|count| count.get() > 0) || self.flags.get() > 0;
        wanted.then_some(self).ok_or(NoOrdersRequested)
    }
}

/// Anything that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What one attack does.
    Attack(Box<WesterosAttack>),
    /// Who is left of two units that attack each other in turn.
    Exchange(Box<Exchange>),
    /// What an attack with a pursuit does.
    Pursuit(Box<Pursuit>),
    /// What dogs do.
    DogsOfWar(Box<DogsOfWar>),
    /// Whether a side routs.
    Rout(Box<Rout>),
    /// Whether there are enough orders.
    Orders(Orders),
    /// What a fire does.
    Fire(Fire),
}
