//! The referee: every battle that is played is legal, and what is changed in its log is not.

use crate::battle::{SHIPPED_LISTS, battle, by};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use warodds_battles::battle::Mode;
use warodds_battles::battle::{Battle, TerrainSetup};
use warodds_battles::choice::{Benefit, PlayerChoice, PlayerTurn, TacticsZone, UnitAction};
use warodds_battles::field::{PlayerId, UnitId};
use warodds_battles::geometry::{Length, Point, Pose};
use warodds_battles::log::LogEntry;
use warodds_battles::outcomes::OutcomeCache;
use warodds_battles::policy::PolicyKind;
use warodds_battles::referee::{check, check_with_cache};
use warodds_battles::replay::LogFile;
use warodds_battles::run::replay;
use warodds_questions::catalogue::Catalogue;

fn logs() -> Vec<(Battle, Vec<LogEntry>)> {
    let battles = Mode::ALL.map(|mode| battle(mode, TerrainSetup::Random, SHIPPED_LISTS));
    let log = |battle: Battle, number| {
        let kinds = [PolicyKind::Greedy, PolicyKind::Quick, PolicyKind::Random];
        let log =
            replay(&battle, [by(kinds[number % 3]), by(PolicyKind::Quick)], (3, number as u64));
        (battle, log.unwrap())
    };
    let twice = battles.clone().into_iter().chain(battles);
    twice.enumerate().map(|(number, battle)| log(battle, number)).collect()
}

#[test]
fn check_accepts_played_logs_and_rejects_changed_entries() {
    let logs = logs();
    for (battle, log) in &logs {
        let ending = check(battle, log).unwrap_or_else(|refused| panic!("{refused}"));
        let Some(LogEntry::Ended { ending: told }) = log.last() else { panic!("it ends") };
        assert_eq!((ending.winner, ending.by), (told.winner, told.by));
        // and read from a file it is the same
        let text = serde_json::to_string(log).unwrap();
        assert_eq!(&serde_json::from_str::<Vec<LogEntry>>(&text).unwrap(), log);
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(9);
    let (mut refused, mut rules) = ([0; 12], BTreeSet::new());
    let outcomes = logs.iter().map(|(battle, _)| battle.outcome_cache());
    let outcomes: Vec<OutcomeCache<'_>> = outcomes.collect();
    while refused.iter().sum::<u32>() < 240 {
        let number = generator.random_range(0..logs.len());
        let (battle, log) = &logs[number];
        let kind = generator.random_range(0..refused.len());
        let place = generator.random_range(0..log.len());
        let Some(changed) = changed(log, kind, place, battle.split as u8) else { continue };
        let wrong = check_with_cache(battle, &outcomes[number], &changed).map(|_| ()).unwrap_err();
        assert!(wrong.refusal.rule.starts_with('A'), "{wrong}");
        rules.insert(wrong.refusal.rule.to_string());
        refused[kind] += 1;
    }
    assert!(refused.iter().all(|&count| count > 0), "{refused:?}");
    assert!(rules.len() > 8, "{rules:?}");
}

/// Logs with faults that play and its referee once let pass.
#[test]
fn old_logs_with_faults_of_geometry_are_refused_with_the_rule() {
    let logs = [
        (include_str!("../../logs/off-the-table-on-the-way.json"), "entry 83: ", "(A15.5)"),
        (include_str!("../../logs/failed-charge-ends-on-a-friend.json"), "entry 72: ", "(A6.16)"),
        (
            include_str!("../../logs/terrain-left-out-with-room.json"),
            "entry 18: there is",
            "(A10.12)",
        ),
    ];
    for (text, start, rule) in logs {
        let log = LogFile::parse(text).expect("a log");
        let refused = log.check(Catalogue::shipped()).expect_err("a fault").to_string();
        assert!(refused.starts_with(start) && refused.ends_with(rule), "{refused}");
    }
}

/// A log with something changed at a place or after it; none where there is nothing of the kind.
fn changed(log: &[LogEntry], kind: usize, place: usize, split: u8) -> Option<Vec<LogEntry>> {
    let mut all = log.to_vec();
    let tenth = |pose: Pose| Pose {
        middle: Point::new(i64::from(pose.middle.x()) + 100, pose.middle.y().into()).unwrap(),
        ..pose
    };
    let at = place + all.get(place..)?.iter().position(|entry| fits(entry, kind))?;
    let enemy = |unit: UnitId| UnitId(if unit.0 < split { split } else { 0 });
    match all.get_mut(at)? {
        LogEntry::Moved { pose, .. } | LogEntry::Aligned { pose, .. } => *pose = tenth(*pose),
        LogEntry::Wounds { left, .. } => *left += 1,
        LogEntry::Tokens { bits, .. } => *bits ^= 1,
        LogEntry::Scored { points, .. } => *points += 1,
        LogEntry::Rolled { faces, sides, .. } => match kind {
            4 => faces[0] = *sides + 1,
            5 => faces.push(1),
            _ => return None,
        },
        LogEntry::Round { first, .. } => *first = first.opponent(),
        LogEntry::Ended { ending } => {
            ending.winner = ending.winner.is_none().then_some(PlayerId::South)
        }
        LogEntry::Chose { choice: PlayerChoice::Turn(turn), .. } => match (kind, turn) {
            // a march of 30"
            (8, PlayerTurn::Unit { action: UnitAction::March { ahead, .. }, .. }) => {
                *ahead = Length::inches(30);
            }
            // somebody else's unit
            (9, PlayerTurn::Unit { unit, .. }) => *unit = enemy(*unit),
            // a zone that is taken, or none at all for something
            (10, PlayerTurn::Ncu { seat, benefit }) => {
                *seat = if *benefit == Benefit::Nothing { return None } else { None };
            }
            // a charge on a friend
            (11, PlayerTurn::Unit { unit, action: UnitAction::Charge { target, .. } }) => {
                *target = *unit
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(all)
}

fn fits(entry: &LogEntry, kind: usize) -> bool {
    matches!(
        (kind, entry),
        (0, LogEntry::Moved { .. } | LogEntry::Aligned { .. })
            | (1, LogEntry::Wounds { .. })
            | (2, LogEntry::Tokens { .. })
            | (3, LogEntry::Scored { .. })
            | (4 | 5, LogEntry::Rolled { .. })
            | (6, LogEntry::Round { .. })
            | (7, LogEntry::Ended { .. })
            | (
                8,
                LogEntry::Chose {
                    choice: PlayerChoice::Turn(PlayerTurn::Unit {
                        action: UnitAction::March { .. },
                        ..
                    }),
                    ..
                }
            )
            | (9, LogEntry::Chose { choice: PlayerChoice::Turn(PlayerTurn::Unit { .. }), .. })
            | (
                10,
                LogEntry::Chose {
                    choice: PlayerChoice::Turn(PlayerTurn::Ncu { seat: Some(_), .. }),
                    ..
                }
            )
            | (
                11,
                LogEntry::Chose {
                    choice: PlayerChoice::Turn(PlayerTurn::Unit {
                        action: UnitAction::Charge { .. },
                        ..
                    }),
                    ..
                }
            )
    )
}

/// Dice that are rolled again until they differ, or until they show something else, are refused
/// like all others where a log has none of the kind: the first roll-off, and 2D6 for a pile of
/// corpses in the mode that lays its own.
#[test]
fn check_rejects_repeated_rolls() {
    let battle = battle(Mode::AFeastForCrows, TerrainSetup::Random, SHIPPED_LISTS);
    let log = replay(&battle, [by(PolicyKind::Quick); 2], (3, 0)).unwrap();
    let is_dice = |entry: &&LogEntry| matches!(entry, LogEntry::Rolled { .. });
    for place in 0..log.iter().take(30).filter(is_dice).count() {
        let mut changed = log.clone();
        let mut dice = changed.iter_mut().filter(|entry| matches!(entry, LogEntry::Rolled { .. }));
        if let Some(LogEntry::Rolled { faces, .. }) = dice.nth(place) {
            faces[0] = 0;
        }
        assert!(check(&battle, &changed).unwrap_err().refusal.rule.starts_with('A'), "{place}");
    }
}

/// What is left out, doubled, or goes on after the end.
#[test]
fn check_rejects_missing_and_extra_entries() {
    let (battle, log) = logs().swap_remove(1);
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..30 {
        let place = generator.random_range(0..log.len());
        let mut missing = log.clone();
        missing.remove(place);
        assert!(check(&battle, &missing).is_err(), "without {:?}", log[place]);
        let mut doubled = log.clone();
        doubled.insert(place, log[place].clone());
        assert!(check(&battle, &doubled).is_err(), "twice {:?}", log[place]);
    }
    let mut more = log.clone();
    more.extend(log.last().cloned());
    let refused = check(&battle, &more).unwrap_err();
    assert_eq!(refused.refusal.rule, "A12.11");
}

/// A sixth zone cannot be, a fifth NCU finds none: claiming the same zone twice is refused.
#[test]
fn check_rejects_second_claim_of_zone() {
    let (battle, log) = logs().swap_remove(2);
    let seats = |entry: &LogEntry| match entry {
        LogEntry::Chose {
            choice: PlayerChoice::Turn(PlayerTurn::Ncu { seat: Some(seat), .. }),
            ..
        } => Some(*seat),
        _ => None,
    };
    let places: Vec<(usize, TacticsZone)> =
        log.iter().enumerate().filter_map(|(place, entry)| Some((place, seats(entry)?))).collect();
    let [(_, first), (place, _), ..] = places[..] else { panic!("NCUs claim zones") };
    let mut twice = log.clone();
    if let LogEntry::Chose { choice: PlayerChoice::Turn(PlayerTurn::Ncu { seat, .. }), .. } =
        &mut twice[place]
    {
        *seat = Some(first);
    }
    let refused = check(&battle, &twice).unwrap_err();
    assert_eq!(refused.refusal.rule, "A9.1", "{refused}");
}
