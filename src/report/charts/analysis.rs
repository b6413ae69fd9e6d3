//! What each part and number of a question is worth, as bars: gains of the attacker to the right,
//! losses to the left.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use plotters::style::RGBColor;

use super::canvas::{MARGIN, WIDTH};
use super::expected;
use super::header::Header;
use super::legend::{Legend, LegendEntry};
use crate::answer::Answer;
use crate::answer::{CompareAnswer, CompareContribution};
use crate::report::field::{describe_measure, describe_verdict};
use crate::report::headline::{self, Title};
use crate::report::table::analysis::{format_difference, format_points, part_name};
use crate::report::words;
use crate::request::why::{Contribution, NumberChange, Worth};

/// Lays out the worth of each part; no pages without parts.
pub(super) fn parts(answer: &Answer, parts: &[Contribution]) -> Vec<BarsPage> {
    let row = |part: &Contribution| {
        row(format!("{} ({})", part_name(part.kind, &part.what), part.side), &part.worth)
    };
    let how = "Each part is left out in turn and all choices are made again; differences are exact";
    lay_out(answer, "What each part is worth", how, parts.iter().map(row).collect())
}

/// Lays out the worth of each number; no pages if no number has an effect.
pub(super) fn numbers(answer: &Answer, changes: &[NumberChange]) -> Vec<BarsPage> {
    // both answers are exact, so a smaller difference is the rounding of their sums
    let matters = changes.iter().filter(|change| change.worth.net().abs() > 1e-9);
    let row = |change: &NumberChange| {
        let NumberChange { what, side, from, to, worth } = change;
        row(format!("{what} {from} → {to} ({side})"), worth)
    };
    let how = "Each number on both cards is raised and lowered by 1; differences are exact";
    lay_out(answer, "What each number is worth", how, matters.map(row).collect())
}

/// Lays out the worth of each part of a comparison; no pages without parts.
pub(super) fn of_comparison(
    answer: &CompareAnswer,
    parts: &[CompareContribution],
) -> Vec<BarsPage> {
    let row = |part: &CompareContribution| BarRow {
        name: format!("{} ({})", part_name(part.kind, &part.what), part.side),
        value: part.difference,
        interval: None,
        text: format_difference(part.difference),
        numbers: [
            String::new(),
            format_difference(part.wounds),
            format_difference(part.other_wounds),
        ],
    };
    let header = |page| {
        let how = "Each part is left out in turn; differences are exact".to_owned();
        let terms = headline::list_settings(&answer.header.terms);
        let lines = describe_verdict(answer).into_iter().chain([terms, how]);
        let title = format!("{}: what each part is worth", words::clean(&answer.header.name));
        page_header(&title, lines, page)
    };
    bars::pages(BarChart {
        rows: parts.iter().map(row).collect(),
        measure: format!(
            "Difference in {} with and without the part",
            describe_measure(answer.measure)
        ),
        colours: BARS,
        heads: ["", "A deals", "B deals"],
        header: &header,
        legend: &|| legend(["A is better with it", "B is better with it"], BARS),
    })
}

fn row(name: String, worth: &Worth) -> BarRow {
    let net = worth.net();
    let [first, second] = [worth.wounds, worth.own_wounds].map(format_difference);
    BarRow {
        name,
        // the axis of duels is in percentage points, but `net` of a duel is a chance
        value: if worth.win.is_some() { 100.0 * net } else { net },
        interval: None,
        text: worth.win.map_or_else(|| format_difference(net), format_points),
        numbers: [String::new(), first, second],
    }
}

fn lay_out(answer: &Answer, what: &str, how: &str, rows: Vec<BarRow>) -> Vec<BarsPage> {
    let is_duel = answer.kind == "duel";
    let header = |page| {
        let title = format!("{}: {}", words::clean(&answer.subject), lowercase_first(what));
        let settings = headline::settings(&[answer], Title::Situation);
        page_header(&title, [headline::title(answer), settings, how.to_owned()].into_iter(), page)
    };
    let (measure, heads, helped, colours) = if is_duel {
        let helped = ["helps a", "helps b"];
        // the colours of both sides in the other charts of duels
        let [a, b, _] = expected::BARS;
        ("Chance that a wins, in percentage points", ["", "b loses", "a loses"], helped, [a, b])
    } else {
        let helped = ["helps the attacker", "helps the defender"];
        ("Wounds dealt minus wounds suffered", ["", "dealt", "suffered"], helped, BARS)
    };
    bars::pages(BarChart {
        rows,
        measure: measure.to_owned(),
        colours,
        heads,
        header: &header,
        legend: &|| legend(helped, colours),
    })
}

fn lowercase_first(what: &str) -> String {
    let mut letters = what.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn page_header(
    title: &str,
    lines: impl Iterator<Item = String>,
    (page, pages): (usize, usize),
) -> Header {
    let page_number = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let lines: Vec<String> = page_number.into_iter().chain(lines).collect();
    Header::of(title, &lines, WIDTH - 2.0 * MARGIN)
}

fn legend(words: [&str; 2], colours: [RGBColor; 2]) -> Legend {
    Legend::of(
        words.into_iter().zip(colours).map(|(words, bar)| LegendEntry::bar(words, bar)).collect(),
    )
}
