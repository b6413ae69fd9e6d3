//! Answers a request from the command line: shows progress, prints the answer and writes files.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rayon::ThreadPoolBuilder;

use super::battle::answer::NO_CSV;
use super::failure::Failure;
use super::file_format::FileFormat;
use super::keys::KeyValueParser;
use super::print;
use super::reply::RenderedReply;
use super::results::{Destination, Extent};
use super::watch::{self, OnStop, Watch};
use crate::report::Artifact;
use crate::report::charts::{ChartFiles, Selection};
use crate::report::csv::CsvRows;
use crate::report::page::{self, Report, Source};
use crate::report::table::Detail;
use crate::request::numbers::within;
use crate::request::{Query, QuestionForm, Reply, Request};

/// Output options: format, directory and charts.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputOptions {
    /// Print the answer as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    csv: CsvOption,
    /// Print the question in another form instead of the answer.
    #[arg(long = "as", value_name = "FORM", value_parser = KeyValueParser::<QuestionForm>::new())]
    #[arg(conflicts_with_all = ["json", "csv", "out", "full", "open"])]
    pub form: Option<QuestionForm>,
    #[command(flatten)]
    full: FullOption,
    /// Also write a page, data and charts to a directory in DIR. The page is index.html, the data
    /// CSV and JSON, the charts SVG and PNG; if a signal stops the run, the name of the directory
    /// ends in .partial. A file name that ends in html, csv, json, svg or png writes one of them.
    #[arg(long, value_name = "DIR|FILE")]
    out: Option<PathBuf>,
    /// Which charts to write.
    #[arg(long, value_name = "WHICH", value_enum, default_value = "key")]
    #[arg(requires_ifs = CHARTS_NEED_OUT)]
    charts: ChartsOption,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
    /// Threads [default: all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// Show no progress and no notes on written files.
    #[arg(long)]
    quiet: bool,
}

/// Values of `--charts` that require `--out`.
pub(super) const CHARTS_NEED_OUT: [(&str, &str); 2] = [("key", "out"), ("all", "out")];

/// What to write, and what to do with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct WriteOptions {
    /// Which charts to write.
    pub charts: ChartsOption,
    /// Whether to open the page in a browser.
    pub open: bool,
    /// Whether to show no notes.
    pub quiet: bool,
}

/// Names of chart selections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ChartsOption {
    /// No charts.
    None,
    /// The most important charts, with all their pages: at most twelve pages together.
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

/// Whether and how to print the answer as CSV.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct CsvOption {
    /// Print CSV: a row for each case, with means, intervals and chances; with =full a row for each
    /// probability.
    #[arg(long, conflicts_with = "json", value_name = "ROWS", value_enum)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "cases")]
    csv: Option<CsvForm>,
}

/// The rows of the CSV of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CsvForm {
    /// A row for each case.
    Cases,
    /// A row for each probability.
    Full,
}

impl CsvOption {
    /// Returns the rows to print, if CSV is printed.
    pub(super) fn rows(self) -> Option<CsvRows> {
        self.csv.map(|form| match form {
            CsvForm::Cases => CsvRows::Cases,
            CsvForm::Full => CsvRows::Counts,
        })
    }

    /// Returns whether CSV is printed.
    pub(super) const fn is_set(self) -> bool {
        self.csv.is_some()
    }

    /// Refuses `--csv=full` if the answer has one kind of CSV.
    pub(super) fn check(self, query: &Query) -> Result<(), Failure> {
        let has_rows =
            matches!(query, Query::One(..) | Query::Cases(_) | Query::Many(_) | Query::Campaign(_));
        if has_rows || self.csv != Some(CsvForm::Full) {
            return Ok(());
        }
        Err(Failure::input(
            "--csv=full lists the probabilities of answers about units, and this answer has one \
             kind of CSV: use --csv",
        ))
    }
}

/// How much is shown.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct FullOption {
    /// Show all tables. They have medians, standard deviations, z-scores, whole distributions and
    /// all events.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    full: bool,
}

impl FullOption {
    /// Refuses `--full` unless some answer is longer in full.
    pub(super) fn check(self, is_any: bool) -> Result<(), Failure> {
        if is_any || !self.full {
            return Ok(());
        }
        Err(Failure::input(
            "--full adds tables to answers about units, campaigns and battles, and everything else \
             is shown in full: leave it out",
        ))
    }

    /// Returns how much to show.
    pub(super) const fn detail(self) -> Detail {
        if self.full { Detail::Full } else { Detail::Brief }
    }
}

/// The length of lists.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct TopOption {
    /// Show all tables as --full does, with the first and last N rows of long lists [default: 10].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1000>)]
    top: Option<u16>,
}

/// Default of `--top`.
pub(super) const TOP: usize = 10;

impl TopOption {
    /// Returns how many first and last rows of long lists to show.
    fn rows(self) -> usize {
        self.top.map_or(TOP, usize::from)
    }

    /// Returns how much to show: a length is one of tables.
    const fn detail(self, full: FullOption) -> Detail {
        if self.top.is_some() { Detail::Full } else { full.detail() }
    }

    /// Refuses `--top` if no table is printed, or the answer has no list.
    fn check(self, query: &Query, output: &OutputOptions) -> Result<(), Failure> {
        if self.top.is_none() {
            return Ok(());
        }
        if query.fields().is_empty() {
            return Err(Failure::input(
                "--top shortens tables of matrices and comparisons, and this question has none: \
                 leave it out",
            ));
        }
        let shown = match output {
            OutputOptions { json: true, .. } => "--json",
            OutputOptions { csv, .. } if csv.is_set() => "--csv",
            _ => return Ok(()),
        };
        Err(Failure::input(format!(
            "--top shortens tables, and {shown} prints none: leave out one of them"
        )))
    }
}

/// Answers a request, prints the answer and writes the requested files: to the `destination` in
/// the directory of `--out`, with file names that begin with `stem` and a page that names the
/// `source`.
pub(super) fn answer(
    request: &Request,
    answer: impl FnOnce(&Watch) -> Result<Reply, Failure> + Send,
    (stem, source): (&str, &Source<'_>),
    destination: impl FnOnce(&Path) -> Result<Destination, Failure>,
    output: &OutputOptions,
    top: TopOption,
) -> Result<(), Failure> {
    top.check(&request.asked, output)?;
    let is_longer = !request.analyses.explain && is_longer_in_full(&request.asked);
    output.full.check(is_longer)?;
    check_open(output.open, output.out.as_deref())?;
    if request.analyses.explain && (output.csv.is_set() || output.out.is_some()) {
        return Err(Failure::input(
            "one resolution has no distribution to write: leave out --csv and --out, or ask \
             without --explain",
        ));
    }
    let as_data = output.json || output.csv.is_set();
    let destination = output.out.as_deref().map(destination).transpose()?;
    // before the work, not after it: a long run must not fail at its end
    destination
        .iter()
        .try_for_each(|destination| destination.check_writable(as_data, &FileFormat::ALL))?;
    watch::listen(on_stop(request))?;
    let reply = reply(request, answer, output.threads, output.quiet)?;
    let rendered = RenderedReply { reply: &reply, request, stem, source };
    if rendered.is_empty() {
        return rendered.check_complete();
    }
    let printed = output.print(&rendered, top);
    // on the same threads: charts are rendered in parallel, too
    let written = destination.map_or(Ok(()), |destination| {
        run_on_threads(output.threads.map(usize::from), || {
            write(&rendered, &destination, output.writing())
        })?
    });
    // a closed pipe must not prevent the files, nor a full disk the printed answer
    Failure::of_all([printed, written, rendered.check_complete()])
}

/// Returns whether `--full` lengthens the answer.
pub(super) const fn is_longer_in_full(query: &Query) -> bool {
    !matches!(query, Query::Luck(_))
}

/// Answers a request on a number of threads, by default that of its file or all, and shows the
/// progress.
pub(super) fn reply(
    request: &Request,
    answer: impl FnOnce(&Watch) -> Result<Reply, Failure> + Send,
    threads: Option<u16>,
    quiet: bool,
) -> Result<Reply, Failure> {
    let watch = if quiet { Watch::nothing() } else { watch_request(request) };
    let threads = threads.map(usize::from).or(request.asked.threads().map(usize::from));
    let reply = run_on_threads(threads, || answer(&watch))?;
    watch.finish();
    reply
}

/// Runs work on a number of threads; on all by default.
fn run_on_threads<T: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Failure> {
    let Some(threads) = threads else { return Ok(work()) };
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.map_err(anyhow::Error::from)?.install(work))
}

/// Writes the page, data and charts of a reply: all files or none.
pub(super) fn write(
    reply: &RenderedReply<'_>,
    destination: &Destination,
    options: WriteOptions,
) -> Result<(), Failure> {
    let mut files = reply.files(options.charts.into())?;
    files.files.insert(0, Artifact::new(format!("{}.json", reply.stem), reply.json()?));
    write_files(files, &reply.report()?, (destination, reply.extent()), options)
}

/// Writes files and the page of a report: all files or none. Then opens the page, if requested.
pub(super) fn write_files(
    mut files: ChartFiles,
    report: &Report<'_>,
    (destination, extent): (&Destination, Extent),
    options: WriteOptions,
) -> Result<(), Failure> {
    let page = Artifact::new(page::FILE, page::render_page(report, &files));
    files.files.push(page);
    let written = destination.write(extent, &files.files)?;
    if !options.quiet {
        files.notes.iter().for_each(|note| print::note(&format!("note: {note}")));
        print::note(&written);
    }
    if options.open {
        open(&destination.page(extent));
    }
    Ok(())
}

/// Refuses `--open` if no page is written.
pub(super) fn check_open(is_opened: bool, out: Option<&Path>) -> Result<(), Failure> {
    if !is_opened || out.is_some() {
        return Ok(());
    }
    Err(Failure::input(
        "--open opens the page that --out writes, and nothing is written here: add --out DIR",
    ))
}

/// Opens a page in the browser; without one, says where the page is.
pub(super) fn open(page: &Path) {
    if let Err(error) = open::that_detached(page) {
        print::note(&format!("note: no browser was opened ({error}); open {}", page.display()));
    }
}

impl OutputOptions {
    /// Refuses --csv for battles, and --csv=full for answers with one kind of CSV.
    pub(super) fn check(&self, request: &Request) -> Result<(), Failure> {
        match &request.asked {
            Query::Battle(_) if self.csv.is_set() => Err(Failure::input(NO_CSV)),
            asked => self.csv.check(asked),
        }
    }

    const fn writing(&self) -> WriteOptions {
        WriteOptions { charts: self.charts, open: self.open, quiet: self.quiet }
    }

    fn print(&self, reply: &RenderedReply<'_>, top: TopOption) -> Result<(), Failure> {
        match (self.json, self.csv.rows()) {
            (true, _) => print::data(&reply.json()?),
            (_, Some(rows)) => print::bytes(&reply.csv(rows)?),
            _ => print::print(&reply.table(&print::layout(), top.rows(), top.detail(self.full))?),
        }
    }
}

/// Creates the progress bar for a request.
fn watch_request(request: &Request) -> Watch {
    let Request { asked, plan, .. } = request;
    let steps = asked.steps(plan);
    if asked.fields().is_empty() {
        Watch::of_trials(steps, plan.engine)
    } else {
        Watch::counting(steps, plan.engine)
    }
}

/// Returns what a request leaves if it is stopped.
const fn on_stop(request: &Request) -> OnStop {
    match &request.asked {
        Query::One(..) | Query::Campaign(_) => OnStop::of(request.plan.engine),
        _ => OnStop::Partial,
    }
}
