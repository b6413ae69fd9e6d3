//! The engine options of commands without a table of keys.

use anyhow::anyhow;
use clap::Args;

use super::failure::Failure;
use super::keys::KeyOptions;
use super::output::{self, OutputOptions, TopOption};
use super::slug::{self, QuestionName};
use super::watch::Watch;
use crate::request::why::{Analysis, Wanted};
use crate::request::{EngineKeys, Query, Request};
use crate::study::{Isa, NamedQuestion, Plan};

/// Engine, trials and seed of a single question, and where its answer goes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "How to answer")]
pub(super) struct EngineOptions {
    #[command(flatten)]
    engine: KeyOptions<EngineKeys>,
    #[command(flatten)]
    output: OutputOptions,
}

impl EngineOptions {
    /// Answers a question; its files have the name of the question.
    pub(super) fn answer(&self, question: NamedQuestion) -> Result<(), Failure> {
        let stem = question.name.replace(' ', "-");
        self.reply(&stem, Query::One(Box::new(question), Vec::new()))
    }

    /// Answers several cases of a question; their files have the name of the command.
    pub(super) fn answer_all(
        &self,
        command: &str,
        questions: Vec<NamedQuestion>,
    ) -> Result<(), Failure> {
        self.reply(command, Query::Cases(questions))
    }

    fn reply(&self, stem: &str, query: Query) -> Result<(), Failure> {
        let request = Request { asked: query, plan: self.plan()?, wanted: Wanted::default() };
        let reply = |control: &Watch| {
            request.answer(Analysis::default(), control).map_err(|error| anyhow!(error).into())
        };
        let name = || Ok(question_name(stem, &request));
        output::answer(&request, reply, (stem, name), &self.output, TopOption::default())
    }

    /// Returns the plan of a single question, which is not compared with the exact engine.
    fn plan(&self) -> Result<Plan, Failure> {
        Ok(self.engine.keys.plan(isa()?)?)
    }
}

/// Returns the directory name of a question without a link: its subject and a hash of the question.
fn question_name(stem: &str, request: &Request) -> QuestionName {
    let subject = match &request.asked {
        Query::One(question, _) => question.subject.as_str(),
        Query::Cases(all) => all.first().map_or("", |question| question.subject.as_str()),
        Query::Many(_) | Query::Field(_) => "",
    };
    let (engine, goal) = (request.plan.engine, request.plan.goal);
    // `Debug` prints every field of every game, so different questions have different directories
    let hash = slug::hash(&format!("{:?} {engine:?} {goal:?}", request.asked));
    QuestionName::of_words(&format!("{stem} {subject}"), &format!("{stem}: {subject} ({hash})"))
}

/// Returns the instruction set to use: the best one, or that of `WARODDS_ISA` for tests and
/// benchmarks.
pub(super) fn isa() -> Result<Isa, Failure> {
    let Some(requested) = std::env::var_os("WARODDS_ISA") else { return Ok(Isa::best()) };
    let available = Isa::available();
    let names: Vec<&str> = available.iter().map(|isa| isa.name()).collect();
    let found = available.iter().find(|isa| requested == isa.name()).copied();
    found.ok_or_else(|| {
        Failure::input(format!(
            "WARODDS_ISA must be one of {}, not {}",
            names.join(", "),
            requested.to_string_lossy()
        ))
    })
}
