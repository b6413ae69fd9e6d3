//! The shapes of a page, in units that do not depend on the format.

use std::cell::RefCell;

use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

use super::axis::PlotAxis;
use crate::report::words;

/// A position or size in units.
pub(super) type PagePoint = (f64, f64);

/// The width of every page, in units.
pub(super) const WIDTH: f64 = 960.0;
/// Font size of tick labels.
pub(super) const TICK: f64 = 15.0;
/// White space at the edges.
pub(super) const MARGIN: f64 = 20.0;
/// Colour of text and axes.
pub(super) const INK: RGBColor = RGBColor(32, 32, 36);
/// Colour of secondary text.
pub(super) const FAINT: RGBColor = RGBColor(92, 92, 100);
/// Colour of grid lines.
pub(super) const GRID: RGBColor = RGBColor(222, 222, 226);

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

/// The shapes of a page, in the order in which they are painted; later ones cover earlier ones.
#[derive(Default)]
pub(super) struct Canvas(RefCell<Vec<Shape>>);

/// A shape of a page; positions and sizes in units.
pub(super) enum Shape {
    Text { text: String, place: PagePoint, set: TextFormat, vertical: bool },
    Path { points: Vec<PagePoint>, colour: RGBColor, width: f64, dash: Dash },
    Rectangle { corners: [PagePoint; 2], colour: RGBColor },
    Shade { corners: Vec<PagePoint>, colour: RGBColor },
    Marker { marker: Marker, place: PagePoint, colour: RGBColor },
    Axes { frame: PlotFrame, upright: f64, axes: [PlotAxis; 2] },
}

impl Canvas {
    fn add(&self, shape: Shape) {
        self.0.borrow_mut().push(shape);
    }

    /// Writes a text.
    pub(super) fn text(&self, text: &str, place: PagePoint, set: TextFormat) {
        self.add(Shape::Text { text: text.to_owned(), place, set, vertical: false });
    }

    /// Writes a text upwards, centred on a position.
    pub(super) fn vertical_text(&self, text: &str, place: PagePoint, set: TextFormat) {
        let set = set.anchored(HPos::Center, VPos::Center);
        self.add(Shape::Text { text: text.to_owned(), place, set, vertical: true });
    }

    /// Writes lines of text below each other.
    pub(super) fn lines(&self, lines: &[String], (x, y): PagePoint, set: TextFormat) {
        for (row, line) in lines.iter().enumerate() {
            self.text(line, (x, y + row as f64 * set.line_height()), set);
        }
    }

    /// Draws a line through points.
    pub(super) fn path(&self, points: &[PagePoint], colour: RGBColor, width: f64, dash: Dash) {
        self.add(Shape::Path { points: points.to_vec(), colour, width, dash });
    }

    /// Fills a rectangle between two corners.
    pub(super) fn fill(&self, corners: [PagePoint; 2], colour: RGBColor) {
        self.add(Shape::Rectangle { corners, colour });
    }

    /// Fills a polygon with a translucent colour.
    pub(super) fn shade(&self, corners: &[PagePoint], colour: RGBColor) {
        self.add(Shape::Shade { corners: corners.to_vec(), colour });
    }

    /// Draws a whisker: a line with a short stroke across each end.
    pub(super) fn whisker(&self, ends: [PagePoint; 2], across: PagePoint, colour: RGBColor) {
        self.path(&ends, colour, 1.5, Dash::Solid);
        let end = |(x, y): PagePoint| [(x - across.0, y - across.1), (x + across.0, y + across.1)];
        ends.into_iter().for_each(|place| self.path(&end(place), colour, 1.5, Dash::Solid));
    }

    /// Draws a marker.
    pub(super) fn marker(&self, marker: Marker, place: PagePoint, colour: RGBColor) {
        self.add(Shape::Marker { marker, place, colour });
    }

    /// Draws the axes of a plot; leaves `upright` units free at the left.
    pub(super) fn axes(&self, frame: PlotFrame, upright: f64, axes: [&PlotAxis; 2]) {
        self.add(Shape::Axes { frame, upright, axes: axes.map(PlotAxis::clone) });
    }

    /// Returns the shapes.
    pub(super) fn into_shapes(self) -> Vec<Shape> {
        self.0.into_inner()
    }
}

/// The position of a plot on the page, including its tick labels and words.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlotFrame {
    /// Upper left corner.
    pub corner: PagePoint,
    /// Width and height.
    pub size: PagePoint,
    /// Width of tick labels at the left.
    pub left: f64,
    /// Height of tick labels and words at the bottom.
    pub below: f64,
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
    pub(super) const fn lengths(self) -> Option<PagePoint> {
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
