//! Work beside Python: with its lock let go, on threads of its own, and stopped by Ctrl-C.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use warodds_engine::run::Control;

/// How often Ctrl-C is listened for.
const OFTEN: Duration = Duration::from_millis(50);

/// Stops a run when Ctrl-C was pressed.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Control for Stop {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Pools of threads by process and size: a process that was forked has none of its parent's
/// threads, and would wait for them for ever.
type Pools = HashMap<(u32, usize), Arc<ThreadPool>>;

static POOLS: LazyLock<Mutex<Pools>> = LazyLock::new(Mutex::default);

/// The pool of so many threads; of as many as there are processors, or `RAYON_NUM_THREADS`, where
/// that is 0.
fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::process::id(), threads);
    if let Some(pool) = pools.get(&key) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    pools.insert(key, pool.clone());
    Ok(pool)
}

/// What came of work that was watched.
#[derive(Debug)]
pub struct Watched<T> {
    /// What was found, as far as the work got.
    pub found: T,
    /// What to raise where Ctrl-C stopped it.
    pub interrupted: Option<PyErr>,
}

impl<T> Watched<T> {
    /// What was found, unless it was stopped.
    pub fn whole(self) -> PyResult<T> {
        self.interrupted.map_or(Ok(self.found), Err)
    }
}

/// Does what may take a while: on a pool of threads, while this one listens for Ctrl-C. A run that
/// is stopped ends with its next block.
pub fn watched<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&Stop) -> T + Send,
) -> PyResult<Watched<T>> {
    let pool = pool(threads)?;
    let stop = Stop::default();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, is_done) = channel();
            let (stop, pool) = (&stop, &pool);
            scope.spawn(move || {
                // whoever waits is there until the scope ends
                let _ = done.send(pool.install(|| work(stop)));
            });
            waited(&is_done, stop)
        })
    })
}

/// Waits for what is found, and stops the run on Ctrl-C.
fn waited<T>(is_done: &Receiver<T>, stop: &Stop) -> PyResult<Watched<T>> {
    let mut interrupted = None;
    loop {
        match is_done.recv_timeout(OFTEN) {
            Ok(found) => return Ok(Watched { found, interrupted }),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    stop.0.store(true, Ordering::Relaxed);
                    interrupted = Some(error);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the engine ended without an answer"));
            }
        }
    }
}
