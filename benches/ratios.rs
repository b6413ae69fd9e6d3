//! Ratios within one run: every contender is timed in turn, many times over, so that a busy machine
//! slows all alike.
//!
//! Prints, for each question, nanoseconds a resolution and how many times as long the die-by-die
//! engine takes, and how many times as long as its dice alone and the bytes for them alone the
//! lanes take; then what exact answers take, each worked out once from nothing, and a matrix of 150
//! units against 150. Single thread, medians. `cargo bench` also writes them to
//! `out/bench/ratios.md` and `out/bench/exact.md`; as a test each is timed once (and the matrix is
//! small), and no time is looked at.

mod common;

use std::hint::black_box;

use common::timing::{is_bench, medians, pool, table, tell, time};
use common::{Alone, Contender, alone};
use warodds::chance::forget;
use warodds::engine::{Goal, Isa, Sampler, StdControl};
use warodds::study::matrix::matrix;
use warodds::study::{EngineKind, Plan};

/// Resolutions of one timing die by die under `cargo bench`.
const TRIALS: u64 = 81_920;
/// Those in lanes, and of the dice and bytes beside them. The fewer would be over before the
/// processor has settled; so many take some thousandths of a second, as those die by die do.
const TRIALS_IN_LANES: u64 = 1 << 20;
/// Resolutions as a test: the last batch is broken.
const FEW: u64 = 1_001;
/// How often each contender is timed under `cargo bench`.
const ROUNDS: usize = 15;
/// How often the matrix is worked out under `cargo bench`.
const MATRIX_ROUNDS: usize = 5;
/// Units on either side of the matrix.
const UNITS: usize = 150;
/// Columns of the samplers' table.
const RATIOS: [&str; 7] = [
    "question",
    "table, ns",
    "instructions",
    "lanes, ns",
    "table / lanes",
    "lanes / dice",
    "dice / bytes",
];
/// Columns of the exact engine's table.
const EXACT: [&str; 5] = [
    "question",
    "distributions",
    "µs in all",
    "µs a distribution",
    "µs a distribution, known pools",
];

/// Times the samplers on a question: a row for each set of instructions.
fn ratios(Contender { name, rule, batches }: &Contender) -> Vec<Vec<String>> {
    let isas = Isa::available();
    let [slow, fast] = if is_bench() { [TRIALS, TRIALS_IN_LANES] } else { [FEW; 2] };
    let batches = (batches * (fast / 64) as f64) as u64;
    // seconds a resolution
    let run = |sampler, trials| {
        let goal = Goal { trials, seed: 1, precision: None };
        time(|| {
            drop(black_box(rule.sample(sampler, goal, &StdControl).expect("it keeps its contract")))
        }) / trials as f64
    };
    let seconds = medians(1 + 3 * isas.len(), if is_bench() { ROUNDS } else { 1 }, |place| {
        match place.checked_sub(1) {
            None => run(Sampler::Table, slow),
            Some(place) if place % 3 == 0 => run(Sampler::Lanes(isas[place / 3]), fast),
            Some(place) => {
                let what = if place % 3 == 1 { Alone::Dice } else { Alone::Bytes };
                time(|| alone(isas[place / 3], what, batches)) / fast as f64
            }
        }
    });
    let nanoseconds = |seconds: f64| seconds * 1e9;
    let row = |(isa, of): (&Isa, &[f64])| {
        let [lanes, dice, bytes] = [of[0], of[1], of[2]];
        let times = [
            format!("{:.1}", nanoseconds(seconds[0])),
            isa.name().to_owned(),
            format!("{:.2}", nanoseconds(lanes)),
        ];
        let ratios = [
            format!("{:.1}", seconds[0] / lanes),
            format!("{:.2}", lanes / dice),
            format!("{:.2}", dice / bytes),
        ];
        [vec![(*name).to_owned()], times.to_vec(), ratios.to_vec()].concat()
    };
    isas.iter().zip(seconds[1..].chunks(3)).map(row).collect()
}

/// What so many distributions took from nothing, and again when the distributions of dice and pools
/// are known, as a row.
fn row(name: &str, distributions: usize, [seconds, again]: [f64; 2]) -> Vec<String> {
    let micro = |seconds: f64| format!("{:.1}", seconds * 1e6);
    vec![
        name.to_owned(),
        distributions.to_string(),
        micro(seconds),
        micro(seconds / distributions as f64),
        micro(again / distributions as f64),
    ]
}

/// Times the exact engine on a question: from nothing, and with the distributions of dice and pools
/// known from before.
fn once(Contender { name, rule, .. }: &Contender) -> Vec<String> {
    const REPEATS: u32 = 10;
    let one = |anew: bool| {
        if anew {
            forget();
        }
        time(|| drop(black_box(black_box(rule).exact())))
    };
    let ask = |anew: bool| (0..REPEATS).map(|_| one(anew)).sum::<f64>() / f64::from(REPEATS);
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
        tell(
            "exact.md",
            &table(&EXACT, &contenders.iter().map(once).chain([everybody()]).collect::<Vec<_>>()),
        );
    });
}
