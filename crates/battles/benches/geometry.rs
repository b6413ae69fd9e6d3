//! The cost of the predicates of geometry: overlap, first contact of a straight move, the arc that
//! holds most of a tray, a line of sight past eight trays.
//!
//! Trays are placed at random on a table of 48" × 48". Single thread; throughput in calls.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use warodds_battles::geometry::{Direction, Heading, Length, Point, Pose, Tray, TraySize};

/// Scenes of an iteration: ten trays each.
const SCENES: u64 = 1_000;
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
        if trays.iter().all(|other| one.shape().is_at_least_apart(other.shape(), Length::INCH)) {
            trays.push(one);
        }
    }
    trays.try_into().unwrap()
}

/// A predicate: its name, how often it holds in a scene, its calls in a scene.
type Contender = (&'static str, fn(&Scene) -> u32, u64);

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
        |scene| {
            pairs(scene, |one, other| one.shape().is_at_least_apart(other.shape(), Length::INCH))
        },
        100,
    ),
    (
        "first contact",
        |scene| {
            pairs(scene, |one, other| {
                one.distance_to_contact(Direction::Forward, other.shape()).is_some()
            })
        },
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
                one.field_of_view().sees(other.shape(), others.iter().map(Tray::shape))
            };
            u32::from(sees(a, b)) + u32::from(sees(b, a))
        },
        2,
    ),
];

fn geometry(criterion: &mut Criterion) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let scenes: Vec<Scene> = (0..SCENES).map(|_| scene(&mut random)).collect();
    let mut group = criterion.benchmark_group("geometry");
    for (name, predicate, calls) in CONTENDERS {
        group.throughput(Throughput::Elements(calls * SCENES));
        group.bench_function(name, |b| {
            b.iter(|| scenes.iter().map(|scene| predicate(black_box(scene))).sum::<u32>())
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
    targets = geometry
}
criterion_main!(benches);
