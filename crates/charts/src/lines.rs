//! The lines of a curve chart, and their distribution over panels.

use super::spec::{Line, LinePoint};
use crate::answer::{Answer, Quantity};
use crate::chance::{EventName, QuantityName};
use crate::text::format::leading_quantities;
use crate::text::group::{axis_value, format_setting, shared_subject, varying_axes};
use crate::text::words;

/// Most lines of a panel.
pub(super) const LINES: usize = 6;

/// Some lines with a common legend.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CurvePanel {
    /// Setting shared by its lines; empty for a single panel.
    pub name: String,
    /// At most [`LINES`] lines.
    pub lines: Vec<Line>,
}

/// An answer with its position on a curve.
#[derive(Clone, Copy)]
pub(super) struct PlottedAnswer<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// Value on the axis.
    pub x: f64,
    /// Chance or mean.
    pub y: f64,
    /// 95% interval of a sampled value.
    pub interval: Option<(f64, f64)>,
}

impl<'a> PlottedAnswer<'a> {
    /// Places the answer on the curve of an event over an axis. Returns `None` if its value on the
    /// axis is not a number, or the event was not recorded.
    pub(super) fn chance(answer: &'a Answer, axis: &str, event: EventName) -> Option<Self> {
        let (x, _) = number(axis_value(answer, axis)?)?;
        let event = answer.event(event)?;
        let interval = event.distribution.at_least_estimate(1).map(|estimate| estimate.interval);
        Some(Self { answer, x, y: event.probability(), interval })
    }

    /// Places the answer on the curve of the mean of a quantity. Returns `None` if its value on the
    /// axis is not a number, or the quantity was not recorded.
    pub(super) fn mean_of(answer: &'a Answer, axis: &str, name: QuantityName) -> Option<Self> {
        let (x, _) = number(axis_value(answer, axis)?)?;
        let distribution = &answer.quantity(name)?.distribution;
        let interval = distribution.mean_estimate().map(|estimate| estimate.interval);
        Some(Self { answer, x, y: distribution.pmf().mean(), interval })
    }

    /// Places the answer on the curve of its only leading mean, which may be signed. Returns `None`
    /// if its value on the axis is not a number, or it has several leading quantities.
    pub(super) fn mean(answer: &'a Answer, axis: &str) -> Option<Self> {
        let (x, _) = number(axis_value(answer, axis)?)?;
        let mean = |quantity: &Quantity| quantity.distribution.pmf().mean();
        match leading_quantities(answer).as_slice() {
            [only] => Self::mean_of(answer, axis, only.name),
            [below, above] if answer.headline.signed => {
                // both means are of the same trials, so their intervals do not combine to one of
                // the difference
                Some(Self { answer, x, y: mean(above) - mean(below), interval: None })
            }
            _ => None,
        }
    }
}

/// Splits a value into the number at its start and the unit after it.
pub(super) fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+')))
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at_checked(end)?;
    // `4+` is a target of a die roll
    let x: f64 = digits.trim_end_matches('+').parse().ok()?;
    (x.abs() < 1e9).then_some((x, unit.trim()))
}

/// A property that distinguishes lines: the subject, or a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Distinction<'a> {
    Subject,
    Axis(&'a str),
}

impl Distinction<'_> {
    fn of(self, answer: &Answer) -> String {
        match self {
            Self::Subject => words::clean(&answer.subject),
            Self::Axis(axis) => format_setting(axis, axis_value(answer, axis).unwrap_or("–")),
        }
    }
}

fn name_by(properties: &[Distinction<'_>], answer: &Answer) -> String {
    properties.iter().map(|property| property.of(answer)).collect::<Vec<_>>().join(", ")
}

/// Arranges all lines in panels of at most [`LINES`]: one panel for each value of a setting if that
/// makes every panel small enough, otherwise consecutive parts.
pub(super) fn panels(placed: &[PlottedAnswer<'_>], axis: &str) -> Vec<CurvePanel> {
    let answers: Vec<&Answer> = placed.iter().map(|placed| placed.answer).collect();
    let subject = shared_subject(&answers).is_none().then_some(Distinction::Subject);
    let axes =
        varying_axes(&answers).into_iter().filter(|other| *other != axis).map(Distinction::Axis);
    let properties: Vec<Distinction<'_>> = subject.into_iter().chain(axes).collect();
    let all = lines(placed, &properties);
    if all.len() <= LINES {
        return vec![CurvePanel { name: String::new(), lines: all }];
    }
    let splits = properties.iter().map(|by| split(placed, &properties, *by));
    let small = splits.filter(|panels| panels.iter().all(|panel| panel.lines.len() <= LINES));
    // many panels of one or two lines would be harder to compare than arbitrary parts
    let cut = cut(&all);
    small.min_by_key(Vec::len).filter(|panels| panels.len() <= 2 * cut.len()).unwrap_or(cut)
}

/// Returns a panel for each value of one property.
fn split(
    placed: &[PlottedAnswer<'_>],
    properties: &[Distinction<'_>],
    by: Distinction<'_>,
) -> Vec<CurvePanel> {
    let others: Vec<Distinction<'_>> =
        properties.iter().copied().filter(|other| *other != by).collect();
    let parts = group_by_name(placed, |placed| by.of(placed.answer));
    parts
        .into_iter()
        .map(|(name, part)| CurvePanel { name, lines: lines(&part, &others) })
        .collect()
}

fn cut(lines: &[Line]) -> Vec<CurvePanel> {
    let panels = lines.len().div_ceil(LINES);
    let named = |(place, lines): (usize, &[Line])| CurvePanel {
        name: format!("Part {} of {panels}", place + 1),
        lines: lines.to_vec(),
    };
    lines.chunks(lines.len().div_ceil(panels).max(1)).enumerate().map(named).collect()
}

/// Returns a line for each combination of the properties.
fn lines(placed: &[PlottedAnswer<'_>], properties: &[Distinction<'_>]) -> Vec<Line> {
    let parts = group_by_name(placed, |placed| name_by(properties, placed.answer));
    let line = |(name, part): (String, Vec<PlottedAnswer<'_>>)| {
        let mut points: Vec<LinePoint> = part.iter().map(point).collect();
        // a sweep may list its values in any order, which would fold the line back on itself
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Line { name, points, band: Vec::new() }
    };
    parts.into_iter().map(line).collect()
}

const fn point(placed: &PlottedAnswer<'_>) -> LinePoint {
    (placed.x, placed.y, placed.interval)
}

/// Groups answers by name, in order of appearance.
fn group_by_name<'a>(
    placed: &[PlottedAnswer<'a>],
    name: impl Fn(&PlottedAnswer<'a>) -> String,
) -> Vec<(String, Vec<PlottedAnswer<'a>>)> {
    let mut parts: Vec<(String, Vec<PlottedAnswer<'a>>)> = Vec::new();
    for one in placed {
        let name = name(one);
        match parts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, part)) => part.push(*one),
            None => parts.push((name, vec![*one])),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    fn placed(answers: &[Answer]) -> Vec<PlottedAnswer<'_>> {
        answers
            .iter()
            .filter_map(|answer| {
                PlottedAnswer::chance(answer, "distance", EventName::new("reached"))
            })
            .collect()
    }

    #[test]
    fn number_accepts_units() {
        assert_eq!(
            (number("7"), number(" 7.5 in"), number("8\""), number("4+")),
            (Some((7.0, "")), Some((7.5, "in")), Some((8.0, "\"")), Some((4.0, "")))
        );
        assert_eq!(
            (number("front"), number(""), number("1-2"), number("9e99 ")),
            (None, None, None, Some((9.0, "e99")))
        );
    }

    #[test]
    fn few_lines_share_a_panel_with_sorted_points() {
        let mut answers = samples::charges(&["open", "rough"]);
        answers.reverse();
        let panels = panels(&placed(&answers), "distance");
        assert_eq!(panels.len(), 1);
        assert_eq!(
            panels[0].lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(),
            ["terrain rough", "terrain open"]
        );
        assert!(panels[0].lines.iter().all(|line| line.points.len() == 9 && line.points.is_sorted_by_key(|point| point.0)));
    }

    #[test]
    fn many_lines_are_split_by_an_axis_or_cut_evenly() {
        let terrains = ["a", "b", "c", "d"];
        let with = |reroll: &str| {
            let mut answers = samples::charges(&terrains);
            answers
                .iter_mut()
                .for_each(|f| f.case.push(crate::answer::Setting::text("reroll", reroll)));
            answers
        };
        let split = panels(&placed(&[with("no"), with("yes")].concat()), "distance");
        assert_eq!(
            split.iter().map(|panel| (panel.name.as_str(), panel.lines.len())).collect::<Vec<_>>(),
            [("reroll no", 4), ("reroll yes", 4)]
        );
        let cut =
            panels(&placed(&samples::charges(&["a", "b", "c", "d", "e", "f", "g"])), "distance");
        assert_eq!(
            cut.iter().map(|panel| (panel.name.as_str(), panel.lines.len())).collect::<Vec<_>>(),
            [("Part 1 of 2", 4), ("Part 2 of 2", 3)]
        );
    }
}
