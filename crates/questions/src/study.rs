//! Answers questions with the engine of a plan.
//!
//! Answers are what reports draw: names, distributions and intervals, but no game. Questions
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

pub use answer::{Plan, answer, answer_counted, answer_until_stopped, count, play};
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
/// Types of the engine that plans and answers use.
pub use warodds_engine::chance::TraceEntry;
pub use warodds_engine::run::{
    BLOCK, ContractError, Control, ExactError, Goal, Isa, LONG_BLOCK, Resolve, Shard, StdControl,
    Stopped,
};

use warodds_engine::chance::{EventName, QuantityName};
use warodds_engine::dist::Joint;

/// Largest number of trials of a question: days of work.
pub const MAX_TRIALS: i64 = 1_000_000_000_000;

/// How an answer was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The engine.
    pub engine: EngineKind,
    /// Number of trials; `None` for the exact engine.
    pub trials: Option<u64>,
    /// The seed; `None` for the exact engine.
    pub seed: Option<u64>,
    /// Whether the run was stopped early.
    pub partial: bool,
}

/// The answer to one question.
///
/// # Examples
/// Published figures: a panic test on 7+ with a Panicked token, and eight dice on 3+ against 4+ and
/// morale 7+.
/// ```
/// use warodds_engine::chance::QuantityName;
/// use warodds_questions::scenario;
/// use warodds_questions::study::{EngineKind, Goal, Isa, Plan, StdControl, answer};
///
/// let file = scenario::parse("figures.toml", r#"
///     title = "Published figures"
///     game = "asoiaf"
///     [units.axes]
///     name = "Axes"
///     defense = 4
///     morale = 7
///     attacks = [{ name = "Axe", kind = "melee", hit = 3, dice = [8, 8, 8] }]
///     [[panic]]
///     unit = "axes"
///     tokens = ["panicked"]
///     [[attack]]
///     attacker = "axes"
///     defender = "axes"
/// "#)?;
/// let plan = Plan {
///     engine: EngineKind::Exact,
///     goal: Goal { trials: 1, seed: 0, precision: None },
///     isa: Isa::best(),
///     compare: false,
///     fractions: false,
/// };
/// let mut means = Vec::new();
/// for question in &file.asked {
///     let answer = answer(question, &plan, &StdControl)?;
///     let wounds = answer.quantity(QuantityName::new("wounds")).ok_or("no wounds")?;
///     means.push(wounds.distribution.mean());
/// }
/// means.sort_by(f64::total_cmp);
/// assert!((means[0] - 1565.0 / 648.0).abs() < 1e-12);
/// assert!((means[1] - 101509.0 / 26244.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The attackers' weapons in order, as `situation` names them; empty for plain numbers.
    pub weapons: Vec<String>,
    /// The axes of the settings whose values `situation` states, e.g. `facing`.
    pub stated: &'static [&'static str],
    /// Editions of rules and cards; `None` if the game has no editions.
    pub rules: Option<Rules>,
    /// The settings that distinguish this case of a sweep.
    pub case: Vec<Setting>,
    /// All non-default settings, including those of `case`.
    pub settings: Vec<Setting>,
    /// How it was computed.
    pub method: Method,
    /// What tables and charts lead with.
    pub headline: Headline,
    /// The quantities; empty if the run was stopped before its first trial.
    pub quantities: Vec<Quantity>,
    /// The events; empty as above.
    pub events: Vec<Event>,
    /// The joint distribution of two of the quantities, with their names.
    pub joint: Option<(QuantityName, QuantityName, Joint<f64>)>,
    /// Notes for the reader, e.g. `out of reach`.
    pub notes: Vec<String>,
    /// Abilities that may change these numbers and are not counted.
    pub not_modelled: Vec<NotModelled>,
}

impl Answer {
    /// Returns whether the answer has numbers: a run stopped at once has none.
    pub fn is_known(&self) -> bool {
        self.method.trials != Some(0)
    }

    /// Returns the quantity with this name.
    pub fn quantity(&self, name: QuantityName) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.name == name)
    }

    /// Returns the event with this name.
    pub fn event(&self, name: EventName) -> Option<&Event> {
        self.events.iter().find(|event| event.name == name)
    }

    /// Returns the quantities that tables and charts lead with.
    pub fn leading(&self) -> impl Iterator<Item = &Quantity> {
        self.headline.leads.iter().filter_map(|lead| self.quantity(lead.quantity))
    }
}
