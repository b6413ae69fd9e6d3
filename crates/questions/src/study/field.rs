//! Questions about a whole field of units: each of some attackers against each of some defenders,
//! all on the same terms.

mod attachments;
mod cards;
mod compare;
mod error;
mod matrix;
mod metric;
mod ranking;
mod terms;
mod unit;
mod worth;

pub use attachments::{AttachmentCandidate, AttachmentsQuestion, ExchangeSetup};
pub use cards::{CardsOfPair, UnplayedCards, after_cards, without};
pub use compare::CompareQuestion;
pub use error::FieldError;
pub use matrix::{DuelSchedule, MatrixQuestion};
pub use ranking::{RankingQuestion, RankingSetup, RankingTerms};
pub(super) use terms::ArmedAttacker;
use terms::FieldSide;
pub use terms::{ChargeRoll, FieldTerms};
pub use unit::FieldUnit;
pub use warodds_answer::{
    FieldAnswer, FieldHeader, FieldRemarks, LeftOut, Measure, Metric, Order, UnitSummary,
};
pub use worth::{PartQuestion, SwapCandidate, WorthQuestion, WorthSetup};

pub(super) use unit::{in_hand, mark_reach, notes, summary};

use std::collections::BTreeSet;

use self::unit::names;
use super::{Method, NotModelled, Setting, not_modelled};
use warodds_answer::WoundRange;
use warodds_games::asoiaf::{Edition, ForeignAttachment, Season, Unit};

/// Returns the header of the answer to a question with this name and case.
pub(super) fn header<'a>(
    (name, case): (&str, &[Setting]),
    (terms, edition): (&FieldTerms, Edition),
    units: impl Iterator<Item = &'a Unit>,
    method: Method,
) -> FieldHeader {
    let seasons: BTreeSet<Season> = units.filter_map(|unit| unit.season).collect();
    FieldHeader {
        name: name.to_owned(),
        case: case.to_vec(),
        method,
        edition: edition.name(),
        cards: seasons.iter().map(|season| season.name()).collect(),
        weapons: terms.kind().of_each_card().to_owned(),
        terms: terms.settings(),
    }
}

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
        return Err(FieldError::NoAttacker { required, units: names });
    }
    able(armed, left_out, |unit| terms.lacks(unit, FieldSide::Attacker))
}

/// Keeps the units that lack nothing, and names the others with what they lack in `left_out`.
fn able(
    members: Vec<FieldUnit>,
    left_out: &mut Vec<LeftOut>,
    lacks: impl Fn(&Unit) -> Option<String>,
) -> Result<Vec<FieldUnit>, FieldError> {
    let named = names(&members);
    let mut able = Vec::new();
    let mut first = None;
    for member in members {
        match lacks(&member.unit) {
            None => able.push(member),
            Some(why) => {
                first.get_or_insert_with(|| why.clone());
                left_out.push(LeftOut { unit: member.unit.name, why });
            }
        }
    }
    match first {
        Some(why) if able.is_empty() => Err(FieldError::Unable { units: named, why }),
        _ => Ok(able),
    }
}

/// Keeps the defenders that can be attacked and names the others in `left_out`.
pub(super) fn retain_defenders(
    terms: &FieldTerms,
    members: Vec<FieldUnit>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<FieldUnit>, FieldError> {
    let known = retain_known(members, left_out)?;
    able(known, left_out, |unit| terms.lacks(unit, FieldSide::Defender))
}

/// Keeps the units of known morale and names the others in `left_out`.
pub(super) fn retain_known(
    members: Vec<FieldUnit>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<FieldUnit>, FieldError> {
    let names = names(&members);
    let (known, others): (Vec<_>, Vec<_>) =
        // an attack that wounds leads to a panic test (A2.7), which needs a morale value
        members.into_iter().partition(|member| member.unit.morale.is_some());
    left_out.extend(
        others.into_iter().map(|member| LeftOut {
            unit: member.unit.name,
            why: "its morale is unknown".to_owned(),
        }),
    );
    if known.is_empty() { Err(FieldError::NoDefender(names)) } else { Ok(known) }
}

/// Checks that a defender has as many wounds as a requested range names. Wounds are capped at those
/// that a defender has (A2.9).
fn check_range<'a>(
    range: Option<WoundRange>,
    defenders: impl IntoIterator<Item = &'a FieldUnit>,
    lost: u8,
) -> Result<(), FieldError> {
    let left = |member: &FieldUnit| member.unit.body.wounds().saturating_sub(lost);
    let most = defenders.into_iter().map(left).max().unwrap_or(0);
    match range.map(WoundRange::greatest_bound) {
        Some(requested) if requested > most => Err(FieldError::TooManyWounds { requested, most }),
        _ => Ok(()),
    }
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
    /// Several units, each against every unit of a field.
    Ranking(Box<RankingQuestion>),
    /// A unit with each of some attachments, against a field.
    Attachments(Box<AttachmentsQuestion>),
    /// How strong each unit is: the duels of all pairs, condensed.
    Rate(MatrixQuestion),
    /// What the parts of an army are worth.
    Worth(Box<WorthQuestion>),
}

impl FieldQuestion {
    /// Returns its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Matrix(question) | Self::Rate(question) => &question.name,
            Self::Compare(question) => &question.name,
            Self::Ranking(question) => &question.name,
            Self::Attachments(question) => &question.name,
            Self::Worth(question) => &question.name,
        }
    }

    /// Replaces its name.
    pub(crate) fn set_name(&mut self, name: &str) {
        let own = match self {
            Self::Matrix(question) | Self::Rate(question) => &mut question.name,
            Self::Compare(question) => &mut question.name,
            Self::Ranking(question) => &mut question.name,
            Self::Attachments(question) => &mut question.name,
            Self::Worth(question) => &mut question.name,
        };
        name.clone_into(own);
    }

    /// Returns its notes for readers.
    pub(crate) fn notes_mut(&mut self) -> &mut Vec<String> {
        let terms = match self {
            Self::Matrix(question) | Self::Rate(question) => &mut question.terms,
            Self::Compare(question) => &mut question.terms,
            Self::Ranking(question) => &mut question.terms,
            Self::Attachments(question) => &mut question.terms,
            Self::Worth(question) => &mut question.terms,
        };
        &mut terms.notes
    }

    /// Sets the values of lists that distinguish the question from others, and adds them to its
    /// name.
    pub fn set_case(&mut self, case: &[Setting]) {
        let (name, own) = match self {
            Self::Matrix(question) | Self::Rate(question) => {
                (&mut question.name, &mut question.case)
            }
            Self::Compare(question) => (&mut question.name, &mut question.case),
            Self::Ranking(question) => (&mut question.name, &mut question.case),
            Self::Attachments(question) => (&mut question.name, &mut question.case),
            Self::Worth(question) => (&mut question.name, &mut question.case),
        };
        *name = Setting::case_name(name, case);
        *own = case.to_vec();
    }

    /// Returns its kind: `matrix`, `compare`, `attachments`, `rate` or `worth`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Matrix(_) => "matrix",
            Self::Compare(_) | Self::Ranking(_) => "compare",
            Self::Attachments(_) => "attachments",
            Self::Rate(_) => "rate",
            Self::Worth(_) => "worth",
        }
    }

    /// Returns the abilities of all units that may change rolls and that no rule counts.
    pub fn not_modelled(&self) -> Vec<NotModelled> {
        match self {
            Self::Matrix(question) | Self::Rate(question) => not_modelled(question.armed()),
            Self::Compare(question) => not_modelled(question.armed()),
            Self::Ranking(question) => not_modelled(question.armed()),
            Self::Attachments(question) => not_modelled(question.armed()),
            Self::Worth(question) => not_modelled(question.armed()),
        }
    }

    /// Returns the attachments that may not be in an army with their units (A11.2).
    pub fn foreign(&self) -> Vec<ForeignAttachment> {
        match self {
            Self::Matrix(question) | Self::Rate(question) => super::foreign(question.units()),
            Self::Compare(question) => super::foreign(question.units()),
            Self::Ranking(question) => super::foreign(question.units()),
            Self::Attachments(question) => question.foreign(),
            Self::Worth(question) => super::foreign(question.units()),
        }
    }

    /// Returns the number of attacks in the question.
    pub fn attacks(&self) -> u64 {
        match self {
            Self::Matrix(question) | Self::Rate(question) => {
                question.attackers.len() as u64 * question.defenders.len() as u64
            }
            Self::Compare(question) => 2 * question.defenders.len() as u64,
            Self::Ranking(question) => question.attacks(),
            Self::Attachments(question) => question.attacks(),
            Self::Worth(question) => question.attacks(),
        }
    }

    /// Returns whether its pairs fight, or may fight, duels in place of single attacks.
    pub const fn has_duels(&self) -> bool {
        match self {
            Self::Matrix(question) => question.schedule.is_some(),
            Self::Ranking(_) | Self::Rate(_) => true,
            Self::Compare(_) | Self::Attachments(_) | Self::Worth(_) => false,
        }
    }
}
