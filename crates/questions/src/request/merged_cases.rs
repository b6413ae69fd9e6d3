//! The query of all cases of a question with lists.

use super::cases::Case;
use super::error::RequestError;
use super::key::Key;
use super::kind::QuestionKind;
use super::query::{MAX_FIELD_ATTACKS, OptionQueries, Query, QueryCase};
use crate::study::field::FieldQuestion;
use crate::study::{NamedQuestion, Setting};

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
    options: Option<OptionQueries>,
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
            options: None,
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
                if all.cases.is_empty() {
                    self.idle.push(words.clone());
                }
                let named = |one: QueryCase| QueryCase {
                    option: format!("{words}: {}", one.option),
                    question: case.named(one.question, self.kind.keys()),
                    card: one.card,
                };
                let all = OptionQueries {
                    cases: all.cases.into_iter().map(named).collect(),
                    held: all.held.into_iter().map(named).collect(),
                    ..all
                };
                match &mut self.options {
                    Some(options) => options.add(all),
                    options => *options = Some(all),
                }
            }
            Query::Fields(_) | Query::Campaign(_) | Query::Battle(_) | Query::Luck(_) => {
                return Err(RequestError::Refused(format!(
                    "`{}` takes one value for each option, no lists",
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
            "the first {} of {} cases have {} attacks, and at most {MAX_FIELD_ATTACKS} are \
             answered at once: shorten the lists, or name fewer units",
            self.fields.len(),
            self.count,
            self.attacks
        )))
    }

    /// Returns the query of all cases.
    ///
    /// # Errors
    /// [`RequestError::Refused`] without cases, and for a distance between units of no case.
    pub(super) fn query(self) -> Result<Query, RequestError> {
        if let Some(only) = self.only {
            if let Query::Many(options) = &only {
                options.unused_distances.check()?;
            }
            return Ok(only);
        }
        if !self.fields.is_empty() {
            return Ok(Query::Fields(self.fields));
        }
        if let Some(mut options) = self.options {
            options.unused_distances.check()?;
            let note = left_out(&self.idle);
            options.cases.iter_mut().for_each(|one| one.question.notes.extend(note.clone()));
            if !options.cases.is_empty() {
                return Ok(Query::Many(options));
            }
        }
        // units vary slowest, so the first question of every case comes first
        let most = self.questions.iter().map(Vec::len).max().unwrap_or(0);
        let mut queries: Vec<_> = self.questions.into_iter().map(Vec::into_iter).collect();
        let all = (0..most)
            .flat_map(|_| queries.iter_mut().filter_map(Iterator::next).collect::<Vec<_>>());
        let all: Vec<NamedQuestion> = all.collect();
        if all.is_empty() {
            return Err(RequestError::Refused(format!(
                "no case of `{}` can be answered: the unit can do nothing in any of them",
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
    (!idle.is_empty()).then(|| format!("no action is possible in these cases: {named}{rest}"))
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
