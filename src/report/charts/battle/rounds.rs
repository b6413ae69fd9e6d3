//! Points after each round.

use plotters::style::text_anchor::{HPos, VPos};
use warodds_battles::answer::RoundAnswer;

use super::super::axis::PlotAxis;
use super::super::canvas::{
    Canvas, Dash, FAINT, MARGIN, Marker, PagePoint, PlotFrame, TextFormat, WIDTH, page_size,
};
use super::super::header::Header;
use super::super::legend::{Legend, LegendEntry};
use super::super::plot::{BELOW, Plot};
use super::super::render::ChartPage;
use super::{ARMIES, ChartHeading};
use crate::report::words;

/// Height of the plot.
const PLOT: f64 = 440.0;
/// Marker and dash of each army's line.
const STYLES: [(Marker, Dash); 2] = [(Marker::Dot, Dash::Solid), (Marker::Square, Dash::Long)];
const SHARE: TextFormat =
    TextFormat::plain(13.5).colour(FAINT).anchored(HPos::Center, VPos::Center);

/// A page with a line and a band for each army.
pub(crate) struct RoundsPage {
    header: Header,
    legend: Legend,
    rounds: Vec<RoundAnswer>,
    /// Number of battles.
    games: u64,
    axes: [PlotAxis; 2],
}

/// Builds the page of points by round.
pub(super) fn page(heading: ChartHeading<'_>) -> RoundsPage {
    let rounds = heading.answer.rounds.clone();
    let numbers: Vec<f64> = rounds.iter().map(|round| f64::from(round.round)).collect();
    let ends = rounds.iter().flat_map(|round| round.points).flatten();
    // at least one point: without any, the axis would have no length
    let highest = ends.fold(1.0, f64::max);
    let remarks = [
        "Lines: means. Bands: 80% intervals",
        "Top: share of battles that reach the round; points are those of these battles",
    ];
    let lines = [0, 1].map(|army| {
        let (marker, dash) = STYLES[army];
        LegendEntry::line(&heading.army(army), (ARMIES[army], dash), Some(marker))
    });
    RoundsPage {
        header: heading.header("points by round", &remarks),
        legend: Legend::of(lines.into_iter().collect()),
        axes: [
            PlotAxis::spanning(&numbers, "After round"),
            // room for the shares above the highest band
            PlotAxis::amounts(highest * 1.18, "Points"),
        ],
        rounds,
        games: heading.answer.games,
    }
}

impl ChartPage for RoundsPage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + self.legend.height() + PLOT + MARGIN)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        self.legend.draw(canvas, self.header.height());
        let corner = (MARGIN, self.header.height() + self.legend.height());
        let size = (WIDTH - 2.0 * MARGIN, PLOT);
        let [x, y] = &self.axes;
        let plot = Plot::draw(canvas, PlotFrame { corner, size, left: 40.0, below: BELOW }, x, y);
        // bands of both armies below the lines of both
        for army in [0, 1] {
            let (low, high) = (self.line(&plot, army, 1), self.line(&plot, army, 2));
            let around: Vec<PagePoint> = low.iter().chain(high.iter().rev()).copied().collect();
            canvas.shade(&around, ARMIES[army]);
            canvas.path(&low, ARMIES[army], 1.0, STYLES[army].1);
            canvas.path(&high, ARMIES[army], 1.0, STYLES[army].1);
        }
        [0, 1].into_iter().for_each(|army| self.draw_means(canvas, &plot, army));
        self.rounds.iter().for_each(|round| {
            let share = round.games as f64 / self.games.max(1) as f64;
            let (x, _) = plot.at(f64::from(round.round), 0.0);
            canvas.text(&words::percent(share, 0), (x, plot.down.0 + 12.0), SHARE)
        })
    }
}

impl RoundsPage {
    /// Returns the points of an army's means (`which` is 0) or of the lower and upper ends of its
    /// band (1 and 2).
    fn line(&self, plot: &Plot, army: usize, which: usize) -> Vec<PagePoint> {
        let at = |round: &RoundAnswer| plot.at(round.round.into(), round.points[army][which]);
        self.rounds.iter().map(at).collect()
    }

    fn draw_means(&self, canvas: &Canvas, plot: &Plot, army: usize) {
        let (means, (marker, dash)) = (self.line(plot, army, 0), STYLES[army]);
        canvas.path(&means, ARMIES[army], 2.4, dash);
        means.into_iter().for_each(|place| canvas.marker(marker, place, ARMIES[army]))
    }
}
