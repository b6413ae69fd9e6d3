//! A shipped scenario end to end, by each engine: read, answered on all threads, and rendered as
//! JSON, CSV and charts.
//!
//! Prints the median milliseconds; `cargo bench` also writes them to `out/bench/end_to_end.md`. As
//! a test each engine answers once, and no time is looked at.

#[path = "common/timing.rs"]
#[allow(dead_code)]
mod timing;

use std::hint::black_box;
use std::path::Path;

use timing::{is_bench, medians, table, tell, time};
use warodds::engine::{Goal, Isa, StdControl};
use warodds::json;
use warodds::report::{charts, csv};
use warodds::scenario::load;
use warodds::study::{EngineKind, Pairing, Plan, answer};

const ENGINES: [EngineKind; 3] = [EngineKind::Exact, EngineKind::MonteCarlo, EngineKind::Table];
/// How often each engine is timed under `cargo bench`.
const ROUNDS: usize = 15;
/// Resolutions of each question under `cargo bench`.
const TRIALS: u64 = 100_000;
/// Those as a test.
const FEW: u64 = 1_000;

/// Bytes of all that is written of the scenario.
fn end_to_end(engine: EngineKind, trials: u64) -> usize {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/facings.toml");
    let goal = Goal { trials, seed: 1, precision: None };
    let plan = Plan { engine, goal, isa: Isa::best(), compare: true, pairing: Pairing::Common };
    let scenario = load(&file).unwrap();
    let answers: Vec<_> =
        scenario.asked.iter().map(|asked| answer(asked, &plan, &StdControl).unwrap()).collect();
    let charts = charts::draw_all(&scenario.title, &answers).unwrap();
    json::array_text(&answers).unwrap().len()
        + csv::text(&answers).unwrap().len()
        + charts.files.iter().map(|file| file.bytes.len()).sum::<usize>()
}

fn main() {
    let (rounds, trials) = if is_bench() { (ROUNDS, TRIALS) } else { (1, FEW) };
    let seconds = medians(ENGINES.len(), rounds, |place| {
        time(|| {
            black_box(end_to_end(ENGINES[place], trials));
        })
    });
    let rows: Vec<_> = ENGINES
        .iter()
        .zip(seconds)
        .map(|(engine, seconds)| vec![engine.name().to_owned(), format!("{:.1}", seconds * 1e3)])
        .collect();
    tell("end_to_end.md", &table(&["engine", "ms"], &rows));
}
