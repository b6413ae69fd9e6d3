//! What more threads gain, what more trials cost, and the memory a run of the program takes.
//!
//! Threads are timed in turn with a loop that makes random bytes and nothing else on as many
//! threads, so that what the machine itself does not give is not laid to the engine. `cargo bench`
//! writes `out/bench/scaling.md`; `WARODDS_LONG=1` adds 10⁹ resolutions by the program. As a test
//! everything runs once with few trials, and no time is looked at.

mod common;

use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use common::timing::{is_bench, medians, pool, table, tell, time};
use common::{Alone, alone};
use rayon::prelude::*;
use warodds::engine::{BLOCK, Goal, Isa, Resolve, Sampler, StdControl};

/// How often each contender is timed under `cargo bench`.
const ROUNDS: usize = 11;
/// S2 for the program itself.
const SCENARIO: &str = r#"
[units.a]
defense = 4
morale = 6
attacks = [{ name = "swords", hit = 3, dice = [8] }]
models = 12
ranks = 1

[units.b]
defense = 4
morale = 8

[[attack]]
attacker = "a"
defender = "b"
charge = true
force_reroll_saves = true
"#;

fn rounds() -> usize {
    if is_bench() { ROUNDS } else { 1 }
}

/// Seconds of so many resolutions of a rule on the threads of the current pool.
fn resolutions(rule: &dyn Resolve, trials: u64) -> f64 {
    let goal = Goal { trials, seed: 1, precision: None };
    time(|| {
        drop(black_box(
            rule.sample(Sampler::Lanes(Isa::best()), goal, &StdControl)
                .expect("it keeps its contract"),
        ))
    })
}

/// Seconds that the bytes for 32 dice take, for each of so many resolutions, block by block on
/// those threads.
fn bytes(trials: u64) -> f64 {
    const DICE: u64 = 32;
    time(|| {
        (0..trials.div_ceil(BLOCK))
            .into_par_iter()
            .for_each(|_| alone(Isa::best(), Alone::Bytes, BLOCK / 64 * DICE))
    })
}

/// What 1, 2, … threads gain, and what they gain a loop that makes bytes. So many resolutions take
/// some tenths of a second: in less, the threads' waking up would be timed.
fn threads(s2: &dyn Resolve) -> Vec<Vec<String>> {
    let trials = if is_bench() { 1 << 28 } else { 1 << 14 };
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let pools: Vec<_> = (1..=most).map(pool).collect();
    let one = |place: usize| {
        if place.is_multiple_of(2) { resolutions(s2, trials) } else { bytes(trials) }
    };
    let seconds = medians(2 * most, rounds(), |place| pools[place / 2].install(|| one(place)));
    let row = |threads: usize| {
        let [lanes, bytes] =
            [0, 1].map(|which| seconds[which] / seconds[2 * (threads - 1) + which]);
        let rate = trials as f64 / seconds[2 * (threads - 1)] / 1e6;
        vec![
            threads.to_string(),
            format!("{rate:.0}"),
            format!("{lanes:.2}"),
            format!("{bytes:.2}"),
            format!("{:.2}", lanes / bytes),
        ]
    };
    (1..=most).map(row).collect()
}

/// What a resolution costs with few and with many, on all threads.
fn linearity(s2: &dyn Resolve) -> Vec<Vec<String>> {
    let counts: &[u64] =
        if is_bench() { &[1_000_000, 10_000_000, 100_000_000] } else { &[10_000, 20_000] };
    let pool = pool(std::thread::available_parallelism().map_or(1, usize::from));
    let seconds =
        pool.install(|| medians(counts.len(), rounds(), |place| resolutions(s2, counts[place])));
    let each: Vec<f64> = counts
        .iter()
        .zip(seconds)
        .map(|(&trials, seconds)| seconds / trials as f64 * 1e9)
        .collect();
    let row = |(&trials, ns): (&u64, &f64)| {
        vec![trials.to_string(), format!("{ns:.2}"), format!("{:.2}", ns / each[0])]
    };
    counts.iter().zip(&each).map(row).collect()
}

/// Kilobytes of memory that a process has needed at most so far; none where the system does not
/// tell.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?
        .trim()
        .strip_suffix(" kB")?
        .parse()
        .ok()
}

/// Seconds and peak memory of `warodds run` with so many trials.
fn run(folder: &Path, trials: u64) -> (f64, Option<u64>) {
    let start = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_warodds"));
    command.args(["run", "s2.toml", "--trials", &trials.to_string()]).current_dir(folder);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut most = None;
    let status = loop {
        // it only grows, so the last look before the end tells
        most = most.max(peak(child.id()));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(std::time::Duration::from_micros(500));
    };
    assert!(status.success(), "warodds run ended with {status}");
    (start.elapsed().as_secs_f64(), most)
}

/// What the program takes: a scenario with one question, its exact answer, data and charts.
fn program() -> Vec<Vec<String>> {
    let is_long = std::env::var_os("WARODDS_LONG").is_some();
    let counts: &[u64] = match (is_bench(), is_long) {
        (false, _) => &[10_000],
        (true, false) => &[1_000_000, 100_000_000],
        (true, true) => &[1_000_000, 100_000_000, 1_000_000_000],
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s2.toml"), SCENARIO).unwrap();
    let row = |&trials: &u64| {
        let (seconds, most) = run(folder.path(), trials);
        let memory = most
            .map_or("not told".to_owned(), |kilobytes| format!("{:.1}", kilobytes as f64 / 1024.0));
        vec![trials.to_string(), format!("{seconds:.2}"), memory]
    };
    counts.iter().map(row).collect()
}

fn main() {
    let s2 = common::ready_attack(common::attack(common::S2));
    let tables = [
        table(
            &[
                "threads",
                "million resolutions a second",
                "gain",
                "gain of bytes alone",
                "gain / gain of bytes",
            ],
            &threads(&*s2),
        ),
        table(&["resolutions", "ns each, all threads", "to the fewest"], &linearity(&*s2)),
        table(&["`warodds run`, resolutions", "seconds in all", "peak memory, MiB"], &program()),
    ];
    tell("scaling.md", &tables.join("\n"));
}
