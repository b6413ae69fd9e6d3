//! A drawing area in units that do not depend on the format, and the shapes of charts.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, FontTransform, RGBColor, ShapeStyle, TextStyle,
};

use crate::report::words;

/// Result of drawing.
pub(super) type DrawResult<DB> =
    Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;
/// A position or size in units.
pub(super) type PagePoint = (f64, f64);

/// The width of every page, in units.
pub(super) const WIDTH: f64 = 960.0;
/// White space at the edges.
pub(super) const MARGIN: f64 = 20.0;
/// Colour of text and axes.
pub(super) const INK: RGBColor = RGBColor(32, 32, 36);
/// Colour of secondary text.
pub(super) const FAINT: RGBColor = RGBColor(92, 92, 100);
/// Colour of grid lines.
pub(super) const GRID: RGBColor = RGBColor(222, 222, 226);
/// Opacity of light fillings.
const SHADE: f64 = 0.22;

/// Size, weight, colour and alignment of a text.
#[derive(Clone, Copy)]
pub(super) struct TextFormat {
    /// Font size in units.
    pub size: f64,
    /// Whether it is bold.
    pub bold: bool,
    /// Colour.
    pub colour: RGBColor,
    /// Horizontal anchor.
    pub across: HPos,
    /// Vertical anchor.
    pub down: VPos,
}

impl TextFormat {
    /// Creates plain text of a size, anchored at its upper left corner.
    pub(super) const fn plain(size: f64) -> Self {
        Self { size, bold: false, colour: INK, across: HPos::Left, down: VPos::Top }
    }

    /// Returns the format in bold.
    pub(super) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Returns the format in another colour.
    pub(super) const fn colour(self, colour: RGBColor) -> Self {
        Self { colour, ..self }
    }

    /// Returns the format with other anchors.
    pub(super) const fn anchored(self, across: HPos, down: VPos) -> Self {
        Self { across, down, ..self }
    }

    /// Returns the width of a text in units.
    pub(super) fn width(&self, text: &str) -> f64 {
        let font = FontDesc::new(FontFamily::SansSerif, self.size, self.style());
        font.box_size(text)
            // the library truncates widths to whole units, hence the 1.0; it fails only without a
            // font, for which an em per character is an upper bound
            .map_or(text.chars().count() as f64 * self.size, |(width, _)| f64::from(width) + 1.0)
    }

    /// Wraps a text into at most `lines` lines of `width` units.
    pub(super) fn wrap(&self, text: &str, lines: usize, width: f64) -> Vec<String> {
        words::wrap(&words::clean(text), lines, |part| self.width(part) <= width)
    }

    /// Wraps a text into as many lines of `width` units as it needs.
    pub(super) fn wrap_whole(&self, text: &str, width: f64) -> Vec<String> {
        words::wrap_whole(&words::clean(text), |part| self.width(part) <= width)
    }

    /// Returns the height of a line.
    pub(super) fn line_height(&self) -> f64 {
        self.size * 1.2
    }

    const fn style(&self) -> FontStyle {
        if self.bold { FontStyle::Bold } else { FontStyle::Normal }
    }

    /// Converts the format for the drawing library, `scale` times as large.
    pub(super) fn scaled(&self, scale: f64) -> TextStyle<'static> {
        let font = FontDesc::new(FontFamily::SansSerif, self.size * scale, self.style());
        TextStyle {
            font,
            color: self.colour.to_backend_color(),
            pos: Pos::new(self.across, self.down),
        }
    }
}

/// The drawing area of a page.
pub(super) struct Canvas<DB: DrawingBackend> {
    /// The area in the backend's pixels.
    pub area: DrawingArea<DB, Shift>,
    /// Pixels per unit.
    pub scale: f64,
}

impl<DB: DrawingBackend> Canvas<DB> {
    /// Creates a canvas with `scale` pixels per unit.
    pub(super) fn new(area: DrawingArea<DB, Shift>, scale: u32) -> Self {
        Self { area, scale: f64::from(scale) }
    }

    /// Converts units to whole pixels.
    pub(super) fn pixels(&self, units: f64) -> i32 {
        (units * self.scale).round() as i32
    }

    fn at(&self, (x, y): PagePoint) -> (i32, i32) {
        (self.pixels(x), self.pixels(y))
    }

    /// Returns the style of a line; `width` in units.
    pub(super) fn stroke(&self, colour: RGBColor, width: f64) -> ShapeStyle {
        // a thin line must not be rounded to no line at all at scale 1
        colour.stroke_width(self.pixels(width).max(1).unsigned_abs())
    }

    /// Writes a text.
    pub(super) fn text(&self, text: &str, place: PagePoint, set: TextFormat) -> DrawResult<DB> {
        self.area.draw(&Text::new(text.to_owned(), self.at(place), set.scaled(self.scale)))
    }

    /// Writes a text upwards, centred on a position.
    pub(super) fn vertical_text(
        &self,
        text: &str,
        place: PagePoint,
        set: TextFormat,
    ) -> DrawResult<DB> {
        let style = set
            .anchored(HPos::Center, VPos::Center)
            .scaled(self.scale)
            .transform(FontTransform::Rotate270);
        self.area.draw(&Text::new(text.to_owned(), self.at(place), style))
    }

    /// Writes lines of text below each other.
    pub(super) fn lines(
        &self,
        lines: &[String],
        (x, y): PagePoint,
        set: TextFormat,
    ) -> DrawResult<DB> {
        lines.iter().enumerate().try_for_each(|(row, line)| {
            self.text(line, (x, y + row as f64 * set.line_height()), set)
        })
    }

    /// Draws a line through points.
    pub(super) fn path(
        &self,
        points: &[PagePoint],
        colour: RGBColor,
        width: f64,
        dash: Dash,
    ) -> DrawResult<DB> {
        let pixels: Vec<(i32, i32)> = points.iter().map(|&point| self.at(point)).collect();
        let style = self.stroke(colour, width);
        match dash.lengths() {
            None => self.area.draw(&PathElement::new(pixels, style)),
            Some((on, off)) => self.area.draw(&DashedPathElement::new(
                pixels,
                self.pixels(on),
                self.pixels(off),
                style,
            )),
        }
    }

    /// Fills a rectangle between two corners.
    pub(super) fn fill(&self, corners: [PagePoint; 2], colour: RGBColor) -> DrawResult<DB> {
        // corners are rounded to whole pixels one by one, so neighbouring cells share an edge and
        // leave no gap
        self.area.draw(&Rectangle::new(corners.map(|corner| self.at(corner)), colour.filled()))
    }

    /// Fills a polygon with a translucent colour.
    pub(super) fn shade(&self, corners: &[PagePoint], colour: RGBColor) -> DrawResult<DB> {
        let pixels: Vec<(i32, i32)> = corners.iter().map(|&corner| self.at(corner)).collect();
        self.area.draw(&Polygon::new(pixels, colour.mix(SHADE).filled()))
    }

    /// Draws a whisker: a line with a short stroke across each end.
    pub(super) fn whisker(
        &self,
        ends: [PagePoint; 2],
        across: PagePoint,
        colour: RGBColor,
    ) -> DrawResult<DB> {
        self.path(&ends, colour, 1.5, Dash::Solid)?;
        let end = |(x, y): PagePoint| [(x - across.0, y - across.1), (x + across.0, y + across.1)];
        ends.into_iter().try_for_each(|place| self.path(&end(place), colour, 1.5, Dash::Solid))
    }

    /// Draws a marker.
    pub(super) fn marker(
        &self,
        marker: Marker,
        (x, y): PagePoint,
        colour: RGBColor,
    ) -> DrawResult<DB> {
        let shape = |corners: &[PagePoint]| {
            corners.iter().map(|(dx, dy)| self.at((x + dx, y + dy))).collect::<Vec<_>>()
        };
        let polygon =
            |corners: &[PagePoint]| self.area.draw(&Polygon::new(shape(corners), colour.filled()));
        let outline = |corners: &[PagePoint]| {
            self.area.draw(&PathElement::new(shape(corners), self.stroke(colour, 2.0)))
        };
        match marker {
            Marker::Dot => {
                self.area.draw(&Circle::new(self.at((x, y)), self.pixels(4.5), colour.filled()))
            }
            Marker::Square => polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
            Marker::Triangle => polygon(&[(0.0, -5.5), (5.5, 4.5), (-5.5, 4.5)]),
            Marker::Diamond => polygon(&[(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)]),
            Marker::Cross => outline(&[(-4.5, -4.5), (4.5, 4.5)])
                .and_then(|()| outline(&[(-4.5, 4.5), (4.5, -4.5)])),
            // filled white first, so that the line through the point does not cross the ring
            Marker::Ring => {
                self.area.draw(&Circle::new(
                    self.at((x, y)),
                    self.pixels(4.5),
                    plotters::style::WHITE.filled(),
                ))?;
                self.area.draw(&Circle::new(
                    self.at((x, y)),
                    self.pixels(4.5),
                    self.stroke(colour, 2.0),
                ))
            }
        }
    }
}

/// The dash pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    /// A solid line.
    Solid,
    /// Long dashes.
    Long,
    /// Short dashes.
    Short,
}

impl Dash {
    /// Returns the lengths of dash and gap in units.
    const fn lengths(self) -> Option<PagePoint> {
        match self {
            Self::Solid => None,
            Self::Long => Some((11.0, 5.0)),
            Self::Short => Some((4.0, 4.0)),
        }
    }
}

/// The shape of a data point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    /// A filled circle.
    Dot,
    /// A filled square.
    Square,
    /// A filled triangle.
    Triangle,
    /// A filled square on its corner.
    Diamond,
    /// Two crossed lines.
    Cross,
    /// An empty circle.
    Ring,
}

/// Returns a page's size in units. The height is even, so that a bitmap of 1.5 times the size has
/// whole pixels.
pub(super) fn page_size(height: f64) -> (u32, u32) {
    (WIDTH as u32, (height / 2.0).ceil() as u32 * 2)
}
