//! What was added of a question: which blocks, of which files, and their sum.

use std::collections::BTreeMap;

use warodds_questions::study::Shard;

use crate::answers::MergedCounts;
use crate::counts::ShardCounts;
use crate::error::MergeError;
use crate::file::hash_of;

/// What was added of a question.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuestionShards {
    /// What was counted of all its blocks; none where there are none.
    pub sum: Option<ShardCounts>,
    /// By first block.
    shards: BTreeMap<u64, AddedShard>,
}

/// A shard that was added.
#[derive(Clone, Debug)]
struct AddedShard {
    blocks: u64,
    file: String,
    /// A hash of the counts.
    counts: String,
}

impl AddedShard {
    const fn shard(&self, first: u64) -> Shard {
        Shard { first, blocks: self.blocks }
    }
}

impl QuestionShards {
    /// Adds a shard of a file, unless it is there already.
    ///
    /// # Errors
    /// When it shares blocks with another shard and is not the same.
    pub(crate) fn add(
        &mut self,
        file: &str,
        question: &str,
        shard: Shard,
        counts: &ShardCounts,
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
        let part = AddedShard { blocks: shard.blocks, file: file.to_owned(), counts: hash };
        self.shards.insert(shard.first, part);
        Ok(())
    }

    /// A shard that has a block of this one.
    fn overlapping(&self, shard: Shard) -> Option<(&u64, &AddedShard)> {
        let end = shard.first.saturating_add(shard.blocks);
        let before = self.shards.range(..end).next_back()?;
        (before.0.saturating_add(before.1.blocks) > shard.first).then_some(before)
    }

    /// One more than the last block.
    pub(crate) fn end(&self) -> u64 {
        let last = self.shards.last_key_value();
        last.map_or(0, |(first, part)| first.saturating_add(part.blocks))
    }

    /// How many blocks there are.
    fn blocks(&self) -> u64 {
        self.shards.values().map(|part| part.blocks).sum()
    }

    /// What is known where a block has so many trials and the run so many blocks; none where
    /// nothing is.
    pub(crate) fn known(self, block: u64, end: u64) -> Option<MergedCounts> {
        let blocks = self.blocks();
        let trials = blocks.saturating_mul(block);
        Some(MergedCounts { counts: self.sum?, trials, partial: blocks < end })
    }

    /// The blocks up to `end` that are not there.
    pub(crate) fn gaps(&self, end: u64) -> Vec<Shard> {
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
