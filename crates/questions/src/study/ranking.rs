//! Several units against a field, ranked by the mean of a measure. Always computed exactly.

use std::collections::HashSet;

use rayon::prelude::*;

use super::field::{self, FieldUnit, RankingQuestion, summary};
use super::matrix::method;
use super::pair::{BothForms, PairSolver};
use super::{EngineKind, Plan, not_modelled_of_field};
use warodds_answer::{
    FieldRemarks, Measure, RankedUnit, RankingAnswer, UnitSummary, cmp_descending,
};
use warodds_engine::run::{ContractError, Control};
use warodds_games::asoiaf::Unit;
use warodds_games::asoiaf::survive::MOST_ATTACKS;

/// Differences of this size are rounding.
const ROUNDING: f64 = 1e-9;

/// Answers on the threads of the current rayon pool and reports each attack or duel to `control`.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub(super) fn ranking(
    question: &RankingQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<RankingAnswer, ContractError> {
    let plan = Plan { engine: EngineKind::Exact, compare: false, fractions: false, ..*plan };
    let (terms, edition) = (&question.terms, question.edition);
    let solver = PairSolver { terms, edition, plan, control };
    let [compared, field] = question.roles();
    let (rows, columns) = (compared.len(), field.len());
    let found: Vec<Option<PairResult>> = (0..rows * columns)
        .into_par_iter()
        .map(|pair| value(question, &solver, [pair / columns, pair % columns]))
        .collect::<Result<_, _>>()?;
    let partial = found.iter().any(Option::is_none);
    let none = HashSet::new();
    let mut lost = terms.wounds_lost;
    if question.measure == Measure::Survive {
        // the compared units are attacked
        lost.reverse();
    }
    let against: Vec<UnitSummary> =
        field.iter().map(|one| summary(one, &none).less_wounds(lost[1])).collect();
    let found: Vec<PairResult> = found.into_iter().flatten().collect();
    // the mean over some units alone would rank by luck
    let values: Vec<&[PairResult]> =
        if partial { Vec::new() } else { found.chunks(columns.max(1)).collect() };
    let mut units: Vec<RankedUnit> = compared
        .iter()
        .zip(&values)
        .map(|(unit, own)| ranked((unit, lost[0]), own, &values))
        .collect();
    units.sort_by(|one, other| {
        cmp_descending(one.value, other.value).then_with(|| one.unit.name.cmp(&other.unit.name))
    });
    let is_duel = question.measure == Measure::Duel;
    let aim = match question.measure {
        Measure::Duel => Some(question.schedule.aim.words().to_owned()),
        Measure::Survive => Some(question.schedule.aim.words_of_survival().to_owned()),
        Measure::Wounds | Measure::PerPoint | Measure::Trade => None,
    };
    let cut_off = found.iter().any(|pair| pair.is_lower_bound).then(|| {
        format!(
            "at most {MOST_ATTACKS} attacks are counted; units that outlast them have means that \
             are lower bounds"
        )
    });
    let remarks = FieldRemarks {
        left_out: question.left_out.clone(),
        not_modelled: not_modelled_of_field(units.iter().map(|one| &one.unit).chain(&against)),
        notes: field::notes((terms, edition), question.units())
            .into_iter()
            .chain(aim)
            .chain(cut_off)
            .collect(),
    };
    Ok(RankingAnswer {
        header: field::header(
            (&question.name, &question.case),
            (terms, edition),
            question.units(),
            method(&plan, partial),
        ),
        measure: question.measure,
        rounds: is_duel.then(|| question.schedule.activations.get().div_ceil(2)),
        range: question.range,
        against,
        units,
        remarks,
    })
}

/// What a compared unit does against a unit of the field.
struct PairResult {
    /// Its value by the measure.
    value: f64,
    /// The chance of a requested number of wounds.
    chance: Option<f64>,
    /// The name of its attack.
    weapon: String,
    /// Whether the value is a lower bound.
    is_lower_bound: bool,
}

/// Returns a unit as it attacks, and as it is attacked.
fn forms(members: &[Vec<FieldUnit>; 2], place: usize) -> Option<BothForms<'_>> {
    let [one, other] = members.each_ref().map(|members| members.get(place));
    Some([&one?.unit, &other?.unit])
}

/// Returns the result of the unit of a row against the unit of a column.
fn value(
    question: &RankingQuestion,
    solver: &PairSolver<'_>,
    [row, column]: [usize; 2],
) -> Result<Option<PairResult>, ContractError> {
    let units = forms(&question.units, row).zip(forms(&question.field, column));
    let Some(([own, attacked], [attacking, target])) = units else { return Ok(None) };
    let units = match question.measure {
        Measure::Survive => [attacking, attacked],
        _ => [own, target],
    };
    let pair = row * question.field[0].len() + column;
    let [attacker, defender] = question.terms.unplayed.units(pair, units);
    let units = [&*attacker, &*defender];
    let found = match question.measure {
        Measure::Wounds => return wounds(question, solver, units, 1.0),
        Measure::PerPoint => {
            let Some(cost) = own.cost.map(|cost| f64::from(cost.get())) else { return Ok(None) };
            return wounds(question, solver, units, cost);
        }
        Measure::Duel => solver.duels(units, question.schedule)?,
        Measure::Survive => {
            let found = solver.survives(units, question.schedule.aim)?;
            return Ok(found.map(|(value, is_lower_bound)| PairResult {
                value,
                chance: None,
                weapon: String::new(),
                is_lower_bound,
            }));
        }
        Measure::Trade => {
            let pair = [[&*attacker, attacked], [&*defender, attacking]];
            let found = solver.exchange(pair, question.points)?;
            found.map(|(points, weapon)| (points.net(), weapon))
        }
    };
    Ok(found.map(|(value, weapon)| PairResult {
        value,
        chance: None,
        weapon,
        is_lower_bound: false,
    }))
}

/// Returns the expected wounds of an attack divided by a cost, and the chance of a requested
/// number.
fn wounds(
    question: &RankingQuestion,
    solver: &PairSolver<'_>,
    [own, target]: [&Unit; 2],
    cost: f64,
) -> Result<Option<PairResult>, ContractError> {
    let found = solver.wounds(own, target)?;
    Ok(found.map(|(wounds, weapon)| PairResult {
        value: wounds.mean() / cost,
        chance: question.range.map(|range| range.chance(&wounds)),
        weapon,
        is_lower_bound: false,
    }))
}

/// Summarizes a unit after its losses, and its values; `all` are those of all compared units.
fn ranked(
    (member, lost): (&FieldUnit, u8),
    own: &[PairResult],
    all: &[&[PairResult]],
) -> RankedUnit {
    let weapons = own.iter().map(|one| one.weapon.as_str()).collect();
    let values: Vec<f64> = own.iter().map(|one| one.value).collect();
    let chances: Option<Vec<f64>> = own.iter().map(|one| one.chance).collect();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let is_best = |(place, value): (usize, &f64)| {
        all.iter().all(|row| row.get(place).is_none_or(|other| other.value <= value + ROUNDING))
    };
    RankedUnit {
        unit: summary(member, &weapons).less_wounds(lost),
        value: mean(&values),
        chance: chances.as_deref().map(mean),
        chances,
        best_against: values.iter().enumerate().filter(|one| is_best(*one)).count(),
        values,
    }
}
