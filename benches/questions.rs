//! The cost of questions: a Criterion group for each question, a function for each engine.
//!
//! Throughput is in resolutions for engines that sample, in distributions for the exact engine.
//! `dice` and `bytes` generate the dice of a question, and the random bytes for these dice, without
//! any rules; NumPy is a peer where Python has it (see `peers/numpy.rs`). Everything runs on one
//! thread except for the groups `threads` and `scenario`. As a test every function runs once, on
//! little work.

mod common;
#[path = "peers/numpy.rs"]
mod numpy;

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use common::{Alone, Contender, alone};
use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use numpy::Numpy;
use rayon::ThreadPool;
use rayon::prelude::*;
use warodds::chance::clear_cache;
use warodds::engine::{BLOCK, Goal, Isa, Resolve, Sampler, StdControl};
use warodds::json;
use warodds::report::{charts, csv};
use warodds::scenario::load;
use warodds::study::matrix::matrix;
use warodds::study::{EngineKind, Plan, answer};

type Group<'c> = BenchmarkGroup<'c, WallTime>;

/// The work of an iteration: `full` under `cargo bench`, `little` as a test.
fn work<T>(full: T, little: T) -> T {
    if std::env::args().any(|argument| argument == "--bench") { full } else { little }
}

fn pool(threads: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

fn goal(trials: u64) -> Goal {
    Goal { trials, seed: 1, precision: None }
}

/// Every question by all engines.
fn questions(criterion: &mut Criterion) {
    // Criterion draws its reports with the same plotters, which has no font of its own
    charts::load_fonts().unwrap();
    let mut numpy = Numpy::start();
    let single = pool(1);
    for contender in Contender::all() {
        let mut group = criterion.benchmark_group(contender.name);
        samplers(&mut group, &contender, &single);
        exact(&mut group, &*contender.rule);
        if let (Some(numpy), Some(case)) = (&mut numpy, &contender.case) {
            numpy.check(contender.name, case, &*contender.rule);
            numpy.bench(&mut group, case);
        }
        group.finish();
    }
}

/// The engines that sample, and the dice of the question alone.
fn samplers(group: &mut Group, Contender { rule, batches, .. }: &Contender, single: &ThreadPool) {
    // the lanes' iterations take as long as those of the die-by-die engine: some milliseconds
    let [slow, fast] = work([81_920, 1 << 20], [1_001; 2]);
    let batches = (batches * (fast / 64) as f64) as u64;
    let sample = |sampler, trials| {
        single.install(|| rule.sample(sampler, goal(trials), &StdControl).unwrap())
    };
    group.throughput(Throughput::Elements(slow));
    group.bench_function("table", |b| b.iter(|| sample(Sampler::Table, slow)));
    group.throughput(Throughput::Elements(fast));
    for isa in Isa::available() {
        group.bench_function(BenchmarkId::new("lanes", isa.name()), |b| {
            b.iter(|| sample(Sampler::Lanes(isa), fast))
        });
        for (name, what) in [("dice", Alone::Dice), ("bytes", Alone::Bytes)] {
            group.bench_function(BenchmarkId::new(name, isa.name()), |b| {
                b.iter(|| alone(isa, what, batches))
            });
        }
    }
}

/// The exact engine from nothing, and with the distributions of dice and pools cached.
fn exact(group: &mut Group, rule: &dyn Resolve) {
    group.throughput(Throughput::Elements(1));
    group.bench_function("exact", |b| {
        b.iter_batched(clear_cache, |()| black_box(rule).exact(), BatchSize::PerIteration)
    });
    group.bench_function("exact, cached pools", |b| b.iter(|| black_box(rule).exact()));
}

/// A matrix of current units; throughput in distributions.
fn matrices(criterion: &mut Criterion) {
    let units = work(150, 3);
    let query = common::field::matrix_asked(units);
    let plan = Plan {
        engine: EngineKind::Exact,
        goal: goal(1),
        isa: Isa::best(),
        compare: false,
        fractions: false,
    };
    let single = pool(1);
    let mut group = criterion.benchmark_group("matrix");
    group.sample_size(10).measurement_time(Duration::from_secs(8));
    group.throughput(Throughput::Elements((units * units) as u64));
    let answer = || matrix(&query, &plan, &StdControl);
    group.bench_function("exact", |b| {
        b.iter_batched(
            || single.install(clear_cache),
            |()| single.install(answer),
            BatchSize::PerIteration,
        )
    });
    group.bench_function("exact, cached pools", |b| b.iter(|| single.install(answer)));
    group.finish();
}

/// S2 and the random bytes of 32 dice for each resolution, on every number of threads.
fn threads(criterion: &mut Criterion) {
    const DICE: u64 = 32;
    // tenths of a second: in less the wake-up of the threads would be timed
    let trials = work(1 << 27, 1 << 14);
    let rule = common::ready_attack(common::attack(common::S2));
    let mut group = criterion.benchmark_group("threads");
    group.sample_size(10).measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(trials));
    for threads in 1..=std::thread::available_parallelism().map_or(1, usize::from) {
        let pool = pool(threads);
        let sampler = Sampler::Lanes(Isa::best());
        group.bench_function(BenchmarkId::new("lanes", threads), |b| {
            b.iter(|| pool.install(|| rule.sample(sampler, goal(trials), &StdControl).unwrap()))
        });
        let bytes = |_| alone(Isa::best(), Alone::Bytes, BLOCK / 64 * DICE);
        let blocks = trials.div_ceil(BLOCK);
        group.bench_function(BenchmarkId::new("bytes", threads), |b| {
            b.iter(|| pool.install(|| (0..blocks).into_par_iter().for_each(bytes)))
        });
    }
    group.finish();
}

/// A shipped scenario: read, answered on all threads, rendered; throughput in questions.
fn scenario(criterion: &mut Criterion) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/facings.toml");
    let mut group = criterion.benchmark_group("scenario");
    group.throughput(Throughput::Elements(load(&file).unwrap().asked.len() as u64));
    for engine in [EngineKind::Exact, EngineKind::MonteCarlo, EngineKind::Dice] {
        let plan = Plan {
            engine,
            goal: goal(work(100_000, 1_000)),
            isa: Isa::best(),
            compare: true,
            fractions: false,
        };
        group.bench_function(engine.name(), |b| {
            b.iter(|| {
                let scenario = load(&file).unwrap();
                let answers: Vec<_> = scenario
                    .asked
                    .iter()
                    .map(|query| answer(query, &plan, &StdControl).unwrap())
                    .collect();
                (
                    json::array_text(&answers).unwrap(),
                    csv::render(&answers, csv::CsvRows::Counts).unwrap(),
                    charts::draw_all(&scenario.title, &answers).unwrap(),
                )
            })
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = questions, matrices, threads, scenario
}
criterion_main!(benches);
