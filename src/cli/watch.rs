//! Watching a run: a progress bar on a terminal, and the signals that stop it: Ctrl-C, and on Unix
//! SIGTERM and SIGHUP, as batch systems and closed terminals send them.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::failure::Failure;
use super::print;
use crate::study::{Control, EngineKind};

/// The exit code for the first signal that came, 0 before one did; looked at before each block.
static STOPPED: AtomicU8 = AtomicU8::new(0);
/// What shells add to the number of a signal for the exit code of what it ended.
const SIGNALLED: u8 = 128;
/// The number of the signal of Ctrl-C.
const INTERRUPT: u8 = 2;
/// Held while files are written: nobody ends the program then.
static WRITING: Mutex<()> = Mutex::new(());

/// What is left of a run that is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnStop {
    /// What was answered or rolled until then.
    Partial,
    /// Nothing: the answer is worked out in one piece.
    Nothing,
}

impl OnStop {
    /// What is left of a single question that an engine answers.
    pub(super) const fn of(engine: EngineKind) -> Self {
        if matches!(engine, EngineKind::Exact) { Self::Nothing } else { Self::Partial }
    }
}

/// Stops the run at the next block on the first signal, and at once on the second or where nothing
/// would be left anyhow.
///
/// # Errors
/// When the system gives no signals.
#[cfg(unix)]
pub(super) fn listen(left: OnStop) -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hangup = (!is_hangup_ignored()).then_some(SIGHUP);
    let signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup));
    let mut signals = signals.map_err(|error| Failure::Failed(error.into()))?;
    let wait = move || {
        for signal in signals.forever() {
            stop(left, u8::try_from(signal).unwrap_or(INTERRUPT));
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
    thread.map(drop).map_err(|error| Failure::Failed(error.into()))
}

/// The same where Ctrl-C is the only signal.
///
/// # Errors
/// When the system gives no signals.
#[cfg(not(unix))]
pub fn listen(left: OnStop) -> Result<(), Failure> {
    ctrlc::set_handler(move || stop(left, INTERRUPT)).map_err(|error| Failure::Failed(error.into()))
}

/// Whether whoever started the program wants it to outlive its terminal (`nohup`). Only Linux says
/// so without a system call of our own.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // the lowest bit is that of signal 1, SIGHUP
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// Does what a signal asks for.
fn stop(left: OnStop, signal: u8) {
    let code = SIGNALLED + signal;
    let first = STOPPED.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    if first.is_err() || left == OnStop::Nothing {
        undisturbed(|| {
            if first.is_ok() {
                print::note("stopped before it was done");
            }
            std::process::exit(code.into())
        });
    }
    print::note("stopping: what is finished is kept (Ctrl-C again ends at once)");
}

/// Whether a signal came.
pub(super) fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed) != 0
}

/// The exit code of a stopped run: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
pub(super) fn stopped_code() -> u8 {
    match STOPPED.load(Ordering::Relaxed) {
        0 => SIGNALLED + INTERRUPT,
        code => code,
    }
}

/// Does what must not be cut short by a second signal.
pub(super) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _held = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Whoever watches a run from the command line.
#[derive(Debug)]
pub(super) struct Watch {
    bar: ProgressBar,
}

impl Watch {
    /// Watches so many trials. Nothing is shown unless stderr is a terminal.
    pub(super) fn over(trials: u64) -> Self {
        let bar = ProgressBar::new(trials);
        let template =
            ProgressStyle::with_template("{wide_bar} {percent:>3} %  {rate}  {eta} left");
        if let Ok(style) = template {
            bar.set_style(style.with_key("rate", rate));
        }
        Self { bar }
    }

    /// Watches so many attacks of the exact engine, or trials of the others.
    pub(super) fn counting(steps: u64, engine: EngineKind) -> Self {
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
    pub(super) fn of_trials(trials: u64, engine: EngineKind) -> Self {
        if engine == EngineKind::Exact { Self::nothing() } else { Self::over(trials) }
    }

    /// Nothing to watch.
    pub(super) fn nothing() -> Self {
        Self { bar: ProgressBar::hidden() }
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
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
