//! Several units ranked by a measure, as a table and in sentences.

use super::table::wrap_name;
use super::{
    collect_remarks, describe_measure, describe_method, describe_range, format_requested,
    marked_name, range_heading,
};
use crate::answer::{Measure, RankedUnit, RankingAnswer, UnitSummary, cmp_descending};
use crate::counted::counted;
use crate::report::table::{Layout, TableColumn, draw_fitting, visible_rows};
use crate::report::words;

/// Renders the units, the best first.
pub(super) fn render(answer: &RankingAnswer, layout: &Layout, top: usize) -> String {
    let mut parts = vec![
        format!("Compare: {}", words::clean(&answer.header.name)),
        describe_method(&answer.header, &describe_pairs(answer)),
        String::new(),
    ];
    parts.extend(finding(answer));
    parts.extend(likeliest(answer));
    parts.push(format!("{}\n{}", heading(answer), rows(answer, layout, top)));
    parts.extend(collect_remarks(answer.header.method.partial, &answer.remarks));
    parts.join("\n") + "\n"
}

/// Describes what each pair of units does.
pub(crate) fn describe_pairs(answer: &RankingAnswer) -> String {
    let attacks = &answer.header.weapons;
    match answer.rounds {
        Some(rounds) => {
            let length = counted(rounds.into(), "round", "rounds");
            format!("duels of {length}, one with either side first; {attacks}")
        }
        None => attacks.clone(),
    }
}

/// Returns the title of the values: the measure and the field.
pub(crate) fn heading(answer: &RankingAnswer) -> String {
    let field = counted(answer.against.len() as u64, "unit", "units");
    let mean = if answer.against.len() > 1 { ", mean against " } else { " against " };
    format!("{}{mean}{field}", words::capitalize(describe_measure(answer.measure)))
}

/// Says which unit is best, and against how many; `None` if the run was stopped.
pub(crate) fn finding(answer: &RankingAnswer) -> Option<String> {
    let best = answer.units.first()?;
    let (against, all) = (best.best_against, answer.against.len());
    let value = format_ranked(answer.measure, best.value);
    let name = words::clean(&best.unit.name);
    Some(format!("{name} is best: {value}, the highest against {against} of {all}."))
}

/// Says which unit has the highest chance of a requested number of wounds; `None` if none is
/// requested or the run was stopped.
pub(crate) fn likeliest(answer: &RankingAnswer) -> Option<String> {
    let chance = |one: &RankedUnit| one.chance.unwrap_or(0.0);
    let highest =
        answer.units.iter().min_by(|one, other| cmp_descending(chance(one), chance(other)));
    let (range, one) = answer.range.zip(highest)?;
    let mean = if answer.against.len() > 1 { "mean chance" } else { "chance" };
    let (wounds, name) = (describe_range(range), words::clean(&one.unit.name));
    Some(format!("Highest {mean} of {wounds}: {name}, {}.", format_requested(one.chance)))
}

/// Formats a value of a measure.
pub(crate) fn format_ranked(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Duel => words::percent(value, 1),
        Measure::Trade => words::signed(value, 3),
        Measure::Wounds | Measure::PerPoint | Measure::Survive => words::mean(value, None),
    }
}

/// Returns the heading of the values in tables.
const fn value_heading(measure: Measure) -> &'static str {
    match measure {
        Measure::Wounds => "wounds",
        Measure::PerPoint => "wounds\nper point",
        Measure::Duel => "wins",
        Measure::Survive => "attacks",
        Measure::Trade => "points",
    }
}

fn rows(answer: &RankingAnswer, layout: &Layout, top: usize) -> String {
    let all = &answer.units;
    let end = |one: &RankedUnit, is_best: bool| {
        extreme(answer, one, is_best).map_or_else(
            || "–".to_owned(),
            |(unit, value)| {
                let value = format_ranked(answer.measure, value);
                wrap_name(&format!("{} {value}", words::clean(&unit.name)))
            },
        )
    };
    let mut columns = vec![
        TableColumn::labels("unit", 0, all, |one| wrap_name(&marked_name(&one.unit))),
        TableColumn::labels("attack", 9, all, |one| one.unit.attack.clone().unwrap_or_default()),
        TableColumn::numbers("cost", 2, all, |one| {
            one.unit.cost.map_or_else(|| "–".to_owned(), |cost| cost.to_string())
        }),
        TableColumn::numbers(value_heading(answer.measure), 0, all, |one| {
            format_ranked(answer.measure, one.value)
        }),
    ];
    if let Some(range) = answer.range.map(range_heading) {
        columns.push(TableColumn::numbers(&range, 1, all, |one| format_requested(one.chance)));
    }
    if answer.against.len() > 1 {
        columns.extend([
            TableColumn::numbers("best\nagainst", 1, all, |one| one.best_against.to_string()),
            TableColumn::labels("highest against", 5, all, |one| end(one, true)),
            TableColumn::labels("lowest against", 6, all, |one| end(one, false)),
        ]);
    }
    draw_fitting(columns, &visible_rows(all.len(), 2 * top), layout)
}

/// Returns the unit of the field against which a compared unit has its highest value, or its
/// lowest, with the value; the first of equal ones.
pub(crate) fn extreme<'a>(
    answer: &'a RankingAnswer,
    one: &RankedUnit,
    is_best: bool,
) -> Option<(&'a UnitSummary, f64)> {
    let sign = if is_best { 1.0 } else { -1.0 };
    let values = answer.against.iter().zip(one.values.iter().copied());
    // `min_by` returns the first of equal ones
    values.min_by(|(_, value), (_, other)| cmp_descending(sign * value, sign * other))
}
