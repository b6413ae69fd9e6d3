//! The strength of each unit.

use super::{ends, heading_of, marked_name, sentences, title};
use crate::answer::{RateAnswer, RatedUnit, Setting};
use crate::counted::counted;
use crate::text::block_line::BlockLine;
use crate::text::column_pair::ColumnPair;
use crate::text::words;

/// Units named as worth more or less than their cost, and in the mix.
const NAMED: usize = 5;
/// Units named in the mix of a block.
const IN_MIX: usize = 3;

/// Returns which units are rated, their duels, and the settings.
pub(in crate::text) fn heading(answer: &RateAnswer) -> String {
    let name = &answer.header.name;
    let case = Setting::case_name("", &answer.header.case);
    let name = title(name.strip_suffix(&case).unwrap_or(name));
    let units = counted(answer.units.len() as u64, "unit", "units");
    let rounds = length(answer);
    let duels = format!("melee duels of {rounds}, each against all others");
    heading_of(&format!("{name} ({units}): {duels}"), &answer.header)
}

/// Returns the lines of a block: the mix that no unit beats, and at most `most` of the strongest and
/// of the weakest units for their cost.
pub(in crate::text) fn lines(answer: &RateAnswer, most: usize) -> Vec<BlockLine> {
    let heads = ["Strongest for their cost (rating)", "Weakest for their cost"];
    let lists = outliers(answer).map(|units| {
        let entry =
            |one: &&RatedUnit| Some((marked_name(&one.unit), format_rating(one.above_cost?)));
        units.iter().take(most).filter_map(entry).collect::<Vec<_>>()
    });
    let is_rated = lists.iter().any(|list| !list.is_empty());
    let ratings = is_rated.then(|| BlockLine::Columns(ColumnPair::new(heads, lists)));
    // without costs or ratings the share of duels won ranks the units
    let wins = |one: &RatedUnit| (marked_name(&one.unit), words::percent(one.wins, 1));
    let ranked = || {
        let labels = ["Most duels won", "Fewest duels won", "Duels won"];
        ends(labels, answer.units.iter().map(wins).collect(), most.min(NAMED))
    };
    let mix = sentences(mix(answer, IN_MIX)).into_iter();
    mix.chain(ratings.or_else(ranked)).collect()
}

/// Describes the duels of each pair.
pub fn duels(answer: &RateAnswer) -> String {
    let length = length(answer);
    format!("duels of {length}, one with either side first; {}", answer.header.weapons)
}

/// Returns the length of a duel.
fn length(answer: &RateAnswer) -> String {
    if answer.activations.is_multiple_of(2) {
        counted(answer.rounds.into(), "round", "rounds")
    } else {
        counted(answer.activations.into(), "attack", "attacks")
    }
}

/// Says what a point of cost is worth; `None` without two units of different costs.
pub fn cost_line(answer: &RateAnswer) -> Option<String> {
    let line = answer.cost_line?;
    Some(format!(
        "Each point of cost is worth about {} rating points; a lead of 400 wins ten duels for each \
         one lost.",
        words::rounded(line.per_point)
    ))
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

/// Describes the mix of units that none beats, with the names of at most `most`.
pub fn mix(answer: &RateAnswer, most: usize) -> Option<String> {
    let mut units: Vec<(&RatedUnit, f64)> = answer
        .units
        .iter()
        .filter_map(|one| Some((one, one.share.filter(|share| *share > 0.0)?)))
        .collect();
    units.sort_by(|one, other| other.1.total_cmp(&one.1));
    let named = units.iter().take(most).map(|(one, share)| {
        format!("{} {}", words::clean(&one.unit.name), words::percent(*share, 0))
    });
    let named = named.collect::<Vec<_>>().join(", ");
    let others = units.len().saturating_sub(most);
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
