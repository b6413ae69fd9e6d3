//! Answers about a whole field of units as tables, data and files.

pub mod attachments;
pub mod csv;
mod table;

pub use table::{describe_verdict, render_compare, render_matrix};

use super::charts::{self, ChartError};
use super::csv::CsvError;
use super::table::wrap_paragraphs;
use super::{Artifact, headline, unmodelled, words};
use crate::counted::counted;
use crate::games::asoiaf::DuelSide;
use crate::study::field::{DuelSchedule, FieldAnswer, LeftOut, Measure, Metric, UnitSummary};
use crate::study::matrix::MatrixAnswer;
use crate::study::{Method, NotModelled, Setting};
use thiserror::Error;

/// Why there is no report.
#[derive(Debug, Error)]
pub enum FieldReportError {
    /// The table could not be written.
    #[error(transparent)]
    Csv(#[from] CsvError),
    /// The data could not be written.
    #[error("the answer cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The picture could not be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
}

/// Tables for a terminal; of long lists the `top` first and last.
pub fn render(answer: &FieldAnswer, layout: &super::table::Layout, top: usize) -> String {
    let told = match answer {
        FieldAnswer::Matrix(answer) => render_matrix(answer, layout, top),
        FieldAnswer::Compare(answer) => render_compare(answer, layout, top),
        FieldAnswer::Attachments(answer) => attachments::render(answer, layout, top),
    };
    wrap_paragraphs(&told, layout)
}

/// A row for each cell or matchup, and the picture in both formats, under names that begin with
/// `stem`; and what was not drawn.
///
/// # Errors
/// When a library fails; no input is known to make it.
pub fn render_files(
    answer: &FieldAnswer,
    stem: &str,
    selection: charts::Selection,
) -> Result<charts::ChartFiles, FieldReportError> {
    let data = match answer {
        FieldAnswer::Matrix(answer) => csv::render_matrix(answer)?,
        FieldAnswer::Compare(answer) => csv::render_compare(answer)?,
        FieldAnswer::Attachments(answer) => attachments::render_csv(answer)?,
    };
    let drawn = match answer {
        _ if selection == charts::Selection::None => charts::ChartFiles::default(),
        FieldAnswer::Attachments(answer) => charts::draw_attachments(stem, answer)?,
        FieldAnswer::Matrix(answer) => charts::draw_heat_map(stem, answer)?,
        FieldAnswer::Compare(answer) => charts::draw_ranking(stem, answer)?,
    };
    let files =
        std::iter::once(Artifact::new(format!("{stem}.csv"), data)).chain(drawn.files).collect();
    Ok(charts::ChartFiles { files, notes: drawn.notes })
}

/// What a metric is called.
pub fn describe_metric(metric: Metric) -> String {
    match metric {
        Metric::Wounds => "expected wounds".to_owned(),
        Metric::PerPoint => "expected wounds per point".to_owned(),
        Metric::Destroyed => "chance that the defender is destroyed".to_owned(),
        Metric::AtLeast(1) => "chance of a wound or more".to_owned(),
        Metric::AtLeast(k) => format!("chance of {k} wounds or more"),
        Metric::Wins => "chance that the attacker wins the duel".to_owned(),
        Metric::Left => "expected wounds left to the attacker".to_owned(),
        Metric::EnemyLeft => "expected wounds left to the defender".to_owned(),
    }
}

/// What a metric is called above a column.
pub fn metric_heading(metric: Metric) -> String {
    match metric {
        Metric::Wounds => "wounds".to_owned(),
        Metric::PerPoint => "wounds\nper point".to_owned(),
        Metric::Destroyed => "destroyed".to_owned(),
        Metric::AtLeast(k) => format!("≥{k}"),
        Metric::Wins => "wins".to_owned(),
        Metric::Left => "left".to_owned(),
        Metric::EnemyLeft => "left to\ndefender".to_owned(),
    }
}

/// What a metric says of a cell; only an exact distribution makes a chance certain.
pub fn format_cell(answer: &MatrixAnswer, metric: Metric, row: usize, column: usize) -> String {
    let wounds = match metric {
        Metric::Destroyed => answer.defenders.get(column).map(|unit| unit.wounds),
        Metric::AtLeast(k) => Some(k),
        _ => None,
    };
    match (wounds, answer.distribution(row, column)) {
        (Some(wounds), Some(distribution)) => {
            super::format_chance(distribution, None, wounds.into(), 1)
        }
        _ => format_value(metric, answer.metric_of(metric, row, column)),
    }
}

/// A metric's value with so many digits as a table has room for.
pub fn format_value(metric: Metric, value: Option<f64>) -> String {
    value.map_or_else(
        || "–".to_owned(),
        |value| {
            if metric.is_chance() { words::percent(value, 1) } else { words::mean(value, None) }
        },
    )
}

/// What a comparison measures.
pub const fn describe_measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Wounds => "expected wounds",
        Measure::PerPoint => "expected wounds per point",
    }
}

/// A unit with its cost, marked where abilities of it are not counted.
pub fn marked_name(contestant: &UnitSummary) -> String {
    let mark = if contestant.not_modelled.is_empty() { "" } else { unmodelled::MARK };
    format!("{}{mark}", words::clean(&contestant.name))
}

/// What is asked of each pair of a matrix: an attack, or a duel.
pub fn describe_matchups(answer: &MatrixAnswer) -> String {
    let Some(DuelSchedule { activations, first }) = answer.schedule else {
        return answer.weapons.clone();
    };
    let rounds = counted(activations.get().div_ceil(2).into(), "round", "rounds");
    let who = match first {
        DuelSide::A => "the attacker strikes first",
        DuelSide::B => "the defender strikes first",
    };
    format!("duels of {rounds}, {who}; {}", answer.weapons)
}

/// How an answer came about, by which rules and on which terms.
pub fn describe_method(method: Method, edition: &str, weapons: &str, terms: &[Setting]) -> String {
    let rolled = |trials: u64| format!(", {} each", words::resolutions(trials));
    let engine = format!(
        "{}{}",
        words::capital(method.engine.name()),
        method.trials.map_or_else(String::new, rolled)
    );
    let seed = method.seed.map(|seed| format!("seed {seed}"));
    let terms = Some(headline::listed(terms)).filter(|terms| !terms.is_empty());
    let parts = std::iter::once(engine)
        .chain(seed)
        .chain([format!("rules of {edition}"), weapons.to_owned()]);
    parts.chain(terms).collect::<Vec<_>>().join("; ")
}

/// What must be read beside the numbers: who is missing, notes, and abilities that are not counted.
pub fn collect_remarks(
    left_out: &[LeftOut],
    notes: &[String],
    partial: bool,
    not_modelled: &[NotModelled],
) -> Vec<String> {
    let missing: Vec<String> =
        left_out.iter().map(|one| format!("{} ({})", words::clean(&one.unit), one.why)).collect();
    let missing = (!missing.is_empty()).then(|| format!("Left out: {}.", missing.join(", ")));
    let partial = partial.then(|| "Stopped early: not all attacks were answered.".to_owned());
    let notes = notes.iter().map(|note| format!("Note: {}.", words::clean(note)));
    partial.into_iter().chain(missing).chain(notes).chain(abilities(not_modelled)).collect()
}

/// The abilities that are not counted, one by one where they are few enough to be read.
fn abilities(not_modelled: &[NotModelled]) -> Option<String> {
    const NAMED: usize = 6;
    let mut units: Vec<&str> = not_modelled.iter().map(|one| one.unit.as_str()).collect();
    units.dedup();
    let many = || {
        format!(
            "* Abilities of {} units are not counted; the JSON and CSV answers name them all.",
            units.len()
        )
    };
    if units.len() > NAMED { Some(many()) } else { unmodelled::told(not_modelled) }
}
