//! What a question is worth to its attacker.

use warodds::games::asoiaf::{Attack, Charge, Question, UnitState};
use warodds::study::Answer;

use super::common::exact;

/// What an attack is worth to the attacker (A14.2): wounds that the defender has less afterwards
/// less those the attacker has.
pub(super) fn net(attack: &Attack) -> f64 {
    let answer = exact(&Question::Attack(attack.clone()));
    let lost = |lost: &str, left: &str, standing: UnitState| match mean(&answer, left) {
        Some(left) => f64::from(standing.wounds_left()) - left,
        None => mean(&answer, lost).unwrap_or(0.0),
    };
    lost("wounds", "left", attack.defender().state)
        - lost("own_wounds", "own_left", attack.attacker().state)
}

/// The mean of a result, where the answer has it.
pub(super) fn mean(answer: &Answer, name: &str) -> Option<f64> {
    Some(crate::common::result(answer, name)?.pmf().mean())
}

/// The same of a charge; no wounds may be healed in it.
pub(super) fn net_of_charge(charge: &Charge) -> f64 {
    let answer = exact(&Question::Charge(charge.clone()));
    mean(&answer, "wounds").unwrap_or(0.0) - mean(&answer, "own_wounds").unwrap_or(0.0)
}
