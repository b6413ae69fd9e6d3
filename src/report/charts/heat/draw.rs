//! Drawing of a heat map: colour scale, names, cells and means.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::super::canvas::{Canvas, Dash, FAINT, GRID, MARGIN, PagePoint, TextFormat};
use super::super::header::Header;
use super::super::render::ChartPage;
use super::scale::{ColourScale, SCALE_HEIGHT};
use super::{BAND, HeatPage, MEAN};
use crate::answer::Metric;
use crate::report::words;

/// Formats a value for a cell.
fn short(metric: Metric, value: f64) -> String {
    format_value(metric, value, decimals(metric))
}

/// Returns the decimals of a value in a cell.
const fn decimals(metric: Metric) -> usize {
    if metric.is_chance() { 0 } else { 2 }
}

/// Formats a value with `decimals` decimals.
fn format_value(metric: Metric, value: f64, decimals: usize) -> String {
    if metric.is_chance() { words::percent(value, decimals) } else { format!("{value:.decimals$}") }
}

impl ChartPage for HeatPage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        let below = if self.numbered { 0.0 } else { self.columns.room + 6.0 };
        let height = self.top() + self.rows.means_at() + self.rows.step.max(24.0) + below + MARGIN;
        (self.width as u32, (height / 2.0).ceil() as u32 * 2)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        self.draw_scale(canvas);
        self.draw_rows(canvas);
        self.draw_columns(canvas);
        let (left, top) = (self.left(), self.top());
        for (values, y) in self.values.iter().zip(&self.rows.starts) {
            for (value, x) in values.iter().zip(&self.columns.starts) {
                self.draw_cell(
                    canvas,
                    *value,
                    [(left + x, top + y), (left + x + self.columns.step, top + y + self.rows.step)],
                    self.numbered,
                );
            }
        }
    }
}

impl HeatPage {
    /// Returns the upper edge of the cells.
    fn top(&self) -> f64 {
        self.header.height() + SCALE_HEIGHT + self.columns.lead()
    }

    fn left(&self) -> f64 {
        MARGIN + self.rows.lead()
    }

    /// Returns the colour of a value; grey for none.
    fn colour(&self, value: Option<f64>) -> RGBColor {
        let part = value.zip(self.range).map(|(value, range)| range.part(value));
        part.map_or(GRID, |part| self.colours.at(part))
    }

    /// Draws one cell, with its number if `numbered`.
    fn draw_cell(
        &self,
        canvas: &Canvas,
        value: Option<f64>,
        corners: [PagePoint; 2],
        numbered: bool,
    ) {
        let colour = self.colour(value);
        canvas.fill(corners, colour);
        if !numbered {
            return;
        }
        let [(left, top), (right, bottom)] = corners;
        let ink = ink_on(colour);
        let number = TextFormat::plain((bottom - top - 2.0).min(13.0))
            .colour(ink)
            .anchored(HPos::Center, VPos::Center);
        let text = value.map_or_else(|| "–".to_owned(), |value| short(self.metric, value));
        canvas.text(&text, (f64::midpoint(left, right), f64::midpoint(top, bottom)), number)
    }

    /// Draws names, bands and means of the rows.
    fn draw_rows(&self, canvas: &Canvas) {
        let (left, top, label) =
            (self.left(), self.top(), self.label.anchored(HPos::Right, VPos::Center));
        let means = left + self.columns.means_at();
        for ((name, mean), y) in self.rows.names.iter().zip(&self.rows.means).zip(&self.rows.starts)
        {
            let middle = top + y + self.rows.step / 2.0;
            canvas.text(name, (left - 6.0, middle), label);
            if !self.numbered {
                let at_the_right = label.anchored(HPos::Left, VPos::Center);
                canvas.text(name, (means + MEAN + 6.0, middle), at_the_right);
            }
            self.draw_cell(
                canvas,
                *mean,
                [(means, top + y), (means + MEAN, top + y + self.rows.step)],
                true,
            );
        }
        let head = self.label.anchored(HPos::Center, VPos::Bottom).bold();
        canvas.text("mean", (means + MEAN / 2.0, top - 6.0), head);
        for band in &self.rows.bands {
            let name = abbreviate(&band.name, self.label.bold(), band.to - band.from);
            canvas.vertical_text(
                &name,
                (MARGIN + BAND / 2.0 - 4.0, top + f64::midpoint(band.from, band.to)),
                self.label.bold(),
            );
            canvas.path(
                &[
                    (MARGIN + BAND - 4.0, top + band.from + 1.0),
                    (MARGIN + BAND - 4.0, top + band.to - 1.0),
                ],
                FAINT,
                2.0,
                Dash::Solid,
            );
        }
    }

    /// Draws names, bands and means of the columns.
    fn draw_columns(&self, canvas: &Canvas) {
        let (left, top) = (self.left(), self.top());
        let means = top + self.rows.means_at();
        let height = self.rows.step.max(if self.numbered { 24.0 } else { self.columns.step });
        for ((name, mean), x) in
            self.columns.names.iter().zip(&self.columns.means).zip(&self.columns.starts)
        {
            let middle = left + x + self.columns.step / 2.0;
            // vertical texts are centred on their position, so half of the width aligns their ends
            let half = self.label.width(name) / 2.0;
            canvas.vertical_text(name, (middle, top - 6.0 - half), self.label);
            if !self.numbered {
                canvas.vertical_text(name, (middle, means + height + 6.0 + half), self.label);
            }
            self.draw_cell(
                canvas,
                *mean,
                [(left + x, means), (left + x + self.columns.step, means + height)],
                self.numbered,
            );
        }
        canvas.text(
            "mean",
            (left - 6.0, means + height / 2.0),
            self.label.anchored(HPos::Right, VPos::Center).bold(),
        );
        let above = top - self.columns.room;
        for band in &self.columns.bands {
            let name = abbreviate(&band.name, self.label.bold(), band.to - band.from);
            let set = self.label.bold().anchored(HPos::Center, VPos::Center);
            canvas.text(
                &name,
                (left + f64::midpoint(band.from, band.to), above - BAND / 2.0 - 2.0),
                set,
            );
            canvas.path(
                &[(left + band.from + 1.0, above - 2.0), (left + band.to - 1.0, above - 2.0)],
                FAINT,
                2.0,
                Dash::Solid,
            );
        }
    }

    /// Draws the colour scale.
    fn draw_scale(&self, canvas: &Canvas) {
        let Some(range) = self.range else { return };
        let write = |value, decimals| format_value(self.metric, value, decimals);
        let (colours, decimals) = (self.colours, decimals(self.metric));
        ColourScale { range, colours, write: &write, decimals, words: &self.words }
            .draw(canvas, self.header.height())
    }
}

/// Abbreviates a name to fit; empty if not even two letters do.
fn abbreviate(name: &str, set: TextFormat, room: f64) -> String {
    let ends = (2..=name.chars().count()).rev();
    let start = |count: usize| {
        let start: String = name.chars().take(count).collect();
        if count < name.chars().count() { format!("{}.", start.trim_end()) } else { start }
    };
    ends.map(start).find(|text| set.width(text) <= room).unwrap_or_default()
}

/// Returns black or white, whichever has the higher contrast; it is always at least 4.5 : 1.
fn ink_on(colour: RGBColor) -> RGBColor {
    let on = luminance(colour);
    if contrast(1.0, on) > contrast(on, 0.0) { RGBColor(255, 255, 255) } else { RGBColor(0, 0, 0) }
}

/// Returns the contrast of a lighter and a darker luminance (WCAG 2.2).
fn contrast(lighter: f64, darker: f64) -> f64 {
    (lighter + 0.05) / (darker + 0.05)
}

/// Returns the relative luminance of a colour (WCAG 2.2).
fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

#[cfg(test)]
mod tests {
    use super::super::ColourMap;
    use super::*;

    #[test]
    fn ink_has_enough_contrast_on_every_colour() {
        let parts = (0..=1000).map(|step| f64::from(step) / 1000.0);
        let all = parts
            .flat_map(|part| [ColourMap::Sequential, ColourMap::Diverging].map(|one| one.at(part)));
        for colour in all {
            let [on, ink] = [colour, ink_on(colour)].map(luminance);
            assert!(contrast(on.max(ink), on.min(ink)) >= 4.5, "{colour:?}");
        }
        // published: #767676 on white is the lightest grey with 4.5 : 1
        let grey = luminance(RGBColor(0x76, 0x76, 0x76));
        assert!((contrast(1.0, grey) - 4.54).abs() < 0.01);
    }
}
