//! Key results of a question, which can be subtracted from each other.

use warodds_engine::run::ContractError;

use crate::study::{Answer, Control, EngineKind, NamedQuestion, Plan, answer};
use warodds_games::Question;
use warodds_games::asoiaf::results::quantity;

/// The expected results of a question.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worth {
    /// Expected wounds dealt: to the defender, or to `b` of a duel.
    pub wounds: f64,
    /// Expected wounds suffered: by the attacker, or by `a` of a duel.
    pub own_wounds: f64,
    /// In a duel, the probability that `a` wins: `b` is destroyed and `a` is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
}

impl Worth {
    /// Computes the results with the exact engine; `None` for a question of another kind.
    ///
    /// # Errors
    /// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
    pub(super) fn compute(
        asked: &NamedQuestion,
        plan: &Plan,
        control: &dyn Control,
    ) -> Result<Option<Self>, ContractError> {
        let plan = Plan { engine: EngineKind::Exact, fractions: false, ..*plan };
        let found = answer(asked, &plan, control)?;
        Ok(Self::of(&asked.question, &found))
    }

    /// Takes the results from an answer; `None` for a question of another kind.
    fn of(question: &Question, answer: &Answer) -> Option<Self> {
        let mean = |name| answer.quantity(name).map(|one| one.distribution.pmf().mean());
        let Some(warodds_games::asoiaf::Question::Duel(duel)) = question.asoiaf() else {
            // a charge without an attack deals no wounds, an attack without abilities costs none
            let wounds = mean(quantity::WOUNDS).unwrap_or(0.0);
            return Some(Self {
                wounds,
                own_wounds: mean(quantity::OWN_WOUNDS).unwrap_or(0.0),
                win: None,
            });
        };
        let had = duel.sides().map(|side| f64::from(side.state.wounds_left()));
        let (_, _, joint) = answer.joint.as_ref()?;
        // `a` has wounds left and `b` has none: the first column without its first row
        let win = joint.rows().skip(1).filter_map(|row| row.first()).sum();
        Some(Self {
            wounds: had[1] - mean(quantity::B_LEFT)?,
            own_wounds: had[0] - mean(quantity::A_LEFT)?,
            win: Some(win),
        })
    }

    /// Returns the value for the attacker or `a`: the probability to win, otherwise wounds dealt
    /// minus wounds suffered.
    pub fn net(&self) -> f64 {
        self.win.unwrap_or(self.wounds - self.own_wounds)
    }

    /// Returns the difference to `other`.
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self {
            wounds: self.wounds - other.wounds,
            own_wounds: self.own_wounds - other.own_wounds,
            win: self.win.zip(other.win).map(|(own, other)| own - other),
        }
    }
}
