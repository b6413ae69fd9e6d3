//! Lengths in thousandths of an inch.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A length in thousandths of an inch, from 0 to 200".
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(try_from = "i64", into = "i32")]
#[schemars(extend("minimum" = 0, "maximum" = Length::MAX))]
pub struct Length(i32);

/// The error for a length outside 0 to 200", in 1/1000".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a length must be from 0 to {max} thousandths of an inch, not {0}", max = Length::MAX.0)]
pub struct LengthError(pub i64);

/// The error for inches that are negative, more than 200 or no whole thousandths.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a length must be from 0 to {max}, in whole thousandths of an inch, not {0}\"",
    max = Length::MAX
)]
pub struct InchesError(pub f64);

impl Length {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// 0.001".
    pub const THOUSANDTH: Self = Self(1);
    /// The largest gap between shapes that touch.
    pub(super) const TOLERANCE: Self = Self(super::TOLERANCE);
    /// One inch.
    pub const INCH: Self = Self(1_000);
    /// Short range: 6" (A16.6).
    pub const SHORT: Self = Self(6_000);
    /// Long range: 12" (A16.6).
    pub const LONG: Self = Self(12_000);
    /// The longest length, 200": longer than the diagonal of any table.
    pub const MAX: Self = Self(200_000);

    /// Creates a length from thousandths of an inch.
    ///
    /// # Errors
    /// [`LengthError`] if the value is negative or more than [`Length::MAX`].
    pub const fn new(thousandths: i64) -> Result<Self, LengthError> {
        if thousandths < 0 || thousandths > Self::MAX.0 as i64 {
            return Err(LengthError(thousandths));
        }
        Ok(Self(thousandths as i32))
    }

    /// Creates a length of whole inches; values above 200 become 200.
    pub const fn inches(inches: u8) -> Self {
        if inches > 200 { Self::MAX } else { Self(inches as i32 * 1_000) }
    }

    /// Returns a tenth of the length, rounded down.
    #[must_use]
    pub const fn tenth(self) -> Self {
        Self(self.0 / 10)
    }

    /// Creates a length from inches as files give them.
    ///
    /// # Errors
    /// [`InchesError`] if the value is no whole number of thousandths (up to 1e-6 of one) or out of
    /// range.
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::Length;
    ///
    /// assert_eq!(Length::from_inches(2.76).map(Length::thousandths), Ok(2_760));
    /// assert!(Length::from_inches(0.0005).is_err());
    /// ```
    pub fn from_inches(inches: f64) -> Result<Self, InchesError> {
        let thousandths = (inches * 1_000.0).round();
        let is_whole = (inches * 1_000.0 - thousandths).abs() < 1e-6;
        let length = Self::new(thousandths as i64);
        length.ok().filter(|_| is_whole).ok_or(InchesError(inches))
    }

    /// Returns the length in thousandths of an inch.
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// Returns the length in 1/1000" as `i64`, for products that exceed `i32`.
    pub(super) fn as_i64(self) -> i64 {
        i64::from(self.0)
    }

    /// Returns the sum, at most [`Length::MAX`].
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self((self.0 + other.0).min(Self::MAX.0))
    }

    /// Returns the difference, at least zero: a move cannot be shorter than 0" (A17.3).
    ///
    /// # Examples
    /// ```
    /// use warodds_battles::geometry::Length;
    ///
    /// assert_eq!(Length::SHORT.saturating_sub(Length::INCH), Length::inches(5));
    /// assert_eq!(Length::INCH.saturating_sub(Length::SHORT), Length::ZERO);
    /// ```
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self((self.0 - other.0).max(0))
    }
}

impl TryFrom<i64> for Length {
    type Error = LengthError;

    fn try_from(thousandths: i64) -> Result<Self, LengthError> {
        Self::new(thousandths)
    }
}

impl From<Length> for i32 {
    fn from(length: Length) -> Self {
        length.0
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / 1_000, self.0 % 1_000);
        if part == 0 {
            return write!(f, "{whole}\"");
        }
        let digits = format!("{part:03}");
        write!(f, "{whole}.{}\"", digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_displays_in_inches() {
        let display = |thousandths| Length::new(thousandths).unwrap().to_string();
        assert_eq!(
            [0, 5_500, 12_000, 2_760, 7].map(display),
            ["0\"", "5.5\"", "12\"", "2.76\"", "0.007\""]
        );
    }

    #[test]
    fn inches_are_whole_thousandths() {
        let read = |inches| Length::from_inches(inches).map(Length::thousandths);
        assert_eq!([2.76, 0.001, 48.0].map(read), [Ok(2_760), Ok(1), Ok(48_000)]);
        assert_eq!(read(0.0005), Err(InchesError(0.0005)));
        assert_eq!(read(-1.0), Err(InchesError(-1.0)));
        assert!([f64::NAN, f64::INFINITY, 201.0].into_iter().all(|inches| read(inches).is_err()));
    }

    #[test]
    fn lengths_stay_within_their_limits() {
        assert_eq!(Length::new(-1), Err(LengthError(-1)));
        assert_eq!(Length::new(200_001), Err(LengthError(200_001)));
        assert_eq!(Length::MAX.saturating_add(Length::INCH), Length::MAX);
        assert_eq!(Length::inches(255), Length::MAX);
        assert_eq!(Length::INCH.saturating_sub(Length::SHORT), Length::ZERO);
    }
}
