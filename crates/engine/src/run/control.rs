//! Who watches a run, and may stop it.

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
