//! Renders the answer to battles.

use std::any::Any;
use std::sync::Arc;

use anyhow::anyhow;
use warodds_battles::answer::BattleAnswer;
use warodds_charts::text::words;

use super::super::failure::Failure;
use super::super::results::Extent;
use super::{page, summary};
use crate::report::charts::{self, ChartFiles, Selection};
use crate::report::page::ReportSection;
use crate::report::table::Detail;
use crate::report::{Artifact, csv};
use crate::request::BattleReply;

/// The message for battles as CSV: they have several tables.
pub(in super::super) const NO_CSV: &str =
    "battles are not printed as CSV: use --json, or --out, which writes a CSV file";

/// Returns the answer of the referee.
fn answer(found: &Arc<dyn BattleReply>) -> Result<&BattleAnswer, Failure> {
    let answer = (&**found as &dyn Any).downcast_ref();
    answer.ok_or_else(|| Failure::Failed(anyhow!("the battles were played by another program")))
}

/// Renders the answer as text.
pub(in super::super) fn text(
    found: &Arc<dyn BattleReply>,
    detail: Detail,
) -> Result<String, Failure> {
    Ok(summary::render(answer(found)?, detail))
}

/// Returns the section of the answer's page.
pub(in super::super) fn section(found: &Arc<dyn BattleReply>) -> Result<ReportSection, Failure> {
    let answer = answer(found)?;
    Ok(page::section(answer).with_numbers(victories(answer)))
}

/// Returns how often each army wins, the likelier winner first, and draws.
fn victories(answer: &BattleAnswer) -> Vec<(String, String)> {
    let [a, b] = &answer.armies;
    let events = &answer.events;
    let percent = |p: f64| format!("{} %", words::whole_percent(p));
    let mut wins = [(events.a_wins.p, a), (events.b_wins.p, b)];
    wins.sort_by(|one, other| other.0.total_cmp(&one.0));
    let wins = wins.map(|(p, army)| (percent(p), format!("for {}", words::clean(army))));
    wins.into_iter().chain([(percent(events.draw.p), "draws".to_owned())]).collect()
}

/// Renders text, CSV and charts.
pub(in super::super) fn files(
    found: &Arc<dyn BattleReply>,
    stem: &str,
    (extent, selection): (Extent, Selection),
) -> Result<ChartFiles, Failure> {
    let answer = answer(found)?;
    let remarks: &[String] = match extent {
        Extent::Whole => &[],
        Extent::Partial => &["Stopped early".to_owned()],
    };
    let mut drawn = charts::of_battles(answer, remarks, selection).map_err(anyhow::Error::from)?;
    let table = csv::battle::render(answer).map_err(anyhow::Error::from)?;
    drawn
        .files
        .insert(0, Artifact::new(format!("{stem}.txt"), summary::render(answer, Detail::Full)));
    drawn.files.insert(1, Artifact::new(format!("{stem}.csv"), table));
    Ok(drawn)
}
