//! *Battles of Westeros*.
//!
//! Rule numbers such as B2.3 refer to this project's digest of the rules (see
//! `docs/rules-westeros.md`). Where the rules are ambiguous, the documentation of the rule states
//! the reading.
//!
//! | chapter | file |
//! |---|---|
//! | B0 the die | [`dice`] |
//! | B1 units | [`mod@unit`] |
//! | B2 attacks | `strike`, `flank`, and the questions [`attack`], [`exchange`], [`pursuit`], [`dogs`] |
//! | B3 morale | [`rout`] |
//! | B4 orders | [`orders`] |
//! | B5 fire | [`fire`] |

pub mod attack;
mod clash;
pub mod dice;
pub mod dogs;
pub mod exchange;
pub mod fire;
mod flank;
mod kinds;
pub mod orders;
pub mod pursuit;
pub mod question;
mod ready;
pub mod results;
pub mod rout;
mod strike;
pub mod unit;
pub mod values;

pub use ready::ready;

pub use dice::Symbol;
pub use question::{
    AttackOptions, AttackOptionsError, AttackRange, DogsOfWar, Exchange, Fire, FireError,
    FireGround, MoraleZone, NoOrdersRequested, Orders, Pursuit, PursuitTarget, Rout, RoutAction,
    RoutError, TrackEnd, WesterosAttack, WesterosQuestion, WesterosSide,
};
pub use unit::{Rank, UnitClass, WesterosTerrain, WesterosUnit};
