//! A question and an engine make an answer.
//!
//! Answers are what the reports draw: names, distributions and intervals, but no game. Questions
//! about a whole field of units ([`field`]) are answered by [`matrix`] and [`compare`].

mod answer;
pub mod attachments;
mod campaign;
pub mod compare;
mod counts;
mod distribution;
pub mod field;
mod headline;
pub mod matrix;
mod question;
mod rank;
mod registry;
mod result_source;

pub use answer::{Pairing, Plan, answer, answer_counted, answer_until_stopped, count, play};
pub use campaign::{
    CampaignAnswer, CampaignPlan, MAX_STATES, Timeline, answer_campaign, answer_campaign_counted,
    count_campaign,
};
pub use counts::{Counts, CountsMismatch};
pub use distribution::{Distribution, EngineKind, Event, Quantity};
pub use headline::{Curve, Headline, Lead, RequestedChance, ResultLabel};
use question::foreign;
pub use question::{NamedQuestion, NotModelled, Rules, Setting};
pub(crate) use rank::cmp_descending;
/// What runs need and tell, for whoever asks.
pub use warodds_engine::chance::TraceEntry;
pub use warodds_engine::run::{
    BLOCK, ContractError, Control, ExactError, Goal, Isa, LONG_BLOCK, Resolve, Shard, StdControl,
    Stopped,
};

use warodds_engine::chance::{EventName, QuantityName};
use warodds_engine::dist::Joint;

/// The most resolutions of a question: days of work.
pub const MAX_TRIALS: i64 = 1_000_000_000_000;

/// How an answer came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The engine.
    pub engine: EngineKind,
    /// Resolutions rolled; none where nothing was.
    pub trials: Option<u64>,
    /// The seed; none where nothing was rolled.
    pub seed: Option<u64>,
    /// Whether the run was stopped before it was done.
    pub partial: bool,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The question's name.
    pub name: String,
    /// What kind of question: `attack`, `charge`, `panic` or `duel`.
    pub kind: &'static str,
    /// Who meets whom.
    pub subject: String,
    /// What happens, in a sentence without its full stop.
    pub situation: String,
    /// The axes of the settings whose values `situation` states, e.g. `facing`.
    pub stated: &'static [&'static str],
    /// By which rules and with which cards; none where the game has no editions.
    pub rules: Option<Rules>,
    /// What sets this case of a sweep apart.
    pub case: Vec<Setting>,
    /// All that is not as usual, what sets the case apart included.
    pub settings: Vec<Setting>,
    /// How it came about.
    pub method: Method,
    /// What tables and charts lead with.
    pub headline: Headline,
    /// The numbers; none where a run was stopped before it saw anything.
    pub quantities: Vec<Quantity>,
    /// The events, likewise.
    pub events: Vec<Event>,
    /// The joint distribution of two of the quantities, with their names.
    pub joint: Option<(QuantityName, QuantityName, Joint<f64>)>,
    /// What a reader must know beside the numbers, e.g. `out of reach`.
    pub notes: Vec<String>,
    /// The abilities that these numbers leave out, though they may change them.
    pub not_modelled: Vec<NotModelled>,
}

impl Answer {
    /// Whether anything was worked out or rolled: a run that is stopped at once has seen nothing.
    pub fn is_known(&self) -> bool {
        self.method.trials != Some(0)
    }

    /// The quantity of that name.
    pub fn quantity(&self, name: QuantityName) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.name == name)
    }

    /// The event of that name.
    pub fn event(&self, name: EventName) -> Option<&Event> {
        self.events.iter().find(|event| event.name == name)
    }

    /// The quantities tables and charts lead with.
    pub fn leading(&self) -> impl Iterator<Item = &Quantity> {
        self.headline.leads.iter().filter_map(|lead| self.quantity(lead.quantity))
    }
}
