//! What answers about many units say: measures, methods and remarks.

pub mod attachments;
pub mod compare;
pub mod ranking;
pub mod rate;
pub mod worth;

use super::format::format_chance;
use super::{headline, unmodelled, words};
use crate::answer::{
    DuelRounds, FieldHeader, FieldRemarks, FirstSide, MatrixAnswer, Measure, Metric, NotModelled,
    UnitSummary, WoundRange, format_counts,
};
use crate::counted::counted;

/// Describes a metric in a sentence or title.
pub fn describe_metric(metric: Metric) -> String {
    match metric {
        Metric::Wounds => "expected wounds".to_owned(),
        Metric::PerPoint => "expected wounds per point".to_owned(),
        Metric::Destroyed => "chance that the defender is destroyed".to_owned(),
        Metric::Points => "points destroyed minus points lost".to_owned(),
        Metric::AtLeast(1) => "chance of at least 1 wound".to_owned(),
        Metric::AtLeast(k) => format!("chance of at least {k} wounds"),
        Metric::Wins => "chance that the attacker wins the duel".to_owned(),
        Metric::Left => "attacker's expected wounds left".to_owned(),
        Metric::EnemyLeft => "defender's expected wounds left".to_owned(),
    }
}

/// Returns the heading of a metric's column.
pub fn metric_heading(metric: Metric) -> String {
    match metric {
        Metric::Wounds => "wounds".to_owned(),
        Metric::PerPoint => "wounds\nper point".to_owned(),
        Metric::Destroyed => "destroyed".to_owned(),
        Metric::Points => "points".to_owned(),
        Metric::AtLeast(k) => format!("≥{k}"),
        Metric::Wins => "wins".to_owned(),
        Metric::Left => "left".to_owned(),
        Metric::EnemyLeft => "defender\nleft".to_owned(),
    }
}

/// Formats a metric of a cell. A chance is shown as certain only for an exact distribution.
pub fn format_cell(answer: &MatrixAnswer, metric: Metric, row: usize, column: usize) -> String {
    let wounds = match metric {
        Metric::Destroyed => answer.defenders.get(column).map(|unit| unit.wounds),
        Metric::AtLeast(k) => Some(k),
        _ => None,
    };
    match (wounds, answer.distribution(row, column)) {
        (Some(wounds), Some(distribution)) => format_chance(distribution, None, wounds.into(), 1),
        _ => format_value(metric, answer.metric_of(metric, row, column)),
    }
}

/// Formats a metric's value for a table; a dash for none.
pub fn format_value(metric: Metric, value: Option<f64>) -> String {
    value.map_or_else(
        || "–".to_owned(),
        |value| match metric {
            Metric::Points => words::signed(value, 3),
            _ if metric.is_chance() => words::percent(value, 1),
            _ => words::mean(value, None),
        },
    )
}

/// Describes the measure of a comparison.
pub const fn describe_measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Wounds => "expected wounds",
        Measure::PerPoint => "expected wounds per point",
        Measure::Duel => "share of duels won",
        Measure::Survive => "expected attacks withstood",
        Measure::Trade => "points destroyed minus points lost",
    }
}

/// Returns the heading of the chance of requested numbers of wounds: `≥3`, `≤5`, `3–5`, `=3`.
pub fn range_heading(range: WoundRange) -> String {
    let (low, high) = range.counts().into_inner();
    match (low, high) {
        (low, usize::MAX) => format!("≥{low}"),
        (low, high) if low == high => format!("={low}"),
        (0, high) => format!("≤{high}"),
        (low, high) => format!("{low}–{high}"),
    }
}

/// Describes requested numbers of wounds: `3 or more wounds`.
pub fn describe_range(range: WoundRange) -> String {
    let counts = range.counts();
    let wounds = if counts == (1..=1) { "wound" } else { "wounds" };
    format!("{} {wounds}", format_counts(&counts))
}

/// Formats the chance of a requested number of wounds; a dash for none.
pub fn format_requested(chance: Option<f64>) -> String {
    chance.map_or_else(|| "–".to_owned(), |chance| words::percent(chance, 1))
}

/// Returns a unit's name, marked if abilities of it are not counted, or if it is out of reach.
pub fn marked_name(contestant: &UnitSummary) -> String {
    let mark = if contestant.not_modelled.is_empty() { "" } else { unmodelled::MARK };
    let reach = if contestant.out_of_reach.is_some() { " (out of reach)" } else { "" };
    format!("{}{mark}{reach}", words::clean(&contestant.name))
}

/// Describes what each pair of a matrix does: an attack, or a duel.
pub fn describe_matchups(answer: &MatrixAnswer) -> String {
    let Some(DuelRounds { rounds, activations, first }) = answer.schedule else {
        return answer.header.weapons.clone();
    };
    let length = if activations % 2 == 0 {
        counted(rounds.into(), "round", "rounds")
    } else {
        counted(activations.into(), "attack", "attacks")
    };
    let who = match first {
        FirstSide::Attacker => "the attacker goes first",
        FirstSide::Defender => "the defender goes first",
    };
    format!("duels of {length}, {who}; {}", answer.header.weapons)
}

/// Describes engine, trials, seed, rules, attacks and settings of an answer.
pub fn describe_method(
    FieldHeader { method, edition, terms, .. }: &FieldHeader,
    attacks: &str,
) -> String {
    let each = |trials: u64| format!(", {} each", words::resolutions(trials));
    let engine = format!(
        "{}{}",
        words::capitalize_method(method.engine.name()),
        method.trials.map_or_else(String::new, each)
    );
    let seed = method.seed.map(|seed| format!("seed {seed}"));
    let terms = Some(headline::list_settings(terms)).filter(|terms| !terms.is_empty());
    let parts = std::iter::once(engine)
        .chain(seed)
        .chain([format!("rules of {edition}"), attacks.to_owned()]);
    parts.chain(terms).collect::<Vec<_>>().join("; ")
}

/// Returns the remarks of an answer: units left out, notes, and abilities that are not counted.
pub fn collect_remarks(
    partial: bool,
    FieldRemarks { left_out, not_modelled, notes }: &FieldRemarks,
) -> Vec<String> {
    let missing: Vec<String> =
        left_out.iter().map(|one| format!("{} ({})", words::clean(&one.unit), one.why)).collect();
    let missing = (!missing.is_empty()).then(|| format!("Left out: {}.", missing.join(", ")));
    let partial = partial.then(|| "Stopped early: not all attacks were answered.".to_owned());
    let notes = notes.iter().map(|note| format!("Note: {}.", words::clean(note)));
    partial
        .into_iter()
        .chain(missing)
        .chain(notes)
        .chain(describe_abilities(not_modelled))
        .collect()
}

/// Describes the abilities that are not counted: by name for a few units, otherwise their number.
fn describe_abilities(not_modelled: &[NotModelled]) -> Option<String> {
    const NAMED: usize = 6;
    let mut units: Vec<&str> = not_modelled.iter().map(|one| one.unit.as_str()).collect();
    // abilities are listed unit by unit, so repetitions are adjacent
    units.dedup();
    let many = || {
        format!(
            "* Abilities of {} units are not counted; the JSON and CSV output lists them.",
            units.len()
        )
    };
    if units.len() > NAMED { Some(many()) } else { unmodelled::describe(not_modelled) }
}
