//! The result of a battle, split into luck and decisions.

use warodds_battles::luck::{ARMIES, BattleLuck, LuckOfPurpose};
use warodds_battles::replay::LogFile;

use super::super::{ChartError, ChartFiles, render_pages};
use crate::counted::counted;
use crate::report::words;
use warodds_charts::Page;
use warodds_charts::spec::{
    Bar, BarRow, Bars, Chart, Fill, Line, Lines, NumberRow, Panel, Phrase, Tone,
};

/// Lucks below this many points are shown as none.
const ROUNDED: f64 = 0.05;

/// Draws the luck in a battle, as `luck`.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_battle_luck(log: &LogFile, luck: &BattleLuck) -> Result<ChartFiles, ChartError> {
    let page = Page { name: "luck".to_owned(), number: 1, chart: chart(log, luck) };
    render_pages(vec![page], Vec::new())
}

/// Describes the split of the result, the luck by purpose of the rolls, and its course.
pub(super) fn chart(log: &LogFile, luck: &BattleLuck) -> Chart {
    let names = [0, 1].map(|army| words::clean(&log.armies[army].name));
    let favour = |army: usize| format!("in favour of {}: {}", ARMIES[army], names[army]);
    let mut rows = vec![
        row("result", luck.result(0), String::new()),
        row("= luck", luck.luck(0), counted(luck.rolls.len() as u64, "roll", "rolls")),
        row("+ decisions", luck.decisions(0), String::new()),
    ];
    let purposes = luck.by_purpose(|unit| log.army_of(unit));
    rows.extend(purposes.iter().map(|LuckOfPurpose { army, purpose, rolls, luck }| {
        let name = format!("luck in {purpose} of {}", ARMIES[*army]);
        row(&name, *luck, counted(*rolls as u64, "roll", "rolls"))
    }));
    let bars = Bars::pages("points", &[""], rows, usize::MAX);
    let course = (!luck.rolls.is_empty()).then(|| Panel::Lines(course(luck)));
    Chart {
        title: title(&names, luck),
        question: format!(
            "{} lost {:.1} points, {} {:.1}. The result of an army is what its enemy lost minus \
             what it lost: luck and decisions.",
            names[0], luck.lost[0], names[1], luck.lost[1],
        ),
        key: vec![Phrase::key(Fill::A, favour(0)), Phrase::key(Fill::B, favour(1))],
        panels: bars.into_iter().map(Panel::Bars).chain(course).collect(),
        foot: "Exact expectations before each roll. A wound counts its share of the cost of its \
               unit. Decisions are those of both players, against each other. Points of the mode \
               are not counted."
            .to_owned(),
    }
}

/// Says whom the dice favoured.
fn title(names: &[String; 2], luck: &BattleLuck) -> String {
    let of_a = luck.luck(0);
    if of_a.abs() < ROUNDED {
        return "The dice favoured neither army".to_owned();
    }
    let name = &names[usize::from(of_a < 0.0)];
    format!("The dice favoured {name} by {:.1} points", of_a.abs())
}

/// Returns a row of points in favour of army `a`, or of army `b` if they are negative.
fn row(name: &str, points: f64, number: String) -> BarRow {
    // the sign is that of the owner of the bar
    let bar = Bar { value: points, text: format!("{:.1}", points.abs()), ..Bar::default() };
    BarRow { name: name.to_owned(), bars: vec![bar], numbers: vec![number], ..BarRow::default() }
}

/// Describes the sum of the luck of army `a` after each roll.
fn course(luck: &BattleLuck) -> Lines {
    let mut sum = 0.0;
    let after = luck.rolls.iter().enumerate().map(|(place, roll)| {
        sum += roll.luck(0);
        ((place + 1) as f64, sum, None)
    });
    let points = std::iter::once((0.0, 0.0, None)).chain(after).collect();
    let mut last = 0;
    let rounds = luck.rolls.iter().map(|roll| {
        let is_first = std::mem::replace(&mut last, roll.round) != roll.round;
        if is_first { roll.round.to_string() } else { String::new() }
    });
    Lines {
        name: String::new(),
        across: "rolls".to_owned(),
        measure: "luck of a so far, in points".to_owned(),
        is_chance: false,
        steps: true,
        lines: vec![Line { name: "luck of a".to_owned(), points, band: Vec::new() }],
        rows: vec![NumberRow {
            words: "round".to_owned(),
            tone: Tone::Quiet,
            // the line begins before the first roll
            cells: std::iter::once(String::new()).chain(rounds).collect(),
        }],
    }
}
