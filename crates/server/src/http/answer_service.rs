//! Answers for clients, on threads of their own, and for no longer than the client waits.
//!
//! There are two lanes. A question of low [cost](crate::Cost) is answered at once, within a
//! [`Budget`]; if it exceeds that, it is answered from the beginning after others that did. A dear one
//! joins the queue of heavy questions, which are answered one at a time. So a light question never
//! waits for a heavy one.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use warodds_questions::study::Control;

use super::limits::{Budget, Limits};
use super::turns::{Turns, on_a_thread};
use crate::address::{Address, Resource, ResponseBody, Site};
use crate::cost::Lane;
use crate::fault::ApiFault;

/// Threads in addition to one for each processor, so that light questions find one.
const SPARE_THREADS: usize = 3;

/// Returns the largest number of threads that answer questions.
pub(super) fn max_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get) + SPARE_THREADS
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub IpAddr);

/// Answers the addresses of the interface.
#[derive(Debug)]
pub(super) struct AnswerService {
    site: Site,
    limits: Limits,
    /// The heavy questions.
    pub(super) heavy: Turns,
    /// The light questions that exceeded their budget.
    slow: Turns,
    /// The heavy and slow questions of each address, waiting or being answered.
    pending: Mutex<BTreeMap<IpAddr, usize>>,
}

/// A place in the queue of heavy questions, released on drop.
pub(super) struct HeavyPlace {
    service: Arc<AnswerService>,
    peer: IpAddr,
}

/// Whether the client still waits for the answer.
#[derive(Clone, Debug, Default)]
pub(super) struct ClientPresence(Arc<AtomicBool>);

impl Control for ClientPresence {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Stops the work when it is dropped, together with the future that awaits the answer.
#[derive(Debug)]
pub(super) struct PresenceGuard(pub(super) ClientPresence);

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// A control that stops when the client leaves or the budget is spent.
struct BudgetControl {
    presence: ClientPresence,
    remaining: RemainingBudget,
}

/// The rest of a budget.
enum RemainingBudget {
    Until(Instant),
    Calls(AtomicU64),
}

impl BudgetControl {
    /// Starts to spend the budget.
    fn start(presence: ClientPresence, budget: Budget) -> Self {
        let remaining = match budget {
            Budget::Time(time) => RemainingBudget::Until(Instant::now() + time),
            Budget::Calls(calls) => RemainingBudget::Calls(AtomicU64::new(calls)),
        };
        Self { presence, remaining }
    }
}

impl Control for BudgetControl {
    fn is_stopped(&self) -> bool {
        let decrement = |calls: u64| calls.checked_sub(1);
        let is_spent = match &self.remaining {
            RemainingBudget::Until(end) => Instant::now() >= *end,
            RemainingBudget::Calls(calls) => {
                calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, decrement).is_err()
            }
        };
        is_spent || self.presence.is_stopped()
    }
}

/// The result of answering within the budget.
enum LightResult {
    /// The answer.
    Answered(ResponseBody),
    /// The question looks heavy, or exceeded the budget.
    Heavy(Resource),
}

impl AnswerService {
    /// Creates a service without pending questions.
    ///
    /// # Errors
    /// The error of the operating system if threads cannot be started.
    pub(super) fn new(site: Site, limits: Limits) -> io::Result<Self> {
        let (heavy, slow) = (Turns::new()?, Turns::new()?);
        Ok(Self { site, limits, heavy, slow, pending: Mutex::default() })
    }

    /// Answers an address for a client. The work stops when the returned future is dropped.
    ///
    /// # Errors
    /// Those of [`Address::resource`] and [`Resource::answer`]; [`ApiFault::Busy`] if too many heavy
    /// questions of the client are pending.
    pub(super) async fn answer(
        self: &Arc<Self>,
        address: String,
        Peer(peer): Peer,
    ) -> Result<ResponseBody, ApiFault> {
        let presence = ClientPresence::default();
        let _guard = PresenceGuard(presence.clone());
        let (service, light_presence) = (self.clone(), presence.clone());
        match on_a_thread(move || service.answer_light(&address, light_presence)).await? {
            LightResult::Answered(body) => Ok(body),
            LightResult::Heavy(resource) => {
                let _place = self.enqueue(peer)?;
                let turns = match resource.cost().lane() {
                    Lane::Light => &self.slow,
                    Lane::Heavy => &self.heavy,
                };
                turns.run(move || resource.answer(&presence)).await
            }
        }
    }

    /// Answers within the budget.
    fn answer_light(
        &self,
        address: &str,
        presence: ClientPresence,
    ) -> Result<LightResult, ApiFault> {
        let resource = Address::new(address).resource(&self.site)?;
        if resource.cost().lane() == Lane::Heavy {
            return Ok(LightResult::Heavy(resource));
        }
        match resource.answer(&BudgetControl::start(presence, self.limits.budget)) {
            Err(ApiFault::Stopped) => Ok(LightResult::Heavy(resource)),
            answer => answer.map(LightResult::Answered),
        }
    }

    /// Takes a place in the queue of heavy questions.
    ///
    /// # Errors
    /// [`ApiFault::Busy`] if the address has as many places as it may have, or all are taken.
    pub(super) fn enqueue(self: &Arc<Self>, peer: IpAddr) -> Result<HeavyPlace, ApiFault> {
        let mut pending = self.pending();
        let of_all: usize = pending.values().sum();
        let of_peer = pending.get(&peer).copied().unwrap_or_default();
        let (whose, most) = if of_all >= self.limits.heavy {
            ("this server", of_all)
        } else if of_peer >= self.limits.heavy_per_address && self.limits.apply_to(peer) {
            ("this address", of_peer)
        } else {
            pending.insert(peer, of_peer + 1);
            drop(pending);
            return Ok(HeavyPlace { service: self.clone(), peer });
        };
        Err(ApiFault::Busy(format!(
            "{whose} already has {most} slow questions pending: wait for an answer, or use the \
             program on your own machine"
        )))
    }

    fn pending(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HeavyPlace {
    fn drop(&mut self) {
        let mut pending = self.service.pending();
        if let Some(places) = pending.get_mut(&self.peer) {
            *places -= 1;
            // addresses without questions would pile up
            if *places == 0 {
                pending.remove(&self.peer);
            }
        }
    }
}
