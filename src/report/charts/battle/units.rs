//! Points and losses by unit.

use warodds_battles::answer::UnitAnswer;

use super::Battles;
use warodds_charts::spec::{Bar, BarRow, Bars, Chart, Fill, Panel};

/// Points per battle without a unit that are worth a remark.
const MIN_REMARK: f64 = 0.005;

/// Describes the points that units earn, and how often they are destroyed.
pub(super) fn chart(battles: Battles<'_>) -> Chart {
    let row = |unit: &UnitAnswer| BarRow {
        name: format!("{} ({})", unit.name, unit.cost),
        bars: vec![Bar {
            value: unit.points,
            text: format!("{:.2}", unit.points),
            fill: Some(if unit.side == "a" { Fill::A } else { Fill::B }),
            ..Bar::default()
        }],
        numbers: vec![format!("{:.2}", unit.lost)],
        ..BarRow::default()
    };
    let units = &battles.answer.units;
    // in modes with missions no unit earns any
    let earning = units.iter().filter(|unit| unit.points > 0.0);
    let best = earning.max_by(|one, other| one.points.total_cmp(&other.points));
    let heads = ["lost"];
    let rows = units.iter().map(row).collect();
    let bars = Bars::pages("points earned per battle", &heads, rows, usize::MAX);
    Chart {
        title: best.map_or_else(
            || "Points and losses by unit".to_owned(),
            |unit| format!("Most points: {}, {:.1} per battle", unit.name, unit.points),
        ),
        question: battles.question("Means per battle; unit cost in brackets."),
        key: battles.key(),
        panels: bars.into_iter().map(Panel::Bars).collect(),
        // points of objectives may belong to no unit, so the bars need not add up to the score
        foot: battles.foot(&[&unearned_points(battles), returning(units)]),
    }
}

/// Explains units that are lost more than once a battle.
fn returning(units: &[UnitAnswer]) -> &'static str {
    if units.iter().any(|unit| unit.lost > 1.0) {
        "Destroyed units come back in this mode, so that one may be lost more than once"
    } else {
        ""
    }
}

/// Describes points that no unit scored, or returns an empty string.
fn unearned_points(battles: Battles<'_>) -> String {
    let answer = battles.answer;
    let scored = answer.quantities.a_points.mean + answer.quantities.b_points.mean;
    let earned: f64 = answer.units.iter().map(|unit| unit.points).sum();
    let rest = scored - earned;
    if rest > MIN_REMARK {
        format!("{rest:.2} points per battle belong to no unit")
    } else {
        String::new()
    }
}
