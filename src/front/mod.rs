//! The builder API: short questions with typed answers.
//!
//! ```
//! let answer = warodds::attack("stark sworn swords", "lannister guardsmen")
//!     .charge()
//!     .flank()
//!     .exact()?;
//! println!("{:.2} wounds on average", answer.wounds().mean());
//! println!("P(≥ 5) {:.1} %", 100.0 * answer.wounds().at_least(5));
//! # Ok::<(), warodds::Error>(())
//! ```
//!
//! [`attack`], [`charge`], [`panic()`], [`duel`] and [`matrix`] create a [`QuestionBuilder`] about
//! units: cards by name, or values of your own ([`unit()`], [`PlainUnit`]). `AttackQuestion::new()`
//! and the like begin a question in plain numbers. Each method sets a field of the table that the
//! command line, links and files share ([`crate::request`]), under the same name, and takes its
//! Rust type. Values are checked when the question is answered, so that calls can be chained.
//!
//! [`QuestionBuilder::field`] sets any field to a text, also to a list of values. Kinds of
//! questions without a builder are answered by [`crate::request::reply`].

mod answers;
mod error;
mod fields;
mod questions;
mod setters;
mod units;

pub use answers::{AttackAnswer, ChargeAnswer, DuelAnswer, PanicAnswer, TypedAnswer};
pub use error::Error;
pub use questions::{
    AttackQuestion, ChargeQuestion, DuelQuestion, MatrixQuestion, PanicQuestion, attack, charge,
    duel, matrix, panic,
};
pub use units::{PlainUnit, UnitSource, unit};

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::engine::StdControl;
use crate::request::why::WhyError;
use crate::request::{self, RawFields, Reply, Setup, Value};

/// A question with an answer of type `A`: the values of its fields, and the cards they name.
///
/// Setting a field again replaces its value, except that fields which hold several values keep
/// those given before.
///
/// # Examples
/// A question can be answered several times, exactly and with rolled dice:
///
/// ```
/// use warodds::AttackQuestion;
///
/// let question = AttackQuestion::new().dice(8).hit(3).defense(4).morale(7);
/// let (exact, rolled) = (question.exact()?, question.monte_carlo(10_000, 7)?);
/// assert!((exact.wounds().mean() - rolled.wounds().mean()).abs() < 0.2);
/// # Ok::<(), warodds::Error>(())
/// ```
#[must_use = "a question is answered by `exact` or `monte_carlo`"]
pub struct QuestionBuilder<A> {
    fields: RawFields,
    /// The shipped cards with units of the question's own, if it has some.
    cards: Option<Arc<Catalogue>>,
    answer: PhantomData<fn() -> A>,
}

// derived, it would require an answer that can be cloned
impl<A> Clone for QuestionBuilder<A> {
    fn clone(&self) -> Self {
        Self { fields: self.fields.clone(), cards: self.cards.clone(), answer: PhantomData }
    }
}

impl<A> fmt::Debug for QuestionBuilder<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // the cards would fill pages
        f.debug_tuple("QuestionBuilder").field(&self.fields).finish()
    }
}

impl<A> Default for QuestionBuilder<A> {
    fn default() -> Self {
        Self { fields: RawFields::new(), cards: None, answer: PhantomData }
    }
}

impl<A> QuestionBuilder<A> {
    /// Replaces the values of a field.
    fn set(mut self, id: &str, text: &str) -> Self {
        self.fields.remove(id);
        self.add(id, text)
    }

    /// Adds a value of a field.
    fn add(mut self, id: &str, text: &str) -> Self {
        self.fields.push(id, text);
        self
    }

    /// Replaces the elements of a field that holds a set.
    fn set_all<T: Value>(self, id: &str, elements: impl IntoIterator<Item = T>) -> Self {
        let shown: Vec<String> = elements.into_iter().map(|element| element.show()).collect();
        let text = shown.join("+");
        self.set(id, if text.is_empty() { "none" } else { &text })
    }

    /// Names a unit in a field.
    fn set_unit(mut self, id: &str, unit: UnitSource) -> Self {
        match unit {
            UnitSource::Name(name) => self.set(id, &name),
            UnitSource::Value(unit) => {
                // no card has such an id
                let name = format!("own {id}");
                let shipped = || Arc::new(Catalogue::shipped().clone());
                Arc::make_mut(self.cards.get_or_insert_with(shipped)).add_own(&name, *unit);
                self.set(id, &name)
            }
        }
    }
}

impl<A: TypedAnswer> QuestionBuilder<A> {
    /// Creates a question without fields.
    ///
    /// # Examples
    /// ```
    /// let question = warodds::PanicQuestion::new().morale(7).panicked();
    /// assert!((question.exact()?.wounds().mean() - 1565.0 / 648.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces the values of a field, named by its id, by a text as on the command line.
    ///
    /// A list of values such as `front,flank`, or a range such as `3..5`, makes a question with
    /// several cases, which [`reply`](Self::reply) answers. `warodds fields` prints all ids.
    ///
    /// # Examples
    /// ```
    /// use warodds::request::Reply;
    ///
    /// let question = warodds::attack("stark sworn swords", "lannister guardsmen");
    /// let arcs = question.charge().field("facing", "front,flank,rear");
    /// assert!(matches!(arcs.reply()?, Reply::Cases(answers) if answers.len() == 3));
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn field(self, id: &str, text: &str) -> Self {
        self.set(id, text)
    }

    /// Computes the exact distributions.
    ///
    /// # Errors
    /// [`Error::Request`] if a value is missing, out of range or contradicts another one.
    ///
    /// # Examples
    /// ```
    /// let question = warodds::AttackQuestion::new().dice(61).hit(3).defense(4).morale(7);
    /// let error = question.exact().map(|_| ()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`.dice(…)` cannot be `61`: it must be a whole number from 1 to 60"
    /// );
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn exact(&self) -> Result<A, Error> {
        self.answer_with(&[("engine", "exact")])
    }

    /// Rolls the dice `trials` times. The same seed gives the same result on every machine and any
    /// number of threads.
    ///
    /// # Errors
    /// [`Error::Request`] for 0 trials, otherwise as for [`exact`](Self::exact).
    ///
    /// # Examples
    /// ```
    /// let question = warodds::PanicQuestion::new().morale(7);
    /// let (one, two) = (question.monte_carlo(10_000, 7)?, question.monte_carlo(10_000, 7)?);
    /// assert_eq!(one.wounds(), two.wounds());
    /// assert_eq!(one.wounds().trials(), Some(10_000));
    /// assert!(question.monte_carlo(0, 7).is_err());
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn monte_carlo(&self, trials: u64, seed: u64) -> Result<A, Error> {
        let (trials, seed) = (trials.to_string(), seed.to_string());
        self.answer_with(&[("engine", "monte-carlo"), ("trials", &trials), ("seed", &seed)])
    }

    /// Answers with these fields of the engine.
    fn answer_with(&self, engine: &[(&str, &str)]) -> Result<A, Error> {
        let mut fields = self.fields.clone();
        engine.iter().for_each(|(id, text)| fields.push(id, text));
        A::from_reply(self.reply_to(&fields)?)
    }

    /// Answers with the engine that the fields name, `exact` by default.
    ///
    /// The reply holds an answer for each case of a question with lists, the analyses that the
    /// fields `why` and `sensitivity` ask for, or the dice of one resolution if `explain` is set.
    ///
    /// # Errors
    /// As for [`exact`](Self::exact).
    pub fn reply(&self) -> Result<Reply, Error> {
        self.reply_to(&self.fields)
    }

    fn reply_to(&self, fields: &RawFields) -> Result<Reply, Error> {
        let kind = request::kind(A::KIND)?;
        let catalogue = self.cards.as_deref().unwrap_or_else(|| Catalogue::shipped());
        let setup = Setup { catalogue, ..Setup::shipped() };
        let request = kind.request(A::keys(), fields, &setup).map_err(WhyError::from);
        request
            .and_then(|request| request.reply(&kind, fields, &setup, &StdControl))
            .map_err(|error| Error::with_methods(error, A::keys()))
    }
}
