//! How answers serialize: objects in the order of tables, and numbers that JSON can express.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use warodds_engine::chance::QuantityName;
use warodds_engine::dist::{Estimate, Fractions, Joint, Pmf};

use crate::{Distribution, Event, ExchangeWounds, Headline, Quantity, Setting};

/// The precision of an interval's ends, as a power of ten. They are found by iteration over
/// logarithms, whose last digits differ between machines.
const DECIMALS_OF_INTERVALS: f64 = 1e10;

/// Returns an interval for JSON; `None` if an end is infinite, which JSON cannot express.
fn finite_interval(estimate: Estimate) -> Option<(f64, f64)> {
    let (low, high) = estimate.interval;
    let rounded = |end: f64| (end * DECIMALS_OF_INTERVALS).round() / DECIMALS_OF_INTERVALS;
    (low.is_finite() && high.is_finite()).then_some((rounded(low), rounded(high)))
}

/// Serializes settings as an object from keys to values of their own type.
///
/// # Errors
/// Those of the serializer.
pub fn settings<S: Serializer>(all: &[Setting], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(all.iter().map(|one| (&one.axis, &one.data)))
}

/// Serializes the terms of a field as an object of texts, sorted by key.
///
/// # Errors
/// Those of the serializer.
pub fn terms<S: Serializer>(all: &[Setting], serializer: S) -> Result<S::Ok, S::Error> {
    let sorted: BTreeMap<_, _> = all.iter().map(|one| (&one.axis, &one.value)).collect();
    serializer.collect_map(sorted)
}

/// Serializes the names of the leading quantities, all with the same unit.
pub(crate) fn leads<S: Serializer>(headline: &Headline, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(headline.leads.iter().map(|lead| lead.quantity.as_str()))
}

/// Serializes quantities as an object by name, in the order of tables.
pub(crate) fn quantities<S: Serializer>(all: &[Quantity], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(all.iter().map(|one| (one.name.as_str(), one)))
}

/// Serializes events as an object by name, in the order of tables.
pub(crate) fn events<S: Serializer>(all: &[Event], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(all.iter().map(|one| (one.name.as_str(), one)))
}

/// A joint distribution with the names of its quantities.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct JointNumbers<'a> {
    /// Name of a quantity.
    first: &'a str,
    /// Name of a quantity.
    second: &'a str,
    /// A row for each count of the first quantity from 0, with a probability for each count of the
    /// second from 0.
    #[cfg_attr(feature = "schema", schemars(inner(inner(range(min = 0, max = 1)))))]
    p: Vec<&'a [f64]>,
}

/// Serializes a joint distribution with the names of its quantities.
pub(crate) fn joint<S: Serializer>(
    joint: &Option<(QuantityName, QuantityName, Joint<f64>)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let joint = joint.as_ref().map(|(first, second, distribution)| JointNumbers {
        first: first.as_str(),
        second: second.as_str(),
        p: distribution.rows().collect(),
    });
    joint.serialize(serializer)
}

/// Serializes the means of each side over time as an object by name.
pub(crate) fn means<S: Serializer>(
    lines: &[(String, Vec<Distribution>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let means = |all: &[Distribution]| all.iter().map(Distribution::mean).collect::<Vec<_>>();
    serializer.collect_map(lines.iter().map(|(name, all)| (name, means(all))))
}

/// Expected wounds in an exchange with their difference.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NetWounds {
    #[serde(flatten)]
    wounds: ExchangeWounds,
    /// Wounds dealt minus wounds suffered.
    net: f64,
}

/// Serializes a gain with its net value.
pub(crate) fn gain<S: Serializer>(gain: &ExchangeWounds, to: S) -> Result<S::Ok, S::Error> {
    NetWounds { wounds: *gain, net: gain.net() }.serialize(to)
}

/// The numbers of a quantity.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct QuantityNumbers<'a> {
    /// The mean.
    mean: f64,
    /// The standard deviation.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    sd: f64,
    /// The probability of each count from 0, zeros included.
    #[cfg_attr(feature = "schema", schemars(inner(range(min = 0, max = 1))))]
    pmf: &'a [f64],
    /// The standard error of the mean, if the quantity is sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    standard_error: Option<f64>,
    /// The 95 % confidence interval of the mean, if the quantity is sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    ci95: Option<(f64, f64)>,
    /// The mean by the exact engine, if it was requested to check a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact_mean: Option<f64>,
    /// The sampled minus the exact mean in standard errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_errors_off: Option<f64>,
    /// The mean as a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_fraction: Option<String>,
    /// The probabilities as fractions; `None` for more than 20 digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pmf_fractions: Option<Vec<Option<String>>>,
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (pmf, fractions) = (self.distribution.pmf(), self.distribution.fractions());
        let estimate = self.distribution.mean_estimate();
        let numbers = QuantityNumbers {
            mean: pmf.mean(),
            sd: pmf.standard_deviation(),
            // zeros stay, so that the index is the count
            pmf: pmf.probabilities(),
            standard_error: estimate.map(|estimate| estimate.standard_error),
            ci95: estimate.and_then(finite_interval),
            exact_mean: self.exact.as_ref().map(Pmf::mean),
            // infinite if the sample did not vary and is off: JSON has no infinity
            standard_errors_off: self.standard_errors_off().filter(|off| off.is_finite()),
            mean_fraction: fractions.and_then(Fractions::mean),
            pmf_fractions: fractions.map(|all| all.probabilities().collect()),
        };
        numbers.serialize(serializer)
    }
}

/// Serializes the name of a quantity.
pub(crate) fn quantity_name<S: Serializer>(name: &QuantityName, to: S) -> Result<S::Ok, S::Error> {
    name.as_str().serialize(to)
}

/// The numbers of an event.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct EventNumbers {
    /// The probability.
    // an event is counted as 0 or 1, so its mean is its probability: one number is enough
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    p: f64,
    /// The 95 % confidence interval, if the event is sampled.
    #[serde(skip_serializing_if = "Option::is_none")]
    ci95: Option<(f64, f64)>,
    /// The probability by the exact engine, if it was requested to check a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    exact_p: Option<f64>,
    /// The probability as a fraction.
    #[serde(skip_serializing_if = "Option::is_none")]
    p_fraction: Option<String>,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = EventNumbers {
            p: self.probability(),
            ci95: self.distribution.at_least_estimate(1).and_then(finite_interval),
            exact_p: self.exact.as_ref().map(|exact| exact.at_least(1)),
            p_fraction: self.distribution.fractions().and_then(|all| all.at_least(1)),
        };
        numbers.serialize(serializer)
    }
}
