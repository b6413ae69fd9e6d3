//! Renders each page as SVG and PNG from the same drawing code.

use std::sync::OnceLock;

use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters::style::{FontStyle, register_font};
use warodds_bitmap::Pixels;

use super::canvas::Canvas;
use super::header::Header;
use super::{ChartError, Page, painter};
use crate::report::Artifact;

static REGULAR: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans-subset.ttf");
static BOLD: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans-Bold-subset.ttf");

/// Scale of the bitmap relative to the SVG; it is halved afterwards, because the backend does not
/// smooth lines.
const DRAWN: u32 = 3;

/// The content of a page.
pub(super) trait ChartPage: Send + Sync {
    /// Returns the header.
    fn header(&self) -> &Header;

    /// Returns the size in units.
    fn size(&self) -> (u32, u32);

    /// Draws the page.
    fn draw(&self, canvas: &Canvas);
}

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
    paint(page, SVGBackend::with_string(&mut text, page.picture.size()), 1)?;
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
    paint(page, large.canvas(), DRAWN)?;
    large.halved().to_png().map_err(|source| ChartError::Png { chart: page.name.clone(), source })
}

fn paint<DB: DrawingBackend>(page: &Page, backend: DB, scale: u32) -> Result<(), ChartError> {
    let canvas = Canvas::default();
    page.picture.draw(&canvas);
    painter::paint(canvas, backend, scale)
        .map_err(|error| ChartError::Draw { chart: page.name.clone(), reason: error.to_string() })
}
