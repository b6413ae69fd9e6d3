//! Renders the result of many battles as text.

use std::fmt::Write as _;

use warodds_battles::answer::{
    BattleAnswer, BattleQuantity, CardAnswer, MissionAnswer, NcuAnswer, UnitAnswer,
};
use warodds_battles::run::TypicalGame;
use warodds_battles::share::{ShareEstimate, WinDifference};
use warodds_charts::text::words;
use warodds_charts::text::wrapping::WIDTH;

use crate::counted::counted;
use crate::report::table::Detail;

/// Formats a share in percent with its 95 % interval.
pub(super) fn percent(share: ShareEstimate) -> String {
    let [low, high] = share.ci95;
    format!("{:5.1} %  ({:.1}–{:.1})", 100.0 * share.p, 100.0 * low, 100.0 * high)
}

/// Formats a number with two decimals and a true minus sign.
pub(super) fn signed(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}

/// Renders the block of an answer: who wins, by how many points, and what is not played; in full
/// followed by all tables.
pub(super) fn render(answer: &BattleAnswer, detail: Detail) -> String {
    let mut out = block(answer);
    if detail == Detail::Full {
        write_tables(&mut out, answer);
    }
    out
}

/// Returns the names of the armies.
fn names(answer: &BattleAnswer) -> [String; 2] {
    words::army_names(answer.armies.each_ref().map(String::as_str))
}

fn block(answer: &BattleAnswer) -> String {
    let [a, b] = &names(answer);
    let (events, quantities) = (&answer.events, &answer.quantities);
    let mean = |words: &str, quantity: &BattleQuantity| {
        let mean = signed(quantity.mean);
        format!("{words}: mean {mean} ± {:.2}", 1.96 * quantity.standard_error)
    };
    let share = |share| percent(share).split_whitespace().collect::<Vec<_>>().join(" ");
    let policies = answer.policies.iter().map(|(side, policy)| {
        let army = if *side == "a" { a } else { b };
        format!("{army}: {}", policy.kind.name())
    });
    let left_out = counted(answer.not_modelled.len() as u64, "rule is", "rules are");
    let battles = counted(answer.games, "battle", "battles");
    let heading = format!(
        "{}\n{}, rules of {}, {battles}, seed {}",
        answer.title, answer.mode, answer.edition, answer.seed
    );
    let lines = [
        format!("{a} wins: {}", share(events.a_wins)),
        format!("{b} wins: {}", share(events.b_wins)),
        format!("Draw: {}", share(events.draw)),
        mean(&format!("Points of {a}"), &quantities.a_points),
        mean(&format!("Points of {b}"), &quantities.b_points),
        mean("Rounds", &quantities.rounds),
        format!("Policies: {}", policies.collect::<Vec<_>>().join(" · ")),
        "95 % intervals in parentheses · ±: sampling error".to_owned(),
        format!("{left_out} not played or interpreted: --full lists them"),
    ];
    let notes = answer.notes.iter().map(|note| format!("Note: {note}"));
    let fits = |line: &str| line.chars().count() <= WIDTH - 2;
    let lines = lines.into_iter().chain(notes).flat_map(|line| words::lines(&line, fits));
    let lines: String = lines.map(|line| format!("  {line}\n")).collect();
    format!("{heading}\n{lines}")
}

fn write_tables(out: &mut String, answer: &BattleAnswer) {
    let [a, b] = &names(answer);
    let events = &answer.events;
    let _ = writeln!(out, "\nWinner (95 % interval)");
    let _ = writeln!(out, "  {}  {a}", percent(events.a_wins));
    let _ = writeln!(out, "  {}  {b}", percent(events.b_wins));
    let _ = writeln!(out, "  {}  draw", percent(events.draw));
    write_quantities(out, answer);
    write_typical(out, answer);
    write_ends(out, answer);
    write_units(out, answer);
    write_cards(out, answer);
    write_ncus(out, answer);
    write_missions(out, answer);
    let _ = writeln!(out, "\nNot played, or our reading of an unclear rule");
    for line in &answer.not_modelled {
        let _ = writeln!(out, "  - {line}");
    }
}

fn write_typical(out: &mut String, answer: &BattleAnswer) {
    if let Some(typical) = &answer.typical {
        let [a, b] = names(answer);
        let _ = writeln!(out, "\nGames to replay, with points of {a} minus points of {b}");
        let games = [
            ("median", typical.median),
            ("closest", typical.closest),
            ("lopsided", typical.lopsided),
        ];
        for (kind, TypicalGame { game, difference }) in games {
            let difference = format!("{difference:+}").replace('-', "−");
            let _ = writeln!(out, "  {kind:9} --game {game:<6} {difference:>4}");
        }
    }
}

fn write_ends(out: &mut String, answer: &BattleAnswer) {
    let _ = writeln!(out, "\nHow battles end");
    for (reason, share) in &answer.ended {
        let _ = writeln!(out, "  {:5.1} %  {reason}", 100.0 * share);
    }
    let _ = writeln!(out, "\nWins by turn order and edge, with these policies (95 % interval)");
    for (order, share) in &answer.by_first {
        let _ = writeln!(out, "  {}  {order} player", percent(*share));
    }
    for (edge, share) in &answer.by_edge {
        let _ = writeln!(out, "  {}  player at the {edge}ern edge", percent(*share));
    }
}

fn write_quantities(out: &mut String, answer: &BattleAnswer) {
    let quantities = &answer.quantities;
    let [a, b] = names(answer);
    let rows = [
        (format!("points of {a}"), &quantities.a_points),
        (format!("points of {b}"), &quantities.b_points),
        (format!("{a} minus {b}"), &quantities.difference),
        ("rounds".to_owned(), &quantities.rounds),
    ];
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let _ = writeln!(out, "\n  {:width$} {:>9} ± {:<8} {:>6}", "", "mean", "s.e.", "s.d.");
    for (name, quantity) in rows {
        let (mean, error, sd) = (signed(quantity.mean), quantity.standard_error, quantity.sd);
        let _ = writeln!(out, "  {name:width$} {mean:>9} ± {error:<8.2} {sd:6.2}");
    }
}

/// Lists the tactics cards that were played, with the difference that they made.
fn write_cards(out: &mut String, answer: &BattleAnswer) {
    let played: Vec<&CardAnswer> = answer.cards.iter().filter(|card| card.is_played).collect();
    if played.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\nTactics cards, means per battle; difference: win rate if played minus if held"
    );
    let _ = writeln!(out, "    drawn  played  difference (95 % interval)");
    let rows = played.into_iter().map(|card| (card.side, card_row(card)));
    write_by_army(out, answer, rows.collect());
}

/// Lists the NCUs that were used, with the difference that it made.
fn write_ncus(out: &mut String, answer: &BattleAnswer) {
    if answer.ncus.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nNCUs, means per battle; difference: win rate if used minus if not");
    let _ = writeln!(out, "     used  difference (95 % interval)");
    let row = |NcuAnswer { side, name, used, difference, .. }: &NcuAnswer| {
        (*side, format!("{used:7.2}  {:23}  {name}", difference_cell(*difference)))
    };
    write_by_army(out, answer, answer.ncus.iter().map(row).collect());
}

/// Lists how often each mission was fulfilled, and its points.
fn write_missions(out: &mut String, answer: &BattleAnswer) {
    if answer.missions.is_empty() {
        return;
    }
    let _ = writeln!(out, "\nMissions, means per battle\n  fulfilled  points");
    let rows = |army: usize, side| {
        answer.missions.iter().filter_map(move |MissionAnswer { name, fulfilled, points }| {
            let (fulfilled, points) = (fulfilled.get(army)?, points.get(army)?);
            Some((side, format!("{fulfilled:9.2} {points:7.2}  {name}")))
        })
    };
    write_by_army(out, answer, rows(0, "a").chain(rows(1, "b")).collect());
}

/// Describes a difference of win rates in percentage points, with its interval.
pub(super) fn difference_cell(difference: Option<WinDifference>) -> String {
    let points = |share: f64| format!("{:+.1}", 100.0 * share).replace('-', "−");
    difference.map_or_else(
        || "–".to_owned(),
        |WinDifference { mean, ci95: [low, high] }| {
            format!("{} ({} to {})", points(mean), points(low), points(high))
        },
    )
}

fn card_row(card: &CardAnswer) -> String {
    let difference = difference_cell(card.difference);
    let CardAnswer { drawn, played, name, .. } = card;
    format!("{drawn:7.2} {played:7.2}  {difference:23}  {name}")
}

/// Lists rows with their side, `a` or `b`, below the names of the armies.
fn write_by_army(out: &mut String, answer: &BattleAnswer, rows: Vec<(&str, String)>) {
    for (side, army) in ["a", "b"].into_iter().zip(names(answer)) {
        let mut of_army = rows.iter().filter(|(of, _)| *of == side).peekable();
        if of_army.peek().is_some() {
            let _ = writeln!(out, "  {army}");
        }
        for (_, row) in of_army {
            let _ = writeln!(out, "  {row}");
        }
    }
}

fn write_units(out: &mut String, answer: &BattleAnswer) {
    let _ = writeln!(out, "\nUnits, means per battle\n   points  lost  cost  name: activations");
    let row = |unit: &UnitAnswer| {
        // rarer actions would print as 0.0
        let actions = unit.activations.iter().filter(|(_, count)| **count >= 0.05);
        let actions: Vec<String> =
            actions.map(|(name, count)| format!("{name} {count:.1}")).collect();
        let UnitAnswer { side, points, lost, cost, name, .. } = unit;
        (*side, format!("{points:7.2} {lost:5.2} {cost:5}  {name}: {}", actions.join(", ")))
    };
    write_by_army(out, answer, answer.units.iter().map(row).collect());
}
