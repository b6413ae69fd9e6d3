//! What the units and attachments of an army earn: points destroyed minus points lost in an exchange
//! of attacks with each unit of a field. Always computed exactly.

use rayon::prelude::*;

use super::field::{self, FieldUnit, PartQuestion, WorthQuestion};
use super::matrix::method;
use super::pair::PairSolver;
use super::situational::{Unreported, is_change, lacking_conditions};
use super::{EngineKind, Plan, not_modelled};
use warodds_answer::{ArmyPart, FieldRemarks, Swap, Swaps, WorthAnswer, cmp_descending};
use warodds_engine::run::{ContractError, Control};
use warodds_games::asoiaf::Unit;

/// The measure of all parts.
pub(crate) const MEASURE: &str = "points destroyed minus points lost in an exchange of one attack \
                                  each way, averaged over the field; for attachments, the \
                                  difference they make";
/// What swaps leave out.
const SCOPE: &str = "swaps keep the rest of the army and may be illegal (see `warodds list check`); orders \
                     for others, NCUs, cards and terrain do not count";

/// Answers on the threads of the current rayon pool and reports each attack to `control`.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub(super) fn worth(
    question: &WorthQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<WorthAnswer, ContractError> {
    let plan = Plan { engine: EngineKind::Exact, compare: false, fractions: false, ..*plan };
    let (terms, edition) = (&question.terms, question.edition);
    let solver = PairSolver { terms, edition, plan, control };
    let count = question.units[0].len();
    let means: Vec<Option<f64>> = (0..count)
        .into_par_iter()
        .map(|unit| mean(question, &solver, unit))
        .collect::<Result<_, _>>()?;
    let counts: Vec<Vec<String>> = question
        .parts
        .par_iter()
        .map(|part| other_situations(question, &solver, part))
        .collect::<Result<_, _>>()?;
    // a sum over some units alone would be no worth of the army
    let means: Option<Vec<f64>> = means.into_iter().collect();
    let all = question.parts.iter().zip(&counts);
    let mut parts: Vec<ArmyPart> = means
        .iter()
        .flat_map(|means| all.clone().filter_map(|part| army_part(part, means)))
        .collect();
    let total = means.is_some().then(|| parts.iter().map(|part| part.points).sum());
    parts.sort_by(|one, other| {
        // free parts come after all that earn per point
        let worth = |part: &ArmyPart| part.per_point.unwrap_or(f64::NEG_INFINITY);
        let is_ranked = one.counts.is_empty().cmp(&other.counts.is_empty()).reverse();
        is_ranked
            .then_with(|| cmp_descending(worth(one), worth(other)))
            .then_with(|| cmp_descending(one.points, other.points))
            .then_with(|| one.name.cmp(&other.name))
    });
    let mut notes = field::notes((terms, edition), question.units());
    notes.push(SCOPE.to_owned());
    Ok(WorthAnswer {
        header: field::header(
            (&question.name, &question.case),
            (terms, edition),
            question.units(),
            method(&plan, means.is_none()),
        ),
        measure: MEASURE,
        opponents: question.field[0].len(),
        total,
        parts,
        remarks: FieldRemarks {
            left_out: question.left_out.clone(),
            not_modelled: not_modelled(question.armed()),
            notes,
        },
    })
}

/// Returns the mean of a unit's points over the field; `None` if the run was stopped.
fn mean(
    question: &WorthQuestion,
    solver: &PairSolver<'_>,
    unit: usize,
) -> Result<Option<f64>, ContractError> {
    let [attacking, attacked] = &question.units;
    let (Some(own), Some(attacked)) = (attacking.get(unit), attacked.get(unit)) else {
        return Ok(None);
    };
    let [targets, enemies] = &question.field;
    let pairs: Vec<_> = targets.iter().zip(enemies).enumerate().collect();
    let points: Vec<Option<f64>> = pairs
        .into_par_iter()
        .map(|(place, (target, enemy))| {
            let pair = unit * targets.len() + place;
            let [own, target] = question.terms.unplayed.units(pair, [&own.unit, &target.unit]);
            let units = [[&*own, &attacked.unit], [&*target, &enemy.unit]];
            let found = solver.exchange(units, question.points)?;
            Ok(found.map(|(points, _)| points.net()))
        })
        .collect::<Result<_, ContractError>>()?;
    let points: Option<Vec<f64>> = points.into_iter().collect();
    Ok(points.map(|all| all.iter().sum::<f64>() / all.len() as f64))
}

/// Returns the conditions in which an attachment that changes no exchange would change one, tactics
/// cards aside; none for other parts.
fn other_situations(
    question: &WorthQuestion,
    solver: &PairSolver<'_>,
    part: &PartQuestion,
) -> Result<Vec<String>, ContractError> {
    let ([_, units], [_, enemies]) = (&question.units, &question.field);
    let without = part.without.and_then(|without| units.get(without));
    let Some((with, without)) = units.get(part.with).zip(without) else { return Ok(Vec::new()) };
    let solver = PairSolver { control: &Unreported(solver.control), ..*solver };
    let points = |unit: &Unit, enemy: &Unit| {
        let found = solver.exchange([[unit; 2], [enemy; 2]], question.points)?;
        Ok::<_, ContractError>(found.map(|(points, _)| points.net()))
    };
    let changes = |unit: &Unit| {
        // the cost of the attachment is no effect of it
        let unit = Unit { cost: without.unit.cost, ..unit.clone() };
        let differ = |enemy: &FieldUnit| {
            let pair = points(&unit, &enemy.unit)?.zip(points(&without.unit, &enemy.unit)?);
            Ok(pair.is_some_and(|(one, other)| is_change(one - other)))
        };
        let found = enemies.par_iter().map(differ).find_any(|found| !matches!(found, Ok(false)));
        found.unwrap_or(Ok(false))
    };
    if changes(&with.unit)? {
        return Ok(Vec::new());
    }
    lacking_conditions([&with.unit, &without.unit], changes)
}

/// Returns what a part earns and its swaps, from the means of all units.
fn army_part((part, counts): (&PartQuestion, &Vec<String>), means: &[f64]) -> Option<ArmyPart> {
    let mean = |unit: usize| means.get(unit).copied();
    let points = match part.without {
        Some(without) => mean(part.with)? - mean(without)?,
        None => mean(part.with)?,
    };
    let whole = mean(part.whole)?;
    let swap = |swap: &field::SwapCandidate| {
        let (id, name) = swap.card.clone().unzip();
        Some(Swap { id, name, cost: swap.cost, gain: mean(swap.with)? - whole })
    };
    Some(ArmyPart {
        part: part.part,
        id: part.id.clone(),
        name: part.name.clone(),
        unit: part.unit.clone(),
        cost: part.cost,
        points,
        per_point: (part.cost > 0 && counts.is_empty()).then(|| points / f64::from(part.cost)),
        counts: counts.clone(),
        swaps: Swaps::grouped(part.cost, part.swaps.iter().filter_map(swap).collect()),
    })
}
