//! The question of a run as text, which every machine parses for itself.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use warodds_battles::file::BattleFileContents;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::read_text;
use warodds_questions::request::link::Link;
use warodds_questions::request::{BATTLE, Mark, QuestionKind, RawFields, Setup, Value};
use warodds_questions::scenario::{self, FileText, campaign};
use warodds_questions::study::EngineKind;

use crate::error::ShardError;
use crate::job::{LinkRequest, ParsedSource, SampledQuery, ShardJob};
use crate::run_spec::{FieldMode, RunSpec};

/// Keys that a shard cannot have: the length of a run is its number of blocks, and analyses need
/// all blocks at once.
const UNSUPPORTED_KEYS: [&str; 7] =
    ["trials", "games", "seed", "precision", "check", "why", "sensitivity"];

/// The key of the engine, which a [`RunSpec`] holds instead of the link.
const ENGINE_KEY: &str = "engine";

/// The question of a run as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ShardSource {
    /// A scenario file.
    Scenario {
        /// The file's name without its directory.
        name: String,
        /// The content of the file.
        text: String,
    },
    /// A campaign file.
    Campaign {
        /// The file's name without its directory.
        name: String,
        /// The content of the file.
        text: String,
    },
    /// A file of battles.
    Battle {
        /// The file's name without its directory.
        name: String,
        /// The content of the file.
        text: String,
        /// The contents of the army lists by the names the file uses for them.
        lists: BTreeMap<String, String>,
    },
    /// A link.
    Link(String),
}

impl ShardSource {
    /// Reads a file of a scenario, a campaign or battles, and the army lists it refers to.
    ///
    /// # Errors
    /// [`ShardError::Load`] or [`ShardError::Battle`] if a file cannot be read or is of another
    /// kind. Faults in the questions are found by [`parse`](Self::parse).
    pub fn load(path: &Path) -> Result<Self, ShardError> {
        // without the directory: it differs among machines, and the name is part of the run's hash
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // read once: standard input cannot be read again
        let text = read_text(path)?;
        if let Some(BattleFileContents { text, lists }) = BattleFileContents::of(path, &text)? {
            return Ok(Self::Battle { name, text, lists });
        }
        Ok(match FileText::of(path, text)? {
            FileText::Scenario(text) => Self::Scenario { name, text },
            FileText::Campaign(text) => Self::Campaign { name, text },
        })
    }

    /// Builds the source of a question from the values of its keys, with the engine that these
    /// name and seed 0.
    ///
    /// # Errors
    /// [`ShardError::UnsupportedKey`] for a key about the length of the run, an analysis or a file
    /// of this machine; [`ShardError::Engine`] for an engine that does not sample.
    pub fn from_fields(
        kind: &QuestionKind,
        fields: &RawFields,
    ) -> Result<(Self, RunSpec), ShardError> {
        let keys = kind.keys();
        let unsupported = keys.iter().find(|key| {
            let is_refused = UNSUPPORTED_KEYS.contains(&key.id) || key.has(Mark::Local);
            is_refused && fields.has(key.id)
        });
        if let Some(key) = unsupported {
            return Err(ShardError::UnsupportedKey(key.display_name()));
        }
        let mut rest = fields.clone();
        let is_rolled = kind.name == BATTLE && rest.remove("dice");
        let engine = match fields.of(ENGINE_KEY).next() {
            None if is_rolled => EngineKind::Dice,
            None => EngineKind::MonteCarlo,
            Some(name) => EngineKind::read(name)
                .ok()
                .filter(|engine| *engine != EngineKind::Exact)
                .ok_or_else(|| ShardError::Engine(name.to_owned()))?,
        };
        rest.remove(ENGINE_KEY);
        let link = Link::text(kind, &rest, Setup::shipped().catalogue)?;
        // a matrix that is the whole question must be sampled: there would be nothing to distribute
        Ok((Self::Link(link), RunSpec { engine, fields: FieldMode::Sampled, seed: 0 }))
    }

    /// Returns the file's name or the link.
    pub fn name(&self) -> &str {
        match self {
            Self::Scenario { name, .. }
            | Self::Campaign { name, .. }
            | Self::Battle { name, .. } => name,
            Self::Link(link) => link,
        }
    }

    /// Parses the text. `fields` says how matrices and comparisons are answered.
    ///
    /// # Errors
    /// All faults of the text; [`ShardError::Precision`] if the run is to stop at a precision;
    /// [`ShardError::NothingSampled`] if no question is sampled.
    ///
    /// # Examples
    /// ```
    /// use warodds_shards::{FieldMode, ShardSource};
    ///
    /// let source = ShardSource::Link("panic?morale=7".to_owned());
    /// let job = source.parse(FieldMode::Exact)?;
    /// assert_eq!(job.names().len(), 1);
    /// assert_eq!(job.trials_per_block(), 8192);
    /// # Ok::<(), warodds_shards::ShardError>(())
    /// ```
    pub fn parse(&self, fields: FieldMode) -> Result<ShardJob, ShardError> {
        let parsed = match self {
            Self::Scenario { name, text } => ParsedSource::Scenario(scenario::parse(name, text)?),
            Self::Campaign { name, text } => ParsedSource::Campaign(campaign::parse(name, text)?),
            Self::Battle { name, text, lists } => {
                let texts = BattleFileContents { text: text.clone(), lists: lists.clone() };
                ParsedSource::Battle(Box::new(texts.parse(name, Catalogue::shipped())?))
            }
            Self::Link(link) => ParsedSource::Link(Box::new(LinkRequest::parse(link)?)),
        };
        let mut job = ShardJob { parsed, fields };
        if job.settings().precision.is_some() {
            return Err(ShardError::Precision);
        }
        let sampled = job.sampled();
        if sampled.is_empty() {
            return Err(ShardError::NothingSampled);
        }
        // one mode for runs without fields, or equal runs would have different hashes
        if !sampled.iter().any(|query| matches!(query, SampledQuery::Field(_))) {
            job.fields = FieldMode::Exact;
        }
        Ok(job)
    }
}
