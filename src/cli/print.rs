//! Printing answers.

use std::io::{self, IsTerminal, Write};

use indicatif::HumanCount;

use super::failure::Failure;
use super::watch::{self, Stopped, Watch};
use crate::json;
use crate::report::table;
use crate::report::table::{Layout, detail};
use crate::request::why::Contribution;
use crate::request::{Case, best_first};
use crate::study::{Answer, NamedQuestion, Plan, answer as answer_with};

/// Answers a single question and prints it, with what else must be said of it.
pub fn answer(
    asked: &NamedQuestion,
    plan: &Plan,
    as_json: bool,
    notes: &[String],
) -> Result<(), Failure> {
    answer_with_why(asked, plan, as_json, (notes, None))
}

/// The same, and what each part of the question is worth where that is known.
pub fn answer_with_why(
    asked: &NamedQuestion,
    plan: &Plan,
    as_json: bool,
    (notes, why): (&[String], Option<&[Contribution]>),
) -> Result<(), Failure> {
    let watch = Watch::of_trials(plan.goal.trials, plan.engine);
    watch::listen(Stopped::of(plan.engine))?;
    let mut answer = answer_with(asked, plan, &watch).map_err(anyhow::Error::from)?;
    watch.finish();
    answer.notes.extend_from_slice(notes);
    let text = match (as_json, why) {
        (true, None) => json::text(&answer).map_err(anyhow::Error::from)?,
        (true, Some(why)) => json::text_with(&answer, why).map_err(anyhow::Error::from)?,
        (false, None) => detail(&answer, &layout()),
        (false, Some(why)) => {
            format!("{}\n{}", detail(&answer, &layout()), table::why::text(why, &layout()))
        }
    };
    let missing = missing(&answer, plan.goal.trials, "trials were rolled");
    let printed = if answer.is_known() { print(&text) } else { Ok(()) };
    Failure::of_all([printed, missing])
}

/// Says what was not rolled of what was to be, if the run was stopped; `what` says of what and
/// what became of it.
pub fn missing(answer: &Answer, wanted: u64, what: &str) -> Result<(), Failure> {
    let done = answer.method.trials.filter(|_| answer.method.partial);
    done.map_or(Ok(()), |done| {
        Err(Failure::Stopped(format!("{} of {} {what}", HumanCount(done), HumanCount(wanted))))
    })
}

/// Answers several options and prints them, the best first.
pub fn options(cases: &[Case], plan: &Plan, as_json: bool) -> Result<(), Failure> {
    let total = plan.goal.trials.saturating_mul(cases.len() as u64);
    let watch = Watch::of_trials(total, plan.engine);
    watch::listen(Stopped::Partial)?;
    let found = best_first(cases, plan, &watch).map_err(anyhow::Error::from)?;
    watch.finish();
    let text = if as_json {
        json::options_text(&found).map_err(anyhow::Error::from)?
    } else {
        table::options::text(&found, &layout())
    };
    let printed = if found.is_empty() { Ok(()) } else { print(&text) };
    let whole = found.iter().filter(|(_, answer)| !answer.method.partial).count();
    let stopped = (whole < cases.len()).then(|| {
        let missing = format!("{whole} of {} options are answered to the end", cases.len());
        Err(Failure::Stopped(missing))
    });
    Failure::of_all([printed, stopped.unwrap_or(Ok(()))])
}

/// Answers several questions, the cases of one, and prints them as a table or a JSON array.
pub fn answer_all(asked: &[NamedQuestion], plan: &Plan, as_json: bool) -> Result<(), Failure> {
    let total = plan.goal.trials.saturating_mul(asked.len() as u64);
    let watch = Watch::of_trials(total, plan.engine);
    watch::listen(Stopped::Partial)?;
    let wanted = asked.iter().take_while(|_| !watch::is_stopped());
    let all: Result<Vec<Answer>, _> =
        wanted.map(|asked| answer_with(asked, plan, &watch)).collect();
    watch.finish();
    let mut all = all.map_err(anyhow::Error::from)?;
    all.retain(Answer::is_known);
    let printed = if all.is_empty() { Ok(()) } else { answers(&all, as_json) };
    let whole = all.iter().filter(|answer| !answer.method.partial).count();
    let stopped = (whole < asked.len()).then(|| {
        let missing = format!("{whole} of {} cases are answered to the end", asked.len());
        Err(Failure::Stopped(missing))
    });
    Failure::of_all([printed, stopped.unwrap_or(Ok(()))])
}

/// Prints many answers as tables or as a JSON array.
pub fn answers(answers: &[Answer], as_json: bool) -> Result<(), Failure> {
    let text = if as_json {
        json::array_text(answers).map_err(anyhow::Error::from)?
    } else {
        table::tables(answers, &layout())
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

/// Writes to stderr, with a line end; where nobody can read it nothing is done about that.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
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
