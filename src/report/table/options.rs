//! Several options side by side, the best first: wounds dealt and suffered and the risks of each,
//! the attacks that each survives, or what each order of attackers leads to.

use super::columns::{ColumnKind, REQUIRED, TableColumn, requested_columns};
use super::{
    BRIEF_COLUMNS, Detail, Layout, all_rows, draw, draw_fitting, fit_columns, numbers, wrap,
};
use crate::answer::{Answer, CardChange, CardImpact, Points, RequestedChance};
use crate::chance::{EventName, QuantityName};
use crate::games::asoiaf::results::{event, quantity};
use crate::report::block::describe_method;
use crate::report::headline::{self, Title};
use crate::report::{group, words};
use crate::request::{RankBy, SEQUENCE, net};
use warodds_charts::text::by_words;

/// Longest lines of names over numbers, in characters.
const NAME: usize = 12;

/// Longest lines of the names of cards, in characters.
const CARD: usize = 26;

/// Width of the numbers beside the order of a sequence, in characters.
const ORDER_NUMBERS: usize = 36;

/// Returns the longest lines of the names of units and of an option's description, in characters.
fn line_widths(layout: &Layout) -> [usize; 2] {
    let width = usize::from(layout.width());
    [(width / 4).clamp(14, 30), (width / 5).clamp(12, 20)]
}

/// Renders the table of all options below what is asked, then notes and method; `by` ranked them.
pub fn render(
    options: &[(String, Answer)],
    by: RankBy,
    (layout, detail): (&Layout, Detail),
) -> String {
    let all = options;
    let (shown, idle) = without_idle(all);
    let options = &shown;
    let withstood = options.iter().all(|(_, answer)| answer.quantity(quantity::ATTACKS).is_some());
    let mut columns = if withstood {
        withstood_columns(options)
    } else if options.iter().all(|(_, answer)| answer.kind == SEQUENCE) {
        order_columns(options, layout)
    } else if options.iter().any(|(_, answer)| answer.card.is_some()) {
        card_columns(options)
    } else {
        columns(options, by, line_widths(layout))
    };
    let answers: Vec<&Answer> = options.iter().map(|(_, answer)| answer).collect();
    columns.retain(|column| column.priority == REQUIRED || !is_zero(column));
    columns.extend(requested_columns(&answers));
    let mut parts = vec![wrap(&heading(&answers), layout)];
    let best = (!withstood).then(|| format!("Best first by {}", by_words(by)));
    let cards_and_ties = best_cards(options).into_iter().chain(tied_orders(options));
    parts.extend(cards_and_ties.chain(best).map(|line| wrap(&line, layout)));
    parts.push(draw_detail(columns, (layout, detail)));
    parts.extend(idle.iter().map(|line| wrap(line, layout)));
    if let Some(pairs) = best_of_pairs(options, by) {
        parts.push(format!("\nBest option of each pair by {}", by_words(by)));
        parts.push(draw_fitting(pairs.clone(), &all_rows(&pairs), layout));
    }
    parts.extend(notes(all).iter().map(|line| wrap(&format!("* {line}"), layout)));
    parts.push(wrap(&describe_method(&answers), layout));
    parts.join("\n") + "\n"
}

/// Draws the columns that fit: in brief only those that matter most, without a note on the others.
fn draw_detail(columns: Vec<TableColumn>, (layout, detail): (&Layout, Detail)) -> String {
    let rows = all_rows(&columns);
    match detail {
        Detail::Full => draw_fitting(columns, &rows, layout),
        Detail::Brief => {
            let (columns, _) = fit_columns(columns, &rows, (layout.width(), BRIEF_COLUMNS));
            draw(&columns, &rows, layout)
        }
    }
}

/// Returns whether all numbers of a column are 0.
fn is_zero(column: &TableColumn) -> bool {
    column.kind != ColumnKind::Label
        && column.cells.iter().all(|cell| !cell.contains(|digit| matches!(digit, '1'..='9')))
}

/// A column of numbers, one for each option.
fn number(
    options: &[(String, Answer)],
    heading: &str,
    priority: usize,
    cell: impl Fn(&Answer) -> String,
) -> TableColumn {
    TableColumn::numbers(heading, priority, options, |(_, answer)| cell(answer))
}

/// Returns the columns of units that withstand attacks.
fn withstood_columns(options: &[(String, Answer)]) -> Vec<TableColumn> {
    let mut columns = vec![
        TableColumn::labels("unit", REQUIRED, options, |(option, _)| words::clean(option)),
        number(options, "mean\nattacks", 0, |one| mean(one, quantity::ATTACKS)),
        number(options, "90 %\ninterval", 1, |one| range(one, quantity::ATTACKS)),
    ];
    let attacks = options.iter().find_map(|(_, one)| within(one)).map(|(attacks, _)| attacks);
    columns.extend(attacks.map(|n| {
        number(options, &format!("destroyed\nwithin {n}"), 2, |one| {
            within(one).map_or_else(|| "–".to_owned(), |(_, chance)| chance)
        })
    }));
    columns
}

/// Returns the columns of actions.
fn columns(
    options: &[(String, Answer)],
    by: RankBy,
    [units_width, option_width]: [usize; 2],
) -> Vec<TableColumn> {
    // what options are ranked by stays in the table
    let priority = |ranks: RankBy, usual| if by == ranks { REQUIRED } else { usual };
    // the units of a list come before the colon
    let parts = |option: &str| match option.split_once(": ") {
        Some((units, action)) => (words::clean(units), words::clean(action)),
        None => (String::new(), words::clean(option)),
    };
    let units = |(option, _): &(String, Answer)| words::wrap_at(&parts(option).0, 3, units_width);
    let mut columns = Vec::new();
    if options.iter().any(|one| !units(one).is_empty()) {
        columns.push(TableColumn::labels("units", REQUIRED, options, units));
    }
    columns.extend([
        TableColumn::labels("option", REQUIRED, options, |(option, _)| {
            words::wrap_at(&parts(option).1, 3, option_width)
        }),
        number(options, "dealt", 0, |one| mean(one, quantity::WOUNDS)),
        number(options, "suffered", 1, |one| mean(one, quantity::OWN_WOUNDS)),
        number(options, "dealt −\nsuffered", 0, |one| words::minus(&format!("{:.2}", net(one)))),
    ]);
    if options.iter().any(|(_, answer)| answer.event(event::REACHED).is_some()) {
        columns.push(number(options, "arrives", 2, |one| chance(one, event::REACHED)));
    }
    let destroyed = priority(RankBy::Destroyed, 3);
    columns.push(number(options, "destroys", destroyed, |one| chance(one, event::DESTROYED)));
    if options.iter().any(|(_, answer)| answer.points.is_some()) {
        let ranked = priority(RankBy::Points, 4);
        columns.extend([
            number(options, "points\ndestroyed", 5, |one| points(one, |all| all.destroyed)),
            number(options, "points\nlost", 5, |one| points(one, |all| all.lost)),
            number(options, "points\nnet", ranked, |one| points(one, Points::net)),
        ]);
    }
    columns
}

/// Returns the columns of tactics cards: the results with each, and what it changes.
fn card_columns(options: &[(String, Answer)]) -> Vec<TableColumn> {
    let change = |head: &str, priority: usize, cell: fn(&CardChange) -> String| {
        number(options, head, priority, |one| one.card.as_ref().map_or_else(String::new, cell))
    };
    vec![
        TableColumn::labels("card", REQUIRED, options, |(option, answer)| {
            let card = answer.card.as_ref().map(|one| one.card.full_name());
            words::wrap_at(&words::clean(card.as_ref().unwrap_or(option)), 3, CARD)
        }),
        TableColumn::labels("player", 1, options, |(_, answer)| {
            answer.card.as_ref().map_or("", |one| one.card.side).to_owned()
        }),
        number(options, "dealt", 0, |one| mean(one, quantity::WOUNDS)),
        change("±", 2, |one| rounded(one.wounds, 2)),
        number(options, "suffered", 1, |one| mean(one, quantity::OWN_WOUNDS)),
        change("±", 2, |one| rounded(one.own_wounds, 2)),
        number(options, "destroys", 3, |one| chance(one, event::DESTROYED)),
        change("±", 4, |one| format!("{} %", rounded(one.destroyed * 100.0, 1))),
    ]
}

/// Says how many orders of a sequence are as good as the best one; `None` if there is only one.
fn tied_orders(options: &[(String, Answer)]) -> Option<String> {
    let (_, best) = options.first().filter(|(_, answer)| answer.kind == SEQUENCE)?;
    let destroyed = chance(best, event::DESTROYED);
    let tied = options.iter().take_while(|(_, one)| chance(one, event::DESTROYED) == destroyed);
    let count = tied.count();
    (count > 1).then(|| format!("The first {count} orders destroy it equally often ({destroyed})."))
}

/// Formats a change with its sign; `0` if all of its decimals are zero.
fn rounded(change: f64, decimals: usize) -> String {
    let text = words::signed(change, decimals);
    if text.contains(|digit| matches!(digit, '1'..='9')) { text } else { "0".to_owned() }
}

/// Splits off the cards that change nothing, as lines that name them: those that are counted in part
/// apart.
fn without_idle(options: &[(String, Answer)]) -> (Vec<(String, Answer)>, Vec<String>) {
    let changes = |(_, answer): &&(String, Answer)| {
        answer.card.as_ref().is_none_or(|one| one.impact() == CardImpact::Changes)
    };
    let (shown, idle): (Vec<_>, Vec<_>) = options.iter().partition(changes);
    let line = |(start, impact): (&str, CardImpact)| {
        let cards = idle.iter().filter_map(|(_, answer)| answer.card.as_ref());
        let names: Vec<String> = cards.filter(|one| one.impact() == impact).map(describe).collect();
        (!names.is_empty()).then(|| format!("{start}: {}", names.join(", ")))
    };
    let lines = [
        ("No change here", CardImpact::Nothing),
        ("Counted in part, and that part changes nothing here", CardImpact::Unknown),
    ];
    (shown.into_iter().cloned().collect(), lines.into_iter().filter_map(line).collect())
}

/// Names a card and its player, and what is left out of it.
fn describe(change: &CardChange) -> String {
    let name = format!("{} of the {}", words::clean(&change.card.full_name()), change.card.side);
    match &change.card.left_out {
        Some(left_out) => format!("{name} (without {left_out})"),
        None => name,
    }
}

/// Returns a line with the best card of each player; `None` unless cards are ranked.
fn best_cards(options: &[(String, Answer)]) -> Option<String> {
    let changes = || options.iter().filter_map(|(_, answer)| answer.card.as_ref());
    let best = |side: &'static str, sign: f64| {
        let of_side = changes().filter(|one| one.card.side == side);
        let helps = of_side.filter(|one| one.net() * sign > CardChange::ROUNDING);
        let found = helps.max_by(|one, other| (one.net() * sign).total_cmp(&(other.net() * sign)));
        found.map_or_else(
            || format!("no card helps the {side}"),
            |one| {
                let name = words::clean(&one.card.full_name());
                format!("best for the {side}: {name} ({})", words::signed(one.net(), 2))
            },
        )
    };
    changes().next()?;
    Some(words::capitalize(&[best("attacker", 1.0), best("defender", -1.0)].join("; ")))
}

/// Formats points; a dash where costs are not known.
fn points(answer: &Answer, of: impl Fn(Points) -> f64) -> String {
    let shown = |all| words::minus(&format!("{:.2}", of(all)));
    answer.points.map_or_else(|| "–".to_owned(), shown)
}

/// Returns the table of the best option of each pair of two lists, attackers in rows; `None` if
/// fewer than two units are on either side.
fn best_of_pairs(options: &[(String, Answer)], by: RankBy) -> Option<Vec<TableColumn>> {
    let unit = |answer: &Answer, axis| group::axis_value(answer, axis).map(str::to_owned);
    let units = |axis| {
        let mut all: Vec<String> = Vec::new();
        for name in options.iter().filter_map(|(_, answer)| unit(answer, axis)) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all
    };
    let (attackers, targets) = (units("a"), units("b"));
    if attackers.len() < 2 || targets.len() < 2 {
        return None;
    }
    let best = |attacker: &String, target: &String| {
        let is_pair = |answer: &Answer| {
            unit(answer, "a").as_ref() == Some(attacker)
                && unit(answer, "b").as_ref() == Some(target)
        };
        // options are sorted, so the first one of a pair is its best
        let found = options.iter().find(|(_, answer)| is_pair(answer));
        found.map_or_else(|| "–".to_owned(), |(_, answer)| format_rank(answer, by))
    };
    let names = TableColumn::labels("", REQUIRED, &attackers, |name| words::clean(name));
    // each of its own priority, so that as many as fit are shown
    let column = |(place, target): (usize, &String)| {
        let head = words::wrap_at(&words::clean(target), 3, NAME);
        TableColumn::numbers(head, place + 1, &attackers, |attacker| best(attacker, target))
    };
    Some(std::iter::once(names).chain(targets.iter().enumerate().map(column)).collect())
}

/// Formats the value that ranks options.
fn format_rank(answer: &Answer, by: RankBy) -> String {
    let [value, _] = by.value(answer);
    match by {
        RankBy::Destroyed => words::percent(value, 1),
        RankBy::Net | RankBy::Points | RankBy::Wounds => words::minus(&format!("{value:.2}")),
    }
}

/// Returns the line above the table: subject and shared settings.
fn heading(answers: &[&Answer]) -> String {
    let lines = [headline::subject(answers), headline::settings(answers, Title::Subject)];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Returns the columns of the orders of a sequence.
fn order_columns(options: &[(String, Answer)], layout: &Layout) -> Vec<TableColumn> {
    let width = usize::from(layout.width()).saturating_sub(ORDER_NUMBERS);
    // a line for each step
    let order = |(option, _): &(String, Answer)| {
        let steps = words::clean(option).replace(", then ", ",\nthen ");
        steps.lines().map(|step| words::wrap_at(step, 3, width)).collect::<Vec<_>>().join("\n")
    };
    vec![
        TableColumn::labels("order", REQUIRED, options, order),
        number(options, "destroyed", 0, |one| chance(one, event::DESTROYED)),
        number(options, "mean\nwounds", 0, |one| mean(one, quantity::WOUNDS)),
        number(options, "own\nwounds", 1, own_wounds),
    ]
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

/// Formats the 90 % interval of a quantity; a dash if the option does not have it.
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
fn notes(options: &[(String, Answer)]) -> Vec<String> {
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
    lines
}
