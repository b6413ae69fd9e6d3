//! A bitmap backend that places text where SVG does.
//!
//! The font code of the library's bitmap backend draws text an eighth of its size too high, so that
//! numbers touch the axis above. All other drawing is delegated.

use plotters::prelude::BitMapBackend;
use plotters::style::FontTransform;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

/// Downward shift of text, in parts of its size.
const LOWERED: f64 = 0.125;

/// A bitmap with corrected text positions.
pub struct Bitmap<'a>(BitMapBackend<'a>);

impl<'a> Bitmap<'a> {
    /// Draws on a buffer of `size` pixels: three bytes each, row by row.
    pub fn on(bytes: &'a mut [u8], size: (u32, u32)) -> Self {
        Self(BitMapBackend::with_buffer(bytes, size))
    }
}

type Outcome<'a> = Result<(), DrawingErrorKind<<BitMapBackend<'a> as DrawingBackend>::ErrorType>>;

impl<'a> DrawingBackend for Bitmap<'a> {
    type ErrorType = <BitMapBackend<'a> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Outcome<'a> {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Outcome<'a> {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Outcome<'a> {
        self.0.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Outcome<'a> {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Outcome<'a> {
        self.0.draw_rect(from, to, style, fill)
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Outcome<'a> {
        let down = (style.size() * LOWERED).round() as i32;
        // down as the text sees it: rotated text moves sideways on the page
        let place = match style.transform() {
            FontTransform::None => (x, y + down),
            FontTransform::Rotate90 => (x - down, y),
            FontTransform::Rotate180 => (x, y - down),
            FontTransform::Rotate270 => (x + down, y),
        };
        self.0.draw_text(text, style, place)
    }
}
