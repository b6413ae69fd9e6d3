//! The distribution of the difference of points.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};
use warodds_battles::answer::BattleQuantity;

use super::super::axis::PlotAxis;
use super::super::canvas::{Canvas, INK, MARGIN, Marker, PlotFrame, TextFormat, WIDTH, page_size};
use super::super::header::Header;
use super::super::legend::{Legend, LegendEntry};
use super::super::plot::{BELOW, Plot};
use super::super::render::ChartPage;
use super::{ARMIES, ChartHeading, NEITHER};
use crate::dist::Estimate;
use crate::report::words;

/// Height of the plot.
const PLOT: f64 = 380.0;
/// Width of a bar, relative to the space for it.
const FILLED: f64 = 0.8;
/// The largest number of tick labels on the x axis.
const NUMBERS: usize = 25;
/// Fonts for labels above bars, largest first.
const LABELS: [TextFormat; 3] = [label(12.5), label(11.0), label(9.5)];

const fn label(size: f64) -> TextFormat {
    TextFormat::plain(size).anchored(HPos::Center, VPos::Bottom)
}

/// A page with one bar for each difference.
pub(crate) struct DifferencePage {
    header: Header,
    legend: Legend,
    bars: Vec<DifferenceBar>,
    mean: f64,
    axes: [PlotAxis; 2],
}

/// A difference with the share of battles in which it occurred.
struct DifferenceBar {
    difference: i64,
    share: f64,
    interval: (f64, f64),
}

/// Builds the page of differences.
pub(super) fn page(heading: ChartHeading<'_>) -> DifferencePage {
    let answer = heading.answer;
    let quantity = &answer.quantities.difference;
    let bars = bars(quantity, answer.games);
    let highest = bars.iter().map(|bar| bar.interval.1.max(bar.share)).fold(0.0, f64::max);
    let [low, high] = [bars.first(), bars.last()].map(|bar| bar.map_or(0, |bar| bar.difference));
    let half_width = 1.96 * quantity.standard_error;
    let mean = format!("Mean {:.2} ± {half_width:.2} (95%)", quantity.mean).replace('-', "−");
    let remarks = [mean.as_str(), "Whiskers: 95% interval"];
    let words = "Points of a minus points of b";
    DifferencePage {
        header: heading.header("difference in points", &remarks),
        legend: legend(heading, &bars),
        axes: [
            PlotAxis::counts(low, high, NUMBERS, words),
            PlotAxis::chances_to(highest, "Share of battles"),
        ],
        mean: quantity.mean,
        bars,
    }
}

/// Explains the colours, with the share of battles of each.
fn legend(heading: ChartHeading<'_>, bars: &[DifferenceBar]) -> Legend {
    let entry = |words: &str, sign: i64, colour| {
        let all = bars.iter().filter(|bar| bar.difference.signum() == sign);
        let share: f64 = all.map(|bar| bar.share).sum();
        LegendEntry::bar(&format!("{words} {}", words::percent(share, 1)), colour)
    };
    Legend::of(vec![
        entry(&format!("{} ahead", heading.army(1)), -1, ARMIES[1]),
        entry("level", 0, NEITHER),
        entry(&format!("{} ahead", heading.army(0)), 1, ARMIES[0]),
        LegendEntry::mark("mean", INK, Marker::Diamond),
    ])
}

fn bars(quantity: &BattleQuantity, games: u64) -> Vec<DifferenceBar> {
    let bar = |(share, difference): (&f64, i64)| {
        // shares are counts divided by the number of games, so rounding restores the count
        let seen = (share * games as f64).round() as u64;
        let interval = Estimate::of_probability(seen, games).interval;
        DifferenceBar { difference, share: *share, interval }
    };
    quantity.pmf.iter().zip(quantity.from..).map(bar).collect()
}

const fn colour(difference: i64) -> RGBColor {
    match difference {
        ..0 => ARMIES[1],
        0 => NEITHER,
        1.. => ARMIES[0],
    }
}

impl ChartPage for DifferencePage {
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
        let plot = Plot::draw(canvas, PlotFrame { corner, size, left: 48.0, below: BELOW }, x, y);
        // one font for all labels: a different size would suggest a different importance
        let label = label_type(&self.bars, plot.at(1.0, 0.0).0 - plot.at(0.0, 0.0).0);
        self.bars.iter().for_each(|bar| draw_bar(canvas, &plot, bar, label));
        // drawn last, above all bars and labels
        let (mean, _) = plot.at(self.mean, 0.0);
        canvas.marker(Marker::Diamond, (mean, plot.down.0 + 8.0), INK)
    }
}

/// Formats the share of a bar.
fn label_of(bar: &DifferenceBar) -> String {
    words::percent(bar.share, 1)
}

/// Returns the largest font in which all labels fit above their bars, or `None` if none does.
fn label_type(bars: &[DifferenceBar], room: f64) -> Option<TextFormat> {
    let fits = |set: &TextFormat| bars.iter().all(|bar| set.width(&label_of(bar)) <= room);
    LABELS.into_iter().find(fits)
}

fn draw_bar(canvas: &Canvas, plot: &Plot, bar: &DifferenceBar, label: Option<TextFormat>) {
    // a difference that never occurred has no bar, but its interval still sets the axis
    if bar.share <= 0.0 {
        return;
    }
    let (x, half) = (bar.difference as f64, FILLED / 2.0);
    let corners = [plot.at(x - half, bar.share), plot.at(x + half, 0.0)];
    canvas.fill(corners, colour(bar.difference));
    let (low, high) = bar.interval;
    canvas.whisker([plot.at(x, low), plot.at(x, high)], (3.0, 0.0), INK);
    let Some(set) = label else { return };
    let (x, y) = plot.at(x, high);
    canvas.text(&label_of(bar), (x, y - 3.0), set)
}
