//! Every attacker against every defender: each cell has the wounds of an attack or the end of a
//! duel.
//!
//! Each cell is the answer of `attack` or `duel` for the same two units, engine and seed. Cells are
//! computed on all threads and keep their places, so a question has the same bits on any number of
//! threads.

use std::borrow::Cow;
use std::collections::HashSet;

use rayon::prelude::*;

use super::field::{self, ArmedAttacker, DuelSchedule, FieldUnit, MatrixQuestion, summary};
use super::points::PointsTerms;
use super::result_source::{DirectRun, ResultSource};
use super::{Answer, Distribution, EngineKind, Method, NamedQuestion, Plan, not_modelled_of_field};
pub use warodds_answer::{Cell, DuelCell, MatrixAnswer};
use warodds_answer::{DuelRounds, FieldRemarks, FirstSide, UnitSummary};
use warodds_engine::run::{ContractError, Control};
use warodds_games::Question;
use warodds_games::asoiaf::results::quantity;
use warodds_games::asoiaf::{self, Combatant, DuelSide, Edition, Unit};

/// Returns the wounds of the attack at a place; `None` if the source does not know them or the run
/// was stopped first.
pub(super) fn wounds(
    (action, edition): (Box<asoiaf::Question>, Edition),
    plan: &Plan,
    place: (usize, &dyn ResultSource),
) -> Result<Option<Distribution>, ContractError> {
    answered(&pair_question(action, edition, None), plan, place, wounds_of)
}

/// Returns the question of a cell. With `points` its answer has the points destroyed and lost.
pub(super) fn pair_question(
    question: Box<asoiaf::Question>,
    edition: Edition,
    points: Option<PointsTerms>,
) -> NamedQuestion {
    let question = Question::Asoiaf(question, edition);
    NamedQuestion { points, ..NamedQuestion::new("", "", question) }
}

/// Returns the wounds of an answer.
fn wounds_of(answer: &Answer) -> Option<Distribution> {
    answer.quantity(quantity::WOUNDS).map(|wounds| wounds.distribution.clone())
}

/// Answers the question at a place and takes what is needed of the answer; `None` as for
/// [`wounds`].
fn answered<T>(
    question: &NamedQuestion,
    plan: &Plan,
    (place, rolls): (usize, &dyn ResultSource),
    take: impl FnOnce(&Answer) -> Option<T>,
) -> Result<Option<T>, ContractError> {
    let Some(answer) = rolls.answer(place, question, plan)? else { return Ok(None) };
    if plan.engine == EngineKind::Exact {
        // the sampling engines report each trial themselves
        rolls.control().advance(1);
    }
    // a cell of a stopped run has fewer trials than its neighbours: it is left out
    Ok(if answer.method.partial { None } else { take(&answer) })
}

/// Returns how the points of a pair of units count, if both costs are known.
fn points(question: &MatrixQuestion, place: usize) -> Option<PointsTerms> {
    let columns = question.defenders.len().max(1);
    let cost = |members: &[FieldUnit], place: usize| -> Option<u8> {
        members.get(place)?.unit.cost.map(|cost| cost.get())
    };
    let own = cost(&question.attackers, place / columns)?;
    let costs = [own, cost(&question.defenders, place % columns)?];
    Some(PointsTerms { by: question.points, costs })
}

/// Solves all attacks, row by row.
fn attacks(
    question: &MatrixQuestion,
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<Vec<Option<Cell>>, ContractError> {
    let (terms, edition) = (&question.terms, question.edition);
    // once for each unit rather than in each cell
    let attackers: Vec<Vec<ArmedAttacker>> =
        question.attackers.iter().map(|member| terms.attackers(&member.unit)).collect();
    let defenders: Vec<Option<Combatant>> =
        question.defenders.iter().map(|member| terms.defender(&member.unit)).collect();
    let columns = defenders.len().max(1);
    let cell = |(place, units): (usize, &[&Unit; 2])| {
        if rolls.control().is_stopped() {
            return Ok(None);
        }
        let action = match terms.unplayed.units(place, *units) {
            [Cow::Borrowed(_), Cow::Borrowed(_)] => {
                let of_cell = attackers.get(place / columns).zip(defenders.get(place % columns));
                of_cell.and_then(|(attackers, defender)| {
                    terms.action_of(attackers, defender.as_ref()?, edition)
                })
            }
            [attacker, defender] => terms.action([&attacker, &defender], edition),
        };
        let Some((weapon, action)) = action else { return Ok(None) };
        let asked = pair_question(action, edition, points(question, place));
        answered(&asked, plan, (place, rolls), |answer| {
            Some(Cell::Attack(weapon, wounds_of(answer)?, answer.points))
        })
    };
    question.pairs().par_iter().enumerate().map(cell).collect()
}

/// Solves all duels, row by row.
fn duels(
    question: &MatrixQuestion,
    schedule: &DuelSchedule,
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<Vec<Option<Cell>>, ContractError> {
    let cell = |(place, units): (usize, &[&Unit; 2])| {
        if rolls.control().is_stopped() {
            return Ok(None);
        }
        let [a, b] = question.terms.unplayed.units(place, *units);
        let Some(duel) = question.terms.duel([&a, &b], schedule, question.edition) else {
            return Ok(None);
        };
        let weapons = duel.sides().map(|side| side.weapon_name().to_owned());
        let duel = Box::new(asoiaf::Question::Duel(Box::new(duel)));
        let asked = pair_question(duel, question.edition, points(question, place));
        answered(&asked, plan, (place, rolls), |answer| {
            Some(Cell::Duel(Box::new(duel_cell(answer, weapons)?)))
        })
    };
    question.pairs().par_iter().enumerate().map(cell).collect()
}

/// Takes the end of a duel from its answer; `None` if the run was stopped before its first
/// trial.
pub(super) fn duel_cell(answer: &Answer, weapons: [String; 2]) -> Option<DuelCell> {
    let (.., joint) = answer.joint.as_ref()?;
    let mut wins = [0.0; 2];
    for (a_left, row) in joint.rows().enumerate() {
        for (b_left, p) in row.iter().enumerate() {
            match (a_left, b_left) {
                // a duel that ends with both alive, or both destroyed, is won by neither
                (1.., 0) => wins[0] += p,
                (0, 1..) => wins[1] += p,
                _ => {}
            }
        }
    }
    let left = |name| answer.quantity(name).map(|left| left.distribution.clone());
    Some(DuelCell {
        wins,
        left: [left(quantity::A_LEFT)?, left(quantity::B_LEFT)?],
        weapons,
        points: answer.points,
    })
}

/// Returns the share of a duel that a side wins; one without a winner counts half.
pub(super) fn share_won(duel: &DuelCell, side: usize) -> f64 {
    let [own, other] = [duel.wins[side], duel.wins[1 - side]];
    own + (1.0 - own - other) / 2.0
}

/// Returns the schedule of duels in rounds.
fn rounds(schedule: DuelSchedule) -> DuelRounds {
    let first = match schedule.first {
        DuelSide::A => FirstSide::Attacker,
        DuelSide::B => FirstSide::Defender,
    };
    // a round has one attack of each side
    let activations = schedule.activations.get();
    DuelRounds { rounds: activations.div_ceil(2), activations, first }
}

/// Returns how the cells were computed.
pub(super) fn method(plan: &Plan, partial: bool) -> Method {
    let rolled = plan.engine != EngineKind::Exact;
    Method {
        engine: plan.engine,
        trials: rolled.then_some(plan.goal.trials),
        seed: rolled.then_some(plan.goal.seed),
        partial,
    }
}

/// Answers a matrix on the threads of the current rayon pool. Reports each attack of the exact
/// engine, or each trial of the others, to `control`.
///
/// # Errors
/// [`ContractError`] if a rule breaks its contract with the exact engine (a bug).
pub fn matrix(
    question: &MatrixQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<MatrixAnswer, ContractError> {
    matrix_from(question, plan, &DirectRun(control))
}

/// Answers a matrix from a source of results.
pub(super) fn matrix_from(
    question: &MatrixQuestion,
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<MatrixAnswer, ContractError> {
    let plan = Plan { compare: false, fractions: false, ..*plan };
    let cells = match &question.schedule {
        Some(schedule) => duels(question, schedule, &plan, rolls)?,
        None => attacks(question, &plan, rolls)?,
    };
    let partial = cells.iter().any(Option::is_none);
    let [mut attackers, defenders] = summaries(question, &cells);
    let reach = field::mark_reach(&question.terms, &question.attackers, &mut attackers);
    let found = MatrixAnswer {
        header: field::header(
            (&question.name, &question.case),
            (&question.terms, question.edition),
            question.units(),
            method(&plan, partial),
        ),
        metric: question.metric,
        order: question.order,
        schedule: question.schedule.map(rounds),
        remarks: FieldRemarks {
            left_out: question.left_out.clone(),
            not_modelled: not_modelled_of_field(attackers.iter().chain(&defenders)),
            notes: [notes(question), reach].concat(),
        },
        attackers,
        defenders,
        cells,
    };
    Ok(found.ordered())
}

/// Returns the notes that hold for all cells.
fn notes(question: &MatrixQuestion) -> Vec<String> {
    let aim = question.schedule.map(|schedule| schedule.aim.words().to_owned());
    field::notes((&question.terms, question.edition), question.units())
        .into_iter()
        .chain(aim)
        .collect()
}

/// Summarizes both sides with the weapons used in these cells.
fn summaries(question: &MatrixQuestion, cells: &[Option<Cell>]) -> [Vec<UnitSummary>; 2] {
    let mut used: [Vec<HashSet<&str>>; 2] = [&question.attackers, &question.defenders]
        .map(|members| vec![HashSet::new(); members.len()]);
    // no division by 0, should the field have no defenders
    let columns = question.defenders.len().max(1);
    for (place, cell) in cells.iter().enumerate() {
        let weapons = match cell {
            Some(Cell::Attack(weapon, ..)) => [Some(weapon), None],
            Some(Cell::Duel(duel)) => duel.weapons.each_ref().map(Some),
            None => [None, None],
        };
        for (side, (weapon, at)) in
            weapons.into_iter().zip([place / columns, place % columns]).enumerate()
        {
            if let (Some(weapon), Some(used)) = (weapon, used[side].get_mut(at)) {
                used.insert(weapon);
            }
        }
    }
    let of = |members: &[FieldUnit], used: &[HashSet<&str>], lost| {
        let each = members.iter().zip(used);
        each.map(|(member, used)| summary(member, used).less_wounds(lost)).collect()
    };
    let ([own, other], [own_lost, lost]) = (&used, question.terms.wounds_lost);
    [of(&question.attackers, own, own_lost), of(&question.defenders, other, lost)]
}
