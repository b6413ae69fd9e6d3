//! Options ranked: a bar for each, the best first, or a line for each over distances.

use std::collections::HashSet;

use super::lines::{LINES, number};
use super::ranked::{Ranking, row};
use super::spec::{BarRow, Chart, Line, Lines, Panel};
use super::wording::{foot, question};
use crate::answer::{Answer, CardChange, CardImpact};
use crate::chance::QuantityName;
use crate::counted::counted;
use crate::games::asoiaf::results::{event, quantity};
use crate::request::{RankBy, SEQUENCE};
use crate::text::by_words;
use crate::text::group::{axis_value, varying_axes};
use crate::text::words;

/// The setting of distances.
const DISTANCE: &str = "distance";
/// Fewer distances are bars.
const LEAST_DISTANCES: usize = 3;
/// The most changes of the best option that a title names.
const NAMED: usize = 3;

/// Describes options as `by` ranked them; none for fewer than two. Tactics cards that change nothing
/// have no bar.
pub(super) fn charts(title: &str, options: &[(String, Answer)], by: RankBy) -> Vec<Chart> {
    let has_impact = |answer: &Answer, impact: CardImpact| {
        answer.card.as_ref().map_or(CardImpact::Changes, CardChange::impact) == impact
    };
    let shown: Vec<&(String, Answer)> =
        options.iter().filter(|(_, answer)| has_impact(answer, CardImpact::Changes)).collect();
    let [(_, first), _, ..] = shown.as_slice() else { return Vec::new() };
    let answers: Vec<&Answer> = shown.iter().map(|(_, answer)| answer).collect();
    let idle = |(words, impact): (&str, CardImpact)| {
        let count = options.iter().filter(|(_, answer)| has_impact(answer, impact)).count();
        let cards = counted(count as u64, "other card", "other cards");
        (count > 0).then(|| format!("{cards} {words}"))
    };
    let idle: Vec<String> = [
        ("change nothing here", CardImpact::Nothing),
        ("counted in part change nothing by what is counted", CardImpact::Unknown),
    ]
    .into_iter()
    .filter_map(idle)
    .collect();
    let ranking = RankedOptions { by, is_repeated: first.quantity(quantity::ATTACKS).is_some() };
    let named: Vec<(String, &Answer)> = named(&shown);
    if let Some(lines) = ranking.by_distance(title, &named, &idle) {
        return vec![lines];
    }
    let (measure, heads) = if ranking.is_repeated {
        ("expected attacks until it is destroyed", &["90 %"][..])
    } else {
        (by_words(by), &["dealt", "suffered", "destroys"][..])
    };
    let rows = named.iter().map(|(name, answer)| {
        let value = ranking.value(answer);
        row(name.clone(), value, ranking.format(value), numbers(answer))
    });
    let best = ranking.format(ranking.value(first));
    let ties: Vec<String> = named
        .iter()
        .take_while(|(_, answer)| ranking.format(ranking.value(answer)) == best)
        .map(|(name, _)| name.clone())
        .collect();
    Ranking {
        title: if ties.len() == named.len() {
            let all =
                if ties.len() == 2 { "Both".to_owned() } else { format!("All {}", ties.len()) };
            format!("{all} options are equal: {best}")
        } else {
            format!("Best: {}, {best}", either(&ties))
        },
        question: question(title, &answers, (1, 1)),
        key: Vec::new(),
        measure,
        heads,
        rows: rows.collect::<Vec<BarRow>>(),
        foot: foot(&answers, &idle),
    }
    .charts()
}

/// Names options with their first letters as capitals, at most three of them.
fn either(names: &[String]) -> String {
    match names {
        [only] => only.clone(),
        [one, other] => format!("{one}, or {other}"),
        [first, rest @ ..] => format!("{first}, or any of {} others", rest.len()),
        [] => String::new(),
    }
}

/// Returns the names of options: those of orders are the names of the units, unless steps of one
/// unit differ.
fn named<'a>(shown: &[&'a (String, Answer)]) -> Vec<(String, &'a Answer)> {
    let of_units = |(_, answer): &&(String, Answer)| {
        let (steps, _) = answer.subject.split_once(" → ")?;
        (answer.kind == SEQUENCE).then(|| words::clean(steps))
    };
    let orders: Option<Vec<String>> = shown.iter().map(of_units).collect();
    let distinct = orders.filter(|all| all.iter().collect::<HashSet<_>>().len() == all.len());
    let names =
        distinct.unwrap_or_else(|| shown.iter().map(|(name, _)| words::clean(name)).collect());
    names.into_iter().zip(shown.iter().map(|(_, answer)| answer)).collect()
}

/// What options are ranked by.
#[derive(Clone, Copy)]
struct RankedOptions {
    by: RankBy,
    /// Whether a unit is attacked until it is destroyed.
    is_repeated: bool,
}

impl RankedOptions {
    fn value(self, answer: &Answer) -> f64 {
        self.by.value(answer)[0]
    }

    fn format(self, value: f64) -> String {
        match self.by {
            RankBy::Destroyed => format!("{} %", words::whole_percent(value)),
            _ if self.is_repeated => format!("{value:.2}"),
            RankBy::Net | RankBy::Points => words::signed(value, 2),
            RankBy::Wounds => format!("{value:.2}"),
        }
    }

    /// Draws options at several distances as a line for each; `None` for other options.
    fn by_distance(
        self,
        title: &str,
        named: &[(String, &Answer)],
        remarks: &[String],
    ) -> Option<Chart> {
        let answers: Vec<&Answer> = named.iter().map(|(_, answer)| *answer).collect();
        if varying_axes(&answers) != [DISTANCE] {
            return None;
        }
        let mut lines: Vec<Line> = Vec::new();
        for (name, answer) in named {
            let distance = axis_value(answer, DISTANCE)?;
            let (inches, _) = number(distance)?;
            let action = name.strip_prefix(&format!("{DISTANCE} {distance}: ")).unwrap_or(name);
            let action = words::capitalize(action);
            let point = (inches, self.value(answer), None);
            match lines.iter_mut().find(|line| line.name == action) {
                Some(line) => line.points.push(point),
                None => {
                    lines.push(Line { name: action, points: vec![point], band: Vec::new() });
                }
            }
        }
        let values = lines.iter().map(|line| line.points.len()).max()?;
        if values < LEAST_DISTANCES {
            return None;
        }
        let undrawn = lines.len().saturating_sub(LINES) as u64;
        let mut lines = best_lines(lines);
        let last = lines.iter().flat_map(|line| &line.points).map(|one| one.0).fold(0.0, f64::max);
        let undrawn = (undrawn > 0).then(|| {
            format!("{} never among the best", counted(undrawn, "other option", "other options"))
        });
        let remarks: Vec<String> = remarks.iter().cloned().chain(undrawn).collect();
        lines.iter_mut().for_each(|line| line.points.sort_by(|a, b| a.0.total_cmp(&b.0)));
        let finding = self.best_by_distance(&lines)?;
        for line in &mut lines {
            // the value beside the line's name is that of its end
            let end = line.points.last().map(|point| point.0).filter(|end| *end < last);
            if let Some(end) = end {
                line.name = format!("{}, at {end}″", line.name);
            }
        }
        Some(Chart {
            title: finding,
            question: question(title, &answers, (1, 1)),
            key: Vec::new(),
            panels: vec![Panel::Lines(Lines {
                name: String::new(),
                across: "inches".to_owned(),
                measure: by_words(self.by).to_owned(),
                is_chance: self.by == RankBy::Destroyed,
                // a distance between two whole inches needs the roll of the greater (A5.2)
                steps: true,
                lines,
                rows: Vec::new(),
            })],
            foot: foot(&answers, &remarks),
        })
    }

    /// Says which option is best at which distances.
    fn best_by_distance(self, lines: &[Line]) -> Option<String> {
        let at =
            |line: &Line, x: f64| line.points.iter().find(|point| point.0 == x).map(|one| one.1);
        let mut distances: Vec<f64> =
            lines.iter().flat_map(|line| line.points.iter().map(|point| point.0)).collect();
        distances.sort_by(f64::total_cmp);
        distances.dedup();
        let best = |x: f64| {
            let all = lines.iter().filter_map(|line| Some((line, at(line, x)?)));
            all.rev().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(line, _)| &*line.name)
        };
        let mut runs: Vec<(&str, f64, f64)> = Vec::new();
        for x in distances {
            let name = best(x)?;
            match runs.last_mut() {
                Some((last, _, end)) if *last == name => *end = x,
                _ => runs.push((name, x, x)),
            }
        }
        let run = |(name, from, to): &(&str, f64, f64)| {
            let ends = if from == to {
                format!("at {from}″")
            } else {
                format!("from {from}″ to {to}″")
            };
            format!("{} {ends}", name.to_lowercase())
        };
        let runs: Vec<String> = runs.iter().take(NAMED).map(run).collect();
        Some(format!("Best: {}", runs.join(", then ")))
    }
}

/// Returns the [`LINES`] lines that come highest at some distance, in their order.
fn best_lines(lines: Vec<Line>) -> Vec<Line> {
    let is_above = |other: &Line, (x, value): (f64, f64)| {
        other.points.iter().any(|point| point.0 == x && point.1 > value)
    };
    let rank = |line: &Line| {
        let places = line.points.iter();
        let above = |x, value| lines.iter().filter(|other| is_above(other, (x, value))).count();
        places.map(|point| above(point.0, point.1)).min().unwrap_or(usize::MAX)
    };
    let mut ranks: Vec<(usize, usize)> = lines.iter().map(rank).zip(0..).collect();
    ranks.sort_unstable();
    let drawn: HashSet<usize> = ranks.into_iter().take(LINES).map(|(_, place)| place).collect();
    let chosen = lines.into_iter().enumerate().filter(|(place, _)| drawn.contains(place));
    chosen.map(|(_, line)| line).collect()
}

/// Returns the numbers beside a bar: wounds dealt and suffered with the chance to destroy the target,
/// or where nine of ten results of a unit under attack lie.
fn numbers(answer: &Answer) -> Vec<String> {
    if let Some(attacks) = answer.quantity(quantity::ATTACKS) {
        let pmf = attacks.distribution.pmf();
        return vec![words::interval(pmf.quantile(0.05), pmf.quantile(0.95))];
    }
    let mean = |name: QuantityName| {
        let mean = answer.quantity(name).map(|one| one.distribution.mean());
        mean.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.2}"))
    };
    let destroys = answer.event(event::DESTROYED).map(|one| words::percent(one.probability(), 0));
    let destroys = destroys.unwrap_or_else(|| "–".to_owned());
    vec![mean(quantity::WOUNDS), own_wounds(answer), destroys]
}

/// Formats the expected wounds of the attackers, those of all steps of a sequence together.
fn own_wounds(answer: &Answer) -> String {
    let names = quantity::OWN_WOUNDS_OF.into_iter().chain([quantity::OWN_WOUNDS]);
    let means = names.filter_map(|name| Some(answer.quantity(name)?.distribution.mean()));
    let means: Vec<f64> = means.collect();
    if means.is_empty() { "–".to_owned() } else { format!("{:.2}", means.iter().sum::<f64>()) }
}
