//! What the commands about a whole field share: watching them, printing and writing.

use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use rayon::ThreadPoolBuilder;

use super::failure::Failure;
use super::print;
use super::results::{Destination, Extent};
use super::watch::{self, Stopped, Watch};
use crate::json;
use crate::report::{self, Artifact};
use crate::request::numbers::within;
use crate::study::Plan;
use crate::study::field::{self, FieldAnswer, FieldAsked};

/// Where the answer goes.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputOptions {
    /// Write all of it to this directory as well: CSV, JSON, and the chart as SVG and PNG; to a
    /// directory of its own in it, ending in .partial, if Ctrl-C stops the run.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Of long lists show so many first and last rows [default: 10].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1000>)]
    top: Option<u16>,
    /// Threads [default: all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// No progress and no notes on files that were written.
    #[arg(long)]
    quiet: bool,
}

impl OutputOptions {
    /// Refuses what is about whole fields where one question is answered.
    pub fn refuse(&self) -> Result<(), Failure> {
        let given = [
            ("--out", self.out.is_some()),
            ("--top", self.top.is_some()),
            ("--threads", self.threads.is_some()),
            ("--quiet", self.quiet),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::input(format!(
                "{option} is about matrices and comparisons, and here one question is asked: \
                 leave it out"
            ))),
            None => Ok(()),
        }
    }

    /// Refuses to shorten a table that is not shown.
    fn check(&self, as_json: bool) -> Result<(), Failure> {
        if as_json && self.top.is_some() {
            return Err(Failure::input(
                "--top shortens the table, and --json shows none: leave out one of them",
            ));
        }
        Ok(())
    }
}

/// Of long lists so many first and last rows are shown where nothing else is said.
pub const TOP: usize = 10;

/// Answers a question about a field, prints it and writes what is wanted.
pub fn answer(
    asked: &FieldAsked,
    stem: &str,
    plan: &Plan,
    as_json: bool,
    output: &OutputOptions,
) -> Result<(), Failure> {
    output.check(as_json)?;
    let destination = output.out.as_ref().map(|out| Destination::of_question(out, stem));
    destination.iter().try_for_each(|destination| destination.try_writing(as_json))?;
    let watch = if output.quiet {
        Watch::nothing()
    } else {
        Watch::counting(field::steps(asked, plan), plan.engine)
    };
    watch::listen(Stopped::Partial)?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(output.threads.map_or(0, usize::from))
        .build()
        .map_err(anyhow::Error::from)?;
    let found = pool.install(|| field::answer(asked, plan, &watch).map_err(anyhow::Error::from))?;
    watch.finish();
    if found.attacks() == 0 {
        return stopped(asked, &found);
    }
    let json = json::field::text(&found).map_err(anyhow::Error::from)? + "\n";
    let table =
        || report::field::table(&found, &print::layout(), output.top.map_or(TOP, usize::from));
    let printed = if as_json { print::print(&json) } else { print::print(&table()) };
    let data = Artifact::new(format!("{stem}.json"), json);
    let written = destination.map_or(Ok(()), |destination| {
        pool.install(|| write(&found, stem, (data, &destination, output.quiet)))
    });
    Failure::of_all([printed, written, stopped(asked, &found)])
}

/// Says what is missing where the run was stopped.
fn stopped(asked: &FieldAsked, found: &FieldAnswer) -> Result<(), Failure> {
    if !found.is_partial() {
        return Ok(());
    }
    let answered = format!(
        "{} of {} attacks are answered",
        HumanCount(found.attacks() as u64),
        HumanCount(asked.attacks())
    );
    let verdict = match found {
        FieldAnswer::Matrix(_) => "",
        FieldAnswer::Compare(_) => "; nothing can be said about who is better",
    };
    Err(Failure::Stopped(format!("{answered}{verdict}")))
}

/// Writes data and charts, all or none.
fn write(
    found: &FieldAnswer,
    stem: &str,
    (data, destination, quiet): (Artifact, &Destination, bool),
) -> Result<(), Failure> {
    let charts = report::field::files(found, stem).map_err(anyhow::Error::from)?;
    let files: Vec<Artifact> = std::iter::once(data).chain(charts.files).collect();
    let written = destination.write(Extent::of(found.is_partial()), &files)?;
    if !quiet {
        charts.notes.iter().for_each(|note| print::note(&format!("note: {note}")));
        print::note(&written);
    }
    Ok(())
}
