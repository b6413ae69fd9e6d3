//! Lists compared with each other.

use super::lists::{SHIPPED_LISTS, battle};
use warodds_battles::battle::{Battle, Mode, TerrainSetup};
use warodds_battles::policy::{BattlePolicy, PolicyKind};
use warodds_battles::run::compare::{Comparison, Matchup, PlayedComparison};
use warodds_battles::run::ladder::PairCounts;
use warodds_battles::run::matrix::ListMatrix;
use warodds_battles::run::{BattleRunSettings, DiceMode, PlayedRounds, run};
use warodds_engine::chance::seed_of_block;
use warodds_engine::run::StdControl;

const MODE: Mode = Mode::AFeastForCrows;

fn quick() -> BattlePolicy {
    BattlePolicy::new(PolicyKind::Quick, MODE)
}

/// The battles of a list against another one from either side.
fn sides(one: &str, other: &str) -> [Battle; 2] {
    [[one, other], [other, one]].map(|lists| battle(MODE, TerrainSetup::Random, lists))
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// The half points of army `a` over games, counted by the runs of `warodds battle`.
fn half_points(battle: &Battle, seed: u64, games: u64) -> u64 {
    let policies = [quick(); 2];
    let settings = BattleRunSettings { games, seed, policies, source: DiceMode::Sampled };
    let [won, _, drawn] = run(battle, &settings, &StdControl).unwrap().won;
    2 * won + drawn
}

#[test]
fn comparison_adds_up_to_runs_of_its_battles_on_any_number_of_threads() {
    let [a, b] = SHIPPED_LISTS;
    let matchups = [Matchup { battles: [sides(a, a), sides(b, a)] }];
    let comparison =
        Comparison { matchups: &matchups, policies: &[quick()], seed: 5, games: 4 * 20 };
    let play = || comparison.play(&mut PlayedRounds::default(), &StdControl).unwrap();
    let played: PlayedComparison = on_threads(1, play);
    assert_eq!(on_threads(3, play), played);
    let games = played.rounds.len() as u64;
    assert_eq!((games, played.games()), (20, 80));
    let seed = seed_of_block(5, 0);
    for (list, [as_a, as_b]) in matchups[0].battles.iter().enumerate() {
        let wins = half_points(as_a, seed, games) + 2 * games - half_points(as_b, seed, games);
        let share = wins as f64 / (4 * games) as f64;
        assert!((played.shares(|_| true)[list] - share).abs() < 1e-12, "list {list}");
    }
}

/// The games of equal lists are the same, so the difference is 0 in each pair.
#[test]
fn a_list_is_as_good_as_itself() {
    let [a, b] = SHIPPED_LISTS;
    let matchups = [Matchup { battles: [sides(a, b), sides(a, b)] }];
    let comparison = Comparison { matchups: &matchups, policies: &[quick()], seed: 1, games: 64 };
    let played = comparison.play(&mut PlayedRounds::default(), &StdControl).unwrap();
    assert!(played.rounds.iter().flatten().all(|[one, other]| one == other));
    assert_eq!(played.difference(|_| true).mean(), 0.0);
}

#[test]
fn matrix_adds_up_to_runs_of_its_battles_on_any_number_of_threads() {
    let [a, b] = SHIPPED_LISTS;
    let battles = [sides(a, b)];
    let matrix = ListMatrix { battles: &battles, policy: quick(), seed: 9, rounds: 20 };
    let play = || matrix.play(&mut PlayedRounds::default(), &StdControl).unwrap();
    let counts: Vec<PairCounts> = on_threads(1, play);
    assert_eq!(on_threads(2, play), counts);
    let [as_a, as_b] = &battles[0];
    let seed = seed_of_block(9, 0);
    let wins = half_points(as_a, seed, 20) + 40 - half_points(as_b, seed, 20);
    assert_eq!(counts[0].pairs(), 20);
    assert!((counts[0].share() - wins as f64 / 80.0).abs() < 1e-12);
}

/// Parts that are played apart have all games once, and the answer from them is that of one run.
#[test]
fn parts_add_up_to_the_run() {
    let [a, b] = SHIPPED_LISTS;
    let battles = [sides(a, b)];
    let matrix = ListMatrix { battles: &battles, policy: quick(), seed: 9, rounds: 70 };
    let matchups = [Matchup { battles: [sides(a, a), sides(b, a)] }];
    let comparison =
        Comparison { matchups: &matchups, policies: &[quick()], seed: 5, games: 4 * 40 };
    let (mut of_matrix, mut of_comparison) = (PlayedRounds::default(), PlayedRounds::default());
    for part in ["1/2", "2/2"].map(|text| text.parse().unwrap()) {
        matrix.play_part(part, &mut of_matrix, &StdControl).unwrap();
        comparison.play_part(part, &mut of_comparison, &StdControl).unwrap();
    }
    assert_eq!((of_matrix.games(), of_comparison.games()), (2 * 70, 4 * 40));
    assert!(of_matrix.fits(2) && of_comparison.fits(4));
    let apart = (
        matrix.play(&mut of_matrix, &StdControl).unwrap(),
        comparison.play(&mut of_comparison, &StdControl).unwrap(),
    );
    let at_once = (
        matrix.play(&mut PlayedRounds::default(), &StdControl).unwrap(),
        comparison.play(&mut PlayedRounds::default(), &StdControl).unwrap(),
    );
    assert_eq!(apart, at_once);
    assert_eq!((of_matrix.games(), of_comparison.games()), (2 * 70, 4 * 40));
}
