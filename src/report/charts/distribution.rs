//! The distributions of the leading quantities of each answer: a line of P(≥ k) above, bars of P(=
//! k) below, each on its own scale. A band shows the 90% interval, a dashed line the mean.

mod draw;
mod signed;

use std::ops::RangeInclusive;

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::PlotAxis;
use super::canvas::{Dash, FAINT, INK, MARGIN, Marker, TextFormat, WIDTH};
use super::expected::BARS;
use super::header::{Header, PageNumber};
use super::legend::{Legend, LegendEntry};
use crate::answer::Quantity;
use crate::report::group::{
    AnswerGroup, DistinctAnswer, DistinctAnswers, distinct_answers, explain_sign, is_certain,
    lead_labels, lead_noun, strip_expected,
};
use crate::report::marked::MarkedCount;
use crate::report::{format_mean, leading_quantities, probability_interval, words};
use signed::SignedPair;

/// Panels per page.
const PANELS: usize = 6;
/// Counts reached with a smaller chance are not drawn.
const NEGLIGIBLE: f64 = 0.000_5;
/// Lines of more counts have no markers, which would hide them.
const MARKED: i64 = 30;
/// The axis starts at 0, which is easier to read, unless that adds more impossible counts than
/// this.
const SHOWN_ANYWAY: usize = 2;
const BAR: RGBColor = RGBColor(158, 198, 228);
/// Lines of each quantity, like its bars but darker.
const LINES: [(RGBColor, Dash); 2] =
    [(RGBColor(24, 44, 92), Dash::Solid), (RGBColor(122, 48, 8), Dash::Long)];
const EXACT: RGBColor = RGBColor(190, 70, 10);
const NAME: TextFormat = TextFormat::plain(16.0).bold();
const FACTS: TextFormat = TextFormat::plain(14.0).colour(FAINT);
const BAR_LABEL: TextFormat = TextFormat::plain(12.5).anchored(HPos::Center, VPos::Bottom);
/// The band of the 90% interval.
const BAND: RGBColor = RGBColor(238, 241, 246);
/// Heights of a panel's name and facts, and of its two plots.
const ABOVE: f64 = 62.0;
const LINE_PLOT: f64 = 130.0;
const BAR_PLOT: f64 = 150.0;
const GAP: f64 = 24.0;
/// Gap between the two plots of a panel.
const BETWEEN: f64 = 14.0;
/// Smaller chances are not written above their bars.
const LEAST_LABELLED: f64 = 0.005;
/// Labels of marked counts.
const MARK_LABEL: TextFormat = TextFormat::plain(13.0).bold();
/// From this chance on the line of P(≥ k) is where labels of marked counts would be.
const HIGH: f64 = 0.75;
/// Share of the width of a count that its bars fill.
const FILLED: f64 = 0.8;

/// A page of panels, all with the same axes.
pub(super) struct DistributionPage {
    header: Header,
    legend: Legend,
    panels: Vec<DistributionPanel>,
    counts: PlotAxis,
    /// Axis of P(= k).
    exactly: PlotAxis,
    /// Markers on the lines, unless they would hide them.
    marker: Option<Marker>,
}

/// The distributions of one answer.
struct DistributionPanel {
    name: Vec<String>,
    facts: String,
    distributions: Vec<Vec<CountBar>>,
    /// Mean and 90% interval of a single distribution.
    middle: Option<MeanBand>,
    /// The counts that are marked, with the place of their distribution.
    marks: Vec<(usize, MarkedCount)>,
}

impl DistributionPanel {
    /// Returns the height of the lowest bar next to the mean.
    fn height_at_mean(&self) -> f64 {
        let mean = self.middle.map_or(0.0, |middle| middle.mean);
        let bars = self.distributions.iter().flatten();
        let near = bars.filter(|bar| (bar.count - mean).abs() <= 0.75);
        let lowest = near.map(|bar| bar.exactly).fold(f64::INFINITY, f64::min);
        if lowest.is_finite() { lowest } else { 0.0 }
    }
}

/// The mean and 90% interval of a distribution.
#[derive(Clone, Copy)]
struct MeanBand {
    mean: f64,
    /// The 5% and 95% quantiles.
    band: (f64, f64),
}

/// The chances of one count.
struct CountBar {
    count: f64,
    exactly: f64,
    at_least: f64,
    interval: Option<(f64, f64)>,
    exact: Option<f64>,
}

/// Lays out the pages of a group; certain answers are left out.
pub(super) fn pages(title: &str, group: &AnswerGroup<'_>) -> Vec<DistributionPage> {
    let DistinctAnswers { all, remarks } = distinct_answers(&group.answers, PANELS);
    let drawn: Vec<DistinctAnswer<'_>> =
        all.into_iter().filter(|class| !is_certain(class.answer)).collect();
    let chunks: Vec<&[DistinctAnswer<'_>]> = drawn.chunks(PANELS).collect();
    let page = |(number, chunk): (usize, &&[DistinctAnswer<'_>])| {
        page(title, group, chunk, (PageNumber { page: number + 1, pages: chunks.len() }, &remarks))
    };
    chunks.iter().enumerate().map(page).collect()
}

fn page(
    title: &str,
    group: &AnswerGroup<'_>,
    chunk: &[DistinctAnswer<'_>],
    (page_number, remarks): (PageNumber, &[String]),
) -> DistributionPage {
    let quantities: Vec<&Quantity> =
        chunk.iter().flat_map(|class| leading_quantities(class.answer)).collect();
    let counts = drawn_counts(&quantities, is_signed(chunk));
    let width = panel_width(columns(chunk.len()));
    let panels: Vec<DistributionPanel> =
        chunk.iter().map(|class| panel(class, counts.clone(), width)).collect();
    let bars = panels.iter().flat_map(|panel| panel.distributions.iter().flatten());
    let highest = bars.map(CountBar::end).fold(0.0, f64::max);
    let leads = lead_labels(&group.answers);
    let (signed, leads) = signed_words(chunk, leads);
    let (low, high) = (*counts.start(), *counts.end());
    let marker = (leads.len() < 2 && high - low <= MARKED).then_some(Marker::Dot);
    let compared = quantities.iter().any(|quantity| quantity.exact.is_some());
    let high_count = usize::try_from(high).unwrap_or(0);
    let signed: Vec<String> = signed.into_iter().collect();
    let remarks = [&signed, remarks, &remarks_on_marks(&quantities, high_count)].concat();
    let words = axis_words(group, &quantities);
    DistributionPage {
        header: header(title, group, page_number, &remarks),
        legend: legend(&leads, marker, compared),
        panels,
        counts: PlotAxis::counts(low, high, (width / 36.0) as usize, &words),
        exactly: PlotAxis::chances_to(highest, "Exactly"),
        marker,
    }
}

/// Returns whether the two quantities of the answers are one signed number.
fn is_signed(chunk: &[DistinctAnswer<'_>]) -> bool {
    chunk.iter().any(|class| class.answer.headline.signed)
}

/// Returns the counts to draw.
fn drawn_counts(quantities: &[&Quantity], signed: bool) -> RangeInclusive<i64> {
    let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    // at least the counts 0 and 1, or the axis would have no length
    let high = quantities.iter().map(|quantity| reach(quantity)).max().unwrap_or(0).max(1);
    let low = quantities.iter().map(|quantity| least(quantity)).min();
    let low = low.filter(|&low| low > SHOWN_ANYWAY).map_or(0, |low| low - 1);
    // symmetric, so that 0 is in the middle of the page
    if signed { -whole(high)..=whole(high) } else { whole(low)..=whole(high) }
}

/// Returns a remark on a signed number, and the labels of the drawn quantities: only one for a
/// signed number.
fn signed_words<'a>(
    chunk: &[DistinctAnswer<'_>],
    leads: Vec<&'a str>,
) -> (Option<String>, Vec<&'a str>) {
    match leads.as_slice() {
        [below, above] if is_signed(chunk) => (Some(explain_sign(below, above)), vec![above]),
        _ => (None, leads),
    }
}

fn axis_words(group: &AnswerGroup<'_>, quantities: &[&Quantity]) -> String {
    let (words, unit) = (
        words::capitalize(lead_noun(&group.answers)),
        quantities.first().map_or("", |quantity| quantity.unit),
    );
    if words.to_lowercase().contains(unit) { words } else { format!("{words} ({unit})") }
}

/// Returns the legend of bars, lines and marks.
fn legend(leads: &[&str], marker: Option<Marker>, compared: bool) -> Legend {
    let line = |words: &str, place: usize| {
        LINES.get(place).map(|line| LegendEntry::line(words, *line, marker))
    };
    let (bars, lines, exact) = match leads {
        [] | [_] => {
            let words = "exactly (exact distribution)";
            let exact = if marker.is_some() {
                LegendEntry::mark(words, EXACT, Marker::Cross)
            } else {
                LegendEntry::cap(words, INK)
            };
            (vec![LegendEntry::bar("exactly", BAR)], vec![line("at least", 0)], exact)
        }
        several => {
            let bars = several
                .iter()
                .zip(BARS)
                .map(|(words, colour)| {
                    LegendEntry::bar(&format!("{}, exactly", strip_expected(words)), colour)
                })
                .collect();
            let at_least = |words: &str| format!("{}, at least", strip_expected(words));
            let lines = several.iter().zip(0..LINES.len());
            let lines = lines.map(|(words, place)| line(&at_least(words), place)).collect();
            (bars, lines, LegendEntry::cap("exact distribution", INK))
        }
    };
    Legend::of(
        bars.into_iter()
            .chain(lines.into_iter().flatten())
            .chain(compared.then_some(exact))
            .chain((leads.len() < 2).then(|| LegendEntry::bar("90% interval", BAND)))
            .chain((leads.len() < 2).then(|| LegendEntry::line("mean", (FAINT, Dash::Short), None)))
            .collect(),
    )
}

/// Returns the highest count reached with more than a negligible chance.
fn reach(quantity: &Quantity) -> usize {
    let distribution = quantity.distribution.pmf();
    (0..=distribution.max()).rev().find(|&k| distribution.at_least(k) >= NEGLIGIBLE).unwrap_or(0)
}

/// Returns the least possible count.
fn least(quantity: &Quantity) -> usize {
    let exact = quantity
        .exact
        .as_ref()
        .and_then(|distribution| distribution.probabilities().iter().position(|p| *p > 0.0));
    let seen =
        quantity.distribution.pmf().probabilities().iter().position(|p| *p > 0.0).unwrap_or(0);
    // a sample may miss rare counts, and an odd sample may have counts that the exact distribution
    // excludes: the axis must show both
    exact.map_or(seen, |exact| exact.min(seen))
}

fn header(
    title: &str,
    group: &AnswerGroup<'_>,
    page_number: PageNumber,
    remarks: &[String],
) -> Header {
    Header::new(
        title,
        &format!("distribution of {}", lead_noun(&group.answers)),
        &group.answers,
        page_number,
        remarks,
    )
}

/// Returns remarks on whiskers and on counts above `high`.
fn remarks_on_marks(quantities: &[&Quantity], high: usize) -> Vec<String> {
    let cut =
        quantities.iter().any(|quantity| quantity.distribution.pmf().at_least(high + 1) > 0.0);
    let has_whiskers = quantities.iter().any(|quantity| {
        (0..=high).any(|k| probability_interval(&quantity.distribution, k).is_some_and(is_wide))
    });
    let cut = cut.then(|| format!("Counts above {high} (under 0.05%) are not drawn"));
    let whiskers = has_whiskers.then(|| "Whiskers: 95% interval of the share".to_owned());
    whiskers.into_iter().chain(cut).collect()
}

/// Returns whether an interval is wide enough to be visible.
fn is_wide((low, high): (f64, f64)) -> bool {
    high - low > 0.01
}

fn panel(class: &DistinctAnswer<'_>, counts: RangeInclusive<i64>, width: f64) -> DistributionPanel {
    let quantities = leading_quantities(class.answer);
    let means = || quantities.iter().map(|quantity| format_mean(quantity)).collect::<Vec<_>>();
    let (facts, middle, distributions) = match quantities.as_slice() {
        [below, above] if class.answer.headline.signed => {
            let signed = SignedPair { below, above };
            (signed.facts(), Some(signed.middle()), vec![signed.bars(counts)])
        }
        [only] => (facts(only), Some(middle(only)), vec![bars(only, counts)]),
        several => (
            format!("means {}", means().join(" and ")),
            None,
            several.iter().map(|quantity| bars(quantity, counts.clone())).collect(),
        ),
    };
    let is_signed = class.answer.headline.signed;
    let leading = quantities.iter().enumerate().filter(|_| !is_signed);
    let marked = |(place, quantity): (usize, &&Quantity)| {
        Some((place, MarkedCount::of(class.answer, quantity)?))
    };
    let marks = leading.filter_map(marked).collect();
    let name = NAME.wrap_whole(&class.label, width);
    DistributionPanel { name, facts, distributions, middle, marks }
}

/// Returns the bars of a quantity at these counts.
fn bars(quantity: &Quantity, counts: RangeInclusive<i64>) -> Vec<CountBar> {
    counts.filter_map(|k| usize::try_from(k).ok()).map(|k| bar(quantity, k)).collect()
}

fn middle(quantity: &Quantity) -> MeanBand {
    let distribution = quantity.distribution.pmf();
    let [low, high] = [0.05, 0.95].map(|part| distribution.quantile(part) as f64);
    MeanBand { mean: distribution.mean(), band: (low, high) }
}

fn facts(quantity: &Quantity) -> String {
    let distribution = quantity.distribution.pmf();
    format!(
        "mean {}, median {}, 90% interval {}–{}",
        format_mean(quantity),
        distribution.quantile(0.5),
        distribution.quantile(0.05),
        distribution.quantile(0.95)
    )
}

fn bar(quantity: &Quantity, k: usize) -> CountBar {
    let distribution = quantity.distribution.pmf();
    CountBar {
        count: k as f64,
        exactly: distribution.probabilities().get(k).copied().unwrap_or(0.0),
        at_least: distribution.at_least(k),
        interval: probability_interval(&quantity.distribution, k),
        exact: quantity
            .exact
            .as_ref()
            .and_then(|exact| exact.probabilities().get(k).copied())
            .filter(|p| *p > 0.0),
    }
}

impl CountBar {
    /// Returns the largest value it draws.
    fn end(&self) -> f64 {
        let interval = self.interval.filter(|interval| is_wide(*interval));
        self.exactly.max(interval.map_or(0.0, |(_, high)| high)).max(self.exact.unwrap_or(0.0))
    }
}

const fn columns(panels: usize) -> usize {
    if panels > 1 { 2 } else { 1 }
}

fn panel_width(columns: usize) -> f64 {
    (WIDTH - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64
}
