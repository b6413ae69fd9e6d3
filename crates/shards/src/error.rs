//! What is wrong with shards, and what would do.

use thiserror::Error;

use warodds_battles::file::FileError;
use warodds_battles::play::PlayError;
use warodds_questions::document::{Faults, LoadError, quoted};
use warodds_questions::request::RequestError;
use warodds_questions::study::{ContractError, Shard};

/// Why there is no shard.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The question's file has faults.
    #[error(transparent)]
    Faults(#[from] Faults),
    /// The question's file cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The file of battles has faults.
    #[error(transparent)]
    Battle(#[from] FileError),
    /// The question's link makes no question.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// A key that shards cannot have.
    #[error(
        "{0} cannot be shared out: blocks say how long a run is, and a shard must hold all of its \
         question; leave it out"
    )]
    NotOfShards(String),
    /// An engine that counts nothing.
    #[error("the engine {} counts nothing that could be merged: name monte-carlo or table", quoted(.0))]
    Engine(String),
    /// Campaigns have one engine.
    #[error("campaigns are played by the monte-carlo engine alone: name no other")]
    CampaignEngine,
    /// Battles are not played by what is given.
    #[error(
        "battles are played by the monte-carlo engine, or die by die by the table engine: leave out \
         --conditional"
    )]
    BattleEngine,
    /// The conditional engine has nothing to go by.
    #[error(
        "only attacks and charges have hits from which the rest can be worked out, and {} is \
         neither: leave out --conditional",
        quoted(.0)
    )]
    NothingGiven(String),
    /// The file asks for a precision.
    #[error(
        "[run] asks for a precision, and a shard cannot know how precise all of them are together: \
         leave `precision` out of the file, and add blocks until it is reached"
    )]
    Precision,
    /// Nothing in it is sampled.
    #[error(
        "nothing here is rolled: matrices and comparisons are worked out exactly unless an engine is \
         named (monte-carlo or table), and attachments always are"
    )]
    NothingSampled,
    /// Dice of their own for two that are not there.
    #[error(
        "--apart says whose dice the two of a comparison take, and nothing here compares two units: \
         leave it out"
    )]
    NothingCompared,
    /// Blocks that are none.
    #[error(
        "{} blocks from block {} on are no part of a run, which has blocks 0 to {}: at least one, \
         and none beyond",
        .shard.blocks, .shard.first, .most - 1
    )]
    Blocks {
        /// What was given.
        shard: Shard,
        /// The most blocks of a run.
        most: u64,
    },
    /// There is no such question.
    #[error("there is no question {}; there are {known}", quoted(given))]
    Question {
        /// What was given.
        given: String,
        /// What there is.
        known: String,
    },
    /// It was stopped; of a part of a block nothing is kept.
    #[error("stopped before all blocks were counted: nothing is written")]
    Stopped,
    /// A rule broke its contract.
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// Something in a battle is against the rules; no input does that.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// It could not be written as JSON; no shard does that.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// Why shards make no answer; names the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// It is no shard, or not all of one.
    #[error("{file} is no shard, or was cut short ({wrong}): {REMEDY}")]
    Format {
        /// The file.
        file: String,
        /// What the reader says.
        wrong: String,
    },
    /// It was changed since it was written.
    #[error(
        "{file} was changed since it was counted: its checksum is not that of what it holds; {REMEDY}"
    )]
    Changed {
        /// The file.
        file: String,
    },
    /// It says of itself what cannot be.
    #[error("{file} contradicts itself: {wrong}; {REMEDY}")]
    Contradiction {
        /// The file.
        file: String,
        /// What.
        wrong: String,
    },
    /// It is of another run.
    #[error(
        "{file} is of another run than {other}: {what} differs; merge shards of one run at a time, \
         counted by one version of the program"
    )]
    OtherRun {
        /// The file.
        file: String,
        /// One that was read before.
        other: String,
        /// What differs.
        what: &'static str,
    },
    /// It was counted by another version of the program, or with other cards.
    #[error(
        "{file} was counted by {given}, and this program is {own}: merge it with the program that \
         counted it, or count it anew with this one"
    )]
    OtherProgram {
        /// The file.
        file: String,
        /// Who counted.
        given: String,
        /// Who merges.
        own: String,
    },
    /// Two shards share blocks.
    #[error(
        "{file} and {other} both have blocks of `{question}`, {}, and are not the same shard: leave \
         one of them out",
        blocks(.shared)
    )]
    Overlap {
        /// One file.
        file: String,
        /// The other.
        other: String,
        /// The question.
        question: String,
        /// What they share.
        shared: Shard,
    },
    /// The same blocks, counted differently.
    #[error(
        "{file} and {other} have the same blocks of `{question}` and other counts: one of the \
         machines that counted them is broken, or runs another program; count these blocks again \
         and leave out the file that differs"
    )]
    Disagree {
        /// One file.
        file: String,
        /// The other.
        other: String,
        /// The question.
        question: String,
    },
    /// Blocks are missing.
    #[error(
        "{} missing; count them:\n{}{}\nor merge what there is with --allow-gaps",
        missing(.gaps), commands(.gaps), more(.gaps)
    )]
    Gaps {
        /// The first of them, with the command that counts them, and how many there are.
        gaps: Box<MissingBlocks>,
    },
    /// Of a question nothing was counted.
    #[error("of `{0}` there is no shard at all, and no answer without it: count blocks of it")]
    Uncounted(String),
    /// There was nothing to merge.
    #[error(
        "there are no shards to merge: name files that `warodds shard` wrote, or a directory of them"
    )]
    Nothing,
    /// The question is no longer one.
    #[error("{file}: {wrong}")]
    Question {
        /// The file.
        file: String,
        /// What is wrong.
        wrong: ShardError,
    },
    /// A rule broke its contract.
    #[error(transparent)]
    Contract(#[from] ContractError),
    /// It could not be written as JSON; no shard does that.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// What to do with a file that will not do.
const REMEDY: &str = "leave it out, and count its blocks again";

/// Blocks that nobody counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingBlocks {
    /// The commands that count the first of them.
    pub commands: Vec<String>,
    /// In how many places blocks are missing.
    pub places: usize,
    /// How many are missing.
    pub blocks: u64,
}

fn missing(gaps: &MissingBlocks) -> String {
    let (are, s) = if gaps.blocks == 1 { ("is", "") } else { ("are", "s") };
    format!("{} block{s} {are}", gaps.blocks)
}

fn commands(gaps: &MissingBlocks) -> String {
    gaps.commands.iter().map(|command| format!("  {command}")).collect::<Vec<_>>().join("\n")
}

fn more(gaps: &MissingBlocks) -> String {
    let more = gaps.places.saturating_sub(gaps.commands.len());
    if more == 0 { String::new() } else { format!("\n  … and {more} more") }
}

fn blocks(shard: &Shard) -> String {
    let last = shard.first.saturating_add(shard.blocks.saturating_sub(1));
    if shard.first == last { format!("block {last}") } else { format!("{} to {last}", shard.first) }
}
