//! What a question costs: each engine beside the die-by-die engine and beside the same dice alone,
//! so that ratios are read off one run. `cargo bench --bench questions`; `cargo bench --bench
//! ratios` prints the ratios themselves.

mod common;

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use common::{Alone, Contender, alone};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use warodds::engine::{Goal, Isa, Sampler, StdControl};
use warodds::report::{charts, csv, json};
use warodds::scenario::load;
use warodds::study::{EngineKind, Pairing, Plan, answer};

const TRIALS: u64 = 81_920;

fn group<'c>(criterion: &'c mut Criterion, name: &str) -> BenchmarkGroup<'c, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2));
    group
}

/// One question by all engines, single thread.
fn question(criterion: &mut Criterion, Contender { name, rule, batches }: &Contender) {
    let mut group = group(criterion, name);
    group.throughput(Throughput::Elements(TRIALS));
    let goal = Goal { trials: TRIALS, seed: 1, precision: None };
    let best = Isa::best();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let run = |sampler| one.install(|| rule.sample(sampler, goal, &StdControl));
    let batches = (batches * (TRIALS / 64) as f64) as u64;
    group.bench_function("table (StdRng, die by die)", |b| b.iter(|| run(Sampler::Table)));
    for isa in Isa::available() {
        group.bench_function(format!("lanes ({})", isa.name()), |b| {
            b.iter(|| run(Sampler::Lanes(isa)))
        });
    }
    group.bench_function(format!("the same dice alone ({})", best.name()), |b| {
        b.iter(|| alone(best, Alone::Dice, batches))
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("exact (the whole law)", |b| b.iter(|| black_box(rule).exact()));
    group.finish();
}

fn questions(criterion: &mut Criterion) {
    Contender::all().iter().for_each(|contender| question(criterion, contender));
}

/// A shipped scenario: read, answered on all threads, rendered.
fn end_to_end(criterion: &mut Criterion) {
    let mut group = group(criterion, "scenario end to end");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/facings.toml");
    for engine in [EngineKind::Exact, EngineKind::MonteCarlo, EngineKind::Table] {
        let goal = Goal { trials: 100_000, seed: 1, precision: None };
        let plan = Plan { engine, goal, isa: Isa::best(), compare: true, pairing: Pairing::Common };
        group.bench_function(format!("{}, data and charts", engine.name()), |b| {
            b.iter(|| {
                let scenario = load(&file).unwrap();
                let findings: Vec<_> = scenario
                    .asked
                    .iter()
                    .map(|asked| answer(asked, &plan, &StdControl).unwrap())
                    .collect();
                (
                    json::array_text(&findings).unwrap(),
                    csv::text(&findings).unwrap(),
                    charts::draw_all(&scenario.title, &findings).unwrap(),
                )
            });
        });
    }
    group.finish();
}

criterion_group!(benches, questions, end_to_end);
criterion_main!(benches);
