//! What many battles came to: who wins, points by round, how far they are apart, where units end
//! their moves, and what each unit earned and how often it fell.

mod difference;
mod moves;
mod rounds;
mod units;

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use warodds_battles::answer::{BattleAnswer, ShareEstimate, reduced};
use warodds_battles::modes::Mode;

use self::difference::DifferencePage;
use self::moves::MovesPage;
use self::rounds::RoundsPage;
use self::units::UnitsPage;
use super::canvas::{Canvas, DrawResult, MARGIN, WIDTH};
use super::expected::{ExpectedPage, ShareBar, shares};
use super::header::Header;
use super::{ChartError, ChartFiles, Page, Picture, Selection, render, render_pages};
use crate::counted::noun;
use crate::report::words;

/// The armies, and what is neither's; of different lightness.
const ARMIES: [RGBColor; 2] = [RGBColor(62, 100, 168), RGBColor(222, 142, 70)];
const NEITHER: RGBColor = RGBColor(160, 160, 166);

/// A page about battles.
pub(super) enum BattlePage {
    /// Who wins.
    Odds(ExpectedPage),
    /// Points by round.
    Rounds(RoundsPage),
    /// How far the points are apart.
    Difference(DifferencePage),
    /// Where units end their moves.
    Moves(MovesPage),
    /// What units earn, and how often they fall.
    Units(UnitsPage),
}

/// What is told, and what stands above each of its pages.
#[derive(Clone, Copy)]
struct ChartHeading<'a> {
    answer: &'a BattleAnswer,
    /// What must be said of the run.
    remarks: &'a [String],
}

/// Draws what many battles came to. `remarks` on the run stand above each chart.
///
/// # Errors
/// When the drawing or encoding library fails; no input is known to make it.
pub fn of_battles(
    answer: &BattleAnswer,
    remarks: &[String],
    selection: Selection,
) -> Result<ChartFiles, ChartError> {
    if selection == Selection::None {
        return Ok(ChartFiles::default());
    }
    render::load_fonts()?;
    let told = ChartHeading { answer, remarks };
    let pages = [
        ("win-odds", BattlePage::Odds(odds(told))),
        ("points-by-round", BattlePage::Rounds(rounds::page(told))),
        ("difference", BattlePage::Difference(difference::page(told))),
        ("moves", BattlePage::Moves(moves::page(told))),
        ("units", BattlePage::Units(units::page(told))),
    ];
    let page = |(name, page): (&str, BattlePage)| Page {
        name: name.to_owned(),
        number: 1,
        picture: Picture::Battle(Box::new(page)),
    };
    render_pages(pages.into_iter().map(page).collect(), Vec::new())
}

impl ChartHeading<'_> {
    /// What a page shows, of which battles, by whom they were played, and what was left out.
    fn header(&self, what: &str, remarks: &[&str]) -> Header {
        let answer = self.answer;
        let [a, b] = &answer.armies;
        let mode = Mode::ALL.into_iter().find(|mode| mode.id() == answer.mode);
        let game = format!(
            "{}, edition {}: {a} (a) against {b} (b)",
            mode.map_or(answer.mode, Mode::name),
            answer.edition
        );
        let policies: Vec<String> = answer
            .policies
            .iter()
            .map(|(side, policy)| format!("{side} {}", policy.kind))
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

    /// An army's name with its letter.
    fn army(&self, army: usize) -> String {
        let letter = if army == 0 { "a" } else { "b" };
        let name = self.answer.armies.get(army).map_or("", String::as_str);
        format!("{letter}: {}", words::clean(name))
    }
}

/// The page of who wins.
fn odds(told: ChartHeading<'_>) -> ExpectedPage {
    let events = &told.answer.events;
    let [a, b] = [0, 1].map(|army| told.army(army));
    let share = |name, seen: ShareEstimate, colour| ShareBar {
        name,
        seen: (seen.p, seen.ci95.into()),
        told: with_interval(seen),
        colour,
    };
    let rows = [
        share(a.as_str(), events.a_wins, ARMIES[0]),
        share("draw", events.draw, NEITHER),
        share(b.as_str(), events.b_wins, ARMIES[1]),
    ];
    shares(told.header("who wins", &["Whiskers: 95 % interval"]), &rows)
}

/// A share in percent, with its interval.
fn with_interval(share: ShareEstimate) -> String {
    let [low, high] = share.ci95;
    format!("{:.1}% ({:.1} to {:.1})", 100.0 * share.p, 100.0 * low, 100.0 * high)
}

impl BattlePage {
    /// What stands above it.
    pub(super) const fn header(&self) -> &Header {
        match self {
            Self::Odds(page) => page.header(),
            Self::Rounds(page) => &page.header,
            Self::Difference(page) => &page.header,
            Self::Moves(page) => &page.header,
            Self::Units(page) => &page.header,
        }
    }

    /// Its size in units.
    pub(super) fn size(&self) -> (u32, u32) {
        match self {
            Self::Odds(page) => page.size(),
            Self::Rounds(page) => page.size(),
            Self::Difference(page) => page.size(),
            Self::Moves(page) => page.size(),
            Self::Units(page) => page.size(),
        }
    }

    /// Draws it.
    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> DrawResult<DB> {
        match self {
            Self::Odds(page) => page.draw(canvas),
            Self::Rounds(page) => page.draw(canvas),
            Self::Difference(page) => page.draw(canvas),
            Self::Moves(page) => page.draw(canvas),
            Self::Units(page) => page.draw(canvas),
        }
    }
}

#[cfg(test)]
mod tests;
