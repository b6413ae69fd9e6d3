//! The best turns at a moment of a battle, by the odds that they leave.

use warodds_battles::replay::{AdviceDocument, AdvisedTurn};

use super::super::{ChartError, ChartFiles, render_pages};
use super::army_verb;
use crate::report::words;
use warodds_charts::Page;
use warodds_charts::spec::{Bar, BarRow, Bars, Chart, Fill, Panel, Phrase};

/// Draws the odds after each advised turn, as `turns`.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_battle_advice(
    armies: [&str; 2],
    advice: &AdviceDocument,
) -> Result<ChartFiles, ChartError> {
    let page = Page { name: "turns".to_owned(), number: 1, chart: chart(armies, advice) };
    render_pages(vec![page], Vec::new())
}

/// Describes the odds after each turn, the best first.
pub(super) fn chart([a, b]: [&str; 2], advice: &AdviceDocument) -> Chart {
    let is_a = advice.army == "a";
    let army = words::clean(if is_a { a } else { b });
    let row = |turn: &AdvisedTurn| {
        let difference = 100.0 * turn.difference.mean;
        BarRow {
            name: words::clean(&turn.words) + if turn.played { " (played)" } else { "" },
            bars: vec![Bar {
                value: turn.wins.p,
                text: format!("{} %", words::whole_percent(turn.wins.p)),
                fill: Some(if is_a { Fill::A } else { Fill::B }),
                interval: Some(turn.wins.ci95.into()),
                ..Bar::default()
            }],
            // no "−0.0"
            numbers: vec![words::signed((10.0 * difference).round() / 10.0 + 0.0, 1)],
            ..BarRow::default()
        }
    };
    let rows = advice.turns.iter().map(row).collect();
    let bars = Bars::pages("chance to win", &["against the best"], rows, usize::MAX);
    let best = advice.turns.first().map_or(0.0, |turn| turn.wins.p);
    let moment = advice.turn.map_or_else(String::new, |turn| format!("turn {turn}, "));
    Chart {
        title: format!(
            "{army} {} {} % after the best turn",
            army_verb(&army, "win"),
            words::whole_percent(best)
        ),
        question: format!(
            "{}round {}: the best of {} turns.",
            words::capitalize(&moment),
            advice.round,
            advice.candidates
        ),
        key: vec![Phrase::quiet("Whisker: 95 % interval. Right: difference in percentage points.")],
        panels: bars.into_iter().map(Panel::Bars).collect(),
        foot: format!(
            "Sampled: {} battles with each turn, {} against {}, seed {}; the same dice for all.",
            words::count(advice.games),
            advice.policy,
            advice.policy,
            advice.seed
        ),
    }
}
