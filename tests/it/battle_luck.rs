//! `warodds battle luck`: the split of a result into luck and decisions.

use std::collections::BTreeMap;
use std::path::Path;

use warodds::catalogue::Catalogue;
use warodds_battles::file::{BattleFile, load_text};
use warodds_battles::log::LogEntry;
use warodds_battles::luck::{BattleLuck, LuckOfRoll, RollPurpose, luck_of};
use warodds_battles::run::replay;

use super::common::{printed, printed_json, refusal};
use super::schema::{assert_describes, validator};

/// Two small armies whose units do not return.
const BATTLE: &str = r#"
    [battle]
    mode = "fire-and-blood"
    [a]
    units = ["lannister guardsmen"]
    [b]
    units = ["stark sworn swords"]
"#;

fn battle() -> BattleFile {
    load_text(Path::new("battle.toml"), BATTLE, Catalogue::shipped()).expect("a battle")
}

/// A shipped battle with dangerous terrain and panic tests by NCUs.
fn shipped() -> BattleFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/battles/clash-of-kings.toml");
    let text = std::fs::read_to_string(&path).expect("the file");
    load_text(&path, &text, Catalogue::shipped()).expect("a battle")
}

fn game(file: &BattleFile, game: u64) -> (Vec<LogEntry>, BattleLuck) {
    let log = replay(&file.battle, file.policies, (11, game)).expect("a battle");
    let luck = luck_of(&file.battle, &log).expect("a legal log");
    (log, luck)
}

/// Mean and standard error of numbers.
fn mean(numbers: &[f64]) -> (f64, f64) {
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0) / n).sqrt())
}

/// Luck is zero on average, for each purpose of rolls. A mean is off by 5 standard errors once in
/// 1.7 million.
#[test]
fn luck_is_zero_on_average() {
    let file = shipped();
    let mut by_purpose: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut of_games = Vec::new();
    for number in 0..80 {
        let (_, luck) = game(&file, number);
        of_games.push(luck.luck(0));
        for roll in &luck.rolls {
            by_purpose.entry(roll.purpose.name()).or_default().push(roll.luck(0));
        }
    }
    for (what, numbers) in
        by_purpose.iter().map(|(what, all)| (*what, all)).chain([("game", &of_games)])
    {
        let (mean, error) = mean(numbers);
        assert!(error > 0.0, "{what}: {} rolls without luck", numbers.len());
        assert!(mean.abs() < 5.0 * error, "{what}: {mean} ± {error}");
    }
    // no shipped card hits outside of attacks
    let known = RollPurpose::ALL.iter().filter(|(purpose, _)| *purpose != RollPurpose::Hits);
    assert_eq!(by_purpose.len(), known.count(), "{:?}", by_purpose.keys());
}

/// The points lost are those of the wounds that are left at the end.
#[test]
fn luck_and_decisions_are_the_result() {
    let file = battle();
    for number in 0..20 {
        let (log, luck) = game(&file, number);
        let mut left: Vec<f64> =
            file.battle.units.iter().map(|unit| unit.wounds().into()).collect();
        for entry in &log {
            if let LogEntry::Wounds { unit, left: now, .. } = entry {
                left[usize::from(unit.0)] = (*now).into();
            }
        }
        let lost = [0, 1].map(|army| {
            let unit = &file.battle.units[army];
            f64::from(unit.cost) * (1.0 - left[army] / f64::from(unit.wounds()))
        });
        for (army, sign) in [(0, 1.0), (1, -1.0)] {
            let result = sign * (lost[1] - lost[0]);
            assert!((luck.result(army) - result).abs() < 1e-9);
            assert!((luck.luck(army) + luck.decisions(army) - result).abs() < 1e-9);
        }
    }
}

/// Dangerous terrain costs D3 + 1 wounds (A10.4): 3 on average.
#[test]
fn dangerous_terrain_costs_three_wounds_on_average() {
    let file = shipped();
    let of_terrain = |roll: &LuckOfRoll| roll.purpose == RollPurpose::DangerousTerrain;
    let games = (0..40).map(|number| game(&file, number).1);
    let rolls: Vec<LuckOfRoll> =
        games.flat_map(|luck| luck.rolls).filter(|roll| of_terrain(roll)).collect();
    assert!(!rolls.is_empty());
    for roll in rolls {
        let unit = &file.battle.units[usize::from(roll.unit.0)];
        let wound = f64::from(unit.cost) / f64::from(unit.wounds());
        let expected = roll.expected.iter().sum::<f64>() / wound;
        // a unit with fewer wounds left can lose no more
        let capped = [3.0, (2.0 + 3.0 + 3.0) / 3.0, 2.0, 1.0];
        assert!(capped.iter().any(|wounds| (expected - wounds).abs() < 1e-9), "{expected}");
    }
}

#[test]
fn the_command_prints_the_split_and_refuses_changed_logs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    let path = path.to_str().expect("a path");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battles/clash-of-kings.toml");
    printed(&["battle", "replay", file, "--log", path]);
    let out = folder.path().join("out");
    let text =
        printed(&["battle", "luck", path, "--quiet", "--out", out.to_str().expect("a path")]);
    let json = printed_json(&["battle", "luck", path]);
    let written = |name: &str| {
        std::fs::read_to_string(out.join("game-luck").join(name)).expect("it is written")
    };
    assert_eq!(written("luck.txt"), text);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&written("luck.json")).ok(),
        Some(json.clone())
    );
    assert!(written("luck.svg").contains("in favour of a: "));
    let schema: serde_json::Value =
        serde_json::from_str(&printed(&["schema", "battle-luck"])).expect("a schema");
    assert_describes(&validator(&schema), &json, (&[], &[], &[]));
    let [a, b] = [0, 1].map(|army| &json["armies"][army]);
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    assert!((number(&a["luck"]) + number(&b["luck"])).abs() < 1e-9, "luck is of one side");
    let sum = number(&a["luck"]) + number(&a["decisions"]);
    assert!((sum - number(&a["result"])).abs() < 1e-9);
    assert!((number(&a["result"]) - number(&b["lost"]) + number(&a["lost"])).abs() < 1e-9);
    let split = format!("{:+.1}", number(&a["luck"])).replace('-', "−");
    assert!(text.contains(&format!("luck {split}")), "{text}");

    // the referee refuses a die that shows another face
    let log = std::fs::read_to_string(path).expect("the log");
    let mut log: serde_json::Value = serde_json::from_str(&log).expect("JSON");
    let entries = log["entries"].as_array_mut().expect("entries");
    let roll = entries.iter_mut().rev().find(|entry| entry["entry"] == "rolled").expect("a roll");
    roll["faces"][0] = 7.into();
    std::fs::write(path, log.to_string()).expect("written");
    assert!(refusal(&["battle", "luck", path]).contains("entry "));
}

/// The armies of a log are counted under the names of their policies, and those of a log without
/// names as unknown.
#[test]
fn stats_add_up_logs_by_policy() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/battles/fire-and-blood.toml");
    let (named, unnamed) = (path("named.json"), path("unnamed.json"));
    printed(&["battle", "replay", file, "--log", &named]);
    let text = std::fs::read_to_string(&named).expect("the log");
    let mut log: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    log.as_object_mut().expect("an object").remove("policies").expect("the policies");
    std::fs::write(&unnamed, log.to_string()).expect("written");
    let found = printed_json(&["battle", "stats", &named, &unnamed, &named]);
    let schema = printed(&["schema", "battle-stats"]);
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("a schema");
    assert_describes(&validator(&schema), &found, (&[], &[], &[]));
    assert_eq!(found["logs"], 3);
    let [of_policy, unknown] = [0, 1].map(|place| &found["results"][place]);
    assert_eq!((&of_policy["policy"], &unknown["policy"]), (&"greedy".into(), &"unknown".into()));
    for (name, count) in unknown.as_object().expect("counts").iter().skip(1) {
        let twice = |value: &serde_json::Value| value.as_u64().map(|count| 2 * count);
        if name != "charges" && name != "policy" {
            assert_eq!(of_policy[name].as_u64(), twice(count), "{name}");
        }
    }
    let text = printed(&["battle", "stats", &named]);
    assert!(text.contains("Crowns on unhurt units"), "{text}");
    assert!(refusal(&["battle", "stats", file]).contains("not a battle log"));
}
