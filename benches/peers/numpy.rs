//! NumPy as a peer: the same attacks, resolved by a Python process.
//!
//! `numpy_peer.py` says how NumPy rolls and why that is its fastest. Its mean wounds are compared
//! with the exact ones first, so that it is known to do the same work. `WARODDS_PYTHON` names the
//! Python to use (default `python3`).

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Throughput};
use warodds::dist::Tally;
use warodds::engine::Resolve;

use crate::common::Case;

/// How NumPy rolls, as its script names it; the last by hand.
const METHODS: [&str; 3] = ["integers", "again", "pairs"];
/// Resolutions NumPy works on at a time: the fastest of 4,096, 8,192 and 16,384.
const BATCH: u64 = 8_192;
/// Resolutions of an iteration: whole batches.
const TRIALS: u64 = 16 * BATCH;
/// The largest distance of a mean from the exact one, in standard errors. One of nine means lies
/// further off by chance for less than one in a million seeds, and the script's seed is fixed.
const MAX_ERRORS: f64 = 5.6;

/// A Python process that resolves attacks.
pub(crate) struct Numpy {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Numpy {
    /// Starts the process. Returns `None`, and says so, if Python or NumPy is missing.
    pub(crate) fn start() -> Option<Self> {
        let numpy = Self::spawn();
        if numpy.is_none() {
            println!(
                "skipped: no Python with NumPy (WARODDS_PYTHON names one; `pip install numpy`)"
            );
        }
        numpy
    }

    fn spawn() -> Option<Self> {
        let python = std::env::var_os("WARODDS_PYTHON").unwrap_or_else(|| "python3".into());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/numpy_peer.py");
        let mut command = Command::new(python);
        command.arg("-B").arg(script).arg("--serve");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        let (requests, answers) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut numpy = Self { child, requests, answers };
        // a script that cannot import NumPy prints nothing
        let version = numpy.line();
        (!version.is_empty()).then(|| {
            println!("{version}");
            numpy
        })
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    /// Returns the duration and the counts of wounds of `trials` resolutions.
    fn resolve(&mut self, method: &str, trials: u64, case: &Case) -> (Duration, Tally) {
        let Case(dice, hit, charge, save, forced, morale, left) = *case;
        let [charge, forced] = [charge, forced].map(u8::from);
        writeln!(
            self.requests,
            "{method} {BATCH} {trials} {dice} {hit} {charge} {save} {forced} {morale} {left}"
        )
        .unwrap();
        let line = self.line();
        let mut words = line.split(' ');
        let seconds = words.next().unwrap().parse().unwrap();
        let counts = words.map(|count| count.parse().unwrap()).collect();
        (Duration::from_secs_f64(seconds), Tally::from_counts(counts))
    }

    /// Compares the mean wounds of every method with the exact ones.
    ///
    /// # Panics
    /// If one is too far off.
    pub(crate) fn check(&mut self, name: &str, case: &Case, rule: &dyn Resolve) {
        let wounds = rule.slots().iter().position(|slot| slot.name.as_str() == "wounds").unwrap();
        let expected = rule.exact().unwrap().slots[wounds].mean();
        for method in METHODS {
            let mean = self.resolve(method, TRIALS, case).1.mean().unwrap();
            let errors = (mean.point - expected) / mean.standard_error;
            assert!(
                errors.abs() <= MAX_ERRORS,
                "{name} by {method}: {} wounds, expected {expected}: {errors:.1} standard errors",
                mean.point
            );
        }
    }

    /// Adds every method to the group of the question.
    pub(crate) fn bench(&mut self, group: &mut BenchmarkGroup<'_, WallTime>, case: &Case) {
        group.throughput(Throughput::Elements(TRIALS));
        for method in METHODS {
            group.bench_function(BenchmarkId::new("numpy", method), |b| {
                b.iter_custom(|iterations| self.resolve(method, iterations * TRIALS, case).0)
            });
        }
    }
}

impl Drop for Numpy {
    fn drop(&mut self) {
        // the process ends with its input, or else now
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
