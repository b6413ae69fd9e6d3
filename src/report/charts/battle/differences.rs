//! How much more lists win, as bars with their intervals.

use warodds_battles::run::compare::{ComparisonDocument, ListDifference, ListVerdict};
use warodds_battles::run::race::{RaceDocument, RaceRow, VariantVerdict};
use warodds_battles::share::WinDifference;
use warodds_charts::Page;
use warodds_charts::spec::{Bar, BarRow, Bars, Chart, Panel, Phrase};

use super::super::{ChartError, ChartFiles, render_pages};
use crate::report::words;

/// The most swaps that a chart shows.
const MOST_SWAPS: usize = 24;
const MEASURE: &str = "percentage points of victories";
const WHISKER: &str = "Whisker: 95 % interval, valid whenever the games end.";

/// Draws the comparison of two lists, as `compare`.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_list_comparison(answer: &ComparisonDocument) -> Result<ChartFiles, ChartError> {
    render_pages(vec![page("compare", comparison(answer))], Vec::new())
}

/// Draws the best swaps of a list, as `search`.
///
/// # Errors
/// [`ChartError`] if the drawing or encoding library fails, which no input is known to cause.
pub fn of_list_search(answer: &RaceDocument) -> Result<ChartFiles, ChartError> {
    render_pages(vec![page("search", search(answer))], Vec::new())
}

fn page(name: &str, chart: Chart) -> Page {
    Page { name: name.to_owned(), number: 1, chart }
}

/// Describes a difference in percentage points.
fn row(name: String, difference: &WinDifference, numbers: Vec<String>) -> BarRow {
    let WinDifference { mean, ci95: [low, high] } = *difference;
    let [value, low, high] = [mean, low, high].map(|share| 100.0 * share);
    // no "−0.0"
    let text = words::signed((10.0 * value).round() / 10.0 + 0.0, 1);
    let bar = Bar { value, text, interval: Some((low, high)), ..Bar::default() };
    BarRow { name: words::clean(&name), bars: vec![bar], numbers, ..BarRow::default() }
}

/// Describes the comparison: under each policy all games, then each mode and each opponent.
pub(super) fn comparison(answer: &ComparisonDocument) -> Chart {
    let [a, b] = answer.lists.each_ref().map(|name| words::clean(name));
    let rows = answer.results.iter().flat_map(|one| {
        let several = |rows: &[ListDifference]| {
            if rows.len() > 1 { rows.to_vec() } else { Vec::new() }
        };
        let parts = [several(&one.by_mode), several(&one.by_opponent)].concat();
        std::iter::once(one.total.clone()).chain(parts).map(|part| {
            let name = format!("{}: {}", one.policy, part.of);
            let shares = part.shares.map(|share| format!("{} %", words::whole_percent(share)));
            row(name, &part.difference, shares.into())
        })
    });
    let bars = Bars::pages(MEASURE, &["A", "B"], rows.collect(), usize::MAX);
    let games: u64 = answer.results.iter().map(|one| one.games).sum();
    Chart {
        title: match answer.verdict {
            ListVerdict::A => format!("{a} wins more than {b}"),
            ListVerdict::B => format!("{b} wins more than {a}"),
            ListVerdict::Close => format!("{a} and {b} win equally often, to ± 2 points"),
            ListVerdict::Undecided => format!("{a} and {b}: not decided"),
            ListVerdict::DependsOnPolicy => format!("{a} or {b}: it depends on the policy"),
        },
        question: format!(
            "Victories of {a} (A) minus those of {b} (B) against the same opponents; a draw is half \
             a victory. At the right the shares of both."
        ),
        key: vec![Phrase::quiet(WHISKER)],
        panels: bars.into_iter().map(Panel::Bars).collect(),
        foot: format!("Sampled: {} battles, seed {}.", words::count(games), answer.seed),
    }
}

/// Describes the best swaps.
pub(super) fn search(answer: &RaceDocument) -> Chart {
    let list = words::clean(&answer.list);
    let shown = answer.variants.iter().filter(|one| one.verdict != VariantVerdict::Worse);
    let swap = |one: &RaceRow| {
        let unit = one.unit.as_ref().map_or_else(String::new, |unit| format!(" ({unit})"));
        format!("{} → {}{unit}", one.from, one.to)
    };
    let rows = shown.take(MOST_SWAPS).map(|one| {
        let numbers = vec![one.points.to_string(), words::count(one.games)];
        row(swap(one), &one.difference, numbers)
    });
    let bars = Bars::pages(MEASURE, &["points", "games"], rows.collect(), usize::MAX);
    let better = answer.variants.iter().find(|one| one.verdict == VariantVerdict::Better);
    Chart {
        title: better.map_or_else(
            || format!("No swap of {list} is sure to be better"),
            |one| words::clean(&format!("{} for {} is better", one.to, one.from)),
        ),
        question: format!(
            "Victories of {list} with another piece minus those of the list, in the same games \
             against {}; a draw is half a victory.",
            words::clean(&answer.against.join(", "))
        ),
        key: vec![
            Phrase::quiet(WHISKER),
            Phrase::quiet("All intervals hold together with a chance of 95 %."),
        ],
        panels: bars.into_iter().map(Panel::Bars).collect(),
        foot: format!(
            "Sampled: {} battles, seed {}; policy {}; modes {}.",
            words::count(answer.games),
            answer.seed,
            answer.policy,
            answer.modes.join(", ")
        ),
    }
}
