//! How the leading number of each finding is distributed: bars for exactly so many, a line for so many or more.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Dash, Drawn, FAINT, MARGIN, Marker, Point, Type, WIDTH, page_size};
use super::header::{Header, Leaf};
use super::plot::{Axis, Frame, Plot};
use crate::report::group::{Group, Identity};
use crate::report::{interval_of, known_leading, words};
use crate::study::{Finding, Quantity};

/// Panels to a page.
const PANELS: usize = 6;
/// Counts that are reached less often are not drawn.
const NEGLIGIBLE: f64 = 0.000_5;
/// Beyond so many counts the line has no markers: they would hide it.
const MARKED: usize = 30;
const BAR: RGBColor = RGBColor(158, 198, 228);
const LINE: RGBColor = RGBColor(24, 44, 92);
const EXACT: RGBColor = RGBColor(190, 70, 10);
const NAME: Type = Type::plain(16.0).bold();
const FACTS: Type = Type::plain(14.0).colour(FAINT);
const LEGEND: Type = Type::plain(15.0).anchored(HPos::Left, VPos::Center);
/// The heights of a panel's name and facts, and of its plot.
const ABOVE: f64 = 62.0;
const PLOT: f64 = 230.0;
const GAP: f64 = 24.0;

/// One page of panels, all with the same axes.
pub struct DistributionPage {
    header: Header,
    panels: Vec<Panel>,
    axis: Axis,
    high: usize,
    compared: bool,
}

/// One law.
struct Panel {
    name: Vec<String>,
    facts: String,
    bars: Vec<Bar>,
}

/// What is known of one count.
struct Bar {
    exactly: f64,
    at_least: f64,
    interval: Option<(f64, f64)>,
    exact: Option<f64>,
}

/// The pages of a group.
pub fn pages(title: &str, group: &Group<'_>) -> Vec<DistributionPage> {
    let identity = Identity::of(&group.findings);
    let leading: Vec<(&Finding, &Quantity)> = group.findings.iter().filter_map(|f| known_leading(f).map(|q| (*f, q))).collect();
    let chunks: Vec<_> = leading.chunks(PANELS).collect();
    let page = |(number, chunk): (usize, &&[(&Finding, &Quantity)])| {
        let high = chunk.iter().map(|(_, quantity)| reach(quantity)).max().unwrap_or(0).max(1);
        let width = panel_width(columns(chunk.len()));
        let panels = chunk.iter().map(|(finding, quantity)| panel(&identity.label(finding), finding, quantity, (high, width))).collect();
        let axis = Axis::counts(high, (width / 36.0) as usize, &axis_words(chunk));
        let compared = chunk.iter().any(|(_, quantity)| quantity.exact.is_some());
        let header = header(title, group, chunk, high, Leaf { page: number + 1, pages: chunks.len() });
        DistributionPage { header, panels, axis, high, compared }
    };
    chunks.iter().enumerate().map(page).collect()
}

fn axis_words(chunk: &[(&Finding, &Quantity)]) -> String {
    let Some((_, quantity)) = chunk.first() else { return String::new() };
    let label = words::capital(quantity.label);
    if label.to_lowercase().contains(quantity.unit) { label } else { format!("{label} ({})", quantity.unit) }
}

/// The highest count that is reached with more than a negligible chance, sampled or exactly.
fn reach(quantity: &Quantity) -> usize {
    let law = quantity.law.pmf();
    (0..=law.max()).rev().find(|&k| law.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

fn header(title: &str, group: &Group<'_>, chunk: &[(&Finding, &Quantity)], high: usize, leaf: Leaf) -> Header {
    let label = chunk.first().map_or("", |(_, quantity)| quantity.label);
    let cut = chunk.iter().any(|(_, quantity)| quantity.law.pmf().at_least(high + 1) > 0.0);
    let doubtful = chunk.iter().any(|(_, quantity)| (0..=high).any(|k| interval_of(&quantity.law, k).is_some_and(is_wide)));
    let cut = cut.then(|| format!("More than {high}: less than 0.05%, not drawn"));
    let whiskers = doubtful.then(|| "Whiskers: 95% interval of exactly so many".to_owned());
    let remarks: Vec<String> = whiskers.into_iter().chain(cut).collect();
    Header::new(title, &format!("distribution of {label}"), &group.findings, leaf, &remarks)
}

/// Whether an interval is wide enough to be seen.
fn is_wide((low, high): (f64, f64)) -> bool {
    high - low > 0.01
}

fn panel(name: &str, finding: &Finding, quantity: &Quantity, (high, width): (usize, f64)) -> Panel {
    let (law, estimate) = (quantity.law.pmf(), quantity.law.mean_estimate());
    let of = |k: usize| Bar {
        exactly: law.probabilities().get(k).copied().unwrap_or(0.0),
        at_least: law.at_least(k),
        interval: interval_of(&quantity.law, k),
        exact: quantity.exact.as_ref().and_then(|exact| exact.probabilities().get(k).copied()),
    };
    let mean = words::mean(law.mean(), estimate.map(|estimate| estimate.half_width()));
    let notes: String = finding.notes.iter().map(|note| format!("{}; ", words::clean(note))).collect();
    let facts = format!("{notes}mean {mean}, median {}, 5–95%: {}–{}", law.quantile(0.5), law.quantile(0.05), law.quantile(0.95));
    Panel {
        name: NAME.wrap(name, 2, width),
        facts: words::shorten(&facts, |text| FACTS.width(text) <= width),
        bars: (0..=high).map(of).collect(),
    }
}

const fn columns(panels: usize) -> usize {
    if panels > 1 { 2 } else { 1 }
}

fn panel_width(columns: usize) -> f64 {
    (WIDTH - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64
}

impl DistributionPage {
    /// The height of a panel: a single one may be larger.
    fn plot_height(&self) -> f64 {
        if self.panels.len() == 1 { PLOT * 1.5 } else { PLOT }
    }

    fn panel_height(&self) -> f64 {
        ABOVE + self.plot_height() + 14.0
    }

    /// Its size in units.
    pub fn size(&self) -> (u32, u32) {
        let rows = self.panels.len().div_ceil(columns(self.panels.len()));
        page_size(self.header.height() + 30.0 + rows as f64 * self.panel_height() + MARGIN / 2.0)
    }

    /// Draws it.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        self.header.draw(canvas)?;
        self.draw_legend(canvas)?;
        let (columns, top) = (columns(self.panels.len()), self.header.height() + 30.0);
        let width = panel_width(columns);
        self.panels.iter().enumerate().try_for_each(|(place, panel)| {
            let across = (place % columns) as f64 * (width + GAP);
            let down = (place / columns) as f64 * self.panel_height();
            self.draw_panel(canvas, panel, (MARGIN + across, top + down), width)
        })
    }

    fn draw_legend<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        let y = self.header.height() + 6.0;
        let mut x = MARGIN;
        let mut item = |text: &str| {
            let start = x;
            x += 34.0 + LEGEND.width(text) + 28.0;
            (start, canvas.text(text, (start + 34.0, y), LEGEND))
        };
        let (bar, told) = item("exactly so many");
        told?;
        canvas.fill([(bar + 6.0, y - 7.0), (bar + 24.0, y + 7.0)], BAR)?;
        let (line, told) = item("so many or more");
        told?;
        canvas.path(&[(line, y), (line + 28.0, y)], LINE, 2.0, Dash::Solid)?;
        if self.high <= MARKED {
            canvas.marker(Marker::Dot, (line + 14.0, y), LINE)?;
        }
        if self.compared {
            let (exact, told) = item("exactly so many by the exact law");
            told?;
            canvas.marker(Marker::Cross, (exact + 14.0, y), EXACT)?;
        }
        Ok(())
    }

    fn draw_panel<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, panel: &Panel, (x, y): Point, width: f64) -> Drawn<DB> {
        // a short name stands right above its facts
        let free = (2.0 - panel.name.len() as f64) * NAME.line();
        canvas.lines(&panel.name, (x, y + free), NAME)?;
        canvas.text(&panel.facts, (x, y + 2.0 * NAME.line() + 1.0), FACTS)?;
        let frame = Frame { corner: (x, y + ABOVE), size: (width, self.plot_height()), left: 48.0 };
        let plot = Plot::draw(canvas, frame, &self.axis, &Axis::chances("Chance"))?;
        panel.bars.iter().enumerate().try_for_each(|(k, bar)| draw_bar(canvas, &plot, k as f64, bar))?;
        let line: Vec<Point> = panel.bars.iter().enumerate().map(|(k, bar)| plot.at(k as f64, bar.at_least)).collect();
        canvas.path(&line, LINE, 2.0, Dash::Solid)?;
        if self.high > MARKED {
            return Ok(());
        }
        line.into_iter().try_for_each(|point| canvas.marker(Marker::Dot, point, LINE))
    }
}

fn draw_bar<DB: DrawingBackend>(canvas: &Canvas<DB>, plot: &Plot, k: f64, bar: &Bar) -> Drawn<DB> {
    canvas.fill([plot.at(k - 0.4, bar.exactly), plot.at(k + 0.4, 0.0)], BAR)?;
    if let Some((low, high)) = bar.interval.filter(|interval| is_wide(*interval)) {
        canvas.whisker([plot.at(k, low), plot.at(k, high)], (3.0, 0.0), FAINT)?;
    }
    bar.exact.map_or(Ok(()), |exact| canvas.marker(Marker::Cross, plot.at(k, exact), EXACT))
}
