//! Answers to requests.

use std::sync::Arc;

use warodds_answer::{GameLuck, Luck, RollLuck};
use warodds_engine::run::{ContractError, ExactError};
use warodds_games::Question;
use warodds_games::asoiaf::results::{event, quantity};

use super::battle_reader::BattleReply;
use super::error::RequestError;
use super::kind::{QuestionKind, SEQUENCE, Setup};
use super::query::{GameRoll, Query, QueryCase, Request};
use super::raw_fields::RawFields;
use super::trace::Trace;
use super::why::{self, Analysis, WhyError, analysis};
use crate::campaign::CampaignScenario;
use crate::study::field::FieldAnswer;
use crate::study::{
    Answer, CampaignAnswer, Control, NamedQuestion, answer, answer_campaign, answer_field,
    answer_until_stopped, cmp_descending,
};

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// The answer to one question, and the requested analyses.
    One(Box<Answer>, Analysis),
    /// The answers to a question in several cases, in their order.
    Cases(Vec<Answer>),
    /// The answers to several questions with their descriptions, best first.
    Many(Vec<(String, Answer)>),
    /// The answer to a question about a whole field of units.
    Field(Box<FieldAnswer>),
    /// The answers to a question about a whole field in several cases, in their order.
    Fields(Vec<FieldAnswer>),
    /// The answer to a campaign.
    Campaign(Box<CampaignAnswer>),
    /// The answer to battles.
    Battle(Arc<dyn BattleReply>),
    /// How lucky the rolls of a game were.
    Luck(Box<GameLuck>),
    /// One resolution of a question.
    Trace(Box<Trace>),
}

/// Parses a request and answers it.
///
/// # Errors
/// [`WhyError`] for an invalid request, and as [`Request::reply`].
pub fn reply(
    kind: &QuestionKind,
    given: &RawFields,
    setup: &Setup<'_>,
    control: &dyn Control,
) -> Result<Reply, WhyError> {
    let request = kind.request(kind.keys(), given, setup)?;
    request.reply(kind, given, setup, control)
}

impl Request {
    /// Answers the request, including the requested analyses.
    ///
    /// `kind`, `given` and `setup` must be the values that the request was parsed from.
    ///
    /// # Errors
    /// [`WhyError`] if a part cannot be left out, if a rule breaks its contract with the exact
    /// engine (a bug), or if `control` stopped the analysis before the first result.
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
            && self.analyses.why
        {
            found.contributions = why::of_field(kind, given, setup, (asked, &self.plan, control))?;
        }
        Ok(reply)
    }

    /// Answers the questions and adds `analysis` to the reply.
    ///
    /// # Errors
    /// [`WhyError`] if a rule breaks its contract with the exact engine (a bug), and for campaigns
    /// with too many states for that engine.
    pub fn answer(&self, analysis: Analysis, control: &dyn Control) -> Result<Reply, WhyError> {
        let mut each = |asked: &NamedQuestion| answer(asked, &self.plan, control);
        self.answer_each(analysis, control, &mut each)
    }

    /// Answers the questions with `each`, except questions about whole fields of units.
    ///
    /// # Errors
    /// The error of `each`, and as [`answer`](Self::answer).
    pub fn answer_each(
        &self,
        analysis: Analysis,
        control: &dyn Control,
        each: &mut dyn FnMut(&NamedQuestion) -> Result<Answer, ContractError>,
    ) -> Result<Reply, WhyError> {
        Ok(match &self.asked {
            Query::One(asked, notes) if self.analyses.explain => {
                let mut trace = Trace::new(asked, self.plan.goal.seed);
                trace.notes.extend_from_slice(notes);
                Reply::Trace(Box::new(trace))
            }
            Query::One(asked, notes) => {
                let mut answer = each(asked)?;
                answer.notes.extend_from_slice(notes);
                let luck = self.luck(&asked.question, &answer)?;
                Reply::One(Box::new(answer), Analysis { luck, ..analysis })
            }
            Query::Cases(cases) => Reply::Cases(answer_until_stopped(cases, control, each)?),
            Query::Many(cases) => Reply::Many(best_first(cases, control, each)?),
            Query::Field(asked) => {
                Reply::Field(Box::new(answer_field(asked, &self.plan, control)?))
            }
            Query::Fields(cases) => {
                let each = |asked: &_| answer_field(asked, &self.plan, control);
                let mut found = answer_until_stopped(cases, control, each)?;
                // the case in which a run was stopped may have no result yet
                found.retain(|answer| answer.attacks() > 0);
                Reply::Fields(found)
            }
            Query::Battle(asked) => Reply::Battle(asked.play(&self.plan, control)?),
            Query::Campaign(asked) => {
                let CampaignScenario { title, campaign, .. } = &**asked;
                let found = answer_campaign(title, campaign, &self.plan, control);
                Reply::Campaign(Box::new(found.map_err(campaign_error)?))
            }
            Query::Luck(rolls) => Reply::Luck(Box::new(game_luck(rolls, control)?)),
        })
    }
}

impl Request {
    /// Returns how lucky the given results were; nothing for an answer without numbers.
    fn luck(&self, question: &Question, answer: &Answer) -> Result<Vec<Luck>, RequestError> {
        let rolled = self.analyses.rolled.iter().filter(|_| answer.is_known());
        rolled.map(|rolled| rolled.luck(question, answer)).collect()
    }
}

/// Returns the error of a campaign that has no exact answer.
fn campaign_error(error: ExactError) -> WhyError {
    match error {
        ExactError::Contract(error) => WhyError::Exact(error),
        ExactError::TooManyStates { .. } => WhyError::Request(RequestError::Refused(format!(
            "{error}: too many for the exact engine; use --engine monte-carlo"
        ))),
    }
}

/// Answers several questions and sorts them by [`rank`], largest first.
///
/// # Errors
/// The error of `each`.
fn best_first(
    cases: &[QueryCase],
    control: &dyn Control,
    each: &mut dyn FnMut(&NamedQuestion) -> Result<Answer, ContractError>,
) -> Result<Vec<(String, Answer)>, ContractError> {
    let mut found = answer_until_stopped(cases, control, |case| {
        each(&case.question).map(|answer| (case.option.clone(), answer))
    })?;
    found.retain(|(_, answer)| answer.is_known());
    found.sort_by(|(_, one), (_, other)| {
        let ([first, net], [other_first, other_net]) = (rank(one), rank(other));
        cmp_descending(first, other_first).then(cmp_descending(net, other_net))
    });
    Ok(found)
}

/// Returns the values that rank options, the most important first: of sequences the chance that the
/// defender is destroyed, and then as of all others [`net`].
fn rank(answer: &Answer) -> [f64; 2] {
    let is_sequence = answer.kind == SEQUENCE;
    let destroyed = answer.event(event::DESTROYED).filter(|_| is_sequence);
    // equal chances may differ by rounding
    let rounded = |chance: f64| (chance * 1e12).round();
    [destroyed.map_or(0.0, |event| rounded(event.probability())), net(answer)]
}

/// Returns the value that ranks options: expected wounds dealt minus wounds suffered, or the expected
/// number of attacks that a unit under attack withstands.
pub fn net(answer: &Answer) -> f64 {
    let mean = |name| answer.quantity(name).map_or(0.0, |one| one.distribution.pmf().mean());
    mean(quantity::WOUNDS) - mean(quantity::OWN_WOUNDS) + mean(quantity::ATTACKS)
}

impl Reply {
    /// Returns the answers about whole fields of units.
    pub fn fields(&self) -> &[FieldAnswer] {
        match self {
            Self::One(..)
            | Self::Cases(_)
            | Self::Many(_)
            | Self::Campaign(_)
            | Self::Battle(_)
            | Self::Luck(_)
            | Self::Trace(_) => &[],
            Self::Field(answer) => std::slice::from_ref(answer),
            Self::Fields(answers) => answers,
        }
    }
}

/// Answers all rolls of a game.
///
/// # Errors
/// [`WhyError`] for an impossible result, or if a rule breaks its contract with the exact engine (a
/// bug).
fn game_luck(rolls: &[GameRoll], control: &dyn Control) -> Result<GameLuck, WhyError> {
    let mut all = Vec::new();
    for GameRoll { line, by_enemy, request } in rolls {
        let reply = request.answer(Analysis::default(), control).map_err(|wrong| match wrong {
            WhyError::Request(wrong) => {
                RequestError::Refused(format!("line {line}: {wrong}")).into()
            }
            other => other,
        })?;
        if let Reply::One(answer, analysis) = reply {
            check_independent(*line, &analysis.luck)?;
            all.extend(analysis.luck.into_iter().map(|luck| RollLuck {
                line: *line,
                by_enemy: *by_enemy,
                kind: answer.kind,
                subject: answer.subject.clone(),
                luck,
            }));
        }
    }
    Ok(GameLuck::new(all))
}

/// Refuses two results of one roll that count the same: they are not independent, so that they
/// cannot be added.
fn check_independent(line: usize, results: &[Luck]) -> Result<(), RequestError> {
    let is_repeated = |(place, one): (usize, &Luck)| {
        results.iter().take(place).any(|other| other.unit == one.unit)
    };
    if results.iter().enumerate().any(is_repeated) {
        return Err(RequestError::Refused(format!(
            "line {line}: two results of one roll count the same: give one of them"
        )));
    }
    Ok(())
}
