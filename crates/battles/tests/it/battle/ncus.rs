//! Battles with NCUs: what they do is legal, and mutated logs of it are refused.

use crate::battle::{SHIPPED_LISTS, battle_with_cards, by};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use warodds_battles::battle::{Battle, Mode, TerrainSetup};
use warodds_battles::cards::{CardId, TacticsDeck};
use warodds_battles::choice::PlayerChoice;
use warodds_battles::log::LogEntry;
use warodds_battles::policy::PolicyKind;
use warodds_battles::referee::check;
use warodds_battles::run::replay;
use warodds_questions::catalogue::{Catalogue, Ncu};

const KINDS: [PolicyKind; 3] = [PolicyKind::Greedy, PolicyKind::Quick, PolicyKind::Random];

/// Gives both armies three NCUs each, others in every game.
fn with_ncus(battle: Battle, game: usize) -> Battle {
    let all: Vec<&Ncu> = Catalogue::shipped().ncus().collect();
    let of = |army: usize| -> Vec<&Ncu> {
        (0..3).map(|number| all[(6 * game + 3 * army + number) % all.len()]).collect()
    };
    let decks = battle.decks.clone().unwrap();
    let [a, b] = decks;
    let deck = |deck: TacticsDeck, army| deck.with_ncus(of(army).into_iter()).unwrap();
    let ncus = [0, 1].map(|army| of(army).iter().map(|ncu| ncu.full_name()).collect());
    Battle { decks: Some([deck(a, 0), deck(b, 1)]), ncus, ..battle }
}

fn logs(games: u64) -> impl Iterator<Item = (Battle, Vec<LogEntry>)> {
    let modes = Mode::WITHOUT_MISSIONS.into_iter().cycle();
    (0..games).zip(modes).map(|(game, mode)| {
        let battle = battle_with_cards(mode, TerrainSetup::Random, SHIPPED_LISTS);
        let battle = with_ncus(battle, game as usize);
        let policies = [KINDS[game as usize % 3], KINDS[game as usize / 3 % 3]];
        let log = replay(&battle, policies.map(by), (23, game))
            .unwrap_or_else(|error| panic!("game {game}: {error}"));
        (battle, log)
    })
}

/// What NCUs did: choices, influences and order tokens by NCU.
fn uses(log: &[LogEntry]) -> usize {
    let is_use = |entry: &&LogEntry| match entry {
        LogEntry::Chose { choice: PlayerChoice::Play(Some(played)), .. } => {
            played.choice.card.ncu().is_some()
        }
        LogEntry::Chose { choice: PlayerChoice::Card(Some(choice)), .. } => {
            choice.card.ncu().is_some()
        }
        _ => false,
    };
    log.iter().filter(is_use).count()
}

/// Checks by somebody who knows no more than A9.4: an NCU influences one unit, an army influences a
/// unit by one NCU, and all influences end with the round.
fn influences_are_legal(log: &[LogEntry]) -> usize {
    let (mut now, mut all) = (BTreeMap::new(), 0);
    for entry in log {
        match entry {
            LogEntry::Stays { player, card, unit, .. } if card.ncu().is_some() => {
                let is_same = |(of, _): &(_, CardId), on: &_| of == player && on == unit;
                assert!(!now.iter().any(|(by, on)| is_same(by, on)));
                assert!(now.insert((*player, *card), *unit).is_none());
                all += 1;
            }
            LogEntry::Left { player, card, unit, .. } if card.ncu().is_some() => {
                assert_eq!(now.remove(&(*player, *card)), Some(*unit));
            }
            LogEntry::Round { .. } => assert!(now.is_empty(), "{now:?}"),
            _ => {}
        }
    }
    all
}

fn logs_are_legal(games: u64) -> [usize; 2] {
    let mut sum = [0, 0];
    for (number, (battle, log)) in logs(games).enumerate() {
        sum = [sum[0] + uses(&log), sum[1] + influences_are_legal(&log)];
        check(&battle, &log).unwrap_or_else(|refused| panic!("game {number}: {refused}"));
        let text = serde_json::to_string(&log).unwrap();
        assert_eq!(serde_json::from_str::<Vec<LogEntry>>(&text).unwrap(), log);
    }
    sum
}

#[test]
fn logs_with_ncus_are_legal() {
    let [uses, influences] = logs_are_legal(20);
    assert!(uses > 100 && influences > 30, "{uses} {influences}");
}

#[test]
#[ignore = "a minute: 300 logs"]
fn many_logs_with_ncus_are_legal() {
    let [uses, influences] = logs_are_legal(300);
    println!("300 logs: {uses} uses of NCUs, {influences} influences");
}

/// Changes one thing that an NCU did; `None` if the log has none of it.
fn changed(log: &[LogEntry], fault: u8, pick: usize) -> Option<Vec<LogEntry>> {
    let mut log = log.to_vec();
    let is_it = |entry: &LogEntry| match (fault, entry) {
        (0 | 1, LogEntry::Chose { choice: PlayerChoice::Play(Some(played)), .. }) => {
            played.choice.card.ncu().is_some()
        }
        (2, LogEntry::Chose { choice: PlayerChoice::Ncu(_), .. })
        | (3, LogEntry::NcuTokens { .. }) => true,
        (4, LogEntry::Stays { card, .. }) => card.ncu().is_some(),
        (5, LogEntry::Chose { choice: PlayerChoice::Play(Some(played)), .. }) => {
            !played.zones.is_empty()
        }
        _ => false,
    };
    let places: Vec<usize> = (0..log.len()).filter(|place| is_it(&log[*place])).collect();
    let place = *places.get(pick % places.len().max(1))?;
    match (&mut log[place], fault) {
        (LogEntry::Chose { choice: PlayerChoice::Play(Some(played)), .. }, 0) => {
            played.choice.way += 5;
        }
        (LogEntry::Chose { choice: PlayerChoice::Play(Some(played)), .. }, 5) => {
            played.zones.clear();
        }
        (LogEntry::Chose { choice: PlayerChoice::Play(Some(played)), .. }, _) => {
            played.choice.card = CardId(23);
        }
        (LogEntry::Chose { choice: PlayerChoice::Ncu(ncu), .. }, _) => *ncu = CardId(22),
        (LogEntry::NcuTokens { left, .. }, _) => *left += 1,
        (LogEntry::Stays { unit, .. }, _) => unit.0 ^= 1,
        _ => return None,
    }
    Some(log)
}

#[test]
fn logs_with_changed_uses_of_ncus_are_refused() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut refused = [0; 6];
    for (battle, log) in logs(16) {
        for fault in 0..6 {
            let pick: usize = random.random_range(0..1_000);
            if let Some(log) = changed(&log, fault, pick) {
                check(&battle, &log).unwrap_err();
                refused[usize::from(fault)] += 1;
            }
        }
    }
    assert!(refused.iter().all(|count| *count >= 2), "{refused:?}");
}
