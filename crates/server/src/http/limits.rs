//! Limits on what one client can take of the server.

use std::net::IpAddr;
use std::time::Duration;

/// Whether clients on this machine are subject to the limits of an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopbackLimit {
    /// They are exempt: a proxy on this machine connects for many clients.
    #[default]
    Exempt,
    /// They are limited as other addresses are.
    Counted,
}

/// What a question may take before it counts as heavy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Time on a thread.
    Time(Duration),
    /// Calls of [`Control::is_stopped`](warodds_questions::study::Control::is_stopped), however long they take: for tests.
    Calls(u64),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Time(Duration::from_millis(200))
    }
}

/// Limits on connections and on work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of simultaneous connections.
    pub connections: usize,
    /// The number of simultaneous connections from one address; 32 by default.
    pub per_address: usize,
    /// The number of heavy questions that are waiting or being answered; 32 by default. Each keeps
    /// all of its units in memory.
    pub heavy: usize,
    /// The number of them from one address; 4 by default.
    pub heavy_per_address: usize,
    /// Whether clients on this machine are subject to the two limits of an address.
    pub loopback: LoopbackLimit,
    /// The time in which the head of a request must arrive; also the longest time that a connection
    /// may be idle.
    pub reading: Duration,
    /// The longest time in which a client may accept no byte of a response.
    pub writing: Duration,
    /// The longest time from a request to its answer.
    pub patience: Duration,
    /// The longest time of an answer that reports its progress.
    pub streaming: Duration,
    /// What a question may take before it counts as heavy.
    pub budget: Budget,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            per_address: 32,
            heavy: 32,
            heavy_per_address: 4,
            loopback: LoopbackLimit::default(),
            reading: Duration::from_secs(5),
            writing: Duration::from_secs(20),
            patience: Duration::from_secs(60),
            streaming: Duration::from_secs(900),
            budget: Budget::default(),
        }
    }
}

impl Limits {
    /// Returns whether the limits of an address apply to this one.
    pub(super) fn apply_to(&self, address: IpAddr) -> bool {
        !address.is_loopback() || self.loopback == LoopbackLimit::Counted
    }
}
