//! Paints the shapes of a page on a backend of the drawing library.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, DashedPathElement, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::DrawingBackend;
use plotters::style::{Color, FontTransform, RGBColor, ShapeStyle, WHITE};

use super::canvas::{Canvas, Marker, PagePoint, Shape};

/// Opacity of light fillings.
const SHADE: f64 = 0.22;

/// Result of painting.
type DrawResult<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Paints a page with `scale` pixels per unit.
pub(super) fn paint<DB: DrawingBackend>(canvas: Canvas, backend: DB, scale: u32) -> DrawResult<DB> {
    let painter = Painter { area: backend.into_drawing_area(), scale: f64::from(scale) };
    // SVG is transparent by default: on a dark page, dark text would be unreadable
    painter.area.fill(&WHITE)?;
    canvas.into_shapes().into_iter().try_for_each(|shape| painter.paint(shape))?;
    painter.area.present()
}

/// A backend on which shapes are painted.
struct Painter<DB: DrawingBackend> {
    /// The area in the backend's pixels.
    area: DrawingArea<DB, Shift>,
    /// Pixels per unit.
    scale: f64,
}

impl<DB: DrawingBackend> Painter<DB> {
    /// Converts units to whole pixels.
    fn pixels(&self, units: f64) -> i32 {
        (units * self.scale).round() as i32
    }

    fn at(&self, (x, y): PagePoint) -> (i32, i32) {
        (self.pixels(x), self.pixels(y))
    }

    /// Returns the style of a line; `width` in units.
    fn stroke(&self, colour: RGBColor, width: f64) -> ShapeStyle {
        // a thin line must not be rounded to no line at all at scale 1
        colour.stroke_width(self.pixels(width).max(1).unsigned_abs())
    }

    fn paint(&self, shape: Shape) -> DrawResult<DB> {
        let all = |points: &[PagePoint]| -> Vec<(i32, i32)> {
            points.iter().map(|point| self.at(*point)).collect()
        };
        match shape {
            Shape::Text { text, place, set, vertical } => {
                let turn = if vertical { FontTransform::Rotate270 } else { FontTransform::None };
                let style = set.scaled(self.scale).transform(turn);
                self.area.draw(&Text::new(text, self.at(place), style))
            }
            Shape::Path { points, colour, width, dash } => {
                let (pixels, style) = (all(&points), self.stroke(colour, width));
                match dash.lengths().map(|(on, off)| (self.pixels(on), self.pixels(off))) {
                    None => self.area.draw(&PathElement::new(pixels, style)),
                    Some((on, off)) => {
                        self.area.draw(&DashedPathElement::new(pixels, on, off, style))
                    }
                }
            }
            // corners are rounded to whole pixels one by one, so neighbouring cells share an edge
            // and leave no gap
            Shape::Rectangle { corners, colour } => self
                .area
                .draw(&Rectangle::new(corners.map(|corner| self.at(corner)), colour.filled())),
            Shape::Shade { corners, colour } => {
                self.area.draw(&Polygon::new(all(&corners), colour.mix(SHADE).filled()))
            }
            Shape::Marker { marker, place, colour } => self.marker(marker, place, colour),
            Shape::Polygon { corners, colour } => {
                self.area.draw(&Polygon::new(all(&corners), colour.filled()))
            }
        }
    }

    fn marker(&self, marker: Marker, (x, y): PagePoint, colour: RGBColor) -> DrawResult<DB> {
        let shape = |corners: &[PagePoint]| {
            corners.iter().map(|(dx, dy)| self.at((x + dx, y + dy))).collect::<Vec<_>>()
        };
        let polygon =
            |corners: &[PagePoint]| self.area.draw(&Polygon::new(shape(corners), colour.filled()));
        let outline = |corners: &[PagePoint]| {
            self.area.draw(&PathElement::new(shape(corners), self.stroke(colour, 2.0)))
        };
        let circle = |style| self.area.draw(&Circle::new(self.at((x, y)), self.pixels(4.5), style));
        match marker {
            Marker::Dot => circle(colour.filled()),
            Marker::Square => polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
            Marker::Triangle => polygon(&[(0.0, -5.5), (5.5, 4.5), (-5.5, 4.5)]),
            Marker::Diamond => polygon(&[(0.0, -6.0), (6.0, 0.0), (0.0, 6.0), (-6.0, 0.0)]),
            Marker::Cross => outline(&[(-4.5, -4.5), (4.5, 4.5)])
                .and_then(|()| outline(&[(-4.5, 4.5), (4.5, -4.5)])),
            // filled white first, so that the line through the point does not cross the ring
            Marker::Ring => circle(WHITE.filled()).and_then(|()| circle(self.stroke(colour, 2.0))),
        }
    }
}
