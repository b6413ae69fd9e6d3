//! The strength of each unit.

use crate::answer::{RateAnswer, RatedUnit};
use crate::counted::counted;
use crate::text::words;

/// Units named as worth more or less than their cost, and in the mix.
const NAMED: usize = 5;

/// Returns the number of units and what they are ranked by.
pub fn title(answer: &RateAnswer) -> String {
    format!("{}, each against all others", counted(answer.units.len() as u64, "unit", "units"))
}

/// Describes the duels of each pair.
pub fn duels(answer: &RateAnswer) -> String {
    let length = if answer.activations.is_multiple_of(2) {
        counted(answer.rounds.into(), "round", "rounds")
    } else {
        counted(answer.activations.into(), "attack", "attacks")
    };
    format!("duels of {length}, one with either side first; {}", answer.header.weapons)
}

/// Describes what the ratings show: who is worth more and less than its cost, and the mix.
pub fn findings(answer: &RateAnswer) -> Vec<String> {
    let line = answer.cost_line.map(|line| {
        format!(
            "Each point of cost is worth about {} rating points; a lead of 400 wins ten duels for \
             each one lost.",
            words::rounded(line.per_point)
        )
    });
    let [above, below] = outliers(answer);
    let named = |units: &[&RatedUnit]| {
        let all = units.iter().filter_map(|one| {
            let above = format_rating(one.above_cost?);
            Some(format!("{} ({above})", words::clean(&one.unit.name)))
        });
        all.collect::<Vec<_>>().join(", ")
    };
    let sentence = |start: &str, units: &[&RatedUnit]| {
        (!units.is_empty()).then(|| format!("{start}: {}.", named(units)))
    };
    line.into_iter()
        .chain(sentence("Strongest for their cost, in melee alone", &above))
        .chain(sentence("Weakest for their cost, in melee alone", &below))
        .chain(mix(answer))
        .collect()
}

/// Returns the units farthest above the line of costs and those farthest below, the farthest first.
pub fn outliers(answer: &RateAnswer) -> [Vec<&RatedUnit>; 2] {
    let side = |sign: f64| {
        let distance = |one: &RatedUnit| one.above_cost.map_or(0.0, |above| sign * above);
        let mut units: Vec<&RatedUnit> =
            answer.units.iter().filter(|one| distance(one) > 0.0).collect();
        units.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
        units.truncate(NAMED);
        units
    };
    [side(1.0), side(-1.0)]
}

/// Describes the mix of units that none beats.
fn mix(answer: &RateAnswer) -> Option<String> {
    let mut units: Vec<(&RatedUnit, f64)> = answer
        .units
        .iter()
        .filter_map(|one| Some((one, one.share.filter(|share| *share > 0.0)?)))
        .collect();
    units.sort_by(|one, other| other.1.total_cmp(&one.1));
    let named = units.iter().take(NAMED).map(|(one, share)| {
        format!("{} {}", words::clean(&one.unit.name), words::percent(*share, 0))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let others = units.len().saturating_sub(NAMED);
    let rest = if others > 0 { format!(", and {others} more") } else { String::new() };
    match units.as_slice() {
        [] => None,
        [(one, _)] => Some(format!("{} is beaten by no other unit.", words::clean(&one.unit.name))),
        _ => Some(format!("No single unit beats this mix: {named}{rest}.")),
    }
}

/// Formats a difference of ratings.
pub fn format_rating(rating: f64) -> String {
    words::signed(rating, 0)
}
