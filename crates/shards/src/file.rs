//! Shard files: the question, the blocks that were counted, and their counts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use warodds_questions::catalogue::Catalogue;
use warodds_questions::document::describe_json_error;
use warodds_questions::json::schema_of;
use warodds_questions::study::{Control, EngineKind, Shard};

use crate::counts::ShardCounts;
use crate::error::{MergeError, ShardError};
use crate::job::{SampledQuery, ShardJob};
use crate::run_spec::{FieldMode, RunSpec};
use crate::source::ShardSource;

/// The format version that every shard file names.
pub const SCHEMA: &str = "warodds/shard/1";

/// The engines that sample.
const SAMPLING: [EngineKind; 2] = [EngineKind::MonteCarlo, EngineKind::Dice];

/// Returns the JSON Schema of a shard file.
pub fn schema() -> Value {
    schema_of::<SealedShard<'_>>()
}

/// The counts of some blocks of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShardFile {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    pub(super) schema: String,
    /// The version of the program that counted.
    pub version: String,
    /// A hash of the cards built into that program.
    pub cards: String,
    /// The question.
    pub asked: ShardSource,
    /// The name of the engine.
    #[schemars(extend("enum" = SAMPLING.map(EngineKind::name)))]
    pub engine: String,
    /// How matrices and comparisons are answered.
    pub fields: FieldMode,
    /// The seed of the run.
    pub seed: u64,
    /// A hash of the fields above; files of one run share it.
    pub run: String,
    /// The number of trials in a block: 8192, or 512 of campaigns, or 16 of battles.
    #[schemars(range(min = 1))]
    pub trials_of_block: u64,
    /// The number of the first block, from 0.
    pub block: u64,
    /// The number of blocks, at least 1.
    #[schemars(range(min = 1))]
    pub blocks: u64,
    /// The counts of each question.
    pub counted: Vec<QuestionCounts>,
}

/// The counts of one question of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionCounts {
    /// The index of the question in [`ShardJob::sampled`].
    pub question: usize,
    /// The name of the question.
    pub name: String,
    /// The counts.
    pub counts: ShardCounts,
}

/// Written by `warodds shard`: the counts of each result in some blocks of a run. `warodds merge`
/// adds shards up.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "A shard of warodds")]
struct SealedShard<'a> {
    #[serde(flatten)]
    shard: &'a ShardFile,
    /// A hash of the fields above, which reveals an edited file.
    checksum: String,
}

impl ShardFile {
    /// Counts the blocks of `shard`, for all questions of `source` or for the one called
    /// `question`.
    ///
    /// The counts depend on the source, the spec and the block numbers alone: they are the same on
    /// every machine and on any number of threads.
    ///
    /// # Errors
    /// [`ShardError`] for faults of the source, an engine that cannot count it, blocks beyond the
    /// longest run, an unknown question, and [`ShardError::Stopped`] if `control` stopped it.
    pub fn count(
        source: &ShardSource,
        spec: RunSpec,
        shard: Shard,
        question: Option<&str>,
        control: &dyn Control,
    ) -> Result<Self, ShardError> {
        let job = source.parse(spec.fields)?;
        job.check_engine(spec.engine)?;
        job.check_shard(shard)?;
        let mut counted = Vec::new();
        for (index, query) in selected(&job, question)? {
            let name = query.name().to_owned();
            let (counts, trials) = job.count(query, spec, shard, control)?;
            // counts of a stopped shard would be merged as if they were whole
            if trials != shard.blocks.saturating_mul(job.trials_per_block()) {
                return Err(ShardError::Stopped);
            }
            counted.push(QuestionCounts { question: index, name, counts });
        }
        Ok(Self::new(source, spec, &job, shard, counted)?)
    }

    fn new(
        source: &ShardSource,
        spec: RunSpec,
        job: &ShardJob,
        shard: Shard,
        counted: Vec<QuestionCounts>,
    ) -> Result<Self, serde_json::Error> {
        let mut file = Self {
            schema: SCHEMA.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            cards: cards_hash()?,
            asked: source.clone(),
            engine: spec.engine.name().to_owned(),
            fields: job.fields,
            seed: spec.seed,
            run: String::new(),
            trials_of_block: job.trials_per_block(),
            block: shard.first,
            blocks: shard.blocks,
            counted,
        };
        file.run = file.run_hash()?;
        Ok(file)
    }

    /// Returns the hash of everything that the files of one run share.
    fn run_hash(&self) -> Result<String, serde_json::Error> {
        // blocks and counts are not part of it: they differ among the files of a run
        let program = (&self.schema, &self.version, &self.cards);
        hash_of(&(program, &self.asked, &self.engine, self.fields, self.seed))
    }

    /// Returns the range of blocks.
    pub const fn shard(&self) -> Shard {
        Shard { first: self.block, blocks: self.blocks }
    }

    /// Returns the engine and the seed, or `None` if the engine is unknown or does not sample.
    pub(crate) fn spec(&self) -> Option<RunSpec> {
        let engine = SAMPLING.into_iter().find(|engine| engine.name() == self.engine)?;
        Some(RunSpec { engine, fields: self.fields, seed: self.seed })
    }

    /// Serializes the shard as one line of JSON that ends with a checksum.
    ///
    /// # Errors
    /// Never for a shard; the serializer's own error is passed on rather than hidden.
    ///
    /// # Examples
    /// An edited seed no longer matches the checksum:
    /// ```
    /// use warodds_questions::study::{EngineKind, Shard, StdControl};
    /// use warodds_shards::{FieldMode, MergeError, RunSpec, ShardFile, ShardSource};
    ///
    /// let source = ShardSource::Link("panic?morale=7".to_owned());
    /// let spec = RunSpec { engine: EngineKind::MonteCarlo, fields: FieldMode::Exact, seed: 7 };
    /// let shard = Shard { first: 3, blocks: 1 };
    /// let file = ShardFile::count(&source, spec, shard, None, &StdControl).unwrap();
    /// let text = file.text().unwrap();
    /// assert_eq!(ShardFile::parse("3.json", &text).unwrap(), file);
    ///
    /// let edited = text.replace("\"seed\":7", "\"seed\":8");
    /// let error = ShardFile::parse("3.json", &edited).unwrap_err();
    /// assert!(matches!(error, MergeError::Changed { .. }));
    /// ```
    pub fn text(&self) -> Result<String, serde_json::Error> {
        let sealed = SealedShard { shard: self, checksum: hash_of(self)? };
        serde_json::to_string(&sealed).map(|text| text + "\n")
    }

    /// Parses a shard. Errors name it `file`.
    ///
    /// # Errors
    /// [`MergeError::Format`] for text that is not a whole shard, [`MergeError::Changed`] for a
    /// wrong checksum, [`MergeError::Contradiction`] for a wrong hash of the run.
    pub fn parse(file: &str, text: &str) -> Result<Self, MergeError> {
        let wrong = |wrong: String| MergeError::Format { file: file.to_owned(), wrong };
        let mut value: Value =
            serde_json::from_str(text).map_err(|error| wrong(describe_json_error(&error)))?;
        let schema = value.get("schema").and_then(Value::as_str);
        // checked before the fields: a file of a later format gets one clear message
        if schema != Some(SCHEMA) {
            return Err(wrong(format!("its schema is not {SCHEMA}")));
        }
        // the checksum covers all fields but itself
        let fields = value.as_object_mut().and_then(|fields| fields.remove("checksum"));
        let checksum = fields.and_then(|checksum| checksum.as_str().map(str::to_owned));
        let shard: Self =
            serde_json::from_value(value).map_err(|error| wrong(describe_json_error(&error)))?;
        let json = |error: serde_json::Error| wrong(describe_json_error(&error));
        if checksum != Some(hash_of(&shard).map_err(json)?) {
            return Err(MergeError::Changed { file: file.to_owned() });
        }
        if shard.run != shard.run_hash().map_err(json)? {
            let wrong = "the hash in `run` does not match the fields above it".to_owned();
            return Err(MergeError::Contradiction { file: file.to_owned(), wrong });
        }
        Ok(shard)
    }
}

/// Describes a program for messages: its version and the start of the hash of its cards.
pub(crate) fn program_name(version: &str, cards: &str) -> String {
    let short: String = cards.chars().take(8).collect();
    format!("warodds {version} with cards {short}")
}

/// Returns the questions to count with their indices: all of them, or the one called `name`.
fn selected<'j>(
    job: &'j ShardJob,
    name: Option<&str>,
) -> Result<Vec<(usize, SampledQuery<'j>)>, ShardError> {
    let mut all: Vec<(usize, SampledQuery<'j>)> = job.sampled().into_iter().enumerate().collect();
    let Some(name) = name else { return Ok(all) };
    let known: Vec<String> = all.iter().map(|(_, query)| format!("`{}`", query.name())).collect();
    all.retain(|(_, query)| query.name() == name);
    if all.is_empty() {
        let name = name.to_owned();
        return Err(ShardError::UnknownQuestion { name, known: known.join(", ") });
    }
    Ok(all)
}

/// Returns the hash of the cards built into this program.
pub(super) fn cards_hash() -> Result<String, serde_json::Error> {
    hash_of(&Catalogue::shipped_files().map(|file| (file.name, file.text)).collect::<Vec<_>>())
}

/// Returns a hash of a question under this program and its cards.
///
/// # Errors
/// As [`hash_of`].
pub fn question_hash(question: &impl Serialize) -> Result<String, serde_json::Error> {
    hash_of(&(env!("CARGO_PKG_VERSION"), cards_hash()?, question))
}

/// Returns the SHA-256 hash of a value's JSON, in hexadecimal digits.
///
/// # Errors
/// Never for the types of this crate; the serializer's own error is passed on rather than hidden.
pub fn hash_of(value: &impl Serialize) -> Result<String, serde_json::Error> {
    // serde writes fields in the order of their declaration, so equal values have equal bytes on
    // every machine; the hash reveals accidents, it is no signature
    let digest = Sha256::digest(serde_json::to_vec(value)?);
    Ok(digest.iter().map(|byte| format!("{byte:02x}")).collect())
}
