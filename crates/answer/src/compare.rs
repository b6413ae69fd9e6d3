//! The answer to a comparison of two attackers against a field.

use serde::Serialize;
use warodds_engine::dist::Estimate;

use crate::{Distribution, FieldHeader, FieldRemarks, Measure, Odds, UnitSummary, WoundRange};

/// Differences of this size are rounding.
const NOTHING: f64 = 1e-12;

/// An attacker against one defender.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchupSide {
    /// The name of its attack.
    pub attack: String,
    /// Expected wounds.
    pub mean_wounds: f64,
    /// Expected wounds for each point it costs; `None` if its cost is unknown or 0.
    pub wounds_per_point: Option<f64>,
    /// The standard error of the expected wounds; `None` if they are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_error: Option<f64>,
    /// The chance of a requested number of wounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub chance: Option<f64>,
    /// The distribution of the wounds.
    #[serde(skip)]
    pub distribution: Distribution,
}

impl MatchupSide {
    /// Summarizes the wounds of an attack, with the chance of those in a range.
    pub fn new(
        attacker: &UnitSummary,
        attack: String,
        distribution: Distribution,
        range: Option<WoundRange>,
    ) -> Self {
        let mean_wounds = distribution.mean();
        let estimate = distribution.mean_estimate();
        Self {
            attack,
            mean_wounds,
            wounds_per_point: attacker.per_point(mean_wounds),
            standard_error: estimate.map(|estimate| estimate.standard_error),
            chance: range.map(|range| range.chance(&distribution)),
            distribution,
        }
    }
}

/// The precision of a sampled difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SampledDifference {
    /// Its standard error.
    pub standard_error: f64,
    /// Its 95 % confidence interval.
    #[serde(rename = "ci95")]
    pub interval: (f64, f64),
}

/// Both attackers against one defender.
// the order of the fields is that of the JSON
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matchup {
    /// The defender.
    pub defender: UnitSummary,
    /// The first attacker.
    pub a: MatchupSide,
    /// The second attacker.
    pub b: MatchupSide,
    /// Expected worth of one attack of each, by the measure of the comparison.
    #[serde(skip)]
    pub worths: [f64; 2],
    /// Worth of the first minus worth of the second.
    pub difference: f64,
    /// Which attacker leads.
    pub better: Verdict,
    /// The precision of the difference; `None` if it is exact.
    #[serde(flatten)]
    pub sampled: Option<SampledDifference>,
    /// Odds that an attack of the first deals more wounds than an independent one of the second.
    pub odds: Odds,
    /// The same for wounds per point; `None` if a cost is unknown.
    pub odds_per_point: Option<Odds>,
}

/// The largest lead that counts as about equal, as a share of the greater of the two worths.
pub const ABOUT_EQUAL: f64 = 0.02;

/// Which of two attackers leads in a matchup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The first.
    #[serde(rename = "a")]
    First,
    /// The second.
    #[serde(rename = "b")]
    Second,
    /// Neither: the lead is too small to matter.
    ///
    /// It is at most [`ABOUT_EQUAL`] of the greater worth.
    AboutEqual,
    /// Unknown: the interval of the sampled difference contains 0 and leads that matter.
    // `null`
    #[serde(untagged)]
    Undecided,
}

impl Verdict {
    /// Returns which attacker leads. A lead of at most [`ABOUT_EQUAL`] of the greater worth counts
    /// as equal. A sample decides if its interval excludes 0 or contains small leads alone.
    pub fn of(difference: f64, sampled: Option<SampledDifference>, worths: [f64; 2]) -> Self {
        let (low, high) = sampled.map_or((difference, difference), |sampled| sampled.interval);
        let [first, second] = worths;
        let is_small = |lead: f64| lead.abs() <= NOTHING.max(ABOUT_EQUAL * first.max(second));
        // equality needs an interval of small leads alone, so a poor sample is undecided, not equal
        let contains_nothing = low <= NOTHING && high >= -NOTHING;
        if contains_nothing && !(is_small(low) && is_small(high)) {
            Self::Undecided
        } else if is_small(difference) {
            Self::AboutEqual
        } else if difference > 0.0 {
            Self::First
        } else {
            Self::Second
        }
    }

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl SampledDifference {
    /// Returns half of the width of the interval.
    pub fn half_width(self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0
    }
}

impl Matchup {
    /// Returns the odds by a measure.
    pub fn odds(&self, measure: Measure) -> Odds {
        // without a cost `CompareQuestion::new` has refused the measure, so it is wounds here
        self.odds_per_point.filter(|_| measure == Measure::PerPoint).unwrap_or(self.odds)
    }
}

/// The contribution of a part to a comparison: the results with it minus those without it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareContribution {
    /// The option or the ability.
    pub what: String,
    /// Its kind: `bonus`, `token`, `terrain`, `modifier`, `reroll`, `attachment`, `ability` or
    /// `order`.
    pub kind: &'static str,
    /// The side that has it: `a`, `b`, or `attacker` or `defender` if it is the same for both.
    #[cfg_attr(
        feature = "schema",
        schemars(extend("enum" = ["attacker", "defender", "a", "b"]))
    )]
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
    /// The question, and how it was answered.
    pub header: FieldHeader,
    /// The two compared units.
    pub attackers: [UnitSummary; 2],
    /// The measure of the difference.
    pub measure: Measure,
    /// The numbers of wounds whose chance is requested.
    pub range: Option<WoundRange>,
    /// One for each defender, the best for the first attacker first.
    pub matchups: Vec<Matchup>,
    /// The contribution of each part, if requested.
    pub contributions: Option<Vec<CompareContribution>>,
    /// What is left out, and notes.
    pub remarks: FieldRemarks,
}

impl CompareAnswer {
    /// Counts the verdicts of all matchups. Returns `None` without matchups, and if the run was
    /// stopped: the matchups that are missing could change the result.
    pub fn counts(&self) -> Option<VerdictCounts> {
        let count = |verdict| self.matchups.iter().filter(|one| one.better == verdict).count();
        let is_known = !self.matchups.is_empty() && !self.header.method.partial;
        is_known.then(|| VerdictCounts {
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
            self.over_the_field(|matchup| matchup.a.mean_wounds)?,
            self.over_the_field(|matchup| matchup.b.mean_wounds)?,
        ])
    }

    /// Returns the mean chance of both of a requested number of wounds; `None` as above, and if no
    /// number is requested.
    pub fn mean_chances(&self) -> Option<[f64; 2]> {
        self.range?;
        let mean = |side: fn(&Matchup) -> &MatchupSide| {
            self.over_the_field(|matchup| side(matchup).chance.unwrap_or(0.0))
        };
        Some([mean(|one| &one.a)?, mean(|one| &one.b)?])
    }

    /// The mean of a number of each matchup, if all of them were answered.
    fn over_the_field(&self, number: impl Fn(&Matchup) -> f64) -> Option<f64> {
        let sum: f64 = self.matchups.iter().map(number).sum();
        let is_known = !self.matchups.is_empty() && !self.header.method.partial;
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
