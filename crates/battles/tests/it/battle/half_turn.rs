//! Battles turned by half with the players swapped: the same choices, dice and results, bit for
//! bit.

use crate::battle::{SHIPPED_LISTS, battle, by};
use warodds_battles::battle::Mode;
use warodds_battles::battle::{Battle, TerrainSetup};
use warodds_battles::choice::PlayerChoice;
use warodds_battles::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use warodds_battles::dice::RolledDice;
use warodds_battles::log::{LogEntry, NullRecorder};
use warodds_battles::outcomes::OutcomeCache;
use warodds_battles::play::Play;
use warodds_battles::policy::{PolicyKind, PolicyPlayer};
use warodds_battles::run::{SeededGenerator, game_seed, initial_state};
use warodds_battles::state::BattleState;

/// A policy that keeps the states in which it had a turn, as it sees them.
struct Keeping<'a> {
    player: PolicyPlayer,
    kept: &'a std::cell::RefCell<Vec<BattleState>>,
}

impl Decide for Keeping<'_> {
    fn choose(
        &mut self,
        seen: &PlayerView<'_>,
        asked: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        if *asked == PlayerDecision::Turn {
            self.kept.borrow_mut().push(seen.state.clone().into_owned());
        }
        self.player.choose(seen, asked)
    }
}

/// States in which somebody has a turn, whose he is sitting at the southern edge.
fn states(battle: &Battle, games: u64, kind: PolicyKind) -> Vec<BattleState> {
    let outcomes = battle.outcome_cache();
    let kept = std::cell::RefCell::new(Vec::new());
    for game in 0..games {
        let seed = game_seed(21, game);
        let keeping = || Keeping { player: PolicyPlayer::new(by(kind)), kept: &kept };
        let ([mut a, mut b], mut dice) =
            ([keeping(), keeping()], RolledDice::new(SeededGenerator::new(seed)));
        let state = initial_state(battle, seed).unwrap();
        let mut record = NullRecorder;
        Play::new((battle, &outcomes), state, [&mut a, &mut b], &mut dice, &mut record)
            .play()
            .unwrap();
    }
    kept.into_inner()
}

/// A state after a turn by these dice, with what was logged.
fn after(
    battle: &Battle,
    outcomes: &OutcomeCache<'_>,
    state: BattleState,
    seed: u64,
) -> (BattleState, Vec<LogEntry>) {
    let [mut a, mut b] =
        [PolicyPlayer::new(by(PolicyKind::Greedy)), PolicyPlayer::new(by(PolicyKind::Greedy))];
    let mut dice = RolledDice::logged(SeededGenerator::new(seed));
    let mut log: Vec<LogEntry> = Vec::new();
    let mut play = Play::new((battle, outcomes), state, [&mut a, &mut b], &mut dice, &mut log);
    play.play_turn().unwrap();
    let state = play.state.clone();
    (state, log)
}

#[test]
fn turns_are_identical_from_both_edges() {
    let (mut turns, mut moved) = (0, 0);
    for mode in Mode::ALL {
        let battle = battle(mode, TerrainSetup::Random, SHIPPED_LISTS);
        let outcomes = battle.outcome_cache();
        for (number, state) in states(&battle, 8, PolicyKind::Quick).into_iter().enumerate() {
            let seed = number as u64;
            let turned = state.rotated_180();
            let (here, log) = after(&battle, &outcomes, state.clone(), seed);
            let (there, other) = after(&battle, &outcomes, turned, seed);
            assert_eq!(here, there.rotated_180(), "{log:?} and {other:?}");
            assert_eq!(log.len(), other.len());
            turns += 1;
            moved += u32::from(here.field != state.field);
        }
    }
    assert!(turns > 1_500 && moved > 500, "{turns} turns, {moved} of them moved somebody");
}
