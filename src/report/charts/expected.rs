//! What is expected of each finding: a bar for each mean, with its interval where it was sampled.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Drawn, FAINT, INK, MARGIN, Marker, Type, WIDTH, page_size};
use super::header::{Header, Leaf};
use super::plot::{Axis, Frame, Plot};
use crate::report::group::{Group, Identity};
use crate::report::{known_leading, words};
use crate::study::{Finding, Quantity};

/// Rows to a page.
const ROWS: usize = 24;
/// The most room for names at the left.
const NAMES: f64 = 380.0;
/// Notes behind a bar that are longer are shortened.
const LONGEST_NOTE: usize = 24;
const BAR: RGBColor = RGBColor(124, 169, 209);
const NAME: Type = Type::plain(14.5).anchored(HPos::Right, VPos::Center);
const VALUE: Type = Type::plain(14.0).anchored(HPos::Left, VPos::Center);

/// One page of bars.
pub struct ExpectedPage {
    header: Header,
    rows: Vec<Row>,
    axis: Axis,
    names: f64,
}

/// One bar.
struct Row {
    name: Vec<String>,
    mean: f64,
    interval: Option<(f64, f64)>,
    exact: Option<f64>,
    told: String,
}

/// The pages of a group, all with the same axis.
pub fn pages(title: &str, group: &Group<'_>) -> Vec<ExpectedPage> {
    let identity = Identity::of(&group.findings);
    let leading: Vec<(&Finding, &Quantity)> = group.findings.iter().filter_map(|f| known_leading(f).map(|q| (*f, q))).collect();
    let chunks: Vec<_> = leading.chunks(ROWS).collect();
    let high = highest(&leading);
    let page = |(number, chunk): (usize, &&[(&Finding, &Quantity)])| {
        let rows: Vec<Row> = chunk.iter().map(|(finding, quantity)| row(&identity.label(finding), finding, quantity)).collect();
        let widest = rows.iter().flat_map(|row| &row.name).map(|line| NAME.width(line)).fold(0.0, f64::max);
        let words = leading.first().map_or_else(String::new, |(finding, quantity)| axis_words(finding, quantity));
        let header = header(title, group, &leading, Leaf { page: number + 1, pages: chunks.len() });
        ExpectedPage { header, rows, axis: Axis::amounts(high, &words), names: widest + 12.0 }
    };
    chunks.iter().enumerate().map(page).collect()
}

/// The end of the axis: the longest bar leaves room for what is written behind it.
fn highest(leading: &[(&Finding, &Quantity)]) -> f64 {
    let end = |finding: &Finding, quantity: &Quantity| {
        let row = row("", finding, quantity);
        let value = row.end();
        let room = WIDTH - 2.0 * MARGIN - NAMES;
        value * room / (room - VALUE.width(&row.told) - 30.0).max(room / 4.0)
    };
    let highest = leading.iter().map(|(finding, quantity)| end(finding, quantity)).fold(0.0, f64::max);
    // what is told as 0.000 must not fill the page
    if highest >= 0.001 { highest } else { 1.0 }
}

/// `Expected wounds`, with the unit where the words do not have it.
fn axis_words(finding: &Finding, quantity: &Quantity) -> String {
    let words = words::capital(finding.headline.words);
    if words.contains(quantity.unit) { words } else { format!("{words} ({})", quantity.unit) }
}

fn header(title: &str, group: &Group<'_>, leading: &[(&Finding, &Quantity)], leaf: Leaf) -> Header {
    let what = leading.first().map_or("mean", |(finding, _)| finding.headline.words);
    let sampled = leading.iter().any(|(_, quantity)| quantity.law.mean_estimate().is_some());
    let compared = leading.iter().any(|(_, quantity)| quantity.exact.is_some());
    let whiskers = sampled.then(|| "Whiskers: 95% interval of the mean".to_owned());
    let diamonds = compared.then(|| "Diamonds: exact mean".to_owned());
    let remarks: Vec<String> = whiskers.into_iter().chain(diamonds).collect();
    Header::new(title, what, &group.findings, leaf, &remarks)
}

fn row(name: &str, finding: &Finding, quantity: &Quantity) -> Row {
    let mean = quantity.law.pmf().mean();
    let estimate = quantity.law.mean_estimate();
    let name = NAME.wrap(name, 2, NAMES - 12.0);
    let notes = words::shorten(&words::clean(&finding.notes.join(", ")), |text| text.chars().count() <= LONGEST_NOTE);
    let told = format!("{}  {notes}", words::mean(mean, estimate.map(|estimate| estimate.half_width()))).trim_end().to_owned();
    Row { name, mean, interval: estimate.map(|e| e.interval), exact: quantity.exact.as_ref().map(|exact| exact.mean()), told }
}

impl Row {
    /// Where the last mark of the row is.
    fn end(&self) -> f64 {
        self.mean.max(self.interval.map_or(0.0, |(_, high)| high)).max(self.exact.unwrap_or(0.0))
    }
}

impl ExpectedPage {
    fn row_height(&self) -> f64 {
        if self.rows.iter().any(|row| row.name.len() > 1) { 38.0 } else { 26.0 }
    }

    fn plot_height(&self) -> f64 {
        self.rows.len() as f64 * self.row_height() + 62.0
    }

    /// Its size in units.
    pub fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + self.plot_height() + MARGIN / 2.0)
    }

    /// Draws it.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        self.header.draw(canvas)?;
        let (corner, size) = ((MARGIN, self.header.height()), (WIDTH - 2.0 * MARGIN, self.plot_height()));
        let rows = self.rows.len() as f64;
        let plot = Plot::draw(canvas, Frame { corner, size, left: self.names }, &self.axis, &Axis::rows(self.rows.len()))?;
        self.rows.iter().enumerate().try_for_each(|(place, row)| draw_row(canvas, &plot, row, rows - place as f64 - 0.5))
    }
}

fn draw_row<DB: DrawingBackend>(canvas: &Canvas<DB>, plot: &Plot, row: &Row, y: f64) -> Drawn<DB> {
    canvas.fill([plot.at(0.0, y + 0.34), plot.at(row.mean, y - 0.34)], BAR)?;
    if let Some(exact) = row.exact {
        canvas.marker(Marker::Diamond, plot.at(exact, y), FAINT)?;
    }
    if let Some((low, high)) = row.interval {
        canvas.whisker([plot.at(low, y), plot.at(high, y)], (0.0, 5.0), INK)?;
    }
    let (end, middle) = plot.at(row.end(), y);
    canvas.text(&row.told, (end + 10.0, middle), VALUE)?;
    let first = middle - (row.name.len() as f64 - 1.0) / 2.0 * NAME.line();
    canvas.lines(&row.name, (plot.across.0 - 10.0, first), NAME)
}
