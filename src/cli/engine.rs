//! Which engine answers, and for how long.

use anyhow::anyhow;
use clap::Args;

use super::failure::Failure;
use super::keys::KeyOptions;
use super::output::{self, OutputOptions, TopOption};
use super::slug::{self, QuestionName};
use super::watch::Watch;
use crate::request::why::{Analysis, Wanted};
use crate::request::{ConditionalFields, EngineKeys, PairingFields, Query, Request};
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
    /// The seed, also where nothing but one story is told.
    pub(super) fn seed(&self) -> u64 {
        self.engine.keys.seed.unwrap_or(0)
    }

    /// Answers a question; its files bear its name.
    pub(super) fn answer(&self, asked: NamedQuestion) -> Result<(), Failure> {
        let stem = asked.name.replace(' ', "-");
        self.reply(&stem, Query::One(Box::new(asked), Vec::new()))
    }

    /// Answers a question in several cases; its files bear the name of the command.
    pub(super) fn answer_all(
        &self,
        command: &str,
        asked: Vec<NamedQuestion>,
    ) -> Result<(), Failure> {
        self.reply(command, Query::Cases(asked))
    }

    fn reply(&self, stem: &str, asked: Query) -> Result<(), Failure> {
        let request = Request { asked, plan: self.plan()?, wanted: Wanted::default() };
        let reply = |control: &Watch| {
            request.answer(Analysis::default(), control).map_err(|error| anyhow!(error).into())
        };
        let name = || Ok(name_of(stem, &request));
        output::answer(&request, reply, (stem, name), &self.output, TopOption::default())
    }

    /// The plan of a single question, held against nothing.
    fn plan(&self) -> Result<Plan, Failure> {
        let (conditional, separate) =
            (ConditionalFields { conditional: false }, PairingFields { apart: false });
        Ok(self.engine.keys.plan(&conditional, &separate, isa()?)?)
    }
}

/// What a question is called that no link can say: its subject in words, with a hash of all of it.
fn name_of(stem: &str, request: &Request) -> QuestionName {
    let subject = match &request.asked {
        Query::One(asked, _) => asked.subject.as_str(),
        Query::Cases(all) => all.first().map_or("", |asked| asked.subject.as_str()),
        Query::Many(_) | Query::Field(_) => "",
    };
    let (engine, goal) = (request.plan.engine, request.plan.goal);
    let hash = slug::hash(&format!("{:?} {engine:?} {goal:?}", request.asked));
    QuestionName::of_words(&format!("{stem} {subject}"), &format!("{stem}: {subject} ({hash})"))
}

/// The instructions to use: the best there are, or those that `WARODDS_ISA` names, for tests and
/// benches.
pub(super) fn isa() -> Result<Isa, Failure> {
    let Some(wanted) = std::env::var_os("WARODDS_ISA") else { return Ok(Isa::best()) };
    let available = Isa::available();
    let names: Vec<&str> = available.iter().map(|isa| isa.name()).collect();
    let found = available.iter().find(|isa| wanted == isa.name()).copied();
    found.ok_or_else(|| {
        Failure::input(format!(
            "WARODDS_ISA must be one of {}, not {}",
            names.join(", "),
            wanted.to_string_lossy()
        ))
    })
}
