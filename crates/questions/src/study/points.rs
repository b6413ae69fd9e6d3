//! Points that an attack destroys and loses, from the costs of both units.

use warodds_answer::{Answer, Points};
use warodds_engine::chance::{EventName, QuantityName};
use warodds_games::Question;
use warodds_games::asoiaf::results::{event, quantity};
use warodds_games::asoiaf::{Combatant, UnitState};

/// What makes a unit's points count as destroyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointsBy {
    /// All of them, once the unit is destroyed (A11.1).
    #[default]
    Destruction,
    /// An equal share with each rank.
    Ranks,
    /// An equal share with each wound.
    Wounds,
}

/// How the points of an attack count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointsTerms {
    /// What counts.
    pub by: PointsBy,
    /// The costs of attacker and defender.
    pub costs: [u8; 2],
}

impl PointsTerms {
    /// Returns the points destroyed and lost; `None` for questions without two sides.
    pub(super) fn points(&self, question: &Question, answer: &Answer) -> Option<Points> {
        let sides = question.asoiaf()?.sides();
        let [(_, attacker), (_, defender)] = sides.as_slice() else { return None };
        let [own, other] = self.costs.map(f64::from);
        let dealt = (quantity::WOUNDS, event::DESTROYED);
        let suffered = (quantity::OWN_WOUNDS, event::OWN_DESTROYED);
        Some(Points {
            destroyed: other * self.share(answer, dealt, defender),
            lost: own * self.share(answer, suffered, attacker),
        })
    }

    /// Returns the expected share of a unit's points that count as destroyed.
    fn share(
        &self,
        answer: &Answer,
        (wounds, destroyed): (QuantityName, EventName),
        unit: &Combatant,
    ) -> f64 {
        let wounds = || answer.quantity(wounds).map(|found| found.distribution.pmf());
        match self.by {
            PointsBy::Destruction => answer.event(destroyed).map_or(0.0, |one| one.probability()),
            PointsBy::Ranks => wounds().map_or(0.0, |pmf| {
                let shares = pmf.probabilities().iter().enumerate();
                shares.map(|(wounds, p)| p * share_of_ranks(unit.state, wounds)).sum()
            }),
            PointsBy::Wounds => {
                let full = f64::from(unit.state.body().wounds());
                wounds().map_or(0.0, |pmf| pmf.mean() / full)
            }
        }
    }
}

/// Returns the share of the ranks of a full unit that these wounds destroy.
fn share_of_ranks(state: UnitState, wounds: usize) -> f64 {
    let (body, before) = (state.body(), state.wounds_left());
    let after = u8::try_from(wounds).map_or(0, |wounds| before.saturating_sub(wounds));
    let lost = body.ranks_left(before) - body.ranks_left(after);
    f64::from(lost) / f64::from(body.ranks())
}
