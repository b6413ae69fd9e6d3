//! Ratios within one run: every contender is timed in turn, many times over, so that a busy machine slows all alike.
//!
//! Prints, for each question, nanoseconds a resolution and how many times as long the die-by-die engine takes, and how many
//! times as long as its dice alone and the bytes for them alone the lanes take; then what exact answers take, each worked out
//! once from nothing, and a matrix of 150 units against 150. Single thread, medians. `cargo bench` also writes them to
//! `out/bench/ratios.md` and `out/bench/exact.md`; as a test each is timed once (and the matrix is small), and no time is
//! looked at.

mod common;

use std::hint::black_box;

use common::timing::{is_bench, medians, pool, table, tell, time};
use common::{Alone, Contender, alone};
use warodds::chance::forget;
use warodds::engine::{Goal, Isa, Sampler, StdControl};
use warodds::study::matrix::matrix;
use warodds::study::{EngineKind, Plan};

/// Resolutions of one timing under `cargo bench`; as a test some, and the last batch broken.
const TRIALS: u64 = 81_920;
/// How often each contender is timed under `cargo bench`.
const ROUNDS: usize = 15;
/// How often the matrix is worked out under `cargo bench`.
const MATRIX_ROUNDS: usize = 5;
/// Units on either side of the matrix.
const UNITS: usize = 150;
/// Columns of the samplers' table.
const RATIOS: [&str; 7] = ["question", "table, ns", "instructions", "lanes, ns", "table / lanes", "lanes / dice", "dice / bytes"];
/// Columns of the exact engine's table.
const EXACT: [&str; 5] = ["question", "laws", "µs in all", "µs a law", "µs a law, known pools"];

/// Times the samplers on a question: a row for each set of instructions.
fn ratios(Contender { name, rule, batches }: &Contender) -> Vec<Vec<String>> {
    let isas = Isa::available();
    let trials = if is_bench() { TRIALS } else { 1_001 };
    let batches = (batches * (trials / 64) as f64) as u64;
    let goal = Goal { trials, seed: 1, precision: None };
    let run = |sampler| time(|| drop(black_box(rule.sample(sampler, goal, &StdControl))));
    let seconds = medians(1 + 3 * isas.len(), if is_bench() { ROUNDS } else { 1 }, |place| match place.checked_sub(1) {
        None => run(Sampler::Table),
        Some(place) if place % 3 == 0 => run(Sampler::Lanes(isas[place / 3])),
        Some(place) => time(|| alone(isas[place / 3], if place % 3 == 1 { Alone::Dice } else { Alone::Bytes }, batches)),
    });
    let nanoseconds = |seconds: f64| seconds / trials as f64 * 1e9;
    let row = |(isa, of): (&Isa, &[f64])| {
        let [lanes, dice, bytes] = [of[0], of[1], of[2]];
        let times = [format!("{:.1}", nanoseconds(seconds[0])), isa.name().to_owned(), format!("{:.2}", nanoseconds(lanes))];
        let ratios = [format!("{:.1}", seconds[0] / lanes), format!("{:.2}", lanes / dice), format!("{:.2}", dice / bytes)];
        [vec![(*name).to_owned()], times.to_vec(), ratios.to_vec()].concat()
    };
    isas.iter().zip(seconds[1..].chunks(3)).map(row).collect()
}

/// What so many laws took from nothing, and again when the laws of dice and pools are known, as a row.
fn row(name: &str, laws: usize, [seconds, again]: [f64; 2]) -> Vec<String> {
    let micro = |seconds: f64| format!("{:.1}", seconds * 1e6);
    vec![name.to_owned(), laws.to_string(), micro(seconds), micro(seconds / laws as f64), micro(again / laws as f64)]
}

/// Times the exact engine on a question: from nothing, and with the laws of dice and pools known from before.
fn once(Contender { name, rule, .. }: &Contender) -> Vec<String> {
    // many times over: one law is soon done, and the clock is coarse
    const REPEATS: u32 = 10;
    let ask = |anew: bool| {
        let one = || {
            if anew {
                forget();
            }
            drop(black_box(black_box(rule).exact()));
        };
        time(|| (0..REPEATS).for_each(|_| one())) / f64::from(REPEATS)
    };
    let seconds = medians(2, if is_bench() { 10 * ROUNDS } else { 1 }, |place| ask(place == 0));
    row(name, 1, [seconds[0], seconds[1]])
}

/// Times a whole matrix.
fn everybody() -> Vec<String> {
    let (units, rounds) = if is_bench() { (UNITS, MATRIX_ROUNDS) } else { (3, 1) };
    let asked = common::field::matrix_asked(units);
    let plan = Plan {
        engine: EngineKind::Exact,
        goal: Goal { trials: 1, seed: 0, precision: None },
        isa: Isa::best(),
        compare: false,
        pairing: Default::default(),
    };
    let seconds = medians(2, rounds, |place| {
        if place == 0 {
            forget();
        }
        time(|| drop(black_box(matrix(&asked, &plan, &StdControl))))
    });
    row(&format!("matrix of {units} × {units} units"), units * units, [seconds[0], seconds[1]])
}

fn main() {
    let contenders = Contender::all();
    pool(1).install(|| {
        tell("ratios.md", &table(&RATIOS, &contenders.iter().flat_map(ratios).collect::<Vec<_>>()));
        tell("exact.md", &table(&EXACT, &contenders.iter().map(once).chain([everybody()]).collect::<Vec<_>>()));
    });
}
