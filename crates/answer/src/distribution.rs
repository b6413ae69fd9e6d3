//! Results of questions: engines, distributions, quantities and events.

use std::ops::RangeInclusive;

use serde::Serialize;

use crate::ResultLabel;
use warodds_engine::chance::{EventName, QuantityName};
use warodds_engine::dist::{Estimate, Fractions, NonEmptyTally, Pmf, Tally};

/// An engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EngineKind {
    /// Enumeration of all paths of choices with their weights.
    Exact,
    /// Sampling of whole resolutions in 64 lanes.
    #[default]
    MonteCarlo,
    /// One resolution after the other, die by die.
    Dice,
}

impl EngineKind {
    /// Returns its name in options and data.
    ///
    /// # Examples
    /// ```
    /// use warodds_answer::EngineKind;
    ///
    /// assert_eq!(EngineKind::MonteCarlo.name(), "monte-carlo");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::MonteCarlo => "monte-carlo",
            Self::Dice => "dice",
        }
    }
}

/// The distribution of a count.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// The exact distribution.
    Exact(Pmf),
    /// The exact distribution with its probabilities as fractions.
    Fractions(Pmf, Fractions),
    /// A sample of at least one trial.
    Sampled(NonEmptyTally),
}

impl Distribution {
    /// Creates the distribution of a sample; `None` if it has no trials.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Tally;
    /// use warodds_answer::Distribution;
    ///
    /// let coin = Distribution::sampled(Tally::from_counts(vec![30, 10])).ok_or("no trials")?;
    /// assert_eq!((coin.mean(), coin.trials()), (0.25, Some(40)));
    /// assert!(Distribution::sampled(Tally::from_counts(vec![0, 0])).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sampled(tally: Tally) -> Option<Self> {
        NonEmptyTally::new(tally).map(Self::Sampled)
    }

    /// Returns the probability of each value from 0, exact or as sampled.
    pub fn pmf(&self) -> Pmf {
        match self {
            Self::Exact(distribution) | Self::Fractions(distribution, _) => distribution.clone(),
            Self::Sampled(tally) => tally.shares().clone(),
        }
    }

    /// Returns the probabilities as fractions, if they were requested.
    pub const fn fractions(&self) -> Option<&Fractions> {
        match self {
            Self::Fractions(_, fractions) => Some(fractions),
            Self::Exact(_) | Self::Sampled(_) => None,
        }
    }

    /// Returns the expected count, exact or as sampled.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Pmf;
    /// use warodds_answer::Distribution;
    ///
    /// let coins = Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?);
    /// assert_eq!(coins.mean(), 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mean(&self) -> f64 {
        self.pmf().mean()
    }

    /// Returns the probability of exactly `k`, exact or as sampled.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Pmf;
    /// use warodds_answer::Distribution;
    ///
    /// let coins = Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?);
    /// assert_eq!(coins.exactly(1), 0.5);
    /// assert_eq!(coins.exactly(3), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exactly(&self, k: usize) -> f64 {
        self.pmf().exactly(k)
    }

    /// Returns the probability of at least `k`, exact or as sampled.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Pmf;
    /// use warodds_answer::Distribution;
    ///
    /// let coins = Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?);
    /// assert_eq!(coins.at_least(1), 0.75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_least(&self, k: usize) -> f64 {
        self.pmf().at_least(k)
    }

    /// Returns the distribution of whether the count lies in `counts`, over 0 (no) and 1 (yes).
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Tally;
    /// use warodds_answer::Distribution;
    ///
    /// let coins = Distribution::sampled(Tally::from_counts(vec![20, 50, 30])).ok_or("no trials")?;
    /// assert_eq!(coins.within(&(1..=1)).at_least(1), 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(&self, counts: &RangeInclusive<usize>) -> Self {
        match self {
            Self::Exact(pmf) => Self::Exact(pmf.within(counts)),
            Self::Fractions(pmf, all) => Self::Fractions(pmf.within(counts), all.within(counts)),
            Self::Sampled(tally) => Self::Sampled(tally.within(counts)),
        }
    }

    /// Returns the number of trials; `None` if the distribution is exact.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Pmf;
    /// use warodds_answer::Distribution;
    ///
    /// let coins = Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?);
    /// assert_eq!(coins.trials(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trials(&self) -> Option<u64> {
        match self {
            Self::Exact(_) | Self::Fractions(..) => None,
            Self::Sampled(tally) => Some(tally.trials()),
        }
    }

    /// Returns the standard error and interval of the mean; `None` if the distribution is exact.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Pmf;
    /// use warodds_answer::Distribution;
    ///
    /// let coins = Distribution::Exact(Pmf::new(vec![0.25, 0.5, 0.25])?);
    /// assert!(coins.mean_estimate().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mean_estimate(&self) -> Option<Estimate> {
        match self {
            Self::Exact(_) | Self::Fractions(..) => None,
            Self::Sampled(tally) => tally.mean(),
        }
    }

    /// Returns the interval of the probability of exactly `k`; `None` if it is exact.
    pub fn exactly_estimate(&self, k: usize) -> Option<Estimate> {
        match self {
            Self::Exact(_) | Self::Fractions(..) => None,
            Self::Sampled(tally) => tally.exactly(k),
        }
    }

    /// Returns the interval of the probability of at least `k`; `None` if it is exact.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::dist::Tally;
    /// use warodds_answer::Distribution;
    ///
    /// let coin = Distribution::sampled(Tally::from_counts(vec![500, 500])).ok_or("no trials")?;
    /// let (low, high) = coin.at_least_estimate(1).ok_or("exact")?.interval;
    /// assert!(low < 0.5 && 0.5 < high);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_least_estimate(&self, k: usize) -> Option<Estimate> {
        match self {
            Self::Exact(_) | Self::Fractions(..) => None,
            Self::Sampled(tally) => tally.at_least(k),
        }
    }
}

/// A counted result.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name in data, e.g. `attack_wounds`.
    pub name: QuantityName,
    /// Its name for people, e.g. `attack wounds`.
    pub label: ResultLabel,
    /// What is counted, e.g. `wounds`.
    pub unit: &'static str,
    /// Its distribution.
    pub distribution: Distribution,
    /// The exact distribution to compare a sample with, if computed.
    pub exact: Option<Pmf>,
}

impl Quantity {
    /// Returns the sampled minus the exact mean in standard errors.
    pub fn standard_errors_off(&self) -> Option<f64> {
        let (estimate, exact) = (self.distribution.mean_estimate()?, self.exact.as_ref()?);
        let off = estimate.point - exact.mean();
        if estimate.standard_error > 0.0 {
            Some(off / estimate.standard_error)
        } else {
            // a sample that never varied agrees with the exact mean or is off by no finite factor
            (off.abs() < 1e-12).then_some(0.0)
        }
    }
}

/// A result that happens or not.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its name in data, e.g. `destroyed`.
    pub name: EventName,
    /// Its name for people.
    pub label: ResultLabel,
    /// Its distribution over 0 and 1.
    pub distribution: Distribution,
    /// The exact distribution to compare with, if computed.
    pub exact: Option<Pmf>,
}

impl Event {
    /// Returns its probability, exact or as sampled.
    ///
    /// # Examples
    /// ```
    /// use warodds_engine::chance::EventName;
    /// use warodds_engine::dist::Pmf;
    /// use warodds_answer::{Distribution, Event, ResultLabel};
    ///
    /// let heads = Event {
    ///     name: EventName::new("heads"),
    ///     label: ResultLabel::plain("heads"),
    ///     distribution: Distribution::Exact(Pmf::new(vec![0.5, 0.5])?),
    ///     exact: None,
    /// };
    /// assert_eq!(heads.probability(), 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probability(&self) -> f64 {
        // an event is counted as 0 or 1
        self.distribution.pmf().at_least(1)
    }
}
