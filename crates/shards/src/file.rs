//! A shard's file: what was asked, which blocks of it were counted, and the counts.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::describe_json_error;
use warodds_questions::study::{Control, EngineKind, Shard};

use crate::counts::ShardCounts;
use crate::error::{MergeError, ShardError};
use crate::how::{FieldMode, RunSpec};
use crate::posed::{SampledQuery, ShardJob};
use crate::source::ShardSource;

/// The contract that every file names.
pub const SCHEMA: &str = "warodds/shard/1";

/// What was counted of some blocks of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardFile {
    pub(super) schema: String,
    /// Of the program that counted.
    pub version: String,
    /// A hash of the cards that are part of that program.
    pub cards: String,
    /// What was asked.
    pub asked: ShardSource,
    /// The engine's name.
    pub engine: String,
    /// Who answers questions about whole fields.
    pub fields: FieldMode,
    /// The run's seed.
    pub seed: u64,
    /// A hash of all above: files of one run share it.
    pub run: String,
    /// Trials of a block.
    pub trials_of_block: u64,
    /// The number of the first block, from 0.
    pub block: u64,
    /// How many blocks there are.
    pub blocks: u64,
    /// What was counted of them, for each question.
    pub counted: Vec<QuestionCounts>,
}

/// What was counted of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionCounts {
    /// Its place among those that are asked, from 0.
    pub question: usize,
    /// Its name.
    pub name: String,
    /// The counts.
    pub counts: ShardCounts,
}

/// A file, and a hash of it by which an edited one is known.
#[derive(Serialize)]
struct SealedShard<'a> {
    #[serde(flatten)]
    shard: &'a ShardFile,
    checksum: String,
}

impl ShardFile {
    /// Counts blocks of what is asked: of all questions, or of the one of that name.
    ///
    /// # Errors
    /// For blocks, questions and engines that are none; and when `control` stops it.
    pub fn count(
        source: &ShardSource,
        how: RunSpec,
        shard: Shard,
        question: Option<&str>,
        control: &dyn Control,
    ) -> Result<Self, ShardError> {
        let posed = source.pose(how.fields)?;
        posed.check(how.engine)?;
        posed.check_shard(shard)?;
        let mut counted = Vec::new();
        for (place, rolled) in places(&posed, question)? {
            let name = rolled.name().to_owned();
            let (counts, trials) = posed.count(rolled, how, shard, control)?;
            if trials != shard.blocks.saturating_mul(posed.block()) {
                return Err(ShardError::Stopped);
            }
            counted.push(QuestionCounts { question: place, name, counts });
        }
        Ok(Self::new(source, how, &posed, shard, counted)?)
    }

    fn new(
        source: &ShardSource,
        how: RunSpec,
        posed: &ShardJob,
        shard: Shard,
        counted: Vec<QuestionCounts>,
    ) -> Result<Self, serde_json::Error> {
        let mut file = Self {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cards: cards()?,
            asked: source.clone(),
            engine: how.engine.name().to_owned(),
            fields: posed.fields,
            seed: how.seed,
            run: String::new(),
            trials_of_block: posed.block(),
            block: shard.first,
            blocks: shard.blocks,
            counted,
        };
        file.run = file.hash()?;
        Ok(file)
    }

    /// The hash of what was asked, by whom and how.
    fn hash(&self) -> Result<String, serde_json::Error> {
        let who = (&self.schema, &self.version, &self.cards);
        hash_of(&(who, &self.asked, &self.engine, self.fields, self.seed))
    }

    /// The blocks.
    pub const fn shard(&self) -> Shard {
        Shard { first: self.block, blocks: self.blocks }
    }

    /// Which dice were rolled; none for an engine that does not count.
    pub fn how(&self) -> Option<RunSpec> {
        let sampling = [EngineKind::MonteCarlo, EngineKind::Table, EngineKind::Conditional];
        let engine = sampling.into_iter().find(|engine| engine.name() == self.engine)?;
        Some(RunSpec { engine, fields: self.fields, seed: self.seed })
    }

    /// As text: JSON on one line, with a checksum at its end.
    ///
    /// # Errors
    /// Never for a shard; the serializer's own error is passed on rather than hidden.
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let sealed = SealedShard { shard: self, checksum: hash_of(self)? };
        serde_json::to_string(&sealed).map(|text| text + "\n")
    }

    /// Reads a shard; `file` is what errors call it.
    ///
    /// # Errors
    /// For what is no shard, and for one that was cut short, edited or counted by another program.
    pub fn read(file: &str, text: &str) -> Result<Self, MergeError> {
        let wrong = |wrong: String| MergeError::Format { file: file.to_owned(), wrong };
        let mut value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| wrong(describe_json_error(&error)))?;
        let found = value.get("schema").and_then(serde_json::Value::as_str);
        if found != Some(SCHEMA) {
            return Err(wrong(format!("its schema is not {SCHEMA}")));
        }
        let fields = value.as_object_mut().and_then(|fields| fields.remove("checksum"));
        let checksum = fields.and_then(|checksum| checksum.as_str().map(str::to_owned));
        let shard: Self =
            serde_json::from_value(value).map_err(|error| wrong(describe_json_error(&error)))?;
        let json = |error: serde_json::Error| wrong(describe_json_error(&error));
        if checksum != Some(hash_of(&shard).map_err(json)?) {
            return Err(MergeError::Changed { file: file.to_owned() });
        }
        if shard.run != shard.hash().map_err(json)? {
            let wrong = "its run is not what it says of it".to_owned();
            return Err(MergeError::Contradiction { file: file.to_owned(), wrong });
        }
        Ok(shard)
    }

    /// The program that counted, in words.
    pub fn program(version: &str, cards: &str) -> String {
        let short: String = cards.chars().take(8).collect();
        format!("warodds {version} with cards {short}")
    }
}

/// What is to be counted, each with its place: all that is rolled, or what has that name.
fn places<'p>(
    posed: &'p ShardJob,
    question: Option<&str>,
) -> Result<Vec<(usize, SampledQuery<'p>)>, ShardError> {
    let mut all: Vec<(usize, SampledQuery<'p>)> = posed.rolled().into_iter().enumerate().collect();
    let Some(given) = question else { return Ok(all) };
    let known: Vec<String> = all.iter().map(|(_, one)| format!("`{}`", one.name())).collect();
    all.retain(|(_, one)| one.name() == given);
    if all.is_empty() {
        let given = given.to_owned();
        return Err(ShardError::Question { given, known: known.join(", ") });
    }
    Ok(all)
}

/// A hash of the cards that are part of the program.
pub(super) fn cards() -> Result<String, serde_json::Error> {
    hash_of(&Catalogue::shipped_files())
}

/// A hash of a value, by its JSON.
///
/// # Errors
/// Never for what is hashed here; the serializer's own error is passed on rather than hidden.
pub(super) fn hash_of(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let digest = Sha256::digest(serde_json::to_vec(value)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}
