//! Who wins, points by round, and differences of points.

use warodds_battles::answer::{BattleAnswer, RoundAnswer};

use super::{Battles, army_verb};
use crate::dist::Estimate;
use crate::report::words;
use crate::report::words::whole_percent;
use warodds_charts::spec::{
    Chart, Counts, Dark, Fill, Line, Lines, NumberRow, Panel, Phrase, Series, Share, Tone,
};

/// Differences of fewer points are shown as none.
const LEVEL: f64 = 0.05;

/// Describes who wins, and the points of both armies after each round.
pub(super) fn odds(battles: Battles<'_>) -> Chart {
    let answer = battles.answer;
    let events = &answer.events;
    let share = Share {
        name: String::new(),
        parts: vec![
            (Fill::A, events.a_wins.p),
            (Fill::Neither, events.draw.p),
            (Fill::B, events.b_wins.p),
        ],
        interval: Some(events.a_wins.ci95.into()),
    };
    let draws = format!("Draws: {} %", whole_percent(events.draw.p));
    Chart {
        title: verdict(battles),
        question: battles
            .question("Whisker: 95 % interval. Below: mean points by round, and the middle 80 %."),
        key: battles.key(),
        panels: vec![Panel::Shares(vec![share]), Panel::Lines(points(battles))],
        foot: battles.foot(&[&draws, "Points are those of the battles that reach the round"]),
    }
}

/// Says who wins, unless the interval contains even odds.
fn verdict(battles: Battles<'_>) -> String {
    let events = &battles.answer.events;
    let [a, b] = [events.a_wins, events.b_wins].map(|one| whole_percent(one.p));
    let name =
        |army: usize| words::clean(battles.answer.armies.get(army).map_or("", String::as_str));
    // draws count for neither: even is half of what is won
    let even = f64::midpoint(events.a_wins.p, events.b_wins.p);
    let [low, high] = events.a_wins.ci95;
    match (low > even, high < even) {
        (true, _) => format!("{} {} {a} % to {b} %", name(0), army_verb(&name(0), "win")),
        (_, true) => format!("{} {} {b} % to {a} %", name(1), army_verb(&name(1), "win")),
        _ => format!("Too close to call: {a} % against {b} %"),
    }
}

/// Describes the points of both armies after each round.
fn points(battles: Battles<'_>) -> Lines {
    let rounds = &battles.answer.rounds;
    let line = |army: usize| {
        let point = |round: &RoundAnswer| (f64::from(round.round), round.points[army][0], None);
        Line {
            name: battles.army(army),
            points: rounds.iter().map(point).collect(),
            band: rounds.iter().map(|one| (one.points[army][1], one.points[army][2])).collect(),
        }
    };
    let games = rounds.iter().map(|round| words::count(round.games)).collect();
    Lines {
        name: String::new(),
        across: "round".to_owned(),
        measure: "points".to_owned(),
        is_chance: false,
        steps: false,
        lines: vec![line(0), line(1)],
        rows: vec![NumberRow {
            words: "battles still on".to_owned(),
            tone: Tone::Quiet,
            cells: games,
        }],
    }
}

/// Describes the distribution of the difference of points.
pub(super) fn difference(battles: Battles<'_>) -> Chart {
    let answer = battles.answer;
    let series = series(answer);
    let counts = differences(answer);
    let of_sign = |sign: i64| -> f64 {
        let all = counts.clone().zip(&series.exactly);
        all.filter(|(count, _)| count.signum() == sign).map(|(_, share)| share).sum()
    };
    let ahead = [1, -1].map(|sign| whole_percent(of_sign(sign)));
    let level = format!("Level: {} %.", whole_percent(of_sign(0)));
    let leader = usize::from(answer.quantities.difference.mean < 0.0);
    let side = answer.armies.get(leader).map_or_else(String::new, |name| words::clean(name));
    Chart {
        title: match answer.quantities.difference.mean.abs() {
            ahead if ahead < LEVEL => "Outcome: level on points on average".to_owned(),
            ahead => format!("Outcome: {side} ahead by {ahead:.1} points on average"),
        },
        question: battles.question(&format!(
            "Points of {} minus points of {} at the end.",
            battles.army(0),
            battles.army(1)
        )),
        key: vec![
            Phrase::key(Fill::A, format!("{} ahead: {} %", battles.army(0), ahead[0])),
            Phrase::key(Fill::B, format!("{} ahead: {} %", battles.army(1), ahead[1])),
            Phrase::quiet(level),
        ],
        panels: vec![Panel::Counts(Counts {
            name: String::new(),
            counted: "points".to_owned(),
            counts,
            series: vec![series],
            marks: Vec::new(),
        })],
        foot: battles.foot(&["Whiskers: 95 % interval of the share"]),
    }
}

/// Returns the differences that occurred, and those between.
fn differences(answer: &BattleAnswer) -> std::ops::RangeInclusive<i64> {
    let quantity = &answer.quantities.difference;
    let last = i64::try_from(quantity.pmf.len()).unwrap_or(1) - 1;
    // at least two counts, or the axis would have no length
    quantity.from..=quantity.from + last.max(1)
}

fn series(answer: &BattleAnswer) -> Series {
    let quantity = &answer.quantities.difference;
    let share = |place: usize| quantity.pmf.get(place).copied().unwrap_or(0.0);
    let number = quantity.pmf.len().max(2);
    let shares: Vec<f64> = (0..number).map(share).collect();
    let interval = |share: &f64| {
        // shares are counts divided by the number of games, so rounding restores the count
        let seen = (share * answer.games as f64).round() as u64;
        Some(Estimate::of_probability(seen, answer.games).interval)
    };
    let mut sum = 0.0;
    let mut below: Vec<f64> = Vec::new();
    for share in &shares {
        below.push(sum);
        sum += share;
    }
    let quantile = |part: f64| {
        let place = below.iter().rposition(|below| *below < part).unwrap_or(0);
        (quantity.from + i64::try_from(place).unwrap_or(0)) as f64
    };
    let half = 1.96 * quantity.standard_error;
    Series {
        intervals: shares.iter().map(interval).collect(),
        reached: below.iter().map(|below| (1.0 - below).clamp(0.0, 1.0)).collect(),
        exactly: shares,
        row: "at least",
        dark: Dark::Sign,
        framed: None,
        mean: quantity.mean,
        mean_words: words::minus(&format!("{:.2} ±{half:.2}", quantity.mean)),
        middle: (quantile(0.05), quantile(0.95)),
    }
}
