//! The lanes beside NumPy in one run: the same questions, timed in turn.
//!
//! `benches/peers/numpy_peer.py` says how NumPy rolls and why that is its fastest. Its answers are
//! held against the exact distribution first, so that it is known to do the same work.
//! `WARODDS_PYTHON` names the Python to use (default `python3`); where there is none with NumPy
//! nothing is compared, and that is said. `cargo bench` writes `out/bench/peers.md`.

mod common;

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use common::Case;
use common::timing::{is_bench, medians, pool, table, tell, time};
use warodds::dist::Tally;
use warodds::engine::{Goal, Isa, Resolve, Sampler, StdControl};

/// How NumPy rolls, as its script names it; the last by hand.
const WAYS: [&str; 3] = ["integers", "again", "pairs"];
/// Resolutions NumPy works on at a time.
const BATCHES: [u64; 3] = [4_096, 8_192, 16_384];
/// Resolutions of one timing of NumPy: whole batches.
const TRIALS: u64 = 1 << 17;
/// Those of the lanes, whole blocks, which take as long: some thousandths of a second. Fewer would
/// be over before the processor, which has waited for the peer, has woken.
const TRIALS_IN_LANES: u64 = 1 << 21;
/// How often each contender is timed under `cargo bench`.
const ROUNDS: usize = 9;
/// How far off the exact mean a peer's may be, in standard errors. One of the 27 means is further
/// off by chance in less than one of a million seeds, and the script's seed is fixed.
const FAR: f64 = 5.6;

/// A Python that resolves attacks as long as it is asked to.
struct Peer {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// What it says it is.
    name: String,
}

impl Peer {
    /// Starts it; none where Python or NumPy is not there.
    fn start() -> Option<Self> {
        let python = std::env::var_os("WARODDS_PYTHON").unwrap_or_else(|| "python3".into());
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/numpy_peer.py");
        let piped = |command: &mut Command| {
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
        };
        let mut child = piped(Command::new(python).arg("-B").arg(script).arg("--serve")).ok()?;
        let (asks, answers) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut peer = Self { child, asks, answers, name: String::new() };
        peer.name = peer.line();
        // a script that cannot go on says nothing
        (!peer.name.is_empty()).then_some(peer)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }

    /// Seconds and how often each number of wounds was seen.
    fn resolve(&mut self, way: &str, batch: u64, case: &Case) -> (f64, Tally) {
        let Case(dice, hit, charge, save, forced, morale, left) = *case;
        let [charge, forced] = [charge, forced].map(u8::from);
        writeln!(
            self.asks,
            "{way} {batch} {TRIALS} {dice} {hit} {charge} {save} {forced} {morale} {left}"
        )
        .unwrap();
        let line = self.line();
        let mut words = line.split(' ');
        let seconds = words.next().unwrap().parse().unwrap();
        (seconds, Tally::from_counts(words.map(|count| count.parse().unwrap()).collect()))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // it ends with its input, or else now
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How NumPy may be set: how it rolls, and how many at a time.
fn settings() -> Vec<(&'static str, u64)> {
    WAYS.into_iter().flat_map(|way| BATCHES.map(|batch| (way, batch))).collect()
}

/// Holds every setting's mean wounds against the exact one.
///
/// # Panics
/// When one is too far off: then it is no peer.
fn check(peer: &mut Peer, name: &str, case: &Case, rule: &dyn Resolve) {
    let wounds = rule.slots().iter().position(|slot| slot.name.as_str() == "wounds").unwrap();
    let expected = rule.exact().unwrap().slots[wounds].mean();
    for (way, batch) in settings() {
        let mean = peer.resolve(way, batch, case).1.mean().unwrap();
        let off = (mean.point - expected) / mean.standard_error;
        assert!(
            off.abs() <= FAR,
            "{name} by {way}, {batch} at a time: {} wounds, not {expected}: {off:.1} standard \
             errors",
            mean.point
        );
    }
}

/// Times a question and tells its ratios, a row for each set of instructions.
fn compare(peer: &mut Peer, name: &str, case: Case, rounds: usize) -> Vec<Vec<String>> {
    let rule = common::ready_attack(common::attack(case.clone()));
    check(peer, name, &case, &*rule);
    let (settings, isas) = (settings(), Isa::available());
    let goal = Goal {
        trials: if is_bench() { TRIALS_IN_LANES } else { TRIALS },
        seed: 1,
        precision: None,
    };
    // seconds a resolution
    let seconds = medians(settings.len() + isas.len(), rounds, |place| match settings.get(place) {
        Some((way, batch)) => peer.resolve(way, *batch, &case).0 / TRIALS as f64,
        None => {
            let lanes = Sampler::Lanes(isas[place - settings.len()]);
            time(|| drop(black_box(rule.sample(lanes, goal, &StdControl)))) / goal.trials as f64
        }
    });
    let nanoseconds: Vec<f64> = seconds.iter().map(|seconds| seconds * 1e9).collect();
    let (numpy, lanes) = nanoseconds.split_at(settings.len());
    let best = |ways: &[&str]| {
        let those = settings.iter().zip(numpy).filter(|((way, _), _)| ways.contains(way));
        those.map(|(_, &ns)| ns).fold(f64::INFINITY, f64::min)
    };
    let [uint8, pairs] = [best(&WAYS[..2]), best(&WAYS[2..])];
    let row = |(isa, ns): (&Isa, &f64)| {
        let numbers = [
            format!("{uint8:.1}"),
            format!("{pairs:.1}"),
            isa.name().to_owned(),
            format!("{ns:.2}"),
        ];
        [
            vec![name.to_owned()],
            numbers.to_vec(),
            vec![format!("{:.1}", uint8 / ns), format!("{:.1}", pairs / ns)],
        ]
        .concat()
    };
    isas.iter().zip(lanes).map(row).collect()
}

fn main() {
    let Some(mut peer) = Peer::start() else {
        println!(
            "skipped: no Python with NumPy here (WARODDS_PYTHON names one; `pip install numpy`)"
        );
        return;
    };
    let rounds = if is_bench() { ROUNDS } else { 1 };
    let cases = [("S1", common::S1), ("S2", common::S2), ("S3", common::S3)];
    let rows: Vec<_> = pool(1).install(|| {
        cases.into_iter().flat_map(|(name, case)| compare(&mut peer, name, case, rounds)).collect()
    });
    let columns = [
        "question",
        "NumPy uint8, ns",
        "NumPy by hand, ns",
        "instructions",
        "lanes, ns",
        "NumPy uint8 / lanes",
        "NumPy by hand / lanes",
    ];
    let how = "SFC64, the fastest of batches of 4,096, 8,192 and 16,384; by hand: two dice cut \
               out of each number of 16 bits";
    tell("peers.md", &format!("{}: {how}\n\n{}", peer.name, table(&columns, &rows)));
}
