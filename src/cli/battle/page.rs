//! What the page of battles says beside its charts: who wins, means, and tables that no chart shows.

use std::collections::BTreeSet;

use warodds_battles::answer::{BattleAnswer, BattleQuantity, UnitAnswer};
use warodds_battles::battle::Mode;
use warodds_battles::run::TypicalGame;
use warodds_charts::text::words;

use super::summary::{difference_cell, percent, signed};
use crate::counted::counted;
use crate::report::page::ReportSection;
use crate::report::table::records::{Block, RecordTable};

/// A heading, and whether its column has numbers.
type Heading<'a> = (&'a str, bool);

/// Returns the section of an answer.
pub(super) fn section(answer: &BattleAnswer) -> ReportSection {
    let tables = [
        ("Who wins, with 95 % intervals", wins(answer)),
        ("Points and rounds", means(answer)),
        ("How battles end", ends(answer)),
        ("Games to replay", typical(answer)),
        ("Actions per battle", actions(answer)),
        ("Tactics cards: how often per battle, and the gain in victories if played", cards(answer)),
        ("NCUs: how often per battle, and the gain in victories if used", ncus(answer)),
        ("Missions fulfilled per battle", missions(answer)),
    ];
    let notes = answer.notes.iter().map(|note| Block::Line(format!("Note: {note}.")));
    let tables = tables.into_iter().filter(|(_, table)| !table.rows.is_empty());
    let tables =
        tables.flat_map(|(title, table)| [Block::Line(title.to_owned()), Block::Table(table)]);
    let unplayed: String = answer.not_modelled.iter().map(|one| format!("  - {one}\n")).collect();
    ReportSection::of_blocks("Answer", setting(answer), tables.chain(notes).collect())
        .with_details("What is not played, or our reading of an unclear rule", &unplayed)
}

/// Says what is played, how often and by whom.
fn setting(answer: &BattleAnswer) -> String {
    // answers hold the id; an unknown one is shown as it is
    let mode = Mode::ALL.into_iter().find(|mode| mode.id() == answer.mode);
    let policies = answer.policies.values().zip(&answer.armies);
    let policies: Vec<String> = policies
        .map(|(policy, army)| format!("{} for {}", policy.kind.name(), words::clean(army)))
        .collect();
    format!(
        "{}, rules of {}, {}, seed {}. Policies: {}.",
        mode.map_or(answer.mode, Mode::name),
        answer.edition,
        counted(answer.games, "battle", "battles"),
        answer.seed,
        policies.join(", ")
    )
}

fn table(headings: &[Heading<'_>], rows: Vec<Vec<String>>) -> RecordTable {
    let headings = headings.iter().map(|(text, is_number)| ((*text).to_owned(), *is_number));
    RecordTable { headings: headings.collect(), rows }
}

fn wins(answer: &BattleAnswer) -> RecordTable {
    let events = &answer.events;
    let [a, b] = answer.armies.each_ref().map(|army| words::clean(army));
    let of_order = answer.by_first.iter().map(|(order, share)| (format!("{order} player"), share));
    let of_edge =
        answer.by_edge.iter().map(|(edge, share)| (format!("player at the {edge}ern edge"), share));
    let all = [(a, &events.a_wins), (b, &events.b_wins), ("draw".to_owned(), &events.draw)];
    let rows = all.into_iter().chain(of_order).chain(of_edge).map(|(name, share)| {
        let text = percent(*share);
        let (share, interval) = text.split_once('(').unwrap_or((&text, ""));
        vec![name, share.trim().to_owned(), interval.trim_end_matches(')').to_owned()]
    });
    table(&[("winner", false), ("share", true), ("interval, %", true)], rows.collect())
}

fn means(answer: &BattleAnswer) -> RecordTable {
    let quantities = &answer.quantities;
    let [a, b] = answer.armies.each_ref().map(|army| words::clean(army));
    let row = |name: String, quantity: &BattleQuantity| {
        let error = format!("±{:.2}", 1.96 * quantity.standard_error);
        vec![name, signed(quantity.mean), error, format!("{:.2}", quantity.sd)]
    };
    let rows = vec![
        row(format!("points of {a}"), &quantities.a_points),
        row(format!("points of {b}"), &quantities.b_points),
        row(format!("points of {a} minus points of {b}"), &quantities.difference),
        row("rounds".to_owned(), &quantities.rounds),
    ];
    let headings =
        [("per battle", false), ("mean", true), ("sampling error", true), ("deviation", true)];
    table(&headings, rows)
}

fn ends(answer: &BattleAnswer) -> RecordTable {
    let ended = answer.ended.iter().filter(|(_, share)| **share > 0.0);
    let row = |(reason, share): (&&str, &f64)| {
        vec![reason.replace('-', " "), format!("{:.1} %", 100.0 * share)]
    };
    table(&[("end", false), ("share", true)], ended.map(row).collect())
}

fn typical(answer: &BattleAnswer) -> RecordTable {
    let games = answer
        .typical
        .map(|all| [("median", all.median), ("closest", all.closest), ("lopsided", all.lopsided)]);
    let [a, b] = answer.armies.each_ref().map(|army| words::clean(army));
    let row = |(kind, game): (&str, TypicalGame)| {
        let difference = words::minus(&format!("{:+}", game.difference));
        vec![kind.to_owned(), game.game.to_string(), difference]
    };
    let points = format!("points of {a} minus points of {b}");
    let rows = games.into_iter().flatten().map(row).collect();
    table(&[("game", false), ("--game", true), (&points, true)], rows)
}

/// Returns the activations of each unit; its points and losses are a chart.
fn actions(answer: &BattleAnswer) -> RecordTable {
    // rarer actions would print as 0.0
    let is_shown = |count: f64| count >= 0.05;
    let all = answer.units.iter().flat_map(|unit| &unit.activations);
    let actions: BTreeSet<&str> =
        all.filter(|(_, count)| is_shown(**count)).map(|(name, _)| *name).collect();
    let row = |unit: &UnitAnswer| {
        let count = |action: &&str| match unit.activations.get(*action) {
            Some(count) if is_shown(*count) => format!("{count:.1}"),
            _ => "–".to_owned(),
        };
        std::iter::once(words::clean(&unit.name)).chain(actions.iter().map(count)).collect()
    };
    let headings: Vec<Heading<'_>> =
        std::iter::once(("unit", false)).chain(actions.iter().map(|name| (*name, true))).collect();
    table(&headings, answer.units.iter().map(row).collect())
}

/// Returns the name of an army, by its letter.
fn army(answer: &BattleAnswer, side: &str) -> String {
    let [a, b] = &answer.armies;
    words::clean(if side == "a" { a } else { b })
}

fn cards(answer: &BattleAnswer) -> RecordTable {
    let rows = answer.cards.iter().filter(|card| card.is_played).map(|card| {
        vec![
            words::clean(&card.name),
            army(answer, card.side),
            format!("{:.2}", card.drawn),
            format!("{:.2}", card.played),
            difference_cell(card.difference),
        ]
    });
    let headings = [
        ("card", false),
        ("army", false),
        ("drawn", true),
        ("played", true),
        ("gain, percentage points", true),
    ];
    table(&headings, rows.collect())
}

fn ncus(answer: &BattleAnswer) -> RecordTable {
    let rows = answer.ncus.iter().map(|ncu| {
        let used = format!("{:.2}", ncu.used);
        let gain = difference_cell(ncu.difference);
        vec![words::clean(&ncu.name), army(answer, ncu.side), used, gain]
    });
    let headings =
        [("NCU", false), ("army", false), ("used", true), ("gain, percentage points", true)];
    table(&headings, rows.collect())
}

/// Returns how often missions are fulfilled; their points are a chart.
fn missions(answer: &BattleAnswer) -> RecordTable {
    let rows = answer.missions.iter().map(|mission| {
        let fulfilled = mission.fulfilled.iter().map(|count| format!("{count:.2}"));
        std::iter::once(words::clean(&mission.name)).chain(fulfilled).collect()
    });
    let [a, b] = answer.armies.each_ref().map(|army| words::clean(army));
    table(&[("mission", false), (&a, true), (&b, true)], rows.collect())
}
