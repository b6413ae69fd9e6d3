//! Charts of many battles: wins, points by round, differences of points, where units end their
//! moves, and points and losses by unit.

mod difference;
mod moves;
mod rounds;
mod units;

use plotters::style::RGBColor;
use warodds_battles::answer::{BattleAnswer, ShareEstimate, reduced};
use warodds_battles::battle::Mode;

use super::canvas::{MARGIN, WIDTH};
use super::expected::{ExpectedPage, ShareBar, shares};
use super::header::Header;
use super::render::{self, ChartPage};
use super::{ChartError, ChartFiles, Page, Selection, render_pages};
use crate::counted::noun;
use crate::report::words;

/// Colours of the armies and of draws. Their lightness differs, for printing in grey.
const ARMIES: [RGBColor; 2] = [RGBColor(62, 100, 168), RGBColor(222, 142, 70)];
const NEITHER: RGBColor = RGBColor(160, 160, 166);

/// The answer to draw and the remarks for the heading of each page.
#[derive(Clone, Copy)]
struct ChartHeading<'a> {
    answer: &'a BattleAnswer,
    /// Remarks on the run, such as an early stop.
    remarks: &'a [String],
}

/// Draws the charts of many battles. `remarks` appear in the heading of each chart.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_battles(
    answer: &BattleAnswer,
    remarks: &[String],
    selection: Selection,
) -> Result<ChartFiles, ChartError> {
    // all five are key charts: they are few
    if selection == Selection::None {
        return Ok(ChartFiles::default());
    }
    // text is measured while pages are built, so fonts are needed before the first one
    render::load_fonts()?;
    let heading = ChartHeading { answer, remarks };
    let pages: [(&str, Box<dyn ChartPage>); 5] = [
        ("win-odds", Box::new(odds(heading))),
        ("points-by-round", Box::new(rounds::page(heading))),
        ("difference", Box::new(difference::page(heading))),
        ("moves", Box::new(moves::page(heading))),
        ("units", Box::new(units::page(heading))),
    ];
    let page = |(name, picture): (&str, _)| Page { name: name.to_owned(), number: 1, picture };
    render_pages(pages.into_iter().map(page).collect(), Vec::new())
}

impl ChartHeading<'_> {
    /// Builds the heading of a page: title, armies, run and policies, and what is not played.
    fn header(&self, what: &str, remarks: &[&str]) -> Header {
        let answer = self.answer;
        let [a, b] = &answer.armies;
        // answers hold the id; an unknown one is shown as it is
        let mode = Mode::ALL.into_iter().find(|mode| mode.id() == answer.mode);
        let game = format!(
            "{}, edition {}: {a} (a) against {b} (b)",
            mode.map_or(answer.mode, Mode::name),
            answer.edition
        );
        let policies: Vec<String> = answer
            .policies
            .iter()
            .map(|(side, policy)| format!("{side} {}", policy.kind.name()))
            .collect();
        let games = answer.games;
        let run = format!(
            "{} {}, seed {}; policies: {}",
            words::count(games),
            noun(games, "battle", "battles"),
            answer.seed,
            policies.join(", ")
        );
        let own = remarks.iter().map(|one| (*one).to_owned());
        let how: Vec<String> =
            std::iter::once(run).chain(self.remarks.iter().cloned()).chain(own).collect();
        let title = format!("{}: {what}", answer.title);
        let lines = [game, how.join(". "), reduced(&answer.left_out)];
        Header::of(&title, &lines, WIDTH - 2.0 * MARGIN)
    }

    /// Returns an army's letter and name.
    fn army(&self, army: usize) -> String {
        let letter = if army == 0 { "a" } else { "b" };
        let name = self.answer.armies.get(army).map_or("", String::as_str);
        format!("{letter}: {}", words::clean(name))
    }
}

/// Builds the page of wins and draws.
fn odds(heading: ChartHeading<'_>) -> ExpectedPage {
    let events = &heading.answer.events;
    // with their letters: charts and tables of battles refer to armies by letter
    let [a, b] = [0, 1].map(|army| heading.army(army));
    let share = |name, seen: ShareEstimate, colour| ShareBar {
        name,
        seen: (seen.p, seen.ci95.into()),
        text: with_interval(seen),
        colour,
    };
    let rows = [
        share(a.as_str(), events.a_wins, ARMIES[0]),
        share("draw", events.draw, NEITHER),
        share(b.as_str(), events.b_wins, ARMIES[1]),
    ];
    shares(heading.header("who wins", &["Whiskers: 95% interval"]), &rows)
}

/// Formats a share in percent with its 95% interval.
fn with_interval(share: ShareEstimate) -> String {
    let [low, high] = share.ci95;
    format!("{:.1}% ({:.1}–{:.1})", 100.0 * share.p, 100.0 * low, 100.0 * high)
}

#[cfg(test)]
mod tests;
