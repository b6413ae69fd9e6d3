//! The shapes of a page, in units that do not depend on the format.

use std::cell::RefCell;

use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBColor, TextStyle};

use crate::report::words;

/// The fonts of charts; the first is built in, the others have similar widths.
pub(super) const FAMILY: &str = "Archivo, Helvetica, Arial, sans-serif";
/// What the drawing library takes for the size of a font with an em of 1.
const EM: f64 = 1.24;
/// Colour of text.
pub(super) const INK: RGBColor = RGBColor(0x12, 0x20, 0x1c);

/// A position or size in units.
pub(super) type PagePoint = (f64, f64);

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
        let font = FontDesc::new(FontFamily::Name(FAMILY), EM * self.size, self.style());
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
        let font = FontDesc::new(FontFamily::Name(FAMILY), EM * self.size * scale, self.style());
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
    Polygon { corners: Vec<PagePoint>, colour: RGBColor },
    Shade { corners: Vec<PagePoint>, colour: RGBColor },
    Marker { marker: Marker, place: PagePoint, colour: RGBColor },
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

    /// Fills a rectangle with diagonal stripes on a ground.
    pub(super) fn hatch(&self, corners: [PagePoint; 2], ground: RGBColor, stripe: RGBColor) {
        self.fill(corners, ground);
        let [(left, top), (right, bottom)] = ordered(corners);
        let whole = [(left, top), (right, top), (right, bottom), (left, bottom)];
        // stripes lie between lines of constant x + y
        let (first, last) = ((left + top) / STRIPE.1, (right + bottom) / STRIPE.1);
        for number in first.floor() as i64..=last.ceil() as i64 {
            let start = number as f64 * STRIPE.1;
            let below = clip(&whole, |(x, y)| x + y - start);
            let corners = clip(&below, |(x, y)| start + STRIPE.0 - x - y);
            if corners.len() > 2 {
                self.add(Shape::Polygon { corners, colour: stripe });
            }
        }
    }

    /// Draws the outline of a rectangle.
    pub(super) fn outline(&self, corners: [PagePoint; 2], colour: RGBColor, width: f64) {
        let [(left, top), (right, bottom)] = ordered(corners);
        let around = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        self.path(&around, colour, width, Dash::Solid);
    }

    /// Returns the shapes.
    pub(super) fn into_shapes(self) -> Vec<Shape> {
        self.0.into_inner()
    }
}

#[cfg(test)]
impl Canvas {
    /// Returns each text with the corners of the rectangle that it covers.
    pub(super) fn text_boxes(&self) -> Vec<(String, [PagePoint; 2])> {
        let covered = |shape: &Shape| match shape {
            Shape::Text { text, place: (x, y), set, vertical } => {
                // the least width that is surely covered: measured widths are rounded up
                let (long, high) = (set.width(text) - 1.5, set.size * 0.85);
                let (width, height) = if *vertical { (high, long) } else { (long, high) };
                let left = match set.across {
                    HPos::Left => *x,
                    HPos::Center => x - width / 2.0,
                    HPos::Right => x - width,
                };
                let top = match set.down {
                    VPos::Top => *y,
                    VPos::Center => y - height / 2.0,
                    VPos::Bottom => y - height,
                };
                Some((text.clone(), [(left, top), (left + width, top + height)]))
            }
            _ => None,
        };
        self.0.borrow().iter().filter_map(covered).collect()
    }
}

/// Width of a stripe, and the distance between two along either axis, in units.
const STRIPE: (f64, f64) = (3.0, 6.5);

/// Returns the upper left and the lower right corner of a rectangle.
fn ordered([(a, b), (c, d)]: [PagePoint; 2]) -> [PagePoint; 2] {
    [(a.min(c), b.min(d)), (a.max(c), b.max(d))]
}

/// Returns the part of a convex polygon where `side` is not negative.
fn clip(corners: &[PagePoint], side: impl Fn(PagePoint) -> f64) -> Vec<PagePoint> {
    let mut inside = Vec::new();
    for (place, &from) in corners.iter().enumerate() {
        let Some(&to) = corners.get((place + 1) % corners.len()) else { continue };
        let (here, there) = (side(from), side(to));
        if here >= 0.0 {
            inside.push(from);
        }
        if (here < 0.0) != (there < 0.0) {
            let part = here / (here - there);
            inside.push((from.0 + part * (to.0 - from.0), from.1 + part * (to.1 - from.1)));
        }
    }
    inside
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
            Self::Long => Some((7.0, 4.0)),
            Self::Short => Some((2.5, 3.0)),
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
