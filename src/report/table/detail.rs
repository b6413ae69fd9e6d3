//! One answer in full.

use std::ops::RangeInclusive;

use super::columns::{ColumnKind, TableColumn};
use super::{Layout, answer_notes, draw, wrap};
use crate::counted::counted;
use crate::dist::{Estimate, LEVEL, Pmf, agreement};
use crate::report::headline::{self, Title};
use crate::report::{
    exact_distribution, fixed_value, format_chance, format_exact_chance, format_exact_mean,
    format_mean, format_sd, group, leading_quantities, unmodelled, words,
};
use crate::request::why::Cause;
use crate::study::{Answer, Distribution, Event, Quantity, ResultLabel, Rules};

/// What lies beyond is told in one line: it could not be seen in the numbers anyway.
const NEGLIGIBLE: f64 = 0.000_05;
/// Above the column of what the conditional engine divides variances by.
const VARIANCE: &str = "variance";
/// The longest bar, in characters.
const LONGEST_BAR: f64 = 40.0;

/// Every quantity, the whole distribution of the leading one, every event, and the notes. `causes`
/// names what makes the attacker suffer, where that is known.
pub fn render_detail(answer: &Answer, causes: &[Cause], layout: &Layout) -> String {
    let mut parts = vec![heading(answer, causes, layout)];
    if !answer.quantities.is_empty() {
        parts.push(draw_all(
            &quantity_columns(&answer.quantities, layout),
            answer.quantities.len(),
            layout,
        ));
    }
    parts.extend(
        leading_quantities(answer).into_iter().map(|leading| distribution(leading, layout)),
    );
    if !answer.events.is_empty() {
        parts.push(draw_all(&event_columns(&answer.events, layout), answer.events.len(), layout));
    }
    parts.extend(answer.quantities.iter().filter_map(agrees));
    parts.extend(answer_notes(answer).into_iter().map(|note| format!("Note: {note}.")));
    parts.extend(unmodelled::line(&[answer]));
    parts.join("\n") + "\n"
}

/// What happens and what comes of it, in a few lines: who, how, by which rules and which engine;
/// mean, likely range, one chance, the events; what it costs.
fn heading(answer: &Answer, causes: &[Cause], layout: &Layout) -> String {
    let sampled =
        answer.quantities.iter().any(|quantity| quantity.distribution.mean_estimate().is_some());
    let doubt = sampled.then(|| "± half of the 95% interval".to_owned());
    let rules = answer.rules.as_ref().map(Rules::words);
    let how = [rules, Some(group::describe_method(&[answer])), doubt];
    let how: Vec<String> = how.into_iter().flatten().collect();
    let lines = [
        headline::summary(answer, causes),
        headline::settings(&[answer], Title::Situation),
        how.join(" · "),
    ];
    let wrapped = lines.iter().filter(|line| !line.is_empty()).map(|line| wrap(line, layout));
    wrapped.collect::<Vec<_>>().join("\n") + "\n"
}

fn draw_all(columns: &[TableColumn], rows: usize, layout: &Layout) -> String {
    draw(columns, &(0..rows).map(Some).collect::<Vec<_>>(), layout.width())
}

fn column<T>(
    head: &str,
    kind: ColumnKind,
    items: &[T],
    cell: impl Fn(&T) -> String,
) -> TableColumn {
    TableColumn {
        heading: head.to_owned(),
        cells: items.iter().map(cell).collect(),
        kind,
        priority: 0,
    }
}

/// Whether there is no more room than on a phone.
fn is_narrow(layout: &Layout) -> bool {
    layout.width() < 60
}

/// A name on lines as short as the room demands.
fn label(label: &ResultLabel, layout: &Layout) -> String {
    label_within(label, if is_narrow(layout) { 12 } else { 34 })
}

/// A name on lines of at most `width` letters.
fn label_within(label: &ResultLabel, width: usize) -> String {
    words::wrap(&words::clean(&label.named), 4, |text| text.chars().count() <= width).join("\n")
}

fn quantity_columns(quantities: &[Quantity], layout: &Layout) -> Vec<TableColumn> {
    let known = |head: &str, cell: &dyn Fn(&Quantity, Pmf) -> String| {
        column(head, ColumnKind::Number, quantities, |q| cell(q, q.distribution.pmf()))
    };
    let mut columns = vec![
        column("", ColumnKind::Label, quantities, |quantity| label(&quantity.label, layout)),
        known("mean", &|q, _| format_mean(q)),
    ];
    if quantities.iter().any(|quantity| quantity.exact.is_some()) {
        let off = |quantity: &Quantity| match fixed_value(quantity) {
            Some(_) => "0".to_owned(),
            None => or_dash(quantity.standard_errors_off().map(words::signed)),
        };
        columns.push(known("off by\nse", &|quantity, _| off(quantity)));
        columns.push(known("exact\nmean", &|quantity, _| {
            or_dash(quantity.exact.as_ref().map(format_exact_mean))
        }));
    }
    if quantities.iter().any(|quantity| quantity.distribution.mean_factor().is_some()) {
        columns.push(known(VARIANCE, &|quantity, _| {
            or_dash(quantity.distribution.mean_factor().map(times))
        }));
    }
    columns.push(known("sd", &|q, _| format_sd(q)));
    columns.push(known("median", &|_, distribution| distribution.quantile(0.5).to_string()));
    columns.push(known("5–95%", &|_, distribution| {
        format!("{}–{}", distribution.quantile(0.05), distribution.quantile(0.95))
    }));
    columns
}

fn event_columns(events: &[Event], layout: &Layout) -> Vec<TableColumn> {
    let chance = |event: &Event| format_chance(&event.distribution, event.exact.as_ref(), 1, 2);
    let mut columns = vec![
        column("", ColumnKind::Label, events, |event| label(&event.label, layout)),
        column("chance", ColumnKind::Number, events, chance),
    ];
    if events.iter().any(|event| event.distribution.at_least_estimate(1).is_some()) {
        let interval = format!("{:.0}% interval", LEVEL * 100.0);
        columns.push(column(&interval, ColumnKind::Number, events, |event| {
            told(event.distribution.at_least_estimate(1))
        }));
    }
    if events.iter().any(|event| event.distribution.at_least_factor(1).is_some()) {
        columns.push(column(VARIANCE, ColumnKind::Number, events, |event| {
            or_dash(event.distribution.at_least_factor(1).map(times))
        }));
    }
    if events.iter().any(|event| event.exact.is_some()) {
        let exact = |event: &Event| {
            or_dash(event.exact.as_ref().map(|exact| format_exact_chance(exact, 1, 2)))
        };
        columns.push(column("exact", ColumnKind::Number, events, exact));
    }
    columns
}

fn told(estimate: Option<Estimate>) -> String {
    or_dash(estimate.map(|Estimate { interval: (low, high), .. }| {
        format!("{:.2}%–{:.2}%", low * 100.0, high * 100.0)
    }))
}

/// How many times a variance would be.
fn times(factor: f64) -> String {
    if factor < 99.95 { format!("÷{factor:.1}") } else { format!("÷{factor:.0}") }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// The distribution of a quantity, a line for each count that may come; rare ends are told in one
/// line each.
fn distribution(quantity: &Quantity, layout: &Layout) -> String {
    let pmf = quantity.distribution.pmf();
    let (low, high) = (lowest(&pmf), highest(&pmf));
    let counts = may_come(quantity, &pmf, low..=high);
    let longest = (f64::from(layout.width()) - 45.0).clamp(4.0, LONGEST_BAR);
    let top = pmf.probabilities().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let chance = |k: usize| pmf.probabilities().get(k).copied().unwrap_or(0.0);
    let columns = [
        column(
            &label_within(&quantity.label, if is_narrow(layout) { 7 } else { 18 }),
            ColumnKind::Number,
            &counts,
            |k| k.to_string(),
        ),
        column("exactly", ColumnKind::Number, &counts, |&k| exactly(quantity, k)),
        column("or more", ColumnKind::Number, &counts, |&k| {
            format_chance(&quantity.distribution, quantity.exact.as_ref(), k, 2)
        }),
        column("", ColumnKind::Label, &counts, |&k| bar(chance(k) / top * longest)),
    ];
    let (beyond, below) = (pmf.at_least(high + 1), 1.0 - pmf.at_least(low));
    let possible = pmf.probabilities().iter().take(low).any(|p| *p > 0.0);
    let more =
        (beyond > 0.0).then(|| format!("{} or more: {}", high + 1, words::percent(beyond, 1)));
    let less = possible
        .then(|| format!("less than {low}: {}", words::percent(below.max(f64::MIN_POSITIVE), 1)));
    [Some(draw_all(&columns, counts.len(), layout)), less, more]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n")
}

/// Those of `counts` that may come: what the exact distribution rules out has no line, nor has what
/// lies below all that was seen where there is no exact distribution.
fn may_come(quantity: &Quantity, seen: &Pmf, counts: RangeInclusive<usize>) -> Vec<usize> {
    let chance =
        |distribution: &Pmf, k: usize| distribution.probabilities().get(k).copied().unwrap_or(0.0);
    let exact = exact_distribution(&quantity.distribution, quantity.exact.as_ref());
    let may = |k: usize| match exact {
        Some(distribution) => chance(distribution, k) > 0.0 || chance(seen, k) > 0.0,
        None => (0..=k).any(|k| chance(seen, k) > 0.0),
    };
    counts.filter(|k| may(*k)).collect()
}

/// The chance of exactly `k` in words; only what the exact distribution rules out or is certain of
/// is told as such.
fn exactly(quantity: &Quantity, k: usize) -> String {
    let chance = |distribution: &Pmf| distribution.probabilities().get(k).copied().unwrap_or(0.0);
    let never = exact_distribution(&quantity.distribution, quantity.exact.as_ref())
        .is_some_and(|distribution| chance(distribution) == 0.0);
    match (chance(&quantity.distribution.pmf()), fixed_value(quantity)) {
        (_, Some(count)) if count == k => "100%".to_owned(),
        (0.0, _) if never => "0%".to_owned(),
        (p, _) => words::percent(p, 2),
    }
}

/// The lowest count below which next to nothing lies; 0 unless that leaves many lines out.
fn lowest(pmf: &Pmf) -> usize {
    let first = (0..=pmf.max()).take_while(|&k| 1.0 - pmf.at_least(k + 1) < NEGLIGIBLE).count();
    if first < 5 { 0 } else { first.min(pmf.max()) }
}

/// The highest count that is reached with more than a negligible chance.
fn highest(pmf: &Pmf) -> usize {
    (0..=pmf.max()).rev().find(|&k| pmf.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

/// A bar of so many characters, to an eighth of one.
fn bar(length: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (length * 8.0).round().max(0.0) as usize;
    "█".repeat(eighths / 8) + PARTS.get(eighths % 8).copied().unwrap_or_default()
}

/// Whether the whole sampled distribution agrees with the exact one, where there are both.
fn agrees(quantity: &Quantity) -> Option<String> {
    let (Distribution::Sampled(tally), Some(exact)) = (&quantity.distribution, &quantity.exact)
    else {
        return None;
    };
    let test = agreement(tally, exact);
    Some(format!(
        "Sampled against exact {}: chi-square {:.1} with {} of freedom, p = {:.3}.",
        quantity.label.named,
        test.statistic,
        counted(test.degrees as u64, "degree", "degrees"),
        test.p_value
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn a_sampled_finding_in_full() {
        let answer = samples::attacks().remove(3);
        insta::assert_snapshot!(render_detail(&answer, &[], &Layout { width: 80, rows: 50 }));
    }

    #[test]
    fn rare_ends_are_told_in_one_line() {
        let text = render_detail(&samples::big(), &[], &Layout::default());
        assert!(text.contains("less than 8: <0.1%") && text.contains("or more: <0.1%"), "{text}");
        assert!(text.lines().count() < 50);
    }

    #[test]
    fn what_cannot_come_has_no_line() {
        let lines = |answer: &Answer| -> Vec<String> {
            let text = render_detail(answer, &[], &Layout::default());
            let first =
                |line: &str| Some(line.strip_prefix('│')?.split('┆').next()?.trim().to_owned());
            text.lines().filter_map(first).filter(|cell| cell.parse::<u8>().is_ok()).collect()
        };
        // heads of two coins are never three
        let mut answer = samples::coin("two coins", "front");
        assert_eq!(lines(&answer), ["0", "1", "2"]);
        let mut told = |distribution: Distribution, exact: Option<Pmf>| {
            (answer.quantities[0].distribution, answer.quantities[0].exact) = (distribution, exact);
            lines(&answer)
        };
        let distribution = || Pmf::new(vec![0.0, 0.5, 0.0, 0.5]).expect("a distribution");
        let seen = |counts: [u64; 4]| samples::counted(&counts);
        assert_eq!(told(Distribution::Exact(distribution()), None), ["1", "3"]);
        assert_eq!(told(seen([0, 40, 0, 60]), Some(distribution())), ["1", "3"]);
        // a sample does not say that what it jumps over is impossible, but it starts where it
        // starts
        assert_eq!(told(seen([0, 40, 0, 60]), None), ["1", "2", "3"]);
        // what was seen is shown, whatever the distribution says
        assert_eq!(told(seen([1, 40, 0, 60]), Some(distribution())), ["0", "1", "3"]);
    }

    #[test]
    fn odd_findings_are_told_all_the_same() {
        for answer in samples::nasty().iter().chain([&samples::nothing()]) {
            let text = render_detail(answer, &[], &Layout { width: 0, rows: 0 });
            assert!(!text.contains("NaN"), "{text}");
        }
    }
}
