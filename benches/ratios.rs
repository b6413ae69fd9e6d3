//! Ratios within one run: every contender is timed in turn, many times over, so that a busy machine slows all alike.
//!
//! Prints, for each question, nanoseconds a resolution and how many times as long the die-by-die engine takes, and how many
//! times as long as its dice alone and the bytes for them alone the lanes take. Single thread. `cargo bench` also writes them
//! to `out/bench/ratios.md`; as a test each is timed once, and no time is looked at.

mod common;

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use common::{Alone, Counted, alone};
use warodds::chance::Rule;
use warodds::engine::{Goal, Isa, Sampler, StdControl, exact, sample};

const TRIALS: u64 = 81_920;
/// How often each contender is timed under `cargo bench`.
const ROUNDS: usize = 15;
const HEADER: &str = "| question | table, ns | exact once, µs | instructions | lanes, ns | table / lanes | lanes / dice | dice / bytes |\n|---|---|---|---|---|---|---|---|\n";

/// Seconds of one call.
fn time(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

/// The median.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Times a question and tells its ratios, as rows of a table.
fn report<R: Rule>(name: &str, rule: &R, rounds: usize) -> String {
    let isas = Isa::available();
    let batches = (Counted::batches_per_resolution(rule, 2_000) * (TRIALS / 64) as f64) as u64;
    let goal = Goal { trials: TRIALS, seed: 1, precision: None };
    let run = |sampler| time(|| drop(black_box(sample(rule, sampler, goal, &StdControl))));
    let mut times = vec![Vec::new(); 2 + 3 * isas.len()];
    for _ in 0..rounds {
        times[0].push(run(Sampler::Table));
        times[1].push(time(|| drop(black_box(exact(rule)))));
        for (i, &isa) in isas.iter().enumerate() {
            times[2 + 3 * i].push(run(Sampler::Lanes(isa)));
            times[3 + 3 * i].push(time(|| alone(isa, Alone::Dice, batches)));
            times[4 + 3 * i].push(time(|| alone(isa, Alone::Bytes, batches)));
        }
    }
    let medians: Vec<f64> = times.into_iter().map(median).collect();
    let nanoseconds = |seconds: f64| seconds / TRIALS as f64 * 1e9;
    println!("{name}: table {:.1} ns; exact {:.1} µs once", nanoseconds(medians[0]), medians[1] * 1e6);
    let mut rows = String::new();
    for (i, isa) in isas.iter().enumerate() {
        let [lanes, dice, bytes] = [medians[2 + 3 * i], medians[3 + 3 * i], medians[4 + 3 * i]];
        println!(
            "  {:<9} {:7.2} ns  table {:5.1}×  lanes/dice {:4.2}  dice/bytes {:4.2}",
            isa.name(),
            nanoseconds(lanes),
            medians[0] / lanes,
            lanes / dice,
            dice / bytes
        );
        let _ = writeln!(
            rows,
            "| {name} | {:.1} | {:.1} | {} | {:.2} | {:.1} | {:.2} | {:.2} |",
            nanoseconds(medians[0]),
            medians[1] * 1e6,
            isa.name(),
            nanoseconds(lanes),
            medians[0] / lanes,
            lanes / dice,
            dice / bytes
        );
    }
    rows
}

fn main() {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let rounds = if is_bench { ROUNDS } else { 1 };
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let rows = one.install(|| {
        [
            report("S1", &common::attack_rule(common::S1), rounds),
            report("S2", &common::attack_rule(common::S2), rounds),
            report("S3", &common::attack_rule(common::S3), rounds),
            report("S2 with six effects", &common::six_effects_rule(), rounds),
            report("duel of six rounds", &common::duel_rule(), rounds),
        ]
    });
    if is_bench {
        std::fs::create_dir_all("out/bench").unwrap();
        std::fs::write("out/bench/ratios.md", HEADER.to_owned() + &rows.concat()).unwrap();
    }
}
