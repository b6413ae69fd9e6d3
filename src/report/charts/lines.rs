//! Which lines a curve has, and how they are spread over panels.

use crate::chance::{EventName, QuantityName};
use crate::report::group::{axis_value, format_setting, shared_subject, varying_axes};
use crate::report::{leading_quantities, words};
use crate::study::{Answer, Quantity};

/// Lines to a panel.
pub(super) const LINES: usize = 6;

/// Some lines with their legend.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CurvePanel {
    /// What its lines have in common; empty for the only panel.
    pub name: String,
    /// Its lines, at most [`LINES`].
    pub lines: Vec<CurveLine>,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CurveLine {
    /// What sets it apart; empty for the only line.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<CurvePoint>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurvePoint {
    /// Its value on the axis.
    pub x: f64,
    /// The chance, or the mean.
    pub y: f64,
    /// Its interval, where it was sampled.
    pub interval: Option<(f64, f64)>,
}

impl CurvePoint {
    /// Its interval, if that is wide enough to be seen on an axis as high as that.
    pub(super) fn whisker(&self, height: f64) -> Option<(f64, f64)> {
        self.interval.filter(|(low, high)| high - low > 0.01 * height)
    }
}

/// An answer that has a place on a curve.
#[derive(Clone, Copy)]
pub(super) struct PlottedAnswer<'a> {
    /// The answer.
    pub answer: &'a Answer,
    /// Its value on the axis.
    pub x: f64,
    /// The chance or mean there.
    pub y: f64,
    /// Its interval, where it was sampled.
    pub interval: Option<(f64, f64)>,
}

impl<'a> PlottedAnswer<'a> {
    /// The answer's place on a curve of an event over an axis, if it has a number there and
    /// anything is known of the event.
    pub(super) fn chance(answer: &'a Answer, axis: &str, event: EventName) -> Option<Self> {
        let (x, _) = number(axis_value(answer, axis)?)?;
        let event = answer.event(event)?;
        let interval = event.distribution.at_least_estimate(1).map(|estimate| estimate.interval);
        Some(Self { answer, x, y: event.probability(), interval })
    }

    /// The answer's place on a curve of the mean of a quantity, if it has a number on the axis and
    /// anything is known of the quantity.
    pub(super) fn mean_of(answer: &'a Answer, axis: &str, name: QuantityName) -> Option<Self> {
        let (x, _) = number(axis_value(answer, axis)?)?;
        let distribution = &answer.quantity(name)?.distribution;
        let interval = distribution.mean_estimate().map(|estimate| estimate.interval);
        Some(Self { answer, x, y: distribution.pmf().mean(), interval })
    }

    /// The answer's place on a curve of the mean of the one number it leads with, which may have a
    /// sign, if it has a number on the axis.
    pub(super) fn mean(answer: &'a Answer, axis: &str) -> Option<Self> {
        let (x, _) = number(axis_value(answer, axis)?)?;
        let mean = |quantity: &Quantity| quantity.distribution.pmf().mean();
        match leading_quantities(answer).as_slice() {
            [only] => Self::mean_of(answer, axis, only.name),
            [below, above] if answer.headline.signed => {
                Some(Self { answer, x, y: mean(above) - mean(below), interval: None })
            }
            _ => None,
        }
    }
}

/// The number a value starts with, and the unit behind it.
pub(super) fn number(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+')))
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at_checked(end)?;
    // `4+` is a face of dice
    let x: f64 = digits.trim_end_matches('+').parse().ok()?;
    (x.abs() < 1e9).then_some((x, unit.trim()))
}

/// What may set lines apart: the subject, or an axis.
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

fn name_by(traits: &[Distinction<'_>], answer: &Answer) -> String {
    traits.iter().map(|t| t.of(answer)).collect::<Vec<_>>().join(", ")
}

/// All lines, in panels of at most six: split by one trait if that makes every panel small enough,
/// or else just cut.
pub(super) fn panels(placed: &[PlottedAnswer<'_>], axis: &str) -> Vec<CurvePanel> {
    let answers: Vec<&Answer> = placed.iter().map(|placed| placed.answer).collect();
    let subject = shared_subject(&answers).is_none().then_some(Distinction::Subject);
    let axes =
        varying_axes(&answers).into_iter().filter(|other| *other != axis).map(Distinction::Axis);
    let traits: Vec<Distinction<'_>> = subject.into_iter().chain(axes).collect();
    let all = lines(placed, &traits);
    if all.len() <= LINES {
        return vec![CurvePanel { name: String::new(), lines: all }];
    }
    let splits = traits.iter().map(|by| split(placed, &traits, *by));
    let small = splits.filter(|panels| panels.iter().all(|panel| panel.lines.len() <= LINES));
    // panels of a line or two would be harder to compare than a cut without meaning
    let cut = cut(&all);
    small.min_by_key(Vec::len).filter(|panels| panels.len() <= 2 * cut.len()).unwrap_or(cut)
}

/// A panel for each value of one trait.
fn split(
    placed: &[PlottedAnswer<'_>],
    traits: &[Distinction<'_>],
    by: Distinction<'_>,
) -> Vec<CurvePanel> {
    let others: Vec<Distinction<'_>> =
        traits.iter().copied().filter(|other| *other != by).collect();
    let parts = gathered(placed, |placed| by.of(placed.answer));
    parts
        .into_iter()
        .map(|(name, part)| CurvePanel { name, lines: lines(&part, &others) })
        .collect()
}

fn cut(lines: &[CurveLine]) -> Vec<CurvePanel> {
    let panels = lines.len().div_ceil(LINES);
    let named = |(place, lines): (usize, &[CurveLine])| CurvePanel {
        name: format!("Part {} of {panels}", place + 1),
        lines: lines.to_vec(),
    };
    lines.chunks(lines.len().div_ceil(panels).max(1)).enumerate().map(named).collect()
}

/// A line for each combination of the traits.
fn lines(placed: &[PlottedAnswer<'_>], traits: &[Distinction<'_>]) -> Vec<CurveLine> {
    let parts = gathered(placed, |placed| name_by(traits, placed.answer));
    let line = |(name, part): (String, Vec<PlottedAnswer<'_>>)| {
        let mut points: Vec<CurvePoint> = part.iter().map(point).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        CurveLine { name, points }
    };
    parts.into_iter().map(line).collect()
}

const fn point(placed: &PlottedAnswer<'_>) -> CurvePoint {
    CurvePoint { x: placed.x, y: placed.y, interval: placed.interval }
}

/// Puts together what has the same name, in order of appearance.
fn gathered<'a>(
    placed: &[PlottedAnswer<'a>],
    name: impl Fn(&PlottedAnswer<'a>) -> String,
) -> Vec<(String, Vec<PlottedAnswer<'a>>)> {
    let mut parts: Vec<(String, Vec<PlottedAnswer<'a>>)> = Vec::new();
    for one in placed {
        let name = name(one);
        match parts.iter_mut().find(|(held, _)| *held == name) {
            Some((_, part)) => part.push(*one),
            None => parts.push((name, vec![*one])),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::samples;

    fn placed(answers: &[Answer]) -> Vec<PlottedAnswer<'_>> {
        answers
            .iter()
            .filter_map(|answer| {
                PlottedAnswer::chance(answer, "distance", EventName::new("reached"))
            })
            .collect()
    }

    #[test]
    fn numbers_may_have_units() {
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
    fn few_lines_share_a_panel_and_run_from_left_to_right() {
        let mut answers = samples::charges(&["open", "rough"]);
        answers.reverse();
        let panels = panels(&placed(&answers), "distance");
        assert_eq!(panels.len(), 1);
        assert_eq!(
            panels[0].lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>(),
            ["terrain rough", "terrain open"]
        );
        assert!(panels[0].lines.iter().all(|line| line.points.len() == 9 && line.points.is_sorted_by_key(|point| point.x)));
    }

    #[test]
    fn many_lines_are_split_by_an_axis_or_cut_evenly() {
        let terrains = ["a", "b", "c", "d"];
        let with = |reroll: &str| {
            let mut answers = samples::charges(&terrains);
            answers
                .iter_mut()
                .for_each(|f| f.case.push(crate::study::Setting::text("reroll", reroll)));
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
            [("CompareContribution 1 of 2", 4), ("CompareContribution 2 of 2", 3)]
        );
    }
}
