//! A comparison as bars: to the right where the first is better, to the left where the second is,
//! the largest first.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{Canvas, Dash, Drawn, INK, MARGIN, Type, WIDTH, page_size};
use super::header::Header;
use super::legend::Legend;
use super::plot::{Axis, Frame, Plot};
use crate::report::field::{called, how, measure_words, remarks, verdict};
use crate::report::words;
use crate::study::compare::{CompareAnswer, Matchup};
use crate::study::field::Measure;

/// Rows to a page.
pub const ROWS: usize = 200;
/// Up to so many rows there is room for large letters.
const FEW: usize = 40;
/// The most room for names.
const NAMES: f64 = 300.0;
/// Bars of the first and the second; of different lightness.
const BARS: [RGBColor; 2] = [RGBColor(70, 60, 110), RGBColor(222, 148, 74)];
/// The room beside the bars for three chances, and for each of them.
const ODDS: f64 = 186.0;
const CHANCE: f64 = 60.0;
/// The room above the bars for what the chances are.
const HEADS: f64 = 20.0;

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
#[derive(Clone)]
struct Row {
    name: String,
    difference: f64,
    interval: Option<(f64, f64)>,
    told: String,
    odds: [String; 3],
}

/// The pages of a comparison, all with the same axis; none without matchups.
pub fn pages(answer: &CompareAnswer) -> Vec<RankedPage> {
    let all = answer.matchups.len();
    let set = Type::plain(if all <= FEW { 14.0 } else { 11.5 });
    let rows: Vec<Row> = answer.matchups.iter().map(|matchup| row(answer, matchup, set)).collect();
    let widest =
        |text: fn(&Row) -> &str| rows.iter().map(|row| set.width(text(row))).fold(0.0, f64::max);
    let (names, behind) = (widest(|row| &row.name) + 16.0, widest(|row| &row.told) + 14.0);
    let room = WIDTH - 2.0 * MARGIN - ODDS - names;
    let axis = || around(&rows, behind / room, measure_words(answer.measure));
    let pages = all.div_ceil(ROWS);
    let page = |number: usize| {
        let rows = rows.iter().skip(number * ROWS).take(ROWS).cloned().collect();
        RankedPage {
            header: header(answer, (number + 1, pages)),
            legend: legend(answer),
            rows,
            axis: axis(),
            names,
            set,
        }
    };
    (0..pages).map(page).collect()
}

/// An axis with room for what is written behind the bars, a part of it on each side that has any.
fn around(rows: &[Row], written: f64, measure: &str) -> Axis {
    let ends = rows.iter().map(Row::ends);
    let (low, high) =
        ends.fold((0.0, 0.0), |(low, high): (f64, f64), (from, to)| (low.min(from), high.max(to)));
    let sides = f64::from(u8::from(low < 0.0)) + f64::from(u8::from(high > 0.0));
    let room = (high - low).max(1e-6) * written / (1.0 - sides * written).max(0.2);
    let [left, right] = [low < 0.0, high > 0.0].map(|has_any| if has_any { room } else { 0.0 });
    Axis::around_zero((low, high), (left, right), &format!("Difference in {measure}"))
}

fn header(answer: &CompareAnswer, (page, pages): (usize, usize)) -> Header {
    let leaf = (pages > 1).then(|| format!("Page {page} of {pages}"));
    let how = how(answer.method, answer.edition, &answer.weapons, &answer.terms);
    let remarks =
        remarks(&answer.left_out, &answer.notes, answer.method.partial, &answer.not_modelled);
    let odds = "At the right: how likely one attack of A does more than one of B, as much, or less"
        .to_owned();
    let lines: Vec<String> =
        leaf.into_iter().chain(verdict(answer)).chain([how, odds]).chain(remarks).collect();
    Header::of(&words::clean(&answer.name), &lines, WIDTH - 2.0 * MARGIN)
}

fn legend(answer: &CompareAnswer) -> Legend {
    let entries = answer.attackers.iter().zip(BARS).map(|(unit, colour)| {
        let cost = unit.cost.map_or_else(String::new, |cost| format!(" ({cost})"));
        (format!("{}{cost} is better", called(unit)), colour)
    });
    Legend::of(
        entries
            .zip(["A", "B"])
            .map(|((words, colour), side)| Legend::bar(&format!("{side}: {words}"), colour))
            .collect(),
    )
}

fn row(answer: &CompareAnswer, matchup: &Matchup, set: Type) -> Row {
    let odds = matchup.odds(answer.measure);
    let difference = match answer.measure {
        Measure::Wounds => format!("{:+.2}", matchup.difference),
        Measure::PerPoint => format!("{:+.3}", matchup.difference),
    };
    Row {
        name: words::shorten(&called(&matchup.defender), |text| set.width(text) <= NAMES),
        difference: matchup.difference,
        interval: matchup.sampled.map(|sampled| sampled.estimate.interval),
        told: difference,
        odds: [odds.more, odds.same, odds.less].map(|p| words::percent(p, 0)),
    }
}

impl Row {
    /// Where its marks begin and end.
    fn ends(&self) -> (f64, f64) {
        let (low, high) = self.interval.unwrap_or((self.difference, self.difference));
        (low.min(self.difference).min(0.0), high.max(self.difference).max(0.0))
    }
}

impl RankedPage {
    fn row_height(&self) -> f64 {
        self.set.size * 1.25 + if self.set.size > 12.0 { 6.0 } else { 0.0 }
    }

    fn plot_height(&self) -> f64 {
        self.rows.len() as f64 * self.row_height() + 62.0 + HEADS
    }

    /// Its size in units.
    pub fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + self.legend.height() + self.plot_height() + MARGIN / 2.0)
    }

    /// Draws it.
    pub fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> Drawn<DB> {
        self.header.draw(canvas)?;
        self.legend.draw(canvas, self.header.height())?;
        let corner = (MARGIN, self.header.height() + self.legend.height() + HEADS);
        let size = (WIDTH - 2.0 * MARGIN - ODDS, self.plot_height() - HEADS);
        let count = self.rows.len();
        let plot = Plot::draw(
            canvas,
            Frame { corner, size, left: self.names },
            &self.axis,
            &Axis::rows(count),
        )?;
        canvas.path(&[plot.at(0.0, 0.0), plot.at(0.0, count as f64)], INK, 1.0, Dash::Solid)?;
        self.draw_odds(
            canvas,
            &["A more", "same", "B more"].map(str::to_owned),
            plot.down.0 - HEADS / 2.0,
            true,
        )?;
        self.rows.iter().enumerate().try_for_each(|(place, row)| {
            self.draw_row(canvas, &plot, row, count as f64 - place as f64 - 0.5)
        })
    }

    fn draw_row<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        plot: &Plot,
        row: &Row,
        y: f64,
    ) -> Drawn<DB> {
        let [first, second] = BARS;
        let colour = if row.difference < 0.0 { second } else { first };
        let (low, high) = (row.difference.min(0.0), row.difference.max(0.0));
        canvas.fill([plot.at(low, y + 0.36), plot.at(high, y - 0.36)], colour)?;
        let (_, middle) = plot.at(0.0, y);
        if let Some((low, high)) = row.interval {
            canvas.whisker([plot.at(low, y), plot.at(high, y)], (0.0, self.set.size / 4.0), INK)?;
        }
        canvas.text(
            &row.name,
            (plot.across.0 - 8.0, middle),
            self.set.anchored(HPos::Right, VPos::Center),
        )?;
        let (low, high) = row.ends();
        let (end, across) = if row.difference < 0.0 {
            (plot.at(low, y).0 - 6.0, HPos::Right)
        } else {
            (plot.at(high, y).0 + 6.0, HPos::Left)
        };
        canvas.text(&row.told, (end, middle), self.set.anchored(across, VPos::Center))?;
        self.draw_odds(canvas, &row.odds, middle, false)
    }

    /// Three columns at the right.
    fn draw_odds<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        told: &[String; 3],
        y: f64,
        bold: bool,
    ) -> Drawn<DB> {
        let set = self.set.anchored(HPos::Right, VPos::Center);
        let set = if bold { set.bold() } else { set };
        told.iter().zip([2.0, 1.0, 0.0]).try_for_each(|(text, place)| {
            canvas.text(text, (WIDTH - MARGIN - place * CHANCE, y), set)
        })
    }
}
