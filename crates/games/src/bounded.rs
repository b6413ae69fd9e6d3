//! Numbers with their ranges, for the values of all games.

use thiserror::Error;

/// A number that the game does not know.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{what} must be a whole number from {least} to {most}, not {given}")]
pub struct OutOfRange {
    /// What the number is for, e.g. `hit`.
    pub what: &'static str,
    /// What was given.
    pub given: i64,
    /// The least that is allowed.
    pub least: i64,
    /// The most that is allowed.
    pub most: i64,
}

/// Makes a number with a range of its own, checked by its constructor.
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

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}
pub(crate) use bounded;
