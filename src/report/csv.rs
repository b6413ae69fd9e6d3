//! All distributions as one tidy table: a row for each answer, quantity and value.
//!
//! One observation to a row and one variable to a column is what pandas, DuckDB and spreadsheets
//! take without help.
//!
//! | column | what it holds |
//! |---|---|
//! | `name`, `kind`, `subject` | of the answer |
//! | one for each key that is not as usual in some answer | its value here; empty where the answer does not have it |
//! | `engine`, `trials`, `seed`, `partial` | how it came about; trials and seed empty where nothing was rolled |
//! | `not_modelled` | abilities that may change the numbers and are not counted, as `ability (unit)`, with `; ` between them |
//! | `measure` | `quantity` or `event` |
//! | `quantity` | the name of the quantity or event |
//! | `value` | a count from 0; for events 0 (does not happen) and 1 (happens) |
//! | `probability` | of exactly this value |
//! | `at_least` | of this value or more |
//! | `probability_low`, `probability_high` | the 95 % interval of `probability`; empty where nothing was sampled |
//! | `variance_factor` | of the conditional engine: how many times the variance of `probability` would be, had all been rolled; else empty |
//!
//! An axis that has the name of another column has `case_` before it.

pub mod battle;

use ::csv::Writer;
use thiserror::Error;

use super::probability_interval;
use crate::study::{Answer, Distribution, Timeline};

/// The columns before the axes.
const BEFORE: [&str; 3] = ["name", "kind", "subject"];
/// The columns after them.
const AFTER: [&str; 13] = [
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
    "variance_factor",
];

/// Why there is no table.
#[derive(Debug, Error)]
pub enum CsvError {
    /// The writer failed.
    #[error("the answers cannot be written as CSV: {0}")]
    Write(#[from] ::csv::Error),
    /// The writer could not hand over what it wrote.
    #[error("the answers cannot be gathered as CSV: {0}")]
    Gather(String),
}

/// All answers as CSV with a header line.
///
/// # Errors
/// Never for answers; the writer's own errors are passed on rather than hidden.
pub fn render(answers: &[Answer]) -> Result<Vec<u8>, CsvError> {
    let axes = settings(answers);
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(header(&axes))?;
    for answer in answers {
        write_answer(&mut writer, answer, &axes)?;
    }
    writer.into_inner().map_err(|error| CsvError::Gather(error.to_string()))
}

/// All keys that are not as usual in some answer, in order of appearance.
fn settings(answers: &[Answer]) -> Vec<&str> {
    let mut keys: Vec<&str> = Vec::new();
    for setting in answers.iter().flat_map(|answer| &answer.settings) {
        if !keys.contains(&setting.axis.as_str()) {
            keys.push(&setting.axis);
        }
    }
    keys
}

/// The answer's value of a key.
fn value<'a>(answer: &'a Answer, key: &str) -> Option<&'a str> {
    let mut settings = answer.settings.iter();
    settings.find(|setting| setting.axis == key).map(|setting| setting.value.as_str())
}

/// A course as CSV with a header line: a row for each side, step and count, with the probability of
/// exactly so many.
///
/// # Errors
/// Never for a course; the writer's own errors are passed on rather than hidden.
pub fn render_course(course: &Timeline) -> Result<Vec<u8>, CsvError> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record([
        "side",
        course.step,
        course.what,
        "probability",
        "probability_low",
        "probability_high",
    ])?;
    for (name, distributions) in &course.lines {
        for (step, distribution) in distributions.iter().enumerate() {
            for (count, probability) in distribution.pmf().probabilities().iter().enumerate() {
                let (low, high) = probability_interval(distribution, count)
                    .map_or_else(Default::default, |(low, high)| {
                        (format_number(low), format_number(high))
                    });
                writer.write_record([
                    name.as_str(),
                    &step.to_string(),
                    &count.to_string(),
                    &format_number(*probability),
                    &low,
                    &high,
                ])?;
            }
        }
    }
    writer.into_inner().map_err(|error| CsvError::Gather(error.to_string()))
}

fn header(axes: &[&str]) -> Vec<String> {
    let axis = |axis: &&str| {
        let taken = BEFORE.contains(axis) || AFTER.contains(axis);
        if taken { format!("case_{axis}") } else { (*axis).to_owned() }
    };
    let fixed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    [fixed(&BEFORE), axes.iter().map(axis).collect(), fixed(&AFTER)].concat()
}

fn write_answer(
    writer: &mut Writer<Vec<u8>>,
    answer: &Answer,
    axes: &[&str],
) -> Result<(), CsvError> {
    let start = about(answer, axes);
    for quantity in &answer.quantities {
        write_distribution(
            writer,
            &start,
            ["quantity", quantity.name.as_str()],
            &quantity.distribution,
        )?;
    }
    for event in &answer.events {
        write_distribution(writer, &start, ["event", event.name.as_str()], &event.distribution)?;
    }
    Ok(())
}

/// What is the same in all rows of an answer.
fn about(answer: &Answer, axes: &[&str]) -> Vec<String> {
    let text = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    let method = answer.method;
    let mut fields = vec![answer.name.clone(), answer.kind.to_owned(), answer.subject.clone()];
    fields.extend(axes.iter().map(|axis| value(answer, axis).unwrap_or_default().to_owned()));
    fields.extend([
        method.engine.name().to_owned(),
        text(method.trials),
        text(method.seed),
        method.partial.to_string(),
    ]);
    let left_out: Vec<String> =
        answer.not_modelled.iter().map(|one| format!("{} ({})", one.ability, one.unit)).collect();
    fields.push(left_out.join("; "));
    fields
}

fn write_distribution(
    writer: &mut Writer<Vec<u8>>,
    start: &[String],
    what: [&str; 2],
    distribution: &Distribution,
) -> Result<(), CsvError> {
    let pmf = distribution.pmf();
    for (value, probability) in pmf.probabilities().iter().enumerate() {
        let (low, high) = probability_interval(distribution, value)
            .map_or_else(Default::default, |(low, high)| (format_number(low), format_number(high)));
        let factor = distribution
            .exactly_factor(value)
            .map_or_else(String::new, |factor| factor.to_string());
        let numbers = [
            value.to_string(),
            format_number(*probability),
            format_number(pmf.at_least(value)),
            low,
            high,
            factor,
        ];
        writer.write_record(
            start.iter().map(String::as_str).chain(what).chain(numbers.iter().map(String::as_str)),
        )?;
    }
    Ok(())
}

/// All digits of a probability, with an exponent where it is so small that zeros would fill the
/// cell.
fn format_number(p: f64) -> String {
    if p > 0.0 && p < 1e-6 { format!("{p:e}") } else { p.to_string() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::report::samples;

    type Row = BTreeMap<String, String>;

    fn parsed(answers: &[Answer]) -> Vec<Row> {
        let bytes = render(answers).expect("answers are CSV");
        ::csv::Reader::from_reader(bytes.as_slice())
            .deserialize()
            .map(|row| row.expect("a row of text"))
            .collect()
    }

    #[test]
    fn distributions_sum_to_one_and_axes_are_columns() {
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
    fn a_sampled_row_has_the_numbers_it_was_counted_from() {
        let rows = parsed(&[samples::tossed("two", [300, 480, 220])]);
        let row = rows
            .iter()
            .find(|row| row["quantity"] == "heads" && row["value"] == "1")
            .expect("a row");
        assert_eq!(
            [&row["probability"], &row["at_least"], &row["trials"], &row["seed"]],
            ["0.48", "0.7", "1000", "7"]
        );
        // Wilson's interval of 480 of 1000, by hand
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
    fn nasty_names_come_back_whole_and_a_taken_column_is_not_taken_twice() {
        let mut answers = samples::nasty();
        answers[0].settings[0].axis = "value".into();
        let rows = parsed(&answers);
        assert!(samples::NASTY.iter().all(|name| rows.iter().any(|row| row["name"] == *name)));
        assert!(rows.iter().any(|row| row.contains_key("case_value")));
        assert!(parsed(&[]).is_empty());
    }
}
