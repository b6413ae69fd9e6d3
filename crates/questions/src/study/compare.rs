//! Comparison of two attackers against a field: which is better against whom, and how certainly.
//!
//! The exact engine gives the distributions of both, and with them the exact difference and the
//! chance that one attack of the first is worth more than one of the second. A sampled difference
//! is that of two independent means.

mod solver;

use std::cmp::Ordering;
use std::collections::HashSet;

use rayon::prelude::*;

use solver::MatchupSolver;

use super::field::{self, CompareQuestion, FieldUnit, summary};
use super::matrix::method;
use super::result_source::{DirectRun, ResultSource};
use super::{Plan, not_modelled_of_field};
pub use warodds_answer::{
    ABOUT_EQUAL, CompareAnswer, CompareContribution, Matchup, MatchupSide, Verdict, VerdictCounts,
};
use warodds_answer::{FieldRemarks, Measure, UnitSummary, cmp_descending};
use warodds_engine::run::{ContractError, Control, unless_stopped};

/// Returns the worth of a wound of each attacker by a measure.
pub(super) fn weights(attackers: &[UnitSummary; 2], measure: Measure) -> [f64; 2] {
    attackers.each_ref().map(|attacker| {
        // as in `Matchup::odds`: without a cost the measure is wounds, with factor 1
        attacker.per_point(1.0).filter(|_| measure == Measure::PerPoint).unwrap_or(1.0)
    })
}

/// Answers a comparison on the threads of the current rayon pool. Reports each attack of the exact
/// engine, or each trial of the others, to `control`.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub fn compare(
    question: &CompareQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<CompareAnswer, ContractError> {
    compare_from(question, plan, &DirectRun(control))
}

/// Answers a comparison from a source of results.
pub(super) fn compare_from(
    question: &CompareQuestion,
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<CompareAnswer, ContractError> {
    // costs and names do not depend on the weapons
    let unarmed = question.attackers.each_ref().map(|member| summary(member, &HashSet::new()));
    let found = matchups(question, &unarmed, plan, rolls)?;
    let partial = found.iter().any(Option::is_none);
    // a unit that cannot charge is not compared with one that can
    let reaches = |member: &FieldUnit| question.terms.out_of_reach(&member.unit).is_none();
    let found = if question.attackers.iter().all(reaches) { found } else { Vec::new() };
    let mut matchups: Vec<Matchup> = found.into_iter().flatten().collect();
    let defenders: Vec<UnitSummary> = matchups.iter().map(|one| one.defender.clone()).collect();
    matchups.sort_by(ranked);
    let used = |side: fn(&Matchup) -> &MatchupSide| {
        matchups.iter().map(|one| side(one).attack.as_str()).collect()
    };
    let [a, b] = &question.attackers;
    let mut attackers = [summary(a, &used(|one| &one.a)), summary(b, &used(|one| &one.b))];
    let reach = field::mark_reach(&question.terms, &question.attackers, &mut attackers);
    let attackers = attackers.map(|unit| unit.less_wounds(question.terms.wounds_lost[0]));
    Ok(CompareAnswer {
        header: field::header(
            (&question.name, &question.case),
            (&question.terms, question.edition),
            question.units(),
            method(plan, partial),
        ),
        measure: question.measure,
        range: question.range,
        remarks: FieldRemarks {
            left_out: question.left_out.clone(),
            not_modelled: not_modelled_of_field(attackers.iter().chain(&defenders)),
            notes: [field::notes((&question.terms, question.edition), question.units()), reach]
                .concat(),
        },
        attackers,
        matchups,
        contributions: None,
    })
}

/// Solves the matchups in the order of the field; `None` for those a stopped run did not reach.
fn matchups(
    question: &CompareQuestion,
    attackers: &[UnitSummary; 2],
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<Vec<Option<Matchup>>, ContractError> {
    // answers about fields have no place for exact checks of their matchups
    let plan = Plan { compare: false, fractions: false, ..*plan };
    let run = MatchupSolver { question, attackers, plan, rolls };
    let [_, lost] = question.terms.wounds_lost;
    let found = |(place, member)| {
        let defender = summary(member, &HashSet::new()).less_wounds(lost);
        Ok(unless_stopped(run.matchup(place, defender))?.flatten())
    };
    question.defenders.par_iter().enumerate().map(found).collect()
}

/// Orders matchups from the best for the first attacker to the worst, then by name.
fn ranked(one: &Matchup, other: &Matchup) -> Ordering {
    cmp_descending(one.difference, other.difference)
        .then_with(|| one.defender.name.cmp(&other.defender.name))
}
