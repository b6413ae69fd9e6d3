//! Keys that scenarios and campaigns share: the title, and `[run]` with trials, seed, precision and
//! threads.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

use serde_json::json;

use crate::document::schema::{Schema, whole};
use crate::document::{Draft, FileKey, KeyedValue, Name, Readable, Report, Section, key};
use crate::study::MAX_TRIALS;
use warodds_games::bounded::written;

const TITLE: FileKey = key("title", "the file's title; its name without its ending if left out");

/// Reads the title of a file; the name of the file without its ending if there is none.
pub(crate) fn title(source_name: &str, root: &mut Section<'_>, report: &mut Report) -> String {
    let given = root.optional(TITLE, report);
    given.map_or_else(|| stem(source_name), |Name(title)| title)
}

/// Returns the name of a file without its ending.
fn stem(source_name: &str) -> String {
    Path::new(source_name)
        .file_stem()
        .map_or_else(|| source_name.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The run settings of a file. The command line overrides them; defaults replace missing ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunSettings {
    /// Resolutions of each question, up to [`MAX_TRIALS`].
    pub trials: Option<NonZeroU64>,
    /// The seed of the dice.
    pub seed: Option<u64>,
    /// The standard error of the mean at which a run stops early, in the question's unit; finite
    /// and greater than 0.
    pub precision: Option<f64>,
    /// Threads, up to [`MOST_THREADS`].
    pub threads: Option<NonZeroUsize>,
}

/// The maximum number of threads.
pub const MOST_THREADS: i64 = 1024;

impl RunSettings {
    /// Reads `[run]`.
    pub(crate) fn read(root: &mut Section<'_>, report: &mut Report) -> Self {
        let words = "stop when the 95 % interval of every mean extends at most this far to either \
                     side; `trials` is then the maximum";
        Self::table(root, "how the questions are answered", report, |section, report| {
            section.optional(key("precision", words), report)
        })
    }

    /// Reads `[run]` of a campaign, which takes no precision.
    pub(crate) fn of_campaign(root: &mut Section<'_>, report: &mut Report) -> Self {
        Self::table(root, "how often it is played", report, |section, report| {
            let item = section.disallowed("precision")?;
            report.ok_or_add(Precision::read(&item));
            report.add(|| {
                Draft::new(
                    &item.span,
                    "a campaign is played `trials` times and has no precision to reach",
                )
                .help("leave `precision` out")
            });
            None
        })
    }

    fn table(
        root: &mut Section<'_>,
        words: &'static str,
        report: &mut Report,
        precision: impl Fn(&mut Section<'_>, &mut Report) -> Option<Precision>,
    ) -> Self {
        let run = root.table(key("run", words), "[run]", report, |mut section, report| {
            let trials = section.optional(key("trials", "resolutions of each question"), report);
            let seed = section.optional(key("seed", "seed of the dice"), report);
            let precision = precision(&mut section, report);
            let threads = section.optional(key("threads", "threads"), report);
            section.finish(report);
            Self {
                trials: trials.map(|Trials(trials)| trials),
                seed: seed.map(|Seed(seed)| seed),
                precision: precision.map(|Precision(precision)| precision),
                threads: threads.map(|Threads(threads)| threads),
            }
        });
        run.unwrap_or_default()
    }
}

struct Trials(NonZeroU64);
struct Seed(u64);
struct Precision(f64);
struct Threads(NonZeroUsize);

/// Implements [`Readable`] for a run setting.
macro_rules! setting {
    ($setting:ident, $schema:expr, $item:ident => $read:expr) => {
        impl Readable for $setting {
            fn read($item: &KeyedValue<'_>) -> Result<Self, Draft> {
                $read
            }

            fn schema() -> Schema {
                $schema
            }
        }
    };
}

setting!(Trials, whole(1, MAX_TRIALS), item => {
    let trials = item.whole(1, MAX_TRIALS)?.unsigned_abs();
    NonZeroU64::new(trials).map(Self).ok_or_else(|| item.type_fault("at least 1"))
});
setting!(Seed, json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX }), item => {
    item.unsigned().map(Self)
});
setting!(Precision, json!({ "type": "number", "exclusiveMinimum": 0 }), item => {
    let precision = item.number("a number over 0")?;
    let given = written(precision);
    let wrong = || Draft::new(&item.span, format!("`precision` must be a finite number over 0, not {given}"));
    if precision.is_finite() && precision > 0.0 { Ok(Self(precision)) } else { Err(wrong()) }
});
setting!(Threads, whole(1, MOST_THREADS), item => {
    let threads = usize::try_from(item.whole(1, MOST_THREADS)?).unwrap_or(1);
    NonZeroUsize::new(threads).map(Self).ok_or_else(|| item.type_fault("at least 1"))
});
