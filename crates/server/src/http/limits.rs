//! What one client can take of the server.

use std::time::Duration;

use super::work::Budget;

/// Whether connections from this machine count toward the limit of their address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoopbackLimit {
    /// They do not: a proxy on this machine connects for many clients.
    #[default]
    Exempt,
    /// They do.
    Counted,
}

/// Bounds on connections and on work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Connections at once from one address; 32 by default.
    pub per_address: usize,
    /// Whether this machine is bound by `per_address`.
    pub loopback: LoopbackLimit,
    /// How long the head of a request may take to arrive, and a connection may stay idle.
    pub reading: Duration,
    /// How long a client may accept nothing of a response.
    pub writing: Duration,
    /// How long a client waits for an answer at most.
    pub patience: Duration,
    /// What a question may take before it counts as heavy.
    pub budget: Budget,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            per_address: 32,
            loopback: LoopbackLimit::default(),
            reading: Duration::from_secs(5),
            writing: Duration::from_secs(20),
            patience: Duration::from_secs(60),
            budget: Budget::default(),
        }
    }
}
