//! The builder API: short questions with typed answers.
//!
//! ```
//! let swords = warodds::unit("stark sworn swords")?;
//! let guardsmen = warodds::unit("lannister guardsmen")?;
//! let answer = warodds::attack(&swords, &guardsmen).charge().flank().exact()?;
//! println!("{:.2} wounds on average", answer.wounds().mean());
//! println!("P(≥ 5) {:.1} %", 100.0 * answer.wounds().at_least(5));
//! # Ok::<(), warodds::Error>(())
//! ```
//!
//! A combatant is a [`CombatantBuilder`]: a card by its name ([`unit()`]) or plain numbers
//! ([`numbers`]). [`attack`], [`charge`], [`panic()`], [`duel`] and [`matrix`] create a
//! [`QuestionBuilder`]; its methods set the situation, and [`QuestionBuilder::exact`] or
//! [`QuestionBuilder::monte_carlo`] answers it. Invalid values are reported when the question is
//! answered, so that calls can be chained.
//!
//! The builders produce the same [`NamedQuestion`] as scenario files and the command line. Use
//! [`crate::study`] directly for questions that have no builder.

mod attack;
mod charge;
mod combatant;
mod duel;
mod error;
mod matrix;
mod panic_test;

pub use attack::{AttackAnswer, AttackQuestion, attack};
pub use charge::{ChargeAnswer, ChargeQuestion, charge};
pub use combatant::{CombatantBuilder, numbers, unit};
pub use duel::{DuelAnswer, DuelQuestion, duel};
pub use error::Error;
pub use matrix::{AttackMatrixAnswer, AttackMatrixQuestion, AttackMatrixRow, matrix};
pub use panic_test::{PanicAnswer, PanicQuestion, panic};

use crate::chance::{EventName, QuantityName};
use crate::engine::{Goal, Isa, StdControl};
use crate::games::asoiaf::Edition;
use crate::study::{Answer, Distribution, EngineKind, NamedQuestion, Plan, answer};

/// A question of kind `Q` and the edition of the rules that answers it.
///
/// # Examples
/// A question can be answered several times, exactly and with rolled dice:
///
/// ```
/// let attacker = warodds::numbers().dice(8).hit(3);
/// let defender = warodds::numbers().defense(4).morale(7);
/// let question = warodds::attack(&attacker, &defender);
/// let (exact, rolled) = (question.exact()?, question.monte_carlo(10_000, 7)?);
/// assert!((exact.wounds().mean() - rolled.wounds().mean()).abs() < 0.2);
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a question is answered by `exact` or `monte_carlo`"]
pub struct QuestionBuilder<Q> {
    question: Q,
    edition: Edition,
}

/// A kind of question that [`QuestionBuilder`] can answer.
pub trait FrontQuestion: sealed::SealedQuestion {
    /// The answer to a question of this kind.
    type Output;

    /// Answers the question by the rules of `edition`, with the engine and the number of trials of
    /// `plan`.
    ///
    /// # Errors
    /// [`Error`] if a value is missing, out of range or contradicts another one.
    fn answer(&self, edition: Edition, plan: &Plan) -> Result<Self::Output, Error>;
}

/// Keeps [`FrontQuestion`] closed, so that a new method of it is no breaking change.
mod sealed {
    pub trait SealedQuestion {}
    impl SealedQuestion for super::AttackQuestion {}
    impl SealedQuestion for super::ChargeQuestion {}
    impl SealedQuestion for super::DuelQuestion {}
    impl SealedQuestion for super::AttackMatrixQuestion {}
    impl SealedQuestion for super::PanicQuestion {}
}

impl<Q: FrontQuestion> QuestionBuilder<Q> {
    fn new(question: Q) -> Self {
        Self { question, edition: Edition::default() }
    }

    /// Applies `change` to the question.
    fn with(mut self, change: impl FnOnce(&mut Q)) -> Self {
        change(&mut self.question);
        self
    }

    /// Sets the edition of the rules; the default is 1.6.
    ///
    /// # Examples
    /// ```
    /// use warodds::Edition;
    ///
    /// let question = warodds::panic(&warodds::numbers().morale(7));
    /// let default = question.exact()?.wounds().mean();
    /// assert_eq!(question.rules(Edition::V1_6).exact()?.wounds().mean(), default);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn rules(self, edition: Edition) -> Self {
        Self { edition, ..self }
    }

    /// Computes the exact distributions.
    ///
    /// # Errors
    /// [`Error`] if a value is missing, out of range or contradicts another one.
    ///
    /// # Examples
    /// ```
    /// let unit = warodds::numbers().morale(7).panicked();
    /// let answer = warodds::panic(&unit).exact()?;
    /// assert!((answer.wounds().mean() - 1565.0 / 648.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn exact(&self) -> Result<Q::Output, Error> {
        // the exact engine ignores the goal
        self.answer(EngineKind::Exact, Goal { trials: 1, seed: 0, precision: None })
    }

    /// Rolls the dice `trials` times. The same seed gives the same result on every machine and any
    /// number of threads.
    ///
    /// # Errors
    /// [`Error::NoTrials`] for 0 trials, otherwise as for [`exact`](Self::exact).
    ///
    /// # Examples
    /// ```
    /// let question = warodds::panic(&warodds::numbers().morale(7));
    /// let (one, two) = (question.monte_carlo(10_000, 7)?, question.monte_carlo(10_000, 7)?);
    /// assert_eq!(one.wounds(), two.wounds());
    /// assert_eq!(one.wounds().trials(), Some(10_000));
    /// assert!(matches!(question.monte_carlo(0, 7), Err(warodds::Error::NoTrials)));
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn monte_carlo(&self, trials: u64, seed: u64) -> Result<Q::Output, Error> {
        if trials == 0 {
            return Err(Error::NoTrials);
        }
        self.answer(EngineKind::MonteCarlo, Goal { trials, seed, precision: None })
    }

    fn answer(&self, engine: EngineKind, goal: Goal) -> Result<Q::Output, Error> {
        // every instruction set gives the same bits, so the fastest needs no option
        let isa = Isa::best();
        let plan = Plan { engine, goal, isa, compare: false, fractions: false };
        self.question.answer(self.edition, &plan)
    }
}

/// Answers a question of any kind.
fn compute(question: &NamedQuestion, plan: &Plan) -> Result<Answer, Error> {
    Ok(answer(question, plan, &StdControl)?)
}

/// Returns the distribution of a quantity that the rule records.
fn quantity(answer: &Answer, name: QuantityName) -> Result<Distribution, Error> {
    let quantity = answer.quantity(name).ok_or(Error::NoResult(name.as_str()))?;
    Ok(quantity.distribution.clone())
}

/// Returns the probability of an event that the rule records.
fn event(answer: &Answer, name: EventName) -> Result<f64, Error> {
    Ok(answer.event(name).ok_or(Error::NoResult(name.as_str()))?.probability())
}
