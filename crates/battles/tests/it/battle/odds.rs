//! The odds in logged battles.

use super::by;
use super::lists::{SHIPPED_LISTS, battle, battle_with_cards};
use warodds_battles::battle::{Battle, Mode, TerrainSetup};
use warodds_battles::choice::PlayerChoice;
use warodds_battles::log::LogEntry;
use warodds_battles::odds::{BattleOdds, OddsSettings, odds};
use warodds_battles::policy::{BattlePolicy, PolicyKind};
use warodds_battles::run::replay;
use warodds_engine::run::StdControl;

fn on_threads(battle: &Battle, log: &[LogEntry], threads: usize) -> BattleOdds {
    let settings = OddsSettings { games: 6, seed: 3, policy: PolicyKind::Random };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| odds(battle, log, &settings, &StdControl)).unwrap()
}

/// With hidden cards and with hidden missions. The odds after a turn are those before the next one,
/// so the odds at the start, decisions and luck add up to the result.
#[test]
fn luck_and_decisions_lead_from_the_odds_at_the_start_to_the_result() {
    let ground = TerrainSetup::Random;
    let battles = [
        battle_with_cards(Mode::AClashOfKings, ground.clone(), SHIPPED_LISTS),
        battle(Mode::TheWindsOfWinter, ground, SHIPPED_LISTS),
    ];
    for battle in battles {
        let log = replay(&battle, [by(PolicyKind::Quick); 2], (4, 0)).unwrap();
        let found = on_threads(&battle, &log, 1);
        assert_eq!(found, on_threads(&battle, &log, 3));
        let taken = log.iter().filter_map(|entry| match entry {
            LogEntry::Chose { choice: PlayerChoice::Turn(turn), .. } => Some(*turn),
            _ => None,
        });
        assert!(found.turns.iter().map(|turn| turn.turn).eq(taken));
        let [first, .., last] = found.turns.as_slice() else { panic!("few turns") };
        for pair in found.turns.windows(2) {
            assert_eq!(pair[0].after, pair[1].before);
        }
        let changes = found.turns.iter().map(|turn| turn.decision.mean + turn.luck.mean);
        assert!((first.before.p + changes.sum::<f64>() - last.after.p).abs() < 1e-9);
        // army a sits at the edge of unit 0, which is that of the player of its turns
        let edge = log.iter().find_map(|entry| match entry {
            LogEntry::Chose { player, choice: PlayerChoice::Edge(edge) } if edge == player => {
                Some(true)
            }
            LogEntry::Chose { choice: PlayerChoice::Edge(_), .. } => Some(false),
            _ => None,
        });
        let south = warodds_battles::field::PlayerId::South;
        let a_won = found.ending.winner.map(|winner| Some(winner == south) == edge);
        let result = a_won.map_or(0.5, |a_won| f64::from(u8::from(a_won)));
        assert_eq!((last.after.p, last.after.ci95), (result, [result; 2]));
        let points = found.turning_points();
        let changes: Vec<f64> = points.iter().map(|at| found.turns[*at].change().abs()).collect();
        assert_eq!(points.len(), 3);
        assert!(changes.is_sorted_by(|one, other| one >= other), "{changes:?}");
        let least = changes[2];
        let larger = found.turns.iter().filter(|turn| turn.change().abs() > least);
        assert!(larger.count() < 3);
    }
}

/// A battle that a policy played has no decisions for the same policy, whatever the seeds.
#[test]
fn decisions_are_zero_where_the_policy_played_itself() {
    let modes = [Mode::AClashOfKings, Mode::AFeastForCrows, Mode::TheWindsOfWinter];
    let policies = [PolicyKind::Greedy, PolicyKind::Quick, PolicyKind::Random];
    for ((mode, policy), seed) in modes.into_iter().zip(policies).zip(6..) {
        let battle = battle(mode, TerrainSetup::Random, SHIPPED_LISTS);
        let log = replay(&battle, [BattlePolicy::new(policy, mode); 2], (seed, 1)).unwrap();
        let settings = OddsSettings { games: 2, seed: seed + 1, policy };
        let found = odds(&battle, &log, &settings, &StdControl).unwrap();
        let decisions: Vec<f64> = found.turns.iter().map(|turn| turn.decision.mean).collect();
        assert_eq!(decisions, vec![0.0; decisions.len()], "{mode:?}");
        assert!(found.turns.iter().any(|turn| turn.luck.mean != 0.0), "{mode:?}");
    }
}
