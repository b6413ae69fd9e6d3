//! Causes of the attacker's own wounds, and the wounds that each causes.

use warodds_engine::run::ContractError;
use warodds_games::Question;
use warodds_games::asoiaf::results::quantity;
use warodds_games::asoiaf::{self, TerrainKeyword};

use super::{Contribution, Worth, abilities, leave_out, sides};
use crate::request::{Query, Request};
use crate::study::{Answer, Control, EngineKind, NamedQuestion, Plan, cmp_descending};

/// A cause of the attacker's own wounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// The ability, or a description of the rule.
    pub what: String,
    /// The side that has the ability, `attacker` or `defender`; `None` for a rule.
    pub of: Option<&'static str>,
    /// Its share of the attacker's expected own wounds; negative if it prevents wounds.
    pub wounds: f64,
    /// For a rule that was left out: results with the rule minus results without it.
    worth: Option<Worth>,
}

impl Cause {
    /// Sets the share of its ability's row, or adds a row for its rule.
    pub(super) fn add_to(self, rows: &mut Vec<Contribution>) {
        let Self { what, of, wounds, worth } = self;
        let row = rows.iter_mut().find(|row| row.what == what && Some(row.side) == of);
        if let Some(row) = row {
            row.own_wounds_share = Some(wounds);
            return;
        }
        let worth = worth.unwrap_or(Worth { wounds: 0.0, own_wounds: wounds, win: None });
        let own_wounds_share = Some(wounds);
        rows.push(Contribution { what, kind: "rule", side: "attacker", worth, own_wounds_share });
    }
}

impl Request {
    /// Computes the causes of the attacker's own wounds in the answer. Empty for sampled answers,
    /// which would have to be sampled again, and under a condition, of which causes know nothing.
    ///
    /// # Errors
    /// As [`causes`].
    pub fn causes(
        &self,
        answer: &Answer,
        control: &dyn Control,
    ) -> Result<Vec<Cause>, ContractError> {
        let Query::One(question, _) = &self.asked else { return Ok(Vec::new()) };
        let is_exact = self.plan.engine == EngineKind::Exact;
        match answer.quantity(quantity::OWN_WOUNDS) {
            Some(own) if is_exact && answer.given.is_none() => {
                causes(question, &self.plan, own.distribution.mean(), control)
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// The smallest share that is listed, in wounds.
const NEGLIGIBLE: f64 = 0.005;

/// Computes the causes of the attacker's expected `own_wounds`: abilities with the largest share
/// first, then rules. Empty if the question is not about an attack or charge.
///
/// The shares sum to `own_wounds`: causes are left out one after another, in addition to those
/// before, and a share is the decrease in wounds. The last cause has the remaining wounds.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub fn causes(
    asked: &NamedQuestion,
    plan: &Plan,
    own_wounds: f64,
    control: &dyn Control,
) -> Result<Vec<Cause>, ContractError> {
    if own_wounds < NEGLIGIBLE
        || matches!(asked.question.asoiaf(), None | Some(asoiaf::Question::Duel(_)))
    {
        return Ok(Vec::new());
    }
    let worth = |question: &Question| {
        let asked = NamedQuestion { question: question.clone(), ..asked.clone() };
        Worth::compute(&asked, plan, control)
    };
    let mut found = Vec::new();
    let mut question = asked.question.clone();
    let mut left = own_wounds;
    for (what, of) in costly(&question, own_wounds, &worth)? {
        let side = usize::from(of == "defender");
        let Some(without) = leave_out(&question, side, &what) else { continue };
        question = without;
        let rest = worth(&question)?.map_or(0.0, |rest| rest.own_wounds);
        found.push(Cause { what, of: Some(of), wounds: left - rest, worth: None });
        left = rest;
    }
    if let Some(without) = without_failed_test(&question) {
        let rest = worth(&without)?.map_or(0.0, |rest| rest.own_wounds);
        let alone = without_failed_test(&asked.question).map(|alone| worth(&alone)).transpose()?;
        let whole = worth(&asked.question)?;
        let worth = whole.zip(alone.flatten()).map(|(whole, rest)| whole.minus(&rest));
        let what = "panic test of a failed charge".to_owned();
        found.push(Cause { what, of: None, wounds: left - rest, worth });
    }
    found.retain(|cause| cause.wounds.abs() >= NEGLIGIBLE);
    let rest = own_wounds - found.iter().map(|cause| cause.wounds).sum::<f64>();
    if rest.abs() >= NEGLIGIBLE {
        let what = last(&asked.question).to_owned();
        found.push(Cause { what, of: None, wounds: rest, worth: None });
    }
    Ok(found)
}

/// Returns the abilities that cost the attacker wounds, the costliest first.
fn costly(
    question: &Question,
    own_wounds: f64,
    worth: &impl Fn(&Question) -> Result<Option<Worth>, ContractError>,
) -> Result<Vec<(String, &'static str)>, ContractError> {
    let mut found = Vec::new();
    for (what, _, of, without) in abilities(question) {
        let saved = own_wounds - worth(&without)?.map_or(0.0, |rest| rest.own_wounds);
        if saved >= NEGLIGIBLE {
            found.push((saved, (what, of)));
        }
    }
    found.sort_by(|(one, _), (other, _)| cmp_descending(*one, *other));
    Ok(found.into_iter().map(|(_, ability)| ability).collect())
}

/// Returns the charge without the panic test after a failure (A5.6); `None` if it has no such test.
fn without_failed_test(question: &Question) -> Option<Question> {
    let Question::Asoiaf(asked, edition) = question else { return None };
    let asoiaf::Question::Charge(charge) = &**asked else { return None };
    charge.charger().morale.filter(|_| charge.panic_test)?;
    let mut charge = charge.clone();
    charge.panic_test = false;
    Some(Question::Asoiaf(Box::new(asoiaf::Question::Charge(charge)), *edition))
}

/// Describes the cause of the wounds that no ability and no test causes.
fn last(question: &Question) -> &'static str {
    let crosses = match question.asoiaf() {
        Some(asoiaf::Question::Charge(charge)) => charge.terrain.has(TerrainKeyword::Dangerous),
        _ => false,
    };
    let stands = sides(question).first().is_some_and(|(_, own)| own.surroundings.dangerous);
    if crosses || stands { "dangerous terrain" } else { "other rules" }
}
