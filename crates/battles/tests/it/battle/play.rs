//! Battles from end to end: what holds in all of them, and what they must agree with.

use crate::battle::{SHIPPED_LISTS, battle, battle_with_cards, by};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use warodds_battles::battle::{Battle, TerrainSetup};
use warodds_battles::battle::{Mode, ObjectiveDeck};
use warodds_battles::choice::{PlayerChoice, PlayerTurn};
use warodds_battles::field::{PlayerId, UnitId};
use warodds_battles::log::LogEntry;
use warodds_battles::policy::PolicyKind;
use warodds_battles::run::{
    BattleCounter, BattleRunSettings, BattleTally, DiceMode, play_game, replay, run,
};
use warodds_engine::run::StdControl;

fn settings(games: u64, kinds: [PolicyKind; 2], source: DiceMode) -> BattleRunSettings {
    BattleRunSettings { games, seed: 5, policies: kinds.map(by), source }
}

fn on_threads(battle: &Battle, settings: &BattleRunSettings, threads: usize) -> BattleTally {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| run(battle, settings, &StdControl)).unwrap()
}

/// What holds of every battle, counted from its log by somebody who knows none of its rules but
/// these: points are what was scored, wounds go down unless somebody heals, each unit activates
/// once a round, turns alternate while both have some, and nothing happens after the end.
fn conserves(battle: &Battle, log: &[LogEntry]) {
    let (mut points, mut round, mut ended) = ([0; 2], 0, false);
    let mut left: Vec<u8> = battle.units.iter().map(|one| one.wounds()).collect();
    let mut activated: BTreeMap<UnitId, u8> = BTreeMap::new();
    let mut last: Option<PlayerId> = None;
    let mut waiting = 0;
    for entry in log {
        assert!(!ended, "something after the end: {entry:?}");
        match entry {
            LogEntry::Round { round: number, .. } => {
                round += 1;
                assert_eq!(*number, round);
                activated.clear();
                last = None;
            }
            LogEntry::Chose { player, choice: PlayerChoice::Turn(turn) } => {
                waiting += u32::from(last == Some(*player));
                last = Some(*player);
                let unit = match turn {
                    PlayerTurn::Unit { unit, .. } => *unit,
                    _ => continue,
                };
                let before = activated.insert(unit, round);
                assert_eq!(before, None, "{unit} activates twice in round {round}");
            }
            LogEntry::Scored { player, points: more, .. } => points[player.index()] += more,
            LogEntry::Wounds { unit, left: now, rule } => {
                let held = &mut left[usize::from(unit.0)];
                // zones, objectives, and abilities in attacks heal
                let heals = ["A9.2", "A13.1.3", "A2.6"].contains(&&**rule);
                assert!(heals || *now < *held, "{unit} goes from {held} to {now} by {rule}");
                assert!(*now <= battle.units[usize::from(unit.0)].wounds());
                *held = *now;
            }
            LogEntry::Destroyed { unit } => {
                let held = &mut left[usize::from(unit.0)];
                assert_eq!(*held, 0, "{unit} is destroyed with wounds left");
                *held = battle.units[usize::from(unit.0)].wounds();
                // one that comes back may activate again (A13.2.4)
                activated.remove(unit);
            }
            LogEntry::Ended { ending } => {
                assert_eq!(ending.points, points);
                ended = true;
            }
            _ => {}
        }
    }
    assert!(ended && round <= 6);
    assert!(waiting < 60, "turns alternate but where one has none left: {waiting}");
}

/// All modes by the shipped lists, with random terrain.
fn all_modes() -> Vec<Battle> {
    let plain = Mode::AGameOfThrones(ObjectiveDeck::Plain);
    let modes = Mode::WITHOUT_MISSIONS.into_iter().chain([plain]);
    modes.map(|mode| battle(mode, TerrainSetup::Random, SHIPPED_LISTS)).collect()
}

#[test]
fn replay_log_conserves_points_wounds_and_activations() {
    for battle in all_modes() {
        for (kind, games) in
            [(PolicyKind::Random, 4), (PolicyKind::Quick, 6), (PolicyKind::Greedy, 3)]
        {
            for game in 0..games {
                let log = replay(&battle, [by(kind); 2], (11, game)).unwrap();
                conserves(&battle, &log);
            }
        }
    }
}

#[test]
fn run_tally_is_independent_of_thread_count() {
    let battle = battle(Mode::AClashOfKings, TerrainSetup::Random, SHIPPED_LISTS);
    let settings = settings(40, [PolicyKind::Quick; 2], DiceMode::Sampled);
    let one = on_threads(&battle, &settings, 1);
    assert_eq!(one.games, 40);
    assert_eq!(one, on_threads(&battle, &settings, 2));
    assert_eq!(one, on_threads(&battle, &settings, 7));
}

/// Digests of the results of `games` battles as JSON: of the tally of a run with sampled dice, and
/// of the logs of the same battles with rolled dice.
fn digests(games: u64) -> [String; 2] {
    let battle = battle(Mode::AClashOfKings, TerrainSetup::Random, SHIPPED_LISTS);
    let policies = [PolicyKind::Quick, PolicyKind::Greedy];
    let tally = on_threads(&battle, &settings(games, policies, DiceMode::Sampled), 2);
    let logs = (0..games).map(|game| replay(&battle, policies.map(by), (5, game)).unwrap());
    let logs = logs
        .fold(Sha256::new(), |digest, log| digest.chain_update(serde_json::to_vec(&log).unwrap()));
    let hex = |bytes: &[u8]| bytes.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    [hex(&Sha256::digest(serde_json::to_vec(&tally).unwrap())), hex(&logs.finalize())]
}

/// The same seeds give what they gave, on every machine: where rules, policies or dice change on
/// purpose these change with them.
#[test]
fn battles_match_pinned_digests() {
    assert_eq!(digests(12), ["9d27246efeb94a54", "59638cd6baac9b44"]);
}

#[test]
#[ignore = "a minute: 1,000 battles, drawn and rolled"]
fn many_battles_match_pinned_digests() {
    assert_eq!(digests(1_000), ["874fb412da22a5e3", "bd8238a668946d46"]);
}

/// Drawn tests and single dice give the same battles: points, rounds and losses are compared by
/// chi-square. Six comparisons, each alarms falsely below 1e-7.
fn sources_agree(games: u64) {
    let battle =
        battle(Mode::AGameOfThrones(ObjectiveDeck::Plain), TerrainSetup::None, SHIPPED_LISTS);
    let tally = |source| on_threads(&battle, &settings(games, [PolicyKind::Quick; 2], source), 2);
    let (drawn, dice) = (tally(DiceMode::Sampled), tally(DiceMode::Rolled));
    let lost = |tally: &BattleTally| tally.units.iter().map(|unit| unit.lost).collect::<Vec<u64>>();
    let pairs = [
        ("points of a", drawn.points[0].clone(), dice.points[0].clone()),
        ("points of b", drawn.points[1].clone(), dice.points[1].clone()),
        ("difference", drawn.difference.clone(), dice.difference.clone()),
        ("rounds", drawn.rounds.clone(), dice.rounds.clone()),
        ("ended", drawn.ended.to_vec(), dice.ended.to_vec()),
    ];
    for (what, one, other) in pairs {
        assert!(agree(&one, &other), "{what}: {one:?} and {other:?}");
    }
    // losses of each unit are one number each: 5.9 standard deviations
    for (unit, (one, other)) in lost(&drawn).into_iter().zip(lost(&dice)).enumerate() {
        let (one, other, n) =
            (one as f64 / games as f64, other as f64 / games as f64, games as f64);
        let mean = (one + other) / 2.0;
        let far = (one - other).abs() / (2.0 * mean * (1.0 - mean) / n).sqrt().max(1e-9);
        assert!(far < 5.9, "unit {unit} falls {one} and {other}");
    }
}

/// Chi-square of two samples of as many, rare cells put together; true below 5.2 standard
/// deviations of its normal approximation (Wilson and Hilferty).
fn agree(one: &[u64], other: &[u64]) -> bool {
    let (mut sum, mut cells) = (0.0, 0.0);
    let (mut rest, mut rest_other) = (0, 0);
    let mut add = |x: u64, y: u64| {
        let (x, y) = (x as f64, y as f64);
        sum += (x - y).powi(2) / (x + y);
        cells += 1.0;
    };
    for (x, y) in one.iter().zip(other) {
        (rest, rest_other) = (rest + x, rest_other + y);
        if rest + rest_other >= 20 {
            add(rest, rest_other);
            (rest, rest_other) = (0, 0);
        }
    }
    if rest + rest_other > 0 {
        add(rest, rest_other);
    }
    let freedom: f64 = cells - 1.0;
    if freedom < 1.0 {
        return true;
    }
    let spread = 2.0 / (9.0 * freedom);
    ((sum / freedom).cbrt() - (1.0 - spread)) / spread.sqrt() < 5.2
}

#[test]
fn drawn_battles_match_rolled_battles() {
    sources_agree(250);
}

#[test]
#[ignore = "minutes: 50,000 battles of each kind"]
fn many_drawn_battles_match_rolled_battles() {
    sources_agree(50_000);
}

/// Equal lists: wins by physical edge are those of a fair coin, within 3.5 standard deviations as
/// the seed is fixed.
fn edges_are_fair(games: u64, kind: PolicyKind) -> [u64; 2] {
    let mirrored = battle(
        Mode::AGameOfThrones(ObjectiveDeck::Plain),
        TerrainSetup::Random,
        ["stark-40", "stark-40"],
    );
    let tally = on_threads(&mirrored, &settings(games, [kind; 2], DiceMode::Sampled), 2);
    let [south, north] = tally.by_edge;
    let far = (south as f64 - north as f64) / ((south + north) as f64).sqrt();
    assert!(far.abs() < 3.5, "{south} wins at the southern edge, {north} at the northern");
    [south, north]
}

#[test]
fn mirrored_battles_are_fair_to_both_edges() {
    edges_are_fair(1_000, PolicyKind::Quick);
}

#[test]
#[ignore = "minutes: 20,000 battles"]
fn many_mirrored_battles_are_fair_to_both_edges() {
    println!("{:?}", edges_are_fair(20_000, PolicyKind::Greedy));
}

/// The share of decided battles that the first of two policies wins, with its lower bound of 95 %:
/// half of the battles with either list.
fn share(kinds: [PolicyKind; 2], games: u64) -> (f64, f64) {
    let (mut won, mut decided) = (0, 0);
    for swapped in [false, true] {
        let lists = if swapped { ["lannister-40", "stark-40"] } else { SHIPPED_LISTS };
        let battle =
            battle(Mode::AGameOfThrones(ObjectiveDeck::Plain), TerrainSetup::Random, lists);
        let tally = on_threads(&battle, &settings(games / 2, kinds, DiceMode::Sampled), 2);
        won += tally.won[0];
        decided += tally.won[0] + tally.won[1];
    }
    let (p, n, z) = (won as f64 / decided as f64, decided as f64, 1.96_f64);
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (p, (centre - spread) / (1.0 + z * z / n))
}

#[test]
fn quick_beats_random() {
    let (p, least) = share([PolicyKind::Quick, PolicyKind::Random], 60);
    assert!(least > 0.5, "{p} {least}");
}

#[test]
#[ignore = "a minute: 4,000 battles"]
fn each_policy_beats_the_simpler_one() {
    for kinds in [[PolicyKind::Quick, PolicyKind::Random], [PolicyKind::Greedy, PolicyKind::Quick]]
    {
        let (p, least) = share(kinds, 4_000);
        println!("{kinds:?}: {p:.3}, at least {least:.3}");
        assert!(least > 0.5, "{kinds:?}: {p} {least}");
    }
}

/// Seconds that this thread computed so far, whoever else keeps the machine busy.
fn computed() -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or_default() / 1e9
}

#[test]
#[ignore = "a figure: battles a second of computing time, on Linux"]
fn print_battles_per_second() {
    let text = |name: &str| std::env::var(name).unwrap_or_default();
    let games: u64 = text("GAMES").parse().unwrap_or(200);
    // CARDS=1 plays with tactics cards
    let has_cards = !text("CARDS").is_empty();
    let dealt = |battle: Battle| match battle.mode {
        mode if has_cards => battle_with_cards(mode, TerrainSetup::Random, SHIPPED_LISTS),
        _ => battle,
    };
    let battles = all_modes().into_iter().map(dealt);
    for battle in battles.filter(|one| one.mode.id().contains(&text("MODE"))) {
        for kind in [PolicyKind::Random, PolicyKind::Quick, PolicyKind::Greedy] {
            for source in [DiceMode::Sampled, DiceMode::Rolled] {
                if !format!("{} {source:?}", kind.name()).contains(&text("KIND")) {
                    continue;
                }
                let settings = settings(games, [kind; 2], source);
                let outcomes = battle.outcome_cache();
                let mut tally = BattleTally::new(&battle);
                let start = computed();
                for game in 0..games {
                    let mut counting = BattleCounter::new(&battle, &mut tally);
                    play_game((&battle, &outcomes), &settings, game, &mut counting).unwrap();
                }
                let seconds = computed() - start;
                let BattleTally { won, ended, by_edge, by_first, rounds, .. } = &tally;
                let mean = |counts: &[u64]| {
                    let sum: u64 =
                        counts.iter().zip(0..).map(|(count, number)| count * number).sum();
                    sum as f64 / games as f64
                };
                let points = [mean(&tally.points[0]), mean(&tally.points[1])];
                println!(
                    "{:18} {:6} {source:?}: {:.0}/s won {won:?} ended {ended:?} rounds {:.2} \
                     points {points:.1?} edge {by_edge:?} first {by_first:?} outcomes {}",
                    battle.mode.id(),
                    kind.name(),
                    games as f64 / seconds,
                    mean(rounds),
                    outcomes.cached_count(),
                );
            }
        }
    }
}
