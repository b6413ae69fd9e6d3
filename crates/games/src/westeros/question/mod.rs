//! Questions as validated data.
//!
//! Rules are compiled from questions, so that nothing is decided twice during resolution.

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

/// A side of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WesterosSide {
    /// The side called `a`.
    #[default]
    A,
    /// The side called `b`.
    B,
}

impl WesterosSide {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// A roll of order dice and the orders it is rolled for (B4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// Number of dice.
    pub dice: OrderDice,
    /// Orders requested for green, blue and red units.
    pub requested: [OrderCount; 3],
    /// Morale tokens reserved for morale itself: they order nobody.
    pub flags: OrderCount,
    /// Token kept from the previous round, if any (B4).
    pub kept: Option<Symbol>,
}

/// A roll of order dice without requested orders.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("no orders are wanted: ask for at least one order or morale token")]
pub struct NoOrdersRequested;

impl Orders {
    /// Checks that orders are requested.
    ///
    /// # Errors
    /// [`NoOrdersRequested`] if none are.
    pub fn checked(self) -> Result<Self, NoOrdersRequested> {
        let requested = self.requested.iter().any(|count| count.get() > 0) || self.flags.get() > 0;
        requested.then_some(self).ok_or(NoOrdersRequested)
    }
}

/// A question about *Battles of Westeros*.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WesterosQuestion {
    /// The result of one attack.
    Attack(Box<WesterosAttack>),
    /// Who wins an exchange.
    Exchange(Box<Exchange>),
    /// The result of an attack with a pursuit.
    Pursuit(Box<Pursuit>),
    /// The result of Dogs of War.
    DogsOfWar(Box<DogsOfWar>),
    /// Whether a side routs.
    Rout(Box<Rout>),
    /// Whether the order dice suffice.
    Orders(Orders),
    /// The course of a fire.
    Fire(Fire),
}
