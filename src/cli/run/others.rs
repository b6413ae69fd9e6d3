//! Runs campaigns and battles.

use warodds_battles::answer::BattleAnswer;
use warodds_battles::file::BattleFile;

use super::super::battle::play::{self, BattlePlayArgs};
use super::super::engine::isa;
use super::super::failure::Failure;
use super::super::output::{self, TOP};
use super::super::print;
use super::super::provided::ProvidedOptions;
use super::super::reply::{RenderedReply, stem};
use super::super::results::{Destination, Extent};
use super::super::watch::Watch;
use super::loaded::RunFile;
use super::{RunArgs, RunData};
use crate::request::asoiaf::{CatalogueKey, RulesKeys};
use crate::request::why::{Analysis, RequestedAnalyses};
use crate::request::{CAMPAIGN, Keys, Query, Request};
use crate::scenario::campaign::CampaignScenario;
use crate::study::EngineKind;

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
            "{option} is not for campaigns and battles: leave it out, or run them by themselves"
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
            RunFile::Battle(_) if arguments.csv => {
                return Err(Failure::input(
                    "battles are not printed as CSV: use --json, or --out, which writes it",
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Answers a campaign, prints and writes the answer.
pub(super) fn campaign(
    scenario: Box<CampaignScenario>,
    destination: Option<&Destination>,
    arguments: &RunArgs,
    data: &mut RunData,
) -> Result<(), Failure> {
    let plan = arguments.how.keys.campaign(&scenario.run, isa()?)?;
    let asked = Query::Campaign(scenario);
    let request = Request { asked, plan, analyses: RequestedAnalyses::default() };
    let answer = |control: &Watch| Ok(request.answer(Analysis::default(), control)?);
    let reply = output::reply(&request, answer, arguments.threads, arguments.quiet)?;
    let rendered = RenderedReply { reply: &reply, request: &request, stem: stem(CAMPAIGN) };
    if rendered.is_empty() {
        return rendered.check_complete();
    }
    data.lines.push(trimmed(rendered.json()?));
    data.answers.extend(rendered.answers());
    let printed =
        if arguments.json || arguments.csv { Ok(()) } else { print::print(&rendered.table(TOP)?) };
    let written = destination.map_or(Ok(()), |destination| {
        output::write(&rendered, destination, arguments.charts, arguments.quiet)
    });
    Failure::of_all([printed, written, rendered.check_complete()])
}

/// Plays battles, prints and writes the answer.
pub(super) fn battle(
    file: &BattleFile,
    destination: Option<&Destination>,
    arguments: &RunArgs,
    data: &mut RunData,
) -> Result<(), Failure> {
    let how = &arguments.how.keys;
    let games = how.trials.map_or(file.games, |trials| trials.0);
    let seed = how.seed.unwrap_or(file.seed);
    let is_by_dice = how.engine == Some(EngineKind::Dice);
    let options = BattlePlayArgs::of_run(is_by_dice, arguments.threads, arguments.quiet);
    let tally = play::played(&options, file, games, seed)?;
    let stopped = play::missing(tally.games, games);
    if tally.games == 0 {
        return stopped;
    }
    let answer = BattleAnswer::new(file, seed, &tally);
    data.lines.push(trimmed(answer.json().map_err(anyhow::Error::from)?));
    let printed = if arguments.json { Ok(()) } else { play::print_answer(&answer, false) };
    let written = destination.map_or(Ok(()), |destination| {
        let extent = Extent::of(stopped.is_err());
        play::write_files(destination, &answer, (extent, arguments.charts), arguments.quiet)
    });
    Failure::of_all([printed, written, stopped])
}

fn trimmed(text: String) -> String {
    // the array of all answers has its own line breaks
    text.trim_end().to_owned()
}
