//! Several options side by side, the best first: what each deals, suffers and risks, or how many
//! attacks each stands.

use super::columns::{ColumnKind, REQUIRED, TableColumn};
use super::{Layout, build_table, fit_columns, wrap};
use crate::chance::{EventName, QuantityName};
use crate::games::asoiaf::results::{event, quantity};
use crate::report::headline::{self, Title};
use crate::report::{group, words};
use crate::request::net;
use crate::study::{Answer, RequestedChance, Rules};

/// The table of all options, with what must be said of any of them.
pub fn render(options: &[(String, Answer)], layout: &Layout) -> String {
    let rows: Vec<Option<usize>> = (0..options.len()).map(Some).collect();
    let cells = |cell: &dyn Fn(&Answer) -> String| {
        options.iter().map(|(_, answer)| cell(answer)).collect::<Vec<_>>()
    };
    let names = options.iter().map(|(option, _)| words::clean(option)).collect();
    let column = |head: &str, cells, kind, priority| TableColumn {
        heading: head.to_owned(),
        cells,
        kind,
        priority,
    };
    let columns = if options.iter().all(|(_, answer)| answer.quantity(quantity::ATTACKS).is_some())
    {
        let mut columns = vec![
            column("unit", names, ColumnKind::Label, REQUIRED),
            column(
                "mean\nattacks",
                cells(&|one| mean(one, quantity::ATTACKS)),
                ColumnKind::Number,
                0,
            ),
            column(
                "90%\ninterval",
                cells(&|one| range(one, quantity::ATTACKS)),
                ColumnKind::Number,
                1,
            ),
        ];
        let given = options.iter().find_map(|(_, one)| within(one)).map(|(given, _)| given);
        columns.extend(given.map(|n| {
            let chances = cells(&|one| within(one).map_or_else(|| "–".to_owned(), |one| one.1));
            column(&format!("destroyed\nwithin {n}"), chances, ColumnKind::Number, 2)
        }));
        columns
    } else {
        vec![
            column("option", names, ColumnKind::Label, REQUIRED),
            column("dealt", cells(&|one| mean(one, quantity::WOUNDS)), ColumnKind::Number, 0),
            column(
                "suffered",
                cells(&|one| mean(one, quantity::OWN_WOUNDS)),
                ColumnKind::Number,
                1,
            ),
            column("dealt −\nsuffered", cells(&ranked), ColumnKind::Number, 0),
            column("destroyed", cells(&|one| chance(one, event::DESTROYED)), ColumnKind::Number, 2),
            column("fails", cells(&|one| chance(one, event::FAILED)), ColumnKind::Number, 3),
        ]
    };
    let (columns, _) = fit_columns(columns, &rows, layout.width());
    format!(
        "{}\n{}\n{}",
        heading(options, layout),
        build_table(&columns, &rows).trim_fmt(),
        notes(options)
    )
}

/// Who meets whom, what is not as usual in all options, and by which rules and engine.
fn heading(options: &[(String, Answer)], layout: &Layout) -> String {
    let answers: Vec<&Answer> = options.iter().map(|(_, answer)| answer).collect();
    let rules = answers.first().and_then(|answer| answer.rules.as_ref()).map(Rules::words);
    let how: Vec<String> = rules.into_iter().chain([group::describe_method(&answers)]).collect();
    let settings = headline::settings(&answers, Title::Subject);
    let lines = [headline::subject(&answers), settings, how.join(" · ")];
    let wrapped = lines.iter().filter(|line| !line.is_empty()).map(|line| wrap(line, layout));
    wrapped.collect::<Vec<_>>().join("\n")
}

/// What options are ranked by, with its sign.
fn ranked(answer: &Answer) -> String {
    format!("{:.2}", net(answer)).replace('-', "−")
}

/// The chance to be destroyed within the number of attacks that was given.
fn within(answer: &Answer) -> Option<(u8, String)> {
    let Some(RequestedChance::Within(Some(given))) = answer.headline.requested else { return None };
    let attacks = answer.quantity(quantity::ATTACKS)?.distribution.pmf();
    let beyond = attacks.at_least(usize::from(given) + 1);
    Some((given, words::percent(1.0 - beyond, 1)))
}

/// From the count that one in twenty stays below to the one that one in twenty goes beyond.
fn range(answer: &Answer, name: QuantityName) -> String {
    answer.quantity(name).map_or_else(
        || "–".to_owned(),
        |one| {
            let pmf = one.distribution.pmf();
            format!("{}–{}", pmf.quantile(0.05), pmf.quantile(0.95))
        },
    )
}

/// The mean of a quantity; a dash where an option does not have it.
fn mean(answer: &Answer, name: QuantityName) -> String {
    answer
        .quantity(name)
        .map_or_else(|| "–".to_owned(), |one| format!("{:.2}", one.distribution.pmf().mean()))
}

/// The chance of an event; a dash where an option does not have it.
fn chance(answer: &Answer, name: EventName) -> String {
    answer.event(name).map_or_else(|| "–".to_owned(), |one| words::percent(one.probability(), 1))
}

/// What must be said of any option, each once.
fn notes(options: &[(String, Answer)]) -> String {
    let mut told: Vec<String> = Vec::new();
    for (_, answer) in options {
        let left_out = answer
            .not_modelled
            .iter()
            .map(|one| format!("not counted: {} of {}", one.ability, one.unit));
        for line in answer.notes.iter().cloned().chain(left_out) {
            if !told.contains(&line) {
                told.push(line);
            }
        }
    }
    told.iter().map(|line| format!("* {line}\n")).collect()
}
