//! How answers serialize: objects in the order of tables, and numbers that JSON can express.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use warodds_engine::chance::QuantityName;
use warodds_engine::dist::{Estimate, Fractions, Joint};

use crate::{Distribution, Event, ExchangeWounds, Quantity, Setting};

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

/// Serializes quantities as an object by name, in the order of tables.
pub(crate) fn quantities<S: Serializer>(all: &[Quantity], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(all.iter().map(|one| (one.name.as_str(), one)))
}

/// Serializes events as an object by name, in the order of tables.
pub(crate) fn events<S: Serializer>(all: &[Event], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(all.iter().map(|one| (one.name.as_str(), one)))
}

/// Serializes a joint distribution with the names of its quantities.
pub(crate) fn joint<S: Serializer>(
    joint: &Option<(QuantityName, QuantityName, Joint<f64>)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some((first, second, distribution)) = joint else { return serializer.serialize_none() };
    let mut map = serializer.serialize_map(Some(3))?;
    map.serialize_entry("first", first.as_str())?;
    map.serialize_entry("second", second.as_str())?;
    map.serialize_entry("p", &distribution.rows().collect::<Vec<_>>())?;
    map.end()
}

/// Serializes the means of each side over time as an object by name.
pub(crate) fn means<S: Serializer>(
    lines: &[(String, Vec<Distribution>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let means = |all: &[Distribution]| all.iter().map(Distribution::mean).collect::<Vec<_>>();
    serializer.collect_map(lines.iter().map(|(name, all)| (name, means(all))))
}

/// Serializes a gain with its net value.
pub(crate) fn gain<S: Serializer>(gain: &ExchangeWounds, to: S) -> Result<S::Ok, S::Error> {
    let ExchangeWounds { dealt, suffered } = gain;
    to.collect_map([("dealt", *dealt), ("suffered", *suffered), ("net", gain.net())])
}

/// Serializes an entry that has a value.
fn optional<M: SerializeMap>(
    map: &mut M,
    key: &str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (pmf, fractions) = (self.distribution.pmf(), self.distribution.fractions());
        let estimate = self.distribution.mean_estimate();
        // infinite if the sample did not vary and is off: JSON has no infinity
        let off = self.standard_errors_off().filter(|off| off.is_finite());
        let all_fractions = fractions.map(|all| all.probabilities().collect::<Vec<_>>());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("mean", &pmf.mean())?;
        map.serialize_entry("sd", &pmf.standard_deviation())?;
        // zeros stay, so that the index is the count
        map.serialize_entry("pmf", pmf.probabilities())?;
        optional(&mut map, "standard_error", estimate.map(|estimate| estimate.standard_error))?;
        optional(&mut map, "ci95", estimate.and_then(finite_interval))?;
        optional(&mut map, "exact_mean", self.exact.as_ref().map(|exact| exact.mean()))?;
        optional(&mut map, "standard_errors_off", off)?;
        optional(&mut map, "mean_fraction", fractions.and_then(Fractions::mean))?;
        optional(&mut map, "pmf_fractions", all_fractions)?;
        map.end()
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let interval = self.distribution.at_least_estimate(1).and_then(finite_interval);
        let fraction = self.distribution.fractions().and_then(|all| all.at_least(1));
        let mut map = serializer.serialize_map(None)?;
        // an event is counted as 0 or 1, so its mean is its probability: one number is enough
        map.serialize_entry("p", &self.probability())?;
        optional(&mut map, "ci95", interval)?;
        optional(&mut map, "exact_p", self.exact.as_ref().map(|exact| exact.at_least(1)))?;
        optional(&mut map, "p_fraction", fraction)?;
        map.end()
    }
}
