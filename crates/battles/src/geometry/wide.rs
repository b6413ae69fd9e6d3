//! Comparison of products that exceed `i128`.

use std::cmp::Ordering;

/// Returns the upper and lower 128 bits of a product.
const fn product(a: u128, b: u128) -> [u128; 2] {
    const HALF: u32 = 64;
    const LOW: u128 = u64::MAX as u128;
    let [a1, a0, b1, b0] = [a >> HALF, a & LOW, b >> HALF, b & LOW];
    let low = a0 * b0;
    // a product of two 64-bit halves leaves room for two more halves
    let first = a1 * b0 + (low >> HALF);
    let second = a0 * b1 + (first & LOW);
    [a1 * b1 + (first >> HALF) + (second >> HALF), (second << HALF) | (low & LOW)]
}

/// Compares `a × b` with `c × d`.
#[inline]
pub(super) fn compared(a: i128, b: i128, c: i128, d: i128) -> Ordering {
    let short = |value: i128| i64::try_from(value).map(i128::from);
    if let (Ok(a), Ok(b), Ok(c), Ok(d)) = (short(a), short(b), short(c), short(d)) {
        return (a * b).cmp(&(c * d));
    }
    let [one, other] = [a.signum() * b.signum(), c.signum() * d.signum()];
    if one != other || one == 0 {
        return one.cmp(&other);
    }
    let magnitudes = product(a.unsigned_abs(), b.unsigned_abs())
        .cmp(&product(c.unsigned_abs(), d.unsigned_abs()));
    if one > 0 { magnitudes } else { magnitudes.reverse() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn products_are_those_of_big_numbers() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut equal = 0;
        for _ in 0..100_000 {
            let mut number = || {
                let shift = random.random_range(0..127);
                let number = random.random::<i128>() >> shift;
                // numbers that are powers of two make equal products
                if random.random::<bool>() { number } else { 1 << (126 - shift) }
            };
            let [a, b, c, d] = [number(), number(), number(), number()];
            let big = |a: i128, b: i128| BigInt::from(a) * BigInt::from(b);
            assert_eq!(compared(a, b, c, d), big(a, b).cmp(&big(c, d)), "{a} {b} {c} {d}");
            equal += u32::from(compared(a, b, c, d).is_eq());
        }
        assert!(equal > 10, "{equal} were equal");
    }
}
