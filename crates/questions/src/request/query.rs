//! The questions of a request: one, or those of several cases or options.

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::battle_player::BattleQuestion;
use super::cases::Case;
use super::error::RequestError;
use super::key::Key;
use super::kind::QuestionKind;
use super::luck_of_game::GameRoll;
use crate::campaign::CampaignScenario;
use crate::study::field::FieldQuestion;
use crate::study::{NamedQuestion, Plan, Setting, field_steps};

/// The largest number of attacks of a question about a field, over all its cases.
///
/// Each attack is kept with its distribution until the answer is written: this many take up
/// to a gigabyte. A matrix of all current cards has 21 904.
pub const MAX_FIELD_ATTACKS: u64 = 500_000;

/// The questions of a request.
#[derive(Clone, Debug)]
pub enum Query {
    /// One question, and notes to its answer.
    One(Box<NamedQuestion>, Vec<String>),
    /// One question in several cases.
    Cases(Vec<NamedQuestion>),
    /// Several questions, whose answers are sorted best first.
    Many(Vec<QueryCase>),
    /// A question about a whole field of units.
    Field(Box<FieldQuestion>),
    /// A question about a whole field of units in several cases.
    Fields(Vec<FieldQuestion>),
    /// A campaign.
    Campaign(Box<CampaignScenario>),
    /// Battles.
    Battle(Arc<dyn BattleQuestion>),
    /// The rolls of a game.
    Luck(Vec<GameRoll>),
}

impl Query {
    /// Returns the questions about whole fields of units.
    pub fn fields(&self) -> &[FieldQuestion] {
        match self {
            Self::One(..)
            | Self::Cases(_)
            | Self::Many(_)
            | Self::Campaign(_)
            | Self::Battle(_)
            | Self::Luck(_) => &[],
            Self::Field(question) => std::slice::from_ref(question),
            Self::Fields(questions) => questions,
        }
    }

    /// Returns the number of questions.
    pub fn count(&self) -> usize {
        match self {
            Self::One(..) | Self::Field(_) | Self::Campaign(_) | Self::Battle(_) => 1,
            Self::Cases(questions) => questions.len(),
            Self::Many(options) => options.len(),
            Self::Fields(questions) => questions.len(),
            Self::Luck(rolls) => rolls.len(),
        }
    }

    /// Returns the number of steps of progress: attacks of the exact engine for questions about
    /// whole fields, and trials otherwise.
    pub fn steps(&self, plan: &Plan) -> u64 {
        let fields = self.fields();
        if fields.is_empty() {
            return plan.goal.trials.saturating_mul(self.count() as u64);
        }
        fields.iter().map(|question| field_steps(question, plan)).fold(0, u64::saturating_add)
    }

    /// Returns the number of threads that the question sets, as files do.
    pub fn threads(&self) -> Option<NonZeroUsize> {
        match self {
            Self::Campaign(scenario) => scenario.run.threads,
            _ => None,
        }
    }

    /// Adds the non-default settings to each question.
    pub(super) fn add_settings(&mut self, settings: &[Setting]) {
        let add = |question: &mut NamedQuestion| {
            let own = std::mem::take(&mut question.settings);
            let is_varied =
                |one: &&Setting| !question.case.iter().any(|varied| varied.axis == one.axis);
            let shared = settings.iter().filter(is_varied).cloned();
            question.settings = shared.chain(question.case.iter().cloned()).chain(own).collect();
        };
        match self {
            Self::One(question, _) => add(question),
            Self::Cases(all) => all.iter_mut().for_each(add),
            Self::Many(all) => all.iter_mut().for_each(|case| add(&mut case.question)),
            Self::Field(_)
            | Self::Fields(_)
            | Self::Campaign(_)
            | Self::Battle(_)
            | Self::Luck(_) => {}
        }
    }
}

/// One option of a query for the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryCase {
    /// Description of the option.
    pub option: String,
    /// The question.
    pub question: NamedQuestion,
}

/// Joins the queries of the cases of lists.
pub(super) struct MergedCases<'a> {
    kind: &'a QuestionKind,
    /// Number of cases.
    count: usize,
    /// The query of the only case.
    only: Option<Query>,
    /// The questions of each case about single units.
    questions: Vec<Vec<NamedQuestion>>,
    /// The options of all cases.
    options: Vec<QueryCase>,
    /// The cases without any option.
    idle: Vec<String>,
    /// The question of each case about a field.
    fields: Vec<FieldQuestion>,
    /// Number of attacks of all fields.
    attacks: u64,
}

impl<'a> MergedCases<'a> {
    /// Creates the join of `count` queries of a kind.
    pub(super) fn new(kind: &'a QuestionKind, count: usize) -> Self {
        Self {
            kind,
            count,
            only: None,
            questions: Vec::new(),
            options: Vec::new(),
            idle: Vec::new(),
            fields: Vec::new(),
            attacks: 0,
        }
    }

    /// Adds the query of the next case.
    ///
    /// # Errors
    /// [`RequestError::Refused`] if the kind takes no lists, or for more than
    /// [`MAX_FIELD_ATTACKS`] attacks.
    pub(super) fn add(&mut self, query: Query, case: &Case) -> Result<(), RequestError> {
        if self.count == 1 {
            self.only = Some(query);
            return Ok(());
        }
        match query {
            Query::One(mut question, notes) => {
                question.notes.extend(notes);
                self.questions.push(vec![case.named(*question, self.kind.keys())]);
            }
            Query::Cases(all) => {
                self.questions
                    .push(all.into_iter().map(|one| case.named(one, self.kind.keys())).collect());
            }
            Query::Field(question) => self.add_field(*question, case)?,
            Query::Many(all) => {
                let words = option_case(case, self.kind.keys());
                if all.is_empty() {
                    self.idle.push(words);
                    return Ok(());
                }
                self.options.extend(all.into_iter().map(|one| QueryCase {
                    option: format!("{words}: {}", one.option),
                    question: case.named(one.question, self.kind.keys()),
                }));
            }
            Query::Fields(_) | Query::Campaign(_) | Query::Battle(_) | Query::Luck(_) => {
                return Err(RequestError::Refused(format!(
                    "`{}` takes one value of each option, and no lists",
                    self.kind.name
                )));
            }
        }
        Ok(())
    }

    /// Adds a question about a field.
    fn add_field(&mut self, mut field: FieldQuestion, case: &Case) -> Result<(), RequestError> {
        field.set_case(&case.settings);
        self.attacks = self.attacks.saturating_add(field.attacks());
        self.fields.push(field);
        if self.attacks <= MAX_FIELD_ATTACKS {
            return Ok(());
        }
        // checked at each case: many large fields would fill the memory before the last one
        Err(RequestError::Refused(format!(
            "the first {} of {} cases have {} attacks; at most {MAX_FIELD_ATTACKS} are answered at \
             once: shorten the lists, or name fewer units",
            self.fields.len(),
            self.count,
            self.attacks
        )))
    }

    /// Returns the query of all cases.
    ///
    /// # Errors
    /// [`RequestError::Refused`] without cases.
    pub(super) fn query(self) -> Result<Query, RequestError> {
        if let Some(only) = self.only {
            return Ok(only);
        }
        if !self.fields.is_empty() {
            return Ok(Query::Fields(self.fields));
        }
        if !self.options.is_empty() {
            let note = left_out(&self.idle);
            let mut options = self.options;
            options.iter_mut().for_each(|one| one.question.notes.extend(note.clone()));
            return Ok(Query::Many(options));
        }
        // units vary slowest, so the first question of every case comes first
        let most = self.questions.iter().map(Vec::len).max().unwrap_or(0);
        let mut queries: Vec<_> = self.questions.into_iter().map(Vec::into_iter).collect();
        let all = (0..most)
            .flat_map(|_| queries.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>());
        let all: Vec<NamedQuestion> = all.collect();
        if all.is_empty() {
            return Err(RequestError::Refused(format!(
                "no case of `{}` can be answered: nothing can be done in any of them",
                self.kind.name
            )));
        }
        Ok(Query::Cases(all))
    }
}

/// Returns the note on cases in which nothing can be done.
pub(crate) fn left_out(idle: &[String]) -> Option<String> {
    const NAMED: usize = 5;
    let named = idle.iter().take(NAMED).cloned().collect::<Vec<_>>().join("; ");
    let more = idle.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!idle.is_empty()).then(|| format!("nothing can be done in these cases: {named}{rest}"))
}

/// Returns the values that distinguish a case among options: the units, then the others.
pub(crate) fn option_case(case: &Case, keys: &[Key]) -> String {
    let is_unit = |one: &&Setting| keys.iter().any(|key| key.id == one.axis && key.names_unit());
    let units = case.settings.iter().filter(is_unit).map(|one| one.value.as_str());
    let units = units.collect::<Vec<_>>().join(" → ");
    let others = case.settings.iter().filter(|one| !is_unit(one)).map(Setting::words);
    let parts: Vec<String> =
        Some(units).filter(|units| !units.is_empty()).into_iter().chain(others).collect();
    parts.join(", ")
}
