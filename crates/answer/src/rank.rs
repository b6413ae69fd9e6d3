//! Order by value.

use std::cmp::Ordering;

/// Differences below its inverse are rounding: sums of equal terms in another order.
const DECIMALS: f64 = 1e9;

/// Orders the greater value first. Values that differ only by rounding are equal, so that names
/// decide between them.
pub fn cmp_descending(one: f64, other: f64) -> Ordering {
    let rounded = |value: f64| (value * DECIMALS).round() / DECIMALS;
    // `total_cmp` puts -0.0 before 0.0; adding 0.0 makes both 0.0
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
