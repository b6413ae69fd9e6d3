//! Work for a client: on threads of its own, and no longer than the client waits.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use warodds_questions::study::Control;

use crate::address::{Address, Asked, Body, Site};
use crate::fault::Fault;

/// Threads beside those of the processors, for questions that wait for others.
const SPARE_THREADS: usize = 2;

/// How many threads may work on questions.
pub fn most_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get) + SPARE_THREADS
}

/// Those who answer.
#[derive(Debug)]
pub struct Desk {
    site: Site,
    heavy: Arc<Semaphore>,
}

/// Whether the client is still there.
#[derive(Clone, Debug, Default)]
struct Presence(Arc<AtomicBool>);

impl Control for Presence {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Says that the client is gone when it is dropped, as what waits for an answer is then.
struct Waiting(Presence);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

/// What a first look at a question comes to.
enum Looked {
    /// Its answer.
    Answered(Body),
    /// It takes longer, and waits until no other such question is answered.
    Heavy(Asked),
}

impl Desk {
    /// A desk that answers one heavy question at a time.
    pub fn new(site: Site) -> Self {
        Self { site, heavy: Arc::new(Semaphore::new(1)) }
    }

    /// Answers an address. Whoever stops waiting for it stops the work.
    ///
    /// # Errors
    /// As [`Address::asked`].
    pub async fn answer(self: &Arc<Self>, address: String) -> Result<Body, Fault> {
        let presence = Presence::default();
        let _waiting = Waiting(presence.clone());
        let (desk, present) = (self.clone(), presence.clone());
        let looked = on_a_thread(move || {
            let asked = Address::new(&address).asked(&desk.site)?;
            if asked.is_heavy() {
                return Ok(Looked::Heavy(asked));
            }
            asked.answer(&present).map(Looked::Answered)
        });
        match looked.await? {
            Looked::Answered(body) => Ok(body),
            Looked::Heavy(asked) => {
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
}

/// Works on a thread of its own.
async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(Fault::Failed(format!("the work was lost: {error}"))))
}
