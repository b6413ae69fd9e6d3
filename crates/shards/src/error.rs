//! Errors of counting and merging shards; each message says what to do.

use thiserror::Error;

use warodds_battles::file::FileError;
use warodds_battles::play::PlayError;
use warodds_questions::document::{Faults, LoadError, quoted};
use warodds_questions::request::RequestError;
use warodds_questions::request::why::WhyError;
use warodds_questions::study::{ContractError, Shard};

/// An error of counting a shard.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// Faults of a scenario or campaign file.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// A file that cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Faults of a file of battles.
    #[error(transparent)]
    Battle(#[from] FileError),
    /// A link that does not describe a question.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A key that shards cannot have.
    #[error(
        "{0} does not work with shards: the blocks set the length of the run, and analyses need \
         the whole run; leave it out"
    )]
    UnsupportedKey(String),
    /// An engine that does not sample.
    #[error("the engine {} has no counts to merge: use monte-carlo or dice", quoted(.0))]
    Engine(String),
    /// An engine other than Monte Carlo for a campaign.
    #[error("shards of campaigns need the monte-carlo engine: leave out --engine")]
    CampaignEngine,
    /// A precision at which the run is to stop.
    #[error(
        "[run] has a `precision`, which a single shard cannot measure: remove it from the file, and \
         count more blocks until the merged answer is precise enough"
    )]
    Precision,
    /// No question is sampled.
    #[error(
        "there is nothing to sample: matrices and comparisons are computed exactly unless --engine \
         is monte-carlo or dice, and attachments are always computed exactly"
    )]
    NothingSampled,
    /// No blocks, or blocks beyond the longest run.
    #[error(
        "invalid range --block {} --blocks {}: a run has blocks 0 to {}, and a shard at least one \
         of them",
        .shard.first, .shard.blocks, .most - 1
    )]
    BlockRange {
        /// The shard.
        shard: Shard,
        /// The number of blocks of the longest run.
        most: u64,
    },
    /// No question has the name.
    #[error("there is no question {}; the questions are {known}", quoted(name))]
    UnknownQuestion {
        /// The name.
        name: String,
        /// The names of all questions.
        known: String,
    },
    /// Counting was stopped; a part of a shard is discarded.
    #[error("stopped before all blocks were counted: no shard was written")]
    Stopped,
    /// A rule that broke its contract; no input causes that.
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// An illegal action in a battle; no input causes that.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// A failure to write JSON; no shard causes that.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// An error of merging shards; names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A file that is not a whole shard.
    #[error("{file} is not a shard, or was truncated ({wrong}): {REMEDY}")]
    Format {
        /// The file.
        file: String,
        /// The message of the parser.
        wrong: String,
    },
    /// A file that was edited after it was written.
    #[error(
        "{file} was edited after it was counted: its checksum does not match its content; {REMEDY}"
    )]
    Changed {
        /// The file.
        file: String,
    },
    /// A file whose fields contradict each other.
    #[error("{file} contradicts itself: {wrong}; {REMEDY}")]
    Contradiction {
        /// The file.
        file: String,
        /// The contradiction.
        wrong: String,
    },
    /// A file of another run.
    #[error(
        "{file} and {other} belong to different runs: {what} differs; merge the shards of one run \
         at a time, counted by one version of the program"
    )]
    OtherRun {
        /// The file.
        file: String,
        /// A file that was added before.
        other: String,
        /// The field that differs.
        what: &'static str,
    },
    /// A file counted by another version of the program, or with other cards.
    #[error(
        "{file} was counted by {counted_by}, and this is {this}: merge it with the program that \
         counted it, or count its blocks again with this one"
    )]
    OtherProgram {
        /// The file.
        file: String,
        /// The program that counted.
        counted_by: String,
        /// This program.
        this: String,
    },
    /// Two different shards that share blocks.
    #[error(
        "{file} and {other} overlap in `{question}` ({}): leave one of them out",
        blocks(.shared)
    )]
    Overlap {
        /// One file.
        file: String,
        /// The other.
        other: String,
        /// The question.
        question: String,
        /// The shared blocks.
        shared: Shard,
    },
    /// The same blocks with different counts.
    #[error(
        "{file} and {other} have different counts of the same blocks of `{question}`: one of the \
         machines is faulty or runs another program; count these blocks again and leave out the \
         file that differs"
    )]
    Disagree {
        /// One file.
        file: String,
        /// The other.
        other: String,
        /// The question.
        question: String,
    },
    /// Missing blocks, although gaps are refused.
    #[error(
        "{} missing; count them:\n{}{}\nor merge the others with --allow-gaps",
        missing(.gaps), commands(.gaps), further(.gaps)
    )]
    Gaps {
        /// The gaps and the commands that fill them.
        gaps: Box<MissingBlocks>,
    },
    /// A question without any shard.
    #[error("`{0}` has no shard, and cannot be answered without one: count blocks of it")]
    Uncounted(String),
    /// No shards.
    #[error(
        "there are no shards to merge: name files written by `warodds shard`, or a directory of them"
    )]
    Nothing,
    /// A shard whose question does not parse.
    #[error("{file}: {wrong}")]
    Question {
        /// The file.
        file: String,
        /// The fault of the question.
        wrong: ShardError,
    },
    /// A rule that broke its contract; no input causes that.
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// The question has no answer.
    #[error(transparent)]
    Request(RequestError),
    /// A failure to write JSON; no shard causes that.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// What to do with an unusable file.
const REMEDY: &str = "leave it out, and count its blocks again";

/// The gaps of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingBlocks {
    /// The commands that count the first gaps.
    pub commands: Vec<String>,
    /// The number of gaps.
    pub gaps: usize,
    /// The number of missing blocks.
    pub blocks: u64,
}

fn missing(gaps: &MissingBlocks) -> String {
    let (are, s) = if gaps.blocks == 1 { ("is", "") } else { ("are", "s") };
    format!("{} block{s} {are}", gaps.blocks)
}

fn commands(gaps: &MissingBlocks) -> String {
    gaps.commands.iter().map(|command| format!("  {command}")).collect::<Vec<_>>().join("\n")
}

fn further(gaps: &MissingBlocks) -> String {
    let more = gaps.gaps.saturating_sub(gaps.commands.len());
    if more == 0 { String::new() } else { format!("\n  … and {more} more") }
}

fn blocks(shard: &Shard) -> String {
    let last = shard.first.saturating_add(shard.blocks.saturating_sub(1));
    if shard.first == last {
        format!("block {last}")
    } else {
        format!("blocks {} to {last}", shard.first)
    }
}

impl From<WhyError> for MergeError {
    fn from(error: WhyError) -> Self {
        match error {
            WhyError::Request(error) => Self::Request(error),
            WhyError::Exact(error) => Self::Contract(error),
            WhyError::Battle(_) => Self::Contract(ContractError::ImpossibleOutcome),
        }
    }
}
