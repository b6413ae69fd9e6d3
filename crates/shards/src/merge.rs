//! Merging the shards of a run.

use warodds_questions::study::{Control, Shard};

use crate::answer_builder::{AnswerBuilder, MergedAnswer};
use crate::error::{MergeError, MissingBlocks};
use crate::file::{ShardFile, cards_hash, program_name};
use crate::job::{ParsedSource, ShardJob};
use crate::question_shards::QuestionShards;
use crate::run_spec::{FieldMode, RunSpec};

/// The number of gaps for which an error prints the command.
const PRINTED_COMMANDS: usize = 5;

/// Whether a run with missing blocks is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapPolicy {
    /// Missing blocks are an error.
    Refuse,
    /// The counted blocks are answered; the answer says that it is partial.
    Allow,
}

/// Merges the shards of one run, added in any order.
#[derive(Debug, Default)]
pub struct ShardMerger {
    run: Option<MergeRun>,
}

/// The run of the first shard, and the counts added so far.
#[derive(Debug)]
struct MergeRun {
    file: String,
    /// The first shard without its counts; all others must agree with it.
    first: ShardFile,
    job: ShardJob,
    spec: RunSpec,
    questions: Vec<QuestionShards>,
}

impl ShardMerger {
    /// Creates a merger without shards.
    pub const fn new() -> Self {
        Self { run: None }
    }

    /// Adds a shard; one that was added before is ignored. Errors name it `file`.
    ///
    /// # Errors
    /// [`MergeError`] if the shard was counted by another program, belongs to another run, or
    /// overlaps a shard that is not the same. Counts of questions before the faulty one stay added.
    pub fn add(&mut self, file: &str, shard: ShardFile) -> Result<(), MergeError> {
        match &mut self.run {
            Some(run) => run.add(file, &shard),
            None => {
                let mut run = MergeRun::new(file, &shard)?;
                run.add(file, &shard)?;
                self.run = Some(run);
                Ok(())
            }
        }
    }

    /// Returns the name of the file in question, or its link; `None` before the first shard.
    pub fn name(&self) -> Option<&str> {
        self.run.as_ref().map(|run| run.first.asked.name())
    }

    /// Parses a shard and adds it.
    ///
    /// # Errors
    /// Those of [`ShardFile::parse`] and [`add`](Self::add).
    pub fn add_text(&mut self, file: &str, text: &str) -> Result<(), MergeError> {
        self.add(file, ShardFile::parse(file, text)?)
    }

    /// Answers the run.
    ///
    /// Matrices and comparisons in [`FieldMode::Exact`] are computed here, on the threads of the
    /// current rayon pool, until `control` stops them.
    ///
    /// # Errors
    /// [`MergeError::Nothing`] without shards, [`MergeError::Gaps`] if blocks are missing and
    /// `gaps` refuses that, [`MergeError::Uncounted`] if a question has no shard at all.
    ///
    /// # Examples
    /// A failed panic test at morale 7 costs D3 + 1 wounds (A4.2). Shards of 8192 trials each are
    /// merged in any order:
    /// ```
    /// use warodds_questions::study::{EngineKind, Shard, StdControl};
    /// use warodds_shards::{FieldMode, GapPolicy, MergeError, MergedAnswer};
    /// use warodds_shards::{RunSpec, ShardFile, ShardMerger, ShardSource};
    ///
    /// let source = ShardSource::Link("panic?morale=7".to_owned());
    /// let spec = RunSpec { engine: EngineKind::MonteCarlo, fields: FieldMode::Exact, seed: 1 };
    /// let count = |first, blocks| {
    ///     ShardFile::count(&source, spec, Shard { first, blocks }, None, &StdControl).unwrap()
    /// };
    /// let mut merger = ShardMerger::new();
    /// merger.add("b.json", count(2, 2))?;
    /// merger.add("a.json", count(0, 2))?;
    /// merger.add("a.json", count(0, 2))?; // counted once
    /// let overlap = merger.add("c.json", count(1, 2));
    /// assert!(matches!(overlap, Err(MergeError::Overlap { .. })));
    ///
    /// let MergedAnswer::Link("panic", _, reply) = merger.merged(GapPolicy::Refuse, &StdControl)?
    /// else {
    ///     panic!("the source is a link")
    /// };
    /// let json = reply.json().unwrap();
    /// assert!(json.contains("\"trials\": 32768"), "{json}");
    /// # Ok::<(), MergeError>(())
    /// ```
    pub fn merged(
        self,
        gaps: GapPolicy,
        control: &dyn Control,
    ) -> Result<MergedAnswer, MergeError> {
        let run = self.run.ok_or(MergeError::Nothing)?;
        if gaps == GapPolicy::Refuse
            && let Some(missing) = run.missing()
        {
            return Err(MergeError::Gaps { gaps: Box::new(missing) });
        }
        run.answer(control)
    }
}

impl MergeRun {
    /// Creates the run that a shard belongs to, without the shard's counts.
    fn new(file: &str, shard: &ShardFile) -> Result<Self, MergeError> {
        let (version, cards) = (env!("CARGO_PKG_VERSION"), cards_hash()?);
        // rules and cards decide what the counts mean, and both come with the program
        if shard.version != version || shard.cards != cards {
            return Err(MergeError::OtherProgram {
                file: file.to_owned(),
                counted_by: program_name(&shard.version, &shard.cards),
                this: program_name(version, &cards),
            });
        }
        let contradiction =
            |wrong: String| MergeError::Contradiction { file: file.to_owned(), wrong };
        let fault = |wrong| MergeError::Question { file: file.to_owned(), wrong };
        let no_engine = || contradiction(format!("there is no engine `{}`", shard.engine));
        let spec = shard.spec().ok_or_else(no_engine)?;
        let job = shard.asked.parse(shard.fields).map_err(fault)?;
        job.check_engine(spec.engine).map_err(fault)?;
        let questions = vec![QuestionShards::default(); job.names().len()];
        // counts of a large matrix take megabytes, and only the fields are compared
        let first = ShardFile { counted: Vec::new(), ..shard.clone() };
        Ok(Self { file: file.to_owned(), first, job, spec, questions })
    }

    /// Returns the first field in which a shard differs from this run.
    fn difference(&self, shard: &ShardFile) -> Option<&'static str> {
        let first = &self.first;
        let differences = [
            (shard.version != first.version, "the program version"),
            (shard.cards != first.cards, "the set of cards"),
            (shard.asked != first.asked, "the question"),
            (shard.engine != first.engine, "the engine"),
            (shard.fields != first.fields, "the engine of matrices and comparisons"),
            (shard.seed != first.seed, "the seed"),
            (shard.run != first.run, "the hash of the run"),
        ];
        differences.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }

    fn add(&mut self, file: &str, shard: &ShardFile) -> Result<(), MergeError> {
        if let Some(what) = self.difference(shard) {
            let (file, other) = (file.to_owned(), self.file.clone());
            return Err(MergeError::OtherRun { file, other, what });
        }
        let wrong = |wrong: String| MergeError::Contradiction { file: file.to_owned(), wrong };
        let trials_per_block = self.job.trials_per_block();
        self.job.check_shard(shard.shard()).map_err(|error| wrong(error.to_string()))?;
        if shard.trials_of_block != trials_per_block {
            return Err(wrong(format!("a block has {trials_per_block} trials")));
        }
        let trials = shard.blocks.saturating_mul(trials_per_block);
        for counted in &shard.counted {
            let name = &counted.name;
            let question = self.questions.get_mut(counted.question);
            let question =
                question.ok_or_else(|| wrong(format!("there is no question `{name}`")))?;
            // before they are added: a sum cannot be undone
            if !counted.counts.has_trials(trials) {
                return Err(wrong(format!(
                    "the counts of `{name}` do not add up to {trials} trials"
                )));
            }
            question.add(file, name, shard.shard(), &counted.counts)?;
        }
        Ok(())
    }

    /// Returns the number of blocks of the run: that of the last block of any question plus one.
    fn end(&self) -> u64 {
        self.questions.iter().map(QuestionShards::end).max().unwrap_or(0)
    }

    /// Returns the blocks that are missing, with the commands that count them.
    fn missing(&self) -> Option<MissingBlocks> {
        let end = self.end();
        let names = self.job.names();
        let gaps_of = |(question, name): (&QuestionShards, &&str)| {
            let name = (*name).to_owned();
            let gaps = question.gaps(end).into_iter();
            gaps.map(move |shard| (name.clone(), shard)).collect::<Vec<_>>()
        };
        let gaps: Vec<(String, Shard)> =
            self.questions.iter().zip(&names).flat_map(gaps_of).collect();
        let command = |(name, shard): &(String, Shard)| self.command(name, *shard);
        (!gaps.is_empty()).then(|| MissingBlocks {
            commands: gaps.iter().take(PRINTED_COMMANDS).map(command).collect(),
            gaps: gaps.len(),
            blocks: gaps.iter().map(|(_, shard)| shard.blocks).sum(),
        })
    }

    /// Returns the command that counts a gap.
    fn command(&self, name: &str, shard: Shard) -> String {
        let question = if self.questions.len() > 1 {
            format!(" --question {}", shell_quoted(name))
        } else {
            String::new()
        };
        let engine = match (self.first.engine.as_str(), self.job.fields) {
            ("dice", _) => " --engine dice",
            // naming the default engine would sample the matrices that this run computes exactly
            (_, FieldMode::Exact) => "",
            _ => " --engine monte-carlo",
        };
        let Shard { first, blocks } = shard;
        format!(
            "warodds shard {} --seed {} --block {first} --blocks {blocks}{engine}{question} \
             --out missing-{first}.json",
            shell_quoted(self.first.asked.name()),
            self.spec.seed,
        )
    }

    /// Answers the blocks counted so far.
    fn answer(self, control: &dyn Control) -> Result<MergedAnswer, MergeError> {
        let (end, names) = (self.end(), self.job.names());
        let uncounted =
            names.iter().zip(&self.questions).find(|(_, question)| question.sum.is_none());
        let uncounted = uncounted.map(|(name, _)| MergeError::Uncounted((*name).to_owned()));
        let block = self.job.trials_per_block();
        let counts = self.questions.into_iter().map(|question| question.merged_counts(block, end));
        let builder = AnswerBuilder {
            counts: counts.collect::<Vec<_>>().into_iter(),
            plan: self.job.plan(self.spec, end),
            control,
        };
        match (&self.job.parsed, uncounted) {
            // a scenario leaves out uncounted questions; elsewhere the answer is a whole
            (ParsedSource::Scenario(scenario), _) => builder.scenario(&self.job, scenario),
            (_, Some(uncounted)) => Err(uncounted),
            (ParsedSource::Link(link), _) => builder.link(link),
            (ParsedSource::Campaign(scenario), _) => builder.campaign(scenario),
            (ParsedSource::Battle(file), _) => builder.battles(file),
        }
    }
}

/// Quotes a word of a command for POSIX shells, if it needs that.
fn shell_quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
