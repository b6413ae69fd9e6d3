//! What is shared out: questions in words, read again wherever a part of them is counted.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use warodds_battles::file::BattleFileContents;
use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::read_text;
use warodds_questions::request::link::Link;
use warodds_questions::request::{Given, Kind, Mark, Setup};
use warodds_questions::scenario::{self, FileText, campaign};
use warodds_questions::study::EngineKind;
use warodds_questions::study::field::FieldQuestion;

use crate::error::ShardError;
use crate::how::{FieldMode, RunSpec};
use crate::posed::{LinkRequest, ParsedSource, SampledQuery, ShardJob};

/// Keys of links about how long a run is and what is told beside it, which a shard cannot say.
const NOT_OF_SHARDS: [&str; 6] = ["trials", "seed", "precision", "check", "why", "sensitivity"];

/// Keys of links about who rolls, which shards say beside the question.
const OF_ROLLS: [&str; 3] = ["engine", "conditional", "apart"];

/// What is asked, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ShardSource {
    /// The questions of a scenario file.
    Scenario {
        /// The file's name, without its folder.
        name: String,
        /// What it holds.
        text: String,
    },
    /// A campaign.
    Campaign {
        /// The file's name, without its folder.
        name: String,
        /// What it holds.
        text: String,
    },
    /// Battles.
    Battle {
        /// The file's name, without its folder.
        name: String,
        /// What it holds.
        text: String,
        /// The lists it names, by what it calls them.
        lists: BTreeMap<String, String>,
    },
    /// The question of a link.
    Link(String),
}

impl ShardSource {
    /// What a file of a scenario, a campaign or battles asks.
    ///
    /// # Errors
    /// When it cannot be read or is of another kind; other faults are found by
    /// [`pose`](Self::pose).
    pub fn load(path: &Path) -> Result<Self, ShardError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // read once: of standard input nothing is left to be read again
        let text = read_text(path)?;
        if let Some(BattleFileContents { text, lists }) = BattleFileContents::of(path, &text)? {
            return Ok(Self::Battle { name, text, lists });
        }
        Ok(match FileText::of(path, text)? {
            FileText::Scenario(text) => Self::Scenario { name, text },
            FileText::Campaign(text) => Self::Campaign { name, text },
        })
    }

    /// What was given to a kind of question asks, and which engine rolls for it, with seed 0.
    ///
    /// # Errors
    /// For keys that say how long a run is, or name files of one machine.
    pub fn of_given(kind: &Kind, given: &Given) -> Result<(Self, RunSpec), ShardError> {
        let keys = kind.keys();
        let refused = keys.iter().find(|key| {
            let is_refused = NOT_OF_SHARDS.contains(&key.id) || key.has(Mark::Local);
            is_refused && given.has(key.id)
        });
        if let Some(key) = refused {
            return Err(ShardError::NotOfShards(key.called_by_players()));
        }
        let engine = match (given.has("conditional"), given.of("engine").next()) {
            (true, None | Some("monte-carlo")) => EngineKind::Conditional,
            (false, None | Some("monte-carlo")) => EngineKind::MonteCarlo,
            (false, Some("table")) => EngineKind::Table,
            (_, Some(engine)) => return Err(ShardError::Engine(engine.to_owned())),
        };
        // a field that is asked about by itself is there to be rolled
        let fields = if given.has("apart") { FieldMode::Apart } else { FieldMode::Common };
        let mut rest = given.clone();
        for id in OF_ROLLS {
            rest.remove(id);
        }
        let link = Link::text(kind, &rest, Setup::shipped().catalogue)?;
        Ok((Self::Link(link), RunSpec { engine, fields, seed: 0 }))
    }

    /// What it is called where a command must name it.
    pub fn name(&self) -> &str {
        match self {
            Self::Scenario { name, .. }
            | Self::Campaign { name, .. }
            | Self::Battle { name, .. } => name,
            Self::Link(link) => link,
        }
    }

    /// Understands it, where `fields` answers questions about whole fields.
    ///
    /// # Errors
    /// With all that is wrong with it; for a precision at which a run is to stop; where nothing is
    /// rolled; and for dice of their own for two that are not there.
    pub fn pose(&self, fields: FieldMode) -> Result<ShardJob, ShardError> {
        let asked = match self {
            Self::Scenario { name, text } => ParsedSource::Scenario(scenario::parse(name, text)?),
            Self::Campaign { name, text } => ParsedSource::Campaign(campaign::parse(name, text)?),
            Self::Battle { name, text, lists } => {
                let texts = BattleFileContents { text: text.clone(), lists: lists.clone() };
                ParsedSource::Battle(Box::new(texts.parse(name, Catalogue::shipped())?))
            }
            Self::Link(link) => ParsedSource::Link(Box::new(LinkRequest::read(link)?)),
        };
        let mut posed = ShardJob { asked, fields };
        if posed.settings().precision.is_some() {
            return Err(ShardError::Precision);
        }
        let rolled = posed.rolled();
        if rolled.is_empty() {
            return Err(ShardError::NothingSampled);
        }
        let is_compared =
            |one: &SampledQuery<'_>| matches!(one, SampledQuery::Field(FieldQuestion::Compare(_)));
        if fields == FieldMode::Apart && !rolled.iter().any(is_compared) {
            return Err(ShardError::NothingCompared);
        }
        if !rolled.iter().any(|one| matches!(one, SampledQuery::Field(_))) {
            posed.fields = FieldMode::Exact;
        }
        Ok(posed)
    }
}
