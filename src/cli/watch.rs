//! Watching a run: a progress bar on a terminal, and Ctrl-C.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::failure::Failure;
use crate::study::{Control, EngineKind};

/// Set by Ctrl-C; looked at before each block.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Stops the run at the next block on the first Ctrl-C, and at once on the second.
///
/// # Errors
/// When the system gives no signals.
pub fn listen() -> Result<(), Failure> {
    let stop = || {
        if STOPPED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!(
            "stopping at the next block; what is finished is kept (Ctrl-C again ends at once)"
        );
    };
    ctrlc::set_handler(stop).map_err(|error| Failure::Failed(error.into()))
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
        STOPPED.load(Ordering::Relaxed)
    }

    fn advance(&self, trials: u64) {
        self.bar.inc(trials);
    }
}
