//! `[run]`: how the questions are answered.

use crate::document::{Draft, Item, Readable, Report, Section};
use crate::study::MOST_TRIALS;
use std::num::{NonZeroU64, NonZeroUsize};
use warodds_games::bounded::written;

/// What a scenario says about its run; what it leaves out is up to the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunSettings {
    /// Resolutions of each question, up to [`MOST_TRIALS`].
    pub trials: Option<NonZeroU64>,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// The standard error of the mean at which a run may stop early, in the question's own unit;
    /// finite and over 0.
    pub precision: Option<f64>,
    /// Threads, up to [`MOST_THREADS`].
    pub threads: Option<NonZeroUsize>,
}

/// The most threads.
pub const MOST_THREADS: i64 = 1024;

impl RunSettings {
    /// Reads `[run]`.
    pub(super) fn read(root: &mut Section<'_>, report: &mut Report) -> Self {
        let Some(mut section) =
            root.item("run").and_then(|item| Section::of("[run]".to_owned(), &item, report))
        else {
            return Self::default();
        };
        let trials = section.optional("trials", report).map(|Trials(trials)| trials);
        let seed = section.optional("seed", report).map(|Seed(seed)| seed);
        let precision = section.optional("precision", report).map(|Precision(precision)| precision);
        let threads = section.optional("threads", report).map(|Threads(threads)| threads);
        section.finish(report);
        Self { trials, seed, precision, threads }
    }
}

struct Trials(NonZeroU64);
struct Seed(u64);
struct Precision(f64);
struct Threads(NonZeroUsize);

/// Settings of the run are never swept: what they show as is never asked for.
macro_rules! setting {
    ($setting:ident, $item:ident => $read:expr) => {
        impl Readable for $setting {
            fn read($item: &Item<'_>) -> Result<Self, Draft> {
                $read
            }

            fn show(&self) -> String {
                self.0.to_string()
            }
        }
    };
}

setting!(Trials, item => {
    let trials = item.whole(1, MOST_TRIALS)?.unsigned_abs();
    NonZeroU64::new(trials).map(Self).ok_or_else(|| item.wrong("at least 1"))
});
setting!(Seed, item => item.unsigned().map(Self));
setting!(Precision, item => {
    let precision = item.number("a number over 0")?;
    let given = written(precision);
    let wrong = || Draft::new(&item.span, format!("`precision` must be a finite number over 0, not {given}"));
    if precision.is_finite() && precision > 0.0 { Ok(Self(precision)) } else { Err(wrong()) }
});
setting!(Threads, item => {
    let threads = usize::try_from(item.whole(1, MOST_THREADS)?).unwrap_or(1);
    NonZeroUsize::new(threads).map(Self).ok_or_else(|| item.wrong("at least 1"))
});
