//! Answers about a whole field of units.

use crate::{AttachmentsAnswer, CompareAnswer, MatrixAnswer, Method, Setting};

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

    /// Returns the values of lists that distinguish this answer from others; empty without lists.
    pub fn case(&self) -> &[Setting] {
        match self {
            Self::Matrix(answer) => &answer.case,
            Self::Compare(answer) => &answer.case,
            Self::Attachments(answer) => &answer.case,
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

    /// Returns how it was computed.
    pub const fn method_mut(&mut self) -> &mut Method {
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
