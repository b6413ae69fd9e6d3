//! A question and an engine make an answer.
//!
//! Answers are what the reports draw: names, distributions and intervals, but no game. Questions
//! about a whole field of units ([`field`]) are answered by [`matrix`] and [`compare`].

mod answer;
pub mod attachments;
mod campaign;
pub mod compare;
mod counts;
pub mod field;
mod headline;
pub mod matrix;
mod registry;
mod rolls;

pub use answer::{Pairing, Plan, answer, answer_counted, count, play};
pub use campaign::{
    CampaignAnswer, CampaignPlan, Course, MOST_STATES, answer_campaign, answer_campaign_counted,
    count_campaign,
};
pub use counts::{Counts, OtherCounts};
pub use headline::{Curve, Headline, Label, Lead};
/// What runs need and tell, for whoever asks.
pub use warodds_engine::chance::Entry;
pub use warodds_engine::run::{
    BLOCK, ContractError, Control, Goal, Isa, LONG_BLOCK, LongError, Resolve, Shard, StdControl,
};

use warodds_engine::dist::{Estimate, Joint, Mixture, Pmf, Seen, Tally};
use warodds_games::Question;
use warodds_games::asoiaf::{CardEdition, Edition, Foreign, Unit, Weapon};

/// The most resolutions of a question: days of work.
pub const MOST_TRIALS: i64 = 1_000_000_000_000;

/// One value of what is set, or of what a sweep varies, e.g. `facing` = `flank`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What varies.
    pub axis: String,
    /// Its value here, for people.
    pub value: String,
    /// The same as data: numbers as numbers, flags as true or false.
    pub data: serde_json::Value,
}

impl Setting {
    /// A setting whose value is a text.
    pub fn text(axis: impl Into<String>, value: impl Into<String>) -> Self {
        let value = value.into();
        Self { axis: axis.into(), data: value.clone().into(), value }
    }
}

/// By which rules a question is answered, and of which editions the cards in it are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The edition of the rules.
    pub edition: Edition,
    /// The editions of the cards, each once, the oldest first; empty for plain numbers.
    pub cards: Vec<CardEdition>,
}

impl Rules {
    /// In a few words: `rules 1.6; cards of 2021`.
    pub fn words(&self) -> String {
        let cards: Vec<&str> = self.cards.iter().map(|card| card.name()).collect();
        let rules = format!("rules {}", self.edition.name());
        if cards.is_empty() { rules } else { format!("{rules}; cards of {}", cards.join(" and ")) }
    }
}

/// A question with its name, ready to be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedQuestion {
    /// Its name, different from all others of the same scenario.
    pub name: String,
    /// Who meets whom, e.g. `Lannister Guardsmen → Stark Sworn Swords`; the same for all cases of a
    /// sweep.
    pub subject: String,
    /// What the sides `a` and `b` are called, where the question has sides; the same for all cases
    /// of a sweep.
    pub sides: Option<[String; 2]>,
    /// What sets this case of a sweep apart; empty for a single question.
    pub case: Vec<Setting>,
    /// All that is not as usual, what sets the case apart included.
    pub settings: Vec<Setting>,
    /// The question.
    pub question: Question,
    /// By which rules and with which cards; none where the game has no editions.
    pub rules: Option<Rules>,
    /// The abilities of the units in it that may change rolls and that no rule counts.
    pub not_modelled: Vec<NotModelled>,
    /// The units in it with an attachment that no army may have in them (A11.2); the notes tell of
    /// them too.
    pub foreign: Vec<Foreign>,
    /// What a reader must know beside the answer, e.g. that editions are mixed.
    pub notes: Vec<String>,
}

impl NamedQuestion {
    /// A question of its own, by the rules of the book, about units without abilities.
    pub fn new(
        name: impl Into<String>,
        subject: impl Into<String>,
        question: impl Into<Question>,
    ) -> Self {
        Self {
            name: name.into(),
            subject: subject.into(),
            sides: None,
            case: Vec::new(),
            settings: Vec::new(),
            question: question.into(),
            rules: None,
            not_modelled: Vec::new(),
            foreign: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// What is given in it where it is answered conditionally, e.g. `the hits`; none where the
    /// conditional engine has nothing to go by.
    pub const fn given(&self) -> Option<&'static str> {
        registry::given(&self.question)
    }

    /// The same with names for its sides `a` and `b`, told apart where they are the same.
    #[must_use]
    pub fn with_sides(self, [a, b]: [&str; 2]) -> Self {
        let sides = if a == b {
            [format!("{a} (a)"), format!("{b} (b)")]
        } else {
            [a.to_owned(), b.to_owned()]
        };
        Self { sides: Some(sides), ..self }
    }

    /// The same under the rules of `edition` and about these units, by what they are called: what
    /// must be said of them is noted.
    #[must_use]
    pub fn about<'a>(
        self,
        edition: Edition,
        units: impl IntoIterator<Item = &'a Unit> + Clone,
    ) -> Self {
        let in_hand = self.question.asoiaf().map_or_else(Vec::new, |question| question.in_hand());
        let weapon = |unit: &'a Unit| {
            unit.attacks.iter().find(|weapon| in_hand.contains(&weapon.name.as_str()))
        };
        let not_modelled =
            NotModelled::of(units.clone().into_iter().map(|unit| (unit, weapon(unit))));
        let foreign = foreign(units.clone());
        let cards: Vec<(&str, CardEdition)> = units
            .clone()
            .into_iter()
            .filter_map(|unit| Some((unit.name.as_str(), unit.edition?)))
            .collect();
        let mut editions: Vec<CardEdition> = cards.iter().map(|(_, edition)| *edition).collect();
        editions.sort();
        editions.dedup();
        let rules = Some(Rules { edition, cards: editions });
        let notes = CardEdition::mixture(&cards)
            .into_iter()
            .chain(edition.doubts().map(str::to_owned))
            .chain(foreign.iter().map(Foreign::to_string))
            .collect();
        Self { question: self.question.under(edition), rules, notes, not_modelled, foreign, ..self }
    }
}

/// The attachments that no army may have in these units, each once.
fn foreign<'a>(units: impl IntoIterator<Item = &'a Unit>) -> Vec<Foreign> {
    let mut all: Vec<Foreign> = Vec::new();
    for foreign in units.into_iter().filter_map(|unit| unit.foreign.as_ref()) {
        if !all.contains(foreign) {
            all.push(foreign.clone());
        }
    }
    all
}

/// An ability that may change rolls and that no rule counts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct NotModelled {
    /// Who has it.
    pub unit: String,
    /// Its name.
    pub ability: String,
}

impl NotModelled {
    /// All of these units with the weapons they use, each once.
    fn of<'a>(units: impl IntoIterator<Item = (&'a Unit, Option<&'a Weapon>)>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (unit, weapon) in units {
            let of_unit = unit
                .not_counted(weapon)
                .into_iter()
                .map(|ability| Self { unit: unit.name.clone(), ability });
            for one in of_unit {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        all
    }
}

/// Which engine answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// Every path of choices with its weight.
    Exact,
    /// 64 resolutions side by side with real dice.
    #[default]
    MonteCarlo,
    /// One resolution after the other, die by die.
    Table,
    /// Real dice up to what is given, 64 resolutions side by side; what follows, exactly.
    Conditional,
}

impl EngineKind {
    /// Its name in options and data.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::MonteCarlo => "monte-carlo",
            Self::Table => "table",
            Self::Conditional => "conditional",
        }
    }
}

/// What is known of a count: its distribution, how often each value was seen, or its distributions
/// under what was seen.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// The exact distribution.
    Exact(Pmf),
    /// What was seen: something, for of nothing there is no distribution.
    Sampled(Seen),
    /// Its distribution under each of what can be given, and how often that was seen.
    Conditional(Mixture),
}

impl Distribution {
    /// What was counted; none where nothing was.
    pub fn sampled(tally: Tally) -> Option<Self> {
        Seen::new(tally).map(Self::Sampled)
    }

    /// The probability of each value from 0, exact or as seen.
    pub fn pmf(&self) -> Pmf {
        match self {
            Self::Exact(distribution) => distribution.clone(),
            Self::Sampled(tally) => tally.shares().clone(),
            Self::Conditional(mixture) => mixture.pmf(),
        }
    }

    /// The expected count, exact or as seen.
    pub fn mean(&self) -> f64 {
        self.pmf().mean()
    }

    /// The chance of exactly `k`, exact or as seen.
    pub fn exactly(&self, k: usize) -> f64 {
        self.pmf().exactly(k)
    }

    /// The chance of `k` or more, exact or as seen.
    pub fn at_least(&self, k: usize) -> f64 {
        self.pmf().at_least(k)
    }

    /// How often it was seen; none where it is exact.
    pub fn trials(&self) -> Option<u64> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => Some(tally.trials()),
            Self::Conditional(mixture) => Some(mixture.trials()),
        }
    }

    /// How many times the variance of the mean would be, had all been rolled; only of a conditional
    /// distribution that varies.
    pub fn mean_factor(&self) -> Option<f64> {
        if let Self::Conditional(mixture) = self { mixture.mean_factor() } else { None }
    }

    /// The same of the chance of exactly `k`.
    pub fn exactly_factor(&self, k: usize) -> Option<f64> {
        if let Self::Conditional(mixture) = self { mixture.exactly_factor(k) } else { None }
    }

    /// The same of the chance of `k` or more.
    pub fn at_least_factor(&self, k: usize) -> Option<f64> {
        if let Self::Conditional(mixture) = self { mixture.at_least_factor(k) } else { None }
    }

    /// The mean's standard error and interval, where it was sampled.
    pub fn mean_estimate(&self) -> Option<Estimate> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => tally.mean(),
            Self::Conditional(mixture) => mixture.mean(),
        }
    }

    /// The interval of the chance of exactly `k`, where it was sampled.
    pub fn exactly_estimate(&self, k: usize) -> Option<Estimate> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => tally.exactly(k),
            Self::Conditional(mixture) => mixture.exactly(k),
        }
    }

    /// The interval of the chance of `k` or more, where it was sampled.
    pub fn at_least_estimate(&self, k: usize) -> Option<Estimate> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => tally.at_least(k),
            Self::Conditional(mixture) => mixture.at_least(k),
        }
    }
}

/// A number that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name in data, e.g. `attack_wounds`.
    pub name: &'static str,
    /// Its name for people, e.g. `attack wounds`.
    pub label: Label,
    /// What is counted, e.g. `wounds`.
    pub unit: &'static str,
    /// What was found.
    pub distribution: Distribution,
    /// The exact distribution to hold it against, where one was worked out beside a sample.
    pub exact: Option<Pmf>,
}

impl Quantity {
    /// How far the sampled mean lies from the exact one, in standard errors.
    pub fn standard_errors_off(&self) -> Option<f64> {
        let (estimate, exact) = (self.distribution.mean_estimate()?, self.exact.as_ref()?);
        let off = estimate.point - exact.mean();
        if estimate.standard_error > 0.0 {
            Some(off / estimate.standard_error)
        } else {
            (off.abs() < 1e-12).then_some(0.0)
        }
    }
}

/// Something that happens or not: a distribution over 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its name in data, e.g. `destroyed`.
    pub name: &'static str,
    /// Its name for people.
    pub label: Label,
    /// What was found, over 0 and 1.
    pub distribution: Distribution,
    /// The exact distribution to hold it against.
    pub exact: Option<Pmf>,
}

impl Event {
    /// Its probability, exact or as seen.
    pub fn probability(&self) -> f64 {
        self.distribution.pmf().at_least(1)
    }
}

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
    pub joint: Option<(&'static str, &'static str, Joint<f64>)>,
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
    pub fn quantity(&self, name: &str) -> Option<&Quantity> {
        self.quantities.iter().find(|quantity| quantity.name == name)
    }

    /// The event of that name.
    pub fn event(&self, name: &str) -> Option<&Event> {
        self.events.iter().find(|event| event.name == name)
    }

    /// The quantities tables and charts lead with.
    pub fn leading(&self) -> impl Iterator<Item = &Quantity> {
        self.headline.leads.iter().filter_map(|lead| self.quantity(lead.quantity))
    }
}
