//! Ratings by cost: a point for each unit, the line of least squares, and the names of the units
//! farthest from it.

use super::spec::{Chart, Named, Panel, Phrase, Scatter, Tone};
use crate::answer::{RateAnswer, RatedUnit};
use crate::text::field::rate::{cost_line, duels, format_rating, mix, outliers};
use crate::text::field::{collect_remarks, describe_method_and_settings};
use crate::text::words;

/// Units named in the mix.
const IN_MIX: usize = 5;

/// Describes the units of known cost; none without ratings.
pub(super) fn charts(answer: &RateAnswer) -> Vec<Chart> {
    let [above, below] = outliers(answer);
    let tone = |one: &RatedUnit| {
        let is_in = |units: &[&RatedUnit]| units.iter().any(|other| other.unit.id == one.unit.id);
        match (is_in(&above), is_in(&below)) {
            (true, _) => Some(Tone::A),
            (_, true) => Some(Tone::B),
            _ => None,
        }
    };
    let point = |one: &RatedUnit| {
        let x = f64::from(one.unit.cost?);
        let name = tone(one).map(|tone| (words::clean(&one.unit.name), tone));
        Some(Named { x, y: one.rating?, name })
    };
    let points: Vec<Named> = answer.units.iter().filter_map(point).collect();
    if points.is_empty() {
        return Vec::new();
    }
    let how = describe_method_and_settings(&answer.header, &duels(answer)) + ".";
    // the plot names the strongest and the weakest
    let mix = mix(answer, IN_MIX);
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    let title = match above.first() {
        Some(best) => {
            let above = format_rating(best.above_cost.unwrap_or(0.0));
            format!("Strongest for its cost: {}, {above}", words::clean(&best.unit.name))
        }
        None => "Ratings by cost".to_owned(),
    };
    vec![Chart {
        title,
        question: cost_line(answer).unwrap_or_default(),
        key: vec![
            Phrase::of(Tone::A, "Strong"),
            Phrase::quiet("and"),
            Phrase::of(Tone::B, "weak"),
            Phrase::quiet("for their cost; dashed: the rating that a cost buys on average."),
        ],
        panels: vec![Panel::Scatter(Scatter {
            across: "cost".to_owned(),
            measure: "rating (0 is the mean of the field)".to_owned(),
            points,
            line: answer.cost_line.map(|line| (line.at_zero, line.per_point)),
        })],
        foot: mix.into_iter().chain([how]).chain(remarks).collect::<Vec<_>>().join(" "),
    }]
}
