//! Answers questions with the engine of a plan.
//!
//! Answers are what reports draw: names, distributions and intervals, but no game. Questions
//! about a whole field of units ([`field`]) are answered by [`matrix`] and [`compare`].

mod answer;
pub mod attachments;
mod campaign;
pub mod compare;
mod counts;
pub mod field;
mod field_run;
mod given;
pub mod matrix;
mod outcomes;
mod pair;
mod played;
mod points;
mod question;
mod ranking;
mod rate;
mod registry;
mod result_source;
mod situational;
mod worth;

pub use answer::{Plan, answer, answer_counted, answer_until_stopped, count};
pub use campaign::{MAX_STATES, answer_campaign, answer_campaign_counted, count_campaign};
pub use counts::{Counts, CountsMismatch};
pub use field_run::{answer_field, answer_field_counted, count_field, field_steps};
pub use given::{Comparison, Condition, ConditionError, ResultCondition, answer_given, seed_given};
pub use outcomes::DuelOutcomes;
pub use played::{PlayedResult, play};
pub use points::{PointsBy, PointsTerms};
pub use question::NamedQuestion;
use question::{doubts, foreign, not_modelled, not_modelled_of_field};
pub(crate) use registry::is_loss;
pub(crate) use warodds_answer::cmp_descending;
/// Types of answers.
pub use warodds_answer::{
    Answer, AnswerCondition, CampaignAnswer, CardChange, CriticalCount, Curve, Distribution,
    EngineKind, Event, Headline, Lead, Method, NotModelled, Quantity, RequestedChance,
    RequestedCounts, ResultLabel, Rules, Setting, Timeline,
};
/// Types of the engine that plans and answers use.
pub use warodds_engine::chance::TraceEntry;
pub use warodds_engine::run::{
    BLOCK, ContractError, Control, ExactError, Goal, Isa, LONG_BLOCK, Resolve, Shard, StdControl,
    Stopped,
};

/// Largest number of trials of a question: days of work.
pub const MAX_TRIALS: i64 = 1_000_000_000_000;
