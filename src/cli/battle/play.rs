//! `warodds battle FILE`.

use std::path::PathBuf;

use clap::Args;
use rayon::ThreadPoolBuilder;
use warodds_battles::answer::BattleAnswer;
use warodds_battles::file::BattleFile;
use warodds_battles::run::{BattleRunSettings, BattleTally, DiceMode, run as play};

use super::super::failure::Failure;
use super::super::input::Input;
use super::super::output::{CHARTS_NEED_OUT, ChartsOption};
use super::super::print::{data, note, print};
use super::super::results::{Destination, Extent};
use super::super::watch::{self, OnStop, Watch};
use super::{read, summary};
use crate::report::{Artifact, charts, csv};
use crate::request::numbers::{seed, trials, within};

/// Options for playing the battles of a file.
#[derive(Clone, Debug, Default, Args)]
pub(in super::super) struct BattlePlayArgs {
    /// A battle file.
    // optional for Rust only: clap requires it unless there is a subcommand
    #[arg(value_name = "FILE", required = true)]
    file: Option<PathBuf>,
    /// Number of battles [default: from the file, or 2000].
    #[arg(long, value_name = "N", value_parser = trials)]
    games: Option<u64>,
    /// Seed [default: from the file, or 0].
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Number of threads [default: all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// Roll every die instead of drawing frequent attacks from their exact distributions.
    #[arg(long)]
    dice: bool,
    /// Write text, JSON, CSV and charts (SVG and PNG) to DIR/<file>/, or to DIR/<file>.partial/ if
    /// Ctrl-C stops the run.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Charts to write. All charts of battles are key charts.
    #[arg(long, value_name = "WHICH", value_enum, default_value = "key")]
    #[arg(requires_ifs = CHARTS_NEED_OUT)]
    charts: ChartsOption,
    /// Print the answer as JSON.
    #[arg(long)]
    json: bool,
    /// Hide the progress bar and the list of written files.
    #[arg(long)]
    quiet: bool,
}

/// Plays the battles of a file.
pub(super) fn run(arguments: &BattlePlayArgs) -> Result<(), Failure> {
    let path =
        arguments.file.as_deref().ok_or_else(|| Failure::input("a battle file is needed"))?;
    let input = Input::read(path)?;
    let file = read(&input)?;
    let destination = arguments.out.as_ref().map(|out| Destination::of_file(out, &input));
    let destination = destination.transpose()?;
    // checked before the battles are played, which may take hours
    destination.iter().try_for_each(|one| one.check_writable(arguments.json))?;
    watch::listen(OnStop::Partial)?;
    let games = arguments.games.unwrap_or(file.games);
    let seed = arguments.seed.unwrap_or(file.seed);
    let tally = played(arguments, &file, games, seed)?;
    let missing = missing(tally.games, games);
    if tally.games == 0 {
        return missing;
    }
    let answer = BattleAnswer::new(&file, seed, &tally);
    // a failure to write must not hide the answer: print it, then report all failures
    let printed = print_answer(&answer, arguments.json);
    let written = destination.map_or(Ok(()), |destination| {
        let extent = Extent::of(missing.is_err());
        write_files(&destination, &answer, (extent, arguments.charts), arguments.quiet)
    });
    Failure::of_all([printed, written, missing])
}

/// Returns an error if the run was stopped before all `games` were played.
pub(in super::super) fn missing(played: u64, games: u64) -> Result<(), Failure> {
    if played < games {
        Err(Failure::Stopped(format!("{played} of {games} battles were played")))
    } else {
        Ok(())
    }
}

impl BattlePlayArgs {
    /// Builds the options for battle files in `warodds run`.
    pub(in super::super) fn of_run(dice: bool, threads: Option<u16>, quiet: bool) -> Self {
        Self { dice, threads, quiet, ..Self::default() }
    }
}

/// Prints an answer as text, or as JSON.
pub(in super::super) fn print_answer(answer: &BattleAnswer, as_json: bool) -> Result<(), Failure> {
    if as_json {
        data(&answer.json().map_err(anyhow::Error::from)?)
    } else {
        print(&summary::render(answer))
    }
}

/// Writes text, data and charts of an answer.
pub(in super::super) fn write_files(
    destination: &Destination,
    answer: &BattleAnswer,
    (extent, charts): (Extent, ChartsOption),
    quiet: bool,
) -> Result<(), Failure> {
    let remarks: &[String] = match extent {
        Extent::Whole => &[],
        Extent::Partial => &["Stopped early".to_owned()],
    };
    let data = [
        Artifact::new("battle.json", answer.json().map_err(anyhow::Error::from)?),
        Artifact::new("battle.txt", summary::render(answer)),
        Artifact::new("battle.csv", csv::battle::render(answer).map_err(anyhow::Error::from)?),
    ];
    let charts = charts::of_battles(answer, remarks, charts.into()).map_err(anyhow::Error::from)?;
    let artifacts: Vec<Artifact> = data.into_iter().chain(charts.files).collect();
    let written = destination.write(extent, &artifacts)?;
    if !quiet {
        note(&written);
    }
    Ok(())
}

/// Plays `games` battles of a file.
pub(in super::super) fn played(
    arguments: &BattlePlayArgs,
    file: &BattleFile,
    games: u64,
    seed: u64,
) -> Result<BattleTally, Failure> {
    let source = if arguments.dice { DiceMode::Rolled } else { DiceMode::Sampled };
    let settings = BattleRunSettings { games, seed, policies: file.policies, source };
    let watch = if arguments.quiet { Watch::nothing() } else { Watch::over(games) };
    let threads = arguments.threads.map_or(0, usize::from);
    // a pool of its own: the global one would ignore --threads
    let pool =
        ThreadPoolBuilder::new().num_threads(threads).build().map_err(anyhow::Error::from)?;
    let played = pool.install(|| play(&file.battle, &settings, &watch));
    watch.finish();
    played.map_err(|error| Failure::Failed(error.into()))
}
