//! `warodds schema`: JSON Schemas of input files for editors, and of answers for programs.

use clap::{Args, ValueEnum};

use warodds_battles::schema as battles;

use super::failure::Failure;
use super::print;
use crate::army;
use crate::catalogue;
use crate::json;
use crate::scenario::schema;
use crate::shard;

/// Print the JSON Schema of files or answers.
///
/// With a schema, editors complete and check files, and programs check answers. It has every key,
/// its range and its possible names. Rules between keys, and the names of cards, are checked by
/// `warodds check` only.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct SchemaArgs {
    /// The kind of file.
    #[arg(value_enum, value_name = "FILES")]
    files: SchemaKind,
}

const EXAMPLES: &str = "\
Examples:
  warodds schema scenario > scenario.schema.json
  warodds schema catalogue > catalogue.schema.json
  warodds schema answer
  warodds schema battle-log

Many editors take the schema of a TOML file from its first line:
  #:schema ./scenario.schema.json";

/// The kinds of files with a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SchemaKind {
    /// Questions, for `warodds run` and `warodds check`.
    Scenario,
    /// Cards and abilities of your own, for `--catalogue`.
    Catalogue,
    /// Campaigns, for `warodds campaign` and `warodds check`.
    Campaign,
    /// Army lists in TOML, for `warodds list`.
    List,
    /// Answers, as `--json` prints them.
    Answer,
    /// Shards, as `warodds shard` writes them.
    Shard,
    /// Answers about battles, as `warodds battle FILE --json` prints them.
    Battle,
    /// The luck in a battle, as `warodds battle luck LOG --json` prints it.
    BattleLuck,
    /// Advice on a turn, as `warodds battle advise LOG@TURN --json` prints it.
    BattleAdvice,
    /// The odds in a battle, as `warodds battle replay LOG --odds N --json` prints them.
    BattleOdds,
    /// Comparisons of lists, as `warodds battle compare --json` prints them.
    BattleCompare,
    /// Lists against each other, as `warodds battle matrix --json` prints them.
    BattleMatrix,
    /// Searches for better lists, as `warodds battle search --json` prints them.
    BattleSearch,
    /// Counts of play, as `warodds battle stats --json` prints them.
    BattleStats,
    /// Logs of battles, as `warodds battle replay` writes them.
    BattleLog,
}

/// Prints the schema.
pub(super) fn run(arguments: &SchemaArgs) -> Result<(), Failure> {
    let schema = match arguments.files {
        SchemaKind::Scenario => schema::scenario(),
        SchemaKind::Catalogue => catalogue::schema(),
        SchemaKind::Campaign => schema::campaign(),
        SchemaKind::List => army::schema(),
        SchemaKind::Answer => json::schema(),
        SchemaKind::Shard => shard::schema(),
        SchemaKind::Battle => battles::answer_schema(),
        SchemaKind::BattleLuck => battles::luck_schema(),
        SchemaKind::BattleAdvice => battles::advice_schema(),
        SchemaKind::BattleOdds => battles::odds_schema(),
        SchemaKind::BattleCompare => battles::comparison_schema(),
        SchemaKind::BattleMatrix => battles::matrix_schema(),
        SchemaKind::BattleSearch => battles::search_schema(),
        SchemaKind::BattleStats => battles::stats_schema(),
        SchemaKind::BattleLog => battles::log_schema(),
    };
    let text =
        serde_json::to_string_pretty(&schema).map_err(|error| Failure::Failed(error.into()))?;
    print::data(&text)
}
