//! A matrix as a table of coloured cells: a row for each attacker, a column for each defender.

use super::cases::listed;
use super::spec::{Chart, Heat, HeatName, Panel};
use crate::answer::{MatrixAnswer, Metric, Order, UnitSummary};
use crate::counted::counted;
use crate::text::field::{
    collect_remarks, describe_matchups, describe_method_and_settings, describe_metric, marked_name,
};
use crate::text::words;

/// Tables with more rows or columns are not drawn: viewers could not open the image.
pub(super) const MOST: usize = 240;
/// With at least this many values, outliers are cut off so that they do not flatten the colours.
const MANY: usize = 25;
/// Outliers exceed the 98% quantile by this factor.
const FAR: f64 = 1.4;

/// Describes a matrix.
pub(super) fn chart(answer: &MatrixAnswer) -> Chart {
    let (height, width) = (answer.attackers.len(), answer.defenders.len());
    let row = |row| (0..width).map(|column| answer.value(row, column)).collect();
    let named = |units: &[UnitSummary]| -> Vec<HeatName> {
        // one faction alone needs no band
        let is_one = units.windows(2).all(|pair| pair[0].faction == pair[1].faction);
        let banded = answer.order == Order::Faction && !is_one;
        units.iter().map(|unit| unit_name(unit, banded)).collect()
    };
    let metric = describe_metric(answer.metric);
    let is_chance = answer.metric.is_chance();
    let unit = if is_chance { format!("% {metric}") } else { metric.clone() };
    let table = Heat {
        means: [
            (0..height).map(|row| answer.attacker_mean(row)).collect(),
            (0..width).map(|column| answer.defender_mean(column)).collect(),
        ],
        ..table(
            [named(&answer.attackers), named(&answer.defenders)],
            (0..height).map(row).collect(),
            (&unit, is_chance, answer.metric == Metric::Wins),
        )
    };
    let (rows, columns) = (
        counted(height as u64, "attacker", "attackers"),
        counted(width as u64, "defender", "defenders"),
    );
    let name = words::clean(&answer.header.name);
    // default names are the selections of both sides as typed: `stark → lannister`
    let sides: Vec<String> = name.split(" → ").map(words::capitalize).collect();
    let how = describe_method_and_settings(&answer.header, &describe_matchups(answer));
    let remarks = collect_remarks(answer.header.method.partial, &answer.remarks);
    Chart {
        title: finding(answer, &metric),
        question: format!(
            "{}: {metric}. {rows} (down), {columns} (across). Numbers after names: points.",
            sides.join(" → ")
        ),
        key: Vec::new(),
        panels: vec![Panel::Heat(table)],
        foot: std::iter::once(how + ".").chain(remarks).collect::<Vec<_>>().join(" "),
    }
}

/// Says which attacker has the highest mean.
fn finding(answer: &MatrixAnswer, metric: &str) -> String {
    let means = answer.attackers.iter().enumerate();
    let means = means.filter_map(|(row, unit)| Some((unit, answer.attacker_mean(row)?)));
    let best = means.clone().max_by(|one, other| one.1.total_cmp(&other.1));
    let is_several = answer.attackers.len() > 1;
    let is_chance = answer.metric.is_chance();
    let format = |mean: f64| {
        if is_chance { format!("{} %", words::whole_percent(mean)) } else { format!("{mean:.2}") }
    };
    let Some((_, highest)) = best.filter(|_| is_several) else { return words::capitalize(metric) };
    let named = means
        .filter(|(_, mean)| format(*mean) == format(highest))
        .map(|(unit, _)| words::clean(&unit.name));
    let named: Vec<String> = named.collect();
    let named = if named.len() > 3 { format!("{} units", named.len()) } else { listed(&named) };
    let most = match answer.metric {
        Metric::Wins => "Most duels won".to_owned(),
        _ if is_chance => format!("Highest {metric}"),
        _ => format!("Most {}", metric.strip_prefix("expected ").unwrap_or(metric)),
    };
    format!("{most}: {named}, {} on average", format(highest))
}

fn unit_name(unit: &UnitSummary, banded: bool) -> HeatName {
    HeatName {
        name: marked_name(unit),
        note: unit.cost.map_or_else(String::new, |cost| cost.to_string()),
        group: if banded { unit.faction.clone() } else { String::new() },
    }
}

/// Creates a table with the means of its rows and columns, and the range of its colours.
pub fn table(
    [rows, columns]: [Vec<HeatName>; 2],
    values: Vec<Vec<Option<f64>>>,
    (measure, is_chance, of_sides): (&str, bool, bool),
) -> Heat {
    let mean = |cells: Vec<Option<f64>>| {
        // a mean over some of the cells would not compare with the others
        let all: Vec<f64> = cells.into_iter().collect::<Option<_>>()?;
        (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
    };
    let column =
        |place: usize| mean(values.iter().map(|row| row.get(place).copied().flatten()).collect());
    let means = [
        values.iter().map(|row| mean(row.clone())).collect(),
        (0..columns.len()).map(column).collect(),
    ];
    let all: Vec<f64> = values.iter().flatten().flatten().copied().collect();
    let range = if of_sides { around_half(&all) } else { range(all) };
    let (measure, grey) = (measure.to_owned(), Vec::new());
    Heat { rows, columns, values, means, range, measure, is_chance, of_sides, grey }
}

/// Returns the range of values that colours distinguish.
fn range(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let (Some(low), Some(most)) = (values.first(), values.last()) else { return (0.0, 1.0) };
    let nearly_all = values.get(values.len() * 98 / 100).unwrap_or(most);
    let is_cut = values.len() >= MANY && most - low > FAR * (nearly_all - low);
    (*low, if is_cut { *nearly_all } else { *most })
}

/// Returns the smallest range around 0.5 that contains all chances.
pub fn around_half(chances: &[f64]) -> (f64, f64) {
    let farthest = chances.iter().map(|chance| (chance - 0.5).abs()).fold(0.0, f64::max);
    // a range of length zero would have no middle
    let half = f64::max(farthest, 0.01);
    (0.5 - half, 0.5 + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_around_a_half_are_symmetric() {
        let (low, high) = around_half(&[0.4, 0.45, 0.8]);
        assert!((low - 0.2).abs() < 1e-12 && (high - 0.8).abs() < 1e-12);
        assert_eq!(around_half(&[0.5]), (0.49, 0.51));
    }

    #[test]
    fn outlier_does_not_flatten_colours() {
        let mut values: Vec<f64> = (0..100).map(|n| f64::from(n) / 100.0).collect();
        assert_eq!(range(values.clone()), (0.0, 0.99));
        values.push(9.0);
        let (low, high) = range(values);
        assert!(low == 0.0 && high < 1.0, "{high}");
        assert_eq!(range(Vec::new()), (0.0, 1.0));
    }
}
