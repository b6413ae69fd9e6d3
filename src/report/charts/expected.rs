//! The expected value of each answer: a bar for the mean of each leading quantity, with its
//! interval if it was sampled.

mod odds;
mod shares;

pub(super) use odds::odds;
pub(super) use shares::{ShareBar, shares};

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::PlotAxis;
use super::canvas::{Canvas, FAINT, INK, MARGIN, Marker, PlotFrame, TextFormat, WIDTH, page_size};
use super::curve::STYLES;
use super::header::{Header, PageNumber};
use super::legend::{Legend, LegendEntry};
use super::plot::{BELOW, Plot};
use super::render::ChartPage;
use crate::answer::{Answer, Event, Quantity};
use crate::report::group::{
    AnswerGroup, DistinctAnswer, DistinctAnswers, distinct_answers, is_certain, lead_labels,
    lead_noun,
};
use crate::report::{fixed_value, format_chance, format_mean, leading_quantities, words};

/// Rows per page.
const ROWS: usize = 24;
/// Largest width of names at the left.
const NAMES: f64 = 380.0;
/// Longer notes after a bar are shortened.
const LONGEST_NOTE: usize = 24;
/// Colours of the first, second and third bar of a row; of different lightness.
pub(super) const BARS: [RGBColor; 3] =
    [RGBColor(124, 169, 209), RGBColor(196, 98, 40), RGBColor(70, 60, 110)];
const NAME: TextFormat = TextFormat::plain(14.5).anchored(HPos::Right, VPos::Center);
const VALUE: TextFormat = TextFormat::plain(14.0).anchored(HPos::Left, VPos::Center);
/// Share of a row's height that its bars fill.
const FILLED: f64 = 0.72;

/// One page of bars.
pub(super) struct ExpectedPage {
    header: Header,
    legend: Legend,
    rows: Vec<ExpectedRow>,
    axis: PlotAxis,
    names: f64,
    /// Width at the right of the axis for the text after the longest bar.
    text_width: f64,
}

/// The bars of one answer.
#[derive(Clone)]
struct ExpectedRow {
    name: Vec<String>,
    bars: Vec<ValueBar>,
}

/// The bar of a mean or a chance.
#[derive(Clone)]
struct ValueBar {
    mean: f64,
    interval: Option<(f64, f64)>,
    exact: Option<f64>,
    text: String,
    /// Its colour, if not the default for its position.
    colour: Option<RGBColor>,
}

/// Lays out the pages of a group, all with the same axis; none if everything is certain.
pub(super) fn pages(title: &str, group: &AnswerGroup<'_>) -> Vec<ExpectedPage> {
    let DistinctAnswers { all: classes, remarks } = distinct_answers(&group.answers, ROWS);
    let leading: Vec<&Quantity> =
        classes.iter().flat_map(|class| leading_quantities(class.answer)).collect();
    // a single bar adds nothing to its number
    let is_one = classes.len() == 1 && leading.len() == 1;
    if is_one || classes.iter().all(|class| is_certain(class.answer)) {
        return Vec::new();
    }
    let rows: Vec<ExpectedRow> = classes.iter().map(row).collect();
    let (high, words) = (highest(&rows), axis_words(group, &leading));
    let leads = lead_labels(&group.answers);
    let mut rows = rows.into_iter();
    let on_page = (ROWS / leads.len().max(1)).max(1);
    let pages = rows.len().div_ceil(on_page);
    let page = |number: usize| {
        let rows: Vec<ExpectedRow> = rows.by_ref().take(on_page).collect();
        let header =
            header(title, group, &leading, PageNumber { page: number + 1, pages }, &remarks);
        ExpectedPage {
            header,
            legend: legend(&leads),
            axis: PlotAxis::amounts(high, &words),
            names: widest(&rows) + 12.0,
            // the axis itself leaves room for the texts, as `highest` shows
            text_width: 0.0,
            rows,
        }
    };
    (0..pages).map(page).collect()
}

/// Returns the width of the widest name.
fn widest(rows: &[ExpectedRow]) -> f64 {
    rows.iter().flat_map(|row| &row.name).map(|line| NAME.width(line)).fold(0.0, f64::max)
}

/// Returns an axis for chances from 0% to 100%.
fn chances_axis() -> PlotAxis {
    PlotAxis { range: 0.0..1.0, ..PlotAxis::chances("Chance") }
}

/// Returns the width needed for the texts after bars of 100%.
fn text_width(rows: &[ExpectedRow]) -> f64 {
    let bars = rows.iter().flat_map(|row| &row.bars);
    bars.map(|bar| VALUE.width(&bar.text)).fold(0.0, f64::max) + 14.0
}

/// Lays out the chances of an answer's events, each player's in the colour of its line.
pub(super) fn chances(title: &str, answer: &Answer, players: &[&str]) -> ExpectedPage {
    let events: Vec<&Event> = answer.events.iter().collect();
    let rows: Vec<ExpectedRow> = events.iter().map(|event| chance_row(event, players)).collect();
    let notes = answer.notes.iter().map(|note| words::capitalize(note));
    let remarks: Vec<String> = explain_marks(&events).into_iter().chain(notes).collect();
    ExpectedPage {
        header: Header::new(
            title,
            "who wins",
            &[answer],
            PageNumber { page: 1, pages: 1 },
            &remarks,
        ),
        legend: Legend::of(Vec::new()),
        axis: chances_axis(),
        names: widest(&rows) + 12.0,
        text_width: text_width(&rows),
        rows,
    }
}

/// Explains the marks on the bars of events.
fn explain_marks(events: &[&Event]) -> Vec<String> {
    let is_sampled = |event: &&Event| event.distribution.at_least_estimate(1).is_some();
    let whiskers = events.iter().any(is_sampled).then(|| "Whiskers: 95% interval".to_owned());
    let is_compared = events.iter().any(|event| event.exact.is_some());
    whiskers.into_iter().chain(is_compared.then(|| "Diamonds: exact chance".to_owned())).collect()
}

fn chance_row(event: &Event, players: &[&str]) -> ExpectedRow {
    let words = event.label.named.as_str();
    // the labels of campaigns begin with the player: `Cryx wins`
    let player = players.iter().position(|player| words.starts_with(player));
    let colour = player.and_then(|place| STYLES.get(place)).map(|(colour, ..)| *colour);
    let bar = ValueBar { colour, ..chance_bar(event) };
    ExpectedRow { name: NAME.wrap_whole(words, NAMES - 12.0), bars: vec![bar] }
}

fn chance_bar(event: &Event) -> ValueBar {
    ValueBar {
        mean: event.probability(),
        interval: event.distribution.at_least_estimate(1).map(|estimate| estimate.interval),
        exact: event.exact.as_ref().map(|exact| exact.at_least(1)),
        text: format_chance(&event.distribution, event.exact.as_ref(), 1, 1),
        colour: None,
    }
}

/// Returns the legend of rows with several bars; empty for rows with one bar.
fn legend(leads: &[&str]) -> Legend {
    Legend::of(if leads.len() > 1 {
        leads.iter().zip(BARS).map(|(words, colour)| LegendEntry::bar(words, colour)).collect()
    } else {
        Vec::new()
    })
}

/// Returns the end of the axis, which leaves room for the text after the longest bar.
fn highest(rows: &[ExpectedRow]) -> f64 {
    // a bar and its text share the width: the axis is stretched by the part that the bar leaves.
    // Texts get three quarters at most, so that a long note does not squeeze the bars.
    let room = WIDTH - 2.0 * MARGIN - NAMES;
    let end =
        |bar: &ValueBar| bar.end() * room / (room - VALUE.width(&bar.text) - 30.0).max(room / 4.0);
    let highest = rows.iter().flat_map(|row| &row.bars).map(end).fold(0.0, f64::max);
    // means shown as 0.000 must not fill the page
    if highest >= 0.001 { highest } else { 1.0 }
}

/// Returns the label of the axis, with the unit if the words do not contain it.
fn axis_words(group: &AnswerGroup<'_>, leading: &[&Quantity]) -> String {
    let words = format!("Expected {}", lead_noun(&group.answers));
    let unit = leading.first().map_or("", |quantity| quantity.unit);
    if words.contains(unit) { words } else { format!("{words} ({unit})") }
}

fn header(
    title: &str,
    group: &AnswerGroup<'_>,
    leading: &[&Quantity],
    page_number: PageNumber,
    remarks: &[String],
) -> Header {
    let sampled = leading.iter().any(|quantity| quantity.distribution.mean_estimate().is_some());
    let compared = leading.iter().any(|quantity| quantity.exact.is_some());
    let whiskers = sampled.then(|| "Whiskers: 95% interval of the mean".to_owned());
    let diamonds = compared.then(|| "Diamonds: exact mean".to_owned());
    let remarks: Vec<String> =
        whiskers.into_iter().chain(diamonds).chain(remarks.iter().cloned()).collect();
    Header::new(
        title,
        &format!("expected {}", lead_noun(&group.answers)),
        &group.answers,
        page_number,
        &remarks,
    )
}

fn row(class: &DistinctAnswer<'_>) -> ExpectedRow {
    // a bar of length zero needs its reason; the notes of other rows are in the tables
    let notes =
        if is_certain(class.answer) { class.answer.notes.join(", ") } else { String::new() };
    let notes = words::shorten(&words::clean(&notes), |text| text.chars().count() <= LONGEST_NOTE);
    let bar = |quantity: &Quantity| ValueBar {
        mean: quantity.distribution.pmf().mean(),
        // a value that cannot vary has no uncertainty, though it was counted like the others
        interval: fixed_value(quantity)
            .is_none()
            .then(|| quantity.distribution.mean_estimate())
            .flatten()
            .map(|estimate| estimate.interval),
        exact: fixed_value(quantity)
            .is_none()
            .then_some(quantity.exact.as_ref())
            .flatten()
            .map(|exact| exact.mean()),
        text: format!("{}  {notes}", format_mean(quantity)).trim_end().to_owned(),
        colour: None,
    };
    ExpectedRow {
        name: NAME.wrap_whole(&class.label, NAMES - 12.0),
        bars: leading_quantities(class.answer).into_iter().map(bar).collect(),
    }
}

impl ValueBar {
    /// Returns the largest value it draws.
    fn end(&self) -> f64 {
        self.mean.max(self.interval.map_or(0.0, |(_, high)| high)).max(self.exact.unwrap_or(0.0))
    }
}

impl ChartPage for ExpectedPage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + self.legend.height() + self.plot_height() + MARGIN / 2.0)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        self.legend.draw(canvas, self.header.height());
        let corner = (MARGIN, self.header.height() + self.legend.height());
        let size = (WIDTH - 2.0 * MARGIN - self.text_width, self.plot_height());
        let rows = self.rows.len() as f64;
        let plot = Plot::draw(
            canvas,
            PlotFrame { corner, size, left: self.names, below: BELOW },
            &self.axis,
            &PlotAxis::rows(self.rows.len()),
        );
        self.rows
            .iter()
            .enumerate()
            .for_each(|(place, row)| draw_row(canvas, &plot, row, rows - place as f64 - 0.5))
    }
}

impl ExpectedPage {
    fn row_height(&self) -> f64 {
        let lines = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(1);
        let names = if lines > 1 { lines as f64 * NAME.line_height() + 4.0 } else { 26.0 };
        let bars = self.rows.iter().map(|row| row.bars.len()).max().unwrap_or(1);
        f64::max(names, 10.0 + 18.0 * bars as f64)
    }

    fn plot_height(&self) -> f64 {
        self.rows.len() as f64 * self.row_height() + 62.0
    }
}

fn draw_row(canvas: &Canvas, plot: &Plot, row: &ExpectedRow, y: f64) {
    let height = FILLED / row.bars.len().max(1) as f64;
    for (place, (bar, colour)) in row.bars.iter().zip(BARS.into_iter().cycle()).enumerate() {
        draw_bar(
            canvas,
            plot,
            bar,
            (y + FILLED / 2.0 - (place as f64 + 0.5) * height, height),
            bar.colour.unwrap_or(colour),
        );
    }
    let (_, middle) = plot.at(0.0, y);
    let first = middle - (row.name.len() as f64 - 1.0) / 2.0 * NAME.line_height();
    canvas.lines(&row.name, (plot.across.0 - 10.0, first), NAME)
}

fn draw_bar(
    canvas: &Canvas,
    plot: &Plot,
    bar: &ValueBar,
    (y, height): (f64, f64),
    colour: RGBColor,
) {
    canvas.fill([plot.at(0.0, y + height / 2.0), plot.at(bar.mean, y - height / 2.0)], colour);
    if let Some(exact) = bar.exact {
        canvas.marker(Marker::Diamond, plot.at(exact, y), FAINT);
    }
    if let Some((low, high)) = bar.interval {
        canvas.whisker([plot.at(low, y), plot.at(high, y)], (0.0, 5.0), INK);
    }
    let (end, middle) = plot.at(bar.end(), y);
    canvas.text(&bar.text, (end + 10.0, middle), VALUE)
}
