//! `warodds explain --scenario`: one question of a file, die by die.

use std::path::Path;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::engine::isa;
use super::failure::Failure;
use crate::catalogue::Catalogue;
use crate::request::asoiaf::{CatalogueKey, RulesKeys};
use crate::request::why::RequestedAnalyses;
use crate::request::{
    EngineKeys, GivenKeys, Keys, ParsedFields, Query, QuestionKind, RawFields, Request,
};
use crate::scenario::{ReadContext, Scenario, load_with};
use crate::study::NamedQuestion;

/// Adds the options that take the question from a file.
pub(super) fn with_file(command: Command) -> Command {
    let file = Arg::new("scenario")
        .long("scenario")
        .value_name("FILE")
        .value_parser(value_parser!(std::path::PathBuf))
        .help("A scenario file to take the question from, instead of units or numbers");
    let question = Arg::new("question")
        .long("question")
        .value_name("NAME")
        .requires("scenario")
        .help("Which of its questions, by name [default: the first]");
    command.args([file, question])
}

/// Returns the file that the question is taken from, if any.
pub(super) fn file(matches: &ArgMatches) -> Option<&Path> {
    matches.get_one::<std::path::PathBuf>("scenario").map(AsRef::as_ref)
}

/// Returns the request to resolve a question of a file once.
pub(super) fn request_of_file(
    file: &Path,
    matches: &ArgMatches,
    kind: &QuestionKind,
    fields: &RawFields,
) -> Result<Request, Failure> {
    let keys = kind.keys();
    let values = ParsedFields::new(kind.name, keys, fields)?;
    refuse_attack(&values)?;
    let rules = RulesKeys::read(&values)?;
    let catalogue = CatalogueKey::read(&values)?.open(Catalogue::shipped())?;
    let context = ReadContext { catalogue: &catalogue, edition: rules.rules };
    let scenario = load_with(file, context).map_err(|error| Failure::BadScenarios(vec![error]))?;
    let name = matches.get_one::<String>("question");
    let found = question(&scenario, name)?;
    if found.question.asoiaf().is_none() {
        values.refuse(&[RulesKeys::ids(), CatalogueKey::ids()].concat(), |_, option| {
            format!(
                "{option} applies to A Song of Ice and Fire, and no question here is about that \
                 game: leave it out"
            )
        })?;
    }
    // only the question to resolve: others may have abilities that are not modelled
    rules.check(std::slice::from_ref(found))?;
    let engine = EngineKeys { explain: true, ..EngineKeys::read(&values)? };
    Ok(Request {
        asked: Query::One(Box::new(found.clone()), Vec::new()),
        plan: engine.plan(isa()?)?,
        analyses: RequestedAnalyses {
            explain: true,
            given: GivenKeys::read(&values)?.given,
            ..RequestedAnalyses::default()
        },
    })
}

/// Refuses fields that describe an attack beside a file.
fn refuse_attack(values: &ParsedFields<'_>) -> Result<(), Failure> {
    let kept = [CatalogueKey::ids(), RulesKeys::ids(), GivenKeys::ids(), vec!["seed"]].concat();
    let ids: Vec<&str> =
        values.given().all().map(|(id, _)| id).filter(|id| !kept.contains(id)).collect();
    Ok(values.refuse(&ids, |_, option| {
        format!(
            "{option} describes an attack, and --scenario takes the attack from its file: leave \
             out {option}, or change the file"
        )
    })?)
}

/// Returns the question of a name, or the first.
fn question<'s>(
    scenario: &'s Scenario,
    name: Option<&String>,
) -> Result<&'s NamedQuestion, Failure> {
    let has_name = |question: &&NamedQuestion| name.is_none_or(|name| question.name == *name);
    let found = scenario.asked.iter().find(has_name);
    found.ok_or_else(|| unknown_question(&scenario.asked))
}

/// Returns the failure that lists the names of the questions.
fn unknown_question(questions: &[NamedQuestion]) -> Failure {
    const NAMED: usize = 20;
    if questions.is_empty() {
        return Failure::input(
            "the scenario has no question that can be played die by die: matrices and comparisons \
             cannot",
        );
    }
    let names: Vec<&str> =
        questions.iter().take(NAMED).map(|question| question.name.as_str()).collect();
    let more = questions.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!("\n  … and {more} more") } else { String::new() };
    Failure::input(format!(
        "no question has that name; the questions are\n  {}{rest}",
        names.join("\n  ")
    ))
}
