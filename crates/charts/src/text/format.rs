//! Means and chances in digits. Only exact results are shown as certain.

use super::words;
use crate::answer::{Answer, Distribution, Quantity};
use crate::dist::Pmf;

/// Returns the 95 % interval of P(= `value`), or `None` for an exact distribution.
pub fn probability_interval(distribution: &Distribution, value: usize) -> Option<(f64, f64)> {
    distribution.exactly_estimate(value).map(|estimate| estimate.interval)
}

/// Returns the leading quantities; empty if the run stopped before its first result.
pub fn leading_quantities(answer: &Answer) -> Vec<&Quantity> {
    answer.leading().collect()
}

/// Returns the only value with a positive probability, if there is just one.
pub fn certain_value(distribution: &Pmf) -> Option<usize> {
    let mut possible = distribution.probabilities().iter().enumerate().filter(|(_, p)| **p > 0.0);
    possible.next().filter(|_| possible.next().is_none()).map(|(count, _)| count)
}

/// Returns the exact distribution: the result itself, or the `exact` one it is compared with.
pub fn exact_distribution<'a>(
    distribution: &'a Distribution,
    exact: Option<&'a Pmf>,
) -> Option<&'a Pmf> {
    match distribution {
        Distribution::Exact(distribution) | Distribution::Fractions(distribution, _) => {
            Some(distribution)
        }
        Distribution::Sampled(_) => exact,
    }
}

/// Returns the value that a quantity always has. Only an exact distribution can tell: a sample
/// never makes a value certain.
pub fn fixed_value(quantity: &Quantity) -> Option<usize> {
    exact_distribution(&quantity.distribution, quantity.exact.as_ref())
        .and_then(certain_value)
        .filter(|&count| certain_value(&quantity.distribution.pmf()) == Some(count))
}

/// Formats the mean: with its half-width if sampled (`3.214 ±0.008`), as an integer if certain.
pub fn format_mean(quantity: &Quantity) -> String {
    let distribution = quantity.distribution.pmf();
    fixed_value(quantity).map_or_else(
        || {
            words::mean(
                distribution.mean(),
                quantity.distribution.mean_estimate().map(|mean| mean.half_width()),
            )
        },
        |count| count.to_string(),
    )
}

/// Formats the standard deviation; `0` if the value is certain.
pub fn format_sd(quantity: &Quantity) -> String {
    fixed_value(quantity).map_or_else(
        || format!("{:.2}", quantity.distribution.pmf().standard_deviation()),
        |_| "0".to_owned(),
    )
}

/// Formats an exact mean; as an integer if the value is certain.
pub fn format_exact_mean(distribution: &Pmf) -> String {
    certain_value(distribution)
        .map_or_else(|| words::mean(distribution.mean(), None), |count| count.to_string())
}

/// Formats the exact P(≥ `k`). `0 %` and `100 %` appear only for certain results.
pub fn format_exact_chance(distribution: &Pmf, k: usize, decimals: usize) -> String {
    let (below, above) =
        distribution.probabilities().split_at(k.min(distribution.probabilities().len()));
    let never = |part: &[f64]| part.iter().all(|p| *p == 0.0);
    if never(above) {
        "0 %".to_owned()
    } else if never(below) {
        "100 %".to_owned()
    } else {
        words::percent(
            // a sum of many terms may round to 0 or 1, which `percent` would show as certain
            distribution.at_least(k).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON),
            decimals,
        )
    }
}

/// Formats P(≥ `k`). A result seen in all or no trials of a sample is shown as certain only if the
/// `exact` distribution says so.
pub fn format_chance(
    distribution: &Distribution,
    exact: Option<&Pmf>,
    k: usize,
    decimals: usize,
) -> String {
    let seen = distribution.pmf();
    if k == 0 {
        return "100 %".to_owned(); // counts start at 0, whatever was sampled
    }
    if let Some(distribution) = exact_distribution(distribution, None) {
        return format_exact_chance(distribution, k, decimals);
    }
    let (below, above) = seen.probabilities().split_at(k.min(seen.probabilities().len()));
    let (all, never) = (below.iter().all(|p| *p == 0.0), above.iter().all(|p| *p == 0.0));
    let certain = exact
        .map(|exact| format_exact_chance(exact, k, decimals))
        .filter(|text| text == if never { "0 %" } else { "100 %" });
    match (certain, distribution.at_least_estimate(k)) {
        (Some(certain), _) if all || never => certain,
        // a small sample gives a rounded chance, a large one a bound
        (_, Some(estimate)) if never && estimate.interval.1 >= 0.001 => {
            format!("{:.decimals$} %", 0.0)
        }
        (_, Some(_)) if never => words::percent(f64::MIN_POSITIVE, decimals),
        (_, Some(estimate)) if all && estimate.interval.0 <= 0.999 => {
            format!("{:.decimals$} %", 100.0)
        }
        (_, Some(_)) if all => words::percent(1.0 - f64::EPSILON, decimals),
        _ => words::percent(seen.at_least(k), decimals),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::QuantityName;
    use crate::samples;

    #[test]
    fn only_an_exact_distribution_makes_a_chance_certain() {
        let certain = Pmf::certain(1, 2);
        assert_eq!(
            [0, 1, 2, 3].map(|k| format_exact_chance(&certain, k, 1)),
            ["100 %", "100 %", "0 %", "0 %"]
        );
        let nearly = Pmf::new(vec![1e-13, 1.0 - 1e-13]).expect("a distribution");
        assert_eq!(format_exact_chance(&nearly, 1, 1), ">99.9 %");
        let seen = samples::counted;
        assert_eq!(format_chance(&seen(&[0, 10_000, 0]), Some(&certain), 2, 1), "0 %");
        assert_eq!(format_chance(&seen(&[0, 10_000, 0]), None, 2, 1), "<0.1 %");
        assert_eq!(format_chance(&seen(&[0, 10_000, 0]), Some(&nearly), 1, 1), ">99.9 %");
        assert_eq!(format_chance(&seen(&[0, 10_000, 0]), None, 0, 1), "100 %");
        // ten trials are too few to bound a chance
        assert_eq!(format_chance(&seen(&[10, 0]), None, 1, 1), "0.0 %");
        assert_eq!(format_chance(&seen(&[3, 1]), None, 1, 1), "25.0 %");
    }

    #[test]
    fn format_mean_shows_certain_means_as_integers() {
        let quantity = |distribution, exact| Quantity {
            name: QuantityName::new("n"),
            label: crate::answer::ResultLabel::plain("n"),
            unit: "",
            distribution,
            exact,
        };
        let seen = || samples::counted(&[0, 50]);
        assert_eq!(format_mean(&quantity(seen(), Some(Pmf::certain(1, 1)))), "1");
        assert!(format_mean(&quantity(seen(), None)).starts_with("1.000 ±"));
        assert_eq!(format_exact_mean(&Pmf::new(vec![0.5, 0.5]).expect("a distribution")), "0.500");
    }
}
