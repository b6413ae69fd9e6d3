//! The chance of requested counts: of at least, of at most, and of a count between.

use std::ops::RangeInclusive;

use serde::Serialize;
use warodds_engine::chance::{EventName, QuantityName};

#[cfg(feature = "schema")]
use crate::json::EventNumbers;
use crate::{Event, Quantity, ResultLabel};

/// The chance of at least, or of at most, a requested count.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountChance {
    /// Id of the quantity, e.g. `wounds`.
    #[serde(serialize_with = "crate::json::quantity_name")]
    #[cfg_attr(feature = "schema", schemars(with = "&'static str"))]
    pub quantity: QuantityName,
    /// The requested count.
    pub count: u16,
    /// The event of such a count.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "EventNumbers"))]
    pub event: Event,
}

/// The chances of requested counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RequestedCounts {
    /// The chance of at least a count.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<CountChance>,
    /// The chance of at most a count.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<CountChance>,
    /// The chance of at least the one and at most the other count, if they are of one quantity.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<EventNumbers>"))]
    between: Option<Event>,
}

impl RequestedCounts {
    /// Computes the chances of at least and of at most a count, each of a quantity.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::{Distribution, Quantity, RequestedCounts, ResultLabel};
    /// use warodds_engine::{chance::QuantityName, dist::Pmf};
    ///
    /// let heads = Quantity {
    ///     name: QuantityName::new("heads"),
    ///     label: ResultLabel::plain("heads"),
    ///     unit: "heads",
    ///     distribution: Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?),
    ///     exact: None,
    /// };
    /// let counts = RequestedCounts::new(Some((&heads, 1)), Some((&heads, 1)));
    /// let (range, event) = counts.of(heads.name).ok_or("requested")?;
    /// assert_eq!((range, event.probability()), (1..=1, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(at_least: Option<(&Quantity, u16)>, at_most: Option<(&Quantity, u16)>) -> Self {
        let between = at_least.zip(at_most).filter(|(low, high)| low.0.name == high.0.name);
        let chance = |quantity: &Quantity, count, counts| CountChance {
            quantity: quantity.name,
            count,
            event: quantity.within(counts),
        };
        Self {
            at_least: at_least.map(|(of, low)| chance(of, low, low.into()..=usize::MAX)),
            at_most: at_most.map(|(of, high)| chance(of, high, 0..=high.into())),
            between: between
                .map(|((of, low), (_, high))| of.within(usize::from(low)..=usize::from(high))),
        }
    }

    /// Returns the requested counts of a quantity, and the event that it has one of them.
    pub fn of(&self, quantity: QuantityName) -> Option<(RangeInclusive<usize>, &Event)> {
        let is_of = |one: &&CountChance| one.quantity == quantity;
        let low = self.at_least.as_ref().filter(is_of);
        let high = self.at_most.as_ref().filter(is_of);
        let event = match (low, high) {
            (Some(_), Some(_)) => self.between.as_ref(),
            _ => low.or(high).map(|one| &one.event),
        };
        let from = low.map_or(0, |one| one.count.into());
        let to = high.map_or(usize::MAX, |one| one.count.into());
        event.map(|event| (from..=to, event))
    }
}

impl Quantity {
    /// Returns the event that the count lies in `counts`.
    pub fn within(&self, counts: RangeInclusive<usize>) -> Event {
        Event {
            name: EventName::new("within"),
            label: ResultLabel { plain: "", named: format_counts(&counts) },
            distribution: self.distribution.within(&counts),
            exact: self.exact.as_ref().map(|exact| exact.within(&counts)),
        }
    }
}

/// Formats counts: `3 or more`, `5 or fewer`, `3 to 5`, `3`.
///
/// # Examples
/// ```
/// use warodds_answer::format_counts;
///
/// let all = [3..=usize::MAX, 0..=5, 3..=5, 3..=3, 0..=0];
/// let words = all.map(|counts| format_counts(&counts));
/// assert_eq!(words, ["3 or more", "5 or fewer", "3 to 5", "3", "0"]);
/// ```
pub fn format_counts(counts: &RangeInclusive<usize>) -> String {
    match (*counts.start(), *counts.end()) {
        (low, usize::MAX) => format!("{low} or more"),
        (low, high) if low == high => low.to_string(),
        (0, high) => format!("{high} or fewer"),
        (low, high) => format!("{low} to {high}"),
    }
}
