//! Units of a field and parts of an army as ranked bars, the best first.

use super::cases::listed;
use super::ranked::{Ranking, sentences};
use super::spec::{Bar, BarRow, Chart};
use crate::answer::{ArmyPart, RankedUnit, RankingAnswer, WorthAnswer};
use crate::text::field::ranking::{describe_pairs, extreme, format_ranked, heading, likeliest};
use crate::text::field::worth::{best_swaps, part_name, total, uncounted};
use crate::text::field::{
    collect_remarks, describe_measure, describe_method_and_settings, marked_name, range_heading,
};
use crate::text::words;

/// Describes units ranked by a measure; none if the run was stopped.
pub(super) fn ranking(answer: &RankingAnswer) -> Vec<Chart> {
    let how = describe_method_and_settings(&answer.header, &describe_pairs(answer));
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let range = answer.range.map(range_heading);
    let heads: Vec<&str> =
        ["best against", "highest", "lowest"].into_iter().chain(range.as_deref()).collect();
    Ranking {
        title: best(answer).unwrap_or_else(|| heading(answer)),
        question: sentences(std::iter::once(heading(answer)).chain(likeliest(answer))),
        key: Vec::new(),
        measure: describe_measure(answer.measure),
        heads: &heads,
        rows: answer.units.iter().map(|one| ranked_row(answer, one)).collect(),
        foot: sentences([how].into_iter().chain(remarks)),
    }
    .charts()
}

/// Names the best units with their value, all of equal ones; `None` if the run was stopped.
fn best(answer: &RankingAnswer) -> Option<String> {
    let first = answer.units.first()?;
    let value = |one: &RankedUnit| format_ranked(answer.measure, one.value);
    let ties = answer.units.iter().take_while(|one| value(one) == value(first));
    let names: Vec<String> = ties.map(|one| words::clean(&one.unit.name)).collect();
    let measure = describe_measure(answer.measure);
    let mean = if answer.against.len() > 1 { " on average" } else { "" };
    Some(format!("Most {measure}: {}, {}{mean}", listed(&names), value(first)))
}

fn ranked_row(answer: &RankingAnswer, one: &RankedUnit) -> BarRow {
    let format = |value| format_ranked(answer.measure, value);
    let end = |is_best| extreme(answer, one, is_best).map(|(_, value)| format(value));
    let numbers = [
        format!("{} of {}", one.best_against, answer.against.len()),
        end(true).unwrap_or_default(),
        end(false).unwrap_or_default(),
    ];
    let numbers = numbers.into_iter().chain(one.chance.map(|p| words::percent(p, 0))).collect();
    bar_row(marked_name(&one.unit), (one.value, format(one.value)), numbers)
}

/// Describes what the parts of an army are worth for each point of their cost; none if the run was
/// stopped. Free parts are left out: their worth for a point is undefined.
pub(super) fn worth(answer: &WorthAnswer) -> Vec<Chart> {
    let how = describe_method_and_settings(&answer.header, &answer.header.weapons);
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let title = match answer.least() {
        Some(part) => {
            let per_point = words::signed(part.per_point.unwrap_or(0.0), 3);
            format!("Weakest for its cost: {}, {per_point} per point", part_name(part))
        }
        None => "What each part is worth for its cost".to_owned(),
    };
    let row = |part: &ArmyPart| Some(part_row(part, part.per_point?));
    let rest = best_swaps(answer, 1).into_iter().chain(uncounted(answer));
    Ranking {
        title,
        question: sentences(total(answer).into_iter().chain([answer.measure.to_owned()])),
        key: Vec::new(),
        measure: "points destroyed minus points lost, for each point of cost",
        heads: &["cost", "points", "swap"],
        rows: answer.parts.iter().filter_map(row).collect(),
        foot: sentences(rest.chain([how]).chain(remarks)),
    }
    .charts()
}

fn part_row(part: &ArmyPart, per_point: f64) -> BarRow {
    let best = part.swaps.better.first();
    let numbers = vec![
        part.cost.to_string(),
        words::signed(part.points, 3),
        best.map_or_else(|| "–".to_owned(), |swap| words::signed(swap.gain, 3)),
    ];
    bar_row(part_name(part), (per_point, words::signed(per_point, 3)), numbers)
}

fn bar_row(name: String, (value, text): (f64, String), numbers: Vec<String>) -> BarRow {
    BarRow { name, bars: vec![Bar { value, text, ..Bar::default() }], numbers, strokes: Vec::new() }
}
