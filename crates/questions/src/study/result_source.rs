//! Sources of a field's sampled results: a run in this process, a shard of it, or counts of all
//! shards.
//!
//! A field is a list of questions. Its solvers request results by position and do not depend on the
//! source.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::counts::Counts;
use super::{Answer, NamedQuestion, Plan, answer, answer_counted, count};
use warodds_engine::run::{ContractError, Control, Shard, unless_stopped};

/// A source of the results of a field's questions, by position.
pub(super) trait ResultSource: Sync {
    /// Returns what may stop the run.
    fn control(&self) -> &dyn Control;

    /// Answers the question at a place; `None` if this source does not know the answer.
    fn answer(
        &self,
        place: usize,
        question: &NamedQuestion,
        plan: &Plan,
    ) -> Result<Option<Answer>, ContractError>;
}

/// Computes or samples each result on request.
pub(super) struct DirectRun<'a>(pub &'a dyn Control);

impl ResultSource for DirectRun<'_> {
    fn control(&self) -> &dyn Control {
        self.0
    }

    fn answer(
        &self,
        _: usize,
        question: &NamedQuestion,
        plan: &Plan,
    ) -> Result<Option<Answer>, ContractError> {
        unless_stopped(answer(question, plan, self.0))
    }
}

/// Samples and records a shard; answers nothing.
pub(super) struct ShardRecorder<'a> {
    shard: Shard,
    control: &'a dyn Control,
    recorded: Mutex<BTreeMap<usize, (Counts, u64)>>,
}

impl<'a> ShardRecorder<'a> {
    pub(super) fn new(shard: Shard, control: &'a dyn Control) -> Self {
        Self { shard, control, recorded: Mutex::default() }
    }

    fn record(&self, place: usize, counted: (Counts, u64)) {
        // whole entries are inserted, so the map of a thread that panicked is still valid
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).insert(place, counted);
    }

    /// Returns the counts of all places in order and the least number of trials of a place.
    pub(super) fn counted(self) -> (Vec<Counts>, u64) {
        let recorded = self.recorded.into_inner().unwrap_or_else(PoisonError::into_inner);
        let trials = recorded.values().map(|(_, trials)| *trials).min().unwrap_or(0);
        (recorded.into_values().map(|(counts, _)| counts).collect(), trials)
    }
}

impl ResultSource for ShardRecorder<'_> {
    fn control(&self) -> &dyn Control {
        self.control
    }

    fn answer(
        &self,
        place: usize,
        question: &NamedQuestion,
        plan: &Plan,
    ) -> Result<Option<Answer>, ContractError> {
        let counted = unless_stopped(count(question, plan, self.shard, self.control))?;
        counted.into_iter().for_each(|counted| self.record(place, counted));
        Ok(None)
    }
}

/// Reads counts of the plan's number of trials for each question.
pub(super) struct CountsSource<'a> {
    pub counts: &'a [Counts],
    pub control: &'a dyn Control,
}

impl CountsSource<'_> {
    fn of(&self, place: usize) -> Result<&Counts, ContractError> {
        self.counts.get(place).ok_or(ContractError::OutOfRange)
    }
}

impl ResultSource for CountsSource<'_> {
    fn control(&self) -> &dyn Control {
        self.control
    }

    fn answer(
        &self,
        place: usize,
        question: &NamedQuestion,
        plan: &Plan,
    ) -> Result<Option<Answer>, ContractError> {
        let counted = (self.of(place)?.clone(), plan.goal.trials);
        answer_counted(question, plan, counted, false).map(Some)
    }
}
