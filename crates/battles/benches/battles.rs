//! Battles a second: armies of 40 points with four pieces of terrain, a function for each policy.
//!
//! Single thread. Outcomes of fights are cached as in a run: a policy's first battles, which
//! compute most of the outcomes, are its warm-up. Iterations play one battle after another, so no
//! battle is timed twice.

#[path = "../tests/it/battle/lists.rs"]
mod lists;

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use warodds_battles::battle::Mode;
use warodds_battles::battle::{Battle, TerrainSetup};
use warodds_battles::log::NullRecorder;
use warodds_battles::outcomes::OutcomeCache;
use warodds_battles::policy::{BattlePolicy, PolicyKind};
use warodds_battles::run::{BattleRunSettings, DiceMode, play_game};

/// Plays a battle.
fn play(battle: &Battle, outcomes: &OutcomeCache<'_>, kind: PolicyKind, game: u64) {
    let policy = BattlePolicy { kind, ..BattlePolicy::default() };
    let settings =
        BattleRunSettings { games: 0, seed: 1, policies: [policy; 2], source: DiceMode::Sampled };
    play_game((battle, outcomes), &settings, game, &mut NullRecorder).unwrap();
}

fn battles(criterion: &mut Criterion) {
    let (mode, ground) = (Mode::AClashOfKings, TerrainSetup::Random);
    let battle = lists::battle(mode, ground.clone(), lists::SHIPPED_LISTS);
    every_policy(criterion, "battles", &battle);
    let battle = lists::battle_with_cards(mode, ground, lists::SHIPPED_LISTS);
    every_policy(criterion, "battles-with-cards", &battle);
}

fn every_policy(criterion: &mut Criterion, name: &str, battle: &Battle) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(1));
    for (kind, name) in PolicyKind::ALL {
        let outcomes = battle.outcome_cache();
        let mut game = 0;
        group.bench_function(name, |b| {
            b.iter(|| {
                play(battle, &outcomes, kind, game);
                game += 1;
            })
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(4));
    targets = battles
}
criterion_main!(benches);
