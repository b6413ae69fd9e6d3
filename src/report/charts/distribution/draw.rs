//! Drawing of a page of distributions: two plots for each panel.

use plotters::style::RGBColor;

use super::super::axis::PlotAxis;
use super::super::canvas::{
    Canvas, Dash, FAINT, INK, MARGIN, Marker, PagePoint, PlotFrame, page_size,
};
use super::super::expected::BARS;
use super::super::header::Header;
use super::super::plot::{BELOW, Plot};
use super::super::render::ChartPage;
use super::{
    ABOVE, BAND, BAR, BAR_LABEL, BAR_PLOT, BETWEEN, CountBar, DistributionPage, DistributionPanel,
    EXACT, FACTS, FILLED, GAP, HIGH, LEAST_LABELLED, LINE_PLOT, LINES, MARK_LABEL, MeanBand, NAME,
    columns, is_wide, panel_width,
};
use crate::report::marked::{MarkedCount, format_briefly, format_event};
use crate::report::words;

impl ChartPage for DistributionPage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        let rows = self.panels.len().div_ceil(columns(self.panels.len()));
        page_size(self.top() + rows as f64 * self.panel_height() + MARGIN / 2.0)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        self.legend.draw(canvas, self.header.height());
        let columns = columns(self.panels.len());
        let width = panel_width(columns);
        self.panels.iter().enumerate().for_each(|(place, panel)| {
            let across = (place % columns) as f64 * (width + GAP);
            let down = (place / columns) as f64 * self.panel_height();
            self.draw_panel(canvas, panel, (MARGIN + across, self.top() + down), width)
        })
    }
}

impl DistributionPage {
    /// Returns the heights of the two plots of a panel; a single panel gets larger plots.
    fn plot_heights(&self) -> (f64, f64) {
        let factor = if self.panels.len() == 1 { 1.3 } else { 1.0 };
        (LINE_PLOT * factor, BAR_PLOT * factor)
    }

    /// Returns the height above the plots; less for panels without names.
    fn above(&self) -> f64 {
        let lines = self.panels.iter().map(|panel| panel.name.len()).max().unwrap_or(0);
        ABOVE - (2.0 - lines as f64) * NAME.line_height()
    }

    fn panel_height(&self) -> f64 {
        let (line, bars) = self.plot_heights();
        self.above() + line + BETWEEN + bars + 20.0
    }

    fn top(&self) -> f64 {
        self.header.height() + self.legend.height()
    }

    fn draw_panel(
        &self,
        canvas: &Canvas,
        panel: &DistributionPanel,
        (x, y): PagePoint,
        width: f64,
    ) {
        // names are aligned at the bottom, right above the facts
        let below = y + self.above() - ABOVE + 2.0 * NAME.line_height();
        canvas.lines(&panel.name, (x, below - panel.name.len() as f64 * NAME.line_height()), NAME);
        canvas.text(&panel.facts, (x, below + 1.0), FACTS);
        let (line, bars) = self.plot_heights();
        let upper = (x, y + self.above());
        self.draw_lines(canvas, panel, upper, (width, line));
        self.draw_bars(canvas, panel, (x, upper.1 + line + BETWEEN), (width, bars))
    }

    /// Draws the upper plot, P(≥ k).
    fn draw_lines(
        &self,
        canvas: &Canvas,
        panel: &DistributionPanel,
        corner: PagePoint,
        size: PagePoint,
    ) {
        let frame = PlotFrame { corner, size, left: LEFT, below: 0.0 };
        let chances = PlotAxis::chances("At least");
        let plot = Plot::draw(canvas, frame, &self.counts.unnumbered(), &chances);
        // in painter's order: later shapes cover earlier ones
        self.draw_band(canvas, panel, &plot, 1.0);
        self.draw_mean(canvas, panel, &plot, 1.0);
        let lines = panel.distributions.iter().zip(LINES);
        lines
            .into_iter()
            .for_each(|(distribution, line)| self.draw_line(canvas, &plot, distribution, line));
        self.draw_marks(canvas, panel, &plot, 1.0);
        panel.marks.iter().for_each(|mark| self.label_mark(canvas, &plot, panel, mark))
    }

    /// Returns the positions of the lines around marked counts, as far as they are drawn.
    fn ends(&self, marked: &MarkedCount) -> Vec<f64> {
        let (low, high) = (*marked.counts.start(), *marked.counts.end());
        let below = (low > 0).then_some(low as f64 - 0.5);
        let above = (high < usize::MAX).then_some(high as f64 + 0.5);
        let range = &self.counts.range;
        below.into_iter().chain(above).filter(|at| range.contains(at)).collect()
    }

    /// Draws lines around the marked counts up to a height.
    fn draw_marks(&self, canvas: &Canvas, panel: &DistributionPanel, plot: &Plot, high: f64) {
        for (place, marked) in &panel.marks {
            let Some((colour, _)) = LINES.get(*place) else { continue };
            for at in self.ends(marked) {
                canvas.path(&[plot.at(at, high), plot.at(at, 0.0)], *colour, 1.5, Dash::Solid);
            }
        }
    }

    /// Writes the chance of marked counts next to their first line, off the line of P(≥ k).
    fn label_mark(
        &self,
        canvas: &Canvas,
        plot: &Plot,
        panel: &DistributionPanel,
        (place, marked): &(usize, MarkedCount),
    ) {
        let Some(at) = self.ends(marked).first().copied() else { return };
        let bars = panel.distributions.get(*place).into_iter().flatten();
        let next = bars.filter(|bar| bar.count > at).map(|bar| bar.at_least).next();
        let is_high = next.is_some_and(|height| height >= HIGH);
        // above the line right of the mark, or below it left of the mark, if there is room
        let (x, top) = plot.at(at, 0.97);
        let room = if is_high { x - plot.across.0 } else { plot.across.1 - x };
        let brief = format!("{}: {}", format_briefly(&marked.counts), format_event(&marked.event));
        let whole = format!("{brief} {}", marked.meaning());
        let fits = |label: &str| MARK_LABEL.width(label) + 5.0 <= room;
        let label = if fits(&whole) { whole.trim_end() } else { &brief };
        let x = if is_high == fits(label) { x - MARK_LABEL.width(label) - 5.0 } else { x + 5.0 };
        // labels of several quantities are below one another
        let line = *place as f64 * MARK_LABEL.line_height();
        let low = plot.at(at, 0.03).1 - MARK_LABEL.line_height();
        canvas.text(label, (x, if is_high { low - line } else { top + line }), MARK_LABEL)
    }

    /// Draws the lower plot, P(= k).
    fn draw_bars(
        &self,
        canvas: &Canvas,
        panel: &DistributionPanel,
        corner: PagePoint,
        size: PagePoint,
    ) {
        let frame = PlotFrame { corner, size, left: LEFT, below: BELOW };
        let plot = Plot::draw(canvas, frame, &self.counts, &self.exactly);
        self.draw_band(canvas, panel, &plot, self.exactly.range.end);
        let paired = panel.distributions.len() > 1;
        let width = FILLED / panel.distributions.len().max(1) as f64;
        let colours = if paired { BARS } else { [BAR; 3] };
        for ((place, bars), colour) in panel.distributions.iter().enumerate().zip(colours) {
            let aside = (place as f64 + 0.5) * width - FILLED / 2.0;
            for bar in bars {
                let narrow = paired || self.marker.is_none();
                let place = (bar.count + aside, width);
                draw_bar(canvas, &plot, place, bar, (colour, narrow));
                self.label_bar(canvas, &plot, bar, paired);
            }
        }
        self.draw_marks(canvas, panel, &plot, self.exactly.range.end);
        // the mean line ends below the labels of the bars
        self.draw_mean(canvas, panel, &plot, panel.height_at_mean())
    }

    /// Writes a chance above its bar if there is room.
    fn label_bar(&self, canvas: &Canvas, plot: &Plot, bar: &CountBar, paired: bool) {
        let label = words::percent(bar.exactly, 0);
        let room = plot.at(1.0, 0.0).0 - plot.at(0.0, 0.0).0;
        // labels of paired bars would overlap: each has half the width
        if paired || bar.exactly < LEAST_LABELLED || BAR_LABEL.width(&label) > room {
            return;
        }
        let (x, y) = plot.at(bar.count, bar.end());
        canvas.text(&label, (x, y - 3.0), BAR_LABEL)
    }

    /// Draws the band of the 90% interval behind everything else.
    fn draw_band(&self, canvas: &Canvas, panel: &DistributionPanel, plot: &Plot, high: f64) {
        let Some(MeanBand { band: (from, to), .. }) = panel.middle else { return };
        let clipped = |count: f64| count.clamp(self.counts.range.start, self.counts.range.end);
        let (from, to) = (clipped(from - 0.5), clipped(to + 0.5));
        canvas.fill([plot.at(from, high), plot.at(to, 0.0)], BAND)
    }

    /// Draws the mean as a dashed line.
    fn draw_mean(&self, canvas: &Canvas, panel: &DistributionPanel, plot: &Plot, high: f64) {
        let Some(MeanBand { mean, .. }) = panel.middle else { return };
        canvas.path(&[plot.at(mean, high), plot.at(mean, 0.0)], FAINT, 1.5, Dash::Short)
    }

    /// Draws the line of P(≥ k).
    fn draw_line(
        &self,
        canvas: &Canvas,
        plot: &Plot,
        distribution: &[CountBar],
        (colour, dash): (RGBColor, Dash),
    ) {
        let line: Vec<PagePoint> =
            distribution.iter().map(|bar| plot.at(bar.count, bar.at_least)).collect();
        canvas.path(&line, colour, 2.0, dash);
        if let Some(marker) = self.marker {
            line.into_iter().for_each(|point| canvas.marker(marker, point, colour));
        }
    }
}

/// Width of tick labels at the left of a plot.
const LEFT: f64 = 48.0;

/// Draws a bar around `x` with its marks. Narrow bars (paired or many) show the exact chance as a
/// stroke, because a cross would hide them.
fn draw_bar(
    canvas: &Canvas,
    plot: &Plot,
    (x, width): PagePoint,
    bar: &CountBar,
    (colour, narrow): (RGBColor, bool),
) {
    canvas.fill([plot.at(x - width / 2.0, bar.exactly), plot.at(x + width / 2.0, 0.0)], colour);
    if let Some((low, high)) = bar.interval.filter(|interval| is_wide(*interval)) {
        canvas.whisker([plot.at(x, low), plot.at(x, high)], (3.0, 0.0), FAINT);
    }
    match bar.exact {
        None => {}
        Some(exact) if narrow => canvas.path(
            &[plot.at(x - width / 2.0, exact), plot.at(x + width / 2.0, exact)],
            INK,
            1.5,
            Dash::Solid,
        ),
        Some(exact) => canvas.marker(Marker::Cross, plot.at(x, exact), EXACT),
    }
}
