//! A matrix as a heat map: a row for each attacker, a column for each defender.
//!
//! Dark means a high value. Small maps show numbers in the cells; large ones have cells just wide
//! enough for a line of text, so that each row and column keeps its name. Rows and columns in the
//! order of factions are grouped into bands with the faction's name.

mod axis;
mod draw;
mod duels;
mod scale;

pub(super) use axis::ColourRange;
pub(super) use duels::duel_grid;
pub(super) use scale::{ColourMap, ColourScale, SCALE_HEIGHT};

use super::canvas::{MARGIN, TextFormat, WIDTH};
use super::header::Header;
use crate::answer::MatrixAnswer;
use crate::answer::{Metric, Order, UnitSummary};
use crate::counted::counted;
use crate::report::field::{collect_remarks, describe_matchups, describe_method, describe_metric};
use crate::report::words;
use axis::HeatAxis;

/// Maps with more rows or columns are not drawn: viewers could not open the image.
pub(super) const MOST: usize = 240;
/// Maps with at most this many columns show numbers in the cells.
const NUMBERED: usize = 30;
/// Largest width of names.
const LONGEST: f64 = 420.0;
/// Width of a band with the faction's name, and of the gap between bands.
const BAND: f64 = 26.0;
const GAP: f64 = 4.0;
/// Gap between the cells and their means.
const APART: f64 = 8.0;

/// A page with a heat map.
pub(super) struct HeatPage {
    header: Header,
    metric: Metric,
    /// Label of the colour scale.
    words: String,
    colours: ColourMap,
    rows: HeatAxis,
    columns: HeatAxis,
    values: Vec<Vec<Option<f64>>>,
    range: Option<ColourRange>,
    label: TextFormat,
    numbered: bool,
    width: f64,
}

/// The data of a map.
struct HeatTable<'a> {
    sides: [&'a [UnitSummary]; 2],
    /// Values `[row][column]`.
    values: Vec<Vec<Option<f64>>>,
    metric: Metric,
    /// Label of the colour scale.
    words: String,
    /// Whether rows and columns are ordered by faction.
    banded: bool,
}

impl HeatTable<'_> {
    /// Returns the mean of a row or column, or `None` if a cell has no value.
    fn mean(cells: impl Iterator<Item = Option<f64>>) -> Option<f64> {
        // a mean over some of the cells would not compare with the others
        let all: Vec<f64> = cells.collect::<Option<_>>()?;
        (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
    }

    fn means(&self) -> [Vec<Option<f64>>; 2] {
        let rows = self.values.iter().map(|row| Self::mean(row.iter().copied())).collect();
        let columns = 0..self.sides[1].len();
        let column = |place: usize| {
            Self::mean(self.values.iter().map(|row| row.get(place).copied().flatten()))
        };
        [rows, columns.map(column).collect()]
    }
}

/// Lays out the page of a matrix.
pub(super) fn page(answer: &MatrixAnswer) -> HeatPage {
    let row = |row| (0..answer.defenders.len()).map(|column| answer.value(row, column)).collect();
    let table = HeatTable {
        sides: [&answer.attackers, &answer.defenders],
        values: (0..answer.attackers.len()).map(row).collect(),
        metric: answer.metric,
        words: describe_metric(answer.metric),
        banded: answer.order == Order::Faction,
    };
    let means = [
        (0..answer.attackers.len()).map(|row| answer.attacker_mean(row)).collect(),
        (0..answer.defenders.len()).map(|column| answer.defender_mean(column)).collect(),
    ];
    lay_out(table, means, |room| header(answer, room))
}

/// Lays out a page from its data and means.
fn lay_out(
    table: HeatTable<'_>,
    [row_means, column_means]: [Vec<Option<f64>>; 2],
    header: impl FnOnce(f64) -> Header,
) -> HeatPage {
    let HeatTable { sides: [attackers, defenders], values, metric, words, banded } = table;
    let (height, width) = (attackers.len(), defenders.len());
    let numbered = width <= NUMBERED;
    let label = TextFormat::plain(if numbered {
        14.0
    } else if width.max(height) <= 70 {
        13.0
    } else {
        11.0
    });
    let line = label.size * 1.2;
    let least = line.max(13.0);
    let step = if numbered { (44.0, 24.0) } else { (least, least) };
    let rows = HeatAxis::of(attackers, row_means, step.1, label, banded);
    let columns = HeatAxis::of(defenders, column_means, step.0, label, banded);
    // large maps have names on all sides
    let behind = if numbered { 4.0 } else { rows.room + 6.0 };
    let page = (2.0 * MARGIN + rows.lead() + columns.means_at() + MEAN + behind).max(WIDTH);
    let colours = match metric {
        Metric::Wins => ColourMap::Diverging,
        _ => ColourMap::Sequential,
    };
    let range = colours.range(values.iter().flatten().flatten().copied().collect());
    HeatPage {
        header: header(page - 2.0 * MARGIN),
        metric,
        words,
        colours,
        rows,
        columns,
        values,
        range,
        label,
        numbered,
        // even, like heights of pages, so that a bitmap of 1.5 times the size has whole pixels
        width: (page / 2.0).ceil() * 2.0,
    }
}

/// Width of the column of means.
const MEAN: f64 = 46.0;

fn header(answer: &MatrixAnswer, room: f64) -> Header {
    let (rows, columns) = (
        counted(answer.attackers.len() as u64, "attacker", "attackers"),
        counted(answer.defenders.len() as u64, "defender", "defenders"),
    );
    let size = format!("{rows} (down) × {columns} (across), cost in brackets");
    let how = describe_method(&answer.header, &describe_matchups(answer));
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let name = words::clean(&answer.header.name);
    // default names are the selections of both sides as typed: `stark → lannister`
    let sides: Vec<String> = name.split(" → ").map(words::capitalize).collect();
    let titled = format!("{}: {}", sides.join(" → "), describe_metric(answer.metric));
    Header::of(&titled, &[&[size, how], remarks.as_slice()].concat(), room)
}
