//! Questions about a whole field of units: each of some attackers against each of some defenders,
//! all on the same terms.

mod compare;
mod error;
mod matrix;
mod metric;
mod terms;
mod unit;

pub use compare::{CompareQuestion, Measure};
pub use error::{FieldError, LeftOut};
pub use matrix::{DuelSchedule, MatrixQuestion};
pub use metric::{Metric, Order};
pub(super) use terms::ArmedAttacker;
pub use terms::FieldTerms;
pub use unit::{FieldUnit, UnitSummary};

pub(super) use unit::{in_hand, notes};

use self::unit::names;
use super::attachments::{AttachmentsAnswer, AttachmentsQuestion};
use super::compare::CompareAnswer;
use super::matrix::MatrixAnswer;
use super::result_source::{CountsSource, DirectRun, ResultSource, ShardRecorder};
use super::{Control, Counts, EngineKind, Method, NotModelled, Plan};
use warodds_engine::run::{ContractError, Shard};
use warodds_games::asoiaf::{Edition, ForeignAttachment};

/// Keeps the attackers that can attack and names the others in `left_out`.
pub(super) fn armed(
    terms: &FieldTerms,
    members: Vec<FieldUnit>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<FieldUnit>, FieldError> {
    let names = names(&members);
    let (armed, others): (Vec<_>, Vec<_>) =
        members.into_iter().partition(|member| terms.arms(&member.unit));
    let required = terms.kind().words();
    let why = format!("no {required}");
    left_out.extend(
        others.into_iter().map(|member| LeftOut { unit: member.unit.name, why: why.clone() }),
    );
    if armed.is_empty() {
        Err(FieldError::NoAttacker { required, units: names })
    } else {
        Ok(armed)
    }
}

/// Keeps the defenders that can be attacked and names the others in `left_out`.
pub(super) fn retain_defenders(
    members: Vec<FieldUnit>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<FieldUnit>, FieldError> {
    let names = names(&members);
    let (known, others): (Vec<_>, Vec<_>) =
        // an attack that wounds leads to a panic test (A2.7), which needs a morale value
        members.into_iter().partition(|member| member.unit.morale.is_some());
    left_out.extend(others.into_iter().map(|member| LeftOut {
        unit: member.unit.name,
        why: "its morale is not known".to_owned(),
    }));
    if known.is_empty() { Err(FieldError::NoDefender(names)) } else { Ok(known) }
}

/// The units and rules of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSetup<A> {
    /// The attackers.
    pub attackers: A,
    /// The defenders.
    pub defenders: Vec<FieldUnit>,
    /// Terms of all attacks.
    pub terms: FieldTerms,
    /// The edition of the rules.
    pub edition: Edition,
}

/// A question about a whole field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldQuestion {
    /// Every attacker against every defender.
    Matrix(MatrixQuestion),
    /// Two attackers, each against every defender.
    Compare(Box<CompareQuestion>),
    /// A unit with each of some attachments, against a field.
    Attachments(Box<AttachmentsQuestion>),
}

impl FieldQuestion {
    /// Returns its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Matrix(question) => &question.name,
            Self::Compare(question) => &question.name,
            Self::Attachments(question) => &question.name,
        }
    }

    /// Returns its kind: `matrix`, `compare` or `attachments`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Compare(_) => "compare",
            Self::Attachments(_) => "attachments",
        }
    }

    /// Returns the abilities of all units that may change rolls and that no rule counts.
    pub fn not_modelled(&self) -> Vec<NotModelled> {
        match self {
            Self::Matrix(question) => NotModelled::of(question.armed()),
            Self::Compare(question) => NotModelled::of(question.armed()),
            Self::Attachments(question) => NotModelled::of(question.armed()),
        }
    }

    /// Returns the attachments that may not be in an army with their units (A11.2).
    pub fn foreign(&self) -> Vec<ForeignAttachment> {
        match self {
            Self::Matrix(question) => super::foreign(question.units()),
            Self::Compare(question) => super::foreign(question.units()),
            Self::Attachments(question) => question.foreign(),
        }
    }

    /// Returns the number of attacks in the question.
    pub fn attacks(&self) -> u64 {
        match self {
            Self::Matrix(question) => {
                question.attackers.len() as u64 * question.defenders.len() as u64
            }
            Self::Compare(question) => 2 * question.defenders.len() as u64,
            Self::Attachments(question) => question.attacks(),
        }
    }
}

/// An answer about a whole field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldAnswer {
    /// Every attacker against every defender.
    Matrix(Box<MatrixAnswer>),
    /// Two attackers, each against every defender.
    Compare(Box<CompareAnswer>),
    /// A unit with each of some attachments, against a field.
    Attachments(Box<AttachmentsAnswer>),
}

impl FieldAnswer {
    /// Returns the name of the question.
    pub fn name(&self) -> &str {
        match self {
            Self::Matrix(answer) => &answer.name,
            Self::Compare(answer) => &answer.name,
            Self::Attachments(answer) => &answer.name,
        }
    }

    /// Returns its kind: `matrix`, `compare` or `attachments`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Compare(_) => "compare",
            Self::Attachments(_) => "attachments",
        }
    }

    const fn method_mut(&mut self) -> &mut Method {
        match self {
            Self::Matrix(answer) => &mut answer.method,
            Self::Compare(answer) => &mut answer.method,
            Self::Attachments(answer) => &mut answer.method,
        }
    }

    /// Returns whether the run was stopped early.
    pub const fn is_partial(&self) -> bool {
        match self {
            Self::Matrix(answer) => answer.method.partial,
            Self::Compare(answer) => answer.method.partial,
            Self::Attachments(answer) => answer.method.partial,
        }
    }

    /// Returns the number of answered attacks; a matchup of a comparison has two.
    pub fn attacks(&self) -> usize {
        match self {
            Self::Matrix(answer) => answer.answered(),
            Self::Compare(answer) => 2 * answer.matchups.len(),
            Self::Attachments(answer) => answer.answered(),
        }
    }
}

/// Answers a question about a field, on the threads of the current rayon pool.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
pub fn answer(
    question: &FieldQuestion,
    plan: &Plan,
    control: &dyn Control,
) -> Result<FieldAnswer, ContractError> {
    answer_of(question, plan, &DirectRun(control))
}

/// Answers from a source of results.
fn answer_of(
    question: &FieldQuestion,
    plan: &Plan,
    rolls: &dyn ResultSource,
) -> Result<FieldAnswer, ContractError> {
    Ok(match question {
        FieldQuestion::Matrix(question) => {
            FieldAnswer::Matrix(Box::new(super::matrix::matrix_from(question, plan, rolls)?))
        }
        FieldQuestion::Compare(question) => {
            FieldAnswer::Compare(Box::new(super::compare::compare_from(question, plan, rolls)?))
        }
        FieldQuestion::Attachments(question) => {
            // always computed exactly
            let found = super::attachments::attachments(question, plan, rolls.control())?;
            FieldAnswer::Attachments(Box::new(found))
        }
    })
}

/// Counts a shard of a field's run. Returns the counts of each place and the number of trials of
/// each; 0 if the run was stopped.
///
/// # Errors
/// As [`answer`].
pub fn count(
    question: &FieldQuestion,
    plan: &Plan,
    shard: Shard,
    control: &dyn Control,
) -> Result<(Vec<Counts>, u64), ContractError> {
    let counting = ShardRecorder::new(shard, control);
    answer_of(question, plan, &counting)?;
    let (counts, trials) = counting.counted();
    // a stopped run counted its places unevenly: such counts cannot be merged
    Ok((counts, if control.is_stopped() { 0 } else { trials }))
}

/// Answers a question about a field from the counts of its places, each of the plan's number of
/// trials; `partial` if some shards are missing.
///
/// # Errors
/// When these are not counts of the field.
pub fn answer_counted(
    question: &FieldQuestion,
    plan: &Plan,
    (counts, partial): (&[Counts], bool),
    control: &dyn Control,
) -> Result<FieldAnswer, ContractError> {
    let mut found = answer_of(question, plan, &CountsSource { counts, control })?;
    if partial {
        // the places themselves are complete; only the run has fewer trials than planned
        found.method_mut().partial = true;
    }
    Ok(found)
}

/// Returns the steps of a run's progress: attacks of the exact engine, trials of the others.
pub fn steps(question: &FieldQuestion, plan: &Plan) -> u64 {
    match plan.engine {
        EngineKind::Exact => question.attacks(),
        EngineKind::MonteCarlo | EngineKind::Dice => {
            question.attacks().saturating_mul(plan.goal.trials)
        }
    }
}
