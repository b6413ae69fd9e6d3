//! Points and losses by unit.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};
use warodds_battles::answer::UnitAnswer;

use super::super::axis::PlotAxis;
use super::super::canvas::{Canvas, MARGIN, PlotFrame, TextFormat, WIDTH, page_size};
use super::super::header::Header;
use super::super::legend::{Legend, LegendEntry};
use super::super::plot::{BELOW, Plot};
use super::super::render::ChartPage;
use super::{ARMIES, ChartHeading};

/// Maximum width of the names.
const NAMES: f64 = 290.0;
/// Space between the two plots.
const BETWEEN: f64 = 24.0;
/// Height of a row and of the axes.
const ROW: f64 = 36.0;
const AXES: f64 = 62.0;
/// Height of a bar, relative to its row.
const FILLED: f64 = 0.56;
const NAME: TextFormat = TextFormat::plain(14.0).anchored(HPos::Right, VPos::Center);
const VALUE: TextFormat = TextFormat::plain(14.0).anchored(HPos::Left, VPos::Center);
/// Points per battle without a unit that are worth a remark.
const MIN_REMARK: f64 = 0.005;

/// A page with two bars for each unit, side by side.
pub(crate) struct UnitsPage {
    header: Header,
    legend: Legend,
    rows: Vec<UnitRow>,
    /// Axes of points earned and of times destroyed.
    axes: [PlotAxis; 2],
    names: f64,
}

/// The bars of a unit.
struct UnitRow {
    name: Vec<String>,
    values: [f64; 2],
    colour: RGBColor,
}

/// Builds the page of units.
pub(super) fn page(heading: ChartHeading<'_>) -> UnitsPage {
    let rows: Vec<UnitRow> = heading.answer.units.iter().map(row).collect();
    let lines = rows.iter().flat_map(|row| &row.name);
    let names = lines.map(|line| NAME.width(line)).fold(0.0, f64::max) + 12.0;
    let highest = |which: usize| rows.iter().map(|row| row.values[which]).fold(0.0, f64::max);
    // the value is printed to the right of the longest bar
    let axis = |which, words| PlotAxis::amounts(highest(which).max(0.1) * 1.25, words);
    // points of objectives may belong to no unit, so the bars need not add up to the score
    let unearned = unearned_points(heading);
    let remarks = ["Means per battle; unit cost in brackets", &unearned];
    let remarks: Vec<&str> = remarks.into_iter().filter(|one| !one.is_empty()).collect();
    let colours = [0, 1].map(|army| LegendEntry::bar(&heading.army(army), ARMIES[army]));
    UnitsPage {
        header: heading.header("points and losses by unit", &remarks),
        legend: Legend::of(colours.into_iter().collect()),
        axes: [axis(0, "Points earned"), axis(1, "Times destroyed")],
        rows,
        names,
    }
}

fn row(unit: &UnitAnswer) -> UnitRow {
    UnitRow {
        name: NAME.wrap(&format!("{} ({})", unit.name, unit.cost), 2, NAMES),
        values: [unit.points, unit.lost],
        colour: ARMIES[usize::from(unit.side != "a")],
    }
}

/// Describes points that no unit scored, or returns an empty string.
fn unearned_points(heading: ChartHeading<'_>) -> String {
    let answer = heading.answer;
    let scored = answer.quantities.a_points.mean + answer.quantities.b_points.mean;
    let earned: f64 = answer.units.iter().map(|unit| unit.points).sum();
    let rest = scored - earned;
    if rest > MIN_REMARK {
        format!("{rest:.2} points per battle belong to no unit")
    } else {
        String::new()
    }
}

impl ChartPage for UnitsPage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + self.legend.height() + self.plot_height() + MARGIN / 2.0)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        self.legend.draw(canvas, self.header.height());
        let top = self.header.height() + self.legend.height();
        let width = (WIDTH - 2.0 * MARGIN - self.names - BETWEEN) / 2.0;
        let second = MARGIN + self.names + width + BETWEEN;
        let places = [(MARGIN, self.names), (second, 0.0)];
        for (which, (left, names)) in places.into_iter().enumerate() {
            let size = (names + width, self.plot_height());
            let frame = PlotFrame { corner: (left, top), size, left: names, below: BELOW };
            let plot =
                Plot::draw(canvas, frame, &self.axes[which], &PlotAxis::rows(self.rows.len()));
            self.draw_bars(canvas, &plot, which);
        }
    }
}

impl UnitsPage {
    fn plot_height(&self) -> f64 {
        self.rows.len() as f64 * ROW + AXES
    }

    /// Draws the bars of one plot; the first plot has the names.
    fn draw_bars(&self, canvas: &Canvas, plot: &Plot, which: usize) {
        let count = self.rows.len() as f64;
        self.rows.iter().enumerate().for_each(|(place, row)| {
            let (y, value) = (count - place as f64 - 0.5, row.values[which]);
            let corners = [plot.at(0.0, y + FILLED / 2.0), plot.at(value, y - FILLED / 2.0)];
            canvas.fill(corners, row.colour);
            let (end, middle) = plot.at(value, y);
            canvas.text(&format!("{value:.2}"), (end + 8.0, middle), VALUE);
            // the names are between the margin and the first plot
            if which > 0 {
                return;
            }
            let first = middle - (row.name.len() as f64 - 1.0) / 2.0 * NAME.line_height();
            canvas.lines(&row.name, (plot.across.0 - 10.0, first), NAME)
        })
    }
}
