//! Order by value.

use std::cmp::Ordering;

/// Decimals that tell values apart: sums of the same chances in another order differ behind them.
const DECIMALS: f64 = 1e9;

/// The greater value first. What differs in its last digits alone is equal, so that it is not
/// rounding that decides who comes first.
pub(crate) fn cmp_descending(one: f64, other: f64) -> Ordering {
    let rounded = |value: f64| (value * DECIMALS).round() / DECIMALS;
    // a zero is no less than another
    (rounded(other) + 0.0).total_cmp(&(rounded(one) + 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_digits_do_not_decide() {
        assert_eq!(cmp_descending(0.1 + 0.2, 0.3), Ordering::Equal);
        assert_eq!(cmp_descending(-0.0, 0.0), Ordering::Equal);
        assert_eq!(cmp_descending(1.0, 1.000_001), Ordering::Greater);
        assert_eq!(cmp_descending(f64::NEG_INFINITY, -1.0), Ordering::Greater);
        assert_eq!(cmp_descending(2.0, f64::NEG_INFINITY), Ordering::Less);
    }
}
