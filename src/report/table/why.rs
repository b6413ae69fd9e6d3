//! What each part of a question is worth, as a table with a bar for each.

use super::columns::{Column, Content, MUST};
use super::{Layout, fitting, table};
use crate::report::words;
use crate::request::why::Contribution;

/// Cells of a bar on either side of nothing.
const HALF: usize = 8;

/// The table; a line that says so where there are no parts.
pub fn text(parts: &[Contribution], layout: &Layout) -> String {
    if parts.is_empty() {
        return "What it is worth\n  nothing was given that could be left out\n".to_owned();
    }
    let rows: Vec<Option<usize>> = (0..parts.len()).map(Some).collect();
    let is_duel = parts.iter().any(|part| part.worth.win.is_some());
    let [dealt, suffered] = if is_duel { ["b loses", "a loses"] } else { ["dealt", "suffered"] };
    let most = parts.iter().map(|part| net(part).abs()).fold(0.0, f64::max);
    let cells = |cell: &dyn Fn(&Contribution) -> String| parts.iter().map(cell).collect();
    let column =
        |head: &str, cells, content, rank| Column { head: head.to_owned(), cells, content, rank };
    let mut columns = vec![
        column("with and without", cells(&|part| name(part)), Content::Identity, MUST),
        column("of", cells(&|part| part.side.to_owned()), Content::Identity, 4),
        column("is", cells(&|part| part.kind.to_owned()), Content::Identity, 5),
        column(dealt, cells(&|part| signed(part.worth.wounds)), Content::Numbers, 1),
        column(suffered, cells(&|part| signed(part.worth.own_wounds)), Content::Numbers, 2),
        column("", cells(&|part| bar(net(part), most)), Content::Identity, 3),
    ];
    if is_duel {
        let win = |part: &Contribution| part.worth.win.map_or_else(String::new, percent);
        columns.insert(3, column("a wins", cells(&win), Content::Numbers, 0));
    }
    let (columns, _) = fitting(columns, &rows, layout.width());
    format!("What each part is worth\n{}\n", table(&columns, &rows).trim_fmt())
}

/// What is better for who attacks.
fn net(part: &Contribution) -> f64 {
    part.worth.win.unwrap_or(part.worth.wounds - part.worth.own_wounds)
}

/// The name of a part, as it is typed where it is an option.
fn name(part: &Contribution) -> String {
    let name = match part.kind {
        "ability" | "order" => part.what.clone(),
        _ => format!("--{}", part.what),
    };
    words::shorten(&words::clean(&name), |text| text.chars().count() <= 32)
}

/// A difference with its sign; none is a dot.
fn signed(number: f64) -> String {
    if number.abs() < 5e-5 { "·".to_owned() } else { format!("{number:+.3}").replace('-', "−") }
}

/// A difference of chances in points of per cent.
fn percent(chance: f64) -> String {
    let points = 100.0 * chance;
    if points.abs() < 5e-3 {
        "·".to_owned()
    } else {
        format!("{points:+.1} %").replace('-', "−")
    }
}

/// A bar to the left of the middle for what harms, to the right for what helps.
fn bar(net: f64, most: f64) -> String {
    let share = if most > 0.0 { net.abs() / most } else { 0.0 };
    let length = (share * HALF as f64).round() as usize;
    let (left, right) = if net < 0.0 { (length, 0) } else { (0, length) };
    let filled = |length| "█".repeat(length);
    format!("{}{}|{}", " ".repeat(HALF - left), filled(left), filled(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_go_to_the_side_of_what_they_do() {
        assert_eq!(bar(2.0, 4.0), "        |████");
        assert_eq!(bar(-4.0, 4.0), "████████|");
        assert_eq!(bar(0.0, 0.0), "        |");
        assert_eq!(
            (signed(0.25), signed(-0.5), signed(1e-9)),
            ("+0.250".into(), "−0.500".into(), "·".into())
        );
    }
}
