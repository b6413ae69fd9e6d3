//! Bars to the left and right of zero, one per row, with three numbers next to each.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::PlotAxis;
use super::canvas::{Canvas, Dash, INK, MARGIN, PlotFrame, TextFormat, WIDTH, page_size};
use super::header::Header;
use super::legend::Legend;
use super::plot::{BELOW, Plot};
use super::render::ChartPage;
use crate::report::table::analysis::NO_DIFFERENCE;
use crate::report::words;

/// Rows per page.
pub(super) const ROWS: usize = 200;
/// Charts with at most this many rows use a larger font.
const FEW: usize = 40;
/// Largest width of names.
const NAMES: f64 = 360.0;
/// Default colours of bars to the right and to the left; of different lightness.
pub(super) const BARS: [RGBColor; 2] = [RGBColor(70, 60, 110), RGBColor(222, 148, 74)];
/// The width of the three columns of numbers, and of one of them.
const BESIDE: f64 = 210.0;
const NUMBER: f64 = 70.0;
/// The height of the headings above the numbers.
const HEADS: f64 = 20.0;

/// One bar with its label and numbers.
#[derive(Clone)]
pub(super) struct BarRow {
    /// Label at the left.
    pub name: String,
    /// Value at the end of the bar.
    pub value: f64,
    /// 95% interval of a sampled value.
    pub interval: Option<(f64, f64)>,
    /// Text at the end of the bar.
    pub text: String,
    /// Numbers at the right.
    pub numbers: [String; 3],
}

/// Bars that share an axis.
pub(super) struct BarChart<'a> {
    /// The bars from top to bottom.
    pub rows: Vec<BarRow>,
    /// Label of the axis.
    pub measure: String,
    /// Colours of bars to the right and to the left.
    pub colours: [RGBColor; 2],
    /// Headings of the numbers.
    pub heads: [&'static str; 3],
    /// Creates the header from the page number and the number of pages.
    pub header: &'a dyn Fn((usize, usize)) -> Header,
    /// Creates the legend of the two colours.
    pub legend: &'a dyn Fn() -> Legend,
}

/// A page of bars.
pub(super) struct BarsPage {
    header: Header,
    legend: Legend,
    rows: Vec<BarRow>,
    colours: [RGBColor; 2],
    heads: [&'static str; 3],
    axis: PlotAxis,
    names: f64,
    set: TextFormat,
}

/// Lays out the pages, all with the same axis; none without bars.
pub(super) fn pages(bars: BarChart<'_>) -> Vec<BarsPage> {
    let BarChart { mut rows, measure, colours, heads, header, legend } = bars;
    let set = TextFormat::plain(if rows.len() <= FEW { 14.0 } else { 11.5 });
    for row in &mut rows {
        row.name = words::shorten(&row.name, |text| set.width(text) <= NAMES);
        // a lone dot next to the axis would look like a speck
        if row.text == NO_DIFFERENCE {
            row.text = "no effect".to_owned();
            // a difference below the last digit is rounding: its sign must not choose a side
            row.value = 0.0;
        }
    }
    let widest =
        |text: fn(&BarRow) -> &str| rows.iter().map(|row| set.width(text(row))).fold(0.0, f64::max);
    let (names, text_width) = (widest(|row| &row.name) + 16.0, widest(|row| &row.text) + 14.0);
    let room = WIDTH - 2.0 * MARGIN - BESIDE - names;
    let pages = rows.len().div_ceil(ROWS);
    let page = |number: usize| BarsPage {
        // each page repeats header and legend, because pages are files that are shared one by one
        header: header((number + 1, pages)),
        legend: legend(),
        rows: rows.iter().skip(number * ROWS).take(ROWS).cloned().collect(),
        colours,
        heads,
        // from the rows of all pages: a common axis keeps bars comparable across pages
        axis: axis_with_text_room(&rows, text_width / room, &measure),
        names,
        set,
    };
    (0..pages).map(page).collect()
}

/// Returns an axis with room for the texts at the ends of bars, on each side that has any.
fn axis_with_text_room(rows: &[BarRow], written: f64, measure: &str) -> PlotAxis {
    let ends = rows.iter().map(BarRow::ends);
    let (low, high) =
        ends.fold((0.0, 0.0), |(low, high): (f64, f64), (from, to)| (low.min(from), high.max(to)));
    let sides = f64::from(u8::from(low < 0.0)) + f64::from(u8::from(high > 0.0));
    // `written` is the share of the whole axis that a text takes; that axis includes the room
    // itself: room = written · (span + sides · room), solved for the room. The lower limit of the
    // divisor keeps long texts from leaving nothing for the bars.
    let room = (high - low).max(1e-6) * written / (1.0 - sides * written).max(0.2);
    let [left, right] = [low < 0.0, high > 0.0].map(|has_any| if has_any { room } else { 0.0 });
    PlotAxis::around_zero((low, high), (left, right), measure)
}

impl BarRow {
    /// Returns the smallest and largest value it draws.
    fn ends(&self) -> (f64, f64) {
        let (low, high) = self.interval.unwrap_or((self.value, self.value));
        (low.min(self.value).min(0.0), high.max(self.value).max(0.0))
    }
}

impl ChartPage for BarsPage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + self.legend.height() + self.plot_height() + MARGIN / 2.0)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        self.legend.draw(canvas, self.header.height());
        let corner = (MARGIN, self.header.height() + self.legend.height() + HEADS);
        let size = (WIDTH - 2.0 * MARGIN - BESIDE, self.plot_height() - HEADS);
        let count = self.rows.len();
        let plot = Plot::draw(
            canvas,
            PlotFrame { corner, size, left: self.names, below: BELOW },
            &self.axis,
            &PlotAxis::rows(count),
        );
        canvas.path(&[plot.at(0.0, 0.0), plot.at(0.0, count as f64)], INK, 1.0, Dash::Solid);
        self.draw_numbers(canvas, &self.heads.map(str::to_owned), plot.down.0 - HEADS / 2.0, true);
        self.rows.iter().enumerate().for_each(|(place, row)| {
            self.draw_row(canvas, &plot, row, count as f64 - place as f64 - 0.5)
        })
    }
}

impl BarsPage {
    fn row_height(&self) -> f64 {
        self.set.size * 1.25 + if self.set.size > 12.0 { 6.0 } else { 0.0 }
    }

    fn plot_height(&self) -> f64 {
        self.rows.len() as f64 * self.row_height() + 62.0 + HEADS
    }

    fn draw_row(&self, canvas: &Canvas, plot: &Plot, row: &BarRow, y: f64) {
        let [first, second] = self.colours;
        let colour = if row.value < 0.0 { second } else { first };
        let (low, high) = (row.value.min(0.0), row.value.max(0.0));
        canvas.fill([plot.at(low, y + 0.36), plot.at(high, y - 0.36)], colour);
        let (_, middle) = plot.at(0.0, y);
        if let Some((low, high)) = row.interval {
            canvas.whisker([plot.at(low, y), plot.at(high, y)], (0.0, self.set.size / 4.0), INK);
        }
        canvas.text(
            &row.name,
            (plot.across.0 - 8.0, middle),
            self.set.anchored(HPos::Right, VPos::Center),
        );
        let (low, high) = row.ends();
        let (end, across) = if row.value < 0.0 {
            (plot.at(low, y).0 - 6.0, HPos::Right)
        } else {
            (plot.at(high, y).0 + 6.0, HPos::Left)
        };
        canvas.text(&row.text, (end, middle), self.set.anchored(across, VPos::Center));
        self.draw_numbers(canvas, &row.numbers, middle, false)
    }

    /// Writes three columns of numbers at the right.
    fn draw_numbers(&self, canvas: &Canvas, texts: &[String; 3], y: f64, bold: bool) {
        let set = self.set.anchored(HPos::Right, VPos::Center);
        let set = if bold { set.bold() } else { set };
        texts
            .iter()
            .zip([2.0, 1.0, 0.0])
            .for_each(|(text, place)| canvas.text(text, (WIDTH - MARGIN - place * NUMBER, y), set))
    }
}
