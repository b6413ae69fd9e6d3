//! A sweep of two numbers as a grid: the mean in each cell.

use super::columns::{REQUIRED, TableColumn};
use super::{Layout, all_rows, draw, natural_width, numbers, wrap};
use crate::answer::Answer;
use crate::report::group::{self, LabelSource};
use crate::report::{fixed_value, leading_quantities, words};

/// Renders the means of the only leading quantity of answers that differ in two numbers, the axis
/// with fewer values across; `None` for other answers, and if the grid does not fit.
pub(super) fn render(answers: &[&Answer], layout: &Layout) -> Option<String> {
    let LabelSource::Axes { subjects: false, axes } = LabelSource::of(answers) else { return None };
    let [one, other] = axes.as_slice() else { return None };
    let [of_one, of_other] = [values(answers, one)?, values(answers, other)?];
    let is_complete =
        of_one.len() > 1 && of_other.len() > 1 && of_one.len() * of_other.len() == answers.len();
    let ((across, columns), (down, rows)) = if of_one.len() <= of_other.len() {
        ((one, of_one), (other, of_other))
    } else {
        ((other, of_other), (one, of_one))
    };
    let [label] = group::lead_labels(answers)[..] else { return None };
    let cell = |row: &str, column: &str| {
        let is_cell = |answer: &&&Answer| {
            group::axis_value(answer, down) == Some(row)
                && group::axis_value(answer, across) == Some(column)
        };
        answers.iter().find(is_cell).map_or_else(|| "–".to_owned(), |answer| mean(answer))
    };
    let [across, down] = [across, down].map(|axis| words::axis(axis));
    let names = TableColumn::labels(format!("{down} ↓  {across} →"), REQUIRED, &rows, |row| {
        group::format_value(row)
    });
    let means = columns.iter().map(|column| {
        TableColumn::numbers(group::format_value(column), REQUIRED, &rows, |row| cell(row, column))
    });
    let table: Vec<TableColumn> = std::iter::once(names).chain(means).collect();
    let shown = all_rows(&table);
    let fits = natural_width(&table, &shown) <= usize::from(layout.width());
    let title = format!("{}, by {across} and {down}", words::capitalize(&words::clean(label)));
    (is_complete && fits)
        .then(|| format!("{}\n{}", wrap(&title, layout), draw(&table, &shown, layout)))
}

/// Returns the values on an axis in order of appearance; `None` if one is no number.
fn values<'a>(answers: &[&'a Answer], axis: &str) -> Option<Vec<&'a str>> {
    let mut values: Vec<&str> = Vec::new();
    for answer in answers {
        let setting = answer.case.iter().find(|setting| setting.axis == axis)?;
        if !setting.data.is_number() {
            return None;
        }
        if !values.contains(&setting.value.as_str()) {
            values.push(&setting.value);
        }
    }
    Some(values)
}

/// Formats the mean of the leading quantity: with two decimals unless it is certain or a fraction.
fn mean(answer: &Answer) -> String {
    let leading = leading_quantities(answer);
    let [quantity] = leading.as_slice() else { return "–".to_owned() };
    let rounded = || format!("{:.2}", quantity.distribution.mean());
    let fixed = fixed_value(quantity).map(|count| count.to_string());
    fixed.or_else(|| numbers::mean_fraction(quantity)).unwrap_or_else(rounded)
}
