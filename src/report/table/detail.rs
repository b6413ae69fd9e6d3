//! One answer: in brief, or with all tables.

mod distribution;

pub(super) use distribution::{highest, lowest};

use super::columns::{REQUIRED, TableColumn};
use super::{Detail, Layout, all_rows, answer_notes, draw, draw_rows, given, numbers, wrap};
use crate::answer::{Answer, Distribution, Event, Quantity, ResultLabel, Rules};
use crate::counted::counted;
use crate::dist::{Estimate, LEVEL, Pmf, agreement};
use crate::games::asoiaf::results::quantity;
use crate::report::headline::{self, Title};
use crate::report::{
    fixed_value, format_exact_chance, format_exact_mean, format_sd, group, leading_quantities,
    unmodelled, words,
};
use crate::request::why::Cause;

/// Renders one answer: a summary, tables, and the notes. In brief there are at most two tables: the
/// quantities and events (or what a condition changes), and the leading distributions. In full
/// there is a table of quantities, one for each leading distribution, and one of events. `causes`
/// explains the wounds that the attacker suffers itself, if known.
pub fn render_detail(
    answer: &Answer,
    causes: &[Cause],
    (layout, detail): (&Layout, Detail),
) -> String {
    let tables = match detail {
        Detail::Full => full_tables(answer, layout),
        Detail::Brief => {
            let given = answer.given.as_ref().map(|given| given::render(given, layout));
            let first = given.or_else(|| render_headline(answer, layout));
            first.into_iter().chain(distribution::render(answer, layout)).collect()
        }
    };
    frame(answer, causes, tables, (layout, detail))
}

/// Puts tables between the heading of an answer and its notes.
pub(super) fn frame(
    answer: &Answer,
    causes: &[Cause],
    tables: Vec<String>,
    (layout, detail): (&Layout, Detail),
) -> String {
    let mut parts = vec![heading(answer, causes, layout)];
    parts.extend(tables);
    if detail == Detail::Full {
        parts.extend(answer.quantities.iter().filter_map(describe_agreement));
    }
    parts.extend(answer_notes(answer).into_iter().map(|note| format!("Note: {note}.")));
    parts.extend(unmodelled::describe_answers(&[answer]));
    parts.join("\n") + "\n"
}

/// Renders the quantities and events in one table; `None` if there are none.
pub(super) fn render_headline(answer: &Answer, layout: &Layout) -> Option<String> {
    let quantities = displayed_quantities(&answer.quantities);
    let rows: Vec<HeadlineRow<'_>> = quantities
        .into_iter()
        .map(HeadlineRow::Quantity)
        .chain(answer.events.iter().map(HeadlineRow::Event))
        .collect();
    let events = if answer.events.is_empty() { "mean" } else { "mean or\nchance" };
    let number = |head: &str, priority: usize, cell: fn(&HeadlineRow<'_>) -> String| {
        TableColumn::numbers(head, priority, &rows, cell)
    };
    let mut columns = vec![
        TableColumn::labels("", REQUIRED, &rows, |row| wrap_label(row.label(), layout)),
        number(events, REQUIRED, |row| row.value()),
    ];
    if rows.iter().any(|row| row.exact().is_some()) {
        columns.push(number("exact", 1, |row| or_dash(row.exact())));
    }
    columns.push(number("90%\ninterval", 2, |row| row.interval()));
    (!rows.is_empty()).then(|| draw_rows(columns, layout))
}

/// A row of the table of quantities and events.
enum HeadlineRow<'a> {
    Quantity(&'a Quantity),
    Event(&'a Event),
}

impl HeadlineRow<'_> {
    const fn label(&self) -> &ResultLabel {
        match self {
            Self::Quantity(quantity) => &quantity.label,
            Self::Event(event) => &event.label,
        }
    }

    fn value(&self) -> String {
        match self {
            Self::Quantity(quantity) => numbers::mean(quantity),
            Self::Event(event) => numbers::chance(event, 2),
        }
    }

    /// Returns the exact value that a sampled one is compared with.
    fn exact(&self) -> Option<String> {
        match self {
            Self::Quantity(quantity) => quantity.exact.as_ref().map(format_exact_mean),
            Self::Event(event) => event.exact.as_ref().map(|one| format_exact_chance(one, 1, 2)),
        }
    }

    /// Returns where 90% of the counts lie; empty for an event.
    fn interval(&self) -> String {
        match self {
            Self::Quantity(quantity) => format_range(&quantity.distribution.pmf()),
            Self::Event(_) => String::new(),
        }
    }
}

/// Formats the 90% interval.
fn format_range(pmf: &Pmf) -> String {
    words::interval(pmf.quantile(0.05), pmf.quantile(0.95))
}

fn full_tables(answer: &Answer, layout: &Layout) -> Vec<String> {
    let mut tables: Vec<String> =
        answer.given.iter().map(|given| given::render(given, layout)).collect();
    let quantities = displayed_quantities(&answer.quantities);
    if !quantities.is_empty() {
        tables.push(draw_all(&quantity_columns(&quantities, layout), layout));
    }
    let leading = leading_quantities(answer).into_iter();
    tables.extend(leading.map(|leading| distribution::render_alone(leading, layout)));
    if !answer.events.is_empty() {
        tables.push(draw_all(&event_columns(&answer.events, layout), layout));
    }
    tables
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
    // added wounds follow the unblocked hits, to which they are added
    let place = |shown: &[&Quantity], name| shown.iter().position(|one| one.name == name);
    if let Some(added) = place(&shown, quantity::ADDED_WOUNDS) {
        let added = shown.remove(added);
        let hits = place(&shown, quantity::ATTACK_WOUNDS);
        shown.insert(hits.map_or(0, |index| index + 1), added);
    }
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
    columns.push(number_column("90%\ninterval", &|_, distribution| format_range(&distribution)));
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

    fn full(answer: &Answer, layout: &Layout) -> String {
        render_detail(answer, &[], (layout, Detail::Full))
    }

    #[test]
    fn brief_answers_have_two_tables() {
        let mut answers = vec![samples::attacks().remove(3), samples::panic()];
        answers.extend(samples::duels());
        for width in [40, 80, 120] {
            for answer in &answers {
                let layout = Layout { width, rows: 50, ..Layout::default() };
                let text = render_detail(answer, &[], (&layout, Detail::Brief));
                assert_eq!(text.matches('┌').count(), 2, "{text}");
                let wide = text.lines().find(|line| line.chars().count() > width.into());
                assert_eq!(wide, None, "{text}");
            }
        }
    }

    #[test]
    fn render_detail_of_sampled_answer() {
        let answer = samples::attacks().remove(3);
        insta::assert_snapshot!(full(
            &answer,
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
        let text = full(&samples::big(), &Layout::default());
        assert!(text.contains("below 8: <0.1%") && text.contains("\nat least "), "{text}");
        assert!(text.lines().count() < 52);
    }

    #[test]
    fn impossible_counts_have_no_line() {
        let lines = |answer: &Answer| -> Vec<String> {
            let text = full(answer, &Layout::default());
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
            let layout = Layout { width: 0, rows: 0, ..Layout::default() };
            let text =
                full(answer, &layout) + &render_detail(answer, &[], (&layout, Detail::Brief));
            assert!(!text.contains("NaN"), "{text}");
        }
    }
}
