//! One answer of many shards.

use warodds_questions::study::{Control, Shard};

use crate::answers::{AnswerBuilder, MergedAnswer};
use crate::error::{MergeError, MissingBlocks};
use crate::file::{ShardFile, cards};
use crate::how::{FieldMode, RunSpec};
use crate::parts::QuestionShards;
use crate::posed::{ParsedSource, ShardJob};

/// How many commands for missing blocks are told.
const TOLD: usize = 5;

/// What is done where blocks are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapPolicy {
    /// There is no answer.
    Refused,
    /// What there is makes an answer that says it is partial.
    Allowed,
}

/// Shards of one run that are being merged, in any order.
#[derive(Debug, Default)]
pub struct ShardMerger {
    run: Option<MergeRun>,
}

/// What the first shard says of the run, and what was added of it.
#[derive(Debug)]
struct MergeRun {
    file: String,
    first: ShardFile,
    posed: ShardJob,
    how: RunSpec,
    questions: Vec<QuestionShards>,
}

impl ShardMerger {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self { run: None }
    }

    /// Adds a shard, unless it is one that was added already; `file` is what errors call it.
    ///
    /// # Errors
    /// When it is of another run, or shares blocks with another shard and is not the same. Nothing
    /// of it is added then.
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

    /// What the run asks, as files call it or as a link; none before a shard was added.
    pub fn name(&self) -> Option<&str> {
        self.run.as_ref().map(|run| run.first.asked.name())
    }

    /// Reads a shard and adds it.
    ///
    /// # Errors
    /// As [`ShardFile::read`] and [`add`](Self::add).
    pub fn add_text(&mut self, file: &str, text: &str) -> Result<(), MergeError> {
        self.add(file, ShardFile::read(file, text)?)
    }

    /// The answers. Questions about whole fields of which nothing was counted are worked out here,
    /// on the threads of the current rayon pool, unless `control` stops that.
    ///
    /// # Errors
    /// When there is no shard, or blocks are missing and gaps are refused.
    pub fn merged(
        self,
        gaps: GapPolicy,
        control: &dyn Control,
    ) -> Result<MergedAnswer, MergeError> {
        let run = self.run.ok_or(MergeError::Nothing)?;
        if gaps == GapPolicy::Refused
            && let Some(missing) = run.missing()
        {
            return Err(MergeError::Gaps { gaps: Box::new(missing) });
        }
        run.answered(control)
    }
}

impl MergeRun {
    /// The run of a shard, without its counts.
    fn new(file: &str, shard: &ShardFile) -> Result<Self, MergeError> {
        let (version, own) = (env!("CARGO_PKG_VERSION"), cards()?);
        if shard.version != version || shard.cards != own {
            return Err(MergeError::OtherProgram {
                file: file.to_owned(),
                given: ShardFile::program(&shard.version, &shard.cards),
                own: ShardFile::program(version, &own),
            });
        }
        let contradiction =
            |wrong: String| MergeError::Contradiction { file: file.to_owned(), wrong };
        let question = |wrong| MergeError::Question { file: file.to_owned(), wrong };
        let engine = || contradiction(format!("there is no engine `{}`", shard.engine));
        let (how, posed) = (shard.how().ok_or_else(engine)?, shard.asked.pose(shard.fields));
        let posed = posed.map_err(question)?;
        posed.check(how.engine).map_err(question)?;
        let questions = vec![QuestionShards::default(); posed.names().len()];
        let first = ShardFile { counted: Vec::new(), ..shard.clone() };
        Ok(Self { file: file.to_owned(), first, posed, how, questions })
    }

    /// What another run has else.
    fn difference(&self, shard: &ShardFile) -> Option<&'static str> {
        let first = &self.first;
        let differences = [
            (shard.version != first.version, "the version that counted"),
            (shard.cards != first.cards, "the set of cards it was counted with"),
            (shard.asked != first.asked, "the question"),
            (shard.engine != first.engine, "the engine"),
            (shard.fields != first.fields, "who answers matrices and comparisons"),
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
        let block = self.posed.block();
        self.posed.check_shard(shard.shard()).map_err(|error| wrong(error.to_string()))?;
        if shard.trials_of_block != block {
            return Err(wrong(format!("a block has {block} trials")));
        }
        let trials = shard.blocks.saturating_mul(block);
        for counted in &shard.counted {
            let name = &counted.name;
            let parts = self.questions.get_mut(counted.question);
            let parts = parts.ok_or_else(|| wrong(format!("there is no question `{name}`")))?;
            if !counted.counts.are_of(trials) {
                return Err(wrong(format!("`{name}` does not count {trials} trials")));
            }
            parts.add(file, name, shard.shard(), &counted.counts)?;
        }
        Ok(())
    }

    /// One more than the last block of any question.
    fn end(&self) -> u64 {
        self.questions.iter().map(QuestionShards::end).max().unwrap_or(0)
    }

    /// The blocks that nobody counted, if any.
    fn missing(&self) -> Option<MissingBlocks> {
        let end = self.end();
        let names = self.posed.names();
        let of = |(parts, name): (&QuestionShards, &&str)| {
            let name = (*name).to_owned();
            parts.gaps(end).into_iter().map(move |shard| (name.clone(), shard)).collect::<Vec<_>>()
        };
        let gaps: Vec<(String, Shard)> = self.questions.iter().zip(&names).flat_map(of).collect();
        let command = |(name, shard): &(String, Shard)| self.command(name, *shard);
        (!gaps.is_empty()).then(|| MissingBlocks {
            commands: gaps.iter().take(TOLD).map(command).collect(),
            places: gaps.len(),
            blocks: gaps.iter().map(|(_, shard)| shard.blocks).sum(),
        })
    }

    /// The command that counts these blocks.
    fn command(&self, name: &str, shard: Shard) -> String {
        let question = if self.questions.len() > 1 {
            format!(" --question {}", quoted_for_shells(name))
        } else {
            String::new()
        };
        let engine = match (self.first.engine.as_str(), self.posed.fields) {
            ("conditional", _) => " --conditional",
            ("table", _) => " --engine table",
            (_, FieldMode::Exact) => "",
            _ => " --engine monte-carlo",
        };
        let apart = if self.posed.fields == FieldMode::Apart { " --apart" } else { "" };
        let Shard { first, blocks } = shard;
        format!(
            "warodds shard {} --seed {} --block {first} --blocks {blocks}{engine}{apart}{question} \
             --out missing-{first}.json",
            quoted_for_shells(self.first.asked.name()),
            self.how.seed,
        )
    }

    /// The answers of what there is; of a question of which there is nothing none.
    fn answered(self, control: &dyn Control) -> Result<MergedAnswer, MergeError> {
        let (end, names) = (self.end(), self.posed.names());
        let nothing = names.iter().zip(&self.questions).find(|(_, parts)| parts.sum.is_none());
        let nothing = nothing.map(|(name, _)| MergeError::Uncounted((*name).to_owned()));
        let block = self.posed.block();
        let known = self.questions.into_iter().map(|parts| parts.known(block, end));
        let known = AnswerBuilder {
            known: known.collect::<Vec<_>>().into_iter(),
            plan: self.posed.plan(self.how, end),
            control,
        };
        match (&self.posed.asked, nothing) {
            (ParsedSource::Scenario(scenario), _) => known.scenario(&self.posed, scenario),
            (_, Some(nothing)) => Err(nothing),
            (ParsedSource::Link(linked), _) => known.link(linked),
            (ParsedSource::Campaign(scenario), _) => known.campaign(scenario),
            (ParsedSource::Battle(file), _) => known.battles(file),
        }
    }
}

/// A word of a command as shells read it.
fn quoted_for_shells(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
