//! Who watches a run, and may stop it.

#[allow(unsafe_code, reason = "the control of a thread is borrowed for as long as it watches")]
mod watched;

pub(crate) use watched::tick;
pub use watched::{Stopped, watched};

/// Whoever watches a run.
pub trait Control: Sync {
    /// Whether to stop before the next block.
    fn is_stopped(&self) -> bool {
        false
    }
    /// So many more trials are done.
    fn advance(&self, _trials: u64) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct StdControl;
impl Control for StdControl {}
