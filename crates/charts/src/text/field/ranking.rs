//! Several units ranked by a measure.

use super::{
    describe_measure, describe_range, ends, format_requested, heading_of, marked_name, sentences,
};
use crate::answer::{Measure, RankedUnit, RankingAnswer, UnitSummary, cmp_descending};
use crate::counted::counted;
use crate::text::block_line::BlockLine;
use crate::text::words;

/// Describes what each pair of units does.
pub fn describe_pairs(answer: &RankingAnswer) -> String {
    let attacks = answer.header.weapons.clone();
    duels(answer).into_iter().chain([attacks]).collect::<Vec<_>>().join("; ")
}

/// Describes the duels of each pair; `None` if units are compared by attacks.
fn duels(answer: &RankingAnswer) -> Option<String> {
    let length = counted(answer.rounds?.into(), "round", "rounds");
    Some(format!("duels of {length}, one with either side first"))
}

/// Most units that a heading names.
const NAMED: usize = 3;
/// Most units at either end of the list of a block.
const MOST: usize = 4;

/// Returns which units are compared, by what, and the settings.
pub(in crate::text) fn block_heading(answer: &RankingAnswer) -> String {
    let names: Vec<String> = answer.units.iter().map(|one| words::clean(&one.unit.name)).collect();
    let units = match names.len() {
        1..=NAMED => names.join(" v "),
        count => counted(count as u64, "unit", "units"),
    };
    let parts = [format!("{units}: {}", lower_heading(answer))].into_iter().chain(duels(answer));
    heading_of(&parts.collect::<Vec<_>>().join(", "), &answer.header)
}

/// Returns the lines of a block: the best unit, and all units or at most `most` at either end.
pub(in crate::text) fn lines(answer: &RankingAnswer, most: usize) -> Vec<BlockLine> {
    let value =
        |one: &RankedUnit| (marked_name(&one.unit), format_ranked(answer.measure, one.value));
    let units = answer.units.iter().map(value).collect();
    let units = ends(["Best", "Worst", "Ranked"], units, most.min(MOST));
    let findings = finding(answer).into_iter().chain(likeliest(answer));
    sentences(findings).into_iter().chain(units).collect()
}

/// Returns the title of the values: the measure and the field.
pub fn heading(answer: &RankingAnswer) -> String {
    words::capitalize(&lower_heading(answer))
}

fn lower_heading(answer: &RankingAnswer) -> String {
    let field = counted(answer.against.len() as u64, "unit", "units");
    let mean = if answer.against.len() > 1 { ", mean against " } else { " against " };
    format!("{}{mean}{field}", describe_measure(answer.measure))
}

/// Says which unit is best, and against how many; `None` if the run was stopped.
pub fn finding(answer: &RankingAnswer) -> Option<String> {
    let best = answer.units.first()?;
    let (against, all) = (best.best_against, answer.against.len());
    let value = format_ranked(answer.measure, best.value);
    let name = words::clean(&best.unit.name);
    let most = if all > 1 {
        format!(" (the most against {against} of {all} units)")
    } else {
        String::new()
    };
    Some(format!("Best: {name}, {value}{}{most}.", measured(answer.measure)))
}

/// Names what a value counts, after the value.
const fn measured(measure: Measure) -> &'static str {
    match measure {
        Measure::Wounds => " wounds in one attack",
        Measure::PerPoint => " wounds per point in one attack",
        Measure::Duel => " of duels won",
        Measure::Survive => " attacks survived",
        Measure::Trade => " points in an exchange of attacks",
    }
}

/// Says which unit has the highest chance of a requested number of wounds; `None` if none is
/// requested or the run was stopped.
pub fn likeliest(answer: &RankingAnswer) -> Option<String> {
    let chance = |one: &RankedUnit| one.chance.unwrap_or(0.0);
    let highest =
        answer.units.iter().min_by(|one, other| cmp_descending(chance(one), chance(other)));
    let (range, one) = answer.range.zip(highest)?;
    let mean = if answer.against.len() > 1 { "mean chance" } else { "chance" };
    let (wounds, name) = (describe_range(range), words::clean(&one.unit.name));
    Some(format!("Highest {mean} of {wounds}: {name}, {}.", format_requested(one.chance)))
}

/// Formats a value of a measure.
pub fn format_ranked(measure: Measure, value: f64) -> String {
    match measure {
        Measure::Duel => words::percent(value, 1),
        Measure::Trade => words::signed(value, 3),
        Measure::Wounds | Measure::PerPoint | Measure::Survive => words::mean(value, None),
    }
}

/// Returns the unit of the field against which a compared unit has its highest value, or its
/// lowest, with the value; the first of equal ones.
pub fn extreme<'a>(
    answer: &'a RankingAnswer,
    one: &RankedUnit,
    is_best: bool,
) -> Option<(&'a UnitSummary, f64)> {
    let sign = if is_best { 1.0 } else { -1.0 };
    let values = answer.against.iter().zip(one.values.iter().copied());
    // `min_by` returns the first of equal ones
    values.min_by(|(_, value), (_, other)| cmp_descending(sign * value, sign * other))
}
