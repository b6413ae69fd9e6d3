//! Who wins duels: columns by round, a table of two settings, or a bar for each duel.

use super::cases::{self, RankedCase};
use super::grid;
use super::spec::{Chart, Column, Columns, Fill, NumberRow, Panel, Phrase, Share, Tone};
use super::wording::{SideWords, driven_back, finding, foot, outcomes, question, sides};
use crate::answer::Answer;
use crate::games::asoiaf::results::{event, quantity};
use crate::text::group::{
    AnswerGroup, DistinctAnswer, DistinctAnswers, axis_value, distinct_answers, varying_axes,
};
use crate::text::words;
use crate::text::words::whole_percent;

/// Bars per page.
const ROWS: usize = 12;

/// Describes who wins; none for other questions.
pub(super) fn charts(title: &str, group: &AnswerGroup<'_>) -> Vec<Chart> {
    let is_duel = |answer: &&Answer| outcomes(answer).is_some();
    if !group.answers.iter().all(is_duel) {
        return Vec::new();
    }
    by_round(title, &group.answers)
        .or_else(|| grid::chances(title, group))
        .map_or_else(|| bars(title, group), |chart| vec![chart])
}

/// Describes duels that differ in their number of rounds alone: each column is 100% of them.
/// Returns `None` for other duels.
pub(super) fn by_round(title: &str, answers: &[&Answer]) -> Option<Chart> {
    // bars have parts for units that are driven back
    let is_driven = answers.iter().any(|answer| driven_back(answer).is_some());
    if answers.len() < 2 || varying_axes(answers) != ["rounds"] || is_driven {
        return None;
    }
    let [a, b] = sides(answers).map(|side| side.name);
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

/// Says in which duels side a wins most often.
fn often(group: &AnswerGroup<'_>, all: &[DistinctAnswer<'_>], a: &SideWords) -> String {
    let case = |class: &DistinctAnswer<'_>| outcomes(class.answer).map_or(0.0, |all| all[0]);
    let cases: Vec<RankedCase<'_>> = all
        .iter()
        .map(|class| RankedCase { answer: class.answer, label: &class.label, value: case(class) })
        .collect();
    let percent = |p: f64| format!("{} %", whole_percent(p));
    let best =
        cases::most("often", &cases, &varying_axes(&group.answers), percent).unwrap_or_default();
    let found =
        best.strip_prefix("Most often").map(|rest| format!("{} most often{rest}", a.does("win")));
    let found = found.unwrap_or_else(|| format!("{} as often in all cases", a.does("win")));
    words::capitalize(&found)
}

/// Describes each duel as a bar.
fn bars(title: &str, group: &AnswerGroup<'_>) -> Vec<Chart> {
    let DistinctAnswers { all, remarks } = distinct_answers(&group.answers, ROWS);
    let [a, b] = sides(&group.answers);
    let several = all.len() > 1;
    let share = |(answer, label): (&Answer, &str)| {
        let [a_wins, stand, b_wins, both] = outcomes(answer)?;
        let [b_driven, a_driven] = driven_back(answer).unwrap_or_default();
        let parts = vec![
            (Fill::A, a_wins),
            (Fill::APale, b_driven),
            (Fill::Neither, (stand - a_driven - b_driven).max(0.0)),
            (Fill::Missing, both),
            (Fill::BPale, a_driven),
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
    let has_driven = all.iter().any(|class| driven_back(class.answer).is_some());
    let key = if has_driven { exchange_key(&a, &b) } else { duel_key(&a, &b) };
    let both = has_both.then(|| Phrase::key(Fill::Missing, "both destroyed"));
    let key: Vec<Phrase> = key.into_iter().chain(both).collect();
    let is_sampled = shares.iter().any(|share| share.interval.is_some());
    let whiskers = is_sampled.then(|| "Whiskers: 95 % interval".to_owned());
    let remarks: Vec<String> = remarks.into_iter().chain(whiskers).collect();
    let chunks: Vec<&[Share]> = shares.chunks(ROWS).collect();
    let page = |(number, shares): (usize, &&[Share])| Chart {
        title: match all.as_slice() {
            [only] => finding(only.answer),
            several => often(group, several, &a),
        },
        question: question(title, &group.answers, (number + 1, chunks.len())),
        key: key.clone(),
        panels: vec![Panel::Shares(shares.to_vec())],
        foot: foot(&group.answers, &remarks),
    };
    chunks.iter().enumerate().map(page).collect()
}

/// Names the parts of a duel's bar as its title does, by who wins.
fn duel_key(a: &SideWords, b: &SideWords) -> Vec<Phrase> {
    vec![
        Phrase::key(Fill::A, a.does("win")),
        Phrase::key(Fill::B, b.does("win")),
        Phrase::key(Fill::Neither, "undecided"),
    ]
}

/// Names the parts of an exchange's bar, by what happens to whom.
fn exchange_key(SideWords { name: a, .. }: &SideWords, b: &SideWords) -> Vec<Phrase> {
    let b = &b.name;
    vec![
        Phrase::key(Fill::A, format!("{b} destroyed")),
        Phrase::key(Fill::APale, format!("{b} driven back")),
        Phrase::key(Fill::B, format!("{a} destroyed")),
        Phrase::key(Fill::BPale, format!("{a} driven back")),
        Phrase::key(Fill::Neither, "neither"),
    ]
}
