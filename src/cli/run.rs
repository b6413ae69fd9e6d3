//! `warodds run`: all questions of scenario files, with tables, data and charts.

use std::path::{Path, PathBuf};

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::engine::{
    ApartOption, ConditionalOption, EngineName, TRIALS, check_pairing, isa, precision, trials,
};
use super::failure::Failure;
use super::field::{self, TOP};
use super::numbers::{seed, within};
use super::print;
use super::rules::{CatalogueOption, RulesOptions};
use super::watch::{self, Watch};
use crate::counted::{counted, noun};
use crate::report::field::FieldFinding;
use crate::report::{Artifact, charts, csv, files, json, table};
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
    /// Which engine answers [default: monte-carlo; for matrices and comparisons exact].
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    #[command(flatten)]
    conditional: ConditionalOption,
    #[command(flatten)]
    apart: ApartOption,
    /// Trials for each question [default: the file's, or 1000000].
    #[arg(long, value_name = "N", value_parser = trials)]
    trials: Option<u64>,
    /// Seed [default: the file's, or 0].
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Stop when the 95 % interval of every mean is at most this far on either side; --trials is
    /// the most then.
    #[arg(long, value_name = "P", value_parser = precision, allow_negative_numbers = true)]
    precision: Option<f64>,
    /// Threads [default: the file's, or all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
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
  warodds run scenarios/facings.toml --conditional --trials 1e5
  warodds run scenarios/duel.toml --trials 1e8 --out results --json";

/// Answers all files, or says what is wrong with any of them before anything is run.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let catalogue = arguments.catalogue.open()?;
    let scenarios = load_all(
        &arguments.files,
        Backdrop { catalogue: &catalogue, edition: arguments.rules.edition },
    )?;
    check_names(&scenarios)?;
    scenarios.iter().try_for_each(|(_, scenario)| check_abilities(&arguments.rules, scenario))?;
    scenarios.iter().try_for_each(|(file, scenario)| check_engine(arguments, file, scenario))?;
    watch::listen()?;
    let mut all = Vec::new();
    for (file, scenario) in &scenarios {
        let pool = pool(arguments, scenario)?;
        let answers = pool.install(|| answer_all(arguments, scenario))?;
        if !arguments.json {
            print::print(&answers.told(&scenario.title))?;
        }
        let lines = answers.lines().map_err(anyhow::Error::from)?;
        pool.install(|| {
            write_files(&arguments.out.join(stem(file)), &scenario.title, &answers, &lines)
        })?;
        all.extend(lines);
    }
    if arguments.json { print::print(&json::array_of(&all)) } else { Ok(()) }
}

/// Refuses abilities that are not modelled, if that is wanted.
fn check_abilities(rules: &RulesOptions, scenario: &Scenario) -> Result<(), Failure> {
    rules.check(&scenario.asked)?;
    scenario.fields.iter().try_for_each(|asked| rules.check_field(asked))
}

/// Refuses ways to roll that a question does not know.
fn check_engine(arguments: &Arguments, file: &Path, scenario: &Scenario) -> Result<(), Failure> {
    arguments.conditional.engine(arguments.engine, EngineName::MonteCarlo)?;
    let without = scenario.asked.iter().find(|asked| asked.given().is_none());
    if let (true, Some(asked)) = (arguments.conditional.conditional, without) {
        return Err(Failure::input(format!(
            "--conditional: only attacks and charges have hits from which the rest can be worked out, and `{}` in {} is neither; \
             answer this file without --conditional",
            asked.name,
            file.display()
        )));
    }
    if !scenario.fields.is_empty() {
        check_pairing(
            arguments.conditional.engine(arguments.engine, EngineName::Exact)?,
            arguments.apart.pairing(),
        )?;
    }
    Ok(())
}

/// The answers to a scenario's questions.
struct Answers {
    findings: Vec<Finding>,
    /// About whole fields, each with the stem of its files.
    fields: Vec<(String, FieldFinding)>,
}

impl Answers {
    /// All as tables.
    fn told(&self, title: &str) -> String {
        let layout = print::layout();
        let findings = (!self.findings.is_empty()).then(|| table::tables(&self.findings, &layout));
        let fields = self.fields.iter().map(|(_, found)| found.table(&layout, TOP));
        format!("{title}\n{}", findings.into_iter().chain(fields).collect::<Vec<_>>().join("\n"))
    }

    /// All as JSON, each on a line of its own.
    fn lines(&self) -> Result<Vec<String>, serde_json::Error> {
        let mut lines = json::lines(&self.findings)?;
        for (_, found) in &self.fields {
            lines.push(found.json()?);
        }
        Ok(lines)
    }
}

/// All scenarios with their files, or everything that is wrong with any.
fn load_all<'f>(
    files: &'f [PathBuf],
    backdrop: Backdrop<'_>,
) -> Result<Vec<(&'f Path, Scenario)>, Failure> {
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
    let twice =
        names.windows(2).find(|pair| pair.first() == pair.last()).and_then(|pair| pair.first());
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
    let engine = arguments.conditional.engine(arguments.engine, EngineName::MonteCarlo)?;
    Ok(Plan { engine, goal, isa: isa()?, compare: true, pairing: arguments.apart.pairing() })
}

/// The threads of a scenario.
fn pool(arguments: &Arguments, scenario: &Scenario) -> Result<ThreadPool, Failure> {
    let threads =
        arguments.threads.map(usize::from).or(scenario.run.threads.map(usize::from)).unwrap_or(0);
    Ok(ThreadPoolBuilder::new().num_threads(threads).build().map_err(anyhow::Error::from)?)
}

/// Answers a scenario's questions one after the other, each on all threads.
fn answer_all(arguments: &Arguments, scenario: &Scenario) -> Result<Answers, Failure> {
    let plan = plan(arguments, &scenario.run)?;
    let total = plan.goal.trials.saturating_mul(scenario.asked.len() as u64);
    let watch =
        if plan.engine == EngineKind::Exact { Watch::nothing() } else { Watch::over(total) };
    let wanted = scenario.asked.iter().take_while(|_| !watch.is_stopped());
    let findings = wanted.map(|asked| answer(asked, &plan, &watch)).collect::<Result<Vec<_>, _>>();
    watch.finish();
    let findings = findings.map_err(anyhow::Error::from)?;
    let fields = answer_fields(arguments, scenario, &plan)?;
    let all = scenario.asked.len() + scenario.fields.len();
    let missing = all - findings.len() - fields.len();
    if missing > 0 {
        let of_all = counted(all as u64, "question", "questions");
        let were = noun(missing as u64, "was", "were");
        eprintln!("stopped: {missing} of {of_all} {were} not begun");
    }
    Ok(Answers { findings, fields })
}

/// Answers the questions about whole fields: exactly, unless an engine is named.
fn answer_fields(
    arguments: &Arguments,
    scenario: &Scenario,
    plan: &Plan,
) -> Result<Vec<(String, FieldFinding)>, Failure> {
    let plan = Plan {
        engine: arguments.conditional.engine(arguments.engine, EngineName::Exact)?,
        ..*plan
    };
    let mut found: Vec<(String, FieldFinding)> = Vec::new();
    for asked in &scenario.fields {
        let watch = Watch::counting(field::steps(asked, &plan), plan.engine);
        if watch.is_stopped() {
            break;
        }
        let stem = asked.kind();
        let before = found.iter().filter(|(_, other)| other.kind() == stem).count();
        let stem = if before == 0 { stem.to_owned() } else { format!("{stem}-{}", before + 1) };
        found.push((stem, field::find(asked, &plan, &watch)?));
        watch.finish();
    }
    Ok(found)
}

/// Renders data and charts and writes them, all or none.
fn write_files(
    dir: &Path,
    title: &str,
    answers: &Answers,
    lines: &[String],
) -> Result<(), Failure> {
    let mut artifacts = vec![Artifact::new("answers.json", json::array_of(lines))];
    let mut notes = Vec::new();
    if !answers.findings.is_empty() || answers.fields.is_empty() {
        let charts = charts::draw_all(title, &answers.findings).map_err(anyhow::Error::from)?;
        artifacts.push(Artifact::new(
            "answers.csv",
            csv::text(&answers.findings).map_err(anyhow::Error::from)?,
        ));
        artifacts.extend(charts.files);
        notes.extend(charts.notes);
    }
    for (stem, found) in &answers.fields {
        let charts = found.files(stem).map_err(anyhow::Error::from)?;
        artifacts.extend(charts.files);
        notes.extend(charts.notes);
    }
    let written = files::write(dir, &artifacts).map_err(anyhow::Error::from)?;
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    eprintln!("{} written to {}", counted(written.len() as u64, "file", "files"), dir.display());
    Ok(())
}
