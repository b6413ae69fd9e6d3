//! What a question comes to, in a few numbers that can be subtracted.

use warodds_engine::run::ContractError;

use crate::study::{Answer, Control, EngineKind, NamedQuestion, Plan, answer};
use warodds_games::Question;
use warodds_games::asoiaf::results::quantity;

/// What a question comes to, in the numbers that parts change.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Worth {
    /// Wounds dealt in expectation: to the defender, or to `b` of a duel.
    pub wounds: f64,
    /// Wounds suffered in expectation: by the attacker, or by `a` of a duel.
    pub own_wounds: f64,
    /// Of a duel, the chance that `a` wins: `b` is destroyed and `a` stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
}

impl Worth {
    /// By the exact engine; none for a question of another kind.
    ///
    /// # Errors
    /// When a rule breaks its contract with the exact engine; no input does that.
    pub(super) fn exactly(
        asked: &NamedQuestion,
        plan: &Plan,
        control: &dyn Control,
    ) -> Result<Option<Self>, ContractError> {
        let plan = Plan { engine: EngineKind::Exact, fractions: false, ..*plan };
        let found = answer(asked, &plan, control)?;
        Ok(Self::of(&asked.question, &found))
    }

    /// Of an answer; none for a question of another kind.
    fn of(question: &Question, answer: &Answer) -> Option<Self> {
        let mean = |name| answer.quantity(name).map(|one| one.distribution.pmf().mean());
        let Some(warodds_games::asoiaf::Question::Duel(duel)) = question.asoiaf() else {
            // a charge alone deals no wounds, and an attack without abilities costs none
            let wounds = mean(quantity::WOUNDS).unwrap_or(0.0);
            return Some(Self {
                wounds,
                own_wounds: mean(quantity::OWN_WOUNDS).unwrap_or(0.0),
                win: None,
            });
        };
        let had = [&duel.a, &duel.b].map(|side| f64::from(side.state.wounds_left()));
        let (_, _, joint) = answer.joint.as_ref()?;
        // a stands and b does not: the first column, but for its first row
        let win = joint.rows().skip(1).filter_map(|row| row.first()).sum();
        Some(Self {
            wounds: had[1] - mean(quantity::B_LEFT)?,
            own_wounds: had[0] - mean(quantity::A_LEFT)?,
            win: Some(win),
        })
    }

    /// What is better for the attacker, or for `a`: the chance to win, else wounds dealt less
    /// wounds suffered.
    pub fn net(&self) -> f64 {
        self.win.unwrap_or(self.wounds - self.own_wounds)
    }

    /// This less another.
    pub(super) fn less(&self, other: &Self) -> Self {
        Self {
            wounds: self.wounds - other.wounds,
            own_wounds: self.own_wounds - other.own_wounds,
            win: self.win.zip(other.win).map(|(own, other)| own - other),
        }
    }
}
