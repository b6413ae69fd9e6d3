//! Renders each page as SVG and PNG from the same drawing code.

use std::sync::OnceLock;

use plotters::prelude::{DrawingBackend, SVGBackend};
use plotters::style::{FontStyle, register_font};
use warodds_bitmap::Pixels;

use super::canvas::{Canvas, FAMILY};
use super::theme::{PHONE, WIDTH};
use super::{ChartError, draw, painter};
use crate::report::Artifact;
use crate::report::words::clean;
use warodds_charts::Page;
use warodds_charts::spec::Chart;

static REGULAR: &[u8] = include_bytes!("../../../assets/fonts/Archivo-400.ttf");
static BOLD: &[u8] = include_bytes!("../../../assets/fonts/Archivo-700.ttf");

/// Pixels of the bitmap per unit; it is halved afterwards, because the backend does not smooth
/// lines.
const DRAWN: u32 = 4;
/// Steps per unit of the SVG, whose coordinates are whole numbers.
const FINE: u32 = 2;

/// Registers the built-in font with plotters, once; all charts do this by themselves. Its name is a
/// list of families, so that browsers show the SVG in a font of a similar width if they lack this
/// one. Other users of plotters get it as `sans-serif`.
///
/// # Errors
/// [`ChartError::Font`] if the font cannot be read.
pub fn load_fonts() -> Result<(), ChartError> {
    static LOADED: OnceLock<bool> = OnceLock::new();
    let load = || {
        let register = |name, style, bytes| register_font(name, style, bytes).is_ok();
        [FAMILY, "sans-serif"].into_iter().all(|name| {
            register(name, FontStyle::Normal, REGULAR) && register(name, FontStyle::Bold, BOLD)
        })
    };
    if *LOADED.get_or_init(load) { Ok(()) } else { Err(ChartError::Font) }
}

/// Renders a page as SVG and PNG.
pub(super) fn render(page: &Page) -> Result<[Artifact; 2], ChartError> {
    let name = &page.name;
    Ok([
        Artifact::new(format!("{name}.svg"), svg(page, WIDTH)?),
        Artifact::new(format!("{name}.png"), png(page)?),
    ])
}

/// Renders a page as SVG for a phone.
pub(super) fn render_narrow(page: &Page) -> Result<Artifact, ChartError> {
    Ok(Artifact::new(format!("{}.svg", page.name), svg(page, PHONE)?))
}

fn svg(page: &Page, least: f64) -> Result<String, ChartError> {
    let (canvas, (width, height)) = draw::draw(&page.chart, least);
    let mut text = String::new();
    let backend = SVGBackend::with_string(&mut text, (width * FINE, height * FINE));
    paint(page, canvas, backend, FINE)?;
    // shown at its natural size, not at that of the fine steps
    let fine = format!("<svg width=\"{}\" height=\"{}\"", width * FINE, height * FINE);
    let text = text.replacen(&fine, &format!("<svg width=\"{width}\" height=\"{height}\""), 1);
    Ok(with_description(text, &page.chart))
}

/// Adds the words of the chart as title and description, for screen readers.
fn with_description(mut svg: String, chart: &Chart) -> String {
    let start = svg.find("<svg").and_then(|tag| svg.get(tag..)?.find('>').map(|end| tag + end));
    if let Some(end) = start {
        let key = chart.key.iter().map(|phrase| phrase.text.as_str());
        let lines = [chart.question.as_str()].into_iter().chain(key).chain([chart.foot.as_str()]);
        let words = lines.collect::<Vec<_>>().join(" ");
        // later position first: inserting at `end` would move it
        let (title, words) = (escape(&clean(&chart.title)), escape(&clean(&words)));
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
    let (canvas, size) = draw::draw(&page.chart, WIDTH);
    let mut large = Pixels::new(size, DRAWN);
    paint(page, canvas, large.canvas(), DRAWN)?;
    large.halved().to_png().map_err(|source| ChartError::Png { chart: page.name.clone(), source })
}

fn paint<DB: DrawingBackend>(
    page: &Page,
    canvas: Canvas,
    backend: DB,
    scale: u32,
) -> Result<(), ChartError> {
    painter::paint(canvas, backend, scale)
        .map_err(|error| ChartError::Draw { chart: page.name.clone(), reason: error.to_string() })
}
