//! A panic test on its own (A4.2).

use super::{CombatantBuilder, Error, FrontQuestion, QuestionBuilder, compute, event, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::{self, ActivePlayer, Edition, Question, Spending};
use crate::study::{Answer, Distribution, NamedQuestion, Plan};

/// Creates a question about a panic test, in the enemy's turn by default.
///
/// The token, the modifier and the rerolls are those of the [`CombatantBuilder`].
///
/// # Examples
/// Morale 7+ with a Panicked token, which the enemy spends on the best reroll (A7.1):
///
/// ```
/// let unit = warodds::numbers().morale(7).panicked();
/// let wounds = warodds::panic(&unit).exact()?.wounds().mean();
/// assert!((wounds - 1565.0 / 648.0).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn panic(tested: &CombatantBuilder) -> QuestionBuilder<PanicQuestion> {
    QuestionBuilder::new(PanicQuestion {
        tested: tested.clone(),
        active: ActivePlayer::Enemy,
        spending: Spending::WhenItHelps,
    })
}

/// A question about a panic test, created by [`panic()`].
///
/// # Examples
/// The player who rerolls last has the advantage (A0.7):
///
/// ```
/// let unit = warodds::numbers().morale(7).reroll_morale().panicked();
/// let theirs = warodds::panic(&unit).exact()?;
/// let ours = warodds::panic(&unit).own_turn().exact()?;
/// assert!(theirs.wounds().mean() < ours.wounds().mean());
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PanicQuestion {
    tested: CombatantBuilder,
    active: ActivePlayer,
    spending: Spending,
}

impl QuestionBuilder<PanicQuestion> {
    /// Sets the turn of the unit's own player, who then rerolls first (A0.7).
    pub fn own_turn(self) -> Self {
        self.with(|panic| panic.active = ActivePlayer::Own)
    }

    /// Sets when the enemy spends the unit's Panicked token; by default when it helps (A7.4).
    ///
    /// # Examples
    /// A token that is never spent changes nothing: 15/36 of a failure, which costs 1 + D3.
    ///
    /// ```
    /// use warodds::Spending;
    ///
    /// let unit = warodds::numbers().morale(7).panicked();
    /// let wounds = warodds::panic(&unit).spending(Spending::Never).exact()?.wounds().mean();
    /// assert!((wounds - 15.0 / 36.0 * 3.0).abs() < 1e-12);
    /// # Ok::<(), warodds::Error>(())
    /// ```
    pub fn spending(self, spending: Spending) -> Self {
        self.with(|panic| panic.spending = spending)
    }
}

impl FrontQuestion for PanicQuestion {
    type Output = PanicAnswer;

    fn answer(&self, edition: Edition, plan: &Plan) -> Result<PanicAnswer, Error> {
        let changes = self.tested.defense_changes();
        let question = Question::Panic(asoiaf::Panic {
            morale: self.tested.tested_morale("the tested unit")?,
            modifier: changes.panic_modifier,
            state: self.tested.unit_state()?,
            rerolls: changes.morale_rerolls,
            active: self.active,
            spending: self.spending,
            traits: self.tested.traits(),
        });
        let question = NamedQuestion::new("panic", self.tested.name(), question)
            .about(edition, self.tested.card());
        PanicAnswer::new(compute(&question, plan)?)
    }
}

/// The answer to a [`PanicQuestion`].
///
/// # Examples
/// Morale 7+ fails on 6 or less on two dice; a failure costs 2, 3 or 4 wounds alike (A4.2):
///
/// ```
/// let answer = warodds::panic(&warodds::numbers().morale(7)).exact()?;
/// assert!((answer.failed() - 15.0 / 36.0).abs() < 1e-12);
/// assert!((answer.wounds().exactly(4) - 15.0 / 36.0 / 3.0).abs() < 1e-12);
/// assert_eq!(answer.wounds().exactly(1), 0.0);
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PanicAnswer {
    wounds: Distribution,
    failed: f64,
    answer: Answer,
}

impl PanicAnswer {
    fn new(answer: Answer) -> Result<Self, Error> {
        let (wounds, failed) =
            (quantity(&answer, quantities::WOUNDS)?, event(&answer, events::FAILED)?);
        Ok(Self { wounds, failed, answer })
    }

    /// Returns the wounds the unit suffers, at most those it has left.
    pub const fn wounds(&self) -> &Distribution {
        &self.wounds
    }

    /// Returns the probability that the unit fails the test.
    pub const fn failed(&self) -> f64 {
        self.failed
    }

    /// Returns the untyped answer: all results by name, notes and abilities that are not counted.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
