//! The shards added so far for one question: their blocks, their files and the sum of their counts.

use std::collections::BTreeMap;

use warodds_questions::study::Shard;

use crate::answer_builder::CountedTrials;
use crate::counts::ShardCounts;
use crate::error::MergeError;
use crate::file::hash_of;

/// The shards added so far for one question.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuestionShards {
    /// The sum of all counts; `None` before the first shard.
    pub sum: Option<ShardCounts>,
    /// Added shards by their first block.
    shards: BTreeMap<u64, AddedShard>,
}

/// A shard that was added, without its counts.
#[derive(Clone, Debug)]
struct AddedShard {
    blocks: u64,
    file: String,
    // the hash distinguishes repeated files from conflicting ones, and takes less memory than
    // counts
    counts_hash: String,
}

impl AddedShard {
    const fn shard(&self, first: u64) -> Shard {
        Shard { first, blocks: self.blocks }
    }
}

impl QuestionShards {
    /// Adds the counts of a shard; a shard that was added before is ignored.
    ///
    /// # Errors
    /// [`MergeError::Disagree`] if the same blocks have other counts, [`MergeError::Overlap`] if
    /// only some blocks are shared, [`MergeError::Contradiction`] if the counts have another shape.
    pub(crate) fn add(
        &mut self,
        file: &str,
        question: &str,
        shard: Shard,
        counts: &ShardCounts,
    ) -> Result<(), MergeError> {
        let counts_hash = hash_of(counts)?;
        if let Some((&first, other)) = self.overlapping(shard) {
            let (file, question) = (file.to_owned(), question.to_owned());
            let other_shard = other.shard(first);
            let other_file = other.file.clone();
            return match (other_shard == shard, other.counts_hash == counts_hash) {
                (true, true) => Ok(()),
                (true, false) => Err(MergeError::Disagree { file, other: other_file, question }),
                _ => {
                    let shared = intersection(shard, other_shard);
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
        let added = AddedShard { blocks: shard.blocks, file: file.to_owned(), counts_hash };
        self.shards.insert(shard.first, added);
        Ok(())
    }

    /// Returns an added shard that shares a block with `shard`.
    fn overlapping(&self, shard: Shard) -> Option<(&u64, &AddedShard)> {
        // added shards are disjoint, so only the last one that begins before the end can overlap
        let end = shard.first.saturating_add(shard.blocks);
        let last = self.shards.range(..end).next_back()?;
        (last.0.saturating_add(last.1.blocks) > shard.first).then_some(last)
    }

    /// Returns the number of the last block plus one; 0 if there is none.
    pub(crate) fn end(&self) -> u64 {
        let last = self.shards.last_key_value();
        last.map_or(0, |(first, added)| first.saturating_add(added.blocks))
    }

    /// Returns the number of blocks added.
    fn blocks(&self) -> u64 {
        self.shards.values().map(|added| added.blocks).sum()
    }

    /// Returns the merged counts of a run of `end` blocks, or `None` if no shard was added.
    pub(crate) fn merged_counts(self, trials_per_block: u64, end: u64) -> Option<CountedTrials> {
        let blocks = self.blocks();
        let trials = blocks.saturating_mul(trials_per_block);
        Some(CountedTrials { counts: self.sum?, trials, partial: blocks < end })
    }

    /// Returns the blocks before `end` that no shard has counted.
    pub(crate) fn gaps(&self, end: u64) -> Vec<Shard> {
        let mut gaps = Vec::new();
        let mut done = 0;
        // an empty shard at the end of the run closes the last gap
        let sentinel = std::iter::once((end, 0));
        let added = self.shards.iter().map(|(first, added)| (*first, added.blocks));
        for (first, blocks) in added.chain(sentinel) {
            if first > done {
                gaps.push(Shard { first: done, blocks: first - done });
            }
            done = done.max(first.saturating_add(blocks));
        }
        gaps
    }
}

/// Returns the blocks that two overlapping shards share.
fn intersection(one: Shard, other: Shard) -> Shard {
    let end = |shard: Shard| shard.first.saturating_add(shard.blocks);
    let first = one.first.max(other.first);
    Shard { first, blocks: end(one).min(end(other)).saturating_sub(first) }
}
