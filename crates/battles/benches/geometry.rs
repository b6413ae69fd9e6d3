//! What the predicates of geometry take, as nanoseconds and as ratios within one run: overlap,
//! first contact of a straight move, the arc that holds most of a tray, a line of sight past eight
//! trays.
//!
//! Trays stand on a table of 48" × 48" as they come; contenders are timed in turn. Single thread,
//! medians. As a test everything runs once, and no time is looked at.

#[path = "../../../benches/common/timing.rs"]
#[allow(dead_code)]
mod timing;

use std::hint::black_box;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use timing::{is_bench, medians, table, time};
use warodds_battles::geometry::{Direction, Heading, Length, Point, Pose, Tray, TraySize};

/// Scenes of a timing: ten trays each.
const SCENES: usize = 1_000;
/// How often each contender is timed under `cargo bench`.
const ROUNDS: usize = 31;
/// Trays of a scene.
type Scene = [Tray; 10];

/// A scene without overlaps, as far as a few tries go.
fn scene(random: &mut Xoshiro256PlusPlus) -> Scene {
    let mut tray = || {
        let mut coordinate = || random.random_range(-20_000..=20_000);
        let middle = Point::new(coordinate(), coordinate()).unwrap();
        let heading = Heading::new(random.random_range(0..3_600)).unwrap();
        let sizes = [TraySize::INFANTRY, TraySize::INFANTRY, TraySize::CAVALRY, TraySize::SMALL];
        Tray::new(sizes[random.random_range(0..4)], Pose { middle, heading })
    };
    let mut trays: Vec<Tray> = Vec::new();
    while trays.len() < 10 {
        let one = tray();
        if trays.iter().all(|other| one.shape().keeps_gap(other.shape(), Length::INCH)) {
            trays.push(one);
        }
    }
    trays.try_into().unwrap()
}

/// A predicate of a scene, and how often a scene asks it.
type Contender = (&'static str, fn(&Scene) -> u32, u32);

/// Every pair of trays in order.
fn pairs(scene: &Scene, holds: impl Fn(&Tray, &Tray) -> bool) -> u32 {
    let all = scene.iter().flat_map(|one| scene.iter().map(move |other| (one, other)));
    all.map(|(one, other)| u32::from(holds(one, other))).sum()
}

const CONTENDERS: [Contender; 6] = [
    (
        "a tray from its pose",
        |scene| {
            scene.iter().map(|tray| Tray::new(tray.size(), tray.pose()).arrow()[0] as u32 & 1).sum()
        },
        10,
    ),
    ("overlap", |scene| pairs(scene, |one, other| one.shape().overlaps(other.shape())), 100),
    (
        "gap of 1\"",
        |scene| pairs(scene, |one, other| one.shape().keeps_gap(other.shape(), Length::INCH)),
        100,
    ),
    (
        "first contact",
        |scene| pairs(scene, |one, other| one.contact(Direction::Forward, other.shape()).is_some()),
        100,
    ),
    (
        "arc that holds most",
        |scene| pairs(scene, |one, other| one.arcs_holding_most(other).is_ok()),
        100,
    ),
    (
        "sight past 8 trays",
        |scene| {
            let [a, b, others @ ..] = scene;
            let sees = |one: &Tray, other: &Tray| {
                one.view().sees(other.shape(), others.iter().map(Tray::shape))
            };
            u32::from(sees(a, b)) + u32::from(sees(b, a))
        },
        2,
    ),
];

fn main() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let scenes: Vec<Scene> =
        (0..if is_bench() { SCENES } else { 3 }).map(|_| scene(&mut random)).collect();
    let all =
        |ask: fn(&Scene) -> u32| scenes.iter().map(|scene| ask(black_box(scene))).sum::<u32>();
    let rounds = if is_bench() { ROUNDS } else { 1 };
    let seconds = medians(CONTENDERS.len(), rounds, |place| {
        time(|| {
            black_box(all(CONTENDERS[place].1));
        })
    });
    if !is_bench() {
        println!("ran once; `cargo bench` measures");
        return;
    }
    let per_call: Vec<f64> = seconds
        .iter()
        .zip(CONTENDERS)
        .map(|(seconds, (_, _, calls))| seconds * 1e9 / (f64::from(calls) * SCENES as f64))
        .collect();
    let row = |((name, ask, calls), nanoseconds): (Contender, &f64)| {
        let share = f64::from(all(ask)) / (f64::from(calls) * SCENES as f64);
        let ratio = nanoseconds / per_call[1];
        vec![
            name.to_owned(),
            format!("{nanoseconds:.1}"),
            format!("{ratio:.1}"),
            format!("{share:.3}"),
        ]
    };
    let rows: Vec<Vec<String>> = CONTENDERS.into_iter().zip(&per_call).map(row).collect();
    println!("{}", table(&["predicate", "ns", "times an overlap", "holds"], &rows));
}
