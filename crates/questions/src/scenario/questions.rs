//! From sections of a file to its questions: each case of each section, with a name of its own.

use std::collections::{HashMap, HashSet};

use super::messages::of_files;
use super::sections::QuestionSection;
use crate::catalogue::Catalogue;
use crate::document::{Draft, Report};
use crate::request::{Case, CaseQueries, Query, RequestError, case_count, combination};
use crate::study::field::FieldQuestion;
use crate::study::{NamedQuestion, Setting};
use warodds_games::asoiaf::Edition;

/// The most questions of a file, with all cases of all sections.
pub const MAX_QUESTIONS: u64 = 100_000;

/// The questions of a file.
#[derive(Debug, Default)]
pub(super) struct FileQuestions {
    /// Questions about some units.
    pub asked: Vec<NamedQuestion>,
    /// Questions about whole fields of units.
    pub fields: Vec<FieldQuestion>,
    names: UniqueNames,
}

impl FileQuestions {
    /// Builds the questions of all sections, in the order of the file; none if there are too many.
    /// `edition` replaces the editions of the rules that the file names.
    pub(super) fn of(
        mut sections: Vec<QuestionSection>,
        catalogue: &Catalogue,
        edition: Option<Edition>,
        report: &mut Report,
    ) -> Self {
        let mut questions = Self::default();
        if let Some(edition) = edition {
            sections.iter_mut().for_each(|section| section.set_rules(edition));
        }
        if is_within_limit(&sections, report) {
            for section in &sections {
                questions.add(section, catalogue, report);
            }
        }
        questions
    }

    /// Adds each case of a section.
    fn add(&mut self, section: &QuestionSection, catalogue: &Catalogue, report: &mut Report) {
        let count = case_count(&section.axes);
        let catalogues = [catalogue, catalogue];
        let mut queries =
            CaseQueries::new(&section.kind, section.kind.keys(), catalogues, count == 1);
        for number in 0..count {
            let case = combination(&section.given, &section.axes, number);
            match queries.query(&case.fields) {
                Ok(query) => self.add_query(query, section, &case),
                Err(wrong) => section.report(&wrong, number, report),
            }
        }
    }

    /// Adds the questions of a case.
    fn add_query(&mut self, query: Query, section: &QuestionSection, case: &Case) {
        match query {
            Query::One(question, notes) => {
                let mut question = *question;
                question.notes.extend(notes);
                self.add_question(question, None, section, case);
            }
            Query::Cases(all) => {
                for question in all {
                    let own: Vec<String> = question.case.iter().map(Setting::words).collect();
                    let option = (!own.is_empty()).then(|| own.join(", "));
                    self.add_question(question, option.as_deref(), section, case);
                }
            }
            Query::Many(all) => {
                for one in all {
                    self.add_question(one.question, Some(&one.option), section, case);
                }
            }
            Query::Field(field) => self.add_field(*field, section, case),
            Query::Fields(all) => {
                all.into_iter().for_each(|field| self.add_field(field, section, case));
            }
        }
    }

    /// Adds a question about a field.
    fn add_field(&mut self, mut field: FieldQuestion, section: &QuestionSection, case: &Case) {
        if let Some(name) = &section.name {
            field.set_name(name);
        }
        if !case.settings.is_empty() {
            field.set_case(&case.settings);
        }
        self.fields.push(field);
    }

    /// Adds a question under a name of its own.
    fn add_question(
        &mut self,
        question: NamedQuestion,
        option: Option<&str>,
        section: &QuestionSection,
        case: &Case,
    ) {
        let name = section.name.clone();
        let name = name.unwrap_or_else(|| format!("{} {}", question.name, question.subject));
        let mut question = case.set_apart(question, section.kind.keys());
        question.name = self.names.unique(section.titled(&name, option, case));
        self.asked.push(question);
    }
}

impl QuestionSection {
    /// Replaces the edition of the rules, if the kind has one.
    fn set_rules(&mut self, edition: Edition) {
        if self.kind.keys().iter().any(|key| key.id == "rules") {
            self.axes.retain(|axis| axis.id != "rules");
            self.given.remove("rules");
            self.given.push("rules", edition.name());
        }
    }

    /// Returns a name followed by what distinguishes a case. A sentence names the units already.
    fn titled(&self, name: &str, option: Option<&str>, case: &Case) -> String {
        let is_unit = |one: &&Setting| {
            self.name.is_none()
                && self.kind.keys().iter().any(|key| key.id == one.axis && key.names_unit())
        };
        let told = case.settings.iter().filter(|one| !is_unit(one)).map(Setting::words);
        let words: Vec<String> = told.chain(option.map(str::to_owned)).collect();
        if words.is_empty() { name.to_owned() } else { format!("{name}: {}", words.join(", ")) }
    }

    /// Reports the faults of a case, once at each place.
    fn report(&self, wrong: &RequestError, number: u64, report: &mut Report) {
        for wrong in wrong.each() {
            let place = wrong.place(self.kind.keys());
            let span = place.and_then(|(id, index)| self.place(id, index, number));
            let span = span.unwrap_or_else(|| self.span.clone());
            let message = of_files(&wrong.to_string(), self.kind.keys());
            report.add_once("question", &span, || Draft::new(&span, message));
        }
    }
}

/// Checks that the cases stay within [`MAX_QUESTIONS`], before any of them is built.
fn is_within_limit(sections: &[QuestionSection], report: &mut Report) -> bool {
    let count = |section: &QuestionSection| case_count(&section.axes);
    let sum = sections.iter().fold(0, |sum: u64, one| sum.saturating_add(count(one)));
    let largest = sections.iter().max_by_key(|section| count(section));
    let Some(largest) = largest.filter(|_| sum > MAX_QUESTIONS) else { return true };
    let counted = |count: u64| {
        if count == u64::MAX { "endlessly many".to_owned() } else { count.to_string() }
    };
    report.add(|| {
        let message = format!(
            "the file asks {} questions; at most {MAX_QUESTIONS} are answered",
            counted(sum)
        );
        Draft::new(&largest.span, message)
            .label(format!("{} of them", counted(count(largest))))
            .help("shorten the lists, or split the scenario into several files")
    });
    false
}

/// Names that were given already.
#[derive(Debug, Default)]
struct UniqueNames {
    taken: HashSet<String>,
    tries: HashMap<String, u64>,
}

impl UniqueNames {
    /// Returns the name, with the first number that makes it new if it was given already.
    fn unique(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let tries = self.tries.entry(name.clone()).or_insert(1);
        loop {
            *tries += 1;
            let numbered = format!("{name} ({tries})");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}
