//! Answers as charts, each as SVG and PNG.
//!
//! Answers are described as plain data (`spec.rs`): the finding, the question, values, marks and
//! labels. One drawer (`draw`) turns the description into shapes by the same rules for
//! all charts, and the shapes into both formats. The font is built in, so charts look the same on
//! every machine. Side A is solid, side B hatched, dashed or square, so charts remain readable in
//! greyscale.

mod battle;
mod campaign;
mod canvas;
mod counts;
mod draw;
mod duels;
mod field_bars;
mod fields;
mod heat;
mod lines;
mod means;
mod options;
mod painter;
mod ranked;
mod rate;
mod render;
mod sheet;
mod spec;
mod sweeps;
mod theme;
mod wording;

use rayon::prelude::*;
use thiserror::Error;

pub use self::battle::{of_battle_luck, of_battles};
pub(crate) use self::fields::draw_fields;
pub use self::render::load_fonts;
pub(crate) use self::sheet::draw_sheet;

use self::PageNumbering::IfSeveral;
use self::spec::Chart;

use super::group::group_answers;
use super::{Artifact, leading_quantities};
use crate::answer::{Answer, CampaignAnswer, GameLuck};
use crate::counted::{counted, noun};
use crate::request::RankBy;
use crate::request::why::Analysis;

/// Charts with more pages are not drawn: nobody would read them.
const MOST_PAGES: usize = 200;
/// Most pages of the key charts together.
const KEY_PAGES: usize = 12;

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
    /// Notes on charts that were not drawn.
    pub notes: Vec<String>,
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

/// A page to draw, with the name of its files.
struct Page {
    name: String,
    /// Page number within its chart, from 1.
    number: usize,
    chart: Chart,
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
    let mut pages = pages(title, answers, &mut notes);
    if selection == Selection::Key {
        pages = select_key_pages(pages, &mut notes);
    }
    render_pages(pages, notes)
}

/// Selects the key charts. A chart is selected with all of its pages or not at all.
fn select_key_pages(pages: Vec<Page>, notes: &mut Vec<String>) -> Vec<Page> {
    let all = pages.len();
    let mut sets: Vec<Vec<Page>> = Vec::new();
    for page in pages {
        match sets.last_mut().filter(|_| page.number > 1) {
            Some(set) => set.push(page),
            None => sets.push(vec![page]),
        }
    }
    let mut selected: Vec<Page> = Vec::new();
    for set in sets {
        // a long chart is skipped, and a shorter one after it may still fit
        if selected.len() + set.len() <= KEY_PAGES {
            selected.extend(set);
        }
    }
    if selected.len() < all {
        let drawn = selected.len();
        // the note replaces those on charts that are too long: `--charts all` repeats them
        notes.clear();
        notes.push(format!("{drawn} of {all} charts are drawn; --charts all draws the rest"));
    }
    selected
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
    let parts = analysis.contributions.as_ref().map(|all| ranked::parts(answer, all));
    let numbers = analysis.sensitivity.as_ref().map(|all| ranked::numbers(answer, all));
    let sets = [("contributions", parts), ("sensitivity", numbers)];
    render_sets(sets.map(|(what, set)| (format!("{stem}-{what}"), set.unwrap_or_default())))
}

/// Draws who has won a duel after each of its rounds, as `rounds`; nothing for less than two
/// rounds.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_rounds(title: &str, rounds: &[Answer]) -> Result<ChartFiles, ChartError> {
    let answers: Vec<&Answer> = rounds.iter().collect();
    render_sets([("rounds".to_owned(), duels::by_round(title, &answers).into_iter().collect())])
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
    render_sets([("options".to_owned(), options::charts(title, options, by))])
}

/// Draws how lucky the rolls of a game were, as `luck`.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_luck(found: &GameLuck) -> Result<ChartFiles, ChartError> {
    render_sets([("luck".to_owned(), ranked::game_luck(found))])
}

/// Renders charts under their names, with a number where there are several pages.
fn render_sets(
    sets: impl IntoIterator<Item = (String, Vec<Chart>)>,
) -> Result<ChartFiles, ChartError> {
    let mut notes = Vec::new();
    let mut pages = Vec::new();
    for (name, set) in sets {
        pages.extend(name_pages(&name, IfSeveral, set, &mut notes));
    }
    render_pages(pages, notes)
}

/// Renders pages in both formats.
fn render_pages(pages: Vec<Page>, notes: Vec<String>) -> Result<ChartFiles, ChartError> {
    // texts are measured where charts are laid out
    render::load_fonts()?;
    let files: Vec<[Artifact; 2]> =
        pages.par_iter().map(render::render).collect::<Result<_, _>>()?;
    Ok(ChartFiles { files: files.into_iter().flatten().collect(), notes })
}

/// Draws the charts of a campaign: chances to win, areas over time, and length.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_campaign(title: &str, campaign: &CampaignAnswer) -> Result<ChartFiles, ChartError> {
    let answer = &campaign.answer;
    let is_seen = !leading_quantities(answer).is_empty();
    let wins = is_seen.then(|| campaign::wins(title, campaign)).into_iter().collect();
    let course = campaign::course(title, campaign).into_iter().collect();
    let lengths = group_answers(std::slice::from_ref(answer));
    let lengths = lengths.iter().flat_map(|group| counts::charts(title, group)).collect();
    let names = ["wins", campaign.timeline.what, answer.headline.what];
    render_sets(names.map(str::to_owned).into_iter().zip([wins, course, lengths]))
}

fn pages(title: &str, answers: &[Answer], notes: &mut Vec<String>) -> Vec<Page> {
    let groups = group_answers(answers);
    let unseen = answers.iter().filter(|answer| leading_quantities(answer).is_empty()).count();
    if unseen > 0 {
        notes.push(format!(
            "{unseen} of {} {} not drawn: the run stopped before {} first result",
            counted(answers.len() as u64, "answer", "answers"),
            noun(unseen as u64, "is", "are"),
            noun(unseen as u64, "its", "their"),
        ));
    }
    let mut pages = Vec::new();
    for group in &groups {
        let name = format!("odds-{}", group.stem);
        pages.extend(name_pages(&name, IfSeveral, duels::charts(title, group), notes));
        let name = format!("expected-{}", group.stem);
        // columns by round have the means
        let means = match duels::by_round(title, &group.answers) {
            Some(_) => Vec::new(),
            None => sweeps::means(title, group).unwrap_or_else(|| means::charts(title, group)),
        };
        pages.extend(name_pages(&name, IfSeveral, means, notes));
        let name = format!("distribution-{}", group.stem);
        let distributions = counts::charts(title, group);
        pages.extend(name_pages(&name, PageNumbering::Always, distributions, notes));
    }
    for (name, curves) in sweeps::curves(title, &groups) {
        pages.extend(name_pages(&name, IfSeveral, curves, notes));
    }
    pages
}

/// Whether the file names of a chart are numbered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageNumbering {
    Always,
    IfSeveral,
}

/// Names the pages of a chart. A chart with too many pages is not drawn at all.
fn name_pages(
    name: &str,
    numbered: PageNumbering,
    charts: Vec<Chart>,
    notes: &mut Vec<String>,
) -> Vec<Page> {
    let all = charts.len();
    if all > MOST_PAGES {
        notes.push(format!(
            "{name}: not drawn, {all} pages exceed the limit of {MOST_PAGES}; the CSV and JSON output \
             has all numbers"
        ));
        return Vec::new();
    }
    let number = numbered == PageNumbering::Always || all > 1;
    let name_of =
        |page: usize| if number { format!("{name}-{:02}", page + 1) } else { name.to_owned() };
    let numbered = charts.into_iter().enumerate();
    numbered.map(|(page, chart)| Page { name: name_of(page), number: page + 1, chart }).collect()
}

#[cfg(test)]
mod tests;
