//! Means and chances in digits: as fractions if the answer has them and they are short.

use super::format::{exact_distribution, fixed_value, format_chance, format_mean};
use super::words;
use crate::answer::{Event, Quantity};
use crate::dist::Fractions;

/// Formats the mean of a quantity.
pub fn mean(quantity: &Quantity) -> String {
    mean_fraction(quantity).unwrap_or_else(|| format_mean(quantity))
}

/// Returns the mean of a quantity as a fraction.
pub fn mean_fraction(quantity: &Quantity) -> Option<String> {
    quantity.distribution.fractions().and_then(Fractions::mean)
}

/// Formats P(≥ `k`) of a quantity.
pub fn at_least(quantity: &Quantity, k: usize, decimals: usize) -> String {
    let fraction = quantity.distribution.fractions().and_then(|all| all.at_least(k));
    let decimal = || format_chance(&quantity.distribution, quantity.exact.as_ref(), k, decimals);
    uncertain(fraction).unwrap_or_else(decimal)
}

/// Formats P(= `k`) of a quantity. `0 %` and `100 %` appear only if the exact distribution says so.
pub fn exactly(quantity: &Quantity, k: usize) -> String {
    let fraction = quantity.distribution.fractions().and_then(|all| all.exactly(k));
    let never = exact_distribution(&quantity.distribution, quantity.exact.as_ref())
        .is_some_and(|distribution| distribution.exactly(k) == 0.0);
    match (quantity.distribution.exactly(k), fixed_value(quantity), uncertain(fraction)) {
        (_, Some(count), _) if count == k => "100 %".to_owned(),
        (0.0, ..) if never => "0 %".to_owned(),
        (.., Some(fraction)) => fraction,
        (p, ..) => words::percent(p, 2),
    }
}

/// Formats the chance of an event.
pub fn chance(event: &Event, decimals: usize) -> String {
    let decimal = || format_chance(&event.distribution, event.exact.as_ref(), 1, decimals);
    chance_fraction(event).unwrap_or_else(decimal)
}

/// Returns the chance of an event as a fraction.
pub fn chance_fraction(event: &Event) -> Option<String> {
    uncertain(event.distribution.fractions().and_then(|all| all.at_least(1)))
}

/// Returns the fraction unless it is 0 or 1, which tables show as `0 %` and `100 %`.
fn uncertain(fraction: Option<String>) -> Option<String> {
    fraction.filter(|text| text.contains('/'))
}
