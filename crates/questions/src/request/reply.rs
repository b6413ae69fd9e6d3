//! Answers to requests.

use std::sync::Arc;

use warodds_answer::{CardChange, GameLuck, Luck, RankedCard, RollLuck, WinChances};
use warodds_engine::run::{ContractError, ExactError, unless_stopped};
use warodds_games::Question;
use warodds_games::asoiaf::results::{event, quantity};

use super::battle_reader::BattleReply;
use super::condition::{conditioned, trace_given};
use super::error::RequestError;
use super::holding;
use super::kind::{QuestionKind, Setup};
use super::luck::luck;
use super::query::{GameRoll, OptionQueries, Query, Request};
use super::ranking::{RankBy, mean};
use super::raw_fields::RawFields;
use super::trace::Trace;
use super::why::{self, Analysis, WhyError, analysis};
use crate::campaign::CampaignScenario;
use crate::study::field::FieldAnswer;
use crate::study::{
    Answer, CampaignAnswer, Control, DuelOutcomes, EngineKind, NamedQuestion, answer,
    answer_campaign, answer_field, answer_until_stopped, cmp_descending,
};

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// The answer to one question, and the requested analyses.
    One(Box<Answer>, Analysis),
    /// The answers to a question in several cases, in their order.
    Cases(Vec<Answer>),
    /// The answers to several questions with their descriptions, best first, and what they are
    /// ranked by.
    Many(Vec<(String, Answer)>, RankBy),
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
                let mut trace = match &self.analyses.given {
                    Some(given) => trace_given(given, asked, &self.plan, control)?,
                    None => Trace::new(asked, self.plan.goal.seed),
                };
                trace.notes.extend_from_slice(notes);
                Reply::Trace(Box::new(trace))
            }
            Query::One(asked, notes) => {
                let mut answer = self.conditioned(asked, each(asked)?, control)?;
                answer.other_first = self.other_first(asked, control)?;
                answer.notes.extend_from_slice(notes);
                self.add_counts(std::iter::once(&mut answer))?;
                let luck = self.luck(&asked.question, &answer)?;
                Reply::One(Box::new(answer), Analysis { luck, ..analysis })
            }
            Query::Cases(cases) => {
                let found = answer_until_stopped(cases, control, each)?;
                let found = cases.iter().zip(found);
                let found = found.map(|(asked, answer)| self.conditioned(asked, answer, control));
                let mut found = found.collect::<Result<Vec<_>, _>>()?;
                self.add_counts(found.iter_mut())?;
                Reply::Cases(found)
            }
            Query::Many(all) => {
                let mut found = best_first(all, control, each)?;
                self.add_counts(found.iter_mut().map(|(_, answer)| answer))?;
                Reply::Many(found, all.by)
            }
            Query::Field(asked) => {
                Reply::Field(Box::new(answer_field(asked, &self.plan, control)?))
            }
            Query::Fields(cases) => {
                let each = |asked: &_| answer_field(asked, &self.plan, control);
                let mut found = answer_until_stopped(cases, control, each)?;
                // the case in which a run was stopped may have no result yet
                found.retain(|answer| answer.attacks() > 0 || !answer.is_partial());
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
    /// Returns the answer under the requested condition; `answer` if there is none.
    fn conditioned(
        &self,
        asked: &NamedQuestion,
        answer: Answer,
        control: &dyn Control,
    ) -> Result<Answer, WhyError> {
        match &self.analyses.given {
            Some(given) => conditioned(given, asked, &self.plan, &answer, control),
            None => Ok(answer),
        }
    }

    /// Returns the chances to win a duel in which the other side attacks first; `None` for other
    /// questions, for sampled answers and for answers under a condition.
    fn other_first(
        &self,
        asked: &NamedQuestion,
        control: &dyn Control,
    ) -> Result<Option<WinChances>, ContractError> {
        if self.plan.engine != EngineKind::Exact || self.analyses.given.is_some() {
            return Ok(None);
        }
        let Some(other) = asked.with_other_first() else { return Ok(None) };
        // the answer is known already: a run that is stopped now only lacks this part
        let answer = unless_stopped(answer(&other, &self.plan, control))?;
        Ok(answer.as_ref().and_then(win_chances))
    }

    /// Adds the chances of the requested counts to the answers.
    fn add_counts<'a>(
        &self,
        answers: impl Iterator<Item = &'a mut Answer>,
    ) -> Result<(), RequestError> {
        self.analyses.counts.as_ref().map_or(Ok(()), |counts| counts.add_to(answers))
    }

    /// Returns how lucky the given results were; nothing for an answer without numbers.
    fn luck(&self, question: &Question, answer: &Answer) -> Result<Vec<Luck>, RequestError> {
        let rolled = self.analyses.rolled.iter().filter(|_| answer.is_known());
        rolled.map(|rolled| luck(rolled, question, answer)).collect()
    }
}

/// Returns the chances of both sides of a duel to win; `None` for any other answer.
fn win_chances(answer: &Answer) -> Option<WinChances> {
    let DuelOutcomes { a_wins, b_wins, .. } = DuelOutcomes::of(answer)?;
    Some(WinChances { a: a_wins, b: b_wins })
}

/// Returns the error of a campaign that has no exact answer.
fn campaign_error(error: ExactError) -> WhyError {
    match error {
        ExactError::Contract(error) => WhyError::Exact(error),
        ExactError::TooManyStates { .. } => WhyError::Request(RequestError::Refused(format!(
            "{error}, too many for the exact engine: use --engine monte-carlo"
        ))),
    }
}

/// Answers several questions and sorts them, best first.
///
/// # Errors
/// The error of `each`.
fn best_first(
    options: &OptionQueries,
    control: &dyn Control,
    each: &mut dyn FnMut(&NamedQuestion) -> Result<Answer, ContractError>,
) -> Result<Vec<(String, Answer)>, ContractError> {
    let mut found = answer_until_stopped(&options.cases, control, |case| {
        each(&case.question).map(|answer| (case.option.clone(), answer))
    })?;
    add_changes(options, &mut found);
    let held = answer_until_stopped(&options.held, control, |case| {
        each(&case.question).map(|answer| (case.option.clone(), answer))
    })?;
    found.extend(holding::options(held));
    found.retain(|(_, answer)| answer.is_known());
    found.sort_by(|(_, one), (_, other)| {
        let ([one, one_net], [other, other_net]) = (options.by.value(one), options.by.value(other));
        cmp_descending(one, other).then(cmp_descending(one_net, other_net))
    });
    Ok(found)
}

/// Adds what tactics cards change, each compared with the last answer before it without a card.
fn add_changes(options: &OptionQueries, found: &mut [(String, Answer)]) {
    let mut without = None;
    for (case, (_, answer)) in options.cases.iter().zip(found) {
        let Some(card) = &case.card else {
            without = answer.is_known().then(|| Outcome::of(answer));
            continue;
        };
        if let Some(without) = without.as_ref().filter(|_| answer.is_known()) {
            answer.card = Some(Outcome::of(answer).change_by(card, without));
        }
    }
}

/// What cards are ranked by.
struct Outcome {
    wounds: f64,
    own_wounds: f64,
    destroyed: f64,
}

impl Outcome {
    fn of(answer: &Answer) -> Self {
        Self {
            wounds: mean(answer, quantity::WOUNDS),
            own_wounds: mean(answer, quantity::OWN_WOUNDS),
            destroyed: answer.event(event::DESTROYED).map_or(0.0, |one| one.probability()),
        }
    }

    fn change_by(&self, card: &RankedCard, without: &Self) -> CardChange {
        CardChange {
            card: card.clone(),
            wounds: self.wounds - without.wounds,
            own_wounds: self.own_wounds - without.own_wounds,
            destroyed: self.destroyed - without.destroyed,
        }
    }
}

impl Reply {
    /// Returns the answers about whole fields of units.
    pub fn fields(&self) -> &[FieldAnswer] {
        match self {
            Self::One(..)
            | Self::Cases(_)
            | Self::Many(..)
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
                luck: if *by_enemy { luck.of_enemy() } else { luck },
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
            "line {line}: two results of this roll count the same thing: give one of them"
        )));
    }
    Ok(())
}
