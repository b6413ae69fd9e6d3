//! Control of a run: progress and stopping.

#[allow(unsafe_code, reason = "the control of a thread is borrowed for as long as it watches")]
mod watched;

pub use watched::{Stopped, tick, watched};

/// An observer of a run that may stop it.
pub trait Control: Sync {
    /// Returns whether to stop before the next block.
    fn is_stopped(&self) -> bool {
        false
    }
    /// Reports that more trials are done.
    fn advance(&self, _trials: u64) {}
}

/// A control that never stops a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct StdControl;
impl Control for StdControl {}
