//! What was found: the engine that answered, distributions, quantities and events.

use super::ResultLabel;
use warodds_engine::chance::{EventName, QuantityName};
use warodds_engine::dist::{Estimate, Mixture, NonEmptyTally, Pmf, Tally};

/// Which engine answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// Every path of choices with its weight.
    Exact,
    /// 64 resolutions side by side with real dice.
    #[default]
    MonteCarlo,
    /// One resolution after the other, die by die.
    Table,
    /// Real dice up to what is given, 64 resolutions side by side; what follows, exactly.
    Conditional,
}

impl EngineKind {
    /// Its name in options and data.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::MonteCarlo => "monte-carlo",
            Self::Table => "table",
            Self::Conditional => "conditional",
        }
    }
}

/// What is known of a count: its distribution, how often each value was seen, or its distributions
/// under what was seen.
#[derive(Clone, Debug, PartialEq)]
pub enum Distribution {
    /// The exact distribution.
    Exact(Pmf),
    /// What was seen: something, for of nothing there is no distribution.
    Sampled(NonEmptyTally),
    /// Its distribution under each of what can be given, and how often that was seen.
    Conditional(Mixture),
}

impl Distribution {
    /// What was counted; none where nothing was.
    pub fn sampled(tally: Tally) -> Option<Self> {
        NonEmptyTally::new(tally).map(Self::Sampled)
    }

    /// The probability of each value from 0, exact or as seen.
    pub fn pmf(&self) -> Pmf {
        match self {
            Self::Exact(distribution) => distribution.clone(),
            Self::Sampled(tally) => tally.shares().clone(),
            Self::Conditional(mixture) => mixture.pmf(),
        }
    }

    /// The expected count, exact or as seen.
    pub fn mean(&self) -> f64 {
        self.pmf().mean()
    }

    /// The chance of exactly `k`, exact or as seen.
    pub fn exactly(&self, k: usize) -> f64 {
        self.pmf().exactly(k)
    }

    /// The chance of `k` or more, exact or as seen.
    pub fn at_least(&self, k: usize) -> f64 {
        self.pmf().at_least(k)
    }

    /// How often it was seen; none where it is exact.
    pub fn trials(&self) -> Option<u64> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => Some(tally.trials()),
            Self::Conditional(mixture) => Some(mixture.trials()),
        }
    }

    /// How many times the variance of the mean would be, had all been rolled; only of a conditional
    /// distribution that varies.
    pub fn mean_factor(&self) -> Option<f64> {
        if let Self::Conditional(mixture) = self { mixture.mean_factor() } else { None }
    }

    /// The same of the chance of exactly `k`.
    pub fn exactly_factor(&self, k: usize) -> Option<f64> {
        if let Self::Conditional(mixture) = self { mixture.exactly_factor(k) } else { None }
    }

    /// The same of the chance of `k` or more.
    pub fn at_least_factor(&self, k: usize) -> Option<f64> {
        if let Self::Conditional(mixture) = self { mixture.at_least_factor(k) } else { None }
    }

    /// The mean's standard error and interval, where it was sampled.
    pub fn mean_estimate(&self) -> Option<Estimate> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => tally.mean(),
            Self::Conditional(mixture) => mixture.mean(),
        }
    }

    /// The interval of the chance of exactly `k`, where it was sampled.
    pub fn exactly_estimate(&self, k: usize) -> Option<Estimate> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => tally.exactly(k),
            Self::Conditional(mixture) => mixture.exactly(k),
        }
    }

    /// The interval of the chance of `k` or more, where it was sampled.
    pub fn at_least_estimate(&self, k: usize) -> Option<Estimate> {
        match self {
            Self::Exact(_) => None,
            Self::Sampled(tally) => tally.at_least(k),
            Self::Conditional(mixture) => mixture.at_least(k),
        }
    }
}

/// A number that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its name in data, e.g. `attack_wounds`.
    pub name: QuantityName,
    /// Its name for people, e.g. `attack wounds`.
    pub label: ResultLabel,
    /// What is counted, e.g. `wounds`.
    pub unit: &'static str,
    /// What was found.
    pub distribution: Distribution,
    /// The exact distribution to hold it against, where one was worked out beside a sample.
    pub exact: Option<Pmf>,
}

impl Quantity {
    /// How far the sampled mean lies from the exact one, in standard errors.
    pub fn standard_errors_off(&self) -> Option<f64> {
        let (estimate, exact) = (self.distribution.mean_estimate()?, self.exact.as_ref()?);
        let off = estimate.point - exact.mean();
        if estimate.standard_error > 0.0 {
            Some(off / estimate.standard_error)
        } else {
            (off.abs() < 1e-12).then_some(0.0)
        }
    }
}

/// Something that happens or not: a distribution over 0 and 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its name in data, e.g. `destroyed`.
    pub name: EventName,
    /// Its name for people.
    pub label: ResultLabel,
    /// What was found, over 0 and 1.
    pub distribution: Distribution,
    /// The exact distribution to hold it against.
    pub exact: Option<Pmf>,
}

impl Event {
    /// Its probability, exact or as seen.
    pub fn probability(&self) -> f64 {
        self.distribution.pmf().at_least(1)
    }
}
