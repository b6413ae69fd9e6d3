//! Answers as pictures, each as SVG and as PNG.
//!
//! Three kinds of chart for answers: what is expected of each, how its leading number is
//! distributed, and how the chance of an event runs over a numeric axis of a sweep; a heat map for
//! a matrix, ranked bars for a comparison; five charts of whole battles. One drawing of each serves
//! both formats. The font comes with the program, so that charts look the same on every machine;
//! colours differ in lightness and lines in markers and dashes, so that a grey print is as good.

mod analysis;
mod attachments;
mod bars;
mod battle;
mod canvas;
mod course;
mod curve;
mod distribution;
mod expected;
mod header;
mod heat;
mod legend;
mod lines;
mod plot;
mod ranked;
mod render;

use rayon::prelude::*;
use thiserror::Error;

pub use self::battle::of_battles;

use self::bars::BarsPage;
use self::battle::BattlePage;
use self::course::CoursePage;
use self::curve::CurvePage;
use self::distribution::DistributionPage;
use self::expected::ExpectedPage;
use self::heat::HeatPage;

use super::group::groups;
use super::{Artifact, leading_quantities};
use crate::counted::{counted, noun};
use crate::request::why::Analysis;
use crate::study::attachments::AttachmentsAnswer;
use crate::study::compare::CompareAnswer;
use crate::study::matrix::MatrixAnswer;
use crate::study::{Answer, CampaignAnswer};

/// A chart of more pages than this is not drawn: nobody would leaf through them.
const MOST_PAGES: usize = 200;
/// The most pages of the charts that matter most together.
const KEY_PAGES: usize = 12;

/// Which charts are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// None.
    None,
    /// Those that matter most: the first charts with all their pages, a dozen pages together.
    #[default]
    Key,
    /// All of them.
    All,
}

/// ChartFiles that are ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChartFiles {
    /// The pictures.
    pub files: Vec<Artifact>,
    /// What was not drawn and why.
    pub notes: Vec<String>,
}

/// Why a chart could not be drawn.
#[derive(Debug, Error)]
pub enum ChartError {
    /// The font that comes with the program is broken.
    #[error("the built-in font cannot be read")]
    Font,
    /// The drawing library failed.
    #[error("cannot draw the chart {chart}: {reason}")]
    Draw {
        /// The file's name without its ending.
        chart: String,
        /// What it said.
        reason: String,
    },
    /// The picture could not be encoded.
    #[error("cannot encode the chart {chart} as PNG: {source}")]
    Png {
        /// The file's name without its ending.
        chart: String,
        /// What failed.
        source: warodds_bitmap::EncodingError,
    },
}

/// A page to be drawn, under the name of its files.
struct Page {
    name: String,
    /// Which of its set, from 1.
    number: usize,
    picture: Picture,
}

/// What is on a page.
enum Picture {
    Expected(ExpectedPage),
    Distribution(DistributionPage),
    Curve(CurvePage),
    Heat(HeatPage),
    Bars(BarsPage),
    Course(CoursePage),
    Battle(Box<BattlePage>),
}

/// Draws all charts of the answers. `title` stands above each of them. Without answers there are
/// none.
///
/// # Errors
/// When the drawing or encoding library fails; no input is known to make it.
pub fn draw_all(title: &str, answers: &[Answer]) -> Result<ChartFiles, ChartError> {
    draw(title, answers, Selection::All)
}

/// Draws the charts of the answers that are wanted.
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
    render::load_fonts()?;
    let mut notes = Vec::new();
    let mut pages = pages(title, answers, &mut notes);
    if selection == Selection::Key {
        let all = pages.len();
        pages = select_key_pages(pages);
        if pages.len() < all {
            let drawn = pages.len();
            notes.clear();
            notes.push(format!("{drawn} of {all} charts are drawn; --charts all draws the rest"));
        }
    }
    render_pages(pages, notes)
}

/// Keeps the charts that matter most. A chart is kept with all of its pages or not at all.
fn select_key_pages(pages: Vec<Page>) -> Vec<Page> {
    let mut sets: Vec<Vec<Page>> = Vec::new();
    for page in pages {
        match sets.last_mut().filter(|_| page.number > 1) {
            Some(set) => set.push(page),
            None => sets.push(vec![page]),
        }
    }
    let mut kept: Vec<Page> = Vec::new();
    for set in sets {
        if kept.len() + set.len() <= KEY_PAGES {
            kept.extend(set);
        }
    }
    kept
}

/// Draws a matrix as `NAME.svg` and `NAME.png`, unless it is too large.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_heat_map(name: &str, answer: &MatrixAnswer) -> Result<ChartFiles, ChartError> {
    if answer.attackers.len().max(answer.defenders.len()) > heat::MOST {
        let size = format!("{} × {}", answer.attackers.len(), answer.defenders.len());
        let note = format!(
            "{name}: a heat map of {size} would be too large; the CSV and JSON answers have all \
             cells"
        );
        return Ok(ChartFiles { files: Vec::new(), notes: vec![note] });
    }
    // names are measured before they are drawn
    render::load_fonts()?;
    render_pages(
        vec![Page { name: name.to_owned(), number: 1, picture: Picture::Heat(heat::page(answer)) }],
        Vec::new(),
    )
}

/// Draws a comparison as `NAME.svg` and `NAME.png`, numbered where it needs several pages.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_ranking(name: &str, answer: &CompareAnswer) -> Result<ChartFiles, ChartError> {
    render::load_fonts()?;
    let mut notes = Vec::new();
    let pictures = ranked::pages(answer).into_iter().map(Picture::Bars).collect();
    let mut pages = name_pages(name, PageNumbering::IfSeveral, pictures, &mut notes);
    if let Some(parts) = &answer.contributions {
        let pictures =
            analysis::of_comparison(answer, parts).into_iter().map(Picture::Bars).collect();
        pages.extend(name_pages(
            &format!("{name}-contributions"),
            PageNumbering::IfSeveral,
            pictures,
            &mut notes,
        ));
    }
    render_pages(pages, notes)
}

/// Draws what each point of an attachment adds as bars; what attachments without a cost add, as
/// `NAME-free`.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_attachments(name: &str, answer: &AttachmentsAnswer) -> Result<ChartFiles, ChartError> {
    render::load_fonts()?;
    let mut notes = Vec::new();
    let sets = [
        (name.to_owned(), attachments::pages(answer)),
        (format!("{name}-free"), attachments::free(answer)),
    ];
    let mut pages = Vec::new();
    for (name, set) in sets {
        let pictures = set.into_iter().map(Picture::Bars).collect();
        pages.extend(name_pages(&name, PageNumbering::IfSeveral, pictures, &mut notes));
    }
    render_pages(pages, notes)
}

/// Draws what parts and numbers of a question are worth, as far as that was asked, as files that
/// begin with `STEM-contributions` and `STEM-sensitivity`.
///
/// # Errors
/// As [`draw_all`].
pub fn draw_analysis(
    stem: &str,
    answer: &Answer,
    analysis: &Analysis,
) -> Result<ChartFiles, ChartError> {
    render::load_fonts()?;
    let parts = analysis.contributions.as_ref().map(|all| analysis::parts(answer, all));
    let numbers = analysis.sensitivity.as_ref().map(|all| analysis::numbers(answer, all));
    let mut notes = Vec::new();
    let mut pages = Vec::new();
    for (what, set) in [("contributions", parts), ("sensitivity", numbers)] {
        let pictures = set.into_iter().flatten().map(Picture::Bars).collect();
        pages.extend(name_pages(
            &format!("{stem}-{what}"),
            PageNumbering::IfSeveral,
            pictures,
            &mut notes,
        ));
    }
    render_pages(pages, notes)
}

/// The pages in both formats.
fn render_pages(pages: Vec<Page>, notes: Vec<String>) -> Result<ChartFiles, ChartError> {
    let files: Vec<[Artifact; 2]> =
        pages.par_iter().map(render::render).collect::<Result<_, _>>()?;
    Ok(ChartFiles { files: files.into_iter().flatten().collect(), notes })
}

/// Draws the charts of a campaign: who wins, how long it lasts, and how areas run over time.
///
/// # Errors
/// When the drawing or encoding library fails; no input is known to make it.
pub fn draw_campaign(title: &str, campaign: &CampaignAnswer) -> Result<ChartFiles, ChartError> {
    render::load_fonts()?;
    let mut notes = Vec::new();
    let answer = &campaign.answer;
    let seen = !leading_quantities(answer).is_empty();
    let players: Vec<&str> =
        campaign.timeline.lines.iter().map(|(player, _)| player.as_str()).collect();
    let wins = seen.then(|| Page {
        name: "wins".to_owned(),
        number: 1,
        picture: Picture::Expected(expected::chances(title, answer, &players)),
    });
    let course = course::page(title, campaign).map(|page| Page {
        name: campaign.timeline.what.to_owned(),
        number: 1,
        picture: Picture::Course(page),
    });
    let mut pages: Vec<Page> = wins.into_iter().chain(course).collect();
    for group in groups(std::slice::from_ref(answer)) {
        let lengths =
            distribution::pages(title, &group).into_iter().map(Picture::Distribution).collect();
        pages.extend(name_pages(
            answer.headline.what,
            PageNumbering::IfSeveral,
            lengths,
            &mut notes,
        ));
    }
    let drawn: Vec<[Artifact; 2]> =
        pages.par_iter().map(render::render).collect::<Result<_, _>>()?;
    Ok(ChartFiles { files: drawn.into_iter().flatten().collect(), notes })
}

fn pages(title: &str, answers: &[Answer], notes: &mut Vec<String>) -> Vec<Page> {
    let groups = groups(answers);
    let unseen = answers.iter().filter(|answer| leading_quantities(answer).is_empty()).count();
    if unseen > 0 {
        notes.push(format!(
            "{unseen} of {} {} not drawn: nothing was seen of what {} with",
            counted(answers.len() as u64, "answer", "answers"),
            noun(unseen as u64, "is", "are"),
            noun(unseen as u64, "it leads", "they lead"),
        ));
    }
    let mut pages = Vec::new();
    for group in &groups {
        let odds = match heat::of_duels(title, group) {
            Some(map) => vec![Picture::Heat(map)],
            None => expected::odds(title, group).into_iter().map(Picture::Expected).collect(),
        };
        pages.extend(name_pages(
            &format!("odds-{}", group.stem),
            PageNumbering::IfSeveral,
            odds,
            notes,
        ));
        let name = format!("expected-{}", group.stem);
        let expected = match curve::means(title, group) {
            Some(lines) => lines.into_iter().map(Picture::Curve).collect(),
            None => expected::pages(title, group).into_iter().map(Picture::Expected).collect(),
        };
        pages.extend(name_pages(&name, PageNumbering::IfSeveral, expected, notes));
        let name = format!("distribution-{}", group.stem);
        let distribution =
            distribution::pages(title, group).into_iter().map(Picture::Distribution).collect();
        pages.extend(name_pages(&name, PageNumbering::Always, distribution, notes));
    }
    for (name, curves) in curve::sets(title, &groups) {
        pages.extend(name_pages(
            &name,
            PageNumbering::IfSeveral,
            curves.into_iter().map(Picture::Curve).collect(),
            notes,
        ));
    }
    pages
}

/// Whether a set's files bear numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PageNumbering {
    Always,
    IfSeveral,
}

/// Gives a set of pages their names. Of a set that is too large no page is drawn.
fn name_pages(
    name: &str,
    numbered: PageNumbering,
    pictures: Vec<Picture>,
    notes: &mut Vec<String>,
) -> Vec<Page> {
    let all = pictures.len();
    if all > MOST_PAGES {
        notes.push(format!(
            "{name}: {all} pages are too many to be drawn (at most {MOST_PAGES}); the CSV and JSON \
             answers have all numbers"
        ));
        return Vec::new();
    }
    let number = numbered == PageNumbering::Always || all > 1;
    let name_of =
        |page: usize| if number { format!("{name}-{:02}", page + 1) } else { name.to_owned() };
    pictures
        .into_iter()
        .enumerate()
        .map(|(page, picture)| Page { name: name_of(page), number: page + 1, picture })
        .collect()
}

#[cfg(test)]
mod tests;
