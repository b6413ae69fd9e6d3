//! Runs campaigns and battles.

use std::sync::Arc;

use warodds_battles::file::BattleFile;

use super::super::battle::answer::NO_CSV;
use super::super::engine::isa;
use super::super::failure::Failure;
use super::super::input::Input;
use super::super::output::{self, TOP};
use super::super::print;
use super::super::provided::ProvidedOptions;
use super::super::reply::{RenderedReply, stem};
use super::super::results::Destination;
use super::super::watch::Watch;
use super::loaded::RunFile;
use super::{RunArgs, RunData};
use crate::report::page::Source;
use crate::request::asoiaf::{CatalogueKey, RulesKeys};
use crate::request::why::{Analysis, RequestedAnalyses};
use crate::request::{BATTLE, CAMPAIGN, Keys, Query, Reply, Request};
use crate::scenario::campaign::CampaignScenario;
use crate::study::{EngineKind, Goal, Plan};

/// Refuses options that campaigns and battles do not have.
pub(super) fn check(
    arguments: &RunArgs,
    provided: &ProvidedOptions,
    all: &[&RunFile],
) -> Result<(), Failure> {
    let others = all.iter().filter(|loaded| loaded.scenario().is_none());
    if others.clone().next().is_none() {
        return Ok(());
    }
    let ids =
        [&["precision", "fractions"][..], &CatalogueKey::ids()[..], &RulesKeys::ids()[..]].concat();
    provided.refuse(&ids, |_, option| {
        format!(
            "{option} does not apply to campaigns and battles: leave it out, or run them separately"
        )
    })?;
    let engine = arguments.how.keys.engine;
    for one in others {
        match one {
            RunFile::Campaign(scenario) => {
                arguments.how.keys.campaign(&scenario.run, isa()?)?;
            }
            RunFile::Battle(_) if engine == Some(EngineKind::Exact) => {
                return Err(Failure::input(
                    "battles cannot be answered exactly: leave out --engine exact",
                ));
            }
            RunFile::Battle(_) if arguments.csv.is_set() => {
                return Err(Failure::input(NO_CSV));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Answers a campaign or battles, prints and writes the answer.
pub(super) fn answer(
    request: &Request,
    (input, destination): (&Input, Option<&Destination>),
    arguments: &RunArgs,
    data: &mut RunData,
) -> Result<(), Failure> {
    let answer = |control: &Watch| Ok(request.answer(Analysis::default(), control)?);
    let reply = output::reply(request, answer, arguments.threads, arguments.quiet)?;
    let is_battle = matches!(reply, Reply::Battle(_));
    let stem = stem(if is_battle { BATTLE } else { CAMPAIGN });
    let source = Source { file: Some(input.name_and_text()), links: Vec::new() };
    let rendered = RenderedReply { reply: &reply, request, stem, source: &source };
    if rendered.is_empty() {
        return rendered.check_complete();
    }
    data.lines.push(trimmed(rendered.json()?));
    data.answers.extend(rendered.answers());
    let printed = if arguments.json || arguments.csv.is_set() {
        Ok(())
    } else {
        print::print(&rendered.table(&print::layout(), TOP, arguments.full.detail())?)
    };
    let written = destination
        .map_or(Ok(()), |destination| output::write(&rendered, destination, arguments.writing()));
    Failure::of_all([printed, written, rendered.check_complete()])
}

/// Returns the request of a campaign.
pub(super) fn campaign(
    scenario: Box<CampaignScenario>,
    arguments: &RunArgs,
) -> Result<Request, Failure> {
    let plan = arguments.how.keys.campaign(&scenario.run, isa()?)?;
    let (asked, analyses) = (Query::Campaign(scenario), RequestedAnalyses::default());
    Ok(Request { asked, plan, analyses })
}

/// Returns the request of a battle file.
pub(super) fn battle(file: &BattleFile, arguments: &RunArgs) -> Result<Request, Failure> {
    let how = &arguments.how.keys;
    let goal = Goal {
        trials: how.trials.map_or(file.games, |trials| trials.0),
        seed: how.seed.unwrap_or(file.seed),
        precision: None,
    };
    let engine = how.engine.unwrap_or(EngineKind::MonteCarlo);
    let plan = Plan { engine, goal, isa: isa()?, compare: false, fractions: false };
    let (asked, analyses) = (Query::Battle(Arc::new(file.clone())), RequestedAnalyses::default());
    Ok(Request { asked, plan, analyses })
}

fn trimmed(text: String) -> String {
    // the array of all answers has its own line breaks
    text.trim_end().to_owned()
}
