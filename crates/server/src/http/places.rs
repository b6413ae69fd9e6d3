//! Places for connections: some for each address, so many in all, idle ones given up first.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use tokio::task::AbortHandle;

use super::limits::{Limits, LoopbackLimit};

/// The connections there are.
#[derive(Debug)]
pub(super) struct ConnectionSlots {
    limits: Limits,
    /// By their numbers; they count up.
    taken: Mutex<BTreeMap<u64, Connection>>,
    next: AtomicU64,
    freed: Notify,
}

/// A connection that has a place.
#[derive(Debug)]
struct Connection {
    address: IpAddr,
    state: ConnectionState,
    /// Ends it; none until its task is known.
    abort: Option<AbortHandle>,
}

/// Whether a request of a connection is being answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConnectionState {
    /// None is; the number tells since when.
    Idle(u64),
    /// One is.
    Busy,
}

/// A place, given back when it is dropped.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    number: u64,
    places: Arc<ConnectionSlots>,
}

/// A request that is being answered; the connection is idle again when it is dropped.
pub(super) struct BusyGuard(Arc<ConnectionSlot>);

impl ConnectionSlots {
    /// Places within limits.
    pub(super) fn new(limits: Limits) -> Arc<Self> {
        let (taken, next, freed) = (Mutex::default(), AtomicU64::new(0), Notify::new());
        Arc::new(Self { limits, taken, next, freed })
    }

    fn taken(&self) -> MutexGuard<'_, BTreeMap<u64, Connection>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place for a connection from an address. Where the address has all its places, its
    /// connection that has been idle longest is ended for it; returns `None` where none is idle.
    /// Where all places are taken, that of anybody is ended, or waited for.
    pub(super) async fn take(self: &Arc<Self>, address: IpAddr) -> Option<ConnectionSlot> {
        let is_bound = !address.is_loopback() || self.limits.loopback == LoopbackLimit::Counted;
        loop {
            match self.try_take(address, is_bound) {
                Ok(place) => return place,
                Err(NoFreeSlot) => self.freed.notified().await,
            }
        }
    }

    fn try_take(
        self: &Arc<Self>,
        address: IpAddr,
        is_bound: bool,
    ) -> Result<Option<ConnectionSlot>, NoFreeSlot> {
        let mut taken = self.taken();
        let own = taken.values().filter(|one| one.address == address).count();
        if is_bound && own >= self.limits.per_address {
            if !end_idle(&mut taken, |one| one.address == address) {
                return Ok(None);
            }
        } else if taken.len() >= self.limits.connections && !end_idle(&mut taken, |_| true) {
            return Err(NoFreeSlot);
        }
        let number = self.number();
        let connection = Connection { address, state: ConnectionState::Idle(number), abort: None };
        taken.insert(number, connection);
        Ok(Some(ConnectionSlot { number, places: self.clone() }))
    }

    /// A number greater than all before.
    fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Makes the task of a connection known, so that it can be ended.
    pub(super) fn set_task(&self, number: u64, task: AbortHandle) {
        match self.taken().get_mut(&number) {
            Some(connection) => connection.abort = Some(task),
            // it has lost its place already
            None => task.abort(),
        }
    }

    fn set_state(&self, number: u64, state: ConnectionState) {
        if let Some(connection) = self.taken().get_mut(&number) {
            connection.state = state;
        }
    }
}

/// All places are taken, and nobody is idle.
struct NoFreeSlot;

/// Ends the connection that has been idle longest of those that count; whether there was one.
fn end_idle(taken: &mut BTreeMap<u64, Connection>, counts: impl Fn(&Connection) -> bool) -> bool {
    let idle = taken.iter().filter_map(|(number, one)| match one.state {
        ConnectionState::Idle(since) if counts(one) => Some((since, *number)),
        _ => None,
    });
    let Some((_, number)) = idle.min() else { return false };
    if let Some(task) = taken.remove(&number).and_then(|one| one.abort) {
        task.abort();
    }
    true
}

impl ConnectionSlot {
    /// Its number.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// Marks the connection as busy for as long as the result is kept.
    pub(super) fn busy(self: &Arc<Self>) -> BusyGuard {
        self.places.set_state(self.number, ConnectionState::Busy);
        BusyGuard(self.clone())
    }
}

impl Drop for BusyGuard {
    fn drop(&mut self) {
        let ConnectionSlot { number, places } = &*self.0;
        places.set_state(*number, ConnectionState::Idle(places.number()));
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.places.taken().remove(&self.number);
        self.places.freed.notify_one();
    }
}
