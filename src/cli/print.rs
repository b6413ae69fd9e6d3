//! Printing answers.

use std::io::{self, IsTerminal, Write};

use super::engine::EngineOptions;
use super::failure::Failure;
use super::watch::{self, Watch};
use crate::report::table::{Layout, detail};
use crate::report::{json, table};
use crate::study::{Asked, EngineKind, Finding, answer as answer_with};

/// Answers a single question and prints it, with what else must be said of it.
pub fn answer(asked: &Asked, options: &EngineOptions, notes: &[String]) -> Result<(), Failure> {
    let plan = options.plan()?;
    let watch = if plan.engine == EngineKind::Exact {
        Watch::nothing()
    } else {
        Watch::over(plan.goal.trials)
    };
    watch::listen()?;
    let mut finding = answer_with(asked, &plan, &watch).map_err(anyhow::Error::from)?;
    watch.finish();
    finding.notes.extend_from_slice(notes);
    let text = if options.json {
        json::text(&finding).map_err(anyhow::Error::from)?
    } else {
        detail(&finding, &layout())
    };
    print(&text)
}

/// Answers several questions, the cases of one, and prints them as a table or a JSON array.
pub fn answers(asked: &[Asked], options: &EngineOptions) -> Result<(), Failure> {
    let plan = options.plan()?;
    let total = plan.goal.trials.saturating_mul(asked.len() as u64);
    let watch =
        if plan.engine == EngineKind::Exact { Watch::nothing() } else { Watch::over(total) };
    watch::listen()?;
    let all: Result<Vec<Finding>, _> =
        asked.iter().map(|asked| answer_with(asked, &plan, &watch)).collect();
    watch.finish();
    findings(&all.map_err(anyhow::Error::from)?, options.json)
}

/// Prints many answers as tables or as a JSON array.
pub fn findings(findings: &[Finding], as_json: bool) -> Result<(), Failure> {
    let text = if as_json {
        json::array_text(findings).map_err(anyhow::Error::from)?
    } else {
        table::tables(findings, &layout())
    };
    print(&text)
}

/// Writes to stdout, with a line end.
pub fn print(text: &str) -> Result<(), Failure> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    write!(io::stdout().lock(), "{text}{end}")
        .and_then(|()| io::stdout().flush())
        .map_err(|error| Failure::Failed(error.into()))
}

/// As wide as the terminal; a hundred characters where there is none.
pub fn layout() -> Layout {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = if io::stdout().is_terminal() {
        terminal_size::terminal_size().map(|(width, _)| width.0)
    } else {
        None
    };
    Layout { width: terminal.or(columns).unwrap_or(Layout::default().width), ..Layout::default() }
}
