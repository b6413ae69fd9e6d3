//! Answers as tidy CSV: a row for each answer ([`CsvRows::Cases`]), or one for each answer, quantity
//! and value ([`CsvRows::Counts`]).
//!
//! One observation per row and one variable per column is what pandas, DuckDB and spreadsheets read
//! without conversion. The columns of a row for each value:
//!
//! | column | what it holds |
//! |---|---|
//! | `name`, `kind`, `subject` | of the answer |
//! | one for each setting that is not the default in some answer | its value; empty if the answer does not have it |
//! | `engine`, `trials`, `seed`, `partial` | method; trials and seed are empty for exact results |
//! | `not_modelled` | abilities that are not counted, as `ability (unit)`, separated by `; ` |
//! | `measure` | `quantity` or `event` |
//! | `quantity` | the name of the quantity or event |
//! | `value` | a count from 0; for events 0 (does not happen) and 1 (happens) |
//! | `probability` | of exactly this value |
//! | `at_least` | of at least this value |
//! | `probability_low`, `probability_high` | the 95 % interval of `probability`; empty for exact results |
//! | `probability_fraction`, `at_least_fraction` | the same as fractions; only with `--fractions`, empty for more than 20 digits |
//!
//! A setting with the name of another column gets the prefix `case_`. A row for each answer has the
//! same columns before `measure`, then:
//!
//! | column | what it holds |
//! |---|---|
//! | `mean_wounds`, `low_wounds`, `high_wounds` | of each quantity the mean and the ends of the 90 % interval |
//! | `error_wounds` | half the width of the 95 % interval of a sampled mean; only if an answer is sampled |
//! | `p_a_rank_lost`, `p_wounds_at_least_1` | the chances of the counts that matter, by their meaning if they have one |
//! | `p_wounds_4_or_more` | the chances of requested counts |
//! | `p_panic_failed` | the chance of each event |

pub mod battle;
mod cases;

use ::csv::Writer;
use thiserror::Error;

use super::probability_interval;
use crate::answer::{Answer, Distribution, GameLuck, Luck, LuckOdds, RollLuck, Timeline};

/// Renders the rolls of a game: a row for each.
///
/// # Errors
/// [`CsvError`] if a row cannot be written.
pub fn render_luck(found: &GameLuck) -> Result<Vec<u8>, CsvError> {
    let heading = [
        "line",
        "by_enemy",
        "kind",
        "subject",
        "quantity",
        "unit",
        "rolled",
        "expected",
        "worse",
        "same",
        "better",
        "percentile",
    ];
    let row = |RollLuck { line, by_enemy, kind, subject, luck }: &RollLuck| {
        let Luck { quantity, unit, rolled, expected, odds, .. } = luck;
        let LuckOdds { worse, same, better, percentile } = odds;
        let numbers = [expected, worse, same, better, percentile].map(ToString::to_string);
        let words = [*kind, subject.as_str(), *quantity, *unit].map(str::to_owned);
        let before = [line.to_string(), by_enemy.to_string()];
        [&before[..], &words, &[rolled.to_string()], &numbers].concat()
    };
    let rows = found.rolls.iter().map(row);
    write_records(std::iter::once(heading.map(str::to_owned).to_vec()).chain(rows))
}

/// The columns before the settings.
const BEFORE: [&str; 3] = ["name", "kind", "subject"];
/// The columns after the settings.
const AFTER: [&str; 12] = [
    "engine",
    "trials",
    "seed",
    "partial",
    "not_modelled",
    "measure",
    "quantity",
    "value",
    "probability",
    "at_least",
    "probability_low",
    "probability_high",
];

/// The last columns, if an answer has fractions.
const FRACTIONS: [&str; 2] = ["probability_fraction", "at_least_fraction"];

/// Why the CSV could not be written.
#[derive(Debug, Error)]
#[error("the answers cannot be written as CSV: {0}")]
pub struct CsvError(#[from] ::csv::Error);

/// Writes records as CSV; all must have as many fields as the first, the header line.
pub(super) fn write_records<R>(records: impl IntoIterator<Item = R>) -> Result<Vec<u8>, CsvError>
where
    R: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut writer = Writer::from_writer(Vec::new());
    records.into_iter().try_for_each(|record| writer.write_record(record))?;
    writer.into_inner().map_err(|error| CsvError(error.into_error().into()))
}

/// Formats a number, or nothing if there is none.
pub(super) fn format_optional(number: Option<impl ToString>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

/// The rows of the CSV of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsvRows {
    /// One for each answer.
    Cases,
    /// One for each answer, quantity or event, and count.
    Counts,
}

/// Renders all answers as CSV with a header line.
///
/// # Errors
/// If the CSV writer fails; no known answer causes that.
pub fn render(answers: &[Answer], rows: CsvRows) -> Result<Vec<u8>, CsvError> {
    match rows {
        CsvRows::Cases => cases::render(answers),
        CsvRows::Counts => render_counts(answers),
    }
}

/// Renders a row for each count.
fn render_counts(answers: &[Answer]) -> Result<Vec<u8>, CsvError> {
    let axes = settings(answers);
    let mut records = vec![header(&axes)];
    records.extend(answers.iter().flat_map(|answer| answer_rows(answer, &axes)));
    if !answers.iter().any(has_fractions) {
        // the columns would be empty
        records.iter_mut().for_each(|record| record.truncate(record.len() - FRACTIONS.len()));
    }
    write_records(records)
}

/// Returns whether an answer has fractions, as all of its results do then.
fn has_fractions(answer: &Answer) -> bool {
    answer.quantities.iter().any(|one| one.distribution.fractions().is_some())
}

/// Returns all settings that are not the default in some answer, in order of appearance.
fn settings(answers: &[Answer]) -> Vec<&str> {
    let mut keys: Vec<&str> = Vec::new();
    for setting in answers.iter().flat_map(|answer| &answer.settings) {
        if !keys.contains(&setting.axis.as_str()) {
            keys.push(&setting.axis);
        }
    }
    keys
}

/// Returns the answer's value of a setting.
fn value<'a>(answer: &'a Answer, key: &str) -> Option<&'a str> {
    let mut settings = answer.settings.iter();
    settings.find(|setting| setting.axis == key).map(|setting| setting.value.as_str())
}

/// Renders a timeline as CSV with a header line: a row for each side, step and count, with the
/// probability of exactly this count.
///
/// # Errors
/// If the CSV writer fails; no known timeline causes that.
pub fn render_course(course: &Timeline) -> Result<Vec<u8>, CsvError> {
    let head =
        ["side", course.step, course.what, "probability", "probability_low", "probability_high"];
    let rows = course.lines.iter().flat_map(|(name, distributions)| {
        distributions.iter().enumerate().flat_map(move |(step, distribution)| {
            let pmf = distribution.pmf();
            (0..pmf.probabilities().len()).map(move |count| {
                let [low, high] = interval_fields(distribution, count);
                let probability = format_number(pmf.exactly(count));
                [name.clone(), step.to_string(), count.to_string(), probability, low, high]
            })
        })
    });
    write_records([head.map(str::to_owned)].into_iter().chain(rows))
}

fn header(axes: &[&str]) -> Vec<String> {
    let fixed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    [fixed(&BEFORE), axis_columns(axes), fixed(&AFTER), fixed(&FRACTIONS)].concat()
}

/// Returns the names of the columns of settings.
fn axis_columns(axes: &[&str]) -> Vec<String> {
    let column = |axis: &&str| {
        // data frames rename a second column of the same name
        let taken = [&BEFORE[..], &AFTER, &FRACTIONS].concat().contains(axis);
        if taken { format!("case_{axis}") } else { (*axis).to_owned() }
    };
    axes.iter().map(column).collect()
}

/// Returns the rows of an answer: its quantities, then its events.
fn answer_rows(answer: &Answer, axes: &[&str]) -> Vec<Vec<String>> {
    let start = shared_fields(answer, axes);
    let quantities = answer
        .quantities
        .iter()
        .map(|quantity| (["quantity", quantity.name.as_str()], &quantity.distribution));
    // events are rows of 0 and 1, so that one schema holds both and a filter on `measure` splits
    // them
    let events =
        answer.events.iter().map(|event| (["event", event.name.as_str()], &event.distribution));
    let all = quantities.chain(events);
    all.flat_map(|(what, distribution)| distribution_rows(&start, what, distribution)).collect()
}

/// Returns the fields shared by all rows of an answer.
fn shared_fields(answer: &Answer, axes: &[&str]) -> Vec<String> {
    let method = answer.method;
    let mut fields = vec![answer.name.clone(), answer.kind.to_owned(), answer.subject.clone()];
    fields.extend(axes.iter().map(|axis| value(answer, axis).unwrap_or_default().to_owned()));
    fields.extend([
        method.engine.name().to_owned(),
        format_optional(method.trials),
        format_optional(method.seed),
        method.partial.to_string(),
    ]);
    let left_out: Vec<String> =
        answer.not_modelled.iter().map(|one| format!("{} ({})", one.ability, one.unit)).collect();
    fields.push(left_out.join("; "));
    fields
}

/// Returns a row for each value of a quantity or event.
fn distribution_rows(
    start: &[String],
    what: [&str; 2],
    distribution: &Distribution,
) -> impl Iterator<Item = Vec<String>> {
    let pmf = distribution.pmf();
    (0..pmf.probabilities().len()).map(move |value| {
        let [low, high] = interval_fields(distribution, value);
        let fractions = distribution.fractions();
        let numbers = [
            value.to_string(),
            format_number(pmf.exactly(value)),
            format_number(pmf.at_least(value)),
            low,
            high,
            format_optional(fractions.and_then(|all| all.exactly(value))),
            format_optional(fractions.and_then(|all| all.at_least(value))),
        ];
        start.iter().cloned().chain(what.map(str::to_owned)).chain(numbers).collect()
    })
}

/// Returns both ends of the 95 % interval of a value's probability, empty for exact results.
fn interval_fields(distribution: &Distribution, value: usize) -> [String; 2] {
    probability_interval(distribution, value)
        .map_or_else(Default::default, |(low, high)| [low, high].map(format_number))
}

/// Formats all digits of a number; small probabilities with an exponent.
fn format_number(p: f64) -> String {
    // `Display` of a float never uses an exponent: 1e-300 would be 302 characters long
    if p > 0.0 && p < 1e-6 { format!("{p:e}") } else { p.to_string() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::report::samples;

    type Row = BTreeMap<String, String>;

    fn parsed(answers: &[Answer]) -> Vec<Row> {
        parsed_rows(answers, CsvRows::Counts)
    }

    fn parsed_rows(answers: &[Answer], rows: CsvRows) -> Vec<Row> {
        let bytes = render(answers, rows).expect("answers are CSV");
        ::csv::Reader::from_reader(bytes.as_slice())
            .deserialize()
            .map(|row| row.expect("a row of text"))
            .collect()
    }

    #[test]
    fn csv_distributions_sum_to_one_and_settings_are_columns() {
        let rows = parsed(&[samples::charges(&["open"]), samples::attacks()].concat());
        let mut sums: BTreeMap<(String, String), f64> = BTreeMap::new();
        for row in &rows {
            let key = (row["name"].clone(), row["quantity"].clone());
            *sums.entry(key).or_default() += row["probability"].parse::<f64>().expect("a number");
        }
        // nine charges with a quantity and an event, twelve attacks with two each
        assert_eq!(sums.len(), 9 * 2 + 12 * 4);
        assert!(sums.values().all(|sum| (sum - 1.0).abs() < 1e-9));
        assert!(rows.iter().all(|row| row["facing"].is_empty() == (row["kind"] == "charge")));
        let at_least = |row: &Row| row["at_least"].parse::<f64>().expect("a number");
        assert!(rows.iter().all(|row| row["value"] != "0" || (at_least(row) - 1.0).abs() < 1e-9));
    }

    #[test]
    fn csv_row_of_sampled_answer_has_its_counts_and_interval() {
        let rows = parsed(&[samples::tossed("two", [300, 480, 220])]);
        let row = rows
            .iter()
            .find(|row| row["quantity"] == "heads" && row["value"] == "1")
            .expect("a row");
        assert_eq!(
            [&row["probability"], &row["at_least"], &row["trials"], &row["seed"]],
            ["0.48", "0.7", "1000", "7"]
        );
        // Wilson interval of 480 of 1000, calculated by hand
        let low: f64 = row["probability_low"].parse().expect("a number");
        assert!((low - 0.449_175).abs() < 1e-5, "{low}");
        let event = rows
            .iter()
            .filter(|row| row["measure"] == "event")
            .map(|row| row["value"].as_str())
            .collect::<Vec<_>>();
        assert_eq!(event, ["0", "1"]);
    }

    #[test]
    fn csv_of_cases_has_a_row_for_each_with_means_and_chances() {
        let answers = [samples::attacks(), vec![samples::tossed("two", [300, 480, 220])]].concat();
        let rows = parsed_rows(&answers, CsvRows::Cases);
        assert_eq!(rows.len(), answers.len());
        let row = rows.last().expect("a row");
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        assert!((number("mean_heads") - 0.92).abs() < 1e-12);
        assert_eq!([&row["low_heads"], &row["high_heads"]], ["0", "2"]);
        assert!((number("p_heads_at_least_1") - 0.7).abs() < 1e-12);
        assert!((number("p_both") - 0.22).abs() < 1e-12);
        assert!((0.01..0.1).contains(&number("error_heads")));
        // a column of another question is empty
        assert_eq!(row["mean_wounds"], "");
        assert!(rows.iter().take(12).all(|row| !row["mean_wounds"].is_empty()));
    }

    #[test]
    fn csv_keeps_odd_names_and_prefixes_duplicate_columns() {
        let mut answers = samples::nasty();
        answers[0].settings[0].axis = "value".into();
        let rows = parsed(&answers);
        assert!(samples::NASTY.iter().all(|name| rows.iter().any(|row| row["name"] == *name)));
        assert!(rows.iter().any(|row| row.contains_key("case_value")));
        assert!(parsed(&[]).is_empty());
    }
}
