//! A comparison as JSON.

use serde::Serialize;

use super::{FieldFooter, FieldMethod};
use crate::study::Distribution;
use crate::study::compare::{CompareAnswer, CompareContribution, Matchup, VerdictCounts};
use crate::study::field::UnitSummary;
use warodds_engine::dist::Odds;

/// A comparison in the shape of the contract.
#[derive(Clone, Debug, Serialize)]
pub(super) struct CompareData<'a> {
    #[serde(flatten)]
    method: FieldMethod<'a>,
    attackers: &'a [UnitSummary],
    measure: &'static str,
    mean_difference: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_difference_se: Option<f64>,
    better: Option<VerdictCounts>,
    matchups: Vec<MatchupData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contributions: Option<&'a [CompareContribution]>,
    #[serde(flatten)]
    tail: FieldFooter<'a>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct SideData<'a> {
    attack: &'a str,
    mean_wounds: f64,
    wounds_per_point: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    standard_error: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct OddsData {
    more: f64,
    same: f64,
    less: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct SampledData {
    standard_error: f64,
    ci95: (f64, f64),
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct MatchupData<'a> {
    defender: &'a UnitSummary,
    a: SideData<'a>,
    b: SideData<'a>,
    difference: f64,
    better: Option<&'static str>,
    #[serde(flatten)]
    sampled: Option<SampledData>,
    odds: OddsData,
    odds_per_point: Option<OddsData>,
}

fn odds(odds: Odds) -> OddsData {
    let Odds { more, same, less } = odds;
    OddsData { more, same, less }
}

fn side<'a>(
    attacker: &UnitSummary,
    (attack, distribution): (&'a str, &Distribution),
) -> SideData<'a> {
    let mean = distribution.pmf().mean();
    let standard_error = distribution.mean_estimate().map(|estimate| estimate.standard_error);
    let wounds_per_point = attacker.per_point(mean);
    SideData { attack, mean_wounds: mean, wounds_per_point, standard_error }
}

fn matchup<'a>(attackers: &[UnitSummary; 2], matchup: &'a Matchup) -> MatchupData<'a> {
    let ([a, b], [first, second]) = (attackers, &matchup.distributions);
    let [own, other] = matchup.weapons.each_ref().map(String::as_str);
    MatchupData {
        defender: &matchup.defender,
        a: side(a, (own, first)),
        b: side(b, (other, second)),
        difference: matchup.difference,
        better: matchup.verdict().name(),
        sampled: matchup.sampled.map(|sampled| SampledData {
            standard_error: sampled.standard_error,
            ci95: sampled.interval,
        }),
        odds: odds(matchup.by_wounds),
        odds_per_point: matchup.by_points.map(odds),
    }
}

/// Converts a comparison to the shape of the contract.
pub(super) fn compare(answer: &CompareAnswer) -> CompareData<'_> {
    CompareData {
        method: FieldMethod {
            method: answer.method,
            edition: answer.edition,
            weapons: &answer.weapons,
            terms: &answer.terms,
        },
        attackers: &answer.attackers,
        measure: answer.measure.name(),
        // `null` for a stopped run: the missing matchups could change the sign
        mean_difference: answer.mean_difference(),
        mean_difference_se: answer.mean_estimate().map(|estimate| estimate.standard_error),
        better: answer.counts(),
        matchups: answer.matchups.iter().map(|one| matchup(&answer.attackers, one)).collect(),
        contributions: answer.contributions.as_deref(),
        tail: FieldFooter {
            left_out: &answer.left_out,
            not_modelled: &answer.not_modelled,
            notes: &answer.notes,
        },
    }
}
