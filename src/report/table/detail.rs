//! One answer: its block, and its tables.

mod distribution;

use super::columns::{REQUIRED, TableColumn};
use super::{Detail, Layout, all_rows, draw, given, numbers};
use crate::answer::{Answer, Distribution, Event, Quantity, ResultLabel};
use crate::counted::counted;
use crate::dist::{Estimate, LEVEL, Pmf, agreement};
use crate::games::asoiaf::results::{event, quantity};
use crate::report::block::AnswerBlock;
use crate::report::{
    fixed_value, format_exact_chance, format_exact_mean, format_sd, leading_quantities, words,
};
use crate::request::why::Cause;

/// Renders the block of an answer, in full followed by its tables. `causes` explains the wounds that
/// the attacker suffers itself, if known; `requested` is the text of what options asked for, which
/// stands below the first line.
pub fn render_answer(
    answer: &Answer,
    (causes, requested): (&[Cause], &str),
    (layout, detail): (&Layout, Detail),
) -> String {
    let given = answer.given.as_ref().map(|given| given::render(given, layout) + "\n");
    let requested = requested.to_owned() + &given.unwrap_or_default();
    let block = AnswerBlock::new(answer, causes).with_method(answer);
    let block = block.render(&requested, layout.width().into());
    match detail {
        Detail::Full => block + &render_tables(answer, layout),
        Detail::Brief => block,
    }
}

/// Renders the tables of an answer: one of quantities, one for each leading distribution, and one of
/// events; then how a sample agrees with the exact distribution.
pub fn render_tables(answer: &Answer, layout: &Layout) -> String {
    let mut parts = full_tables(answer, layout);
    parts.extend(answer.quantities.iter().filter_map(describe_agreement));
    parts.iter().map(|part| format!("{part}\n")).collect()
}

/// Formats the 90 % interval.
fn format_range(pmf: &Pmf) -> String {
    words::interval(pmf.quantile(0.05), pmf.quantile(0.95))
}

fn full_tables(answer: &Answer, layout: &Layout) -> Vec<String> {
    let mut tables: Vec<String> = Vec::new();
    let quantities = displayed_quantities(answer);
    if !quantities.is_empty() {
        tables.push(draw_all(&quantity_columns(&quantities, layout), layout));
    }
    let leading = leading_quantities(answer).into_iter();
    tables.extend(leading.map(|leading| distribution::render(leading, layout)));
    let events = displayed_events(answer);
    if !events.is_empty() {
        tables.push(draw_all(&event_columns(&events, layout), layout));
    }
    tables
}

/// Orders quantities for the table: parts of the defender's wounds follow those wounds. Wounds from
/// hits are left out if they equal the unblocked hits, that is, if no ability changes them; so are
/// wounds that are not known.
fn displayed_quantities(answer: &Answer) -> Vec<&Quantity> {
    let find = |name| answer.quantities.iter().find(|quantity| quantity.name == name);
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
    let is_unknown = |one: &&Quantity| {
        lacks_attack(answer) && one.unit == "wounds" && fixed_value(one) == Some(0)
    };
    let shown = answer.quantities.iter().filter(|one| !is_part(one) && !is_unknown(one));
    let mut shown: Vec<&Quantity> = shown.collect();
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

/// Returns the events for the table, without those that are not known.
fn displayed_events(answer: &Answer) -> Vec<&Event> {
    let is_unknown = |one: &&Event| {
        lacks_attack(answer)
            && [event::DESTROYED, event::OWN_DESTROYED].contains(&one.name)
            && one.probability() == 0.0
    };
    answer.events.iter().filter(|one| !is_unknown(one)).collect()
}

/// Returns whether an answer is about the distance of a charge whose attack is not known.
fn lacks_attack(answer: &Answer) -> bool {
    answer.leading().all(|one| one.name == quantity::DISTANCE)
}

/// Returns whether two distributions are the same but for rounding and the largest possible count.
fn is_same(one: &Pmf, other: &Pmf) -> bool {
    (0..=one.max().max(other.max())).all(|k| (one.at_least(k) - other.at_least(k)).abs() < 1e-12)
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
    columns.push(number_column("90 %\ninterval", &|_, distribution| format_range(&distribution)));
    columns
}

fn event_columns(events: &[&Event], layout: &Layout) -> Vec<TableColumn> {
    let mut columns = vec![
        TableColumn::labels("", REQUIRED, events, |event| wrap_label(&event.label, layout)),
        TableColumn::numbers("chance", REQUIRED, events, |event| numbers::chance(event, 2)),
    ];
    if events.iter().any(|event| event.distribution.at_least_estimate(1).is_some()) {
        let interval = format!("{:.0} % interval", LEVEL * 100.0);
        columns.push(TableColumn::numbers(interval, REQUIRED, events, |event| {
            format_interval(event.distribution.at_least_estimate(1))
        }));
    }
    if events.iter().any(|event| event.exact.is_some()) {
        let exact = |event: &&Event| {
            or_dash(event.exact.as_ref().map(|exact| format_exact_chance(exact, 1, 2)))
        };
        columns.push(TableColumn::numbers("exact", REQUIRED, events, exact));
    }
    columns
}

fn format_interval(estimate: Option<Estimate>) -> String {
    or_dash(estimate.map(|Estimate { interval: (low, high), .. }| {
        format!("{:.2}–{:.2} %", low * 100.0, high * 100.0)
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
        render_answer(answer, (&[], ""), (layout, Detail::Full))
    }

    #[test]
    fn brief_answers_are_short_blocks_without_tables() {
        let mut answers = vec![samples::attacks().remove(3), samples::panic()];
        answers.extend(samples::duels());
        for width in [40, 60, 80, 120] {
            for answer in &answers {
                let layout = Layout { width, rows: 50, ..Layout::default() };
                let text = render_answer(answer, (&[], ""), (&layout, Detail::Brief));
                assert!(!text.contains('┌'), "{text}");
                assert!(width < 80 || text.lines().count() <= 12, "{text}");
                let most = usize::from(width.min(80));
                let wide = text.lines().find(|line| line.chars().count() > most);
                assert_eq!(wide, None, "{text}");
            }
        }
    }

    #[test]
    fn render_answer_of_sampled_answer() {
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
        let names = |quantities: &[Quantity]| -> Vec<&str> {
            let answer = Answer { quantities: quantities.to_vec(), ..samples::coin("c", "front") };
            displayed_quantities(&answer).iter().map(|one| one.name.as_str()).collect()
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
        assert!(text.contains("below 8: <0.1 %") && text.contains("\nat least "), "{text}");
        assert!(text.lines().count() < 56);
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
            let text = full(answer, &layout);
            assert!(!text.contains("NaN"), "{text}");
        }
    }
}
