//! Renders each page as SVG and PNG from the same drawing code.

use std::sync::OnceLock;

use plotters::drawing::IntoDrawingArea;
use plotters::prelude::{DrawingBackend, SVGBackend, WHITE};
use plotters::style::{FontStyle, register_font};
use warodds_bitmap::Pixels;

use super::canvas::{Canvas, DrawResult};
use super::header::Header;
use super::{ChartError, Page, Picture};
use crate::report::Artifact;

static REGULAR: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans-subset.ttf");
static BOLD: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans-Bold-subset.ttf");

/// Scale of the bitmap relative to the SVG; it is halved afterwards, because the backend does not
/// smooth lines.
const DRAWN: u32 = 3;

/// Registers the built-in font with plotters, once; all charts do this by themselves. Its family name is the generic CSS one, so that browsers show
/// the SVG in a font they have.
///
/// # Errors
/// [`ChartError::Font`] if the font cannot be read.
pub fn load_fonts() -> Result<(), ChartError> {
    static LOADED: OnceLock<bool> = OnceLock::new();
    let load = || {
        let register = |style, bytes| register_font("sans-serif", style, bytes).is_ok();
        register(FontStyle::Normal, REGULAR) && register(FontStyle::Bold, BOLD)
    };
    if *LOADED.get_or_init(load) { Ok(()) } else { Err(ChartError::Font) }
}

/// Renders a page as SVG and PNG.
pub(super) fn render(page: &Page) -> Result<[Artifact; 2], ChartError> {
    let name = &page.name;
    Ok([
        Artifact::new(format!("{name}.svg"), svg(page)?),
        Artifact::new(format!("{name}.png"), png(page)?),
    ])
}

fn svg(page: &Page) -> Result<String, ChartError> {
    let mut text = String::new();
    draw(page, SVGBackend::with_string(&mut text, page.picture.size()), 1)?;
    Ok(with_description(text, page.picture.header()))
}

/// Adds the header as title and description, for screen readers.
fn with_description(mut svg: String, header: &Header) -> String {
    let start = svg.find("<svg").and_then(|tag| svg.get(tag..)?.find('>').map(|end| tag + end));
    if let Some(end) = start {
        // later position first: inserting at `end` would move it
        let (title, words) = (escape(&header.title()), escape(&header.words()));
        svg.insert_str(end + 1, &format!("\n<title>{title}</title>\n<desc>{words}</desc>"));
        svg.insert_str(end, " role=\"img\"");
    }
    svg
}

/// Escapes a text for XML.
fn escape(text: &str) -> String {
    // quotes need no escape between tags, and `&` must come first
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn png(page: &Page) -> Result<Vec<u8>, ChartError> {
    let mut large = Pixels::new(page.picture.size(), DRAWN);
    draw(page, large.canvas(), DRAWN)?;
    large.halved().to_png().map_err(|source| ChartError::Png { chart: page.name.clone(), source })
}

fn draw<DB: DrawingBackend>(page: &Page, backend: DB, scale: u32) -> Result<(), ChartError> {
    let area = backend.into_drawing_area();
    let canvas = Canvas::new(area, scale);
    let drawn = canvas
        .area
        // SVG is transparent by default: on a dark page, dark text would be unreadable
        .fill(&WHITE)
        .and_then(|()| page.picture.draw(&canvas))
        .and_then(|()| canvas.area.present());
    drawn.map_err(|error| ChartError::Draw { chart: page.name.clone(), reason: error.to_string() })
}

impl Picture {
    fn header(&self) -> &Header {
        match self {
            Self::Expected(page) => page.header(),
            Self::Distribution(page) => page.header(),
            Self::Curve(page) => page.header(),
            Self::Heat(page) => page.header(),
            Self::Bars(page) => page.header(),
            Self::Course(page) => page.header(),
            Self::Battle(page) => page.header(),
        }
    }

    fn size(&self) -> (u32, u32) {
        match self {
            Self::Expected(page) => page.size(),
            Self::Distribution(page) => page.size(),
            Self::Curve(page) => page.size(),
            Self::Heat(page) => page.size(),
            Self::Bars(page) => page.size(),
            Self::Course(page) => page.size(),
            Self::Battle(page) => page.size(),
        }
    }

    fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> DrawResult<DB> {
        match self {
            Self::Expected(page) => page.draw(canvas),
            Self::Distribution(page) => page.draw(canvas),
            Self::Curve(page) => page.draw(canvas),
            Self::Heat(page) => page.draw(canvas),
            Self::Bars(page) => page.draw(canvas),
            Self::Course(page) => page.draw(canvas),
            Self::Battle(page) => page.draw(canvas),
        }
    }
}
