//! A comparison as bars: to the right where the first is better, to the left where the second is, the largest first.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Dash, Drawn, INK, MARGIN, Type, WIDTH, page_size};
use super::header::Header;
use super::legend::Legend;
use super::plot::{Axis, Frame, Plot};
use crate::report::field::{called, how, measure_words, remarks, verdict};
use crate::report::words;
use crate::study::compare::{CompareFinding, Matchup};

/// Rows to a page.
pub const ROWS: usize = 200;
/// Up to so many rows there is room for large letters.
const FEW: usize = 40;
/// The most room for names.
const NAMES: f64 = 300.0;
/// Bars of the first and the second; of different lightness.
const BARS: [RGBColor; 2] = [RGBColor(70, 60, 110), RGBColor(222, 148, 74)];
/// The room for what is written behind the longest bar.
const BEHIND: f64 = 120.0;

/// A page of bars.
pub struct RankedPage {
    header: Header,
    legend: Legend,
    rows: Vec<Row>,
    axis: Axis,
    names: f64,
    set: Type,
}

/// One matchup.
struct Row {
    name: String,
    difference: f64,
    interval: Option<(f64, f64)>,
    told: String,
}

/// The pages of a comparison, all with the same axis; none without matchups.
pub fn pages(title: &str, finding: &CompareFinding) -> Vec<RankedPage> {
    let all = finding.matchups.len();
    let set = Type::plain(if all <= FEW { 14.0 } else { 11.5 });
    let span = |pick: fn(f64, f64) -> f64| finding.matchups.iter().map(|matchup| matchup.difference).fold(0.0, pick);
    let (low, high) = (span(f64::min), span(f64::max));
    let pages = all.div_ceil(ROWS);
    let page = |(number, matchups): (usize, &[Matchup])| {
        let rows: Vec<Row> = matchups.iter().map(|matchup| row(finding, matchup, set)).collect();
        let names = rows.iter().map(|row| set.width(&row.name)).fold(0.0, f64::max) + 16.0;
        let words = format!("Difference in {}", measure_words(finding.measure));
        let axis = Axis::around_zero(low, high, BEHIND / (WIDTH - 2.0 * MARGIN - names - 2.0 * BEHIND), &words);
        RankedPage { header: header(title, finding, (number + 1, pages)), legend: legend(finding), rows, axis, names, set }
    };
    finding.matchups.chunks(ROWS).enumerate().map(page).collect()
}

fn header(title: &str, finding: &CompareFinding, (page, pages): (usize, usize)) -> Header {
    let leaf = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = how(finding.method, finding.edition, &finding.weapons, &finding.terms);
    let [a, _] = finding.attackers.each_ref().map(|unit| words::clean(&unit.name));
    let odds = format!("Behind the bars: the difference, and how likely one attack of {a} does more, as much and less");
    let remarks = remarks(&finding.left_out, &finding.notes, finding.method.partial, &finding.not_modelled);
    let lines: Vec<String> = leaf.into_iter().chain(verdict(finding)).chain([how, odds]).chain(remarks).collect();
    Header::of(&words::clean(title), &lines, WIDTH - 2.0 * MARGIN)
}

fn legend(finding: &CompareFinding) -> Legend {
    let entries = finding.attackers.iter().zip(BARS).map(|(unit, colour)| {
        let cost = unit.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
        Legend::bar(&format!("{}{cost} is better", called(unit)), colour)
    });
    Legend::of(entries.collect())
}

fn row(finding: &CompareFinding, matchup: &Matchup, set: Type) -> Row {
    let odds = matchup.odds(finding.measure);
    let [more, same, less] = [odds.more, odds.same, odds.less].map(|p| words::percent(p, 0));
    Row {
        name: words::shorten(&called(&matchup.defender), |text| set.width(text) <= NAMES),
        difference: matchup.difference,
        interval: matchup.sampled.map(|sampled| sampled.estimate.interval),
        told: format!("{:+.2}  {more} {same} {less}", matchup.difference),
    }
}

impl RankedPage {
    fn row_height(&self) -> f64 {
        self.set.size * 1.25 + if self.set.size > 12.0 { 6.0 } else { 0.0 }
    }

    fn plot_height(&self) -> f64 {
        self.rows.len() as f64 * self.row_height() + 62.0
    }

    /// Its size in units.
    pub fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + self.legend.height() + self.plot_height() + MARGIN / 2.0)
    }

    /// Draws it.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        self.header.draw(canvas)?;
        self.legend.draw(canvas, self.header.height())?;
        let corner = (MARGIN, self.header.height() + self.legend.height());
        let size = (WIDTH - 2.0 * MARGIN, self.plot_height());
        let count = self.rows.len();
        let plot = Plot::draw(canvas, Frame { corner, size, left: self.names }, &self.axis, &Axis::rows(count))?;
        canvas.path(&[plot.at(0.0, 0.0), plot.at(0.0, count as f64)], INK, 1.0, Dash::Solid)?;
        self.rows.iter().enumerate().try_for_each(|(place, row)| self.draw_row(canvas, &plot, row, count as f64 - place as f64 - 0.5))
    }

    fn draw_row<DB: DrawingBackend>(&self, canvas: &Canvas<DB>, plot: &Plot, row: &Row, y: f64) -> Drawn<DB> {
        let [first, second] = BARS;
        let colour = if row.difference < 0.0 { second } else { first };
        let (low, high) = (row.difference.min(0.0), row.difference.max(0.0));
        canvas.fill([plot.at(low, y + 0.36), plot.at(high, y - 0.36)], colour)?;
        let (_, middle) = plot.at(0.0, y);
        if let Some((low, high)) = row.interval {
            canvas.whisker([plot.at(low, y), plot.at(high, y)], (0.0, self.set.size / 4.0), INK)?;
        }
        canvas.text(&row.name, (plot.across.0 - 8.0, middle), self.set.anchored(HPos::Right, VPos::Center))?;
        let (low, high) = row.interval.map_or((low, high), |interval| (interval.0.min(low), interval.1.max(high)));
        let (end, across) =
            if row.difference < 0.0 { (plot.at(low, y).0 - 6.0, HPos::Right) } else { (plot.at(high, y).0 + 6.0, HPos::Left) };
        canvas.text(&row.told, (end, middle), self.set.anchored(across, VPos::Center))
    }
}
