//! Drawing of a page of curves.

use plotters::style::RGBColor;

use super::super::canvas::{Canvas, Dash, MARGIN, Marker, PagePoint, PlotFrame, WIDTH, page_size};
use super::super::header::Header;
use super::super::lines::{CurveLine, CurvePanel};
use super::super::plot::{BELOW, Plot};
use super::super::render::ChartPage;
use super::{CurvePage, KEY, LEGEND, NAME, STYLES};
use crate::report::words;

impl ChartPage for CurvePage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        page_size(
            self.header.height() + self.panels.len() as f64 * self.panel_height() + MARGIN / 2.0,
        )
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        self.panels.iter().enumerate().for_each(|(place, panel)| {
            let top = self.header.height() + place as f64 * self.panel_height();
            self.draw_panel(canvas, panel, top)
        })
    }
}

impl CurvePage {
    fn plot_height(&self) -> f64 {
        if self.panels.len() == 1 { 420.0 } else { 300.0 }
    }

    fn panel_height(&self) -> f64 {
        let lines = self.panels.iter().map(|panel| name_of(panel).len()).max().unwrap_or(0);
        let name = if lines > 0 { 37.0 + lines as f64 * NAME.line_height() } else { 10.0 };
        self.plot_height() + name
    }

    /// Returns the width of the legend; zero if lines need no names.
    fn legend_width(&self) -> f64 {
        let named =
            self.panels.iter().any(|panel| panel.lines.iter().any(|line| !line.name.is_empty()));
        if named { LEGEND } else { 0.0 }
    }

    fn draw_panel(&self, canvas: &Canvas, panel: &CurvePanel, top: f64) {
        canvas.lines(&name_of(panel), (MARGIN, top), NAME);
        let above = self.panel_height()
            - self.plot_height()
            - if panel.name.is_empty() { 10.0 } else { 26.0 };
        let frame = PlotFrame {
            corner: (MARGIN, top + above),
            size: (WIDTH - 2.0 * MARGIN - self.legend_width(), self.plot_height()),
            left: 50.0,
            below: BELOW,
        };
        let height = self.height.axis(self.plot_height() - 60.0);
        let plot = Plot::draw(canvas, frame, &self.axis, &height);
        let mut y = plot.down.0 + 14.0;
        for (line, style) in panel.lines.iter().zip(STYLES) {
            self.draw_line(canvas, &plot, line, style);
            y = draw_legend_entry(canvas, &line.name, (plot.across.1 + 20.0, y), style);
        }
    }

    fn draw_line(
        &self,
        canvas: &Canvas,
        plot: &Plot,
        line: &CurveLine,
        (colour, marker, dash): (RGBColor, Marker, Dash),
    ) {
        let places: Vec<PagePoint> =
            line.points.iter().map(|point| plot.at(point.x, point.y)).collect();
        canvas.path(&path(&places, self.steps), colour, 2.2, dash);
        // after the line, so that whiskers and markers are on top of it
        for (point, place) in line.points.iter().zip(places) {
            if let Some((low, high)) = point.whisker(self.height.span()) {
                let ends = [plot.at(point.x, low), plot.at(point.x, high)];
                canvas.whisker(ends, (3.0, 0.0), colour);
            }
            canvas.marker(marker, place, colour);
        }
    }
}

/// Wraps a panel's name.
fn name_of(panel: &CurvePanel) -> Vec<String> {
    NAME.wrap_whole(&words::capitalize(&panel.name), WIDTH - 2.0 * MARGIN)
}

/// Returns the path through points: straight, or as steps at the height of the later point.
fn path(places: &[PagePoint], steps: bool) -> Vec<PagePoint> {
    let mut path = Vec::with_capacity(2 * places.len());
    for (x, y) in places {
        if let (true, Some((before, _))) = (steps, path.last().copied()) {
            path.push((before, *y));
        }
        path.push((*x, *y));
    }
    path
}

/// Draws one entry of the legend and returns where the next one starts.
pub(in super::super) fn draw_legend_entry(
    canvas: &Canvas,
    name: &str,
    (x, y): PagePoint,
    (colour, marker, dash): (RGBColor, Marker, Dash),
) -> f64 {
    if name.is_empty() {
        return y;
    }
    canvas.path(&[(x, y), (x + 36.0, y)], colour, 2.2, dash);
    canvas.marker(marker, (x + 18.0, y), colour);
    let lines = KEY.wrap_whole(name, LEGEND - 70.0);
    canvas.lines(&lines, (x + 46.0, y), KEY);
    y + lines.len() as f64 * KEY.line_height() + 10.0
}
