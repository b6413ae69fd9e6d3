//! What each part and number of a question is worth, as tables with a bar for each row.

use super::columns::{REQUIRED, TableColumn};
use super::{Layout, draw_rows};
use crate::answer::{Answer, CompareContribution, Need, NeedOption};
use crate::report::words;
use crate::request::why::{Analysis, Contribution, NumberChange, Worth};
use warodds_charts::text::analysis::{
    changes_together, format_difference, format_points, luck_line, need_line, part_name,
};
use warodds_charts::text::wrapping::WIDTH;

/// The most changes in a table.
const MOST_CHANGES: usize = 12;
/// Longest lines of changes, in characters.
const CHANGE: usize = 44;
/// Longest lines of the names of sides, in characters.
const SIDE: usize = 12;
/// Characters of a bar on either side of zero.
const HALF: usize = 8;
/// Differences below this are rounding errors.
const ROUNDING: f64 = 1e-9;

/// A part or number of a question and what it is worth.
struct AnalysisRow {
    /// Name with its values.
    name: String,
    /// Name of the side it belongs to.
    side: String,
    /// Kind of part; empty if all rows are numbers.
    kind: &'static str,
    worth: Worth,
}

/// Renders what options asked for: how lucky results were, what reaches a chance, and what parts and
/// numbers are worth.
pub fn render(analysis: &Analysis, answer: &Answer, layout: &Layout) -> String {
    let sides = duel_sides(answer);
    let parts = analysis.contributions.as_ref().map(|parts| {
        let rows: Vec<AnalysisRow> = parts.iter().map(|part| part_row(part, &sides)).collect();
        let nothing = "What each part is worth\n  no part can be left out\n";
        rows_or(nothing, &rows, || {
            let heads = ("What each part is worth", "with and without");
            table_of_rows(heads, &rows, (&sides, layout))
        })
    });
    let numbers = analysis.sensitivity.as_ref().map(|changes| {
        let rows: Vec<AnalysisRow> = changes
            .iter()
            .filter(|one| has_effect(one))
            .map(|one| change_row(one, &sides))
            .collect();
        let nothing = "What each number is worth\n  no number makes a difference\n";
        rows_or(nothing, &rows, || {
            table_of_rows(("What each number is worth", "changed"), &rows, (&sides, layout))
        })
    });
    let luck = (!analysis.luck.is_empty()).then(|| {
        analysis.luck.iter().map(|luck| wrap_line(&luck_line(luck), layout) + "\n").collect()
    });
    let need = analysis.need.as_ref().map(|need| needed(need, layout));
    luck.into_iter().chain(need).chain(parts).chain(numbers).collect()
}

/// Renders the changes that reach a needed chance.
fn needed(need: &Need, layout: &Layout) -> String {
    let start = wrap_line(&need_line(need), layout);
    if need.reached_by.is_empty() {
        return format!("{start}\n");
    }
    let shown: Vec<&NeedOption> = need.reached_by.iter().take(MOST_CHANGES).collect();
    let columns = vec![
        TableColumn::labels("change", REQUIRED, &shown, |one| {
            words::wrap_at(&changes_together(one), 3, CHANGE)
        }),
        TableColumn::numbers("points", REQUIRED, &shown, |one| one.points.to_string()),
        TableColumn::numbers("chance", REQUIRED, &shown, |one| words::percent(one.p, 1)),
    ];
    let others = need.reached_by.len() - shown.len();
    let rest = if others > 0 { format!("and {others} more (--json)\n") } else { String::new() };
    format!("{start}\n{}\n{rest}", draw_rows(columns, layout))
}

/// Renders what each part of a comparison is worth.
pub(crate) fn render_comparison_parts(parts: &[CompareContribution], layout: &Layout) -> String {
    let most = parts.iter().map(|part| part.difference.abs()).fold(0.0, f64::max);
    let numbers = |head: &str, priority, value: &dyn Fn(&CompareContribution) -> f64| {
        TableColumn::numbers(head, priority, parts, |one| format_difference(value(one)))
    };
    let columns = vec![
        TableColumn::labels("with and without", REQUIRED, parts, |one| {
            part_name(one.kind, &one.what)
        }),
        TableColumn::labels("side", 4, parts, |one| one.side.to_owned()),
        numbers("A − B", 0, &|one| one.difference),
        numbers("A deals", 1, &|one| one.wounds),
        numbers("B deals", 2, &|one| one.other_wounds),
        TableColumn::labels("", 3, parts, |one| bar(one.difference, most)),
    ];
    format!("What each part is worth\n{}\n", draw_rows(columns, layout))
}

/// Wraps a line as wide as a block.
fn wrap_line(line: &str, layout: &Layout) -> String {
    words::wrap_at(line, usize::MAX, usize::from(layout.width()).min(WIDTH))
}

fn rows_or(nothing: &str, rows: &[AnalysisRow], text: impl FnOnce() -> String) -> String {
    if rows.is_empty() { nothing.to_owned() } else { text() }
}

/// Returns the names of the sides of a duel; `a` and `b` where it names none.
fn duel_sides(answer: &Answer) -> [String; 2] {
    let sides = answer.subject.split_once(" v ").unwrap_or(("a", "b"));
    [sides.0, sides.1].map(words::clean)
}

/// Returns the name of a side: that of a duel, or its role.
fn side_name(side: &str, sides: &[String; 2]) -> String {
    let [a, b] = sides;
    match side {
        "a" => a.clone(),
        "b" => b.clone(),
        role => role.to_owned(),
    }
}

fn part_row(part: &Contribution, sides: &[String; 2]) -> AnalysisRow {
    let Contribution { what, kind, side, worth, .. } = part;
    let side = side_name(side, sides);
    AnalysisRow { name: part_name(kind, what), side, kind, worth: *worth }
}

fn change_row(change: &NumberChange, sides: &[String; 2]) -> AnalysisRow {
    let NumberChange { what, side, from, to, worth } = change;
    let side = side_name(side, sides);
    AnalysisRow { name: format!("{what} {from} → {to}"), side, kind: "", worth: *worth }
}

/// Returns whether a change has an effect.
fn has_effect(change: &NumberChange) -> bool {
    let Worth { wounds, own_wounds, win } = change.worth;
    [wounds, own_wounds, win.unwrap_or(0.0)].iter().any(|number| number.abs() > ROUNDING)
}

/// Draws the table of some rows under a title.
fn table_of_rows(
    (title, head): (&str, &str),
    rows: &[AnalysisRow],
    (sides, layout): (&[String; 2], &Layout),
) -> String {
    let is_duel = rows.iter().any(|row| row.worth.win.is_some());
    let stacked = |text: String| words::wrap_at(&text, 4, SIDE);
    let [dealt, suffered] = if is_duel {
        let [a, b] = sides;
        [b, a].map(|side| stacked(format!("wounds of {side}")))
    } else {
        ["dealt", "suffered"].map(str::to_owned)
    };
    let most = rows.iter().map(|row| row.worth.net().abs()).fold(0.0, f64::max);
    let numbers = |head: &str, priority, value: &dyn Fn(&AnalysisRow) -> f64| {
        TableColumn::numbers(head, priority, rows, |row| format_difference(value(row)))
    };
    let mut columns = vec![
        TableColumn::labels(head, REQUIRED, rows, |row| row.name.clone()),
        TableColumn::labels("side", 4, rows, |row| stacked(row.side.clone())),
        numbers(&dealt, 1, &|row| row.worth.wounds),
        numbers(&suffered, 2, &|row| row.worth.own_wounds),
        TableColumn::labels("", 3, rows, |row| bar(row.worth.net(), most)),
    ];
    if rows.iter().any(|row| !row.kind.is_empty()) {
        // numbers of cards have no kind; the column would be empty
        columns.insert(2, TableColumn::labels("kind", 5, rows, |row| row.kind.to_owned()));
    }
    if is_duel {
        let [a, _] = sides;
        let wins = stacked(format!("victory of {a}"));
        let win = |row: &AnalysisRow| row.worth.win.map_or_else(String::new, format_points);
        columns.insert(columns.len() - 3, TableColumn::numbers(wins, 0, rows, win));
    }
    format!("{title}\n{}\n", draw_rows(columns, layout))
}

/// Draws a bar to the left of the middle for a loss, to the right for a gain.
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
    fn bars_have_directions() {
        assert_eq!(bar(2.0, 4.0), "        |████");
        assert_eq!(bar(-4.0, 4.0), "████████|");
        assert_eq!(bar(0.0, 0.0), "        |");
    }
}
