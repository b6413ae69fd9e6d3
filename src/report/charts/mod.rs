//! Answers as charts, each as SVG and PNG.
//!
//! `warodds_charts` describes charts as plain data: the finding, the question, values, marks and
//! labels. One drawer (`draw`) turns the description into shapes by the same rules for
//! all charts, and the shapes into both formats. The font is built in, so charts look the same on
//! every machine. Side A is solid, side B hatched, dashed or square, so charts remain readable in
//! greyscale.

mod battle;
mod canvas;
mod draw;
mod painter;
mod render;
mod sheet;
mod theme;

use rayon::prelude::*;
use thiserror::Error;

pub use self::battle::{
    of_battle_advice, of_battle_luck, of_battle_odds, of_battles, of_list_comparison,
    of_list_matrix, of_list_search,
};
pub use self::render::load_fonts;
pub(crate) use self::sheet::draw_sheet;

use warodds_charts::{
    Page, analysis_pages, answer_pages, campaign_pages, field_pages, luck_pages, option_pages,
    round_pages, select_key_pages,
};

use super::Artifact;
use crate::answer::{Answer, CampaignAnswer, FieldAnswer, GameLuck};
use crate::request::RankBy;
use crate::request::why::Analysis;

/// Which charts are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// None.
    None,
    /// The most important charts, with all their pages: at most twelve pages together.
    #[default]
    Key,
    /// All of them.
    All,
}

/// Rendered charts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChartFiles {
    /// The files.
    pub files: Vec<Artifact>,
    /// The SVG files once more, as narrow as a phone: they are shown on pages alone.
    pub narrow: Vec<Artifact>,
    /// Notes on charts that were not drawn.
    pub notes: Vec<String>,
}

impl ChartFiles {
    /// Adds other charts after these.
    pub fn extend(&mut self, other: Self) {
        self.files.extend(other.files);
        self.narrow.extend(other.narrow);
        self.notes.extend(other.notes);
    }
}

/// Why a chart could not be drawn.
#[derive(Debug, Error)]
pub enum ChartError {
    /// The built-in font is broken.
    #[error("the built-in font cannot be read")]
    Font,
    /// The drawing library failed.
    #[error("cannot draw the chart {chart}: {reason}")]
    Draw {
        /// File name without extension.
        chart: String,
        /// Message of the library.
        reason: String,
    },
    /// The chart could not be encoded.
    #[error("cannot encode the chart {chart} as PNG: {source}")]
    Png {
        /// File name without extension.
        chart: String,
        /// Cause.
        source: warodds_bitmap::EncodingError,
    },
}

/// Draws all charts of the answers, each under `title`.
///
/// # Errors
/// If the drawing or encoding library fails; no known input causes that.
pub fn draw_all(title: &str, answers: &[Answer]) -> Result<ChartFiles, ChartError> {
    draw(title, answers, Selection::All)
}

/// Draws the selected charts of the answers.
///
/// # Errors
/// As [`draw_all`].
pub fn draw(
    title: &str,
    answers: &[Answer],
    selection: Selection,
) -> Result<ChartFiles, ChartError> {
    if selection == Selection::None {
        return Ok(ChartFiles::default());
    }
    let mut notes = Vec::new();
    let mut pages = answer_pages(title, answers, &mut notes);
    if selection == Selection::Key {
        pages = select_key_pages(pages, &mut notes);
    }
    render_pages(pages, notes)
}

/// Draws the charts of answers about fields, as `STEM.svg` and `STEM.png`; those of one of several
/// answers are named after its case: `STEM-flank`.
///
/// # Errors
/// As [`draw_all`].
pub(crate) fn draw_fields(
    stem: &str,
    answers: &[FieldAnswer],
    selection: Selection,
) -> Result<ChartFiles, ChartError> {
    if selection == Selection::None {
        return Ok(ChartFiles::default());
    }
    let mut notes = Vec::new();
    let mut pages = field_pages(stem, answers, &mut notes);
    // one answer has one chart, of as many pages as it needs
    if selection == Selection::Key && answers.len() > 1 {
        pages = select_key_pages(pages, &mut notes);
    }
    render_pages(pages, notes)
}

/// Draws what parts and numbers of a question are worth, if requested, as `STEM-contributions` and
/// `STEM-sensitivity`.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_analysis(
    stem: &str,
    answer: &Answer,
    analysis: &Analysis,
) -> Result<ChartFiles, ChartError> {
    let mut notes = Vec::new();
    render_pages(analysis_pages(stem, answer, analysis, &mut notes), notes)
}

/// Draws who has won a duel after each of its rounds, as `rounds`; nothing for less than two
/// rounds.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_rounds(title: &str, rounds: &[Answer]) -> Result<ChartFiles, ChartError> {
    render_pages(round_pages(title, rounds), Vec::new())
}

/// Draws options as `by` ranked them, as `options`; nothing for fewer than two.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_options(
    title: &str,
    options: &[(String, Answer)],
    by: RankBy,
) -> Result<ChartFiles, ChartError> {
    let mut notes = Vec::new();
    render_pages(option_pages(title, options, by, &mut notes), notes)
}

/// Draws how lucky the rolls of a game were, as `luck`.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_luck(found: &GameLuck) -> Result<ChartFiles, ChartError> {
    let mut notes = Vec::new();
    render_pages(luck_pages(found, &mut notes), notes)
}

/// Draws the charts of a campaign: chances to win, areas over time, and length.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_campaign(title: &str, campaign: &CampaignAnswer) -> Result<ChartFiles, ChartError> {
    let mut notes = Vec::new();
    render_pages(campaign_pages(title, campaign, &mut notes), notes)
}

/// Renders pages in both formats.
fn render_pages(pages: Vec<Page>, notes: Vec<String>) -> Result<ChartFiles, ChartError> {
    // texts are measured where charts are laid out
    render::load_fonts()?;
    let files: Vec<[Artifact; 2]> =
        pages.par_iter().map(render::render).collect::<Result<_, _>>()?;
    let narrow = pages.par_iter().map(render::render_narrow).collect::<Result<_, _>>()?;
    Ok(ChartFiles { files: files.into_iter().flatten().collect(), narrow, notes })
}

#[cfg(test)]
mod tests;
