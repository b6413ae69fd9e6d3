//! The answers of a run as one HTML page: it loads nothing, needs no script to be read, and has the
//! same bytes for the same answers.

mod section;
mod svg;

use maud::{DOCTYPE, Markup, PreEscaped, html};

pub use section::ReportSection;

use super::Artifact;
use super::charts::ChartFiles;
use super::table::records::{Block, RecordTable};

/// Name of the file.
pub const FILE: &str = "index.html";

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What a run was asked.
#[derive(Clone, Debug, Default)]
pub struct Source<'a> {
    /// The name and the text of its file, if it has one.
    pub file: Option<(String, &'a str)>,
    /// The name and the link of each question; `None` if no link asks it.
    pub links: Vec<(String, Option<String>)>,
}

/// The answers of a run.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The title of the page.
    pub title: String,
    /// The version of the program.
    pub version: String,
    /// What was asked.
    pub source: &'a Source<'a>,
    /// The answers in their order.
    pub sections: Vec<ReportSection>,
}

/// A chart as parts of a page: one for wide screens, and one for phones if it differs.
struct Picture<'a> {
    name: &'a str,
    wide: String,
    /// Whether the wide chart is wider than most, as large heat maps are.
    is_large: bool,
    narrow: Option<String>,
    /// The width of a chart for phones that is wider than these.
    scrolled: Option<u32>,
}

/// The widest chart that fits half of a wide page.
const HALF: u32 = 720;
/// The widest chart that is legible when it is shrunk to the width of a phone.
const SHRUNK: u32 = 460;

impl<'a> Picture<'a> {
    /// Returns the picture of a file; `None` for other files than SVG.
    fn of(file: &'a Artifact, narrow: &[Artifact]) -> Option<Self> {
        let name = file.name.strip_suffix(".svg")?;
        let inline = |file: &Artifact| Some(svg::inline(std::str::from_utf8(&file.bytes).ok()?));
        let narrow = narrow.iter().find(|other| other.name == file.name).and_then(inline);
        let wide = inline(file)?;
        let is_large = svg::width(&wide).is_some_and(|width| width > HALF);
        let scrolled = narrow.as_deref().and_then(svg::width).filter(|width| *width > SHRUNK);
        Some(Self { name, wide, is_large, narrow, scrolled })
    }
}

/// Renders the page with all charts that are SVG.
pub fn render_page(report: &Report<'_>, charts: &ChartFiles) -> String {
    let pictures = charts.files.iter().filter_map(|file| Picture::of(file, &charts.narrow));
    let pictures: Vec<Picture<'_>> = pictures.collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (report.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (report.title) }
                    nav { (contents(report, !pictures.is_empty())) }
                }
                main {
                    div.answers {
                        @for (place, section) in report.sections.iter().enumerate() {
                            (answer(place, section))
                        }
                    }
                    @if !pictures.is_empty() { (chart_section(&pictures, &charts.notes)) }
                    @for section in &report.sections { (tables(section, report.sections.len() > 1)) }
                    (source(report.source))
                }
                footer { "warodds " (report.version) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string() + "\n"
}

/// Forbids the page to load anything.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// The most questions that the contents of a page list.
const LISTED: usize = 30;

fn contents(report: &Report<'_>, has_charts: bool) -> Markup {
    let sections = report.sections.as_slice();
    html! {
        @if sections.len() > 1 {
            @for (place, section) in sections.iter().enumerate().take(LISTED) {
                a href={ "#answer-" (place + 1) } { (section.heading) }
            }
        }
        @if has_charts { a href="#charts" { "Charts" } }
        @if !report.source.links.is_empty() { a href="#questions" { "Questions" } }
        @if report.source.file.is_some() { a href="#file" { "File" } }
    }
}

/// Begins the comparison of a sample with the exact distribution.
const CHECK: &str = "Chi-square test";

/// What a block of an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockUse {
    /// It belongs to the answer.
    Text,
    /// It has the numbers of charts.
    Numbers,
    /// It says how well a sample fits.
    Check,
}

/// Returns the blocks of each use in their order. Lines between tables belong to these.
fn blocks(section: &ReportSection, wanted: BlockUse) -> Vec<&Block> {
    let all = section.blocks.as_slice();
    let is_table = |block: &Block| match block {
        Block::Table(_) => true,
        Block::Aligned(text) => !is_list(text),
        Block::Line(_) => false,
    };
    let is_caption = |block: &Block| matches!(block, Block::Line(line) if !line.ends_with('.'));
    let first = all.iter().position(is_table).unwrap_or(all.len());
    let before = first.checked_sub(1).filter(|before| all.get(*before).is_some_and(is_caption));
    let first = before.unwrap_or(first);
    let last = all.iter().rposition(is_table).map_or(all.len(), |last| last + 1);
    let use_of = |place: usize, block: &Block| match block {
        Block::Line(line) if line.starts_with(CHECK) => BlockUse::Check,
        _ if (first..last).contains(&place) => BlockUse::Numbers,
        _ => BlockUse::Text,
    };
    let blocks = all.iter().enumerate();
    blocks
        .filter(|(place, block)| use_of(*place, block) == wanted)
        .map(|(_, block)| block)
        .collect()
}

/// Renders the tables of an answer, below the charts; nothing without tables.
fn tables(section: &ReportSection, several: bool) -> Markup {
    let render = |all: Vec<&Block>| html! { @for block in all { (text_block(block)) } };
    let (numbers, checks) = (blocks(section, BlockUse::Numbers), blocks(section, BlockUse::Check));
    if numbers.is_empty() && checks.is_empty() && section.details.is_empty() {
        return html! {};
    }
    html! {
        section.tables {
            @if several { h2 { (section.heading) } }
            @if section.is_folded {
                details { summary { "Tables" } (render(numbers)) }
            } @else {
                (render(numbers))
            }
            @if !checks.is_empty() {
                details { summary { "How well the sample fits" } (render(checks)) }
            }
            @for (words, blocks) in &section.details {
                details { summary { (words) } (render(blocks.iter().collect())) }
            }
        }
    }
}

fn answer(place: usize, section: &ReportSection) -> Markup {
    let class = if section.is_folded { "answer" } else { "answer wide" };
    html! {
        section class=(class) id={ "answer-" (place + 1) } {
            h2 { (section.heading) }
            @if !section.numbers.is_empty() {
                p.numbers {
                    @for (number, words) in &section.numbers {
                        span { strong { (number) } " " (words) }
                    }
                }
            }
            p.lead { (prose(&section.lead)) }
            @for block in blocks(section, BlockUse::Text) { (text_block(block)) }
        }
    }
}

/// Renders a text in which backticks enclose what is typed.
fn prose(text: &str) -> Markup {
    // without a partner, a backtick is a character of a name
    if !text.matches('`').count().is_multiple_of(2) {
        return html! { (text) };
    }
    html! {
        @for (place, part) in text.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// Begins an item of a list in a text.
const ITEM: &str = "  - ";

fn is_list(text: &str) -> bool {
    text.lines().all(|line| line.starts_with(ITEM))
}

fn text_block(block: &Block) -> Markup {
    match block {
        Block::Line(line) => html! { p { (prose(line)) } },
        Block::Aligned(text) if is_list(text) => html! {
            ul { @for line in text.lines() { li { (prose(line.trim_start_matches(ITEM))) } } }
        },
        // the first line break of `pre` is no part of its text
        Block::Aligned(text) => html! { pre tabindex="0" { "\n" (text) } },
        Block::Table(table) => data_table(table),
    }
}

/// Renders a table; the script lets a reader sort it by its headings.
fn data_table(RecordTable { headings, rows }: &RecordTable) -> Markup {
    let class =
        |place: usize| headings.get(place).is_some_and(|(_, is_number)| *is_number).then_some("n");
    let rows = html! {
        @for row in rows {
            tr {
                @for (place, cell) in row.iter().enumerate() {
                    @if place == 0 {
                        th scope="row" class=[class(place)] { (cell) }
                    } @else {
                        td class=[class(place)] { (cell) }
                    }
                }
            }
        }
    };
    html! {
        div.scroll tabindex="0" role="group" aria-label="Table" {
            table {
                thead {
                    tr {
                        @for (place, (heading, _)) in headings.iter().enumerate() {
                            th scope="col" class=[class(place)] { (heading) }
                        }
                    }
                }
                tbody { (rows) }
            }
        }
    }
}

fn chart_section(pictures: &[Picture<'_>], notes: &[String]) -> Markup {
    html! {
        section #charts {
            h2 { "Charts" }
            @for Picture { name, wide, is_large, narrow, scrolled } in pictures {
                figure class=[is_large.then_some("large")] id={ "chart-" (name) } {
                    @if let Some(narrow) = narrow {
                        div.wide-screen { (PreEscaped(wide)) }
                        @if let Some(width) = scrolled {
                            div.phone.scroll tabindex="0" role="group" aria-label="Chart" {
                                div style={ "width: " (width) "px" } { (PreEscaped(narrow)) }
                            }
                        } @else {
                            div.phone { (PreEscaped(narrow)) }
                        }
                    } @else {
                        (PreEscaped(wide))
                    }
                }
            }
            @for note in notes { p { (note) } }
        }
    }
}

/// Renders the command of each question, and the file.
fn source(source: &Source<'_>) -> Markup {
    html! {
        @if !source.links.is_empty() {
            section #questions {
                h2 { "Questions" }
                p { "Each question as a command. The page of " code { "warodds serve" }
                    " takes the same link, unless it names a file." }
                dl {
                    @for (name, link) in &source.links {
                        dt { (name) }
                        @match link {
                            Some(link) => dd { code { "warodds ask '" (link) "'" } },
                            None => dd { "Only the file asks it: its units are not those of cards." },
                        }
                    }
                }
            }
        }
        @if let Some((name, text)) = &source.file {
            section #file {
                h2 { "File" }
                details { summary { (name) } pre tabindex="0" { "\n" (text) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;
    use crate::report::samples;

    fn page(answers: &[Answer], title: &str) -> String {
        let source = Source::default();
        let report = Report {
            title: title.to_owned(),
            version: "1".to_owned(),
            source: &source,
            sections: ReportSection::of_questions(answers),
        };
        let chart = Artifact::new("chart.svg", "<svg><path opacity=\"1\"/></svg>");
        let narrow = Artifact::new("chart.svg", "<svg><path d=\"M1\"/></svg>");
        let charts = ChartFiles { files: vec![chart], narrow: vec![narrow], notes: Vec::new() };
        render_page(&report, &charts)
    }

    #[test]
    fn names_of_questions_and_units_are_escaped() {
        let mut answers = vec![samples::coin("<script>alert(1)</script>", "front")];
        answers[0].subject = "a & b".to_owned();
        let text = page(&answers, "</title><b>");
        assert!(text.contains("<title>&lt;/title&gt;&lt;b&gt;</title>"), "{text}");
        assert!(!text.contains("<script>alert"), "{text}");
        let figure = "<figure id=\"chart-chart\"><div class=\"wide-screen\"><svg><path/></svg></div>\
                      <div class=\"phone\"><svg><path d=\"M1\"/></svg></div></figure>";
        assert!(text.contains(figure), "{text}");
    }

    #[test]
    fn charts_precede_tables_and_checks_are_folded() {
        let text = page(&samples::attacks(), "attacks");
        let [lead, chart, table] =
            ["<p class=\"lead\">", "id=\"charts\"", "<table>"].map(|part| text.find(part));
        assert!(lead.is_some() && lead < chart && chart < table, "{lead:?} {chart:?} {table:?}");
        let text = page(&[samples::tossed("toss", [30, 40, 30])], "toss");
        let check = text.find(CHECK).expect("a check");
        let folded = text.get(..check).and_then(|before| before.rfind("<details>"));
        let closed = text.get(..check).and_then(|before| before.rfind("</details>"));
        assert!(folded.is_some() && folded > closed, "{text}");
    }

    #[test]
    fn backticks_of_texts_are_code() {
        assert_eq!(
            prose("with `cards = false`.").into_string(),
            "with <code>cards = false</code>."
        );
    }
}
