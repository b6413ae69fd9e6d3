//! Watching a run: a progress bar on a terminal, and Ctrl-C.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::failure::{Failure, STOPPED_CODE};
use super::print;
use crate::study::{Control, EngineKind};

/// Set by Ctrl-C; looked at before each block.
static STOPPED: AtomicBool = AtomicBool::new(false);
/// Held while files are written: nobody ends the program then.
static WRITING: Mutex<()> = Mutex::new(());

/// What is left of a run that is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// What was answered or rolled until then.
    Partial,
    /// Nothing: the answer is worked out in one piece.
    Nothing,
}

impl Stopped {
    /// What is left of a single question that an engine answers.
    pub const fn of(engine: EngineKind) -> Self {
        if matches!(engine, EngineKind::Exact) { Self::Nothing } else { Self::Partial }
    }
}

/// Stops the run at the next block on the first Ctrl-C, and at once on the second or where nothing
/// would be left anyhow.
///
/// # Errors
/// When the system gives no signals.
pub fn listen(left: Stopped) -> Result<(), Failure> {
    let stop = move || {
        let again = STOPPED.swap(true, Ordering::Relaxed);
        if again || left == Stopped::Nothing {
            undisturbed(|| {
                if !again {
                    print::note("stopped before it was done");
                }
                std::process::exit(STOPPED_CODE.into())
            });
        }
        print::note("stopping: what is finished is kept (Ctrl-C again ends at once)");
    };
    ctrlc::set_handler(stop).map_err(|error| Failure::Failed(error.into()))
}

/// Whether Ctrl-C was pressed.
pub fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// Does what must not be cut short by a second Ctrl-C.
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _held = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Whoever watches a run from the command line.
#[derive(Debug)]
pub struct Watch {
    bar: ProgressBar,
}

impl Watch {
    /// Watches so many trials. Nothing is shown unless stderr is a terminal.
    pub fn over(trials: u64) -> Self {
        let bar = ProgressBar::new(trials);
        let template =
            ProgressStyle::with_template("{wide_bar} {percent:>3} %  {rate}  {eta} left");
        if let Ok(style) = template {
            bar.set_style(style.with_key("rate", rate));
        }
        Self { bar }
    }

    /// Watches so many attacks of the exact engine, or trials of the others.
    pub fn counting(steps: u64, engine: EngineKind) -> Self {
        if engine != EngineKind::Exact {
            return Self::over(steps);
        }
        let bar = ProgressBar::new(steps);
        if let Ok(style) = ProgressStyle::with_template(
            "{wide_bar} {human_pos} of {human_len} attacks  {eta} left",
        ) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Watches so many trials of an engine; the exact one has none.
    pub fn of_trials(trials: u64, engine: EngineKind) -> Self {
        if engine == EngineKind::Exact { Self::nothing() } else { Self::over(trials) }
    }

    /// Nothing to watch.
    pub fn nothing() -> Self {
        Self { bar: ProgressBar::hidden() }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Trials a second, in whole numbers.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    // nothing can be done where the terminal takes no text
    let _ = write!(out, "{} trials/s", HumanCount(state.per_sec() as u64));
}

impl Control for Watch {
    fn is_stopped(&self) -> bool {
        is_stopped()
    }

    fn advance(&self, trials: u64) {
        self.bar.inc(trials);
    }
}
