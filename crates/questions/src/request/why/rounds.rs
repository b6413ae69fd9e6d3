//! A duel after each of its rounds.

use warodds_answer::{Answer, EngineKind, Setting};
use warodds_engine::run::ContractError;
use warodds_games::Question;
use warodds_games::asoiaf::{self, values::Activations};

use crate::study::{Control, NamedQuestion, Plan, answer};

/// The key of the number of rounds of a duel.
const ROUNDS: &str = "rounds";
/// Longer duels are not computed by round: their later rounds hardly differ.
const MOST: u8 = 12;

/// Computes duels of 1, 2, … rounds, up to those that were asked for, with the exact engine. Their
/// cases are the numbers of rounds. Empty for other questions, and for duels of one round or more
/// than twelve.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub fn duel_by_round(
    asked: &NamedQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<Vec<Answer>, ContractError> {
    let Question::Asoiaf(fight, edition) = &asked.question else { return Ok(Vec::new()) };
    let asoiaf::Question::Duel(duel) = &**fight else { return Ok(Vec::new()) };
    let all = duel.activations.get();
    let rounds = all.div_ceil(2);
    if !(2..=MOST).contains(&rounds) {
        return Ok(Vec::new());
    }
    let plan = Plan { engine: EngineKind::Exact, fractions: false, compare: false, ..*plan };
    let activations = (1..=rounds).map(|round| (round, all.min(2 * round)));
    let after = |(round, activations): (u8, u8)| {
        let mut duel = duel.clone();
        duel.activations = Activations::new(activations.into()).unwrap_or(duel.activations);
        let question = Question::Asoiaf(Box::new(asoiaf::Question::Duel(duel)), *edition);
        let case = vec![Setting::text(ROUNDS, round.to_string())];
        answer(&NamedQuestion { question, case, ..asked.clone() }, &plan, control)
    };
    activations.map(after).collect()
}
