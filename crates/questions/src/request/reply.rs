//! Answers to requests.

use warodds_engine::run::ContractError;
use warodds_games::asoiaf::results::quantity;

use super::given::RawFields;
use super::kind::{Query, QueryCase, QuestionKind, Request, Setup};
use super::why::{self, Analysis, WhyError, analysis};
use crate::json;
use crate::study::field::FieldAnswer;
use crate::study::{
    Answer, Control, NamedQuestion, answer, answer_field, answer_until_stopped, cmp_descending,
};

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// To one question, with what its parts and numbers are worth as far as that was asked.
    One(Box<Answer>, Analysis),
    /// To a question in several cases, in their order.
    Cases(Vec<Answer>),
    /// To several questions, each with what sets it apart; the best comes first.
    Many(Vec<(String, Answer)>),
    /// To a question about a whole field of units.
    Field(Box<FieldAnswer>),
}

/// Understands what was given for a kind's keys, and answers it.
///
/// # Errors
/// For what makes no question; and when a rule breaks its contract with the exact engine, which no
/// input does.
pub fn reply(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    control: &dyn Control,
) -> Result<Reply, WhyError> {
    let request = kind.request(&kind.keys(), given, setup)?;
    request.reply(kind, given, setup, control)
}

impl Request {
    /// Answers it; `kind`, `given` and `setup` are what it was made of.
    ///
    /// # Errors
    /// When a part of it cannot be left out, or a rule breaks its contract with the exact engine,
    /// which no input does; and when `control` stopped it before anything was known.
    pub fn reply(
        &self,
        kind: &QuestionKind,
        given: &RawFields,
        setup: &Setup<'_>,
        control: &dyn Control,
    ) -> Result<Reply, WhyError> {
        let analysis = analysis(kind, given, setup, self, control)?;
        let mut reply = self.answer(analysis, control)?;
        if let (Reply::Field(found), Query::Field(asked)) = (&mut reply, &self.asked)
            && let FieldAnswer::Compare(found) = &mut **found
            && self.wanted.why
        {
            found.contributions = why::of_field(kind, given, setup, (asked, &self.plan, control))?;
        }
        Ok(reply)
    }

    /// Answers it, beside what is known already of what its parts are worth.
    ///
    /// # Errors
    /// When a rule breaks its contract with the exact engine; no input does that.
    pub fn answer(
        &self,
        analysis: Analysis,
        control: &dyn Control,
    ) -> Result<Reply, ContractError> {
        let mut each = |asked: &NamedQuestion| answer(asked, &self.plan, control);
        self.answer_each(analysis, control, &mut each)
    }

    /// The same where `each` answers a question; whole fields of units are not its.
    ///
    /// # Errors
    /// What `each` says, and as [`answer`](Self::answer).
    pub fn answer_each(
        &self,
        analysis: Analysis,
        control: &dyn Control,
        each: &mut dyn FnMut(&NamedQuestion) -> Result<Answer, ContractError>,
    ) -> Result<Reply, ContractError> {
        match &self.asked {
            Query::One(asked, notes) => {
                let mut answer = each(asked)?;
                answer.notes.extend_from_slice(notes);
                Ok(Reply::One(Box::new(answer), analysis))
            }
            Query::Cases(cases) => answer_until_stopped(cases, control, each).map(Reply::Cases),
            Query::Many(cases) => best_first(cases, control, each).map(Reply::Many),
            Query::Field(asked) => {
                answer_field(asked, &self.plan, control).map(Box::new).map(Reply::Field)
            }
        }
    }
}

/// Answers to several questions: those that deal most, less what they suffer, come first.
///
/// # Errors
/// When a rule breaks its contract with the exact engine; no input does that.
fn best_first(
    cases: &[QueryCase],
    control: &dyn Control,
    each: &mut dyn FnMut(&NamedQuestion) -> Result<Answer, ContractError>,
) -> Result<Vec<(String, Answer)>, ContractError> {
    let mut found = answer_until_stopped(cases, control, |case| {
        each(&case.question).map(|answer| (case.option.clone(), answer))
    })?;
    found.retain(|(_, answer)| answer.is_known());
    found.sort_by(|(_, one), (_, other)| cmp_descending(net(one), net(other)));
    Ok(found)
}

/// Returns what options are ranked by: expected wounds dealt minus wounds suffered, or the expected
/// number of attacks that a unit under attack withstands.
pub fn net(answer: &Answer) -> f64 {
    let mean = |name| answer.quantity(name).map_or(0.0, |one| one.distribution.pmf().mean());
    mean(quantity::WOUNDS) - mean(quantity::OWN_WOUNDS) + mean(quantity::ATTACKS)
}

impl Reply {
    /// Just what the command prints with `--json`.
    ///
    /// # Errors
    /// Never for an answer; the serializer's own error is passed on.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        match self {
            Self::One(answer, analysis) => json::text_with(answer, analysis),
            Self::Cases(answers) => json::array_text(answers),
            Self::Many(answers) => json::options_text(answers),
            Self::Field(answer) => json::field::text(answer).map(|text| text + "\n"),
        }
    }
}
