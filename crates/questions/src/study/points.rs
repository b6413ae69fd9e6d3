//! Points that an attack destroys and loses, from the costs of both units.

use warodds_answer::{Answer, Points};
use warodds_engine::chance::{EventName, QuantityName};
use warodds_engine::dist::Pmf;
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
    /// Returns the points destroyed and lost; `None` for questions without two sides. Of a duel
    /// those of the first side.
    pub(super) fn points(&self, question: &Question, answer: &Answer) -> Option<Points> {
        let sides = question.asoiaf()?.sides();
        let [(_, attacker), (_, defender)] = sides.as_slice() else { return None };
        let [own, other] = self.costs.map(f64::from);
        let left = |name| answer.quantity(name).map(|found| found.distribution.pmf());
        let is_duel = answer.quantity(quantity::B_LEFT).is_some();
        let share = |unit: &Combatant, left_name, wounds, destroyed| {
            if is_duel {
                left(left_name).map_or(0.0, |left| self.share_of_left(&left, unit.state))
            } else {
                self.share(answer, (wounds, destroyed), unit)
            }
        };
        let dealt = (quantity::B_LEFT, quantity::WOUNDS, event::DESTROYED);
        let suffered = (quantity::A_LEFT, quantity::OWN_WOUNDS, event::OWN_DESTROYED);
        Some(Points {
            destroyed: other * share(defender, dealt.0, dealt.1, dealt.2),
            lost: own * share(attacker, suffered.0, suffered.1, suffered.2),
        })
    }

    /// Returns the expected share of a unit's points that count as destroyed, from the distribution
    /// of its wounds left.
    fn share_of_left(&self, left: &Pmf, before: UnitState) -> f64 {
        let (body, full) = (before.body(), before.wounds_left());
        let share = |left: u8| match self.by {
            PointsBy::Destruction => f64::from(u8::from(left == 0)),
            PointsBy::Ranks => {
                let lost = f64::from(body.ranks_left(full)) - f64::from(body.ranks_left(left));
                lost / f64::from(body.ranks())
            }
            PointsBy::Wounds => (f64::from(full) - f64::from(left)) / f64::from(body.wounds()),
        };
        (0u8..).zip(left.probabilities()).map(|(left, p)| p * share(left)).sum()
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
