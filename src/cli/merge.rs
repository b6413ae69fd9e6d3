//! `warodds merge`: merges the shards of a run into one answer.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::failure::Failure;
use super::output::{
    self, CHARTS_NEED_OUT, ChartsOption, CsvOption, FullOption, TOP, WriteOptions,
    is_longer_in_full,
};
use super::print;
use super::reply::{RenderedReply, stem};
use super::results::Destination;
use super::run::answers::ScenarioAnswers;
use super::run::check_csv;
use super::slug::QuestionName;
use super::watch::{self, OnStop, Watch};
use crate::document::{LoadError, read_text_up_to};
use crate::json;
use crate::report::csv::{self, CsvRows};
use crate::report::files::is_temporary;
use crate::report::page::Source;
use crate::request::{Reply, Request};
use crate::shard::{GapPolicy, MergeError, MergedAnswer, ShardMerger};

/// Merge the shards of a run into its answers.
///
/// The answers are those of one run of as many trials, bit for bit. Shards may come in any order,
/// and a shard that is named twice counts once. Shards of another run, overlapping shards, edited
/// or truncated files, and runs with missing blocks are refused.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MergeArgs {
    /// Files that `warodds shard` wrote, or directories of them (all *.json in them).
    #[arg(required = true, value_name = "SHARD")]
    files: Vec<PathBuf>,
    /// Also write the page, data and charts to this directory, as the command for the whole run
    /// does. If blocks are missing, the name of the directory ends in .partial.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Which charts to write.
    #[arg(long, value_name = "WHICH", value_enum, default_value = "key")]
    #[arg(requires_ifs = CHARTS_NEED_OUT)]
    charts: ChartsOption,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    full: FullOption,
    /// Print the answers as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
    /// Answer even if blocks are missing. The answers then say that they are partial, and give the
    /// number of trials.
    #[arg(long)]
    allow_gaps: bool,
    /// Show no notes on written files.
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  warodds merge s/*.json
  warodds merge s --out results --json
  warodds merge s --allow-gaps";

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::Contract(_) | MergeError::Json(_) => Self::Failed(error.into()),
            _ => Self::input(error),
        }
    }
}

/// Merges the files, then prints and writes the answer.
pub(super) fn run(arguments: &MergeArgs) -> Result<(), Failure> {
    output::check_open(arguments.open, arguments.out.as_deref())?;
    let files = shard_files(&arguments.files)?;
    let mut merger = ShardMerger::new();
    for file in &files {
        let text = read_shard(file)?;
        merger.add_text(&file.display().to_string(), &text)?;
    }
    // the shards remain on disk, so a stopped merge loses nothing
    watch::listen(OnStop::Nothing)?;
    let watch = Watch::nothing();
    let name = merger.name().unwrap_or_default().to_owned();
    let gaps = if arguments.allow_gaps { GapPolicy::Allow } else { GapPolicy::Refuse };
    let merged = merger.merged(gaps, &watch)?;
    let link = name.clone();
    let name = Path::new(&name);
    arguments.full.check(match &merged {
        MergedAnswer::Scenario(..) => true,
        MergedAnswer::File(_, request, _) | MergedAnswer::Link(_, request, _) => {
            is_longer_in_full(&request.asked)
        }
    })?;
    match &merged {
        MergedAnswer::Scenario(scenario, answers, fields) => {
            check_csv(arguments.csv, [(name, &**scenario)])?;
            let answers = ScenarioAnswers::merged(scenario, answers.clone(), fields.clone());
            arguments.output_scenario(name, &answers)
        }
        MergedAnswer::File(kind, request, reply) => {
            let source = &Source::default();
            let rendered = RenderedReply { reply, request, stem: stem(kind), source };
            arguments.output(&rendered, || arguments.destination(name))
        }
        MergedAnswer::Link(kind, request, reply) => {
            arguments.output_link(kind, &link, (request, reply))
        }
    }
}

/// Returns the files, and those called *.json in directories, sorted by name.
fn shard_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.with_context(|| format!("cannot read {}", path.display()))?;
        let is_shard = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
        let mut inside: Vec<PathBuf> =
            entries.iter().map(fs::DirEntry::path).filter(is_shard).collect();
        inside.sort();
        files.extend(inside);
    }
    // temporary files are left by a `warodds shard` that was killed
    files.retain(|file| !is_temporary(file));
    if files.is_empty() { Err(MergeError::Nothing.into()) } else { Ok(files) }
}

/// The largest shard that is read, in bytes; a matrix of all cards takes some megabytes.
const MAX_BYTES: u64 = 1 << 26;

/// Reads a file; one that is not UTF-8 is reported as not being a shard.
fn read_shard(file: &Path) -> Result<String, Failure> {
    read_text_up_to(file, MAX_BYTES).map_err(|error| match error {
        LoadError::NotUtf8 { byte, line, .. } => {
            let wrong = format!("byte {byte}, on line {line}, is not UTF-8 text");
            MergeError::Format { file: file.display().to_string(), wrong }.into()
        }
        other => Failure::BadScenarios(vec![other]),
    })
}

impl MergeArgs {
    /// Prints the answer as a table, JSON or CSV.
    fn print(
        &self,
        table: impl FnOnce() -> Result<(), Failure>,
        json: impl FnOnce() -> Result<String, Failure>,
        csv: impl FnOnce(CsvRows) -> Result<Vec<u8>, Failure>,
    ) -> Result<(), Failure> {
        match (self.json, self.csv.rows()) {
            (true, _) => print::data(&json()?),
            (_, Some(rows)) => print::bytes(&csv(rows)?),
            _ => table(),
        }
    }

    /// Returns the output directory, if one is named.
    fn destination(&self, name: &Path) -> Result<Option<Destination>, Failure> {
        self.out.as_ref().map(|out| Destination::of_merged(out, name)).transpose()
    }

    fn output_scenario(&self, name: &Path, answers: &ScenarioAnswers<'_>) -> Result<(), Failure> {
        self.print(
            || print::print(&answers.text(self.full)),
            || Ok(json::array_of(&answers.lines().map_err(anyhow::Error::from)?)),
            |rows| Ok(csv::render(answers.single(), rows).map_err(anyhow::Error::from)?),
        )?;
        let Some(destination) = self.destination(name)? else { return Ok(()) };
        let files = answers.files(self.charts.into())?;
        let to = (&destination, answers.extent());
        output::write_files(files, &answers.report(&answers.source(None)), to, self.writing())
    }

    fn output_link(
        &self,
        kind: &str,
        link: &str,
        (request, reply): (&Request, &Reply),
    ) -> Result<(), Failure> {
        let source = &Source { file: None, links: vec![(kind.to_owned(), Some(link.to_owned()))] };
        let rendered = RenderedReply { reply, request, stem: stem(kind), source };
        self.output(&rendered, || {
            let mut name = QuestionName::of_request(request, link);
            // another owner than the command's own answer, so that neither replaces files of the
            // other
            name.question = format!("merge of {link}");
            Ok(self.out.as_ref().map(|out| Destination::of_question(out, &name)))
        })
    }

    /// Prints a reply, and writes its files.
    fn output(
        &self,
        rendered: &RenderedReply<'_>,
        destination: impl FnOnce() -> Result<Option<Destination>, Failure>,
    ) -> Result<(), Failure> {
        if self.csv.is_set() && matches!(rendered.reply, Reply::Battle(_)) {
            return Err(Failure::input("battles have no CSV: use --json"));
        }
        self.csv.check(&rendered.request.asked)?;
        self.print(
            || print::print(&rendered.table(&print::layout(), TOP, self.full.detail())?),
            || rendered.json(),
            |rows| rendered.csv(rows),
        )?;
        let destination = destination()?;
        destination
            .map_or(Ok(()), |destination| output::write(rendered, &destination, self.writing()))
    }

    const fn writing(&self) -> WriteOptions {
        WriteOptions { charts: self.charts, open: self.open, quiet: self.quiet }
    }
}
