//! Charts of many battles: who wins with the points by round, differences of points, where units
//! end their moves, points and losses by unit, and points by mission; the luck and the odds in a
//! battle; lists against each other.

mod advice;
mod differences;
mod luck;
mod matrix;
mod missions;
mod odds;
mod points;
mod units;

pub use self::advice::of_battle_advice;
pub use self::differences::{of_list_comparison, of_list_search};
pub use self::luck::of_battle_luck;
pub use self::matrix::of_list_matrix;
pub use self::odds::of_battle_odds;

use warodds_battles::answer::{BattleAnswer, MoveCounts, reduced};
use warodds_battles::battle::Mode;

use super::{ChartError, ChartFiles, Selection, render_pages};
use crate::counted::noun;
use crate::report::words;
use crate::report::words::whole_percent;
use warodds_charts::Page;
use warodds_charts::spec::{Chart, Fill, Map, Panel, Phrase};

/// The answer to draw and the remarks for each chart.
#[derive(Clone, Copy)]
struct Battles<'a> {
    answer: &'a BattleAnswer,
    /// Remarks on the run, such as an early stop.
    remarks: &'a [String],
}

/// Draws the charts of many battles. `remarks` appear at the foot of each chart.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_battles(
    answer: &BattleAnswer,
    remarks: &[String],
    selection: Selection,
) -> Result<ChartFiles, ChartError> {
    // all of them are key charts: they are few
    if selection == Selection::None {
        return Ok(ChartFiles::default());
    }
    let pages = charts(answer, remarks).into_iter();
    let page = |(name, chart): (&str, Chart)| Page { name: name.to_owned(), number: 1, chart };
    render_pages(pages.map(page).collect(), Vec::new())
}

/// Describes the charts of many battles, with the names of their files.
pub(super) fn charts(answer: &BattleAnswer, remarks: &[String]) -> Vec<(&'static str, Chart)> {
    let battles = Battles { answer, remarks };
    let mut charts = vec![
        ("win-odds", points::odds(battles)),
        ("difference", points::difference(battles)),
        ("moves", moves(battles)),
        ("units", units::chart(battles)),
    ];
    if !answer.missions.is_empty() {
        charts.push(("missions", missions::chart(battles)));
    }
    charts
}

/// Returns a verb in the number of an army's name: `The Wolf Lord's Host wins`, `Wolves win`.
fn army_verb(name: &str, infinitive: &str) -> String {
    if name.ends_with('s') { infinitive.to_owned() } else { format!("{infinitive}s") }
}

impl Battles<'_> {
    /// Says who plays, in the colours of both sides.
    fn key(&self) -> Vec<Phrase> {
        vec![
            Phrase::key(Fill::A, self.army(0)),
            Phrase::quiet("against"),
            Phrase::key(Fill::B, self.army(1)),
        ]
    }

    /// Returns the question: title, mode and rules, and what the chart shows.
    fn question(&self, shown: &str) -> String {
        let answer = self.answer;
        // answers hold the id; an unknown one is shown as it is
        let mode = Mode::ALL.into_iter().find(|mode| mode.id() == answer.mode);
        let mode = mode.map_or(answer.mode, Mode::name);
        format!("{}: {mode}, rules of {}. {shown}", words::clean(&answer.title), answer.edition)
    }

    /// Returns the foot: the run, the policies, remarks, and what is not played.
    fn foot(&self, remarks: &[&str]) -> String {
        let answer = self.answer;
        let policies: Vec<String> = answer
            .policies
            .values()
            .zip(0..)
            .map(|(policy, army)| format!("{} {}", self.army(army), policy.kind.name()))
            .collect();
        let games = answer.games;
        let run = format!(
            "Sampled: {} {}, seed {}; policies: {}",
            words::count(games),
            noun(games, "battle", "battles"),
            answer.seed,
            policies.join(", ")
        );
        let own = remarks.iter().filter(|one| !one.is_empty()).map(|one| (*one).to_owned());
        let all = std::iter::once(run).chain(self.remarks.iter().cloned()).chain(own);
        let reduced = reduced(!answer.cards.is_empty(), &answer.left_out);
        format!("{}. {}.", all.collect::<Vec<_>>().join(". "), reduced.trim_end_matches('.'))
    }

    /// Returns an army's name; with its letter if both have the same.
    fn army(&self, army: usize) -> String {
        let [a, b] = &self.answer.armies;
        let (letter, name) = if army == 0 { ("a", a) } else { ("b", b) };
        let name = words::clean(name);
        if a == b { format!("{letter}: {name}") } else { name }
    }
}

/// Says how far from its own edge each army ends most of its moves.
fn moves_title(battles: Battles<'_>) -> String {
    let moves = &battles.answer.moves;
    let inches = usize::try_from(MoveCounts::CELL.unsigned_abs()).unwrap_or(1);
    let depth = |army: usize| {
        let mut rows: Vec<u64> = vec![0; moves.squares[1]];
        for (_, row, count) in moves.of_army(army) {
            if let Some(sum) = rows.get_mut(row) {
                *sum += count;
            }
        }
        // of equal rows the nearest
        let rows = rows.iter().enumerate().rev().filter(|(_, count)| **count > 0);
        let (row, _) = rows.max_by_key(|(_, count)| **count)?;
        let name = words::clean(battles.answer.armies.get(army)?);
        Some(format!("{}–{}″ ({name})", row * inches, (row + 1) * inches))
    };
    match [depth(0), depth(1)] {
        [Some(a), Some(b)] => format!("Most moves end {a} and {b} from the own edge"),
        [Some(one), None] | [None, Some(one)] => format!("Most moves end {one} from the own edge"),
        [None, None] => "No unit moves".to_owned(),
    }
}

/// Describes where units end their moves.
fn moves(battles: Battles<'_>) -> Chart {
    let moves = &battles.answer.moves;
    let a_battle = |army: usize| moves.all(army) as f64 / battles.answer.games.max(1) as f64;
    let shares = |army: usize| {
        let all = moves.all(army).max(1) as f64;
        let [columns, rows] = moves.squares;
        let mut shares = vec![0.0; columns * rows];
        for (column, row, count) in moves.of_army(army) {
            if let Some(share) = shares.get_mut(row * columns + column) {
                *share = count as f64 / all;
            }
        }
        shares
    };
    let shares = [shares(0), shares(1)];
    let highest = shares.iter().flatten().copied().fold(0.0, f64::max);
    let name = |army| format!("{}, {:.1} moves per battle", battles.army(army), a_battle(army));
    Chart {
        title: moves_title(battles),
        question: battles.question("Each map has the army's own edge at the bottom."),
        key: vec![Phrase::quiet(format!(
            "Darkest: {} % of an army's moves end in the square; square-root colour scale.",
            whole_percent(highest)
        ))],
        panels: vec![Panel::Map(Map {
            names: [name(0), name(1)],
            squares: moves.squares,
            inches: usize::try_from(MoveCounts::CELL.unsigned_abs()).unwrap_or(1),
            shares,
        })],
        foot: battles.foot(&[]),
    }
}

#[cfg(test)]
mod tests;
