//! One answer of many shards.

use std::collections::BTreeMap;

use super::asked::{How, Posed};
use super::error::{MergeError, Missing};
use super::file::{ShardFile, cards, hash_of};
use crate::request::why::Analysis;
use crate::request::{Reply, Request};
use crate::scenario::Scenario;
use crate::scenario::campaign::CampaignScenario;
use crate::study::{
    Answer, CampaignAnswer, CampaignPlan, ContractError, Counts, NamedQuestion, Shard, StdControl,
    answer_campaign_counted, answer_counted,
};

/// How many commands for missing blocks are told.
const TOLD: usize = 5;

/// What is done where blocks are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gaps {
    /// There is no answer.
    Refused,
    /// What there is makes an answer that says it is partial.
    Allowed,
}

/// Shards of one run that are being merged, in any order.
#[derive(Debug, Default)]
pub struct Merger {
    run: Option<Run>,
}

/// What the first shard says of the run, and what was added of it.
#[derive(Debug)]
struct Run {
    file: String,
    first: ShardFile,
    posed: Posed,
    how: How,
    questions: Vec<Parts>,
}

/// What was added of a question.
#[derive(Clone, Debug, Default)]
struct Parts {
    sum: Option<Counts>,
    /// By first block.
    shards: BTreeMap<u64, Part>,
}

/// A shard that was added.
#[derive(Clone, Debug)]
struct Part {
    blocks: u64,
    file: String,
    /// A hash of the counts.
    counts: String,
}

impl Part {
    const fn shard(&self, first: u64) -> Shard {
        Shard { first, blocks: self.blocks }
    }
}

/// What shards came to.
#[derive(Clone, Debug)]
pub enum Merged {
    /// A scenario with the answers to the questions that are sampled.
    Scenario(Box<Scenario>, Vec<Answer>),
    /// A campaign with its answer.
    Campaign(Box<CampaignScenario>, Box<CampaignAnswer>),
    /// The question of a link with its reply, and the name of its kind.
    Link(&'static str, Box<Request>, Reply),
}

impl Merger {
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
                let mut run = Run::new(file, &shard)?;
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

    /// The answers.
    ///
    /// # Errors
    /// When there is no shard, or blocks are missing and gaps are refused.
    pub fn merged(self, gaps: Gaps) -> Result<Merged, MergeError> {
        let run = self.run.ok_or(MergeError::Nothing)?;
        if gaps == Gaps::Refused
            && let Some(missing) = run.missing()
        {
            return Err(MergeError::Gaps { gaps: Box::new(missing) });
        }
        run.answered()
    }
}

impl Run {
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
        let (how, posed) = (shard.how().ok_or_else(engine)?, shard.asked.pose().map_err(question)?);
        posed.check(how.engine).map_err(question)?;
        let questions = vec![Parts::default(); posed.names().len()];
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
        self.questions.iter().map(Parts::end).max().unwrap_or(0)
    }

    /// The blocks that nobody counted, if any.
    fn missing(&self) -> Option<Missing> {
        let end = self.end();
        let names = self.posed.names();
        let of = |(parts, name): (&Parts, &&str)| {
            let name = (*name).to_owned();
            parts.gaps(end).into_iter().map(move |shard| (name.clone(), shard)).collect::<Vec<_>>()
        };
        let gaps: Vec<(String, Shard)> = self.questions.iter().zip(&names).flat_map(of).collect();
        let command = |(name, shard): &(String, Shard)| self.command(name, *shard);
        (!gaps.is_empty()).then(|| Missing {
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
        let engine = match self.first.engine.as_str() {
            "conditional" => " --conditional",
            "table" => " --engine table",
            _ => "",
        };
        let Shard { first, blocks } = shard;
        format!(
            "warodds shard {} --seed {} --block {first} --blocks {blocks}{engine}{question} --out \
             missing-{first}.json",
            quoted_for_shells(self.first.asked.name()),
            self.how.seed,
        )
    }

    /// The answers of what there is; of a question of which there is nothing none.
    fn answered(self) -> Result<Merged, MergeError> {
        let (end, names) = (self.end(), self.posed.names());
        let nothing = names.iter().zip(&self.questions).find(|(_, parts)| parts.sum.is_none());
        let nothing = nothing.map(|(name, _)| MergeError::Uncounted((*name).to_owned()));
        let plan = self.posed.plan(self.how, end);
        let block = self.posed.block();
        let mut known = self.questions.into_iter().map(|parts| parts.known(block, end));
        match (self.posed, nothing) {
            (Posed::Scenario(scenario), _) => {
                let known = scenario.asked.iter().zip(known);
                let answers = known.filter_map(|(asked, found)| {
                    let Known { counts, partial } = found?;
                    Some(answer_counted(asked, &plan, counts, partial))
                });
                let answers: Result<_, _> = answers.collect();
                Ok(Merged::Scenario(Box::new(scenario), answers?))
            }
            (_, Some(nothing)) => Err(nothing),
            (Posed::Link(linked), _) => {
                let request = Request { plan, ..linked.request };
                let mut answer = |asked: &NamedQuestion| {
                    let found = known.next().flatten().ok_or(ContractError::Impossible)?;
                    answer_counted(asked, &plan, found.counts, found.partial)
                };
                let reply = request.answer_each(Analysis::default(), &StdControl, &mut answer)?;
                Ok(Merged::Link(linked.kind.name, Box::new(request), reply))
            }
            (Posed::Campaign(scenario), _) => {
                let Known { counts, partial } =
                    known.next().flatten().ok_or(ContractError::Impossible)?;
                let plan = CampaignPlan { engine: plan.engine, goal: plan.goal };
                let (title, campaign) = (&scenario.title, &scenario.campaign);
                let found = answer_campaign_counted(title, campaign, &plan, counts, partial)?;
                Ok(Merged::Campaign(Box::new(scenario), Box::new(found)))
            }
        }
    }
}

/// What is known of a question.
struct Known {
    /// The counts, and of how many trials.
    counts: (Counts, u64),
    /// Whether blocks of it are missing.
    partial: bool,
}

impl Parts {
    fn add(
        &mut self,
        file: &str,
        question: &str,
        shard: Shard,
        counts: &Counts,
    ) -> Result<(), MergeError> {
        let hash = hash_of(counts)?;
        if let Some((&first, other)) = self.overlapping(shard) {
            let (file, question) = (file.to_owned(), question.to_owned());
            let theirs = other.shard(first);
            let other_file = other.file.clone();
            return match (theirs == shard, other.counts == hash) {
                (true, true) => Ok(()),
                (true, false) => Err(MergeError::Disagree { file, other: other_file, question }),
                _ => {
                    let shared = shared(shard, theirs);
                    Err(MergeError::Overlap { file, other: other_file, question, shared })
                }
            };
        }
        match &mut self.sum {
            None => self.sum = Some(counts.clone()),
            Some(sum) => sum.add(counts).map_err(|error| MergeError::Contradiction {
                file: file.to_owned(),
                wrong: error.to_string(),
            })?,
        }
        let part = Part { blocks: shard.blocks, file: file.to_owned(), counts: hash };
        self.shards.insert(shard.first, part);
        Ok(())
    }

    /// A shard that has a block of this one.
    fn overlapping(&self, shard: Shard) -> Option<(&u64, &Part)> {
        let end = shard.first.saturating_add(shard.blocks);
        let before = self.shards.range(..end).next_back()?;
        (before.0.saturating_add(before.1.blocks) > shard.first).then_some(before)
    }

    /// One more than the last block.
    fn end(&self) -> u64 {
        let last = self.shards.last_key_value();
        last.map_or(0, |(first, part)| first.saturating_add(part.blocks))
    }

    /// How many blocks there are.
    fn blocks(&self) -> u64 {
        self.shards.values().map(|part| part.blocks).sum()
    }

    /// What is known where a block has so many trials and the run so many blocks; none where
    /// nothing is.
    fn known(self, block: u64, end: u64) -> Option<Known> {
        let blocks = self.blocks();
        let trials = blocks.saturating_mul(block);
        Some(Known { counts: (self.sum?, trials), partial: blocks < end })
    }

    /// The blocks up to `end` that are not there.
    fn gaps(&self, end: u64) -> Vec<Shard> {
        let mut gaps = Vec::new();
        let mut done = 0;
        let ends = std::iter::once((end, 0));
        for (first, blocks) in
            self.shards.iter().map(|(first, part)| (*first, part.blocks)).chain(ends)
        {
            if first > done {
                gaps.push(Shard { first: done, blocks: first - done });
            }
            done = done.max(first.saturating_add(blocks));
        }
        gaps
    }
}

/// The blocks that two shards share.
fn shared(one: Shard, other: Shard) -> Shard {
    let end = |shard: Shard| shard.first.saturating_add(shard.blocks);
    let first = one.first.max(other.first);
    Shard { first, blocks: end(one).min(end(other)).saturating_sub(first) }
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
