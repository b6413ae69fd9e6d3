//! One answer in full.

use std::ops::RangeInclusive;

use super::columns::{REQUIRED, TableColumn};
use super::{Layout, TableForm, all_rows, answer_notes, draw, given, numbers, wrap};
use crate::answer::{Answer, Distribution, Event, Quantity, ResultLabel, Rules};
use crate::counted::counted;
use crate::dist::{Estimate, LEVEL, Pmf, agreement};
use crate::games::asoiaf::results::quantity;
use crate::report::headline::{self, Title};
use crate::report::{
    exact_distribution, fixed_value, format_exact_chance, format_exact_mean, format_sd, group,
    leading_quantities, unmodelled, words,
};
use crate::request::why::Cause;

/// Tails below this chance are summarized in one line: two decimals would show them as 0.00%.
const NEGLIGIBLE: f64 = 0.000_05;
/// The longest bar, in characters.
const LONGEST_BAR: f64 = 40.0;

/// Renders a summary, what a condition changes, all quantities, the leading distributions, all events and the notes. `causes`
/// explains the wounds that the attacker suffers itself, if known.
pub fn render_detail(answer: &Answer, causes: &[Cause], layout: &Layout) -> String {
    let mut parts = vec![heading(answer, causes, layout)];
    parts.extend(answer.given.as_ref().map(|given| given::render(given, layout)));
    let quantities = displayed_quantities(&answer.quantities);
    if !quantities.is_empty() {
        parts.push(draw_all(&quantity_columns(&quantities, layout), layout));
    }
    parts.extend(
        leading_quantities(answer).into_iter().map(|leading| render_distribution(leading, layout)),
    );
    if !answer.events.is_empty() {
        parts.push(draw_all(&event_columns(&answer.events, layout), layout));
    }
    parts.extend(answer.quantities.iter().filter_map(describe_agreement));
    parts.extend(answer_notes(answer).into_iter().map(|note| format!("Note: {note}.")));
    parts.extend(unmodelled::describe_answers(&[answer]));
    parts.join("\n") + "\n"
}

/// Orders quantities for the table: parts of the defender's wounds follow those wounds. Wounds from
/// hits are left out if they equal the unblocked hits, that is, if no ability changes them.
fn displayed_quantities(quantities: &[Quantity]) -> Vec<&Quantity> {
    let find = |name| quantities.iter().find(|quantity| quantity.name == name);
    let hits = find(quantity::ATTACK_WOUNDS);
    // equal distributions are equal outcomes here: hits alone never wound less than hits and more
    let is_redundant = |one: &&Quantity| {
        hits.is_some_and(|hits| is_same(&one.distribution.pmf(), &hits.distribution.pmf()))
    };
    let parts: Vec<&Quantity> =
        [find(quantity::HIT_WOUNDS).filter(|one| !is_redundant(one)), find(quantity::OTHER_WOUNDS)]
            .into_iter()
            .flatten()
            .collect();
    let is_part =
        |one: &&Quantity| [quantity::HIT_WOUNDS, quantity::OTHER_WOUNDS].contains(&one.name);
    let mut shown: Vec<&Quantity> = quantities.iter().filter(|one| !is_part(one)).collect();
    let wounds = shown.iter().position(|one| one.name == quantity::WOUNDS);
    let at = wounds.map_or(shown.len(), |index| index + 1);
    shown.splice(at..at, parts);
    shown
}

/// Returns whether two distributions are the same but for rounding and the largest possible count.
fn is_same(one: &Pmf, other: &Pmf) -> bool {
    (0..=one.max().max(other.max())).all(|k| (one.at_least(k) - other.at_least(k)).abs() < 1e-12)
}

/// Returns the lines above the tables: situation, settings, rules, engine, summary and cost.
fn heading(answer: &Answer, causes: &[Cause], layout: &Layout) -> String {
    let sampled =
        answer.quantities.iter().any(|quantity| quantity.distribution.mean_estimate().is_some());
    let interval = sampled.then(|| "±: 95% interval".to_owned());
    let rules = answer.rules.as_ref().map(Rules::words);
    let how = [rules, Some(group::describe_method(&[answer])), interval];
    let how: Vec<String> = how.into_iter().flatten().collect();
    let lines = [
        headline::summary(answer, causes),
        headline::settings(&[answer], Title::Situation),
        how.join(" · "),
    ];
    let wrapped = lines.iter().filter(|line| !line.is_empty()).map(|line| wrap(line, layout));
    wrapped.collect::<Vec<_>>().join("\n") + "\n"
}

fn draw_all(columns: &[TableColumn], layout: &Layout) -> String {
    draw(columns, &all_rows(columns), layout)
}

/// Returns whether the terminal is as narrow as a phone.
fn is_narrow(layout: &Layout) -> bool {
    layout.width() < 60
}

/// Wraps a label to fit the terminal.
fn wrap_label(label: &ResultLabel, layout: &Layout) -> String {
    wrap_label_within(label, if is_narrow(layout) { 12 } else { 34 })
}

/// Wraps a label at `width` characters.
fn wrap_label_within(label: &ResultLabel, width: usize) -> String {
    words::wrap_at(&words::clean(&label.named), 4, width)
}

fn quantity_columns(quantities: &[&Quantity], layout: &Layout) -> Vec<TableColumn> {
    let number_column = |head: &str, cell: &dyn Fn(&Quantity, Pmf) -> String| {
        TableColumn::numbers(head, REQUIRED, quantities, |q| cell(q, q.distribution.pmf()))
    };
    let mut columns = vec![
        TableColumn::labels("", REQUIRED, quantities, |one| wrap_label(&one.label, layout)),
        number_column("mean", &|q, _| numbers::mean(q)),
    ];
    if quantities.iter().any(|quantity| quantity.exact.is_some()) {
        let z_score = |quantity: &Quantity| match fixed_value(quantity) {
            Some(_) => "0".to_owned(),
            None => or_dash(quantity.standard_errors_off().map(words::z_score)),
        };
        columns.push(number_column("z-score", &|quantity, _| z_score(quantity)));
        columns.push(number_column("exact\nmean", &|quantity, _| {
            or_dash(quantity.exact.as_ref().map(format_exact_mean))
        }));
    }
    columns.push(number_column("sd", &|q, _| format_sd(q)));
    columns
        .push(number_column("median", &|_, distribution| distribution.quantile(0.5).to_string()));
    columns.push(number_column("90%\ninterval", &|_, distribution| {
        words::interval(distribution.quantile(0.05), distribution.quantile(0.95))
    }));
    columns
}

fn event_columns(events: &[Event], layout: &Layout) -> Vec<TableColumn> {
    let mut columns = vec![
        TableColumn::labels("", REQUIRED, events, |event| wrap_label(&event.label, layout)),
        TableColumn::numbers("chance", REQUIRED, events, |event| numbers::chance(event, 2)),
    ];
    if events.iter().any(|event| event.distribution.at_least_estimate(1).is_some()) {
        let interval = format!("{:.0}% interval", LEVEL * 100.0);
        columns.push(TableColumn::numbers(interval, REQUIRED, events, |event: &Event| {
            format_interval(event.distribution.at_least_estimate(1))
        }));
    }
    if events.iter().any(|event| event.exact.is_some()) {
        let exact = |event: &Event| {
            or_dash(event.exact.as_ref().map(|exact| format_exact_chance(exact, 1, 2)))
        };
        columns.push(TableColumn::numbers("exact", REQUIRED, events, exact));
    }
    columns
}

fn format_interval(estimate: Option<Estimate>) -> String {
    or_dash(estimate.map(|Estimate { interval: (low, high), .. }| {
        format!("{:.2}%–{:.2}%", low * 100.0, high * 100.0)
    }))
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// Renders the distribution of a quantity, a line for each possible count; rare tails are
/// summarized in one line each.
fn render_distribution(quantity: &Quantity, layout: &Layout) -> String {
    let pmf = quantity.distribution.pmf();
    let (low, high) = (lowest(&pmf), highest(&pmf));
    let counts = possible_counts(quantity, &pmf, low..=high);
    // about 45 characters are taken by the other columns and their borders
    let longest = (f64::from(layout.width()) - 45.0).clamp(4.0, LONGEST_BAR);
    let top = pmf.probabilities().iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let chance = |k: usize| pmf.probabilities().get(k).copied().unwrap_or(0.0);
    let label = wrap_label_within(&quantity.label, if is_narrow(layout) { 7 } else { 18 });
    let number_column = |head: &str, cell: &dyn Fn(usize) -> String| {
        TableColumn::numbers(head, REQUIRED, counts.iter().copied(), cell)
    };
    let mut columns = vec![
        number_column(&label, &|k| k.to_string()),
        number_column("exactly", &|k| numbers::exactly(quantity, k)),
        number_column("at least", &|k| numbers::at_least(quantity, k, 2)),
    ];
    if layout.form == TableForm::Boxes {
        let bar = |&k: &usize| bar(chance(k) / top * longest);
        columns.push(TableColumn::labels("", REQUIRED, &counts, bar));
    }
    let (beyond, below) = (pmf.at_least(high + 1), 1.0 - pmf.at_least(low));
    // not `below > 0.0`: the difference from 1 may be rounding
    let possible = pmf.probabilities().iter().take(low).any(|p| *p > 0.0);
    let more =
        (beyond > 0.0).then(|| format!("at least {}: {}", high + 1, words::percent(beyond, 1)));
    let less = possible
        .then(|| format!("below {low}: {}", words::percent(below.max(f64::MIN_POSITIVE), 1)));
    [Some(draw_all(&columns, layout)), less, more]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns the `counts` to list. The exact distribution decides which are possible; without one,
/// all counts from the smallest sampled one.
fn possible_counts(quantity: &Quantity, seen: &Pmf, counts: RangeInclusive<usize>) -> Vec<usize> {
    let chance =
        |distribution: &Pmf, k: usize| distribution.probabilities().get(k).copied().unwrap_or(0.0);
    let exact = exact_distribution(&quantity.distribution, quantity.exact.as_ref());
    let is_possible = |k: usize| match exact {
        Some(distribution) => chance(distribution, k) > 0.0 || chance(seen, k) > 0.0,
        None => (0..=k).any(|k| chance(seen, k) > 0.0),
    };
    counts.filter(|k| is_possible(*k)).collect()
}

/// Returns the first count to list: 0, unless at least 5 negligible counts can be skipped.
pub(super) fn lowest(pmf: &Pmf) -> usize {
    let first = (0..=pmf.max()).take_while(|&k| 1.0 - pmf.at_least(k + 1) < NEGLIGIBLE).count();
    if first < 5 { 0 } else { first.min(pmf.max()) }
}

/// Returns the highest count reached with more than a negligible chance.
pub(super) fn highest(pmf: &Pmf) -> usize {
    (0..=pmf.max()).rev().find(|&k| pmf.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

/// Draws a bar of `length` characters, to an eighth of a character.
fn bar(length: f64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (length * 8.0).round().max(0.0) as usize;
    "█".repeat(eighths / 8) + PARTS.get(eighths % 8).copied().unwrap_or_default()
}

/// Describes the chi-square test of a sampled distribution against the exact one, if there are
/// both.
fn describe_agreement(quantity: &Quantity) -> Option<String> {
    let (Distribution::Sampled(tally), Some(exact)) = (&quantity.distribution, &quantity.exact)
    else {
        return None;
    };
    let test = agreement(tally, exact);
    Some(format!(
        "Chi-square test of sampled against exact {}: {:.1} with {} of freedom, p = {:.3}.",
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
    fn render_detail_of_sampled_answer() {
        let answer = samples::attacks().remove(3);
        insta::assert_snapshot!(render_detail(
            &answer,
            &[],
            &Layout { width: 80, rows: 50, ..Layout::default() }
        ));
    }

    #[test]
    fn parts_follow_the_wounds_and_redundant_ones_are_left_out() {
        let quantity = |name, probabilities: &[f64]| Quantity {
            name,
            distribution: Distribution::Exact(Pmf::new(probabilities.to_vec()).expect("a pmf")),
            ..samples::coin("c", "front").quantities.remove(0)
        };
        let quantities = |hit_wounds: [f64; 3]| {
            [
                quantity(quantity::ATTACK_WOUNDS, &[0.5, 0.5]),
                quantity(quantity::WOUNDS, &[0.25, 0.5, 0.25]),
                quantity(quantity::OWN_WOUNDS, &[1.0]),
                quantity(quantity::HIT_WOUNDS, &hit_wounds),
                quantity(quantity::OTHER_WOUNDS, &[0.5, 0.5]),
            ]
        };
        let names = |all: &[Quantity]| -> Vec<&str> {
            displayed_quantities(all).iter().map(|one| one.name.as_str()).collect()
        };
        assert_eq!(
            names(&quantities([0.5, 0.5, 0.0])),
            ["attack_wounds", "wounds", "other_wounds", "own_wounds"]
        );
        assert_eq!(
            names(&quantities([0.5, 0.25, 0.25])),
            ["attack_wounds", "wounds", "hit_wounds", "other_wounds", "own_wounds"]
        );
    }

    #[test]
    fn rare_tails_are_summarized_in_one_line() {
        let text = render_detail(&samples::big(), &[], &Layout::default());
        assert!(text.contains("below 8: <0.1%") && text.contains("\nat least "), "{text}");
        assert!(text.lines().count() < 52);
    }

    #[test]
    fn impossible_counts_have_no_line() {
        let lines = |answer: &Answer| -> Vec<String> {
            let text = render_detail(answer, &[], &Layout::default());
            let first =
                |line: &str| Some(line.strip_prefix('│')?.split('┆').next()?.trim().to_owned());
            text.lines().filter_map(first).filter(|cell| cell.parse::<u8>().is_ok()).collect()
        };
        // heads of two coins are never three
        let mut answer = samples::coin("two coins", "front");
        assert_eq!(lines(&answer), ["0", "1", "2"]);
        let mut listed = |distribution: Distribution, exact: Option<Pmf>| {
            (answer.quantities[0].distribution, answer.quantities[0].exact) = (distribution, exact);
            lines(&answer)
        };
        let distribution = || Pmf::new(vec![0.0, 0.5, 0.0, 0.5]).expect("a distribution");
        let seen = |counts: [u64; 4]| samples::counted(&counts);
        assert_eq!(listed(Distribution::Exact(distribution()), None), ["1", "3"]);
        assert_eq!(listed(seen([0, 40, 0, 60]), Some(distribution())), ["1", "3"]);
        // without an exact distribution, a gap in the sample may be possible
        assert_eq!(listed(seen([0, 40, 0, 60]), None), ["1", "2", "3"]);
        // sampled counts are listed even if the exact distribution excludes them
        assert_eq!(listed(seen([1, 40, 0, 60]), Some(distribution())), ["0", "1", "3"]);
    }

    #[test]
    fn odd_answers_are_rendered() {
        for answer in samples::nasty().iter().chain([&samples::nothing()]) {
            let text =
                render_detail(answer, &[], &Layout { width: 0, rows: 0, ..Layout::default() });
            assert!(!text.contains("NaN"), "{text}");
        }
    }
}
