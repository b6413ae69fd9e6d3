//! Runs work without Python's lock (the GIL) and stops it on Ctrl-C.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use warodds_engine::run::Control;

/// Time between two checks for Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// A control that the calling thread sets when Python received Ctrl-C.
#[derive(Debug, Default)]
pub(crate) struct StopFlag(AtomicBool);

impl Control for StopFlag {
    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A control for work on the calling thread, which has to check for Ctrl-C itself.
#[derive(Debug)]
struct SignalCheck(Mutex<SignalState>);

#[derive(Debug)]
struct SignalState {
    next_check: Instant,
    interrupted: Option<PyErr>,
}

impl SignalCheck {
    fn new() -> Self {
        let next_check = Instant::now() + SIGNAL_INTERVAL;
        Self(Mutex::new(SignalState { next_check, interrupted: None }))
    }
}

impl Control for SignalCheck {
    fn is_stopped(&self) -> bool {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // taking Python's lock costs more than most answers, so short ones never do
        if state.interrupted.is_none() && Instant::now() >= state.next_check {
            state.interrupted = Python::attach(|py| py.check_signals()).err();
            state.next_check = Instant::now() + SIGNAL_INTERVAL;
        }
        state.interrupted.is_some()
    }
}

// keyed by process and size: a forked process inherits the pools but none of their threads, and
// would wait for them forever
type PoolsByProcess = HashMap<(u32, usize), Arc<ThreadPool>>;

static POOLS: LazyLock<Mutex<PoolsByProcess>> = LazyLock::new(Mutex::default);

/// Returns the pool of `threads` threads; 0 means `RAYON_NUM_THREADS` or all processors.
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

/// The result of work that Ctrl-C may have stopped.
#[derive(Debug)]
pub(crate) struct Interruptible<T> {
    /// The result, partial if the work was stopped.
    pub result: T,
    /// The exception to raise if Ctrl-C stopped the work.
    pub interrupted: Option<PyErr>,
}

impl<T> Interruptible<T> {
    /// Returns the result of work that was not stopped.
    ///
    /// # Errors
    /// The `KeyboardInterrupt` of work that was stopped.
    pub(crate) fn complete(self) -> PyResult<T> {
        self.interrupted.map_or(Ok(self.result), Err)
    }
}

/// Runs short work on the calling thread. Starting a thread would take longer than most of it.
pub(crate) fn run_here<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&dyn Control) -> T + Send,
) -> Interruptible<T> {
    let signals = SignalCheck::new();
    let result = py.detach(|| work(&signals));
    let state = signals.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    Interruptible { result, interrupted: state.interrupted }
}

/// Runs long work on a pool of threads, while the calling thread waits for Ctrl-C. Stopped work
/// ends after its current block.
pub(crate) fn run_on_pool<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&StopFlag) -> T + Send,
) -> PyResult<Interruptible<T>> {
    let pool = pool(threads)?;
    let stop = StopFlag::default();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let (stop, pool) = (&stop, &pool);
            scope.spawn(move || {
                // the receiver lives until the scope ends, so sending cannot fail
                let _ = sender.send(pool.install(|| work(stop)));
            });
            wait(&receiver, stop)
        })
    })
}

/// Waits for the result, and sets the stop flag on Ctrl-C.
fn wait<T>(receiver: &Receiver<T>, stop: &StopFlag) -> PyResult<Interruptible<T>> {
    let mut interrupted = None;
    loop {
        match receiver.recv_timeout(SIGNAL_INTERVAL) {
            Ok(result) => return Ok(Interruptible { result, interrupted }),
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
