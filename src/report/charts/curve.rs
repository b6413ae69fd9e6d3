//! How the chance of an event, or a mean, runs over a numeric axis of a sweep: a line for each of
//! the other settings.

use plotters::prelude::DrawingBackend;
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::canvas::{
    Canvas, Dash, DrawResult, MARGIN, Marker, PagePoint, TextFormat, WIDTH, page_size,
};
use super::header::{Header, PageNumber};
use super::lines::{CurveLine, CurvePanel, CurvePoint, LINES, PlottedAnswer, number, panels};
use super::plot::{BELOW, DrawError, Plot, PlotAxis, PlotFrame};
use crate::report::group::{
    AnswerGroup, axis_value, explain_sign, lead_labels, lead_noun, varying_axes,
};
use crate::report::{leading_quantities, words};
use crate::study::{Answer, Curve, ResultLabel};

/// Panels to a page.
const PANELS: usize = 3;
/// The room for a legend at the right.
pub(super) const LEGEND: f64 = 250.0;
const KEY: TextFormat = TextFormat::plain(15.0).anchored(HPos::Left, VPos::Center);
const NAME: TextFormat = TextFormat::plain(16.0).bold();
/// Each of another lightness (L* of 9, 40, 59, 23, 71 and 49), so that a grey print keeps them
/// apart; markers and dashes do the rest.
pub(super) const STYLES: [(RGBColor, Marker, Dash); LINES] = [
    (RGBColor(20, 24, 60), Marker::Dot, Dash::Solid),
    (RGBColor(172, 52, 10), Marker::Square, Dash::Long),
    (RGBColor(104, 156, 72), Marker::Triangle, Dash::Short),
    (RGBColor(96, 24, 84), Marker::Ring, Dash::Solid),
    (RGBColor(222, 166, 44), Marker::Diamond, Dash::Long),
    (RGBColor(16, 128, 152), Marker::Cross, Dash::Short),
];

/// One page of panels.
pub(super) struct CurvePage {
    header: Header,
    panels: Vec<CurvePanel>,
    axis: PlotAxis,
    height: CurveMeasure,
    /// Whether what lies between two values is as the greater: a distance needs the roll of the
    /// next whole inch (A5.2).
    steps: bool,
}

/// What the lines show.
#[derive(Clone, Debug)]
enum CurveMeasure {
    /// The chance of what is told.
    Chance(String),
    /// The mean of what is told, from the lowest to the highest there is; 0 lies between.
    Mean(String, (f64, f64)),
}

impl CurveMeasure {
    /// The axis of it, in so much room for its words.
    fn axis(&self, room: f64) -> PlotAxis {
        let short = |text: &str| words::shorten(text, |text| KEY.width(text) <= room);
        match self {
            Self::Chance(words) => PlotAxis::chances(&short(words)),
            Self::Mean(words, (least, most)) if *least < 0.0 => {
                let room = 0.06 * (most - least);
                PlotAxis::around_zero((*least, *most), (room, room), &short(words))
            }
            Self::Mean(words, (_, most)) => PlotAxis::amounts(1.06 * most, &short(words)),
        }
    }

    /// How much the axis spans.
    fn span(&self) -> f64 {
        match self {
            Self::Chance(_) => 1.0,
            Self::Mean(_, (least, most)) => most - least,
        }
    }
}

/// All curves that the answers ask for: the name of their files and their pages.
pub(super) fn sets(title: &str, groups: &[AnswerGroup<'_>]) -> Vec<(String, Vec<CurvePage>)> {
    let mut sets: Vec<(String, Vec<CurvePage>)> = Vec::new();
    for group in groups {
        for curve in requested_curves(group) {
            let Curve { axis, event, .. } = curve;
            let pages = pages(title, group, curve);
            let plain = format!("curve-{}", words::slug(event.as_str()));
            let taken = sets.iter().any(|(name, _)| *name == plain);
            let name = if taken {
                format!("curve-{}-{}", group.stem, words::slug(&format!("{event} {axis}")))
            } else {
                plain
            };
            if !pages.is_empty() {
                sets.push((name, pages));
            }
        }
    }
    sets
}

/// The curves that a group's answers ask for, each once.
fn requested_curves(group: &AnswerGroup<'_>) -> Vec<Curve> {
    let mut requested_curves = Vec::new();
    for curve in group.answers.iter().filter_map(|answer| answer.headline.curve) {
        if !requested_curves.contains(&curve) {
            requested_curves.push(curve);
        }
    }
    requested_curves
}

/// More values of a number than this are shown as lines: bars would be many and tell less.
const BARS: usize = 4;

/// How the mean of what the answers lead with runs over the number that has most values; none
/// where none has many, or where the answers have no one number to lead with.
pub(super) fn means(title: &str, group: &AnswerGroup<'_>) -> Option<Vec<CurvePage>> {
    if let Some(axis) = axis_of_lead(group) {
        return Some(wounds(title, group, axis).unwrap_or_default());
    }
    let first = leading_quantities(group.answers.first()?).into_iter().next()?;
    let axes = varying_axes(&group.answers).into_iter();
    let (axis, placed) = axes
        .filter_map(|axis| {
            let placed = group.answers.iter().map(|answer| PlottedAnswer::mean(answer, axis));
            Some((axis, placed.collect::<Option<Vec<_>>>()?))
        })
        .filter(|(_, placed)| values(placed) > BARS)
        .max_by_key(|(_, placed)| values(placed))?;
    let what = format!("expected {}", lead_noun(&group.answers));
    let [least, most] = [f64::min, f64::max]
        .map(|end: fn(f64, f64) -> f64| placed.iter().map(|placed| placed.y).fold(0.0, end));
    if least >= most {
        return None;
    }
    let told = words::capital(&what);
    let told = if what.contains(first.unit) { told } else { format!("{told} ({})", first.unit) };
    let by = format!("{what} by {}", words::axis(axis));
    let curves = requested_curves(group);
    let unit = curves.iter().find(|curve| curve.axis == axis).map_or("", |curve| curve.unit);
    let words = axis_words(axis, unit, placed.first()?.answer);
    let remark = match lead_labels(&group.answers).as_slice() {
        [below, above] => Some(explain_sign(below, above)),
        _ => None,
    };
    let shown = CurveSpec {
        axis,
        words,
        what: by,
        height: CurveMeasure::Mean(told, (least, most)),
        remark,
    };
    Some(on_pages(title, shown, &placed))
}

/// The axis that is swept over what the answers lead with, as a charge distance over distances. The
/// mean of a quantity over itself says nothing.
fn axis_of_lead<'a>(group: &AnswerGroup<'a>) -> Option<&'a str> {
    let first = leading_quantities(group.answers.first()?).into_iter().next()?;
    varying_axes(&group.answers).into_iter().find(|axis| *axis == first.name.as_str())
}

/// How the mean of the first quantity of wounds that are possible runs over an axis; none where no
/// wounds are possible.
fn wounds(title: &str, group: &AnswerGroup<'_>, axis: &str) -> Option<Vec<CurvePage>> {
    let first = group.answers.first()?;
    let all = first.quantities.iter().filter(|quantity| quantity.unit == "wounds");
    let (quantity, placed, most) = all
        .map(|quantity| {
            let placed = |answer| PlottedAnswer::mean_of(answer, axis, quantity.name);
            let placed: Vec<PlottedAnswer<'_>> =
                group.answers.iter().copied().filter_map(placed).collect();
            let most = placed.iter().map(|placed| placed.y).fold(0.0, f64::max);
            (quantity, placed, most)
        })
        .find(|(.., most)| *most > 0.0)?;
    let what = format!("expected {}", words::clean(quantity.label.plain));
    let unit = requested_curves(group)
        .iter()
        .find(|curve| curve.axis == axis)
        .map_or("", |curve| curve.unit);
    let shown = CurveSpec {
        axis,
        words: axis_words(axis, unit, first),
        height: CurveMeasure::Mean(words::capital(&what), (0.0, most)),
        what: format!("{what} by {}", words::axis(axis)),
        remark: None,
    };
    Some(on_pages(title, shown, &placed))
}

/// How many values of the axis there are.
fn values(placed: &[PlottedAnswer<'_>]) -> usize {
    let mut all: Vec<f64> = placed.iter().map(|placed| placed.x).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all.len()
}

/// Lines that cannot be seen, for another lies on them from end to end.
fn hidden(panels: &[CurvePanel], height: f64) -> Option<String> {
    let behind = |panel: &CurvePanel| {
        let over = |place: usize, line: &CurveLine| {
            panel.lines.iter().skip(place + 1).any(|later| covers(later, line, height))
        };
        let names = panel
            .lines
            .iter()
            .enumerate()
            .filter(|(place, line)| over(*place, line))
            .map(|(_, line)| line.name.clone());
        names.collect::<Vec<_>>()
    };
    let mut names: Vec<String> = panels.iter().flat_map(behind).collect();
    names.dedup();
    (!names.is_empty())
        .then(|| format!("The same as a later line and hidden by it: {}", names.join("; ")))
}

/// Whether one line lies on another, as far as can be seen on an axis as high as that.
fn covers(one: &CurveLine, other: &CurveLine, height: f64) -> bool {
    let seen = 0.004 * height;
    let same = |(a, b): (&CurvePoint, &CurvePoint)| a.x == b.x && (a.y - b.y).abs() < seen;
    one.points.len() == other.points.len() && one.points.iter().zip(&other.points).all(same)
}

fn pages(
    title: &str,
    group: &AnswerGroup<'_>,
    Curve { axis, unit, event }: Curve,
) -> Vec<CurvePage> {
    let placed: Vec<PlottedAnswer<'_>> = group
        .answers
        .iter()
        .filter_map(|answer| PlottedAnswer::chance(answer, axis, event))
        .collect();
    let certain = [0.0, 1.0].iter().any(|sure| placed.iter().all(|placed| placed.y == *sure));
    let Some(first) = placed.first().filter(|_| !certain && values(&placed) > 1) else {
        return Vec::new();
    };
    let events = group.answers.iter().filter_map(|answer| answer.event(event));
    let label = ResultLabel::shared(events.map(|event| &event.label));
    let shown = CurveSpec {
        axis,
        words: axis_words(axis, unit, first.answer),
        what: format!("{label} by {}", words::axis(axis)),
        height: CurveMeasure::Chance(format!("Chance: {label}")),
        remark: None,
    };
    on_pages(title, shown, &placed)
}

/// What is shown over what.
struct CurveSpec<'a> {
    axis: &'a str,
    /// What stands at the axis.
    words: String,
    what: String,
    height: CurveMeasure,
    /// What must be said of it.
    remark: Option<String>,
}

/// The pages of curves.
fn on_pages(title: &str, shown: CurveSpec<'_>, placed: &[PlottedAnswer<'_>]) -> Vec<CurvePage> {
    let CurveSpec { axis, words, what, height, remark } = shown;
    let values: Vec<f64> = placed.iter().map(|placed| placed.x).collect();
    let answers: Vec<&Answer> = placed.iter().map(|placed| placed.answer).collect();
    let panels = panels(placed, axis);
    let chunks: Vec<&[CurvePanel]> = panels.chunks(PANELS).collect();
    let doubtful = panels
        .iter()
        .flat_map(|panel| &panel.lines)
        .flat_map(|line| &line.points)
        .any(|point| point.whisker(height.span()).is_some());
    let whiskers = doubtful.then(|| "Whiskers: 95 % interval".to_owned());
    let remarks: Vec<String> =
        remark.into_iter().chain(whiskers).chain(hidden(&panels, height.span())).collect();
    let page = |(number, panels): (usize, &&[CurvePanel])| CurvePage {
        header: Header::new(
            title,
            &what,
            &answers,
            PageNumber { page: number + 1, pages: chunks.len() },
            &remarks,
        ),
        panels: panels.to_vec(),
        axis: PlotAxis::spanning(&values, &words),
        height: height.clone(),
        steps: axis == "distance",
    };
    chunks.iter().enumerate().map(page).collect()
}

/// The axis with its unit: that of its values, or else what bare numbers on it count.
fn axis_words(axis: &str, unit: &str, answer: &Answer) -> String {
    let written = axis_value(answer, axis)
        .and_then(number)
        .map(|(_, unit)| unit)
        .filter(|unit| !unit.is_empty());
    let words = words::capital(&words::axis(axis));
    Some(written.unwrap_or(unit))
        .filter(|unit| !unit.is_empty())
        .map_or(words.clone(), |unit| format!("{words} ({unit})"))
}

impl CurvePage {
    fn plot_height(&self) -> f64 {
        if self.panels.len() == 1 { 420.0 } else { 300.0 }
    }

    fn panel_height(&self) -> f64 {
        let lines = self.panels.iter().map(|panel| name_of(panel).len()).max().unwrap_or(0);
        let name = if lines > 0 { 37.0 + lines as f64 * NAME.line() } else { 10.0 };
        self.plot_height() + name
    }

    /// Whether there is anything to tell apart at the right.
    fn legend(&self) -> f64 {
        let named =
            self.panels.iter().any(|panel| panel.lines.iter().any(|line| !line.name.is_empty()));
        if named { LEGEND } else { 0.0 }
    }

    /// What stands above it.
    pub(super) const fn header(&self) -> &Header {
        &self.header
    }

    /// Its size in units.
    pub(super) fn size(&self) -> (u32, u32) {
        page_size(
            self.header.height() + self.panels.len() as f64 * self.panel_height() + MARGIN / 2.0,
        )
    }

    /// Draws it.
    pub(super) fn draw<DB: DrawingBackend>(&self, canvas: &Canvas<DB>) -> DrawResult<DB> {
        self.header.draw(canvas)?;
        self.panels.iter().enumerate().try_for_each(|(place, panel)| {
            let top = self.header.height() + place as f64 * self.panel_height();
            self.draw_panel(canvas, panel, top)
        })
    }

    fn draw_panel<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        panel: &CurvePanel,
        top: f64,
    ) -> DrawResult<DB> {
        canvas.lines(&name_of(panel), (MARGIN, top), NAME)?;
        let above = self.panel_height()
            - self.plot_height()
            - if panel.name.is_empty() { 10.0 } else { 26.0 };
        let frame = PlotFrame {
            corner: (MARGIN, top + above),
            size: (WIDTH - 2.0 * MARGIN - self.legend(), self.plot_height()),
            left: 50.0,
            below: BELOW,
        };
        let height = self.height.axis(self.plot_height() - 60.0);
        let plot = Plot::draw(canvas, frame, &self.axis, &height)?;
        let mut y = plot.down.0 + 14.0;
        for (line, style) in panel.lines.iter().zip(STYLES) {
            self.draw_line(canvas, &plot, line, style)?;
            y = draw_legend_entry(canvas, &line.name, (plot.across.1 + 20.0, y), style)?;
        }
        Ok(())
    }

    fn draw_line<DB: DrawingBackend>(
        &self,
        canvas: &Canvas<DB>,
        plot: &Plot,
        line: &CurveLine,
        (colour, marker, dash): (RGBColor, Marker, Dash),
    ) -> DrawResult<DB> {
        let places: Vec<PagePoint> =
            line.points.iter().map(|point| plot.at(point.x, point.y)).collect();
        canvas.path(&path(&places, self.steps), colour, 2.2, dash)?;
        for (point, place) in line.points.iter().zip(places) {
            if let Some((low, high)) = point.whisker(self.height.span()) {
                let ends = [plot.at(point.x, low), plot.at(point.x, high)];
                canvas.whisker(ends, (3.0, 0.0), colour)?;
            }
            canvas.marker(marker, place, colour)?;
        }
        Ok(())
    }
}

/// The lines of a panel's name.
fn name_of(panel: &CurvePanel) -> Vec<String> {
    NAME.wrap_whole(&words::capital(&panel.name), WIDTH - 2.0 * MARGIN)
}

/// The path through points, by steps where what lies between two of them is as the later.
fn path(places: &[PagePoint], steps: bool) -> Vec<PagePoint> {
    let mut path = Vec::with_capacity(2 * places.len());
    for (x, y) in places {
        if let (true, Some((before, _))) = (steps, path.last().copied()) {
            path.push((before, *y));
        }
        path.push((*x, *y));
    }
    path
}

/// Draws one entry of the legend and gives where the next one starts.
pub(super) fn draw_legend_entry<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    name: &str,
    (x, y): PagePoint,
    (colour, marker, dash): (RGBColor, Marker, Dash),
) -> Result<f64, DrawError<DB>> {
    if name.is_empty() {
        return Ok(y);
    }
    canvas.path(&[(x, y), (x + 36.0, y)], colour, 2.2, dash)?;
    canvas.marker(marker, (x + 18.0, y), colour)?;
    let lines = KEY.wrap_whole(name, LEGEND - 70.0);
    canvas.lines(&lines, (x + 46.0, y), KEY)?;
    Ok(y + lines.len() as f64 * KEY.line() + 10.0)
}
