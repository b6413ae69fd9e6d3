//! What answers about many units say: measures, methods and remarks.

pub mod attachments;
pub mod compare;
pub mod matrix;
pub mod ranking;
pub mod rate;
pub mod worth;

use std::path::Path;

use super::block_line::BlockLine;
use super::column_pair::{ColumnPair, Entry};
use super::format::format_chance;
use super::wrapping::JOINT;
use super::{headline, unmodelled, words};
use crate::answer::{
    DuelRounds, FieldHeader, FieldRemarks, FirstSide, LeftOut, MatrixAnswer, Measure, Metric,
    NotModelled, UnitSummary, WoundRange, format_counts,
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
    let weapons = answer.header.weapons.clone();
    describe_schedule(answer).into_iter().chain([weapons]).collect::<Vec<_>>().join("; ")
}

/// Describes the duels of a matrix; `None` if each pair makes one attack.
pub(super) fn describe_schedule(answer: &MatrixAnswer) -> Option<String> {
    let DuelRounds { rounds, activations, first } = answer.schedule?;
    let length = if activations % 2 == 0 {
        counted(rounds.into(), "round", "rounds")
    } else {
        counted(activations.into(), "attack", "attacks")
    };
    let who = match first {
        FirstSide::Attacker => "the attacker goes first",
        FirstSide::Defender => "the defender goes first",
    };
    Some(format!("duels of {length}, {who}"))
}

/// Returns the title of an answer, whose default name has both sides as typed: `stark →
/// list=my.toml` is `Stark → my`.
pub fn title(name: &str) -> String {
    let side = |text: &str| {
        let file = text.rsplit_once("list=").and_then(|(_, file)| Path::new(file).file_stem());
        let text = file.map_or_else(|| text.to_owned(), |stem| stem.to_string_lossy().into_owned());
        words::capitalize(&words::clean(&text))
    };
    let [arrow, versus] = [" → ", " v "];
    let between = if name.contains(arrow) { arrow } else { versus };
    name.split(between).map(side).collect::<Vec<_>>().join(between)
}

/// Returns the first line of a block: what is asked, and the settings of all attacks.
pub(super) fn heading_of(what: &str, header: &FieldHeader) -> String {
    let settings = headline::list_settings(&header.terms);
    let parts = [what.to_owned(), settings].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(", ")
}

/// Lists the best and the worst of ranked entries, at most `most` of each, or all if there are not
/// more; the labels name the best, the worst and all of them.
pub(super) fn ends(
    [best, worst, all]: [&str; 3],
    ranked: Vec<Entry>,
    most: usize,
) -> Option<BlockLine> {
    let entries = ranked.iter();
    Some(match ranked.len() {
        0 => return None,
        1..=FEW => list(all, &ranked),
        count if count <= 2 * most => BlockLine::Columns(ColumnPair::halves(all, ranked)),
        _ => {
            let ends = [
                entries.clone().take(most).cloned().collect(),
                entries.rev().take(most).cloned().collect(),
            ];
            BlockLine::Columns(ColumnPair::new([best, worst], ends))
        }
    })
}

/// Lists entries on one line.
pub(super) fn list(label: &str, entries: &[Entry]) -> BlockLine {
    let entries: Vec<String> =
        entries.iter().map(|(name, value)| format!("{name} {value}")).collect();
    BlockLine::Text(format!("{label}: {}", entries.join(JOINT)))
}

/// Returns sentences as lines of a block, which have no period.
pub(super) fn sentences(sentences: impl IntoIterator<Item = String>) -> Vec<BlockLine> {
    let line = |text: String| BlockLine::Text(text.trim_end_matches('.').to_owned());
    sentences.into_iter().map(line).collect()
}

/// Describes rules, engine, trials, seed and attacks of an answer.
pub fn describe_method(header: &FieldHeader, attacks: &str) -> String {
    let method = &header.method;
    let each = |trials: u64| format!(", {} each", words::resolutions(trials));
    let engine = words::capitalize_method(method.engine.name());
    let engine = if method.trials.is_some() { engine } else { engine.to_lowercase() };
    let engine = engine + &method.trials.map_or_else(String::new, each);
    let seed = method.seed.map(|seed| format!("seed {seed}"));
    let parts = [header.rules().words(), engine].into_iter().chain(seed);
    let parts: Vec<String> = parts.chain([attacks.to_owned()]).collect();
    words::capitalize(&parts.join(JOINT))
}

/// Describes the method of an answer, and the settings of all attacks.
pub fn describe_method_and_settings(header: &FieldHeader, attacks: &str) -> String {
    let settings = headline::list_settings(&header.terms);
    let parts = [describe_method(header, attacks), settings];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(JOINT)
}

/// Most units that a remark names.
const NAMED: usize = 3;
/// Most entries of a list on one line.
const FEW: usize = 3;
/// Longest list of abilities, in characters.
const ABILITIES: usize = 150;

/// Returns the remarks of an answer: units left out, notes, and abilities that are not counted.
pub fn collect_remarks(
    partial: bool,
    FieldRemarks { left_out, not_modelled, notes }: &FieldRemarks,
) -> Vec<String> {
    let missing = match left_out.as_slice() {
        [] => None,
        few @ [..] if few.len() <= NAMED => Some(describe_left_out(few)),
        many => Some(format!("Left out: {} units; the JSON output lists them.", many.len())),
    };
    let partial = partial.then(|| "Stopped early: not all attacks were answered.".to_owned());
    let notes = notes.iter().map(|note| format!("Note: {}.", words::clean(note)));
    partial
        .into_iter()
        .chain(missing)
        .chain(notes)
        .chain(describe_abilities(not_modelled))
        .collect()
}

/// Names the units that are left out, and why.
fn describe_left_out(left_out: &[LeftOut]) -> String {
    let units = left_out.iter().map(|one| format!("{} ({})", words::clean(&one.unit), one.why));
    format!("Left out: {}.", units.collect::<Vec<_>>().join(", "))
}

/// Describes the abilities that are not counted: by name for a few units, otherwise their number.
fn describe_abilities(not_modelled: &[NotModelled]) -> Option<String> {
    let mut units: Vec<&str> = not_modelled.iter().map(|one| one.unit.as_str()).collect();
    // abilities are listed unit by unit, so repetitions are adjacent
    units.dedup();
    let many = || {
        let units = counted(units.len() as u64, "unit", "units");
        format!("* Abilities of {units} are not counted; the JSON and CSV output lists them.")
    };
    let listed = unmodelled::describe(not_modelled)?;
    let is_long = units.len() > NAMED || listed.chars().count() > ABILITIES;
    Some(if is_long { many() } else { listed })
}
