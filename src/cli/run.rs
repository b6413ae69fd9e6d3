//! `warodds run`: answers all questions of files, as text, data and charts.

pub(super) mod answers;
mod effects;
mod loaded;
mod others;

use std::path::{Path, PathBuf};

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::engine::isa;
use super::failure::Failure;
use super::file_format::FileFormat;
use super::input::Input;
use super::keys::KeyOptions;
use super::output::{self, ChartsOption, CsvOption, FullOption, WriteOptions};
use super::print;
use super::provided::ProvidedOptions;
use super::results::{Destination, Extent};
use super::watch::{self, OnStop};
use crate::catalogue::Catalogue;
use crate::json;
use crate::report::csv;
use crate::request::asoiaf::{CatalogueKey, RulesKeys};
use crate::request::numbers::within;
use crate::scenario::{FileKeys, ReadContext, Scenario};
use crate::study::Answer;
use answers::ScenarioAnswers;
use loaded::RunFile;

/// Answer all questions of files.
///
/// Files are scenarios, campaigns or battles. Answers are printed in brief; pages, data and charts
/// are written to the output directory. With the Monte Carlo engine every answer is compared with
/// the exact one. For battles, --trials is the number of battles.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct RunArgs {
    /// Scenarios, campaigns or battles; `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    how: KeyOptions<FileKeys>,
    /// Threads [default: the file's, or all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// Write the page (index.html), data and charts to DIR/<scenario>/ [default: out; nothing is
    /// written with --json or --csv]. A run that Ctrl-C stops writes to DIR/<scenario>.partial/.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Which charts to write.
    #[arg(long, value_name = "WHICH", value_enum, default_value = "key")]
    charts: ChartsOption,
    /// Open the page of each file in a browser.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    full: FullOption,
    /// Print the answers as a JSON array.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
    /// Show no progress and no notes on written files.
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    catalogue: KeyOptions<CatalogueKey>,
    #[command(flatten)]
    rules: KeyOptions<RulesKeys>,
}

const EXAMPLES: &str = "\
Examples:
  warodds run scenarios/guardsmen-v-swords.toml
  warodds run scenarios/*.toml --engine exact --full
  warodds run scenarios/facings.toml --precision 0.001 --seed 7
  warodds run scenarios/duel.toml --trials 1e8 --out results --json";

/// Answers all files. Faults of any file are reported before anything runs.
pub(super) fn run(arguments: &RunArgs, provided: &ProvidedOptions) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.keys.open(Catalogue::shipped())?;
    let context = ReadContext { catalogue: &catalogue, edition: arguments.rules.keys.rules };
    let files = loaded::load_all(&arguments.files, context)?;
    let scenarios: Vec<(&Path, &Scenario)> = files
        .iter()
        .filter_map(|(input, loaded)| Some((input.path.as_path(), loaded.scenario()?)))
        .collect();
    scenarios
        .iter()
        .try_for_each(|(_, scenario)| check_abilities(&arguments.rules.keys, scenario))?;
    scenarios.iter().try_for_each(|(_, scenario)| arguments.how.keys.check(scenario))?;
    let others: Vec<&RunFile> = files.iter().map(|(_, loaded)| loaded).collect();
    others::check(arguments, provided, &others)?;
    if !scenarios.is_empty() {
        effects::check(arguments, provided, &scenarios)?;
    }
    check_csv(arguments.csv, scenarios.iter().copied())?;
    let jobs = jobs(arguments, &files)?;
    watch::listen(OnStop::Partial)?;
    let mut data = RunData::default();
    let mut tried: Vec<Result<(), Failure>> =
        jobs.iter().map(|job| job.run(arguments, &mut data)).collect();
    // once for all files: JSON is one array, CSV one table with one header
    tried.push(data.print(arguments));
    Failure::of_all(tried)
}

impl RunArgs {
    const fn writing(&self) -> WriteOptions {
        WriteOptions { charts: self.charts, open: self.open, quiet: self.quiet }
    }
}

/// The answers to all files, for --json and --csv.
#[derive(Debug, Default)]
struct RunData {
    /// All answers as JSON, one a line.
    lines: Vec<String>,
    /// The answers to questions about single units.
    answers: Vec<Answer>,
}

impl RunData {
    /// Prints the data if --json or --csv is set.
    fn print(&self, arguments: &RunArgs) -> Result<(), Failure> {
        if arguments.json {
            print::data(&json::array_of(&self.lines))
        } else if let Some(rows) = arguments.csv.rows() {
            print::bytes(&csv::render(&self.answers, rows).map_err(anyhow::Error::from)?)
        } else {
            Ok(())
        }
    }
}

/// Refuses --csv for matrices and comparisons, whose tables have other columns.
pub(super) fn check_csv<'a>(
    csv: CsvOption,
    scenarios: impl IntoIterator<Item = (&'a Path, &'a Scenario)>,
) -> Result<(), Failure> {
    let with_fields = scenarios.into_iter().find(|(_, scenario)| !scenario.fields.is_empty());
    match with_fields.filter(|_| csv.is_set()) {
        Some((file, _)) => Err(Failure::input(format!(
            "--csv prints one table, but {} has a matrix or a comparison, which have tables of their \
             own: use --out instead of --csv to write all of them",
            file.display()
        ))),
        None => Ok(()),
    }
}

/// A file to answer, and its output directory, if any.
#[derive(Debug)]
struct FileJob<'a> {
    input: &'a Input,
    loaded: &'a RunFile,
    destination: Option<Destination>,
}

/// Returns the jobs, after checking that their results can be written: a long run must not fail at
/// its end.
fn jobs<'a>(
    arguments: &RunArgs,
    files: &'a [(Input, RunFile)],
) -> Result<Vec<FileJob<'a>>, Failure> {
    let as_data = arguments.json || arguments.csv.is_set();
    let default = (!as_data).then(|| PathBuf::from("out"));
    let out = arguments.out.clone().or(default);
    output::check_open(arguments.open, out.as_deref())?;
    let job = |(input, loaded): &'a (Input, RunFile)| {
        let destination = out.as_ref().map(|out| Destination::of_file(out, input)).transpose()?;
        Ok(FileJob { input, loaded, destination })
    };
    let jobs: Vec<FileJob<'a>> = files.iter().map(job).collect::<Result<_, Failure>>()?;
    check_names(&jobs)?;
    let mut destinations = jobs.iter().filter_map(|job| job.destination.as_ref());
    destinations
        .try_for_each(|destination| destination.check_writable(as_data, &FileFormat::ALL))?;
    Ok(jobs)
}

impl FileJob<'_> {
    /// Answers the file, prints and writes the answers, and adds them to the data.
    fn run(&self, arguments: &RunArgs, data: &mut RunData) -> Result<(), Failure> {
        if watch::is_stopped() {
            return Err(Failure::Stopped(format!("{}: not started", self.input.name())));
        }
        let to = self.destination.as_ref();
        match self.loaded {
            RunFile::Scenario(scenario) => self.run_scenario(scenario, arguments, data),
            RunFile::Campaign(campaign) => {
                let request = others::campaign(campaign.clone(), arguments)?;
                others::answer(&request, (self.input, to), arguments, data)
            }
            RunFile::Battle(battle) => {
                let request = others::battle(battle, arguments)?;
                others::answer(&request, (self.input, to), arguments, data)
            }
        }
    }

    fn run_scenario(
        &self,
        scenario: &Scenario,
        arguments: &RunArgs,
        data: &mut RunData,
    ) -> Result<(), Failure> {
        let file = self.input.name();
        let plans = arguments.how.keys.plans(&scenario.run, isa()?);
        let pool = pool(arguments, scenario)?;
        let answers = pool.install(|| ScenarioAnswers::of(scenario, &plans, arguments.quiet))?;
        let as_data = arguments.json || arguments.csv.is_set();
        let printed = if as_data || answers.is_empty() {
            Ok(())
        } else {
            print::print(&answers.text(arguments.full))
        };
        // after a failed print as well: a closed pipe must not cost the files of a long run
        let written = pool.install(|| self.write(&answers, arguments));
        data.lines.extend(answers.lines().map_err(anyhow::Error::from)?);
        data.answers.extend_from_slice(answers.single());
        let stopped = || Failure::Stopped(format!("{file}: {}", answers.shortfall()));
        let ended = if answers.extent() == Extent::Whole { Ok(()) } else { Err(stopped()) };
        Failure::of_all([printed, written, ended])
    }

    /// Renders the page, data and charts, and writes all of them or none.
    fn write(&self, answers: &ScenarioAnswers<'_>, arguments: &RunArgs) -> Result<(), Failure> {
        let Some(destination) = self.destination.as_ref().filter(|_| !answers.is_empty()) else {
            return Ok(());
        };
        let files = answers.files(arguments.charts.into())?;
        let source = answers.source(Some(self.input));
        let to = (destination, answers.extent());
        output::write_files(files, &answers.report(&source), to, arguments.writing())
    }
}

/// Refuses abilities that are not modelled, if the options request it.
fn check_abilities(rules: &RulesKeys, scenario: &Scenario) -> Result<(), Failure> {
    rules.check(&scenario.asked)?;
    Ok(scenario.fields.iter().try_for_each(|field| rules.check_field(field))?)
}

/// Refuses two files of the same name, whose results would overwrite each other.
fn check_names(jobs: &[FileJob<'_>]) -> Result<(), Failure> {
    for (number, job) in jobs.iter().enumerate() {
        let Some(own) = &job.destination else { continue };
        let before = jobs.iter().take(number).filter_map(|other| other.destination.as_ref());
        if before.clone().any(|other| own.collides_with(other)) {
            let file = job.input.name();
            return Err(Failure::input(format!(
                "{file}: another of these files has the same name; their results would overwrite \
                 each other: run them one by one with --out"
            )));
        }
    }
    Ok(())
}

/// Returns the thread pool of a scenario.
fn pool(arguments: &RunArgs, scenario: &Scenario) -> Result<ThreadPool, Failure> {
    let threads =
        // 0 lets rayon choose: one thread for each processor
        arguments.threads.map(usize::from).or(scenario.run.threads.map(usize::from)).unwrap_or(0);
    Ok(ThreadPoolBuilder::new().num_threads(threads).build().map_err(anyhow::Error::from)?)
}
