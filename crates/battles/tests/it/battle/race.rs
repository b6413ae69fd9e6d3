//! Variants of a list that race each other.

use super::lists::{SHIPPED_LISTS, army, of_armies};
use warodds_battles::battle::{Mode, TerrainSetup};
use warodds_battles::play::PlayError;
use warodds_battles::policy::{BattlePolicy, PolicyKind};
use warodds_battles::run::race::{BothSides, ListRace, RaceProgress, VariantVerdict};
use warodds_engine::run::StdControl;

const MODE: Mode = Mode::FireAndBlood;
/// More than all units of a list.
const ALL: usize = 20;

/// The battles of the first units of a list with another one.
fn of_first(units: usize) -> Vec<BothSides> {
    let [mut one, other] = SHIPPED_LISTS.map(army);
    one.units.truncate(units);
    let sides = [[one.clone(), other.clone()], [other, one]];
    vec![sides.map(|armies| of_armies(MODE, TerrainSetup::Random, armies))]
}

/// Runs a race from `progress` until at most `games` are played.
fn raced(variants: &[Vec<BothSides>], games: u64, mut progress: RaceProgress) -> RaceProgress {
    let list = of_first(ALL);
    let policies = [BattlePolicy::new(PolicyKind::Quick, MODE)];
    let race = ListRace { list: &list, variants, policies: &policies, seed: 4, games };
    race.run(&mut progress, &StdControl, &|_| Ok::<(), PlayError>(())).unwrap();
    progress
}

/// A variant that is the list itself plays the same games; one with two of its units loses more.
#[test]
fn equal_variants_differ_in_nothing_and_weak_ones_are_worse() {
    let variants = [of_first(ALL), of_first(2)];
    let progress = raced(&variants, 600, RaceProgress::new(2));
    let found = progress.variants().iter().map(|one| one.difference());
    let [same, weak] = found.collect::<Vec<_>>()[..] else { panic!("two variants") };
    assert_eq!((same.mean(), VariantVerdict::of(&weak, 2)), (0.0, VariantVerdict::Worse));
    assert_eq!(VariantVerdict::of(&same, 2), VariantVerdict::Undecided);
    // what is judged plays no more
    assert!(weak.count() < same.count());
    assert!(progress.games() <= 600);
}

/// Ten variants: all play the first round, five leave, no fewer than eight, then all are judged.
#[test]
fn the_worse_variants_leave_after_each_round() {
    let variants: Vec<_> = (0..10).map(|place| of_first(if place < 2 { 1 } else { ALL })).collect();
    let progress = raced(&variants, 440, RaceProgress::new(10));
    let games: Vec<u64> = progress.variants().iter().map(|one| one.games()).collect();
    assert!(games[..2].iter().all(|few| games[2..].iter().all(|more| few < more)), "{games:?}");
}

/// A race that goes on later with more games, on any number of threads, is the same race.
#[test]
fn a_race_continues_where_it_ended() {
    let variants = [of_first(ALL), of_first(3)];
    let on = |threads: usize, games, progress: RaceProgress| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| raced(&variants, games, progress))
    };
    let part = on(2, 96, RaceProgress::new(2));
    let text = serde_json::to_string(&part).unwrap();
    let continued = on(1, 240, serde_json::from_str(&text).unwrap());
    assert_eq!(continued, on(3, 240, RaceProgress::new(2)));
    assert!(continued.games() > part.games());
}
