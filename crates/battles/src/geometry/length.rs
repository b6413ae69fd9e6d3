//! Lengths and distances.

use std::fmt;

/// A length in thousandths of an inch: from 0 to 200".
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
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(try_from = "i64", into = "i32")]
pub struct Length(i32);

/// A length outside of the possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a length of {0}/1000\" cannot be: it must be from 0 to {max}", max = Length::MAX.0)]
pub struct LengthError(pub i64);

/// Inches that are no length.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a length of {0}\" cannot be: it must be whole thousandths of an inch, from 0 to {max}",
    max = Length::MAX
)]
pub struct InchesError(pub f64);

impl Length {
    /// None at all.
    pub const ZERO: Self = Self(0);
    /// A thousandth of an inch.
    pub const THOUSANDTH: Self = Self(1);
    /// What may lie between shapes that touch.
    pub(super) const TOLERANCE: Self = Self(super::TOLERANCE);
    /// An inch.
    pub const INCH: Self = Self(1_000);
    /// Short range: 6" (A16.6).
    pub const SHORT: Self = Self(6_000);
    /// Long range: 12" (A16.6).
    pub const LONG: Self = Self(12_000);
    /// The longest there is: more than any table measures from corner to corner.
    pub const MAX: Self = Self(200_000);

    /// So many thousandths of an inch.
    ///
    /// # Errors
    /// Where they are negative or more than [`Length::MAX`].
    pub const fn new(thousandths: i64) -> Result<Self, LengthError> {
        if thousandths < 0 || thousandths > Self::MAX.0 as i64 {
            return Err(LengthError(thousandths));
        }
        Ok(Self(thousandths as i32))
    }

    /// So many whole inches. More than 200 are 200.
    pub const fn inches(inches: u8) -> Self {
        if inches > 200 { Self::MAX } else { Self(inches as i32 * 1_000) }
    }

    /// A tenth of it, rounded down.
    #[must_use]
    pub const fn tenth(self) -> Self {
        Self(self.0 / 10)
    }

    /// So many inches, as files have them.
    ///
    /// # Errors
    /// Where they are no whole thousandths, but for the last digits of such a number, or too many.
    pub fn from_inches(inches: f64) -> Result<Self, InchesError> {
        let thousandths = (inches * 1_000.0).round();
        let is_whole = (inches * 1_000.0 - thousandths).abs() < 1e-6;
        let length = Self::new(thousandths as i64);
        length.ok().filter(|_| is_whole).ok_or(InchesError(inches))
    }

    /// In thousandths of an inch.
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// The same in wider arithmetic.
    pub(super) fn as_i64(self) -> i64 {
        i64::from(self.0)
    }

    /// This and another, [`Length::MAX`] at most.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self((self.0 + other.0).min(Self::MAX.0))
    }

    /// This without another, not below 0 (A17.3).
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
    fn lengths_are_told_in_inches() {
        let told = |thousandths| Length::new(thousandths).unwrap().to_string();
        assert_eq!(
            [0, 5_500, 12_000, 2_760, 7].map(told),
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
