//! Advice on turns of logged battles.

use super::by;
use super::lists::{SHIPPED_LISTS, battle, battle_with_cards};
use warodds_battles::advice::{Advice, AdviceError, AdviceSettings, advise};
use warodds_battles::battle::{Battle, Mode, TerrainSetup};
use warodds_battles::choice::{PlayerChoice, PlayerTurn};
use warodds_battles::field::PlayerId;
use warodds_battles::log::LogEntry;
use warodds_battles::policy::PolicyKind;
use warodds_battles::run::replay;
use warodds_engine::run::StdControl;

const SETTINGS: AdviceSettings = AdviceSettings { games: 8, seed: 3, policy: PolicyKind::Random };

/// The advice on a turn, found on a number of threads.
fn on_threads(battle: &Battle, moment: (&[LogEntry], usize), threads: usize) -> Advice {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| advise(battle, moment, &SETTINGS, &StdControl)).unwrap()
}

/// The turns of a log with their players.
fn turns(log: &[LogEntry]) -> Vec<(PlayerId, PlayerTurn)> {
    let turn = |entry: &LogEntry| match entry {
        LogEntry::Chose { player, choice: PlayerChoice::Turn(turn) } => Some((*player, *turn)),
        _ => None,
    };
    log.iter().filter_map(turn).collect()
}

/// For players at both edges, with hidden cards and with hidden missions.
#[test]
fn advice_is_that_of_the_player_on_any_number_of_threads() {
    let ground = TerrainSetup::Random;
    let battles = [
        battle_with_cards(Mode::AClashOfKings, ground.clone(), SHIPPED_LISTS),
        battle(Mode::TheWindsOfWinter, ground, SHIPPED_LISTS),
    ];
    for battle in battles {
        let log = replay(&battle, [by(PolicyKind::Quick); 2], (4, 0)).unwrap();
        let turns = turns(&log);
        for (number, (player, taken)) in (1..).zip(&turns).skip(20).take(2) {
            let advice = on_threads(&battle, (&log, number), 1);
            assert_eq!(advice, on_threads(&battle, (&log, number), 3));
            assert_eq!(advice.player, *player);
            let played: Vec<_> = advice.turns.iter().filter(|turn| turn.is_played).collect();
            assert!(matches!(played.as_slice(), [played] if played.turn == *taken));
            for turn in &advice.turns {
                assert_eq!(turn.games(), SETTINGS.games);
                if let PlayerTurn::Unit { unit, .. } = turn.turn {
                    assert_eq!(battle.army_of(unit.0.into()), advice.army);
                }
            }
        }
        let beyond = advise(&battle, (&log, turns.len() + 1), &SETTINGS, &StdControl);
        let (turn, turns) = (turns.len() + 1, turns.len());
        assert_eq!(beyond, Err(AdviceError::NoTurn { turn, turns }));
    }
}
