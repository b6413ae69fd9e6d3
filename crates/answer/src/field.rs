//! Answers about a whole field of units.

use serde::Serialize;

use crate::{
    AttachmentsAnswer, CompareAnswer, LeftOut, MatrixAnswer, Method, NotModelled, RankingAnswer,
    RateAnswer, Rules, Setting, WorthAnswer, json,
};

/// A question about a field, and how it was answered.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldHeader {
    /// The question's name.
    #[serde(skip)]
    pub name: String,
    /// The values of lists that distinguish this answer from others.
    #[serde(skip)]
    pub case: Vec<Setting>,
    /// How it was computed.
    #[serde(flatten)]
    pub method: Method,
    /// The edition of the rules.
    pub edition: &'static str,
    /// The editions of the cards, each once, the oldest first.
    #[serde(skip)]
    pub cards: Vec<&'static str>,
    /// Which attacks were made, e.g. `best attack of each card`.
    pub weapons: String,
    /// Non-default terms of all attacks.
    #[serde(serialize_with = "json::terms")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub terms: Vec<Setting>,
}

impl FieldHeader {
    /// Returns the editions of the rules and of the cards.
    pub fn rules(&self) -> Rules {
        Rules { edition: self.edition, cards: self.cards.clone() }
    }
}

/// What an answer about a field leaves out, and notes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldRemarks {
    /// Units that could not take part.
    pub left_out: Vec<LeftOut>,
    /// Abilities that may change these numbers and are not counted.
    pub not_modelled: Vec<NotModelled>,
    /// Notes for the reader.
    pub notes: Vec<String>,
}

/// An answer about a whole field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldAnswer {
    /// Every attacker against every defender.
    Matrix(Box<MatrixAnswer>),
    /// Two attackers, each against every defender.
    Compare(Box<CompareAnswer>),
    /// Several units, each against every unit of a field.
    Ranking(Box<RankingAnswer>),
    /// A unit with each of some attachments, against a field.
    Attachments(Box<AttachmentsAnswer>),
    /// How strong each unit of a field is.
    Rate(Box<RateAnswer>),
    /// What the parts of an army are worth.
    Worth(Box<WorthAnswer>),
}

impl FieldAnswer {
    /// Returns the question and how it was answered.
    pub const fn header(&self) -> &FieldHeader {
        match self {
            Self::Matrix(answer) => &answer.header,
            Self::Compare(answer) => &answer.header,
            Self::Ranking(answer) => &answer.header,
            Self::Attachments(answer) => &answer.header,
            Self::Rate(answer) => &answer.header,
            Self::Worth(answer) => &answer.header,
        }
    }

    /// Returns the question and how it was answered.
    pub const fn header_mut(&mut self) -> &mut FieldHeader {
        match self {
            Self::Matrix(answer) => &mut answer.header,
            Self::Compare(answer) => &mut answer.header,
            Self::Ranking(answer) => &mut answer.header,
            Self::Attachments(answer) => &mut answer.header,
            Self::Rate(answer) => &mut answer.header,
            Self::Worth(answer) => &mut answer.header,
        }
    }

    /// Returns what the answer leaves out, and notes.
    pub const fn remarks(&self) -> &FieldRemarks {
        match self {
            Self::Matrix(answer) => &answer.remarks,
            Self::Compare(answer) => &answer.remarks,
            Self::Ranking(answer) => &answer.remarks,
            Self::Attachments(answer) => &answer.remarks,
            Self::Rate(answer) => &answer.remarks,
            Self::Worth(answer) => &answer.remarks,
        }
    }

    /// Returns the values of lists that distinguish this answer from others; empty without lists.
    pub fn case(&self) -> &[Setting] {
        &self.header().case
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

    /// Returns whether the run was stopped early.
    pub const fn is_partial(&self) -> bool {
        self.header().method.partial
    }

    /// Returns the number of answered attacks; a matchup of a comparison has two.
    pub fn attacks(&self) -> usize {
        match self {
            Self::Matrix(answer) => answer.answered(),
            Self::Compare(answer) => 2 * answer.matchups.len(),
            Self::Ranking(answer) => answer.units.len() * answer.against.len(),
            Self::Attachments(answer) => answer.answered(),
            // the duels of a stopped run are not kept
            Self::Rate(answer) => answer.units.len().pow(2),
            Self::Worth(answer) => 2 * answer.opponents * answer.parts.len(),
        }
    }
}
