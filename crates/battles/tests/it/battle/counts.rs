//! What is counted of battles, counted once more from their logs by somebody who knows the log
//! alone.

use super::by;
use super::lists::{SHIPPED_LISTS, battle};
use std::path::Path;
use warodds_battles::answer::{BattleAnswer, MoveCounts};
use warodds_battles::battle::{Mode, TerrainSetup};
use warodds_battles::choice::PlayerChoice;
use warodds_battles::field::UnitId;
use warodds_battles::file::{BattleFile, load};
use warodds_battles::geometry::Point;
use warodds_battles::log::{LogEntry, MissionEvent, Recorder as _};
use warodds_battles::policy::PolicyKind;
use warodds_battles::run::{
    BattleCounter, BattleRunSettings, BattleTally, DiceMode, TypicalGame, TypicalGames, play_game,
    replay, run,
};
use warodds_engine::run::StdControl;
use warodds_questions::catalogue::Catalogue;

const GAMES: u64 = 23;

fn shipped(name: &str) -> BattleFile {
    let path = format!("{}/../../scenarios/battles/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    load(Path::new(&path), Catalogue::shipped()).unwrap_or_else(|error| panic!("{error}"))
}

/// The battles of a file as they are counted, and the logs of the same battles.
fn played(name: &str) -> (BattleFile, BattleAnswer, Vec<Vec<LogEntry>>) {
    let file = shipped(name);
    let policies = file.policies;
    let settings = BattleRunSettings { games: GAMES, seed: 3, policies, source: DiceMode::Sampled };
    let tally = run(&file.battle, &settings, &StdControl).unwrap();
    let answer = BattleAnswer::new(&file, settings.seed, &tally);
    let outcomes = file.battle.outcome_cache();
    let log = |game| {
        let mut log = Vec::new();
        play_game((&file.battle, &outcomes), &settings, game, &mut log).unwrap();
        log
    };
    let logs = (0..GAMES).map(log).collect();
    (file, answer, logs)
}

/// Whether army `a` sits in the south: it does unless somebody takes the edge across.
fn a_is_south(log: &[LogEntry]) -> bool {
    !log.iter().any(|entry| {
        matches!(entry, LogEntry::Chose { player, choice: PlayerChoice::Edge(edge) } if edge != player)
    })
}

/// Where units came to stand by moves, and not by being deployed.
fn moves(log: &[LogEntry]) -> impl Iterator<Item = (UnitId, Point)> + '_ {
    let mut deployed = false;
    log.iter().filter_map(move |entry| match entry {
        LogEntry::Chose { choice, .. } => {
            // a unit is deployed by a choice of its own, at once
            let told = serde_json::to_string(choice).unwrap();
            deployed = told.contains("\"deploy\"") || told.contains("\"reserve\"");
            None
        }
        LogEntry::Moved { unit, pose, .. } => {
            (!std::mem::take(&mut deployed)).then_some((*unit, pose.middle))
        }
        LogEntry::Aligned { contact, pose } => Some((contact.by, pose.middle)),
        _ => None,
    })
}

#[test]
fn moves_map_counts_each_move_once() {
    for name in ["clash-of-kings", "five-on-five"] {
        let (file, answer, logs) = played(name);
        let [columns, rows] = answer.moves.squares;
        let mut counts = [vec![0; columns * rows], vec![0; columns * rows]];
        let square = |thousandths: i32, squares: usize| {
            let cell = f64::from(MoveCounts::CELL);
            let inches = f64::from(thousandths) / 1_000.0 + squares as f64 * cell / 2.0;
            ((inches / cell).floor().max(0.0) as usize).min(squares - 1)
        };
        for log in &logs {
            for (unit, at) in moves(log) {
                let army = file.battle.army_of(unit.0.into());
                let sign = if (army == 0) == a_is_south(log) { 1 } else { -1 };
                let column = square(sign * at.x(), columns);
                counts[army][square(sign * at.y(), rows) * columns + column] += 1;
            }
        }
        assert_eq!(answer.moves.counts, counts, "{name}");
        for (army, counts) in counts.iter().enumerate() {
            let all: u64 = counts.iter().sum();
            assert!(all > GAMES, "{name}: {all} moves");
            assert_eq!(answer.moves.all(army), all);
            assert_eq!(answer.moves.of_army(army).map(|(.., count)| count).sum::<u64>(), all);
        }
    }
}

/// The points of both armies after each round of a battle.
fn points(log: &[LogEntry]) -> Vec<[u8; 2]> {
    let south = usize::from(!a_is_south(log));
    let (mut now, mut after) = ([0; 2], Vec::new());
    for entry in log {
        match entry {
            LogEntry::Round { round, .. } if *round > 1 => after.push(now),
            LogEntry::Scored { player, points, .. } => {
                now[if player.index() == 0 { south } else { 1 - south }] += points;
            }
            LogEntry::Ended { .. } => after.push(now),
            _ => {}
        }
    }
    after
}

#[test]
fn points_by_round_match_sorted_battles() {
    for name in ["game-of-thrones", "clash-of-kings"] {
        let (_, answer, logs) = played(name);
        let all: Vec<Vec<[u8; 2]>> = logs.iter().map(|log| points(log)).collect();
        let longest = all.iter().map(Vec::len).max().unwrap();
        assert_eq!(answer.rounds.len(), longest, "{name}");
        let mut spread = 0.0;
        for (place, round) in answer.rounds.iter().enumerate() {
            for army in [0, 1] {
                let mut seen: Vec<u8> =
                    all.iter().filter_map(|one| one.get(place)).map(|both| both[army]).collect();
                seen.sort_unstable();
                let n = seen.len();
                assert_eq!((usize::from(round.round), round.games), (place + 1, n as u64));
                let mean = seen.iter().map(|one| f64::from(*one)).sum::<f64>() / n as f64;
                // the least that a tenth, and nine tenths, of the battles do not exceed
                let nth = |tenths: usize| f64::from(seen[(n * tenths).div_ceil(10) - 1]);
                let [told, low, high] = round.points[army];
                assert!((told - mean).abs() < 1e-9, "{name}: {told} and {mean}");
                assert_eq!([low, high], [nth(1), nth(9)], "{name}, round {}", round.round);
                spread += high - low;
            }
        }
        assert!(spread > 10.0, "{name}: bands that are no wider tell nothing");
    }
}

#[test]
fn unit_points_and_losses_match_logs() {
    let (file, answer, logs) = played("clash-of-kings");
    let mut counts = vec![[0; 2]; file.battle.units.len()];
    for entry in logs.iter().flatten() {
        match entry {
            LogEntry::Scored { unit: Some(unit), points, .. } => {
                counts[usize::from(unit.0)][0] += u64::from(*points);
            }
            LogEntry::Destroyed { unit } => counts[usize::from(unit.0)][1] += 1,
            _ => {}
        }
    }
    for (unit, count) in answer.units.iter().zip(&counts) {
        let [points, lost] = count.map(|count| count as f64 / GAMES as f64);
        assert_eq!((unit.points, unit.lost), (points, lost), "{}", unit.name);
    }
    assert!(counts.iter().any(|[points, lost]| *points > 0 && *lost > 0));
}

#[test]
fn points_of_missions_are_all_points_and_fulfilled_as_in_the_logs() {
    for name in ["winds-of-winter", "dark-wings-dark-words"] {
        let (file, answer, logs) = played(name);
        let games = GAMES as f64;
        let quantities = [&answer.quantities.a_points, &answer.quantities.b_points];
        for (army, points) in quantities.into_iter().enumerate() {
            let sum: f64 = answer.missions.iter().map(|mission| mission.points[army]).sum();
            assert!((sum - points.mean).abs() < 1e-9, "{sum} and {}", points.mean);
        }
        let deck = file.battle.missions.unwrap();
        let fulfilled = |entry: &&LogEntry, number: usize| {
            matches!(entry, LogEntry::Mission { mission, event: MissionEvent::Fulfilled, .. }
                if usize::from(mission.0) == number)
        };
        let mut all = 0;
        for (number, mission) in answer.missions.iter().enumerate() {
            let entries = logs.iter().flatten();
            let count = entries.filter(|entry| fulfilled(entry, number)).count();
            let of_both = games * (mission.fulfilled[0] + mission.fulfilled[1]);
            assert_eq!(of_both.round() as usize, count, "{}", mission.name);
            assert_eq!(mission.name, deck.missions[number].name);
            all += count;
        }
        assert!(all > 50, "{all} missions of {name} are fulfilled");
    }
}

/// Replays of all games, sorted by the difference in points, hold the games that the tally names.
#[test]
fn typical_games_are_those_of_the_replays() {
    let battle = battle(Mode::AClashOfKings, TerrainSetup::None, SHIPPED_LISTS);
    let (games, seed, policies) = (20, 3, [by(PolicyKind::Random); 2]);
    let settings = BattleRunSettings { games, seed, policies, source: DiceMode::Rolled };
    let tally = run(&battle, &settings, &StdControl).unwrap();
    let mut all: Vec<(i64, u64)> = (0..games)
        .map(|game| {
            let mut tally = BattleTally::new(&battle);
            let mut counter = BattleCounter::new(&battle, &mut tally);
            for entry in replay(&battle, policies, (seed, game)).unwrap() {
                counter.record(entry).unwrap();
            }
            let found = tally.difference.iter().position(|count| *count > 0).unwrap();
            (found as i64 - BattleTally::MAX_POINTS as i64, game + 1)
        })
        .collect();
    let found = TypicalGames::of(&tally).unwrap();
    let game = |(difference, game): (i64, u64)| TypicalGame { game, difference };
    all.sort_by_key(|(difference, game)| (difference.abs(), *game));
    assert_eq!(found.closest, game(all[0]));
    all.sort_by_key(|(difference, game)| (-difference.abs(), *game));
    assert_eq!(found.lopsided, game(all[0]));
    all.sort();
    let (median, _) = all[9];
    let first = all.iter().find(|(difference, _)| *difference == median).unwrap();
    assert_eq!(found.median, game(*first));
    let sampled = BattleRunSettings { source: DiceMode::Sampled, ..settings };
    assert_eq!(TypicalGames::of(&run(&battle, &sampled, &StdControl).unwrap()), None);
}
