//! Answers for clients, on threads of their own, and for no longer than the client waits.
//!
//! What looks quick is answered at once, within a [`Budget`]. What looks slow, or spends the
//! budget, waits for its turn among the heavy questions, of which one is answered at a time and
//! from its beginning. So a light question never waits for a heavy one.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use warodds_questions::study::Control;

use crate::address::{Address, Resource, ResponseBody, Site};
use crate::fault::ApiFault;

/// Threads in addition to those of the processors, for light questions while others are answered.
const SPARE_THREADS: usize = 2;

/// The most threads that answer questions.
pub(super) fn most_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get) + SPARE_THREADS
}

/// What a question may take before it counts as heavy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So much time on a thread.
    Time(Duration),
    /// So many calls of [`Control::is_stopped`], however long they take: for tests.
    Asks(u64),
}

impl Default for Budget {
    fn default() -> Self {
        Self::Time(Duration::from_millis(200))
    }
}

/// Answers addresses.
#[derive(Debug)]
pub(super) struct AnswerService {
    site: Site,
    budget: Budget,
    heavy: Arc<Semaphore>,
}

/// Whether the client is still there.
#[derive(Clone, Debug, Default)]
struct ClientPresence(Arc<AtomicBool>);

impl Control for ClientPresence {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Records that the client is gone when it is dropped, with the future that awaits the answer.
struct PresenceGuard(ClientPresence);

impl Drop for PresenceGuard {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// A client that is present while a budget lasts.
struct BudgetControl {
    presence: ClientPresence,
    left: RemainingBudget,
}

/// What is left of a budget.
enum RemainingBudget {
    Until(Instant),
    Asks(AtomicU64),
}

impl BudgetControl {
    /// Starts to spend the budget.
    fn begin(presence: ClientPresence, budget: Budget) -> Self {
        let left = match budget {
            Budget::Time(time) => RemainingBudget::Until(Instant::now() + time),
            Budget::Asks(asks) => RemainingBudget::Asks(AtomicU64::new(asks)),
        };
        Self { presence, left }
    }
}

impl Control for BudgetControl {
    fn is_stopped(&self) -> bool {
        let less = |asks: u64| asks.checked_sub(1);
        let is_spent = match &self.left {
            RemainingBudget::Until(end) => Instant::now() >= *end,
            RemainingBudget::Asks(left) => {
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_err()
            }
        };
        is_spent || self.presence.is_stopped()
    }
}

/// The result of a first look at a question.
enum LightResult {
    /// Its answer.
    Answered(ResponseBody),
    /// It is heavy, or spent its budget.
    Heavy(Resource),
}

impl AnswerService {
    /// A desk that answers one heavy question at a time, and light ones within a budget.
    pub(super) fn new(site: Site, budget: Budget) -> Self {
        Self { site, budget, heavy: Arc::new(Semaphore::new(1)) }
    }

    /// Answers an address. The work stops when the returned future is dropped.
    ///
    /// # Errors
    /// As [`Address::asked`].
    pub(super) async fn answer(
        self: &Arc<Self>,
        address: String,
    ) -> Result<ResponseBody, ApiFault> {
        let presence = ClientPresence::default();
        let _waiting = PresenceGuard(presence.clone());
        let (desk, present) = (self.clone(), presence.clone());
        match on_a_thread(move || desk.look(&address, present)).await? {
            LightResult::Answered(body) => Ok(body),
            LightResult::Heavy(asked) => {
                let turn = self.heavy.clone().acquire_owned().await;
                // held until the work is over, even where nobody waits for it any more
                on_a_thread(move || {
                    let _turn = turn;
                    asked.answer(&presence)
                })
                .await
            }
        }
    }

    /// Answers what is light.
    fn look(&self, address: &str, presence: ClientPresence) -> Result<LightResult, ApiFault> {
        let asked = Address::new(address).asked(&self.site)?;
        if asked.is_heavy() {
            return Ok(LightResult::Heavy(asked));
        }
        match asked.answer(&BudgetControl::begin(presence, self.budget)) {
            Err(ApiFault::Stopped) => Ok(LightResult::Heavy(asked)),
            answered => answered.map(LightResult::Answered),
        }
    }
}

/// Works on a thread of its own.
async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiFault> + Send + 'static,
) -> Result<T, ApiFault> {
    spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(ApiFault::Failed(format!("the work was lost: {error}"))))
}
