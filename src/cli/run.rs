//! `warodds run`: all questions of scenario files, with tables, data and charts.

use std::path::{Path, PathBuf};

use clap::Args;
use rayon::ThreadPoolBuilder;

use super::engine::{EngineName, TRIALS, isa, precision, trials};
use super::failure::Failure;
use super::print;
use super::rules::{CatalogueOption, RulesOptions};
use super::watch::{self, Watch};
use crate::report::{Artifact, charts, csv, files, json};
use crate::scenario::{Backdrop, RunSettings, Scenario, load_with};
use crate::study::{Control, EngineKind, Finding, Goal, Plan, answer};

/// Trials at most when a precision is asked for and no number of trials is.
const MOST_FOR_PRECISION: u64 = 1_000_000_000;

/// Answer all questions of scenario files: tables here, data and charts in the output directory.
///
/// With the Monte Carlo engine every answer is held against the exact one.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Scenario files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Which engine answers.
    #[arg(long, value_enum, default_value = "monte-carlo")]
    engine: EngineName,
    /// Trials for each question [default: the file's, or 1000000].
    #[arg(long, value_name = "N", value_parser = trials)]
    trials: Option<u64>,
    /// Seed [default: the file's, or 0].
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Stop when the 95 % interval of every mean is at most this far on either side; --trials is the most then.
    #[arg(long, value_name = "P", value_parser = precision, allow_negative_numbers = true)]
    precision: Option<f64>,
    /// Threads [default: the file's, or all].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Where the results go: DIR/<scenario>/.
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
    /// Print the answers as a JSON array.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    catalogue: CatalogueOption,
    #[command(flatten)]
    rules: RulesOptions,
}

const EXAMPLES: &str = "\
Examples:
  warodds run scenarios/guardsmen-v-swords.toml
  warodds run scenarios/*.toml --engine exact
  warodds run scenarios/facings.toml --precision 0.001 --seed 7
  warodds run scenarios/duel.toml --trials 1e8 --out results --json";

/// Answers all files, or says what is wrong with any of them before anything is run.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.open()?;
    let scenarios = load_all(&arguments.files, Backdrop { catalogue: &catalogue, edition: arguments.rules.edition })?;
    check_names(&scenarios)?;
    scenarios.iter().try_for_each(|(_, scenario)| arguments.rules.check(&scenario.asked))?;
    watch::listen()?;
    let mut all = Vec::new();
    for (file, scenario) in &scenarios {
        let findings = answer_all(arguments, scenario)?;
        if !arguments.json {
            print::print(&scenario.title)?;
            print::findings(&findings, false)?;
        }
        write_files(&arguments.out.join(stem(file)), &scenario.title, &findings)?;
        all.extend(findings);
    }
    if arguments.json { print::findings(&all, true) } else { Ok(()) }
}

/// All scenarios with their files, or everything that is wrong with any.
fn load_all<'f>(files: &'f [PathBuf], backdrop: Backdrop<'_>) -> Result<Vec<(&'f Path, Scenario)>, Failure> {
    let mut scenarios = Vec::new();
    let mut wrong = Vec::new();
    for file in files {
        match load_with(file, backdrop) {
            Ok(scenario) => scenarios.push((file.as_path(), scenario)),
            Err(error) => wrong.push(error),
        }
    }
    if wrong.is_empty() { Ok(scenarios) } else { Err(Failure::BadScenarios(wrong)) }
}

/// The name of a scenario's results: its file's, without the ending.
fn stem(file: &Path) -> PathBuf {
    file.file_stem().map_or_else(|| PathBuf::from("scenario"), PathBuf::from)
}

/// Two files of the same name would write over each other's results.
fn check_names(scenarios: &[(&Path, Scenario)]) -> Result<(), Failure> {
    let mut names: Vec<PathBuf> = scenarios.iter().map(|(file, _)| stem(file)).collect();
    names.sort();
    let twice = names.windows(2).find(|pair| pair.first() == pair.last()).and_then(|pair| pair.first());
    twice.map_or(Ok(()), |name| {
        Err(Failure::input(format!(
            "two files are called `{}`; their results would overwrite each other: run them one by one with --out",
            name.display()
        )))
    })
}

/// The plan for a scenario: what the command line says, else what the file says, else the defaults.
fn plan(arguments: &Arguments, settings: &RunSettings) -> Result<Plan, Failure> {
    let precision = arguments.precision.or(settings.precision);
    let most = if precision.is_some() { MOST_FOR_PRECISION } else { TRIALS };
    let trials = arguments.trials.or(settings.trials.map(u64::from)).unwrap_or(most);
    let goal = Goal { trials, seed: arguments.seed.or(settings.seed).unwrap_or(0), precision };
    Ok(Plan { engine: arguments.engine.into(), goal, isa: isa()?, compare: true })
}

/// Answers a scenario's questions one after the other, each on all threads.
fn answer_all(arguments: &Arguments, scenario: &Scenario) -> Result<Vec<Finding>, Failure> {
    let plan = plan(arguments, &scenario.run)?;
    let threads = arguments.threads.map(usize::from).or(scenario.run.threads.map(usize::from)).unwrap_or(0);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(anyhow::Error::from)?;
    let total = plan.goal.trials.saturating_mul(scenario.asked.len() as u64);
    let watch = if plan.engine == EngineKind::Exact { Watch::nothing() } else { Watch::over(total) };
    let findings = pool.install(|| {
        let wanted = scenario.asked.iter().take_while(|_| !watch.is_stopped());
        wanted.map(|asked| answer(asked, &plan, &watch)).collect::<Result<Vec<_>, _>>()
    });
    watch.finish();
    let findings = findings.map_err(anyhow::Error::from)?;
    let missing = scenario.asked.len() - findings.len();
    if missing > 0 {
        eprintln!("stopped: {missing} of {} questions were not begun", scenario.asked.len());
    }
    Ok(findings)
}

/// Renders data and charts and writes them, all or none.
fn write_files(dir: &Path, title: &str, findings: &[Finding]) -> Result<(), Failure> {
    let charts = charts::draw_all(title, findings).map_err(anyhow::Error::from)?;
    let mut artifacts = vec![
        Artifact::new("answers.json", json::array_text(findings).map_err(anyhow::Error::from)?),
        Artifact::new("answers.csv", csv::text(findings).map_err(anyhow::Error::from)?),
    ];
    artifacts.extend(charts.files);
    let written = files::write(dir, &artifacts).map_err(anyhow::Error::from)?;
    charts.notes.iter().for_each(|note| eprintln!("note: {note}"));
    eprintln!("{} files written to {}", written.len(), dir.display());
    Ok(())
}
