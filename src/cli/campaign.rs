//! `warodds campaign`: a Theater of War campaign, sampled or computed exactly.

use std::path::PathBuf;

use clap::Args;
use rayon::ThreadPoolBuilder;

use super::failure::Failure;
use super::input::Input;
use super::output::ChartsOption;
use super::print::{bytes, data, layout, note, print};
use super::reply::check_trials;
use super::results::{Destination, Extent};
use super::watch::{self, OnStop, Watch};
use crate::json;
use crate::report::{Artifact, charts, csv, table};
use crate::request::numbers::{seed, trials, within};
use crate::request::{Value, check_rolled};
use crate::scenario::campaign::{CampaignScenario, parse};
use crate::scenario::{CAMPAIGNS, FileKind, LoadError};
use crate::study::{CampaignAnswer, CampaignPlan, EngineKind, ExactError, Goal, answer_campaign};

/// Who wins a WARMACHINE campaign (Theater of War), how long it lasts, and who holds the areas over
/// time.
///
/// If the campaign is small enough, the table compares a sampled answer with the exact one.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CampaignArgs {
    /// A campaign file; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The engine that answers: exact, for two players and few areas, or monte-carlo, random
    /// campaigns.
    // most campaigns have too many states for the exact engine
    #[arg(long, value_name = "ENGINE", default_value = "monte-carlo", value_parser = engine)]
    engine: EngineKind,
    /// Number of campaigns [default: from the file, or 100000].
    #[arg(long, value_name = "N", value_parser = trials)]
    trials: Option<u64>,
    /// Seed [default: from the file, or 0].
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Number of threads [default: from the file, or all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// Write the results to DIR/<file>/, or to DIR/<file>.partial/ if Ctrl-C stops the run
    /// [default: out; nothing is written with --json or --csv].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
    /// Print the answer as CSV.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Hide the progress bar and the list of written files.
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  warodds campaign scenarios/campaigns/border-war.toml --engine exact
  warodds campaign scenarios/campaigns/four-factions.toml --trials 1e6 --seed 7";

impl CampaignArgs {
    /// Returns the output directory, if there is one, after checking that it can be written.
    fn destination(&self, input: &Input) -> Result<Option<Destination>, Failure> {
        // with --json or --csv files are written only if --out asks for them
        let as_data = self.json || self.csv;
        let default = (!as_data).then(|| PathBuf::from("out"));
        let out = self.out.clone().or(default);
        let destination = out.map(|out| Destination::of_file(&out, input)).transpose()?;
        destination.iter().try_for_each(|destination| destination.check_writable(as_data))?;
        Ok(destination)
    }

    /// Returns the number of campaigns to play.
    fn trials(&self, scenario: &CampaignScenario) -> u64 {
        self.trials.or(scenario.run.trials.map(u64::from)).unwrap_or(CAMPAIGNS)
    }
}

/// Returns what a stopped run of an engine leaves behind.
const fn left(engine: EngineKind) -> OnStop {
    match engine {
        EngineKind::Exact => OnStop::Nothing,
        EngineKind::MonteCarlo | EngineKind::Dice => OnStop::Partial,
    }
}

/// Parses an engine that campaigns have.
fn engine(text: &str) -> Result<EngineKind, String> {
    let engine = EngineKind::read(text).ok().filter(|engine| *engine != EngineKind::Dice);
    engine.ok_or_else(|| "it must be exact or monte-carlo".to_owned())
}

/// Parses a campaign file.
pub(super) fn read(input: &Input) -> Result<CampaignScenario, LoadError> {
    input.check_kind(&[FileKind::Campaign])?;
    Ok(parse(&input.name(), &input.text)?)
}

/// Answers a campaign file.
pub(super) fn run(arguments: &CampaignArgs) -> Result<(), Failure> {
    let input = Input::read(&arguments.file)?;
    let scenario = read(&input)?;
    if arguments.engine == EngineKind::Exact {
        // refused rather than ignored: an exact answer does not depend on them
        let rolled =
            [("--trials", arguments.trials.is_some()), ("--seed", arguments.seed.is_some())];
        check_rolled(EngineKind::Exact, &rolled)?;
    }
    // checked before the campaigns are played, which may take minutes
    let destination = arguments.destination(&input)?;
    watch::listen(left(arguments.engine))?;
    let found = answer(arguments, &scenario)?;
    let missing = check_trials(&found.answer, arguments.trials(&scenario), "campaigns were played");
    // stopped before the first block was complete: there is no answer to print
    if !found.answer.is_known() {
        return missing;
    }
    // a failure to write must not hide the answer: print it, then report all failures
    let printed = print_answer(arguments, &scenario.title, &found);
    let written = destination.map_or(Ok(()), |destination| {
        write_files(&destination, &scenario.title, &found, (ChartsOption::All, arguments.quiet))
    });
    Failure::of_all([printed, written, missing])
}

fn print_answer(
    arguments: &CampaignArgs,
    title: &str,
    found: &CampaignAnswer,
) -> Result<(), Failure> {
    if arguments.json {
        data(&json::campaign_text(found).map_err(anyhow::Error::from)?)
    } else if arguments.csv {
        let answers = std::slice::from_ref(&found.answer);
        bytes(&csv::render(answers).map_err(anyhow::Error::from)?)
    } else {
        print(&table_of(title, found))
    }
}

/// Renders an answer as a table.
pub(super) fn table_of(title: &str, found: &CampaignAnswer) -> String {
    format!("{title}\n{}", table::render_campaign(found, &layout()))
}

/// Answers a campaign as the arguments request.
fn answer(
    arguments: &CampaignArgs,
    scenario: &CampaignScenario,
) -> Result<CampaignAnswer, Failure> {
    let trials = arguments.trials(scenario);
    let goal =
        Goal { trials, seed: arguments.seed.or(scenario.run.seed).unwrap_or(0), precision: None };
    let plan = CampaignPlan { engine: arguments.engine, goal };
    answer_by(scenario, &plan, arguments.threads, arguments.quiet)
}

/// Answers a campaign by a plan, on a number of threads.
pub(super) fn answer_by(
    scenario: &CampaignScenario,
    plan: &CampaignPlan,
    threads: Option<u16>,
    quiet: bool,
) -> Result<CampaignAnswer, Failure> {
    let watch =
        if quiet { Watch::nothing() } else { Watch::of_trials(plan.goal.trials, plan.engine) };
    // 0 lets rayon use all cores; a pool of its own, as the global one would ignore --threads
    let threads = threads.map(usize::from).or(scenario.run.threads.map(usize::from)).unwrap_or(0);
    let pool =
        ThreadPoolBuilder::new().num_threads(threads).build().map_err(anyhow::Error::from)?;
    let found = pool.install(|| answer_campaign(&scenario.title, &scenario.campaign, plan, &watch));
    watch.finish();
    found.map_err(|error| match error {
        ExactError::TooManyStates { .. } => Failure::input(format!(
            "{error}: too many for the exact engine; use --engine monte-carlo"
        )),
        ExactError::Contract(error) => Failure::Failed(error.into()),
    })
}

/// Renders data and charts and writes all of them or none.
pub(super) fn write_files(
    destination: &Destination,
    title: &str,
    found: &CampaignAnswer,
    (charts, quiet): (ChartsOption, bool),
) -> Result<(), Failure> {
    let charts = match charts {
        ChartsOption::None => charts::ChartFiles { files: Vec::new(), notes: Vec::new() },
        ChartsOption::Key | ChartsOption::All => {
            charts::draw_campaign(title, found).map_err(anyhow::Error::from)?
        }
    };
    let mut artifacts = vec![
        Artifact::new("answer.json", json::campaign_text(found).map_err(anyhow::Error::from)?),
        Artifact::new(
            "answer.csv",
            csv::render(std::slice::from_ref(&found.answer)).map_err(anyhow::Error::from)?,
        ),
        Artifact::new(
            "course.csv",
            csv::render_course(&found.timeline).map_err(anyhow::Error::from)?,
        ),
    ];
    artifacts.extend(charts.files);
    let written = destination.write(Extent::of(found.answer.method.partial), &artifacts)?;
    if !quiet {
        charts.notes.iter().for_each(|text| note(&format!("note: {text}")));
        note(&written);
    }
    Ok(())
}
