//! The answer to one question.

use serde::Serialize;
use warodds_engine::chance::{EventName, QuantityName};
use warodds_engine::dist::Joint;

use crate::{
    AnswerCondition, CardChange, CriticalCount, EngineKind, Event, Headline, NotModelled, Points,
    Quantity, RequestedCounts, Rules, Setting, json,
};

/// How an answer was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// The chances of both sides to win a duel.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinChances {
    /// The chance of side `a`.
    pub a: f64,
    /// The chance of side `b`.
    pub b: f64,
}

/// The answer to one question.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The question's name.
    pub name: String,
    /// The kind of question, e.g. `attack`.
    pub kind: &'static str,
    /// Who meets whom.
    pub subject: String,
    /// What happens, in a sentence without its full stop.
    pub situation: String,
    /// The attackers' weapons in order, as `situation` names them; empty for plain numbers.
    #[serde(skip)]
    pub weapons: Vec<String>,
    /// The axes of the settings whose values `situation` states, e.g. `facing`.
    #[serde(skip)]
    pub stated: &'static [&'static str],
    /// Editions of rules and cards; `None` if the game has no editions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The settings that distinguish this case of a sweep.
    #[serde(skip)]
    pub case: Vec<Setting>,
    /// All non-default settings: those of the case, and those that all cases share.
    // what a sweep varies is among them, so programs find both in one place
    #[serde(rename = "case", serialize_with = "json::settings")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, serde_json::Value>")
    )]
    pub settings: Vec<Setting>,
    /// How it was computed.
    #[serde(flatten)]
    pub method: Method,
    /// What tables and charts lead with.
    #[serde(rename = "leads", serialize_with = "json::leads")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub headline: Headline,
    /// The quantities; empty if the run was stopped before its first trial.
    #[serde(serialize_with = "json::quantities")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, json::QuantityNumbers<'static>>")
    )]
    pub quantities: Vec<Quantity>,
    /// The events; empty if the run was stopped before its first trial.
    #[serde(serialize_with = "json::events")]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "std::collections::BTreeMap<String, json::EventNumbers>")
    )]
    pub events: Vec<Event>,
    /// The joint distribution of two of the quantities, with their names.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::joint")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<json::JointNumbers<'static>>"))]
    pub joint: Option<(QuantityName, QuantityName, Joint<f64>)>,
    /// Points destroyed and lost, if the question asks for them and both costs are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Points>,
    /// The chances to win a duel in which the other side attacks first, if they were computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_first: Option<WinChances>,
    /// The tactics card that is played, and what it changes; only in a ranking of cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardChange>,
    /// Abilities that may change these numbers and are not counted.
    pub not_modelled: Vec<NotModelled>,
    /// Notes for the reader, e.g. `out of reach`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The condition that all of these results are given, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<AnswerCondition>,
    /// The chances of requested counts.
    #[serde(flatten)]
    pub counts: RequestedCounts,
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

    /// Returns the critical count of a leading quantity whose chance is nearest to one half: what
    /// is all but certain says little.
    pub fn open_count(&self, leading: &Quantity) -> Option<&CriticalCount> {
        let chance =
            |one: &CriticalCount| leading.within(one.count.into()..=usize::MAX).probability();
        let open = self.headline.critical.iter().map(|one| (one, chance(one)));
        let open = open.filter(|(_, chance)| *chance > 0.0 && *chance < 1.0);
        let distance = |chance: f64| (chance - 0.5).abs();
        open.min_by(|one, other| distance(one.1).total_cmp(&distance(other.1))).map(|(one, _)| one)
    }

    /// Returns the quantities that tables and charts lead with.
    pub fn leading(&self) -> impl Iterator<Item = &Quantity> {
        self.headline.leads.iter().filter_map(|lead| self.quantity(lead.quantity))
    }
}
