//! The answer to a comparison of two attackers against a field.

use serde::Serialize;
use warodds_engine::dist::{Estimate, Odds};

use crate::{Distribution, LeftOut, Measure, Method, NotModelled, Setting, UnitSummary};

/// Differences of this size are rounding.
const NOTHING: f64 = 1e-12;

/// Both attackers against one defender.
#[derive(Clone, Debug, PartialEq)]
pub struct Matchup {
    /// The defender.
    pub defender: UnitSummary,
    /// The names of the weapons with which the first and the second attacker attack.
    pub weapons: [String; 2],
    /// The distributions of the wounds that the first and the second attacker deal.
    pub distributions: [Distribution; 2],
    /// Expected worth of one attack of each, by the measure of the comparison.
    pub worths: [f64; 2],
    /// Worth of the first minus worth of the second.
    pub difference: f64,
    /// The difference with its standard error and interval; `None` if it is exact.
    pub sampled: Option<Estimate>,
    /// Odds that an attack of the first deals more wounds than an independent one of the second.
    pub by_wounds: Odds,
    /// The same for wounds per point; `None` if a cost is unknown.
    pub by_points: Option<Odds>,
}

/// The largest lead that counts as about equal, as a share of the greater of the two worths.
pub const ABOUT_EQUAL: f64 = 0.02;

/// Which of two attackers leads in a matchup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first.
    First,
    /// The second.
    Second,
    /// Neither: the lead is at most [`ABOUT_EQUAL`] of the greater worth.
    AboutEqual,
    /// Unknown: the interval of the sampled difference contains 0 and leads that matter.
    Undecided,
}

impl Verdict {
    /// Returns its name in data: `a`, `b` or `about-equal`; `None` if undecided, as nothing is known
    /// to be better.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::First => Some("a"),
            Self::Second => Some("b"),
            Self::AboutEqual => Some("about-equal"),
            Self::Undecided => None,
        }
    }
}

/// In how many matchups of a comparison each verdict holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerdictCounts {
    /// Where the first is better.
    #[serde(rename = "a")]
    pub first: usize,
    /// Where both are about equal.
    pub about_equal: usize,
    /// Where the sample was too small to decide.
    #[serde(rename = "neither")]
    pub undecided: usize,
    /// Where the second is better.
    #[serde(rename = "b")]
    pub second: usize,
}

impl Matchup {
    /// Returns which attacker leads. A lead of at most [`ABOUT_EQUAL`] of the greater worth counts
    /// as equal. A sample decides if its interval excludes 0 or contains small leads alone.
    pub fn verdict(&self) -> Verdict {
        let (low, high) =
            self.sampled.map_or((self.difference, self.difference), |sampled| sampled.interval);
        let [first, second] = self.worths;
        let is_small = |lead: f64| lead.abs() <= NOTHING.max(ABOUT_EQUAL * first.max(second));
        // equality needs an interval of small leads alone, so a poor sample is undecided, not equal
        let contains_nothing = low <= NOTHING && high >= -NOTHING;
        if contains_nothing && !(is_small(low) && is_small(high)) {
            Verdict::Undecided
        } else if is_small(self.difference) {
            Verdict::AboutEqual
        } else if self.difference > 0.0 {
            Verdict::First
        } else {
            Verdict::Second
        }
    }

    /// Returns the odds by a measure.
    pub fn odds(&self, measure: Measure) -> Odds {
        // without a cost `CompareQuestion::new` has refused the measure, so it is wounds here
        self.by_points.filter(|_| measure == Measure::PerPoint).unwrap_or(self.by_wounds)
    }

    /// Returns the mean wounds of both.
    pub fn means(&self) -> [f64; 2] {
        self.distributions.each_ref().map(|distribution| distribution.pmf().mean())
    }
}

/// The contribution of a part to a comparison: the results with it minus those without it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CompareContribution {
    /// The option or the ability.
    pub what: String,
    /// Its kind: `bonus`, `token`, `terrain`, `modifier`, `reroll`, `attachment`, `ability` or
    /// `order`.
    pub kind: &'static str,
    /// The side that has it: `a`, `b`, or `attacker` or `defender` if it is the same for both.
    pub side: &'static str,
    /// Wounds dealt by `a`, averaged over the field.
    pub wounds: f64,
    /// Wounds dealt by `b`, averaged over the field.
    pub other_wounds: f64,
    /// The mean difference, by the measure of the comparison.
    pub difference: f64,
}

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareAnswer {
    /// The question's name.
    pub name: String,
    /// The values of lists that distinguish this answer from others.
    pub case: Vec<Setting>,
    /// The two compared units.
    pub attackers: [UnitSummary; 2],
    /// The measure of the difference.
    pub measure: Measure,
    /// Non-default terms of all attacks.
    pub terms: Vec<Setting>,
    /// Which attacks were made, e.g. `best attack of each card`.
    pub weapons: String,
    /// The edition of the rules.
    pub edition: &'static str,
    /// One for each defender, the best for the first attacker first.
    pub matchups: Vec<Matchup>,
    /// How it was computed.
    pub method: Method,
    /// The contribution of each part, if requested.
    pub contributions: Option<Vec<CompareContribution>>,
    /// Units that could not take part.
    pub left_out: Vec<LeftOut>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// Abilities that may change these numbers and are not counted.
    pub not_modelled: Vec<NotModelled>,
}

impl CompareAnswer {
    /// Counts the verdicts of all matchups. Returns `None` if the run was stopped: the matchups
    /// that are missing could change the result.
    pub fn counts(&self) -> Option<VerdictCounts> {
        let count = |verdict| self.matchups.iter().filter(|one| one.verdict() == verdict).count();
        (!self.method.partial).then(|| VerdictCounts {
            first: count(Verdict::First),
            second: count(Verdict::Second),
            about_equal: count(Verdict::AboutEqual),
            undecided: count(Verdict::Undecided),
        })
    }

    /// Returns the mean difference over the field; `None` if the run was stopped.
    pub fn mean_difference(&self) -> Option<f64> {
        self.over_the_field(|matchup| matchup.difference)
    }

    /// Returns the mean worth of both over the field; `None` as above.
    pub fn mean_worths(&self) -> Option<[f64; 2]> {
        Some([
            self.over_the_field(|matchup| matchup.worths[0])?,
            self.over_the_field(|matchup| matchup.worths[1])?,
        ])
    }

    /// Returns the mean wounds of both over the field; `None` as above.
    pub fn mean_wounds(&self) -> Option<[f64; 2]> {
        Some([
            self.over_the_field(|matchup| matchup.means()[0])?,
            self.over_the_field(|matchup| matchup.means()[1])?,
        ])
    }

    /// The mean of a number of each matchup, if all of them were answered.
    fn over_the_field(&self, number: impl Fn(&Matchup) -> f64) -> Option<f64> {
        let sum: f64 = self.matchups.iter().map(number).sum();
        let is_known = !self.matchups.is_empty() && !self.method.partial;
        is_known.then(|| sum / self.matchups.len() as f64)
    }

    /// Returns the mean difference with its standard error and interval; `None` if it is exact or
    /// the run was stopped.
    pub fn mean_estimate(&self) -> Option<Estimate> {
        let errors: Option<Vec<f64>> =
            self.matchups.iter().map(|matchup| Some(matchup.sampled?.standard_error)).collect();
        let error = errors?.iter().map(|error| error * error).sum::<f64>().sqrt()
            / self.matchups.len() as f64;
        self.mean_difference().map(|mean| Estimate::normal(mean, error))
    }
}
