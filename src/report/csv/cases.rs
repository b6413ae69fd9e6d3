//! A row for each answer: means, intervals, and the chances of events and of the counts that matter.

use super::{
    AFTER, BEFORE, CsvError, axis_columns, format_number, settings, shared_fields, write_records,
};
use crate::answer::{Answer, Quantity};
use crate::report::group::{AnswerGroup, group_questions};
use crate::report::marked::{NotableCount, notable_counts};
use crate::report::words;

/// The name of a column and the value of a row in it.
type Field = (String, String);

/// The columns of the method, and of what is not counted.
const METHOD: usize = 5;

/// Renders a row for each answer.
pub(super) fn render(answers: &[Answer]) -> Result<Vec<u8>, CsvError> {
    let axes = settings(answers);
    let groups = group_questions(answers);
    let rows: Vec<(&Answer, Vec<Field>)> = groups.iter().flat_map(group_rows).collect();
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(|(_, fields)| fields) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let fixed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let method = AFTER.get(..METHOD).unwrap_or(&AFTER);
    let head = [fixed(&BEFORE), axis_columns(&axes), fixed(method), fixed(&names)].concat();
    let record = |(answer, fields): &(&Answer, Vec<Field>)| {
        let value = |name: &&str| {
            let field = fields.iter().find(|(other, _)| other == name);
            field.map_or_else(String::new, |(_, value)| value.clone())
        };
        [shared_fields(answer, &axes), names.iter().map(value).collect()].concat()
    };
    write_records(std::iter::once(head).chain(rows.iter().map(record)))
}

/// Returns the fields of the answers to one question, which share the counts that matter.
fn group_rows<'a>(group: &AnswerGroup<'a>) -> Vec<(&'a Answer, Vec<Field>)> {
    let notable = notable_counts(&group.answers);
    let rows = group.answers.iter().enumerate();
    rows.map(|(place, answer)| (*answer, fields(answer, (&notable, place)))).collect()
}

/// Returns the fields of an answer, which is at a `place` among those of its question.
fn fields(answer: &Answer, (notable, place): (&[NotableCount], usize)) -> Vec<Field> {
    let counted = |one: &NotableCount| {
        let (leading, count) = (answer.leading().next()?, (*one.counts.get(place)?)?);
        let name = if one.words.is_empty() {
            format!("{}_at_least_{count}", leading.name.as_str())
        } else {
            one.words.to_owned()
        };
        Some(chance(&name, leading.distribution.at_least(count)))
    };
    let requested = answer.quantities.iter().filter_map(|quantity| {
        let (_, event) = answer.counts.of(quantity.name)?;
        let name = format!("{} {}", quantity.name.as_str(), event.label.named);
        Some(chance(&name, event.probability()))
    });
    let events = answer.events.iter().map(|event| chance(event.name.as_str(), event.probability()));
    answer
        .quantities
        .iter()
        .flat_map(quantity_fields)
        .chain(notable.iter().filter_map(counted))
        .chain(requested)
        .chain(events)
        .collect()
}

/// Returns mean, ends of the 90 % interval and, if sampled, the error of the mean.
fn quantity_fields(quantity: &Quantity) -> Vec<Field> {
    let name = quantity.name.as_str();
    let pmf = quantity.distribution.pmf();
    let error = quantity.distribution.mean_estimate().map(|mean| mean.half_width());
    let error = error.map(|error| (format!("error_{name}"), format_number(error)));
    let fields = [
        (format!("mean_{name}"), format_number(pmf.mean())),
        (format!("low_{name}"), pmf.quantile(0.05).to_string()),
        (format!("high_{name}"), pmf.quantile(0.95).to_string()),
    ];
    fields.into_iter().chain(error).collect()
}

/// Returns the field of a chance.
fn chance(name: &str, p: f64) -> Field {
    (format!("p_{}", words::slug(name).replace('-', "_")), format_number(p))
}
