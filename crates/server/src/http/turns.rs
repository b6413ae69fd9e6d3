//! Work that takes turns, on processor threads of its own.

use std::io;
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::fault::ApiFault;

/// A queue whose work is done one after the other.
///
/// Its threads are its own: in a shared pool, what another queue starts would wait until all parts of
/// the work before it are done.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    permits: Arc<Semaphore>,
    pool: Arc<ThreadPool>,
}

impl Turns {
    /// Creates a queue with a thread for each processor.
    ///
    /// # Errors
    /// The error of the operating system if threads cannot be started.
    pub(super) fn new() -> io::Result<Self> {
        let pool = ThreadPoolBuilder::new().build().map_err(io::Error::other)?;
        Ok(Self { permits: Arc::new(Semaphore::new(1)), pool: Arc::new(pool) })
    }

    /// Waits for its turn and does some work.
    ///
    /// # Errors
    /// Those of the work.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiFault> + Send + 'static,
    ) -> Result<T, ApiFault> {
        let permit = self.permits.clone().acquire_owned().await;
        let pool = self.pool.clone();
        on_a_thread(move || {
            // held until the work ends, even if the client has left
            let _permit = permit;
            pool.install(work)
        })
        .await
    }
}

/// Runs blocking work on a thread of its own.
pub(super) async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiFault> + Send + 'static,
) -> Result<T, ApiFault> {
    spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(ApiFault::Failed(format!("the work was lost: {error}"))))
}
