//! How the leading numbers of each answer are distributed: a line for so many or more above, bars
//! for exactly so many below it, each on a scale of its own. A band shows where nine of ten lie, a
//! stroke the mean.

use std::ops::RangeInclusive;

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{
    Canvas, Dash, Drawn, FAINT, INK, MARGIN, Marker, Point, Type, WIDTH, page_size,
};
use super::expected::BARS;
use super::header::{Header, Leaf};
use super::legend::Legend;
use super::plot::{Axis, BELOW, Frame, Plot};
use crate::report::group::{Class, Classes, Group, classes, is_certain, lead_words, what};
use crate::report::{interval_of, known_leading, mean_of, words};
use crate::study::Quantity;

/// Panels to a page.
const PANELS: usize = 6;
/// Counts that are reached less often are not drawn.
const NEGLIGIBLE: f64 = 0.000_5;
/// Beyond so many counts the line has no markers: they would hide it.
const MARKED: usize = 30;
/// So many counts below the least possible one are drawn all the same: an axis from 0 is easier to
/// read.
const SHOWN_ANYWAY: usize = 2;
const BAR: RGBColor = RGBColor(158, 198, 228);
/// The line of each number, like its bars but darker.
const LINES: [(RGBColor, Dash); 2] =
    [(RGBColor(24, 44, 92), Dash::Solid), (RGBColor(122, 48, 8), Dash::Long)];
const EXACT: RGBColor = RGBColor(190, 70, 10);
const NAME: Type = Type::plain(16.0).bold();
const FACTS: Type = Type::plain(14.0).colour(FAINT);
const TOLD: Type = Type::plain(12.5).anchored(HPos::Center, VPos::Bottom);
/// Where nine of ten lie.
const BAND: RGBColor = RGBColor(238, 241, 246);
/// The heights of a panel's name and facts, and of its two plots.
const ABOVE: f64 = 62.0;
const LINE_PLOT: f64 = 130.0;
const BAR_PLOT: f64 = 150.0;
const GAP: f64 = 24.0;
/// Between the two plots of a panel.
const BETWEEN: f64 = 14.0;
/// Chances that are less are not written above their bars.
const WORTH_TELLING: f64 = 0.005;
/// How much of the room for a count its bars take.
const FILLED: f64 = 0.8;

/// One page of panels, all with the same axes.
pub struct DistributionPage {
    header: Header,
    legend: Legend,
    panels: Vec<Panel>,
    counts: Axis,
    /// Of exactly so many.
    exactly: Axis,
    /// Markers on the lines: none where they would hide them.
    marker: Option<Marker>,
}

/// What is drawn of one answer: its distributions.
struct Panel {
    name: Vec<String>,
    facts: String,
    distributions: Vec<Vec<Bar>>,
    /// The mean, and where nine of ten lie; of a single distribution.
    middle: Option<Middle>,
}

impl Panel {
    /// The height of the lowest bar beside the mean.
    fn height_at_mean(&self) -> f64 {
        let mean = self.middle.map_or(0.0, |middle| middle.mean);
        let beside = self.distributions.iter().flatten();
        let beside = beside.filter(|bar| (bar.count - mean).abs() <= 0.75);
        let lowest = beside.map(|bar| bar.exactly).fold(f64::INFINITY, f64::min);
        if lowest.is_finite() { lowest } else { 0.0 }
    }
}

/// What a distribution comes to.
#[derive(Clone, Copy)]
struct Middle {
    mean: f64,
    /// The 5 % and 95 % quantile.
    band: (f64, f64),
}

/// What is known of one count.
struct Bar {
    count: f64,
    exactly: f64,
    at_least: f64,
    interval: Option<(f64, f64)>,
    exact: Option<f64>,
}

/// The pages of a group. What is certain has no distribution and is left out.
pub fn pages(title: &str, group: &Group<'_>) -> Vec<DistributionPage> {
    let Classes { all, remarks } = classes(&group.answers, PANELS);
    let drawn: Vec<Class<'_>> = all.into_iter().filter(|class| !is_certain(class.answer)).collect();
    let chunks: Vec<&[Class<'_>]> = drawn.chunks(PANELS).collect();
    let page = |(number, chunk): (usize, &&[Class<'_>])| {
        page(title, group, chunk, (Leaf { page: number + 1, pages: chunks.len() }, &remarks))
    };
    chunks.iter().enumerate().map(page).collect()
}

fn page(
    title: &str,
    group: &Group<'_>,
    chunk: &[Class<'_>],
    (leaf, remarks): (Leaf, &[String]),
) -> DistributionPage {
    let quantities: Vec<&Quantity> =
        chunk.iter().flat_map(|class| known_leading(class.answer)).collect();
    let high = quantities.iter().map(|quantity| reach(quantity)).max().unwrap_or(0).max(1);
    let low = quantities
        .iter()
        .map(|quantity| least(quantity))
        .min()
        .filter(|&low| low > SHOWN_ANYWAY)
        .map_or(0, |low| low - 1);
    let width = panel_width(columns(chunk.len()));
    let panels: Vec<Panel> = chunk.iter().map(|class| panel(class, low..=high, width)).collect();
    let bars = panels.iter().flat_map(|panel| panel.distributions.iter().flatten());
    let highest = bars.map(Bar::end).fold(0.0, f64::max);
    let leads = lead_words(&group.answers);
    let marker = (leads.len() < 2 && high <= MARKED).then_some(Marker::Dot);
    let compared = quantities.iter().any(|quantity| quantity.exact.is_some());
    DistributionPage {
        header: header(title, group, leaf, &[remarks, &missing(&quantities, high)].concat()),
        legend: legend(&leads, marker, compared),
        panels,
        counts: Axis::counts(low, high, (width / 36.0) as usize, &axis_words(group, &quantities)),
        exactly: Axis::chances_to(highest, "Exactly"),
        marker,
    }
}

fn axis_words(group: &Group<'_>, quantities: &[&Quantity]) -> String {
    let (words, unit) = (
        words::capital(what(&group.answers)),
        quantities.first().map_or("", |quantity| quantity.unit),
    );
    if words.to_lowercase().contains(unit) { words } else { format!("{words} ({unit})") }
}

/// What bars, lines and marks are.
fn legend(leads: &[&str], marker: Option<Marker>, compared: bool) -> Legend {
    let line =
        |words: &str, place: usize| LINES.get(place).map(|line| Legend::line(words, *line, marker));
    let (bars, lines, exact) = match leads {
        [] | [_] => {
            let words = "exactly so many by the exact distribution";
            let exact = if marker.is_some() {
                Legend::mark(words, EXACT, Marker::Cross)
            } else {
                Legend::cap(words, INK)
            };
            (vec![Legend::bar("exactly so many", BAR)], vec![line("so many or more", 0)], exact)
        }
        several => {
            let bars = several
                .iter()
                .zip(BARS)
                .map(|(words, colour)| Legend::bar(&unexpected(words), colour))
                .collect();
            let or_more = |words: &str| format!("{}: so many or more", unexpected(words));
            let lines = several.iter().zip(0..LINES.len());
            let lines = lines.map(|(words, place)| line(&or_more(words), place)).collect();
            (bars, lines, Legend::cap("exact distribution", INK))
        }
    };
    Legend::of(
        bars.into_iter()
            .chain(lines.into_iter().flatten())
            .chain(compared.then_some(exact))
            .chain((leads.len() < 2).then(|| Legend::bar("nine of ten", BAND)))
            .chain((leads.len() < 2).then(|| Legend::line("mean", (FAINT, Dash::Short), None)))
            .collect(),
    )
}

/// Words for a number from those for its mean.
fn unexpected(words: &str) -> String {
    words.strip_prefix("expected ").unwrap_or(words).to_owned()
}

/// The highest count that is reached with more than a negligible chance.
fn reach(quantity: &Quantity) -> usize {
    let distribution = quantity.distribution.pmf();
    (0..=distribution.max()).rev().find(|&k| distribution.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

/// The least count that is possible.
fn least(quantity: &Quantity) -> usize {
    let exact = quantity
        .exact
        .as_ref()
        .and_then(|distribution| distribution.probabilities().iter().position(|p| *p > 0.0));
    let seen =
        quantity.distribution.pmf().probabilities().iter().position(|p| *p > 0.0).unwrap_or(0);
    exact.map_or(seen, |exact| exact.min(seen))
}

fn header(title: &str, group: &Group<'_>, leaf: Leaf, remarks: &[String]) -> Header {
    Header::new(
        title,
        &format!("distribution of {}", what(&group.answers)),
        &group.answers,
        leaf,
        remarks,
    )
}

/// What must be said of whiskers, and of counts above `high`.
fn missing(quantities: &[&Quantity], high: usize) -> Vec<String> {
    let cut =
        quantities.iter().any(|quantity| quantity.distribution.pmf().at_least(high + 1) > 0.0);
    let doubtful = quantities.iter().any(|quantity| {
        (0..=high).any(|k| interval_of(&quantity.distribution, k).is_some_and(is_wide))
    });
    let cut = cut.then(|| format!("More than {high}: less than 0.05%, not drawn"));
    let whiskers = doubtful.then(|| "Whiskers: 95% interval of exactly so many".to_owned());
    whiskers.into_iter().chain(cut).collect()
}

/// Whether an interval is wide enough to be seen.
fn is_wide((low, high): (f64, f64)) -> bool {
    high - low > 0.01
}

fn panel(class: &Class<'_>, counts: RangeInclusive<usize>, width: f64) -> Panel {
    let quantities = known_leading(class.answer);
    let facts = match quantities.as_slice() {
        [only] => facts(only),
        several => format!(
            "means {}",
            several.iter().map(|quantity| mean_of(quantity)).collect::<Vec<_>>().join(" and ")
        ),
    };
    let middle = match quantities.as_slice() {
        [only] => Some(middle(only)),
        _ => None,
    };
    Panel {
        middle,
        name: NAME.wrap(&class.label, 2, width),
        facts: words::shorten(&facts, |text| FACTS.width(text) <= width),
        distributions: quantities
            .iter()
            .map(|quantity| counts.clone().map(|k| bar(quantity, k)).collect())
            .collect(),
    }
}

fn middle(quantity: &Quantity) -> Middle {
    let distribution = quantity.distribution.pmf();
    let [low, high] = [0.05, 0.95].map(|part| distribution.quantile(part) as f64);
    Middle { mean: distribution.mean(), band: (low, high) }
}

fn facts(quantity: &Quantity) -> String {
    let distribution = quantity.distribution.pmf();
    format!(
        "mean {}, median {}, 5–95%: {}–{}",
        mean_of(quantity),
        distribution.quantile(0.5),
        distribution.quantile(0.05),
        distribution.quantile(0.95)
    )
}

fn bar(quantity: &Quantity, k: usize) -> Bar {
    let distribution = quantity.distribution.pmf();
    Bar {
        count: k as f64,
        exactly: distribution.probabilities().get(k).copied().unwrap_or(0.0),
        at_least: distribution.at_least(k),
        interval: interval_of(&quantity.distribution, k),
        exact: quantity
            .exact
            .as_ref()
            .and_then(|exact| exact.probabilities().get(k).copied())
            .filter(|p| *p > 0.0),
    }
}

impl Bar {
    /// Where its last mark is.
    fn end(&self) -> f64 {
        let interval = self.interval.filter(|interval| is_wide(*interval));
        self.exactly.max(interval.map_or(0.0, |(_, high)| high)).max(self.exact.unwrap_or(0.0))
    }
}

const fn columns(panels: usize) -> usize {
    if panels > 1 { 2 } else { 1 }
}

fn panel_width(columns: usize) -> f64 {
    (WIDTH - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64
}

impl DistributionPage {
    /// The heights of the two plots of a panel: those of a single one may be larger.
    fn plot_heights(&self) -> (f64, f64) {
        let factor = if self.panels.len() == 1 { 1.3 } else { 1.0 };
        (LINE_PLOT * factor, BAR_PLOT * factor)
    }

    /// What stands above a plot; panels without names need less.
    fn above(&self) -> f64 {
        let lines = self.panels.iter().map(|panel| panel.name.len()).max().unwrap_or(0);
        ABOVE - (2.0 - lines as f64) * NAME.line()
    }

    fn panel_height(&self) -> f64 {
        let (line, bars) = self.plot_heights();
        self.above() + line + BETWEEN + bars + 20.0
    }

    fn top(&self) -> f64 {
        self.header.height() + self.legend.height()
    }

    /// What stands above it.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Its size in units.
    pub fn size(&self) -> (u32, u32) {
        let rows = self.panels.len().div_ceil(columns(self.panels.len()));
        page_size(self.top() + rows as f64 * self.panel_height() + MARGIN / 2.0)
    }

    /// Draws it.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        self.header.draw(canvas)?;
        self.legend.draw(canvas, self.header.height())?;
        let columns = columns(self.panels.len());
        let width = panel_width(columns);
        self.panels.iter().enumerate().try_for_each(|(place, panel)| {
            let across = (place % columns) as f64 * (width + GAP);
            let down = (place / columns) as f64 * self.panel_height();
            self.draw_panel(canvas, panel, (MARGIN + across, self.top() + down), width)
        })
    }

    fn draw_panel<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &Panel,
        (x, y): Point,
        width: f64,
    ) -> Drawn<DB> {
        // a short name stands right above its facts
        let below = y + self.above() - ABOVE + 2.0 * NAME.line();
        canvas.lines(&panel.name, (x, below - panel.name.len() as f64 * NAME.line()), NAME)?;
        canvas.text(&panel.facts, (x, below + 1.0), FACTS)?;
        let (line, bars) = self.plot_heights();
        let upper = (x, y + self.above());
        self.draw_lines(canvas, panel, upper, (width, line))?;
        self.draw_bars(canvas, panel, (x, upper.1 + line + BETWEEN), (width, bars))
    }

    /// The upper plot: so many or more.
    fn draw_lines<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &Panel,
        corner: Point,
        size: Point,
    ) -> Drawn<DB> {
        let frame = Frame { corner, size, left: LEFT, below: 0.0 };
        let chances = Axis::chances("Or more");
        let plot = Plot::draw(canvas, frame, &self.counts.unnumbered(), &chances)?;
        self.draw_band(canvas, panel, &plot, 1.0)?;
        self.draw_mean(canvas, panel, &plot, 1.0)?;
        let lines = panel.distributions.iter().zip(LINES);
        lines
            .into_iter()
            .try_for_each(|(distribution, line)| self.draw_line(canvas, &plot, distribution, line))
    }

    /// The lower plot: exactly so many.
    fn draw_bars<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &Panel,
        corner: Point,
        size: Point,
    ) -> Drawn<DB> {
        let frame = Frame { corner, size, left: LEFT, below: BELOW };
        let plot = Plot::draw(canvas, frame, &self.counts, &self.exactly)?;
        self.draw_band(canvas, panel, &plot, self.exactly.range.end)?;
        let paired = panel.distributions.len() > 1;
        let width = FILLED / panel.distributions.len().max(1) as f64;
        let colours = if paired { BARS } else { [BAR; 3] };
        for ((place, bars), colour) in panel.distributions.iter().enumerate().zip(colours) {
            let aside = (place as f64 + 0.5) * width - FILLED / 2.0;
            for bar in bars {
                let narrow = paired || self.marker.is_none();
                let place = (bar.count + aside, width);
                draw_bar(canvas, &plot, place, bar, (colour, narrow))?;
                self.tell(canvas, &plot, bar, paired)?;
            }
        }
        // no higher than its bar: what is written stands above that
        self.draw_mean(canvas, panel, &plot, panel.height_at_mean())
    }

    /// Writes a chance above its bar where there is room for it.
    fn tell<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        plot: &Plot,
        bar: &Bar,
        paired: bool,
    ) -> Drawn<DB> {
        let told = words::percent(bar.exactly, 0);
        let room = plot.at(1.0, 0.0).0 - plot.at(0.0, 0.0).0;
        if paired || bar.exactly < WORTH_TELLING || TOLD.width(&told) > room {
            return Ok(());
        }
        let (x, y) = plot.at(bar.count, bar.end());
        canvas.text(&told, (x, y - 3.0), TOLD)
    }

    /// The band in which nine of ten lie, behind everything.
    fn draw_band<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &Panel,
        plot: &Plot,
        high: f64,
    ) -> Drawn<DB> {
        let Some(Middle { band: (from, to), .. }) = panel.middle else { return Ok(()) };
        let clipped = |count: f64| count.clamp(self.counts.range.start, self.counts.range.end);
        let (from, to) = (clipped(from - 0.5), clipped(to + 0.5));
        canvas.fill([plot.at(from, high), plot.at(to, 0.0)], BAND)
    }

    /// The mean.
    fn draw_mean<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &Panel,
        plot: &Plot,
        high: f64,
    ) -> Drawn<DB> {
        let Some(Middle { mean, .. }) = panel.middle else { return Ok(()) };
        canvas.path(&[plot.at(mean, high), plot.at(mean, 0.0)], FAINT, 1.5, Dash::Short)
    }

    /// The line for so many or more.
    fn draw_line<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        plot: &Plot,
        distribution: &[Bar],
        (colour, dash): (RGBColor, Dash),
    ) -> Drawn<DB> {
        let line: Vec<Point> =
            distribution.iter().map(|bar| plot.at(bar.count, bar.at_least)).collect();
        canvas.path(&line, colour, 2.0, dash)?;
        self.marker.map_or(Ok(()), |marker| {
            line.into_iter().try_for_each(|point| canvas.marker(marker, point, colour))
        })
    }
}

/// The room for numbers at the left of a plot.
const LEFT: f64 = 48.0;

/// A bar around `x` with its marks; where bars are paired or many they are so narrow that crosses
/// would hide them.
fn draw_bar<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    (x, width): Point,
    bar: &Bar,
    (colour, narrow): (RGBColor, bool),
) -> Drawn<DB> {
    canvas.fill([plot.at(x - width / 2.0, bar.exactly), plot.at(x + width / 2.0, 0.0)], colour)?;
    if let Some((low, high)) = bar.interval.filter(|interval| is_wide(*interval)) {
        canvas.whisker([plot.at(x, low), plot.at(x, high)], (3.0, 0.0), FAINT)?;
    }
    match bar.exact {
        None => Ok(()),
        Some(exact) if narrow => canvas.path(
            &[plot.at(x - width / 2.0, exact), plot.at(x + width / 2.0, exact)],
            INK,
            1.5,
            Dash::Solid,
        ),
        Some(exact) => canvas.marker(Marker::Cross, plot.at(x, exact), EXACT),
    }
}
