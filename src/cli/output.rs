//! Answering a request from the command line: watching it, printing the answer, and writing it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rayon::ThreadPoolBuilder;

use super::failure::Failure;
use super::print;
use super::reply::RenderedReply;
use super::results::Destination;
use super::slug::QuestionName;
use super::watch::{self, OnStop, Watch};
use crate::report::Artifact;
use crate::report::charts::Selection;
use crate::request::numbers::within;
use crate::request::{Query, Reply, Request};
use crate::study::field;

/// Where the answer goes, and as what.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputOptions {
    /// Print the answer as JSON.
    #[arg(long)]
    pub json: bool,
    /// Print the answer as CSV.
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Write all of it to a directory of this question in DIR as well: CSV, JSON, and charts as SVG
    /// and PNG; to one that ends in .partial if a signal stops the run.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Which charts to write.
    #[arg(long, value_name = "WHICH", value_enum, default_value = "key")]
    #[arg(requires_ifs = CHARTS_NEED_OUT)]
    charts: ChartsOption,
    /// Threads [default: all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// No progress and no notes on files that were written.
    #[arg(long)]
    quiet: bool,
}

/// Charts that need a directory; no charts need none.
pub(super) const CHARTS_NEED_OUT: [(&str, &str); 2] = [("key", "out"), ("all", "out")];

/// Which charts are written, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ChartsOption {
    /// No charts.
    None,
    /// Those that matter most: the first charts with all their pages, a dozen pages together.
    #[default]
    Key,
    /// All of them.
    All,
}

impl From<ChartsOption> for Selection {
    fn from(charts: ChartsOption) -> Self {
        match charts {
            ChartsOption::None => Self::None,
            ChartsOption::Key => Self::Key,
            ChartsOption::All => Self::All,
        }
    }
}

/// How long lists are shown.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct TopOption {
    /// Of long lists show so many first and last rows [default: 10].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1000>)]
    top: Option<u16>,
}

/// Of long lists so many first and last rows are shown where nothing else is said.
pub(super) const TOP: usize = 10;

impl TopOption {
    /// Refuses to shorten a table that is not shown, or is not long.
    fn check(self, asked: &Query, output: &OutputOptions) -> Result<(), Failure> {
        let wrong = match (self.top, asked) {
            (None, _) => return Ok(()),
            (Some(_), Query::Field(_)) if output.json || output.csv => {
                let shown = if output.json { "--json" } else { "--csv" };
                format!("--top shortens the table, and {shown} shows none: leave out one of them")
            }
            (Some(_), Query::Field(_)) => return Ok(()),
            _ => "--top is about matrices and comparisons, and here one question is asked: leave \
                  it out"
                .to_owned(),
        };
        Err(Failure::input(wrong))
    }
}

/// Answers a request, prints the answer and writes what is wanted: to the directory of the
/// question called `name`, in files whose names begin with `stem`.
pub(super) fn answer(
    request: &Request,
    reply: impl FnOnce(&Watch) -> Result<Reply, Failure> + Send,
    (stem, name): (&str, impl FnOnce() -> Result<QuestionName, Failure>),
    output: &OutputOptions,
    top: TopOption,
) -> Result<(), Failure> {
    top.check(&request.asked, output)?;
    let as_data = output.json || output.csv;
    let destination = match &output.out {
        Some(out) => Some(Destination::of_question(out, &name()?)),
        None => None,
    };
    destination.iter().try_for_each(|destination| destination.try_writing(as_data))?;
    let watch = if output.quiet { Watch::nothing() } else { watch_request(request) };
    watch::listen(on_stop(request))?;
    let reply = output.run_on_threads(|| reply(&watch))??;
    watch.finish();
    let told = RenderedReply { reply: &reply, request, stem };
    if told.is_empty() {
        return told.stopped();
    }
    let printed = output.print(&told, top);
    let written = destination.map_or(Ok(()), |destination| {
        output.run_on_threads(|| output.write(&told, &destination))?
    });
    Failure::of_all([printed, written, told.stopped()])
}

impl OutputOptions {
    /// Does it on as many threads as are wanted; on all there are where nothing is said.
    fn run_on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let Some(threads) = self.threads else { return Ok(work()) };
        let pool = ThreadPoolBuilder::new().num_threads(threads.into()).build();
        Ok(pool.map_err(anyhow::Error::from)?.install(work))
    }

    fn print(&self, told: &RenderedReply<'_>, top: TopOption) -> Result<(), Failure> {
        match (self.json, self.csv) {
            (true, _) => print::data(&told.json()?),
            (_, true) => print::bytes(&told.csv()?),
            _ => print::print(&told.table(top.top.map_or(TOP, usize::from))?),
        }
    }

    /// Writes data and charts, all or none.
    fn write(&self, told: &RenderedReply<'_>, destination: &Destination) -> Result<(), Failure> {
        let charts = told.files(self.charts.into())?;
        let json = Artifact::new(format!("{}.json", told.stem), told.json()?);
        let files: Vec<Artifact> = std::iter::once(json).chain(charts.files).collect();
        let written = destination.write(told.extent(), &files)?;
        if !self.quiet {
            charts.notes.iter().for_each(|note| print::note(&format!("note: {note}")));
            print::note(&written);
        }
        Ok(())
    }
}

/// What there is to watch while a request is answered.
fn watch_request(request: &Request) -> Watch {
    let plan = &request.plan;
    let questions = match &request.asked {
        Query::One(..) => 1,
        Query::Cases(all) => all.len(),
        Query::Many(all) => all.len(),
        Query::Field(asked) => return Watch::counting(field::steps(asked, plan), plan.engine),
    };
    Watch::of_trials(plan.goal.trials.saturating_mul(questions as u64), plan.engine)
}

/// What is left where Ctrl-C stops it.
const fn on_stop(request: &Request) -> OnStop {
    match &request.asked {
        Query::One(..) => OnStop::of(request.plan.engine),
        _ => OnStop::Partial,
    }
}
