//! Slots for connections: a limited number in total and for each address; idle connections give
//! way.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::limits::Limits;

/// The open connections.
#[derive(Debug)]
pub(super) struct ConnectionSlots {
    limits: Limits,
    /// Connections by their number, the oldest first.
    connections: Mutex<BTreeMap<u64, Connection>>,
    next: AtomicU64,
    freed: Notify,
}

/// A connection that holds a slot.
#[derive(Debug)]
struct Connection {
    address: IpAddr,
    state: ConnectionState,
    /// Ends the connection; `None` until its task is spawned.
    abort: Option<AbortHandle>,
}

/// Whether a request of a connection is being answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionState {
    /// No request; the number orders idle connections by the time since when they are.
    Idle(u64),
    /// One request.
    Busy,
}

/// The slot of a connection, freed on drop.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    number: u64,
    slots: Arc<ConnectionSlots>,
}

/// Marks a connection as busy until it is dropped.
pub(super) struct BusyGuard(Arc<ConnectionSlot>);

impl ConnectionSlots {
    /// Creates the slots that `limits` allow.
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        let (connections, next, freed) = (Mutex::default(), AtomicU64::new(0), Notify::new());
        Arc::new(Self { limits, connections, next, freed })
    }

    fn connections(&self) -> MutexGuard<'_, BTreeMap<u64, Connection>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a slot for a connection from `address`.
    ///
    /// If the address has all its slots, its connection that has been idle longest is ended;
    /// returns `None` if none of them is idle. If all slots of the server are taken, the longest
    /// idle connection of any address is ended, or the next free slot is awaited.
    pub(super) async fn take(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionSlot> {
        let is_limited = self.limits.apply_to(address);
        loop {
            match self.try_take(address, is_limited) {
                Ok(slot) => return slot,
                Err(NoFreeSlot) => self.freed.notified().await,
            }
        }
    }

    fn try_take(
        self: &Arc<Self>,
        address: IpAddr,
        is_limited: bool,
    ) -> Result<Option<ConnectionSlot>, NoFreeSlot> {
        let mut connections = self.connections();
        let of_address = connections.values().filter(|one| one.address == address).count();
        if is_limited && of_address >= self.limits.per_address {
            if !end_longest_idle(&mut connections, |one| one.address == address) {
                return Ok(None);
            }
        } else if connections.len() >= self.limits.connections
            && !end_longest_idle(&mut connections, |_| true)
        {
            return Err(NoFreeSlot);
        }
        let number = self.next_number();
        let state = ConnectionState::Idle(number);
        connections.insert(number, Connection { address, state, abort: None });
        Ok(Some(ConnectionSlot { number, slots: self.clone() }))
    }

    /// Returns a number greater than all before.
    fn next_number(&self) -> u64 {
        // relaxed: the numbers must be unique, and no other memory depends on them
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Registers the task of a connection, so that it can be ended.
    pub(super) fn set_task(&self, number: u64, task: AbortHandle) {
        match self.connections().get_mut(&number) {
            Some(connection) => connection.abort = Some(task),
            // its slot was reassigned before the task was known
            None => task.abort(),
        }
    }

    fn set_state(&self, number: u64, state: ConnectionState) {
        if let Some(connection) = self.connections().get_mut(&number) {
            connection.state = state;
        }
    }
}

/// All slots are taken by busy connections.
struct NoFreeSlot;

/// Ends the connection that has been idle longest among those that satisfy `is_candidate`. Returns
/// whether there was one.
fn end_longest_idle(
    connections: &mut BTreeMap<u64, Connection>,
    is_candidate: impl Fn(&Connection) -> bool,
) -> bool {
    let idle = connections.iter().filter_map(|(number, one)| match one.state {
        ConnectionState::Idle(since) if is_candidate(one) => Some((since, *number)),
        _ => None,
    });
    let Some((_, number)) = idle.min() else { return false };
    // removed at once: the slot of an aborted task is dropped some time later
    if let Some(task) = connections.remove(&number).and_then(|one| one.abort) {
        task.abort();
    }
    true
}

impl ConnectionSlot {
    /// Returns the number of the connection.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Marks the connection as busy until the guard is dropped.
    pub(super) fn busy(self: &Arc<Self>) -> BusyGuard {
        self.slots.set_state(self.number, ConnectionState::Busy);
        BusyGuard(self.clone())
    }
}

impl Drop for BusyGuard {
    fn drop(&mut self) {
        let ConnectionSlot { number, slots } = &*self.0;
        slots.set_state(*number, ConnectionState::Idle(slots.next_number()));
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.slots.connections().remove(&self.number);
        // stores a permit if nobody waits yet, so no freed slot is missed
        self.slots.freed.notify_one();
    }
}
