//! Ratings by cost: a point for each unit, the line of least squares, and the names of the units
//! farthest from it.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::PlotAxis;
use super::canvas::{
    Canvas, Dash, FAINT, MARGIN, Marker, PagePoint, PlotFrame, TICK, TextFormat, WIDTH, page_size,
};
use super::header::Header;
use super::plot::{BELOW, Plot};
use super::render::ChartPage;
use crate::answer::{CostLine, RateAnswer, RatedUnit};
use crate::report::field::rate::{duels, findings, outliers};
use crate::report::field::{collect_remarks, describe_method};
use crate::report::words;

const HEIGHT: f64 = 560.0;
const NAME: TextFormat = TextFormat::plain(TICK).anchored(HPos::Left, VPos::Center);
const LINE: RGBColor = FAINT;
/// Units above the line, below it, and the others.
const COLOURS: [RGBColor; 3] =
    [RGBColor(16, 110, 132), RGBColor(172, 52, 10), RGBColor(140, 140, 148)];
/// Diameter of a marker with the space around it.
const MARKER: f64 = 11.0;
/// Space between a marker and its name.
const GAP: f64 = 9.0;

/// A point of the chart.
struct RatedPoint {
    cost: f64,
    rating: f64,
    /// Name and colour of a unit far from the line.
    name: Option<(String, RGBColor)>,
}

/// The page of ratings by cost.
pub(super) struct RatePage {
    header: Header,
    points: Vec<RatedPoint>,
    line: Option<CostLine>,
}

/// Lays out the units of known cost; none without ratings.
pub(super) fn pages(answer: &RateAnswer) -> Vec<RatePage> {
    let [above, below] = outliers(answer);
    let name = |one: &RatedUnit| {
        let is_in = |units: &[&RatedUnit]| units.iter().any(|other| other.unit.id == one.unit.id);
        let colour = match (is_in(&above), is_in(&below)) {
            (true, _) => COLOURS[0],
            (_, true) => COLOURS[1],
            _ => return None,
        };
        Some((words::clean(&one.unit.name), colour))
    };
    let points: Vec<RatedPoint> = answer
        .units
        .iter()
        .filter_map(|one| {
            let cost = f64::from(one.unit.cost?);
            Some(RatedPoint { cost, rating: one.rating?, name: name(one) })
        })
        .collect();
    if points.is_empty() {
        return Vec::new();
    }
    let how = describe_method(&answer.header, &duels(answer));
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let lines = [vec![how], findings(answer), remarks].concat();
    let title = match above.first() {
        Some(best) => format!("{} is the strongest for its cost", words::clean(&best.unit.name)),
        None => "Ratings by cost".to_owned(),
    };
    let header = Header::of(&title, &lines, WIDTH - 2.0 * MARGIN);
    vec![RatePage { header, points, line: answer.cost_line }]
}

impl ChartPage for RatePage {
    fn header(&self) -> &Header {
        &self.header
    }

    fn size(&self) -> (u32, u32) {
        page_size(self.header.height() + HEIGHT + MARGIN)
    }

    fn draw(&self, canvas: &Canvas) {
        self.header.draw(canvas);
        let plot = self.draw_plot(canvas);
        let places = self.places(&plot);
        let mut taken: Vec<[PagePoint; 2]> =
            places.iter().map(|place| around(*place, MARKER, MARKER)).collect();
        for (point, place) in self.points.iter().zip(&places) {
            let colour = point.name.as_ref().map_or(COLOURS[2], |(_, colour)| *colour);
            let marker = if colour == COLOURS[1] { Marker::Square } else { Marker::Dot };
            canvas.marker(marker, *place, colour);
        }
        for (point, place) in self.points.iter().zip(&places) {
            if let Some((name, colour)) = &point.name {
                draw_name(canvas, (name, *colour), *place, &plot, &mut taken);
            }
        }
    }
}

impl RatePage {
    fn draw_plot(&self, canvas: &Canvas) -> Plot {
        let frame = PlotFrame {
            corner: (MARGIN, self.header.height()),
            size: (WIDTH - 2.0 * MARGIN, HEIGHT),
            left: 56.0,
            below: BELOW,
        };
        let of =
            |value: fn(&RatedPoint) -> f64| self.points.iter().map(value).collect::<Vec<f64>>();
        let (costs, ratings) = (of(|one| one.cost), of(|one| one.rating));
        let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
        let most = costs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let x = PlotAxis::counts(least as i64, most as i64, 12, "Cost in points");
        let y = PlotAxis::spanning(&ratings, "Rating (0 is the mean of the field)");
        let plot = Plot::draw(canvas, frame, &x, &y);
        if let Some(CostLine { at_zero, per_point }) = self.line {
            let at = |cost: f64| {
                // the line ends where the plot does
                let rating = (at_zero + per_point * cost).clamp(y.range.start, y.range.end);
                plot.at(cost, rating)
            };
            canvas.path(&[at(least - 0.5), at(most + 0.5)], LINE, 1.5, Dash::Long);
        }
        plot
    }

    /// Returns where the units are drawn: those of one cost move aside until none covers another.
    fn places(&self, plot: &Plot) -> Vec<PagePoint> {
        let mut places: Vec<PagePoint> = Vec::new();
        for point in &self.points {
            let (x, y) = plot.at(point.cost, point.rating);
            let aside = (0..40).map(|step: i32| {
                let side = if step % 2 == 0 { 1.0 } else { -1.0 };
                (x + side * f64::from((step + 1) / 2) * MARKER, y)
            });
            let is_free = |place: &PagePoint| {
                places.iter().all(|other| (place.0 - other.0).hypot(place.1 - other.1) >= MARKER)
            };
            places.push(aside.clone().find(is_free).unwrap_or((x, y)));
        }
        places
    }
}

/// Returns the rectangle around a place.
fn around((x, y): PagePoint, width: f64, height: f64) -> [PagePoint; 2] {
    [(x - width / 2.0, y - height / 2.0), (x + width / 2.0, y + height / 2.0)]
}

fn overlap([a, b]: &[PagePoint; 2], [c, d]: &[PagePoint; 2]) -> bool {
    a.0 < d.0 && c.0 < b.0 && a.1 < d.1 && c.1 < b.1
}

/// Writes a name beside its marker, where it covers nothing that is drawn.
fn draw_name(
    canvas: &Canvas,
    (name, colour): (&str, RGBColor),
    (x, y): PagePoint,
    plot: &Plot,
    taken: &mut Vec<[PagePoint; 2]>,
) {
    let (width, height) = (NAME.width(name), NAME.line_height());
    let beside = [x + GAP + width / 2.0, x - GAP - width / 2.0];
    let shifts = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0].map(|lines| lines * height);
    let centres = shifts.into_iter().flat_map(|shift| beside.map(|middle| (middle, y + shift)));
    let is_free = |centre: &PagePoint| {
        let area = around(*centre, width, height);
        let is_inside = area[0].0 > plot.across.0
            && area[1].0 < plot.across.1
            && area[0].1 > plot.down.0
            && area[1].1 < plot.down.1;
        is_inside && !taken.iter().any(|other| overlap(&area, other))
    };
    // a name without room is in the lines above the plot
    let Some(centre) = centres.clone().find(is_free) else { return };
    taken.push(around(centre, width, height));
    let is_level = centre.1 == y;
    if !is_level {
        let end = if centre.0 > x { centre.0 - width / 2.0 } else { centre.0 + width / 2.0 };
        canvas.path(&[(x, y), (end, centre.1)], colour, 1.0, Dash::Solid);
    }
    canvas.text(name, (centre.0 - width / 2.0, centre.1), NAME.colour(colour));
}
