//! Requested numbers of wounds, of questions about whole fields.

use std::ops::RangeInclusive;

use serde::Serialize;

use crate::Distribution;

/// The numbers of wounds whose chance is requested: at least a number, at most a number, or those
/// between two numbers.
// the order of the fields is that of the JSON
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WoundRange {
    /// The least number of wounds whose chance is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u8>,
    /// The greatest number of wounds whose chance is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<u8>,
}

impl WoundRange {
    /// Creates a range; `None` without a bound, and if the bounds leave no number.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::WoundRange;
    ///
    /// let range = WoundRange::new(Some(3), Some(5)).ok_or("not empty")?;
    /// assert_eq!(range.counts(), 3..=5);
    /// assert_eq!(WoundRange::new(None, None), None);
    /// assert_eq!(WoundRange::new(Some(5), Some(3)), None);
    /// # Ok::<(), &str>(())
    /// ```
    pub fn new(at_least: Option<u8>, at_most: Option<u8>) -> Option<Self> {
        let is_empty = at_least.zip(at_most).is_some_and(|(low, high)| low > high);
        let is_bounded = at_least.is_some() || at_most.is_some();
        (is_bounded && !is_empty).then_some(Self { at_least, at_most })
    }

    /// Returns the numbers of wounds.
    pub fn counts(self) -> RangeInclusive<usize> {
        self.at_least.unwrap_or(0).into()..=self.at_most.map_or(usize::MAX, usize::from)
    }

    /// Returns the greatest of the requested bounds.
    pub fn greatest_bound(self) -> u8 {
        self.at_least.max(self.at_most).unwrap_or(0)
    }

    /// Returns the chance of such a number of wounds, exact or as sampled.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::{Distribution, WoundRange};
    /// use warodds_engine::dist::Pmf;
    ///
    /// let wounds = Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?);
    /// let range = WoundRange::new(None, Some(1)).ok_or("bounded")?;
    /// assert_eq!(range.chance(&wounds), 0.75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chance(self, wounds: &Distribution) -> f64 {
        wounds.within(&self.counts()).at_least(1)
    }
}
