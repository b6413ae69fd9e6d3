//! The chance of an event, or a mean, over a numeric setting of a sweep: a line for each
//! combination of the other settings.

mod draw;

pub(super) use draw::draw_legend_entry;

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::axis::PlotAxis;
use super::canvas::{Dash, Marker, TextFormat};
use super::header::{Header, PageNumber};
use super::lines::{CurveLine, CurvePanel, CurvePoint, LINES, PlottedAnswer, number, panels};
use crate::answer::{Answer, Curve, ResultLabel};
use crate::report::group::{
    AnswerGroup, axis_value, explain_sign, lead_labels, lead_noun, varying_axes,
};
use crate::report::{leading_quantities, words};

/// Panels per page.
const PANELS: usize = 3;
/// Width of the legend at the right.
pub(super) const LEGEND: f64 = 250.0;
const KEY: TextFormat = TextFormat::plain(15.0).anchored(HPos::Left, VPos::Center);
const NAME: TextFormat = TextFormat::plain(16.0).bold();
/// Colours of different lightness (L* of 9, 40, 59, 23, 71 and 49), markers and dashes: lines
/// remain distinguishable in greyscale.
pub(super) const STYLES: [(RGBColor, Marker, Dash); LINES] = [
    (RGBColor(20, 24, 60), Marker::Dot, Dash::Solid),
    (RGBColor(172, 52, 10), Marker::Square, Dash::Long),
    (RGBColor(104, 156, 72), Marker::Triangle, Dash::Short),
    (RGBColor(96, 24, 84), Marker::Ring, Dash::Solid),
    (RGBColor(222, 166, 44), Marker::Diamond, Dash::Long),
    (RGBColor(16, 128, 152), Marker::Cross, Dash::Short),
];

/// A page of panels.
pub(super) struct CurvePage {
    header: Header,
    panels: Vec<CurvePanel>,
    axis: PlotAxis,
    height: CurveMeasure,
    /// Whether lines are drawn as steps: a distance between two whole inches needs the roll of the
    /// greater (A5.2).
    steps: bool,
}

/// The measure on the y axis.
#[derive(Clone, Debug)]
enum CurveMeasure {
    /// A chance, with the label of the axis.
    Chance(String),
    /// A mean, with the label of the axis and the range of values, which contains 0.
    Mean(String, (f64, f64)),
}

impl CurveMeasure {
    /// Returns the y axis, with its label shortened to `room` units.
    fn axis(&self, room: f64) -> PlotAxis {
        let short = |text: &str| words::shorten(text, |text| KEY.width(text) <= room);
        match self {
            Self::Chance(words) => PlotAxis::chances(&short(words)),
            Self::Mean(words, (least, most)) if *least < 0.0 => {
                let room = 0.06 * (most - least);
                PlotAxis::around_zero((*least, *most), (room, room), &short(words))
            }
            // room above for the markers of the highest points
            Self::Mean(words, (_, most)) => PlotAxis::amounts(1.06 * most, &short(words)),
        }
    }

    /// Returns the length of the axis.
    fn span(&self) -> f64 {
        match self {
            Self::Chance(_) => 1.0,
            Self::Mean(_, (least, most)) => most - least,
        }
    }
}

/// Lays out all curves that the answers request, with the name of their files.
pub(super) fn curve_charts(
    title: &str,
    groups: &[AnswerGroup<'_>],
) -> Vec<(String, Vec<CurvePage>)> {
    let mut charts: Vec<(String, Vec<CurvePage>)> = Vec::new();
    for group in groups {
        for curve in requested_curves(group) {
            let Curve { axis, event, .. } = curve;
            let pages = pages(title, group, curve);
            let plain = format!("curve-{}", words::slug(event.as_str()));
            // groups of one kind may request the same event; the first gets the short name
            let taken = charts.iter().any(|(name, _)| *name == plain);
            let name = if taken {
                format!("curve-{}-{}", group.stem, words::slug(&format!("{event} {axis}")))
            } else {
                plain
            };
            if !pages.is_empty() {
                charts.push((name, pages));
            }
        }
    }
    charts
}

/// Returns the curves that a group's answers request, without repetitions.
fn requested_curves(group: &AnswerGroup<'_>) -> Vec<Curve> {
    let mut curves = Vec::new();
    for curve in group.answers.iter().filter_map(|answer| answer.headline.curve) {
        if !curves.contains(&curve) {
            curves.push(curve);
        }
    }
    curves
}

/// A setting with more values is drawn as lines instead of bars.
const BARS: usize = 4;

/// Lays out the leading mean over the numeric setting with the most values. Returns `None` if no
/// setting has enough values, or the answers have several leading quantities.
pub(super) fn mean_pages(title: &str, group: &AnswerGroup<'_>) -> Option<Vec<CurvePage>> {
    if let Some(axis) = axis_of_lead(group) {
        return Some(wounds_pages(title, group, axis).unwrap_or_default());
    }
    let first = leading_quantities(group.answers.first()?).into_iter().next()?;
    let axes = varying_axes(&group.answers).into_iter();
    let (axis, placed) = axes
        .filter_map(|axis| {
            let placed = group.answers.iter().map(|answer| PlottedAnswer::mean(answer, axis));
            Some((axis, placed.collect::<Option<Vec<_>>>()?))
        })
        .filter(|(_, placed)| count_values(placed) > BARS)
        .max_by_key(|(_, placed)| count_values(placed))?;
    let what = format!("expected {}", lead_noun(&group.answers));
    let [least, most] = [f64::min, f64::max]
        .map(|end: fn(f64, f64) -> f64| placed.iter().map(|placed| placed.y).fold(0.0, end));
    if least >= most {
        return None;
    }
    let label = words::capitalize(&what);
    let label = if what.contains(first.unit) { label } else { format!("{label} ({})", first.unit) };
    let by = format!("{what} by {}", words::axis(axis));
    // only a requested curve names the unit of its axis
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
        height: CurveMeasure::Mean(label, (least, most)),
        remark,
    };
    Some(lay_out(title, shown, &placed))
}

/// Returns the axis that is also the leading quantity, such as the distance of charges: the mean of
/// a quantity over itself would be meaningless.
fn axis_of_lead<'a>(group: &AnswerGroup<'a>) -> Option<&'a str> {
    let first = leading_quantities(group.answers.first()?).into_iter().next()?;
    varying_axes(&group.answers).into_iter().find(|axis| *axis == first.name.as_str())
}

/// Lays out the mean of the first possible quantity of wounds over an axis.
fn wounds_pages(title: &str, group: &AnswerGroup<'_>, axis: &str) -> Option<Vec<CurvePage>> {
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
        height: CurveMeasure::Mean(words::capitalize(&what), (0.0, most)),
        what: format!("{what} by {}", words::axis(axis)),
        remark: None,
    };
    Some(lay_out(title, shown, &placed))
}

/// Returns the number of distinct values on the axis.
fn count_values(placed: &[PlottedAnswer<'_>]) -> usize {
    let mut all: Vec<f64> = placed.iter().map(|placed| placed.x).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all.len()
}

/// Names lines that are completely hidden behind another line.
fn name_hidden_lines(panels: &[CurvePanel], height: f64) -> Option<String> {
    let behind = |panel: &CurvePanel| {
        let over = |place: usize, line: &CurveLine| {
            // lines are drawn in order, so only a later one can hide this one
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
    (!names.is_empty()).then(|| format!("Hidden behind an identical line: {}", names.join("; ")))
}

/// Returns whether one line covers another on an axis of this height.
fn covers(one: &CurveLine, other: &CurveLine, height: f64) -> bool {
    // less than the width of a line, 2.2 of at most 420 units
    let visible = 0.004 * height;
    let same = |(a, b): (&CurvePoint, &CurvePoint)| a.x == b.x && (a.y - b.y).abs() < visible;
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
    // a flat line at 0% or 100% says no more than its row in the table
    let certain = [0.0, 1.0].iter().any(|sure| placed.iter().all(|placed| placed.y == *sure));
    let Some(first) = placed.first().filter(|_| !certain && count_values(&placed) > 1) else {
        return Vec::new();
    };
    let events = group.answers.iter().filter_map(|answer| answer.event(event));
    let label = ResultLabel::shared(events.map(|event| &event.label));
    let shown = CurveSpec {
        axis,
        words: axis_words(axis, unit, first.answer),
        what: format!("chance by {} ({label})", words::axis(axis)),
        height: CurveMeasure::Chance(format!("Chance: {label}")),
        remark: None,
    };
    lay_out(title, shown, &placed)
}

/// What a curve chart shows.
struct CurveSpec<'a> {
    axis: &'a str,
    /// Label of the x axis.
    words: String,
    what: String,
    height: CurveMeasure,
    /// Remark for the header.
    remark: Option<String>,
}

/// Lays out panels on pages.
fn lay_out(title: &str, shown: CurveSpec<'_>, placed: &[PlottedAnswer<'_>]) -> Vec<CurvePage> {
    let CurveSpec { axis, words, what, height, remark } = shown;
    let values: Vec<f64> = placed.iter().map(|placed| placed.x).collect();
    let answers: Vec<&Answer> = placed.iter().map(|placed| placed.answer).collect();
    let panels = panels(placed, axis);
    let chunks: Vec<&[CurvePanel]> = panels.chunks(PANELS).collect();
    let has_whiskers = panels
        .iter()
        .flat_map(|panel| &panel.lines)
        .flat_map(|line| &line.points)
        .any(|point| point.whisker(height.span()).is_some());
    let whiskers = has_whiskers.then(|| "Whiskers: 95% interval".to_owned());
    let remarks: Vec<String> = remark
        .into_iter()
        .chain(whiskers)
        .chain(name_hidden_lines(&panels, height.span()))
        .collect();
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

/// Returns the label of an axis with its unit: the unit of its values, or the default `unit`.
fn axis_words(axis: &str, unit: &str, answer: &Answer) -> String {
    let own_unit = axis_value(answer, axis)
        .and_then(number)
        .map(|(_, unit)| unit)
        .filter(|unit| !unit.is_empty());
    let words = words::capitalize(&words::axis(axis));
    Some(own_unit.unwrap_or(unit))
        .filter(|unit| !unit.is_empty())
        .map_or(words.clone(), |unit| format!("{words} ({unit})"))
}
