//! Several options side by side, the best first: wounds dealt and suffered and the risks of each,
//! the attacks that each survives, or what each order of attackers leads to.

use super::columns::{REQUIRED, TableColumn};
use super::{Layout, draw_rows, numbers, wrap};
use crate::answer::{Answer, RequestedChance, Rules};
use crate::chance::{EventName, QuantityName};
use crate::games::asoiaf::results::{event, quantity};
use crate::report::headline::{self, Title};
use crate::report::{group, words};
use crate::request::{SEQUENCE, net};

/// Renders the table of all options, with a heading and notes.
pub fn render(options: &[(String, Answer)], layout: &Layout) -> String {
    let names = |heading: &str| {
        TableColumn::labels(heading, REQUIRED, options, |(option, _)| words::clean(option))
    };
    let number = |heading: &str, priority, cell: &dyn Fn(&Answer) -> String| {
        TableColumn::numbers(heading, priority, options, |(_, answer)| cell(answer))
    };
    let columns = if options.iter().all(|(_, answer)| answer.quantity(quantity::ATTACKS).is_some())
    {
        let mut columns = vec![
            names("unit"),
            number("mean\nattacks", 0, &|one| mean(one, quantity::ATTACKS)),
            number("90%\ninterval", 1, &|one| range(one, quantity::ATTACKS)),
        ];
        let attacks = options.iter().find_map(|(_, one)| within(one)).map(|(attacks, _)| attacks);
        columns.extend(attacks.map(|n| {
            number(&format!("destroyed\nwithin {n}"), 2, &|one| {
                within(one).map_or_else(|| "–".to_owned(), |(_, chance)| chance)
            })
        }));
        columns
    } else if options.iter().all(|(_, answer)| answer.kind == SEQUENCE) {
        vec![
            names("order"),
            number("destroyed", 0, &|one| chance(one, event::DESTROYED)),
            number("mean\nwounds", 0, &|one| mean(one, quantity::WOUNDS)),
            number("own\nwounds", 1, &own_wounds),
        ]
    } else {
        vec![
            names("option"),
            number("dealt", 0, &|one| mean(one, quantity::WOUNDS)),
            number("suffered", 1, &|one| mean(one, quantity::OWN_WOUNDS)),
            number("dealt −\nsuffered", 0, &format_net),
            number("destroyed", 2, &|one| chance(one, event::DESTROYED)),
            number("fails", 3, &|one| chance(one, event::FAILED)),
        ]
    };
    format!("{}\n{}\n{}", heading(options, layout), draw_rows(columns, layout), notes(options))
}

/// Returns the lines above the table: subject, shared settings, rules and engine.
fn heading(options: &[(String, Answer)], layout: &Layout) -> String {
    let answers: Vec<&Answer> = options.iter().map(|(_, answer)| answer).collect();
    // all options of one question are answered by the same rules
    let rules = answers.first().and_then(|answer| answer.rules.as_ref()).map(Rules::words);
    let how: Vec<String> = rules.into_iter().chain([group::describe_method(&answers)]).collect();
    let settings = headline::settings(&answers, Title::Subject);
    let lines = [headline::subject(&answers), settings, how.join(" · ")];
    let wrapped = lines.iter().filter(|line| !line.is_empty()).map(|line| wrap(line, layout));
    wrapped.collect::<Vec<_>>().join("\n")
}

/// Formats the value that ranks options: wounds dealt minus wounds suffered.
fn format_net(answer: &Answer) -> String {
    words::minus(&format!("{:.2}", net(answer)))
}

/// Formats the expected wounds of all attackers of a sequence.
fn own_wounds(answer: &Answer) -> String {
    let each = quantity::OWN_WOUNDS_OF.into_iter().filter_map(|name| answer.quantity(name));
    format!("{:.2}", each.map(|one| one.distribution.mean()).sum::<f64>())
}

/// Returns the requested number of attacks and the chance of destruction within them.
fn within(answer: &Answer) -> Option<(u8, String)> {
    let Some(RequestedChance::Within(Some(within))) = answer.headline.requested else {
        return None;
    };
    let attacks = answer.quantity(quantity::ATTACKS)?.distribution.pmf();
    let beyond = attacks.at_least(usize::from(within) + 1);
    Some((within, words::percent(1.0 - beyond, 1)))
}

/// Formats the 90% interval of a quantity; a dash if the option does not have it.
fn range(answer: &Answer, name: QuantityName) -> String {
    answer.quantity(name).map_or_else(
        || "–".to_owned(),
        |one| {
            let pmf = one.distribution.pmf();
            words::interval(pmf.quantile(0.05), pmf.quantile(0.95))
        },
    )
}

/// Formats the mean of a quantity; a dash if the option does not have it.
fn mean(answer: &Answer, name: QuantityName) -> String {
    let Some(one) = answer.quantity(name) else { return "–".to_owned() };
    numbers::mean_fraction(one).unwrap_or_else(|| format!("{:.2}", one.distribution.mean()))
}

/// Formats the chance of an event; a dash if the option does not have it.
fn chance(answer: &Answer, name: EventName) -> String {
    let Some(one) = answer.event(name) else { return "–".to_owned() };
    numbers::chance_fraction(one).unwrap_or_else(|| words::percent(one.probability(), 1))
}

/// Returns the notes of all options, without repetitions.
fn notes(options: &[(String, Answer)]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for (_, answer) in options {
        let left_out = answer
            .not_modelled
            .iter()
            .map(|one| format!("not counted: {} of {}", one.ability, one.unit));
        for line in answer.notes.iter().cloned().chain(left_out) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines.iter().map(|line| format!("* {line}\n")).collect()
}
