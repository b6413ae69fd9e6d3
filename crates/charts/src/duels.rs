//! Who wins duels: columns by round, a table of two settings, or a bar for each duel.

use super::heat::{self, MOST};
use super::spec::{Chart, Column, Columns, Fill, HeatName, NumberRow, Panel, Phrase, Share, Tone};
use super::wording::{finding, foot, outcomes, question};
use crate::answer::{Answer, ResultLabel};
use crate::games::asoiaf::results::{event, quantity};
use crate::text::group::{
    AnswerGroup, DistinctAnswers, axis_value, distinct_answers, format_setting, varying_axes,
};
use crate::text::words;
use crate::text::words::whole_percent;

/// Fewer duels are drawn as bars.
const LEAST_GRID: usize = 9;
/// Bars per page.
const ROWS: usize = 12;

/// Describes who wins; none for other questions.
pub(super) fn charts(title: &str, group: &AnswerGroup<'_>) -> Vec<Chart> {
    let is_duel = |answer: &&Answer| outcomes(answer).is_some();
    if !group.answers.iter().all(is_duel) {
        return Vec::new();
    }
    by_round(title, &group.answers)
        .or_else(|| grid(title, group))
        .map_or_else(|| bars(title, group), |chart| vec![chart])
}

/// Returns the names of both sides; letters if they differ among the duels.
fn sides(answers: &[&Answer]) -> [String; 2] {
    let name = |event| {
        let events = answers.iter().filter_map(|answer| answer.event(event));
        let label = words::clean(ResultLabel::shared(events.map(|event| &event.label)));
        label.strip_suffix(" destroyed").unwrap_or(&label).to_owned()
    };
    [name(event::A_DESTROYED), name(event::B_DESTROYED)]
}

/// Describes duels that differ in their number of rounds alone: each column is 100% of them.
/// Returns `None` for other duels.
pub(super) fn by_round(title: &str, answers: &[&Answer]) -> Option<Chart> {
    if answers.len() < 2 || varying_axes(answers) != ["rounds"] {
        return None;
    }
    let [a, b] = sides(answers);
    let column = |answer: &&Answer| {
        let [a_wins, stand, b_wins, both] = outcomes(answer)?;
        let label = |p: f64| if p >= 0.0005 { whole_percent(p) } else { String::new() };
        Some(Column {
            name: axis_value(answer, "rounds")?.to_owned(),
            parts: vec![
                (a_wins, label(a_wins)),
                (both, String::new()),
                (stand, label(stand)),
                (b_wins, label(b_wins)),
            ],
        })
    };
    let left = |name, side: &str, tone| {
        let cell = |answer: &&Answer| {
            let mean = answer.quantity(name).map(|one| one.distribution.mean());
            mean.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.1}"))
        };
        let cells = answers.iter().map(cell).collect();
        NumberRow { words: format!("wounds left, {side}"), tone, cells }
    };
    let last = answers.last()?;
    let rounds = "Each column is 100 % of the duels: who has won after so many rounds.";
    Some(Chart {
        title: finding(last) + &half_way(answers).unwrap_or_default(),
        question: format!("{}\n{rounds}", question(title, answers, (1, 1))),
        key: Vec::new(),
        panels: vec![Panel::Columns(Columns {
            across: "after round".to_owned(),
            parts: vec![
                (Fill::A, format!("won by {a}")),
                (Fill::Missing, "both destroyed".to_owned()),
                (Fill::Neither, "undecided".to_owned()),
                (Fill::B, format!("won by {b}")),
            ],
            columns: answers.iter().map(column).collect::<Option<_>>()?,
            rows: vec![left(quantity::A_LEFT, &a, Tone::A), left(quantity::B_LEFT, &b, Tone::B)],
        })],
        foot: foot(answers, &[]),
    })
}

/// Says how often the likeliest winner has won by the first round that decides half of its
/// victories.
fn half_way(answers: &[&Answer]) -> Option<String> {
    let [a_wins, _, b_wins, _] = outcomes(answers.last()?)?;
    let of_winner = |answer: &&Answer| {
        let [a, _, b, _] = outcomes(answer)?;
        Some(if a_wins >= b_wins { a } else { b })
    };
    let half = a_wins.max(b_wins) / 2.0;
    let (answer, chance) = answers
        .iter()
        .take(answers.len() - 1)
        .filter_map(|answer| Some((answer, of_winner(answer)?)))
        .find(|(_, chance)| *chance >= half)?;
    let round = axis_value(answer, "rounds")?;
    Some(format!(", {} % by round {round}", whole_percent(chance)))
}

/// Describes each duel as a bar.
fn bars(title: &str, group: &AnswerGroup<'_>) -> Vec<Chart> {
    let DistinctAnswers { all, remarks } = distinct_answers(&group.answers, ROWS);
    let [a, b] = sides(&group.answers);
    let several = all.len() > 1;
    let share = |(answer, label): (&Answer, &str)| {
        let [a_wins, stand, b_wins, both] = outcomes(answer)?;
        let parts = vec![
            (Fill::A, a_wins),
            (Fill::Neither, stand),
            (Fill::Missing, both),
            (Fill::B, b_wins),
        ];
        let interval = answer.event(event::B_DESTROYED).filter(|_| both == 0.0);
        let interval = interval.and_then(|one| one.distribution.at_least_estimate(1));
        let name = if several { label.to_owned() } else { String::new() };
        Some(Share { name, parts, interval: interval.map(|one| one.interval) })
    };
    let shares: Vec<Share> =
        all.iter().filter_map(|class| share((class.answer, &class.label))).collect();
    let has_both = all.iter().any(|class| outcomes(class.answer).is_some_and(|all| all[3] > 0.0));
    let key = [
        Some(Phrase::key(Fill::A, format!("victory of {a}"))),
        Some(Phrase::key(Fill::B, format!("victory of {b}"))),
        Some(Phrase::key(Fill::Neither, "both stand")),
        has_both.then(|| Phrase::key(Fill::Missing, "both destroyed")),
    ];
    let key: Vec<Phrase> = key.into_iter().flatten().collect();
    let is_sampled = shares.iter().any(|share| share.interval.is_some());
    let whiskers = is_sampled.then(|| "Whiskers: 95 % interval".to_owned());
    let remarks: Vec<String> = remarks.into_iter().chain(whiskers).collect();
    let chunks: Vec<&[Share]> = shares.chunks(ROWS).collect();
    let page = |(number, shares): (usize, &&[Share])| Chart {
        title: match all.as_slice() {
            [only] => finding(only.answer),
            _ => format!("Who wins, {a} or {b}"),
        },
        question: question(title, &group.answers, (number + 1, chunks.len())),
        key: key.clone(),
        panels: vec![Panel::Shares(shares.to_vec())],
        foot: foot(&group.answers, &remarks),
    };
    chunks.iter().enumerate().map(page).collect()
}

/// Describes a sweep of duels over two settings as a table: the chance that the first unit destroys
/// the second. Returns `None` if the duels are few or not a complete grid.
fn grid(title: &str, group: &AnswerGroup<'_>) -> Option<Chart> {
    let axes = varying_axes(&group.answers);
    let [down, across] = *axes.as_slice() else { return None };
    let values = |axis: &str| {
        // in the order of the sweep: sorted as texts, 10 would precede 9
        let mut all: Vec<&str> = Vec::new();
        for found in group.answers.iter().filter_map(|answer| axis_value(answer, axis)) {
            if !all.contains(&found) {
                all.push(found);
            }
        }
        all
    };
    let (rows, columns) = (values(down), values(across));
    let is_grid = rows.len() * columns.len() == group.answers.len();
    if !is_grid || group.answers.len() < LEAST_GRID || rows.len().max(columns.len()) > MOST {
        return None;
    }
    let wins = |row: &&str, column: &&str| {
        let mut all = group.answers.iter();
        let found = all.find(|answer| {
            axis_value(answer, down) == Some(*row) && axis_value(answer, across) == Some(*column)
        });
        Some(found?.event(event::B_DESTROYED)?.probability())
    };
    let named = |axis: &str, all: &[&str]| -> Vec<HeatName> {
        let name = |value: &&str| HeatName {
            name: setting_name(axis, value),
            note: String::new(),
            group: String::new(),
        };
        all.iter().map(name).collect()
    };
    let values = rows.iter().map(|row| columns.iter().map(|column| wins(row, column)).collect());
    let table = heat::table(
        [named(down, &rows), named(across, &columns)],
        values.collect(),
        ("% chance that a destroys b", true, true),
    );
    let about = format!("{} (down) by {} (across).", words::axis(down), words::axis(across));
    Some(Chart {
        title: format!(
            "Chance that a destroys b, by {} and {}",
            words::axis(down),
            words::axis(across)
        ),
        question: format!("{} {about}", question(title, &group.answers, (1, 1))),
        key: Vec::new(),
        panels: vec![Panel::Heat(table)],
        foot: foot(&group.answers, &[]),
    })
}

/// Returns the name of a row or column: the unit alone, or another setting with its key.
fn setting_name(axis: &str, value: &str) -> String {
    if matches!(axis, "a" | "b") { value.to_owned() } else { format_setting(axis, value) }
}
