//! How lucky the rolls of a game were, as bars: good luck of the player to the right, bad luck to the
//! left.

use super::bars::{self, BARS, BarChart, BarRow, BarsPage};
use super::canvas::{MARGIN, WIDTH};
use super::header::Header;
use super::legend::{Legend, LegendEntry};
use crate::answer::{GameLuck, LuckOdds, RollLuck, TotalLuck};
use crate::report::table::luck;
use crate::report::words;

/// Lays out the sums of each unit of count, then each roll; a roll of the enemy is drawn as the luck
/// of the player.
pub(super) fn pages(found: &GameLuck) -> Vec<BarsPage> {
    let totals = found.totals.iter().map(|total| {
        let TotalLuck { unit, odds, .. } = total;
        row(format!("all {unit}"), odds, false, [String::new(), String::new()])
    });
    let rolls = found.rolls.iter().map(|roll| {
        let RollLuck { luck: one, by_enemy, .. } = roll;
        let numbers = [one.rolled.to_string(), words::rounded(one.expected)];
        row(luck::name(roll), &one.odds, *by_enemy, numbers)
    });
    let header = |(page, pages): (usize, usize)| {
        let page_number = (pages > 1).then(|| format!("Page {page} of {pages}"));
        let lines: Vec<String> =
            page_number.into_iter().chain(found.totals.iter().map(luck::total)).collect();
        Header::of("Luck of each roll and of all rolls together", &lines, WIDTH - 2.0 * MARGIN)
    };
    bars::pages(BarChart {
        rows: totals.chain(rolls).collect(),
        measure: "Share of such rolls that are worse for the player, less 50%".to_owned(),
        colours: BARS,
        heads: ["", "rolled", "expected"],
        header: &header,
        legend: &|| {
            let words = ["good luck", "bad luck"].into_iter().zip(BARS);
            Legend::of(words.map(|(words, bar)| LegendEntry::bar(words, bar)).collect())
        },
    })
}

/// Returns the bar of a roll or of a sum.
fn row(name: String, odds: &LuckOdds, by_enemy: bool, [rolled, expected]: [String; 2]) -> BarRow {
    let percentile = if by_enemy { 1.0 - odds.percentile } else { odds.percentile };
    BarRow {
        name,
        value: 100.0 * (percentile - 0.5),
        interval: None,
        text: words::percent(percentile, 0),
        numbers: [String::new(), rolled, expected],
    }
}
