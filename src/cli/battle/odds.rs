//! The odds in a battle as text and JSON.

use std::fmt::Write as _;

use warodds_battles::replay::{OddsDocument, TurnOddsDocument};
use warodds_battles::share::WinDifference;
use warodds_charts::text::words;

use super::super::failure::Failure;
use super::super::print::layout;
use crate::report::table::card_list::{number_column, render, text_column};

/// Renders odds as JSON.
pub(super) fn json(odds: &OddsDocument) -> Result<String, Failure> {
    Ok(serde_json::to_string_pretty(odds).map_err(anyhow::Error::from)? + "\n")
}

/// Renders the sums and the turning points.
pub(super) fn text(odds: &OddsDocument) -> String {
    let OddsDocument { armies, policy, games, seed, start, end, luck, .. } = odds;
    let [a, b] = &words::army_names(armies.each_ref().map(String::as_str));
    let [of_a, of_b] = odds.decisions.map(signed);
    let turning_point = |turn: &TurnOddsDocument| {
        format!("{}: {}", if turn.army == "a" { a } else { b }, turn.words)
    };
    let mut out = format!(
        "Odds that {a} wins: {:.1} % before the first turn; decisions of {a} {of_a}, decisions \
         of {b} {of_b}, luck {}; {:.0} % at the end.\n",
        100.0 * start,
        signed(*luck),
        100.0 * end
    );
    let points: Vec<&TurnOddsDocument> = odds.turning_points().collect();
    let cells = |cell: &dyn Fn(&TurnOddsDocument) -> String| {
        points.iter().map(|point| cell(point)).collect::<Vec<_>>()
    };
    if !points.is_empty() {
        let table = render(&layout(), |width| {
            vec![
                number_column("turn", 0, cells(&|one| one.turn.to_string())),
                text_column("turning point", 0, width, cells(&turning_point)),
                number_column("odds", 0, cells(&|one| change(one))),
                number_column("decision, 95 %", 0, cells(&|one| interval(&one.decision))),
                number_column("luck, 95 %", 1, cells(&|one| interval(&one.luck))),
            ]
        });
        // writing to a string never fails
        let _ = writeln!(out, "{table}");
    }
    let _ = writeln!(
        out,
        "{games} battles from each turn, {policy} against {policy}, seed {seed}. Differences are\n\
         percentage points for {a}. A decision compares the turn of the log\n\
         with the turn that the policy would take, with the same dice."
    );
    out
}

/// Formats the odds before and after a turn.
fn change(turn: &TurnOddsDocument) -> String {
    format!("{:.1} % → {:.1} %", 100.0 * turn.before.p, 100.0 * turn.after.p)
}

/// Formats a difference with its interval.
fn interval(difference: &WinDifference) -> String {
    let [low, high] = difference.ci95.map(signed);
    format!("{} ({low} to {high})", signed(difference.mean))
}

/// Formats a share in percentage points with its sign.
fn signed(share: f64) -> String {
    // no "−0.0"
    format!("{:+.1}", (share * 1_000.0).round() / 10.0 + 0.0).replace('-', "−")
}
