//! The front of the library: a question in a line, its answer with names and types.
//!
//! ```
//! let swords = warodds::unit("stark sworn swords")?;
//! let guardsmen = warodds::unit("lannister guardsmen")?;
//! let answer = warodds::attack(&swords, &guardsmen).charge().flank().exact()?;
//! println!("{:.2} wounds expected", answer.wounds().mean());
//! println!("{:.1} % to deal five or more", 100.0 * answer.wounds().at_least(5));
//! # Ok::<(), warodds::Error>(())
//! ```
//!
//! Who fights is a [`CombatantBuilder`]: a card by its name ([`unit()`]) or plain numbers ([`numbers`]). A
//! question is begun by [`attack`], [`charge`], [`panic()`], [`duel`] or [`matrix`], told more of
//! by its methods, and answered by [`Ask::exact`] or [`Ask::monte_carlo`]. Whatever is wrong with
//! it is said there.
//!
//! Questions go the way of all others: this is a shorter way to write a
//! [`NamedQuestion`], with which everything else can be asked.

mod attack;
mod charge;
mod combatant;
mod duel;
mod error;
mod matrix;
mod panic_test;

pub use attack::{Attack, AttackAnswer, attack};
pub use charge::{Charge, ChargeAnswer, charge};
pub use combatant::{CombatantBuilder, numbers, unit};
pub use duel::{Duel, DuelAnswer, duel};
pub use error::Error;
pub use matrix::{Matrix, MatrixAnswer, Row, matrix};
pub use panic_test::{Panic, PanicAnswer, panic};

use crate::chance::{EventName, QuantityName};
use crate::engine::{Goal, Isa, StdControl};
use crate::games::asoiaf::Edition;
use crate::study::{Answer, Distribution, EngineKind, NamedQuestion, Pairing, Plan, answer};

/// A question that is being put: what is asked (`Q`), and by which edition of the rules.
///
/// ```
/// use warodds::Edition;
///
/// let ours = warodds::numbers().dice(8).hit(3);
/// let theirs = warodds::numbers().defense(4).morale(7);
/// let question = warodds::attack(&ours, &theirs).rules(Edition::V2021);
/// let (exact, rolled) = (question.exact()?, question.monte_carlo(10_000, 7)?);
/// assert!((exact.wounds().mean() - rolled.wounds().mean()).abs() < 0.2);
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a question is answered by `exact` or `monte_carlo`"]
pub struct Ask<Q> {
    asked: Q,
    edition: Edition,
}

/// What can be asked.
pub trait Asked: sealed::Sealed {
    /// What comes of it.
    type Answer;

    /// The answer by the rules of an edition, as planned.
    ///
    /// # Errors
    /// When what is asked makes no sense.
    fn answered(&self, edition: Edition, plan: &Plan) -> Result<Self::Answer, Error>;
}

/// Answers grow: nobody else can ask in a new way.
mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Attack {}
    impl Sealed for super::Charge {}
    impl Sealed for super::Duel {}
    impl Sealed for super::Matrix {}
    impl Sealed for super::Panic {}
}

impl<Q: Asked> Ask<Q> {
    fn new(asked: Q) -> Self {
        Self { asked, edition: Edition::default() }
    }

    /// The same, more being known of it.
    fn with(mut self, tell: impl FnOnce(&mut Q)) -> Self {
        tell(&mut self.asked);
        self
    }

    /// By the rules of that edition; by those of 1.6 unless one is named.
    pub fn rules(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// The exact distributions.
    ///
    /// # Errors
    /// When what is asked makes no sense: [`Error`] says what, and what to do instead.
    pub fn exact(&self) -> Result<Q::Answer, Error> {
        self.planned(EngineKind::Exact, Goal { trials: 1, seed: 0, precision: None })
    }

    /// What `trials` rolls of real dice come to; the same seed gives the same dice on any machine.
    ///
    /// # Errors
    /// When what is asked makes no sense, or for no trials at all.
    pub fn monte_carlo(&self, trials: u64, seed: u64) -> Result<Q::Answer, Error> {
        if trials == 0 {
            return Err(Error::NoTrials);
        }
        self.planned(EngineKind::MonteCarlo, Goal { trials, seed, precision: None })
    }

    fn planned(&self, engine: EngineKind, goal: Goal) -> Result<Q::Answer, Error> {
        let isa = Isa::best();
        let plan = Plan { engine, goal, isa, compare: false, pairing: Pairing::default() };
        self.asked.answered(self.edition, &plan)
    }
}

/// The answer to a question, as all that tell of one take it.
fn found(asked: &NamedQuestion, plan: &Plan) -> Result<Answer, Error> {
    Ok(answer(asked, plan, &StdControl)?)
}

/// The distribution of a quantity that the rule records.
fn quantity(answer: &Answer, name: QuantityName) -> Result<Distribution, Error> {
    let found = answer.quantity(name).ok_or(Error::NoResult(name.as_str()))?;
    Ok(found.distribution.clone())
}

/// The chance of an event that the rule records.
fn event(answer: &Answer, name: EventName) -> Result<f64, Error> {
    Ok(answer.event(name).ok_or(Error::NoResult(name.as_str()))?.probability())
}
