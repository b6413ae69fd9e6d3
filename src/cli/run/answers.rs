//! The answers to a scenario, and those that are missing.

use super::super::failure::Failure;
use super::super::input::Input;
use super::super::output::{FullOption, TOP};
use super::super::print;
use super::super::reply::page_top;
use super::super::results::Extent;
use super::super::version;
use super::super::watch::{self, Watch};
use crate::json;
use crate::report::csv::CsvRows;
use crate::report::page::{Report, ReportSection, Source};
use crate::report::table::{Detail, Layout};
use crate::report::{self, Artifact, charts, csv, table};
use crate::scenario::{Plans, Scenario};
use crate::study::field::FieldAnswer;
use crate::study::{
    Answer, NamedQuestion, Plan, answer, answer_field, answer_until_stopped, field_steps,
};
use warodds_charts::field_pages;
use warodds_charts::text::field::title;

/// The largest number of missing questions that a message names.
const NAMED: usize = 5;

/// The answers to a scenario's questions; questions without any result are left out.
#[derive(Debug)]
pub(crate) struct ScenarioAnswers<'a> {
    scenario: &'a Scenario,
    answers: Vec<Answer>,
    /// The answers to matrices and comparisons, with the stems of their file names.
    fields: Vec<(String, FieldAnswer)>,
}

impl<'a> ScenarioAnswers<'a> {
    /// Answers the questions one after the other, each on all threads, until Ctrl-C.
    pub(crate) fn of(scenario: &'a Scenario, plans: &Plans, quiet: bool) -> Result<Self, Failure> {
        let answers = answer_single(scenario, &plans.single, quiet)?;
        Ok(Self { scenario, answers, fields: answer_fields(scenario, &plans.fields, quiet)? })
    }

    /// Creates the answers of merged shards.
    pub(crate) fn merged(
        scenario: &'a Scenario,
        answers: Vec<Answer>,
        found: Vec<FieldAnswer>,
    ) -> Self {
        let mut fields = Vec::new();
        found.into_iter().for_each(|one| add(&mut fields, one));
        Self { scenario, answers, fields }
    }

    /// Returns whether there is no answer at all.
    pub(crate) const fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.fields.is_empty()
    }

    /// Returns the answers to questions about single units.
    pub(crate) fn single(&self) -> &[Answer] {
        &self.answers
    }

    /// Renders all answers as text.
    pub(crate) fn text(&self, full: FullOption) -> String {
        let layout = print::layout();
        let answers = (!self.answers.is_empty())
            .then(|| table::render_questions(&self.answers, &layout, full.detail()));
        let field =
            |found: &FieldAnswer| report::field::render(found, &layout, (TOP, full.detail()));
        let fields = self.fields.iter().map(|(_, found)| field(found));
        let parts: Vec<String> = answers.into_iter().chain(fields).collect();
        format!("{}\n\n{}", self.scenario.title, parts.join("\n"))
    }

    /// Renders all answers as JSON, one a line.
    pub(crate) fn lines(&self) -> Result<Vec<String>, serde_json::Error> {
        let fields = self.fields.iter().map(|(_, found)| json::field::text(found));
        Ok([json::lines(&self.answers)?, fields.collect::<Result<_, _>>()?].concat())
    }

    /// Renders data and charts, with notes on what was not drawn.
    pub(crate) fn files(&self, selection: charts::Selection) -> anyhow::Result<charts::ChartFiles> {
        let mut all = charts::ChartFiles::default();
        all.files.push(Artifact::new("answers.json", json::array_of(&self.lines()?)));
        // a file of matrices alone would get an empty table
        if !self.answers.is_empty() || self.fields.is_empty() {
            let drawn = charts::draw(&self.scenario.title, &self.answers, selection)?;
            let counts = csv::render(&self.answers, CsvRows::Counts)?;
            all.files.push(Artifact::new("answers.csv", counts));
            all.extend(drawn);
        }
        for (stem, found) in &self.fields {
            let drawn = report::field_files::render(std::slice::from_ref(found), stem, selection)?;
            all.extend(drawn);
        }
        Ok(all)
    }

    /// Returns what the page of the answers names: the file, and the link of each section.
    pub(crate) fn source<'i>(&self, input: Option<&'i Input>) -> Source<'i> {
        Source { file: input.map(Input::name_and_text), links: self.scenario.links() }
    }

    /// Returns what the page of the answers shows.
    pub(crate) fn report<'s>(&self, source: &'s Source<'s>) -> Report<'s> {
        let mut sections = ReportSection::of_questions(&self.answers);
        sections.extend(self.fields.iter().map(|(_, found)| {
            let length = (page_top(found), Detail::Full);
            let text = report::field::render(found, &Layout::RECORDS, length);
            let section = ReportSection::of_text(&title(&found.header().name), &text);
            let found = std::slice::from_ref(found);
            section.with_finding(&field_pages("", found, &mut Vec::new()))
        }));
        let title = self.scenario.title.clone();
        Report { title, version: version::short(), source, sections }
    }

    /// Returns whether all questions are answered completely.
    pub(crate) fn extent(&self) -> Extent {
        Extent::of(self.partial().next().is_some() || self.missing().next().is_some())
    }

    /// Describes what is missing after the run was stopped.
    pub(crate) fn shortfall(&self) -> String {
        let (partial, missing): (Vec<_>, Vec<_>) =
            (self.partial().collect(), self.missing().collect());
        let all = self.scenario.asked.len() + self.scenario.fields.len();
        let whole = all - partial.len() - missing.len();
        let named = |what: &str, names: &[&str]| {
            (!names.is_empty()).then(|| format!("{what} {}", listed(names)))
        };
        let answered = format!("{whole} of {all} questions answered completely");
        let parts = [Some(answered), named("in part:", &partial), named("missing:", &missing)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Returns the names of the partly answered questions.
    fn partial(&self) -> impl Iterator<Item = &str> {
        let single = self.answers.iter().filter(|answer| answer.method.partial);
        let fields = self.fields.iter().map(|(_, found)| found).filter(|found| found.is_partial());
        single
            .map(|answer| answer.name.as_str())
            .chain(fields.map(|field| field.header().name.as_str()))
    }

    /// Returns the names of the questions without any result.
    fn missing(&self) -> impl Iterator<Item = &str> {
        // questions are answered in file order, so those that are missing are the last ones
        let single = self.scenario.asked.iter().skip(self.answers.len());
        let fields = self.scenario.fields.iter().skip(self.fields.len());
        single.map(|question| question.name.as_str()).chain(fields.map(|field| field.name()))
    }
}

/// Formats the first names of a list, and the number of the others.
fn listed(names: &[&str]) -> String {
    let first: Vec<String> = names.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len() - first.len();
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{}{rest}", first.join(", "))
}

/// Answers the questions about single units.
fn answer_single(scenario: &Scenario, plan: &Plan, quiet: bool) -> Result<Vec<Answer>, Failure> {
    let total = plan.goal.trials.saturating_mul(scenario.asked.len() as u64);
    let watch = if quiet { Watch::nothing() } else { Watch::of_trials(total, plan.engine) };
    let each = |question: &NamedQuestion| answer(question, plan, &watch);
    let answers = answer_until_stopped(&scenario.asked, &watch, each);
    watch.finish();
    let mut answers = answers.map_err(anyhow::Error::from)?;
    answers.retain(Answer::is_known);
    Ok(answers)
}

/// Answers the matrices and comparisons.
fn answer_fields(
    scenario: &Scenario,
    plan: &Plan,
    quiet: bool,
) -> Result<Vec<(String, FieldAnswer)>, Failure> {
    let mut found: Vec<(String, FieldAnswer)> = Vec::new();
    for question in scenario.fields.iter().take_while(|_| !watch::is_stopped()) {
        let steps = field_steps(question, plan);
        let watch = if quiet { Watch::nothing() } else { Watch::counting(steps, plan.engine) };
        let one = answer_field(question, plan, &watch).map_err(anyhow::Error::from)?;
        watch.finish();
        add(&mut found, one);
    }
    Ok(found)
}

/// Adds an answer with results, with the stem of its file names.
fn add(found: &mut Vec<(String, FieldAnswer)>, one: FieldAnswer) {
    let before = found.iter().filter(|(_, other)| other.kind() == one.kind()).count();
    let number = if before == 0 { String::new() } else { format!("-{}", before + 1) };
    if one.attacks() > 0 {
        found.push((format!("{}{number}", one.kind()), one));
    }
}
