//! Battles of armies, terrain and modes by chance: none panics, each ends by the sixth round, and
//! the referee accepts it.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::path::Path;
use warodds_battles::battle::Mode;
use warodds_battles::file::{BattleFile, parse};
use warodds_battles::log::LogEntry;
use warodds_battles::policy::PolicyKind;
use warodds_battles::referee::check;
use warodds_battles::run::replay;
use warodds_questions::catalogue::{Card, Catalogue};

/// Some of the shipped units, by chance: up to `most` of one faction.
fn units(random: &mut Xoshiro256PlusPlus, most: usize) -> String {
    let catalogue = Catalogue::shipped();
    let factions: Vec<&str> = catalogue.factions().collect();
    let faction = factions[random.random_range(0..factions.len())];
    let fights = |card: &&Card| {
        let unit = &card.unit;
        unit.speed.is_some() && unit.morale.is_some() && !unit.attacks.is_empty()
    };
    let own = |card: &&Card| card.unit.faction.as_deref() == Some(faction);
    let all: Vec<&str> =
        catalogue.cards().filter(own).filter(fights).map(|card| card.id.as_str()).collect();
    if all.is_empty() {
        return units(random, most);
    }
    let count = random.random_range(1..=most);
    let names = (0..count).map(|_| format!("{:?}", all[random.random_range(0..all.len())]));
    names.collect::<Vec<_>>().join(", ")
}

/// A battle file by chance.
fn file(random: &mut Xoshiro256PlusPlus) -> String {
    let mut one_of =
        |all: &[&'static str]| -> &'static str { all[random.random_range(0..all.len())] };
    let mode = one_of(&Mode::ALL.map(Mode::id));
    let edition = one_of(&["1.5", "1.6"]);
    let terrain = one_of(&["\"none\"", "\"random\"", "\"random\""]);
    let policies = [0, 1].map(|_| one_of(&PolicyKind::ALL.map(|(_, name)| name)));
    let side = |random: &mut Xoshiro256PlusPlus, policy: &str| {
        let (units, ncus) = (units(random, 6), random.random_range(0..=4));
        let policy = format!("{{ kind = {policy:?} }}");
        format!("units = [{units}]\nncus = {ncus}\ncommander = 1\npolicy = {policy}\n")
    };
    let [a, b] = policies.map(|policy| side(random, policy));
    let missions = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/missions/invented.toml");
    let has_missions = Mode::ALL.iter().any(|one| one.id() == mode && one.has_missions());
    let siege = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/sieges/invented.toml");
    let siege =
        if mode == "a-storm-of-swords" { format!("\nsiege = {siege:?}") } else { String::new() };
    let mode = format!("{mode:?}") + &missions_key(has_missions, missions) + &siege;
    format!("[battle]\nmode = {mode}\nrules = {edition:?}\nterrain = {terrain}\n[a]\n{a}[b]\n{b}")
}

fn missions_key(has_missions: bool, path: &str) -> String {
    if has_missions { format!("\nmissions = {path:?}") } else { String::new() }
}

fn survives(battle: &BattleFile, seed: u64, told: &str) {
    let log = replay(&battle.battle, battle.policies, (seed, 0));
    let log = log.unwrap_or_else(|error| panic!("{error}\n{told}"));
    let rounds = log.iter().filter(|entry| matches!(entry, LogEntry::Round { .. })).count();
    assert!((1..=6).contains(&rounds), "{rounds} rounds\n{told}");
    assert!(matches!(log.last(), Some(LogEntry::Ended { .. })), "{told}");
    check(&battle.battle, &log).unwrap_or_else(|refused| panic!("{refused}\n{told}"));
}

/// Plays so many files.
fn fuzz(seed: u64, wanted: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for number in 0..wanted {
        let told = file(&mut random);
        let battle = parse("fuzz.toml", &told, Path::new(""), Catalogue::shipped());
        survives(&battle.unwrap_or_else(|error| panic!("{error}\n{told}")), number, &told);
    }
}

#[test]
fn random_battles_are_legal() {
    fuzz(1, 12);
}

#[test]
#[ignore = "a minute: 1,000 battles"]
fn many_random_battles_are_legal() {
    fuzz(2, 1_000);
}
