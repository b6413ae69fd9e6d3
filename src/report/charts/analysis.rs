//! What parts and numbers of a question are worth, as bars: to the right what helps who attacks, to
//! the left what harms.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use plotters::style::RGBColor;

use super::canvas::{MARGIN, WIDTH};
use super::expected;
use super::header::Header;
use super::legend::{Legend, LegendEntry};
use crate::report::field::{describe_measure, describe_verdict};
use crate::report::headline::{self, Title};
use crate::report::table::analysis::{format_difference, format_points, part_name};
use crate::report::words;
use crate::request::why::{Contribution, NumberChange, Worth};
use crate::study::Answer;
use crate::study::compare::{CompareAnswer, CompareContribution};

/// The pages of what each part is worth; none without parts.
pub(super) fn parts(answer: &Answer, parts: &[Contribution]) -> Vec<BarsPage> {
    let row = |part: &Contribution| {
        row(format!("{} ({})", part_name(part.kind, &part.what), part.side), &part.worth)
    };
    let how = "Each is left out in turn and the rest chosen anew; the difference is exact";
    drawn(answer, "What each part is worth", how, parts.iter().map(row).collect())
}

/// The pages of what each number is worth; none where no number matters.
pub(super) fn numbers(answer: &Answer, changes: &[NumberChange]) -> Vec<BarsPage> {
    let matters = changes.iter().filter(|change| change.worth.net().abs() > 1e-9);
    let row = |change: &NumberChange| {
        let NumberChange { what, side, from, to, worth } = change;
        row(format!("{what} {from} → {to} ({side})"), worth)
    };
    let how = "Each number of both cards is made one more and one less; the difference is exact";
    drawn(answer, "What each number is worth", how, matters.map(row).collect())
}

/// The pages of what each part of a comparison is worth; none without parts.
pub(super) fn of_comparison(
    answer: &CompareAnswer,
    parts: &[CompareContribution],
) -> Vec<BarsPage> {
    let row = |part: &CompareContribution| BarRow {
        name: format!("{} ({})", part_name(part.kind, &part.what), part.side),
        value: part.difference,
        interval: None,
        told: format_difference(part.difference),
        beside: [
            String::new(),
            format_difference(part.wounds),
            format_difference(part.other_wounds),
        ],
    };
    let header = |page| {
        let how = "Each is left out in turn; the difference is exact".to_owned();
        let terms = headline::listed(&answer.terms);
        let lines = describe_verdict(answer).into_iter().chain([terms, how]);
        let title = format!("{}: what each part is worth", words::clean(&answer.name));
        head(&title, lines, page)
    };
    bars::pages(BarChart {
        rows: parts.iter().map(row).collect(),
        measure: format!("With and without: difference in {}", describe_measure(answer.measure)),
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
        value: if worth.win.is_some() { 100.0 * net } else { net },
        interval: None,
        told: worth.win.map_or_else(|| format_difference(net), format_points),
        beside: [String::new(), first, second],
    }
}

fn drawn(answer: &Answer, what: &str, how: &str, rows: Vec<BarRow>) -> Vec<BarsPage> {
    let is_duel = answer.kind == "duel";
    let header = |page| {
        let title = format!("{}: {}", words::clean(&answer.subject), lower(what));
        let settings = headline::settings(&[answer], Title::Situation);
        head(&title, [headline::title(answer), settings, how.to_owned()].into_iter(), page)
    };
    let (measure, heads, helped, colours) = if is_duel {
        let helped = ["helps a", "helps b"];
        let [a, b, _] = expected::BARS;
        ("Chance that a wins, in points of per cent", ["", "b loses", "a loses"], helped, [a, b])
    } else {
        let helped = ["helps the attacker", "helps the defender"];
        ("Wounds dealt less wounds suffered", ["", "dealt", "suffered"], helped, BARS)
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

fn lower(what: &str) -> String {
    let mut letters = what.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn head(title: &str, lines: impl Iterator<Item = String>, (page, pages): (usize, usize)) -> Header {
    let leaf = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let lines: Vec<String> = leaf.into_iter().chain(lines).collect();
    Header::of(title, &lines, WIDTH - 2.0 * MARGIN)
}

fn legend(words: [&str; 2], colours: [RGBColor; 2]) -> Legend {
    Legend::of(
        words.into_iter().zip(colours).map(|(words, bar)| LegendEntry::bar(words, bar)).collect(),
    )
}
