//! The chance of an event, or a mean, over a numeric setting of a sweep: columns for the distances
//! of a charge, else a line for each combination of the other settings.

use super::cases;
use super::lines::{CurvePanel, LINES, PlottedAnswer, number, panels};
use super::spec::{Chart, Column, Columns, Fill, Line, Lines, NumberRow, Panel, Tone};
use super::wording::{chance_of_one, foot, near_mean, question};
use crate::answer::{Answer, Curve, Quantity, ResultLabel};
use crate::games::asoiaf::results::quantity;
use crate::text::format::leading_quantities;
use crate::text::group::{
    AnswerGroup, axis_value, explain_sign, lead_labels, lead_noun, varying_axes,
};
use crate::text::marked::MarkedCount;
use crate::text::words;
use crate::text::words::whole_percent;

/// Panels per page.
const PANELS: usize = 3;
/// A setting with more values is drawn as lines instead of bars.
const BARS: usize = 4;
/// Most columns; more distances are lines.
const COLUMNS: usize = 16;

/// Describes all curves that the answers request, with the name of their files.
pub(super) fn curves(title: &str, groups: &[AnswerGroup<'_>]) -> Vec<(String, Vec<Chart>)> {
    let mut charts: Vec<(String, Vec<Chart>)> = Vec::new();
    for group in groups {
        for curve in requested_curves(group) {
            let Curve { axis, event, .. } = curve;
            let pages = curve_charts(title, group, curve);
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

/// Describes the chance of an event over an axis.
fn curve_charts(title: &str, group: &AnswerGroup<'_>, curve: Curve) -> Vec<Chart> {
    let Curve { axis, unit, event } = curve;
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
    if let Some(chart) = columns(title, group, curve) {
        return vec![chart];
    }
    let events = group.answers.iter().filter_map(|answer| answer.event(event));
    let label = words::clean(ResultLabel::shared(events.map(|event| &event.label)));
    let swept = Swept {
        axis,
        across: axis_words(axis, unit, first.answer),
        measure: format!("chance: {label}"),
        subject: label,
        is_chance: true,
        remark: None,
    };
    charts(title, &swept, &placed)
}

/// A charge from one of several distances.
struct ChargeFrom<'a> {
    /// The distance in inches.
    inches: f64,
    answer: &'a Answer,
    /// The wounds that it deals; failed charges deal none.
    dealt: Quantity,
    /// The chance that it arrives.
    arrives: f64,
}

impl<'a> ChargeFrom<'a> {
    /// Reads an answer of a sweep over distances; `None` if it is not about wounds of a charge.
    fn of(answer: &'a Answer, curve: Curve) -> Option<Self> {
        let (inches, _) = number(axis_value(answer, curve.axis)?)?;
        let arrives = answer.event(curve.event)?.probability();
        let dealt = answer.quantity(quantity::WOUNDS).filter(|one| one.unit == "wounds")?;
        Some(Self { inches, answer, dealt: dealt.clone(), arrives })
    }

    /// Returns the chance to arrive and deal at least `k` wounds.
    fn deals(&self, k: usize) -> f64 {
        self.dealt.distribution.at_least(k).min(self.arrives)
    }

    /// Returns the column of all such charges: with enough wounds, with fewer, and failed.
    fn column(&self, k: usize) -> Column {
        let enough = self.deals(k);
        Column {
            name: format!("{}″", self.inches),
            parts: vec![
                (enough, whole_percent(enough)),
                (self.arrives - enough, whole_percent(self.arrives)),
                (1.0 - self.arrives, String::new()),
            ],
        }
    }
}

/// Leaves out the shorter ones of the distances that are certain, and the longer ones of those that
/// are impossible.
fn undecided(mut all: Vec<ChargeFrom<'_>>) -> Vec<ChargeFrom<'_>> {
    let certain = all.iter().rposition(|one| one.arrives >= 1.0).unwrap_or(0);
    all.drain(..certain);
    let impossible = all.iter().position(|one| one.arrives <= 0.0).unwrap_or(all.len());
    all.truncate(impossible + 1);
    all
}

/// Describes charges from several distances that differ in nothing else: what arrives, and what
/// deals enough. Returns `None` for other sweeps.
fn columns(title: &str, group: &AnswerGroup<'_>, curve: Curve) -> Option<Chart> {
    if varying_axes(&group.answers) != [curve.axis] || curve.axis != "distance" {
        return None;
    }
    let all: Vec<ChargeFrom<'_>> =
        group.answers.iter().map(|answer| ChargeFrom::of(answer, curve)).collect::<Option<_>>()?;
    let all = if all.len() > COLUMNS { undecided(all) } else { all };
    if all.len() > COLUMNS {
        return None;
    }
    let answers: &Vec<&Answer> = &all.iter().map(|one| one.answer).collect();
    let surest = all.iter().max_by(|one, other| one.arrives.total_cmp(&other.arrives))?;
    let counts = MarkedCount::of(surest.answer, &surest.dealt).map(|one| *one.counts.start());
    let k = counts.filter(|k| *k > 0).unwrap_or_else(|| near_mean(&surest.dealt));
    let shown = all.iter().find(|one| one.arrives < 1.0).or_else(|| all.first())?;
    Some(Chart {
        title: format!(
            "From {}″, {} % arrive and {} % deal {k} or more",
            shown.inches,
            whole_percent(shown.arrives),
            whole_percent(shown.deals(k))
        ),
        question: question(title, answers, (1, 1))
            + "\nEach column is 100 % of the charges from that distance.",
        key: Vec::new(),
        panels: vec![Panel::Columns(Columns {
            across: "distance".to_owned(),
            parts: vec![
                (Fill::A, format!("arrives and deals {k} or more, %")),
                (Fill::APale, "arrives, %".to_owned()),
                (Fill::Missing, "does not arrive".to_owned()),
            ],
            columns: all.iter().map(|one| one.column(k)).collect(),
            rows: mean_rows(answers),
        })],
        foot: foot(answers, &["Wounds: failed charges count as 0".to_owned()]),
    })
}

/// Returns the means of the wounds dealt and suffered in each answer.
fn mean_rows(answers: &[&Answer]) -> Vec<NumberRow> {
    let row = |name, words: &str, tone| {
        let mean = |answer: &&Answer| answer.quantity(name).map(|one| one.distribution.mean());
        let cells: Vec<String> = answers
            .iter()
            .map(mean)
            .map(|mean| match mean {
                None => "–".to_owned(),
                Some(0.0) => "0".to_owned(),
                Some(mean) => format!("{mean:.1}"),
            })
            .collect();
        let is_known = answers.iter().any(|answer| answer.quantity(name).is_some());
        is_known.then(|| NumberRow { words: words.to_owned(), tone, cells })
    };
    let dealt = row(quantity::WOUNDS, "wounds dealt", Tone::A);
    let own = row(quantity::OWN_WOUNDS, "wounds suffered", Tone::B);
    dealt.into_iter().chain(own).collect()
}

/// Describes the leading mean over the numeric setting with the most values. Returns `None` if no
/// setting has enough values, or the answers have several leading quantities; empty if there is
/// nothing to see.
pub(super) fn means(title: &str, group: &AnswerGroup<'_>) -> Option<Vec<Chart>> {
    if let Some(axis) = axis_of_lead(group) {
        return Some(wounds(title, group, axis).unwrap_or_default());
    }
    let curves = requested_curves(group);
    if curves.iter().any(|curve| columns(title, group, *curve).is_some()) {
        // the columns have the means
        return Some(Vec::new());
    }
    let is_curve = |curve: &Curve| {
        let chance = group.answers.first().and_then(|answer| chance_of_one(answer));
        chance == Some(curve.event) && !curve_charts(title, group, *curve).is_empty()
    };
    if curves.iter().any(is_curve) {
        // whether a card is drawn matters, not how many copies of it
        return Some(Vec::new());
    }
    let first = leading_quantities(group.answers.first()?).into_iter().next()?;
    let (axis, placed) = varying_axes(&group.answers)
        .into_iter()
        .filter_map(|axis| {
            let placed = group.answers.iter().map(|answer| PlottedAnswer::mean(answer, axis));
            Some((axis, placed.collect::<Option<Vec<_>>>()?))
        })
        .filter(|(_, placed)| count_values(placed) > BARS)
        .max_by_key(|(_, placed)| count_values(placed))?;
    let remark = match lead_labels(&group.answers).as_slice() {
        [below, above] => Some(explain_sign(below, above)),
        _ => None,
    };
    // only a requested curve names the unit of its axis
    let unit = curves.iter().find(|curve| curve.axis == axis).map_or("", |curve| curve.unit);
    let noun = lead_noun(&group.answers);
    let measure = if noun.contains(first.unit) {
        noun.to_owned()
    } else {
        format!("{noun} ({})", first.unit)
    };
    let swept = Swept {
        axis,
        across: axis_words(axis, unit, placed.first()?.answer),
        subject: first.unit.to_owned(),
        measure: format!("expected {measure}"),
        is_chance: false,
        remark,
    };
    Some(charts(title, &swept, &placed))
}

/// Returns the greatest and the least value with the settings of each, the axis first.
fn extremes(axis: &str, placed: &[PlottedAnswer<'_>]) -> Option<[(f64, String); 2]> {
    let answers: Vec<&Answer> = placed.iter().map(|one| one.answer).collect();
    let others = varying_axes(&answers).into_iter().filter(|other| *other != axis);
    let axes: Vec<&str> = std::iter::once(axis).chain(others).collect();
    // of equal ones the first, whatever the end
    let most = placed.iter().rev().max_by(|one, other| one.y.total_cmp(&other.y))?;
    let least = placed.iter().min_by(|one, other| one.y.total_cmp(&other.y))?;
    Some([most, least].map(|one| (one.y, cases::point(one.answer, &axes))))
}

/// Returns whether the greatest and the least value differ by rounding alone.
fn is_flat(most: f64, least: f64) -> bool {
    (most - least).abs() < 1e-9
}

/// Says from where to where a mean goes.
fn mean_title(unit: &str, axis: &str, placed: &[PlottedAnswer<'_>]) -> String {
    let Some([most, least]) = extremes(axis, placed) else { return String::new() };
    let number = |y: f64| if y == 0.0 { "0".to_owned() } else { words::minus(&words::rounded(y)) };
    if is_flat(most.0, least.0) {
        return format!("{} {unit} at every {}", number(most.0), cases::axis_words(axis));
    }
    format!("{} {unit} at {}, {} at {}", number(most.0), most.1, number(least.0), least.1)
}

/// Says from where to where a chance goes.
fn chance_title(label: &str, axis: &str, placed: &[PlottedAnswer<'_>]) -> String {
    let Some([most, least]) = extremes(axis, placed) else { return String::new() };
    let [high, low] = [most.0, least.0].map(whole_percent);
    let label = words::capitalize(label);
    if is_flat(most.0, least.0) {
        return format!("{label}: {high} % at every {}", cases::axis_words(axis));
    }
    format!("{label}: {high} % at {}, {low} % at {}", most.1, least.1)
}

/// Leaves out the settings that change no value, and names them. One line stands for all of their
/// values.
fn without_idle_settings<'a>(
    axis: &str,
    placed: &[PlottedAnswer<'a>],
) -> (Vec<PlottedAnswer<'a>>, Option<String>) {
    let answers: Vec<&Answer> = placed.iter().map(|one| one.answer).collect();
    let axes = varying_axes(&answers);
    let mut kept = placed.to_vec();
    let mut idle = Vec::new();
    for other in axes.iter().copied().filter(|other| *other != axis) {
        let key = |one: &PlottedAnswer<'a>| -> Vec<Option<&'a str>> {
            let others = axes.iter().filter(|one| **one != other && !idle.contains(*one));
            others.map(|axis| axis_value(one.answer, axis)).collect()
        };
        let is_idle = kept.iter().all(|one| {
            let first = kept.iter().find(|first| key(first) == key(one));
            first.is_some_and(|first| (first.y - one.y).abs() < 1e-12)
        });
        if is_idle {
            let firsts = kept.iter().copied().enumerate();
            let is_first = |(place, one): &(usize, PlottedAnswer<'a>)| {
                !kept.iter().take(*place).any(|before| key(before) == key(one))
            };
            let firsts: Vec<PlottedAnswer<'a>> =
                firsts.filter(is_first).map(|(_, one)| one).collect();
            kept = firsts;
            idle.push(other);
        }
    }
    let names: Vec<String> = idle.iter().map(|axis| cases::axis_words(axis)).collect();
    let verb = if names.len() == 1 { "does" } else { "do" };
    let remark =
        (!names.is_empty()).then(|| format!("{} {verb} not matter", cases::listed(&names)));
    (kept, remark)
}

/// Returns the axis that is also the leading quantity, such as the distance of charges: the mean of
/// a quantity over itself would be meaningless.
fn axis_of_lead<'a>(group: &AnswerGroup<'a>) -> Option<&'a str> {
    let first = leading_quantities(group.answers.first()?).into_iter().next()?;
    varying_axes(&group.answers).into_iter().find(|axis| *axis == first.name.as_str())
}

/// Describes the mean of the first possible quantity of wounds over an axis.
fn wounds(title: &str, group: &AnswerGroup<'_>, axis: &str) -> Option<Vec<Chart>> {
    let first = group.answers.first()?;
    let all = first.quantities.iter().filter(|quantity| quantity.unit == "wounds");
    let (quantity, placed, _) = all
        .map(|quantity| {
            let placed = |answer| PlottedAnswer::mean_of(answer, axis, quantity.name);
            let placed: Vec<PlottedAnswer<'_>> =
                group.answers.iter().copied().filter_map(placed).collect();
            let most = placed.iter().map(|placed| placed.y).fold(0.0, f64::max);
            (quantity, placed, most)
        })
        .find(|(.., most)| *most > 0.0)?;
    let unit = requested_curves(group);
    let unit = unit.iter().find(|curve| curve.axis == axis).map_or("", |curve| curve.unit);
    let swept = Swept {
        axis,
        across: axis_words(axis, unit, first),
        subject: "wounds".to_owned(),
        measure: format!("expected {}", words::clean(quantity.label.plain)),
        is_chance: false,
        remark: None,
    };
    Some(charts(title, &swept, &placed))
}

/// Returns the number of distinct values on the axis.
fn count_values(placed: &[PlottedAnswer<'_>]) -> usize {
    let mut all: Vec<f64> = placed.iter().map(|placed| placed.x).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    all.len()
}

/// What a chart of lines shows.
struct Swept<'a> {
    axis: &'a str,
    /// Label of the numbers across.
    across: String,
    /// What the title says of the values: the label of an event, or the unit of a mean.
    subject: String,
    measure: String,
    is_chance: bool,
    remark: Option<String>,
}

impl Swept<'_> {
    /// Says from where to where the values go.
    fn title(&self, placed: &[PlottedAnswer<'_>]) -> String {
        let title = if self.is_chance { chance_title } else { mean_title };
        title(&self.subject, self.axis, placed)
    }
}

/// Arranges lines in panels on pages.
fn charts(title: &str, swept: &Swept<'_>, placed: &[PlottedAnswer<'_>]) -> Vec<Chart> {
    let answers: Vec<&Answer> = placed.iter().map(|placed| placed.answer).collect();
    let (placed, idle) = without_idle_settings(swept.axis, placed);
    let panels = panels(&placed, swept.axis);
    let heading = swept.title(&placed);
    let heading = idle.map_or_else(|| heading.clone(), |idle| format!("{heading}; {idle}"));
    let has_intervals = placed.iter().any(|placed| placed.interval.is_some());
    let whiskers = has_intervals.then(|| "Whiskers: 95 % interval".to_owned());
    let hidden = name_hidden_lines(&panels);
    let remarks: Vec<String> = swept.remark.iter().cloned().chain(whiskers).chain(hidden).collect();
    let chunks: Vec<&[CurvePanel]> = panels.chunks(PANELS).collect();
    let panel = |panel: &CurvePanel| {
        Panel::Lines(Lines {
            name: panel.name.clone(),
            across: swept.across.clone(),
            measure: swept.measure.clone(),
            is_chance: swept.is_chance,
            // a distance between two whole inches needs the roll of the greater (A5.2)
            steps: swept.axis == "distance",
            lines: panel.lines.clone(),
            rows: Vec::new(),
        })
    };
    let page = |(number, panels): (usize, &&[CurvePanel])| Chart {
        title: heading.clone(),
        question: question(title, &answers, (number + 1, chunks.len())),
        key: Vec::new(),
        panels: panels.iter().map(panel).collect(),
        foot: foot(&answers, &remarks),
    };
    chunks.iter().enumerate().map(page).collect()
}

/// Names lines that are completely hidden behind another line.
fn name_hidden_lines(panels: &[CurvePanel]) -> Option<String> {
    let values = || panels.iter().flat_map(|panel| &panel.lines).flat_map(|line| &line.points);
    let highest = values().map(|point| point.1.abs()).fold(1e-9, f64::max);
    let covers = |one: &Line, other: &Line| {
        // less than the width of a line
        let same = |(a, b): (&(f64, f64, _), &(f64, f64, _))| {
            a.0 == b.0 && (a.1 - b.1).abs() < 0.004 * highest
        };
        one.points.len() == other.points.len() && one.points.iter().zip(&other.points).all(same)
    };
    let behind = |panel: &CurvePanel| -> Vec<String> {
        let is_hidden = |place: usize, line: &Line| {
            // lines are drawn in order, so only a later one can hide this one
            panel.lines.iter().skip(place + 1).take(LINES).any(|later| covers(later, line))
        };
        let all = panel.lines.iter().enumerate();
        all.filter(|(place, line)| is_hidden(*place, line))
            .map(|(_, line)| line.name.clone())
            .collect()
    };
    let mut names: Vec<String> = panels.iter().flat_map(behind).collect();
    names.dedup();
    (!names.is_empty()).then(|| format!("Hidden behind an identical line: {}", names.join("; ")))
}

/// Returns the label of an axis with its unit: the unit of its values, or the default `unit`.
fn axis_words(axis: &str, unit: &str, answer: &Answer) -> String {
    let own_unit = axis_value(answer, axis).and_then(number).map(|(_, unit)| unit);
    let words = words::axis(axis);
    let unit = own_unit.filter(|unit| !unit.is_empty()).unwrap_or(unit);
    if unit.is_empty() { words } else { format!("{words} ({unit})") }
}
