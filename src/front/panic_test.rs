//! A panic test on its own (A4.2).

use super::{Ask, Asked, CombatantBuilder, Error, event, found, quantity};
use crate::games::asoiaf::results::{event as events, quantity as quantities};
use crate::games::asoiaf::{self, Active, Edition, Question, Spending};
use crate::study::{Answer, Distribution, NamedQuestion, Plan};

/// Asks what a panic test costs a unit, in its enemy's turn unless told otherwise. Its token, its
/// modifier and its rerolls are those of the [`CombatantBuilder`].
///
/// ```
/// let unit = warodds::numbers().morale(7).panicked();
/// let wounds = warodds::panic(&unit).exact()?.wounds().mean();
/// assert!((wounds - 1565.0 / 648.0).abs() < 1e-12);
/// # Ok::<(), warodds::Error>(())
/// ```
pub fn panic(tested: &CombatantBuilder) -> Ask<Panic> {
    Ask::new(Panic {
        tested: tested.clone(),
        active: Active::Enemy,
        spending: Spending::WhenItHelps,
    })
}

/// What a panic test costs: see [`panic()`].
///
/// ```
/// let unit = warodds::numbers().morale(7).reroll_morale().panicked();
/// let theirs = warodds::panic(&unit).exact()?;
/// let ours = warodds::panic(&unit).own_turn().exact()?;
/// assert!(theirs.wounds().mean() < ours.wounds().mean(), "who rerolls last has the last word");
/// # Ok::<(), warodds::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Panic {
    tested: CombatantBuilder,
    active: Active,
    spending: Spending,
}

impl Ask<Panic> {
    /// In the turn of the unit's own player, who then rerolls first (A0.7).
    pub fn own_turn(self) -> Self {
        self.with(|panic| panic.active = Active::Own)
    }

    /// When the enemy spends the unit's token.
    pub fn spending(self, spending: Spending) -> Self {
        self.with(|panic| panic.spending = spending)
    }
}

impl Asked for Panic {
    type Answer = PanicAnswer;

    fn answered(&self, edition: Edition, plan: &Plan) -> Result<PanicAnswer, Error> {
        let changes = self.tested.defense_changes();
        let question = Question::Panic(asoiaf::Panic {
            morale: self.tested.tested_morale("the tested unit")?,
            modifier: changes.panic_modifier,
            standing: self.tested.standing()?,
            rerolls: changes.morale_rerolls,
            active: self.active,
            spending: self.spending,
            traits: self.tested.traits(),
        });
        let asked = NamedQuestion::new("panic", self.tested.name(), question)
            .about(edition, self.tested.card());
        PanicAnswer::new(found(&asked, plan)?)
    }
}

/// What a panic test costs.
///
/// ```
/// let answer = warodds::panic(&warodds::numbers().morale(7)).exact()?;
/// assert!((answer.failed() - 15.0 / 36.0).abs() < 1e-12, "6 or less on two dice");
/// assert!((answer.wounds().at_least(1) - answer.failed()).abs() < 1e-12);
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

    /// Wounds that the unit suffers.
    pub const fn wounds(&self) -> &Distribution {
        &self.wounds
    }

    /// The chance that the test is failed.
    pub const fn failed(&self) -> f64 {
        self.failed
    }

    /// Everything that was found: by name, with notes and what no rule counts.
    pub const fn details(&self) -> &Answer {
        &self.answer
    }
}
