//! Answers to questions about tabletop wargames.
//!
//! Answers are what tables, charts and programs read: names, distributions and intervals, but no
//! game. They serialize to the JSON that `warodds --json` documents.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::dbg_macro,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod answer;
mod attachments;
mod campaign;
mod compare;
mod count_chance;
mod distribution;
mod field;
mod given;
mod grammar;
mod headline;
pub mod json;
mod luck;
mod matrix;
mod metric;
mod need;
mod odds;
mod points;
mod rank;
mod ranked_card;
mod ranking;
mod rate;
mod setting;
mod unit;
mod worth;
mod wound_range;

pub use answer::{Answer, Method, WinChances};
pub use attachments::{AttachmentGain, AttachmentsAnswer, ExchangeWounds, Opponents};
pub use campaign::{CampaignAnswer, Timeline};
pub use compare::{
    ABOUT_EQUAL, CompareAnswer, CompareContribution, Matchup, MatchupSide, SampledDifference,
    Verdict, VerdictCounts,
};
pub use count_chance::{CountChance, RequestedCounts, format_counts};
pub use distribution::{Distribution, EngineKind, Event, Quantity};
pub use field::{FieldAnswer, FieldHeader, FieldRemarks};
pub use given::{AnswerCondition, ConditionChange};
pub use grammar::VerbNumber;
pub use headline::{
    CriticalCount, Curve, DuelWords, DuelistWords, Headline, Lead, Outcome, RequestedChance,
    ResultLabel,
};
pub use luck::{GameLuck, ImpossibleRoll, Luck, LuckOdds, RollLuck, TotalLuck};
pub use matrix::{Cell, DuelCell, DuelRounds, FirstSide, MatrixAnswer};
pub use metric::{Measure, Metric, Order};
pub use need::{Need, NeedOption};
pub use odds::Odds;
pub use points::Points;
pub use rank::cmp_descending;
pub use ranked_card::{CardChange, CardImpact, RankedCard};
pub use ranking::{RankedUnit, RankingAnswer};
pub use rate::{CostLine, RateAnswer, RatedUnit};
pub use setting::{NotModelled, Rules, Setting};
pub use unit::{LeftOut, UnitSummary};
pub use worth::{ArmyPart, PartKind, Swap, Swaps, WorthAnswer};
pub use wound_range::WoundRange;
