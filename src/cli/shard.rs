//! `warodds shard`: counts some blocks of a run into a file for `warodds merge`.

use std::path::PathBuf;

use clap::Args;
use rayon::ThreadPoolBuilder;

use super::failure::Failure;
use super::keys::KeyValueParser;
use super::print;
use super::watch::{self, OnStop, Watch};
use crate::report::files;
use crate::request::numbers::{seed, within};
use crate::shard::{FieldMode, RunSpec, ShardError, ShardFile, ShardJob, ShardSource};
use crate::study::{EngineKind, Shard};

/// Count some blocks of a run, on this or another machine.
///
/// `warodds merge` merges the files. A block is 8192 trials, or 512 campaigns, or 16 battles;
/// blocks B to B + N - 1 of every question are counted. Matrices and comparisons are counted only
/// if an engine is named; otherwise they are computed exactly when shards are merged. The same
/// blocks have the same counts on every machine, and all blocks together have those of one run.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ShardArgs {
    /// A scenario, a campaign or a battle file; `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The first block, from 0.
    #[arg(long, value_name = "B", value_parser = within::<u64, 0, { i64::MAX }>)]
    block: u64,
    /// The number of blocks.
    #[arg(long, value_name = "N", value_parser = within::<u64, 1, { i64::MAX }>)]
    blocks: u64,
    /// The file to write, whole or not at all.
    #[arg(long, value_name = "SHARD")]
    out: PathBuf,
    /// Seed of the run [default: the file's, or 0].
    #[arg(long, value_name = "S", value_parser = seed)]
    seed: Option<u64>,
    /// Count only the question with this name.
    #[arg(long, value_name = "NAME")]
    question: Option<String>,
    /// Which engine rolls: monte-carlo, or dice, die by die [default: monte-carlo].
    #[arg(long, value_name = "ENGINE", value_parser = KeyValueParser::<EngineKind>::new())]
    engine: Option<EngineKind>,
    /// Threads [default: the file's, or all].
    #[arg(long, value_name = "N", value_parser = within::<u16, 1, 1024>)]
    threads: Option<u16>,
    /// Show no progress and no notes.
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  warodds shard scenarios/duel.toml --seed 7 --block 0 --blocks 100 --out s/0.json
  warodds shard scenarios/duel.toml --seed 7 --block 100 --blocks 100 --out s/1.json
  warodds merge s
See docs/scale.md for clusters, and how many blocks are worth a file.";

impl From<ShardError> for Failure {
    fn from(error: ShardError) -> Self {
        match error {
            ShardError::Load(error) => Self::BadScenarios(vec![error]),
            ShardError::Battle(error) => error.into(),
            ShardError::Faults(faults) => Self::BadScenarios(vec![faults.into()]),
            ShardError::Request(error) => error.into(),
            ShardError::Stopped => Self::Stopped(error.to_string()),
            ShardError::Contract(_) | ShardError::Play(_) | ShardError::Json(_) => {
                Self::Failed(error.into())
            }
            _ => Self::input(error),
        }
    }
}

/// Counts the blocks and writes them.
pub(super) fn run(arguments: &ShardArgs) -> Result<(), Failure> {
    let source = ShardSource::load(&arguments.file)?;
    let fields = FieldMode::new(arguments.engine.is_some());
    let job = source.parse(fields)?;
    let engine = arguments.engine.unwrap_or(EngineKind::MonteCarlo);
    let seed = arguments.seed.or(job.settings().seed).unwrap_or(0);
    let spec = RunSpec { engine, fields, seed };
    // a file that cannot be written must fail before the work, not after it
    files::check_file_writable(&arguments.out)?;
    watch::listen(OnStop::Partial)?;
    let file = arguments.count(&source, &job, spec)?;
    let text = file.text().map_err(anyhow::Error::from)?;
    watch::undisturbed(|| files::write_file(&arguments.out, text.as_bytes()))?;
    if !arguments.quiet {
        print::note(&format!("{} written", arguments.out.display()));
    }
    Ok(())
}

impl ShardArgs {
    fn count(
        &self,
        source: &ShardSource,
        job: &ShardJob,
        spec: RunSpec,
    ) -> Result<ShardFile, Failure> {
        let shard = Shard { first: self.block, blocks: self.blocks };
        let is_selected =
            |name: &str| self.question.as_ref().is_none_or(|selected| selected == name);
        let queries = job.sampled().into_iter().filter(|query| is_selected(query.name()));
        let trials = queries.map(|query| job.total_trials(query, spec, shard));
        let trials = trials.fold(0, u64::saturating_add);
        let watch = if self.quiet { Watch::nothing() } else { Watch::over(trials) };
        let threads = job.settings().threads.map(usize::from);
        // 0 lets rayon choose: one thread for each processor
        let threads = self.threads.map(usize::from).or(threads).unwrap_or(0);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let question = self.question.as_deref();
        let count = || ShardFile::count(source, spec, shard, question, &watch);
        let counted = pool.map_err(anyhow::Error::from)?.install(count);
        watch.finish();
        Ok(counted?)
    }
}
