//! The odds at each moment of a battle, and the turns that changed them most.

use warodds_battles::replay::{OddsDocument, TurnOddsDocument};
use warodds_battles::share::WinDifference;

use super::super::{ChartError, ChartFiles, render_pages};
use crate::report::words;
use warodds_charts::Page;
use warodds_charts::spec::{
    Bar, BarRow, Bars, Chart, Fill, Line, Lines, NumberRow, Panel, Phrase, Tone,
};

/// Draws the odds in a battle, as `odds`.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_battle_odds(odds: &OddsDocument) -> Result<ChartFiles, ChartError> {
    let page = Page { name: "odds".to_owned(), number: 1, chart: chart(odds) };
    render_pages(vec![page], Vec::new())
}

/// Describes the course of the odds, and the turning points with luck and decisions apart.
pub(super) fn chart(odds: &OddsDocument) -> Chart {
    let [a, b] = odds.armies.each_ref().map(|name| words::clean(name));
    let rows: Vec<BarRow> = odds.turning_points().flat_map(rows).collect();
    let bars = Bars::pages("percentage points for a", &[], rows, usize::MAX);
    let percent = words::whole_percent(odds.start);
    let end = if odds.end == 1.0 {
        "a victory"
    } else if odds.end == 0.0 {
        "a defeat"
    } else {
        "a draw"
    };
    Chart {
        title: format!("{a}: from {percent} % to {end}"),
        question: format!(
            "Odds of {a} (a) after each turn, with 95 % intervals; below, the turns that changed them \
             most."
        ),
        key: vec![
            Phrase::key(Fill::A, format!("for a: {a}")),
            Phrase::key(Fill::B, format!("for b: {b}")),
        ],
        panels: std::iter::once(Panel::Lines(course(odds)))
            .chain(bars.into_iter().map(Panel::Bars))
            .collect(),
        foot: format!(
            "A decision is the turn against that of the policy; luck is the rest. Sampled: {} battles \
             from each turn, {} against {}, seed {}.",
            words::count(odds.games),
            odds.policy,
            odds.policy,
            odds.seed
        ),
    }
}

/// Describes the decision and the luck of a turn.
fn rows(turn: &TurnOddsDocument) -> [BarRow; 2] {
    let name = format!("Turn {}, {}: {}", turn.turn, turn.army, words::clean(&turn.words));
    [("decision", &turn.decision), ("luck", &turn.luck)].map(|(what, difference)| {
        let WinDifference { mean, ci95: [low, high] } = *difference;
        let [value, low, high] = [mean, low, high].map(|share| 100.0 * share);
        // no "−0.0"
        let text = words::signed((10.0 * value).round() / 10.0 + 0.0, 1);
        let bar = Bar { value, text, interval: Some((low, high)), ..Bar::default() };
        BarRow { name: format!("{name}: {what}"), bars: vec![bar], ..BarRow::default() }
    })
}

/// Describes the odds before the first turn and after each.
fn course(odds: &OddsDocument) -> Lines {
    let all = odds.course().enumerate();
    let points = all.map(|(turn, odds)| (turn as f64, odds.p, None)).collect();
    let mut last = 0;
    let rounds = odds.turns.iter().map(|turn| {
        let is_first = std::mem::replace(&mut last, turn.round) != turn.round;
        if is_first { turn.round.to_string() } else { String::new() }
    });
    Lines {
        name: String::new(),
        across: "turns".to_owned(),
        measure: "odds of a to win".to_owned(),
        is_chance: true,
        steps: false,
        lines: vec![Line {
            name: "odds of a".to_owned(),
            points,
            band: odds.course().map(|odds| odds.ci95.into()).collect(),
        }],
        rows: vec![NumberRow {
            words: "round".to_owned(),
            tone: Tone::Quiet,
            // the line begins before the first turn
            cells: std::iter::once(String::new()).chain(rounds).collect(),
        }],
    }
}
