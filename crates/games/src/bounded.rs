//! Validated numbers of all games, and the format of numbers in messages.

use thiserror::Error;

/// A number out of range.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what} must be {}, not {given}", allowed((*least).into(), (*most).into()))]
pub struct OutOfRange {
    /// Meaning of the number, e.g. `hit`.
    pub what: &'static str,
    /// The rejected number.
    pub given: i64,
    /// Smallest allowed number.
    pub least: i64,
    /// Largest allowed number.
    pub most: i64,
}

/// An integer with a range that its constructor checks.
pub trait Bounded: Copy {
    /// Smallest value.
    const LEAST: i64;
    /// Largest value.
    const MOST: i64;

    /// Returns the number if it is in range.
    ///
    /// # Errors
    /// [`OutOfRange`] with the allowed range.
    fn checked(value: i64) -> Result<Self, OutOfRange>;
}

/// Describes a range of integers: `a whole number from 1 to 6`, or `1` if there is only one.
///
/// # Examples
/// ```
/// use warodds_games::bounded::allowed;
///
/// assert_eq!(allowed(2, 6), "a whole number from 2 to 6");
/// assert_eq!(allowed(1, 1), "1");
/// ```
pub fn allowed(least: i128, most: i128) -> String {
    if least == most {
        grouped(least)
    } else {
        format!("a whole number from {} to {}", grouped(least), grouped(most))
    }
}

/// Formats an integer; from a million on in groups of three digits separated by `_`, which can be
/// typed as is.
///
/// # Examples
/// ```
/// use warodds_games::bounded::grouped;
///
/// assert_eq!(grouped(100_000), "100000");
/// assert_eq!(grouped(-2_500_000), "-2_500_000");
/// ```
pub fn grouped(number: i128) -> String {
    let digits = number.unsigned_abs().to_string();
    if digits.len() < 7 {
        return number.to_string();
    }
    let sign = if number < 0 { "-" } else { "" };
    let group = |(place, digit): (usize, char)| {
        let starts = place > 0 && (digits.len() - place).is_multiple_of(3);
        if starts { format!("_{digit}") } else { String::from(digit) }
    };
    let grouped: String = digits.chars().enumerate().map(group).collect();
    format!("{sign}{grouped}")
}

/// Formats a number for messages: with a readable number of digits, and `NaN` or `infinity` by
/// name.
pub fn written(number: f64) -> String {
    let size = number.abs();
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "infinity" } else { "-infinity" }.to_owned()
    } else if number != 0.0 && !(1e-6..1e15).contains(&size) {
        format!("{number:e}")
    } else {
        number.to_string()
    }
}

/// Defines an integer type with a range that its constructor checks.
macro_rules! bounded {
    ($(#[$doc:meta])* $name:ident($inner:ty), $what:literal, $least:literal..=$most:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($inner);

        impl $name {
            /// The least value allowed.
            pub const LEAST: i64 = $least;
            /// The greatest value allowed.
            pub const MOST: i64 = $most;
            /// What the number is for, as errors name it.
            pub const WHAT: &'static str = $what;

            /// Checks the range.
            ///
            /// # Errors
            /// Outside of it, saying what is allowed.
            pub fn new(value: i64) -> Result<Self, $crate::bounded::OutOfRange> {
                let wrong = $crate::bounded::OutOfRange { what: $what, given: value, least: $least, most: $most };
                if !($least..=$most).contains(&value) {
                    return Err(wrong);
                }
                <$inner>::try_from(value).map(Self).map_err(|_| wrong)
            }

            /// The plain number.
            pub const fn get(self) -> $inner {
                self.0
            }
        }

        impl $crate::bounded::Bounded for $name {
            const LEAST: i64 = $least;
            const MOST: i64 = $most;

            fn checked(value: i64) -> Result<Self, $crate::bounded::OutOfRange> {
                Self::new(value)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
pub(crate) use bounded;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_one_number_is_that_number() {
        assert_eq!(allowed(1, 6), "a whole number from 1 to 6");
        assert_eq!(allowed(0, 0), "0");
        let wrong = OutOfRange { what: "wounds lost", given: 1, least: 0, most: 0 };
        assert_eq!(wrong.to_string(), "wounds lost must be 0, not 1");
    }

    #[test]
    fn large_numbers_are_written_in_groups() {
        assert_eq!((grouped(999_999), grouped(-12)), ("999999".to_owned(), "-12".to_owned()));
        assert_eq!(grouped(1_000_000), "1_000_000");
        assert_eq!(grouped(-21_000_000), "-21_000_000");
        assert_eq!(grouped(u64::MAX.into()), "18_446_744_073_709_551_615");
    }

    #[test]
    fn numbers_are_written_for_people() {
        for (number, words) in [
            (8.0, "8"),
            (-2.5, "-2.5"),
            (0.0, "0"),
            (1e308, "1e308"),
            (-1e-300, "-1e-300"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-infinity"),
        ] {
            assert_eq!(written(number), words);
        }
    }
}
