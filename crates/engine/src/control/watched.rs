//! Stopping work that has no blocks: exact enumeration and the weighing of choices.
//!
//! Both replay paths deep inside rules, through code that returns plain values. [`watched`] names
//! the [`Control`] of the current thread, and the path enumeration calls [`tick`] for each path;
//! once the control says so, the thread unwinds to `watched`. Unwinding leaves no half-summed
//! distribution behind: caches only keep what a computation has returned. Nothing is unwound on
//! threads without a control, so targets that abort on panic are safe with [`StdControl`].
//!
//! [`StdControl`]: super::StdControl

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::ptr::NonNull;

use super::Control;

/// Paths between two checks of the control. A path takes from 20 ns to some microseconds, so the
/// control is checked at least every few milliseconds, and a clock it reads costs nothing.
const PATHS: u32 = 256;

/// Work was stopped before there was a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before there was an answer")]
pub struct Stopped;

thread_local! {
    /// The control of the innermost `watched` on this thread.
    static CONTROL: Cell<Option<NonNull<dyn Control>>> = const { Cell::new(None) };
    /// Paths left until the control is checked.
    static LEFT: Cell<u32> = const { Cell::new(PATHS) };
}

/// Restores the outer control when `watched` returns or unwinds.
struct Restore(Option<NonNull<dyn Control>>);

impl Drop for Restore {
    fn drop(&mut self) {
        CONTROL.set(self.0);
    }
}

/// Does work on this thread that `control` may stop at each path that is enumerated.
///
/// The work must not wait for threads of a pool: they are not watched.
///
/// # Errors
/// [`Stopped`] when the control stopped it.
pub fn watched<T>(control: &dyn Control, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    // SAFETY: only the lifetime is changed. The pointer is read on this thread alone, while `work`
    // runs, and `Restore` takes it away before `control` can end.
    let pointer = unsafe { std::mem::transmute::<&dyn Control, &'static dyn Control>(control) };
    let _restore = Restore(CONTROL.replace(Some(NonNull::from(pointer))));
    // state behind references is that of caches, which keep whole results alone
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Stopped>() {
        Ok(stopped) => *stopped,
        Err(other) => resume_unwind(other),
    })
}

/// Counts a path, or another piece of work as small, such as a combination of choices.
#[inline]
pub fn tick() {
    match LEFT.get() {
        0 => check(),
        left => LEFT.set(left - 1),
    }
}

/// Checks the control.
#[cold]
#[inline(never)]
fn check() {
    LEFT.set(PATHS);
    // SAFETY: `watched` takes the pointer away before its control ends
    let is_stopped = CONTROL.get().is_some_and(|control| unsafe { control.as_ref() }.is_stopped());
    if is_stopped {
        // no message: this is no failure
        resume_unwind(Box::new(Stopped));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::StdControl;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Stops at the check that brings the counter to 0.
    struct StopAfter(AtomicU32);

    impl Control for StopAfter {
        fn is_stopped(&self) -> bool {
            self.0.fetch_sub(1, Ordering::Relaxed) <= 1
        }
    }

    fn paths(count: u32) {
        (0..count).for_each(|_| tick());
    }

    #[test]
    fn watched_work_ends_when_its_control_says_so() {
        let stop = |checks| StopAfter(AtomicU32::new(checks));
        assert_eq!(watched(&StdControl, || 7), Ok(7));
        assert_eq!(watched(&stop(3), || paths(u32::MAX)), Err(Stopped));
        assert_eq!(watched(&stop(3), || paths(PATHS)), Ok(()));
        // the inner control counts inside, the outer one after it
        let outer = stop(1);
        let both = watched(&outer, || {
            let inner = watched(&StdControl, || paths(10 * PATHS));
            paths(2 * PATHS);
            inner
        });
        assert_eq!((both, outer.0.into_inner()), (Err(Stopped), 0));
        // paths outside `watched` check no control
        paths(10 * PATHS);
    }

    #[test]
    #[should_panic(expected = "a fault of its own")]
    fn other_panics_pass_through() {
        let _ = watched(&StdControl, || panic!("a fault of its own"));
    }
}
