//! A comparison as bars, the largest difference first: to the right where the first unit is better,
//! to the left where the second is.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use super::canvas::{MARGIN, WIDTH};
use super::header::Header;
use super::legend::{Legend, LegendEntry};
use crate::answer::Measure;
use crate::answer::{CompareAnswer, Matchup, VerdictCounts};
use crate::report::field::{
    collect_remarks, describe_measure, describe_method, describe_verdict, marked_name,
};
use crate::report::words;

/// Lays out the pages of a comparison, all with the same axis; none without matchups.
pub(super) fn pages(answer: &CompareAnswer) -> Vec<BarsPage> {
    bars::pages(BarChart {
        rows: answer.matchups.iter().map(|matchup| row(answer, matchup)).collect(),
        measure: format!("Difference in {}", describe_measure(answer.measure)),
        colours: BARS,
        heads: ["A more", "same", "B more"],
        header: &|page| header(answer, page),
        legend: &|| legend(answer),
    })
}

fn header(answer: &CompareAnswer, (page, pages): (usize, usize)) -> Header {
    let page_number = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = describe_method(&answer.header, &answer.header.weapons);
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let odds =
        "Right: chance that one attack of A does more than, as much as, or less than one of B"
            .to_owned();
    let lines: Vec<String> = page_number
        .into_iter()
        .chain(describe_verdict(answer))
        .chain([how, odds])
        .chain(remarks)
        .collect();
    Header::of(&words::clean(&answer.header.name), &lines, WIDTH - 2.0 * MARGIN)
}

fn legend(answer: &CompareAnswer) -> Legend {
    // a stopped run has no verdict, so its legend has the names alone
    let better = answer.counts().map_or([const { String::new() }; 2], |counts| {
        let VerdictCounts { first, second, about_equal, .. } = counts;
        [
            format!(" against {first}"),
            format!(" against {second}; about equal against {about_equal}"),
        ]
    });
    let sides = answer.attackers.iter().zip(["A", "B"]).zip(better);
    let entries = sides.zip(BARS).map(|(((unit, side), better), colour)| {
        let cost = unit.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
        LegendEntry::bar(&format!("{side}: {}{cost} is better{better}", marked_name(unit)), colour)
    });
    Legend::of(entries.collect())
}

fn row(answer: &CompareAnswer, matchup: &Matchup) -> BarRow {
    let odds = matchup.odds(answer.measure);
    let difference = match answer.measure {
        Measure::PerPoint => words::signed(matchup.difference, 3),
        Measure::Wounds | Measure::Duel | Measure::Survive | Measure::Trade => {
            words::signed(matchup.difference, 2)
        }
    };
    BarRow {
        name: marked_name(&matchup.defender),
        value: matchup.difference,
        interval: matchup.sampled.map(|sampled| sampled.interval),
        text: difference,
        numbers: [odds.more, odds.same, odds.less].map(|p| words::percent(p, 0)),
    }
}
