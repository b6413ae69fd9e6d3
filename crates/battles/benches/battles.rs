//! Battles a second: random, quick and greedy armies of 40 points with four pieces of terrain, and
//! how much longer a battle takes than what it is compared with in the same run.
//!
//! Contenders are timed in turn by the computing time of their thread, so that a busy machine does
//! not count (Linux; elsewhere by the clock). Each begins with the outcomes of fights that a run of
//! as many battles knows. `KIND=greedy cargo bench --bench battles` plays one of them alone. As a
//! test everything runs once, and no time is looked at.

#[path = "../tests/it/battle/lists.rs"]
mod lists;
#[path = "../../../benches/common/timing.rs"]
#[allow(dead_code)]
mod timing;

use std::time::Instant;

use timing::{is_bench, median, table};
use warodds_battles::battle::{Battle, Ground};
use warodds_battles::log::Unheard;
use warodds_battles::modes::Mode;
use warodds_battles::outcomes::OutcomeCache;
use warodds_battles::policy::{Kind, Policy};
use warodds_battles::run::{Settings, Source, play_game};

/// How often each contender is timed under `cargo bench`, and how many battles it plays each time.
const ROUNDS: u64 = 5;
const GAMES: u64 = 200;

/// Seconds that this thread computed so far.
fn computed(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Seconds of so many battles from a number on.
fn battles(battle: &Battle, outcomes: &OutcomeCache<'_>, kind: Kind, games: [u64; 2]) -> f64 {
    let policy = Policy { kind, ..Policy::default() };
    let settings = Settings { games: 0, seed: 1, policies: [policy; 2], source: Source::Drawn };
    let start = Instant::now();
    let before = computed(start);
    for game in games[0]..games[0] + games[1] {
        play_game((battle, outcomes), &settings, game, &mut Unheard).unwrap();
    }
    computed(start) - before
}

fn main() {
    let wanted = std::env::var("KIND").unwrap_or_default();
    let kinds: Vec<Kind> = Kind::ALL
        .into_iter()
        .filter_map(|(kind, name)| name.contains(&wanted).then_some(kind))
        .collect();
    let battle = lists::battle(Mode::AClashOfKings, Ground::Random, lists::SHIPPED_LISTS);
    let edition = battle.rulebook.edition();
    let (rounds, games) = if is_bench() { (ROUNDS, GAMES) } else { (1, 1) };
    let caches: Vec<_> = kinds.iter().map(|_| OutcomeCache::new(&battle.units, edition)).collect();
    let mut seconds = vec![Vec::new(); kinds.len()];
    for round in 0..rounds {
        for ((kind, outcomes), seconds) in kinds.iter().zip(&caches).zip(&mut seconds) {
            seconds.push(battles(&battle, outcomes, *kind, [round * games, games]));
        }
    }
    if !is_bench() {
        println!("ran once; `cargo bench` measures");
        return;
    }
    let of = |seconds: &Vec<f64>| games as f64 / seconds.first().copied().unwrap_or(1.0);
    let later: Vec<f64> = seconds.iter().map(|all| games as f64 / median(all.clone())).collect();
    let last = later.last().copied().unwrap_or(1.0);
    let rows: Vec<Vec<String>> = (0..kinds.len())
        .map(|place| {
            vec![
                kinds[place].name().to_owned(),
                format!("{:.0}", of(&seconds[place])),
                format!("{:.0}", later[place]),
                format!("{:.1}", later[place] / last),
                caches[place].count().to_string(),
            ]
        })
        .collect();
    let columns = ["policy", "first 200 a second", "median a second", "times greedy", "outcomes"];
    println!("{}", table(&columns, &rows));
}
