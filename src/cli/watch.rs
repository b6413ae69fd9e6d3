//! The progress bar of a run, and the signals that stop it: Ctrl-C, and on Unix SIGTERM and SIGHUP,
//! which batch systems and closed terminals send.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::failure::Failure;
use super::print;
use crate::study::{Control, EngineKind};

/// Exit code for the first signal, 0 before any; checked before each block.
static STOPPED: AtomicU8 = AtomicU8::new(0);
/// Shells add this to the number of a signal for the exit code of a process ended by it.
const SIGNALLED: u8 = 128;
/// Signal number of Ctrl-C.
const INTERRUPT: u8 = 2;
/// Locked while files are written, so that a second signal cannot interrupt it.
static WRITING: Mutex<()> = Mutex::new(());

/// What a stopped run leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnStop {
    /// The answers or trials so far.
    Partial,
    /// Nothing, because the answer is computed in one step.
    Nothing,
}

impl OnStop {
    /// Returns what a single question leaves if its engine is stopped.
    pub(super) const fn of(engine: EngineKind) -> Self {
        if matches!(engine, EngineKind::Exact) { Self::Nothing } else { Self::Partial }
    }
}

/// Starts to listen for signals. The first one stops the run at the next block; the second, or the
/// first if nothing would be left anyway, ends the program at once.
///
/// # Errors
/// If signal handlers cannot be installed.
#[cfg(unix)]
pub(super) fn listen(left: OnStop) -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let hangup = (!is_hangup_ignored()).then_some(SIGHUP);
    let signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup));
    let mut signals = signals.map_err(|error| Failure::Failed(error.into()))?;
    let wait = move || {
        for signal in signals.forever() {
            // signal numbers are small: Unix has fewer than 128
            stop(left, u8::try_from(signal).unwrap_or(INTERRUPT));
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
    thread.map(drop).map_err(|error| Failure::Failed(error.into()))
}

/// Starts to listen for Ctrl-C, the only signal on this system.
///
/// # Errors
/// If the handler cannot be installed.
#[cfg(not(unix))]
pub fn listen(left: OnStop) -> Result<(), Failure> {
    ctrlc::set_handler(move || stop(left, INTERRUPT)).map_err(|error| Failure::Failed(error.into()))
}

/// Returns whether SIGHUP is ignored, as under `nohup`. Only Linux reports this without a system
/// call of our own.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // the lowest bit is that of signal 1, SIGHUP
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// Stops the run, or ends the program at once.
fn stop(left: OnStop, signal: u8) {
    let code = SIGNALLED + signal;
    // relaxed is enough: no other memory is read because of the flag
    let first = STOPPED.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    if first.is_err() || left == OnStop::Nothing {
        // waits until files in progress are whole; `exit` never returns, so the lock stays
        undisturbed(|| {
            if first.is_ok() {
                print::note("stopped before it was finished");
            }
            std::process::exit(code.into())
        });
    }
    print::note("stopping: finished results are kept (press Ctrl-C again to end at once)");
}

/// Returns whether a signal arrived.
pub(super) fn is_stopped() -> bool {
    STOPPED.load(Ordering::Relaxed) != 0
}

/// Returns the exit code of a stopped run: 130 for Ctrl-C, 143 for SIGTERM, 129 for SIGHUP.
pub(super) fn stopped_code() -> u8 {
    match STOPPED.load(Ordering::Relaxed) {
        0 => SIGNALLED + INTERRUPT,
        code => code,
    }
}

/// Runs work that a second signal must not interrupt.
pub(super) fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _guard = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// The progress bar of a run, which also checks for signals.
#[derive(Debug)]
pub(super) struct Watch {
    bar: ProgressBar,
    /// Whether the bar is hidden until the run has taken a while.
    is_waiting: AtomicBool,
}

/// The time after which a progress bar is shown, so that short runs do not flicker.
const DELAY: Duration = Duration::from_secs(2);

impl Watch {
    /// Creates a progress bar of trials, shown after two seconds if stderr is a terminal.
    pub(super) fn over(trials: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(trials), ProgressDrawTarget::hidden());
        let template =
            ProgressStyle::with_template("{wide_bar} {percent:>3} %  {rate}  {eta} left");
        // a template that does not parse costs the look of the bar, not the run
        if let Ok(style) = template {
            bar.set_style(style.with_key("rate", rate));
        }
        Self::delayed(bar)
    }

    /// Returns a hidden bar, to be shown later.
    const fn delayed(bar: ProgressBar) -> Self {
        Self { bar, is_waiting: AtomicBool::new(true) }
    }

    /// Creates a progress bar of attacks for the exact engine, or of trials for the others.
    pub(super) fn counting(steps: u64, engine: EngineKind) -> Self {
        if engine != EngineKind::Exact {
            return Self::over(steps);
        }
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(
            "{wide_bar} {human_pos} of {human_len} attacks  {eta} left",
        ) {
            bar.set_style(style);
        }
        Self::delayed(bar)
    }

    /// Creates a progress bar of trials; hidden for the exact engine, which has none.
    pub(super) fn of_trials(trials: u64, engine: EngineKind) -> Self {
        if engine == EngineKind::Exact { Self::nothing() } else { Self::over(trials) }
    }

    /// Creates a hidden progress bar.
    pub(super) fn nothing() -> Self {
        Self { bar: ProgressBar::hidden(), is_waiting: AtomicBool::new(false) }
    }

    /// Shows the bar if the run has taken at least `delay`.
    fn show_after(&self, delay: Duration) {
        // relaxed is enough: the bar has a lock of its own
        let is_waiting = self.is_waiting.load(Ordering::Relaxed);
        if is_waiting
            && self.bar.elapsed() >= delay
            && self.is_waiting.swap(false, Ordering::Relaxed)
        {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Writes the trials per second as an integer.
fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    // a failed write to the terminal cannot be reported anywhere
    let _ = write!(out, "{} trials/s", HumanCount(state.per_sec() as u64));
}

impl Control for Watch {
    fn is_stopped(&self) -> bool {
        is_stopped()
    }

    fn advance(&self, trials: u64) {
        self.bar.inc(trials);
        self.show_after(DELAY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_bar_waits_until_a_run_takes_long() {
        let watch = Watch::over(10);
        watch.advance(5);
        assert!(watch.is_waiting.load(Ordering::Relaxed), "two seconds have not passed");
        watch.show_after(Duration::ZERO);
        assert!(!watch.is_waiting.load(Ordering::Relaxed));
        assert!(!Watch::nothing().is_waiting.load(Ordering::Relaxed));
    }
}
