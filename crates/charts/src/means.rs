//! The expected value of each answer: a bar for the mean of each leading quantity.

use super::counts::most;
use super::spec::{Bar, BarRow, Bars, Chart, Fill, Panel, Phrase};
use super::wording::{chance_of_one, foot, question};
use crate::answer::Quantity;
use crate::text::format::{fixed_value, format_mean, leading_quantities};
use crate::text::group::{
    AnswerGroup, DistinctAnswer, DistinctAnswers, distinct_answers, is_certain, lead_labels,
    lead_noun, strip_expected,
};
use crate::text::words;

/// Bars per page.
const ROWS: usize = 24;
/// Longer notes after a bar are shortened.
const LONGEST_NOTE: usize = 24;

/// Describes the means of a group; none if everything is certain, and for decks, of whose copies a
/// player wants one.
pub(super) fn charts(title: &str, group: &AnswerGroup<'_>) -> Vec<Chart> {
    if group.answers.iter().any(|answer| chance_of_one(answer).is_some()) {
        return Vec::new();
    }
    let DistinctAnswers { all, mut remarks } = distinct_answers(&group.answers, ROWS);
    let leading: Vec<&Quantity> =
        all.iter().flat_map(|class| leading_quantities(class.answer)).collect();
    // a single bar adds nothing to its number
    let is_one = all.len() == 1;
    if is_one || all.iter().all(|class| is_certain(class.answer)) {
        return Vec::new();
    }
    let is_sampled = leading.iter().any(|one| one.distribution.mean_estimate().is_some());
    remarks.extend(is_sampled.then(|| "Whiskers: 95 % interval of the mean".to_owned()));
    let is_compared = leading.iter().any(|one| one.exact.is_some());
    remarks.extend(is_compared.then(|| "Diamonds: exact mean".to_owned()));
    let leads = lead_labels(&group.answers);
    let key = match leads.as_slice() {
        [a, b] => [Fill::A, Fill::B]
            .into_iter()
            .zip([a, b])
            .map(|(fill, name)| Phrase::key(fill, strip_expected(name)))
            .collect(),
        _ => Vec::new(),
    };
    let noun = lead_noun(&group.answers);
    let unit = leading.first().map_or("", |one| one.unit);
    let measure = if noun.contains(unit) {
        format!("expected {noun}")
    } else {
        format!("expected {noun} ({unit})")
    };
    let rows: Vec<BarRow> = all.iter().map(row).collect();
    let heads = ["90 %"].get(..usize::from(leads.len() == 1)).unwrap_or_default();
    let pages = Bars::pages(&measure, heads, rows, (ROWS / leads.len().max(1)).max(1));
    let count = pages.len();
    let page = |(number, bars): (usize, Bars)| Chart {
        title: most(group, &all).unwrap_or_else(|| words::capitalize(&measure)),
        question: question(title, &group.answers, (number + 1, count)),
        key: key.clone(),
        panels: vec![Panel::Bars(bars)],
        foot: foot(&group.answers, &remarks),
    };
    pages.into_iter().enumerate().map(page).collect()
}

fn row(class: &DistinctAnswer<'_>) -> BarRow {
    // a bar of length zero needs its reason; the notes of other rows are in the tables
    let notes =
        if is_certain(class.answer) { class.answer.notes.join(", ") } else { String::new() };
    let notes = words::shorten(&words::clean(&notes), |text| text.chars().count() <= LONGEST_NOTE);
    let bar = |(quantity, fill): (&&Quantity, Fill)| {
        // a value that cannot vary has no uncertainty, though it was counted like the others
        let varies = fixed_value(quantity).is_none();
        let estimate = quantity.distribution.mean_estimate().filter(|_| varies);
        let mean = match estimate {
            None if varies => format!("{:.2}", quantity.distribution.mean()),
            _ => format_mean(quantity),
        };
        Bar {
            value: quantity.distribution.mean(),
            text: format!("{mean}  {notes}").trim_end().to_owned(),
            fill: Some(fill),
            interval: estimate.map(|estimate| estimate.interval),
            exact: quantity.exact.as_ref().filter(|_| varies).map(|exact| exact.mean()),
        }
    };
    let leading = leading_quantities(class.answer);
    let middle = |quantity: &&Quantity| {
        let pmf = quantity.distribution.pmf();
        words::interval(pmf.quantile(0.05), pmf.quantile(0.95))
    };
    let numbers = if let [only] = leading.as_slice() { vec![middle(only)] } else { Vec::new() };
    let fills = [Fill::A, Fill::B].into_iter().cycle();
    BarRow {
        name: class.label.clone(),
        bars: leading.iter().zip(fills).map(bar).collect(),
        numbers,
        strokes: Vec::new(),
    }
}
