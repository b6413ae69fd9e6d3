//! From sections of a file to its questions: each case of each section, with a name of its own.

use std::collections::{HashMap, HashSet};

use super::links::AskedSection;
use super::messages::of_files;
use super::sections::QuestionSection;
use crate::catalogue::Catalogue;
use crate::document::{Draft, Report, Span};
use crate::request::{
    Axis, Case, CaseQueries, Key, MAX_FIELD_ATTACKS, Query, RequestError, UnusedDistances,
    case_count, combination, left_out, name_parts, option_case,
};
use crate::study::field::FieldQuestion;
use crate::study::{NamedQuestion, Setting};
use warodds_games::asoiaf::Edition;

/// The most questions of a file, with all cases of all sections.
pub const MAX_QUESTIONS: u64 = 100_000;

/// A section, and the name that its cases share, if any.
type NamedSection<'s> = (&'s QuestionSection, Option<&'s str>);

/// The questions of a file.
#[derive(Debug, Default)]
pub(super) struct FileQuestions {
    /// Questions about some units.
    pub asked: Vec<NamedQuestion>,
    /// Questions about whole fields of units.
    pub fields: Vec<FieldQuestion>,
    /// What each section asks.
    pub sections: Vec<AskedSection>,
    names: UniqueNames,
    /// The number of sections without a name whose units vary, by kind.
    unnamed: HashMap<&'static str, u64>,
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
        let shared = self.shared_name(section);
        let catalogues = [catalogue, catalogue];
        let mut queries =
            CaseQueries::new(&section.kind, section.kind.keys(), catalogues, count == 1);
        let (first, mut attacks, mut idle) = (self.asked.len(), 0, Vec::new());
        let first_field = self.fields.len();
        let mut distances = None;
        for number in 0..count {
            let case = combination(&section.given, &section.axes, number);
            let query = queries.query(&case.fields);
            if let Ok(Query::Many(all)) = &query {
                let known: &mut UnusedDistances =
                    distances.get_or_insert_with(|| all.unused_distances.clone());
                known.retain_unused(&all.unused_distances);
            }
            match query {
                Ok(Query::Many(all)) if all.cases.is_empty() => {
                    idle.push(option_case(&case, section.kind.keys()));
                }
                Ok(query) => {
                    attacks += query.fields().iter().map(FieldQuestion::attacks).sum::<u64>();
                    self.add_query(query, (section, shared.as_deref()), &case);
                }
                Err(wrong) => section.report(&wrong, number, report),
            }
            if count > 1 && attacks > MAX_FIELD_ATTACKS {
                report.add(|| too_many_attacks(&section.span));
                break;
            }
        }
        if let Some(Err(wrong)) = distances.map(|unused| unused.check()) {
            section.report(&wrong, 0, report);
        }
        self.name_idle(first, &idle, &section.span, report);
        let (asked, fields) = (first..self.asked.len(), first_field..self.fields.len());
        self.sections.push(AskedSection::new(section, asked, fields));
    }

    /// Names the cases of a section in which nothing can be done, in the notes of its questions from
    /// the `first` on; without any other case that is a fault.
    fn name_idle(&mut self, first: usize, idle: &[String], span: &Span, report: &mut Report) {
        let Some(note) = left_out(idle) else { return };
        if self.asked.len() == first {
            report.add(|| Draft::new(span, note));
            return;
        }
        let asked = self.asked.iter_mut().skip(first);
        asked.for_each(|question| question.notes.push(note.clone()));
    }

    /// Adds the questions of a case of a section, whose cases may share a name.
    fn add_query(&mut self, query: Query, section: NamedSection<'_>, case: &Case) {
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
                for one in all.cases {
                    self.add_question(one.question, Some(&one.option), section, case);
                }
            }
            Query::Field(field) => self.add_field(*field, section, case),
            Query::Fields(all) => {
                all.into_iter().for_each(|field| self.add_field(field, section, case));
            }
            // no section asks about these: they are files of their own
            Query::Campaign(_) | Query::Battle(_) | Query::Luck(_) => {}
        }
    }

    /// Returns the name that all cases of a section share: its own or, if units vary, its kind, with
    /// a number from the second such section on. `None` if each case is named after its subject.
    fn shared_name(&mut self, section: &QuestionSection) -> Option<String> {
        if section.name.is_some() || !section.varies_units() {
            return section.name.clone();
        }
        let (_, kind) = name_parts(section.kind.name);
        let number = self.unnamed.entry(kind).or_default();
        *number += 1;
        Some(if *number == 1 { kind.to_owned() } else { format!("{kind} {number}") })
    }

    /// Adds a question about a field.
    fn add_field(&mut self, mut field: FieldQuestion, (section, _): NamedSection<'_>, case: &Case) {
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
        (section, shared): NamedSection<'_>,
        case: &Case,
    ) {
        let subject = || format!("{} {}", question.name, question.subject);
        let base = shared.map_or_else(subject, str::to_owned);
        let option = option.map(str::to_owned);
        let words: Vec<String> = case.settings.iter().map(Setting::words).chain(option).collect();
        let name = if words.is_empty() { base } else { format!("{base}: {}", words.join(", ")) };
        let mut question = case.set_apart(question, section.kind.keys());
        question.name = self.names.unique(name);
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

    /// Returns whether the cases are about different units.
    fn varies_units(&self) -> bool {
        // an axis of the numbers of one unit has the names of those numbers
        let is_of_units = |axis: &Axis| {
            let mut settings = axis.values.iter().flat_map(|value| &value.settings);
            let key = self.kind.keys().iter().find(|key| key.id == axis.id);
            key.is_some_and(Key::names_unit) && settings.any(|one| one.axis == axis.id)
        };
        self.axes.iter().any(is_of_units)
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

/// The fault of a section with too many cases of whole fields.
fn too_many_attacks(span: &Span) -> Draft {
    let message =
        format!("the cases have more than {MAX_FIELD_ATTACKS} attacks, the limit for one section");
    Draft::new(span, message).help("shorten the lists, or name fewer units")
}

/// Checks that the cases stay within [`MAX_QUESTIONS`], before any of them is built.
fn is_within_limit(sections: &[QuestionSection], report: &mut Report) -> bool {
    let count = |section: &QuestionSection| case_count(&section.axes);
    let sum = sections.iter().fold(0, |sum: u64, one| sum.saturating_add(count(one)));
    let largest = sections.iter().max_by_key(|section| count(section));
    let Some(largest) = largest.filter(|_| sum > MAX_QUESTIONS) else { return true };
    let counted = |count: u64| {
        if count == u64::MAX { "infinitely many".to_owned() } else { count.to_string() }
    };
    report.add(|| {
        let message = format!(
            "the file asks {} questions, and at most {MAX_QUESTIONS} are answered",
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
