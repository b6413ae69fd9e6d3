//! A sweep over two settings as a table of coloured cells: the chance to win a duel, or a mean.

use super::cases::{axis_words, preposition, value};
use super::heat::{self, MOST};
use super::lines::number;
use super::spec::{Chart, HeatName, Panel};
use super::wording::{foot, outcomes, question};
use crate::answer::Answer;
use crate::text::format::leading_quantities;
use crate::text::group::{AnswerGroup, axis_value, format_setting, lead_noun, varying_axes};
use crate::text::words;

/// Sweeps of fewer cases are bars or lines.
const LEAST: usize = 9;
/// The least number of values of each number.
const VALUES: usize = 3;

/// A complete sweep over two settings.
struct Grid<'a> {
    /// The setting of rows, and that of columns.
    axes: [&'a str; 2],
    /// The values of both in the order of the sweep: sorted as texts, 10 would precede 9.
    values: [Vec<&'a str>; 2],
    /// The answers `[row][column]`.
    answers: Vec<Vec<&'a Answer>>,
}

impl<'a> Grid<'a> {
    /// Arranges answers; `None` if they are few or not a complete grid.
    fn of(answers: &[&'a Answer]) -> Option<Self> {
        let axes = <[&str; 2]>::try_from(varying_axes(answers)).ok()?;
        let values = axes.map(|axis| {
            let mut all: Vec<&str> = Vec::new();
            for found in answers.iter().filter_map(|answer| axis_value(answer, axis)) {
                if !all.contains(&found) {
                    all.push(found);
                }
            }
            all
        });
        let [rows, columns] = [values[0].len(), values[1].len()];
        let is_grid = rows * columns == answers.len();
        if !is_grid || answers.len() < LEAST || rows.max(columns) > MOST {
            return None;
        }
        let at = |row: &str, column: &str| {
            let is_at = |answer: &&&Answer| {
                axis_value(answer, axes[0]) == Some(row)
                    && axis_value(answer, axes[1]) == Some(column)
            };
            answers.iter().find(is_at).copied()
        };
        let row = |row: &&str| values[1].iter().map(|column| at(row, column)).collect();
        let answers = values[0].iter().map(row).collect::<Option<_>>()?;
        Some(Self { axes, values, answers })
    }

    /// Returns whether both settings are numbers of several values.
    fn is_numeric(&self) -> bool {
        self.values
            .iter()
            .all(|all| all.len() >= VALUES && all.iter().all(|one| number(one).is_some()))
    }

    /// Names the rows and the columns.
    fn names(&self) -> [Vec<HeatName>; 2] {
        let named = |place: usize| {
            let name = |value: &&str| HeatName {
                name: setting_name(self.axes[place], value),
                note: String::new(),
                group: String::new(),
            };
            self.values[place].iter().map(name).collect()
        };
        [named(0), named(1)]
    }

    /// Names the case of a row and a column: `with hit 2, with defense 6`.
    fn case(&self, row: usize, column: usize) -> String {
        let [rows, columns] = &self.values;
        let named = |axis, all: &[&str], place: usize| {
            let text = all.get(place).map_or_else(String::new, |text| value(axis, text));
            format!("{} {text}", preposition(axis))
        };
        let (down, across) = (named(self.axes[0], rows, row), named(self.axes[1], columns, column));
        match across.strip_prefix("with ").filter(|_| down.starts_with("with ")) {
            Some(across) => format!("{down} and {across}"),
            None => format!("{down} {across}"),
        }
    }

    /// Draws a value of each answer. The title begins with what the greatest value is.
    fn chart(
        &self,
        title: &str,
        values: Vec<Vec<Option<f64>>>,
        (most, measure, is_chance): (&str, &str, bool),
    ) -> Option<Chart> {
        let format = |value| {
            if is_chance {
                format!("{} %", words::whole_percent(value))
            } else {
                words::rounded(value)
            }
        };
        let cells = values.iter().enumerate().flat_map(|(row, all)| {
            all.iter().enumerate().filter_map(move |(column, value)| Some((row, column, (*value)?)))
        });
        let (row, column, best) = cells.rev().max_by(|one, other| one.2.total_cmp(&other.2))?;
        let answers: Vec<&Answer> = self.answers.iter().flatten().copied().collect();
        let [down, across] = self.axes.map(axis_words);
        Some(Chart {
            title: format!("{most} {}: {}", self.case(row, column), format(best)),
            question: format!(
                "{} {} down, {across} across.",
                question(title, &answers, (1, 1)),
                words::capitalize(&down)
            ),
            key: Vec::new(),
            panels: vec![Panel::Heat(heat::table(
                self.names(),
                values,
                (measure, is_chance, is_chance),
            ))],
            foot: foot(&answers, &[]),
        })
    }
}

/// Describes duels by two settings: the chance that the first unit beats the second. Returns `None`
/// for few duels, and for other questions.
pub(super) fn chances(title: &str, group: &AnswerGroup<'_>) -> Option<Chart> {
    let grid = Grid::of(&group.answers)?;
    let wins = |answer: &&Answer| Some(outcomes(answer)?[0]);
    let values = grid.answers.iter().map(|row| row.iter().map(wins).collect()).collect();
    grid.chart(title, values, ("Surest victory", "% chance that a wins", true))
}

/// Describes the mean of the leading quantity by two numbers. Returns `None` for other sweeps.
pub(super) fn means(title: &str, group: &AnswerGroup<'_>) -> Option<Chart> {
    let grid = Grid::of(&group.answers).filter(Grid::is_numeric)?;
    let mean = |answer: &&Answer| match leading_quantities(answer).as_slice() {
        [only] => Some(only.distribution.mean()),
        _ => None,
    };
    let values: Vec<Vec<Option<f64>>> =
        grid.answers.iter().map(|row| row.iter().map(mean).collect()).collect();
    if values.iter().flatten().any(Option::is_none) {
        return None;
    }
    let noun = lead_noun(&group.answers);
    grid.chart(title, values, (&format!("Most {noun}"), &format!("expected {noun}"), false))
}

/// Returns the name of a row or column: the unit alone, or another setting with its key.
fn setting_name(axis: &str, text: &str) -> String {
    if matches!(axis, "a" | "b") {
        text.to_owned()
    } else {
        format_setting(&axis_words(axis), &value(axis, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Setting;
    use crate::samples;
    use crate::text::group::group_answers;

    /// Tosses of `rows` × `columns` numbers.
    fn tosses(rows: usize, columns: usize) -> Vec<Answer> {
        let toss = |number: usize| {
            let mut answer = samples::tossed("toss", [1, 1, 1 + number as u64]);
            let case = [("hit", number / columns + 2), ("defense", number % columns + 2)];
            answer.case = case.map(|(axis, value)| Setting::text(axis, value.to_string())).into();
            answer
        };
        (0..rows * columns).map(toss).collect()
    }

    #[test]
    fn sweep_of_two_numbers_is_a_table_of_means() {
        let answers = tosses(3, 4);
        let groups = group_answers(&answers);
        let chart = means("", &groups[0]).expect("a grid");
        let Panel::Heat(table) = &chart.panels[0] else { panic!("{chart:?}") };
        assert_eq!((table.rows.len(), table.columns.len()), (3, 4));
        assert_eq!(table.values[2][3], Some(answers[11].quantities[0].distribution.mean()));
        assert_eq!(chart.title, "Most heads with hit 4 and defense 5: 1.8");
        assert!(chart.question.ends_with("Hit down, defense across."), "{}", chart.question);
    }

    #[test]
    fn few_cases_and_gaps_are_no_table() {
        let is_table = |answers: &[Answer]| means("", &group_answers(answers)[0]).is_some();
        assert!(!is_table(&tosses(2, 4)) && !is_table(&tosses(2, 5)));
        assert!(!is_table(&tosses(3, 4)[1..]));
    }
}
