//! Points by mission.

use warodds_battles::answer::MissionAnswer;

use super::Battles;
use warodds_charts::spec::{Bar, BarRow, Bars, Chart, Fill, Panel};

/// Describes the points of both armies by each mission, and how often they fulfil it.
pub(super) fn chart(battles: Battles<'_>) -> Chart {
    let bar = |(value, fill): (f64, Fill)| Bar {
        value,
        text: format!("{value:.2}"),
        fill: Some(fill),
        ..Bar::default()
    };
    let row = |mission: &MissionAnswer| BarRow {
        name: mission.name.clone(),
        bars: mission.points.into_iter().zip([Fill::A, Fill::B]).map(bar).collect(),
        numbers: mission.fulfilled.map(|count| format!("{count:.2}")).into(),
        ..BarRow::default()
    };
    let missions = &battles.answer.missions;
    let sum = |mission: &MissionAnswer| mission.points.iter().sum::<f64>();
    let best = missions.iter().max_by(|one, other| sum(one).total_cmp(&sum(other)));
    let rows = missions.iter().map(row).collect();
    let bars = Bars::pages("points per battle", &["by a", "by b"], rows, usize::MAX);
    Chart {
        title: best.map_or_else(
            || "Points by mission".to_owned(),
            |best| format!("Most points: {}, {:.1} per battle", best.name, sum(best)),
        ),
        question: battles.question("Means per battle; rounds in which a and b fulfil it."),
        key: battles.key(),
        panels: bars.into_iter().map(Panel::Bars).collect(),
        foot: battles.foot(&[]),
    }
}
