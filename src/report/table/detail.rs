//! One finding in full.

use super::columns::Column;
use super::{Layout, draw, notes_of, unmodelled};
use crate::dist::{Estimate, LEVEL, Pmf, agreement};
use crate::report::{is_known, known_leading, words};
use crate::study::{Event, Finding, Law, Quantity};

/// What lies beyond is told in one line: it could not be seen in the numbers anyway.
const NEGLIGIBLE: f64 = 0.000_05;
/// The longest bar, in characters.
const LONGEST_BAR: f64 = 40.0;

/// Every quantity, the whole law of the leading one, every event, and the notes.
pub fn detail(finding: &Finding, layout: &Layout) -> String {
    let mut parts = vec![heading(finding)];
    if !finding.quantities.is_empty() {
        parts.push(draw_all(&quantity_columns(&finding.quantities), finding.quantities.len(), layout));
    }
    parts.extend(known_leading(finding).map(|leading| law(leading, layout)));
    if !finding.events.is_empty() {
        parts.push(draw_all(&event_columns(&finding.events), finding.events.len(), layout));
    }
    parts.extend(finding.quantities.iter().filter_map(agrees));
    parts.extend(notes_of(finding).into_iter().map(|note| format!("Note: {note}.")));
    parts.extend(unmodelled::line(&[finding]));
    parts.join("\n") + "\n"
}

fn heading(finding: &Finding) -> String {
    let subject = words::clean(&finding.subject);
    let title = if subject.is_empty() { words::clean(&finding.name) } else { subject };
    let case: Vec<String> = finding.case.iter().map(|setting| words::clean(&format!("{} {}", setting.axis, setting.value))).collect();
    let method = crate::report::group::method(&[finding]);
    let lines = [format!("{}: {title}", words::capital(finding.kind)), case.join(", "), method];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn draw_all(columns: &[Column], rows: usize, layout: &Layout) -> String {
    draw(columns, &(0..rows).map(Some).collect::<Vec<_>>(), layout.width())
}

fn column<T>(head: &str, number: bool, items: &[T], cell: impl Fn(&T) -> String) -> Column {
    Column { head: head.to_owned(), cells: items.iter().map(cell).collect(), number, rank: 0 }
}

fn quantity_columns(quantities: &[Quantity]) -> Vec<Column> {
    let interval = format!("{:.0}% interval", LEVEL * 100.0);
    let number = |head: &str, cell: &dyn Fn(&Quantity, Pmf) -> String| {
        column(head, true, quantities, |q| if is_known(&q.law) { cell(q, q.law.pmf()) } else { or_dash(None) })
    };
    let mut columns = vec![
        column("", false, quantities, |quantity| quantity.label.to_owned()),
        number("mean", &|_, law| words::mean(law.mean(), None)),
        number("sd", &|_, law| format!("{:.2}", law.standard_deviation())),
        number("median", &|_, law| law.quantile(0.5).to_string()),
        number("5–95%", &|_, law| format!("{}–{}", law.quantile(0.05), law.quantile(0.95))),
    ];
    if quantities.iter().any(|quantity| quantity.law.mean_estimate().is_some()) {
        columns.insert(
            2,
            number(&format!("{interval}\nof the mean"), &|quantity, _| told(quantity.law.mean_estimate(), |x| format!("{x:.3}"))),
        );
    }
    if quantities.iter().any(|quantity| quantity.exact.is_some()) {
        columns.push(number("exact\nmean", &|quantity, _| or_dash(quantity.exact.as_ref().map(|exact| words::mean(exact.mean(), None)))));
        columns.push(number("off by\nse", &|quantity, _| or_dash(quantity.standard_errors_off().map(words::signed))));
    }
    columns
}

fn event_columns(events: &[Event]) -> Vec<Column> {
    let mut columns = vec![
        column("", false, events, |event| event.label.to_owned()),
        column("chance", true, events, |event| or_dash(is_known(&event.law).then(|| words::fine_percent(event.probability())))),
    ];
    if events.iter().any(|event| event.law.at_least_estimate(1).is_some()) {
        columns.push(column("95% interval", true, events, |event| told(event.law.at_least_estimate(1), words::fine_percent)));
    }
    if events.iter().any(|event| event.exact.is_some()) {
        let exact = |event: &Event| or_dash(event.exact.as_ref().map(|exact| words::fine_percent(exact.at_least(1))));
        columns.push(column("exact", true, events, exact));
    }
    columns
}

fn told(estimate: Option<Estimate>, number: impl Fn(f64) -> String) -> String {
    or_dash(estimate.map(|estimate| format!("{}–{}", number(estimate.interval.0), number(estimate.interval.1))))
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// The law of a quantity, a line for each count; rare ends are told in one line each.
fn law(quantity: &Quantity, layout: &Layout) -> String {
    let pmf = quantity.law.pmf();
    let (low, high) = (lowest(&pmf), highest(&pmf));
    let counts: Vec<usize> = (low..=high).collect();
    let longest = (f64::from(layout.width()) - 45.0).clamp(8.0, LONGEST_BAR);
    let top = pmf.probabilities().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let chance = |k: usize| pmf.probabilities().get(k).copied().unwrap_or(0.0);
    let columns = [
        column(quantity.label, true, &counts, |k| k.to_string()),
        column("exactly", true, &counts, |&k| words::fine_percent(chance(k))),
        column("or more", true, &counts, |&k| words::fine_percent(pmf.at_least(k))),
        column("", false, &counts, |&k| bar(chance(k) / top * longest)),
    ];
    let beyond = pmf.at_least(high + 1);
    let below = 1.0 - pmf.at_least(low);
    let more = (beyond > 0.0).then(|| format!("{} or more: {}", high + 1, words::percent(beyond)));
    let less = (low > 0 && below > 0.0).then(|| format!("less than {low}: {}", words::percent(below)));
    [Some(draw_all(&columns, counts.len(), layout)), less, more].into_iter().flatten().collect::<Vec<_>>().join("\n")
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

/// Whether the whole sampled law agrees with the exact one, where there are both.
fn agrees(quantity: &Quantity) -> Option<String> {
    let (Law::Sampled(tally), Some(exact), true) = (&quantity.law, &quantity.exact, is_known(&quantity.law)) else { return None };
    let test = agreement(tally, exact);
    Some(format!(
        "Sampled against exact {}: chi-square {:.1} with {} degrees of freedom, p = {:.3}.",
        quantity.label, test.statistic, test.degrees, test.p_value
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    #[test]
    fn a_sampled_finding_in_full() {
        let finding = samples::attacks().remove(3);
        insta::assert_snapshot!(detail(&finding, &Layout { width: 80, rows: 50 }));
    }

    #[test]
    fn rare_ends_are_told_in_one_line() {
        let text = detail(&samples::big(), &Layout::default());
        assert!(text.contains("less than 8: <0.1%") && text.contains("or more: <0.1%"), "{text}");
        assert!(text.lines().count() < 50);
    }

    #[test]
    fn odd_findings_are_told_all_the_same() {
        for finding in samples::nasty().iter().chain([&samples::nothing()]) {
            let text = detail(finding, &Layout { width: 0, rows: 0 });
            assert!(!text.contains("NaN"), "{text}");
        }
    }
}
