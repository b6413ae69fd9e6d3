//! A policy of your own: it keeps its units out of reach while it leads, and takes risks while it
//! does not.
//!
//! ```sh
//! cargo run --release -p warodds-battles --example own_policy
//! ```

use std::error::Error;
use std::path::Path;
use warodds_battles::battle::Battle;
use warodds_battles::choice::PlayerChoice;
use warodds_battles::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use warodds_battles::dice::RolledDice;
use warodds_battles::file::load;
use warodds_battles::play::{Play, PlayError};
use warodds_battles::policy::{BattlePolicy, PolicyKind, PolicyPlayer, Weights};
use warodds_battles::run::{BattleCounter, BattleTally, SeededGenerator, game_seed, initial_state};
use warodds_questions::catalogue::Catalogue;

/// Plays like `quick`, with another weight for own units in reach of the enemy.
struct CarefulLeader {
    leading: PolicyPlayer,
    behind: PolicyPlayer,
}

impl CarefulLeader {
    fn new(battle: &Battle) -> Self {
        let quick = BattlePolicy::new(PolicyKind::Quick, battle.mode);
        let careful = Weights { threat: 3.0 * quick.weights.threat, ..quick.weights };
        let leading = PolicyPlayer::new(BattlePolicy { weights: careful, ..quick });
        Self { leading, behind: PolicyPlayer::new(quick) }
    }
}

impl Decide for CarefulLeader {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        // a player sees the table from the south, whichever edge is its own
        let [own, enemy] = view.state.points;
        let player = if own > enemy { &mut self.leading } else { &mut self.behind };
        player.choose(view, decision)
    }
}

/// Plays battles against `quick`. Returns how many army `a` with the new policy wins, loses and
/// draws.
pub fn play_all(battle: &Battle, games: u64) -> Result<[u64; 3], PlayError> {
    let (outcomes, mut tally) = (battle.outcome_cache(), BattleTally::new(battle));
    for game in 0..games {
        let seed = game_seed(7, game);
        let mut own = CarefulLeader::new(battle);
        let mut other = PolicyPlayer::new(BattlePolicy::new(PolicyKind::Quick, battle.mode));
        let mut dice = RolledDice::new(SeededGenerator::new(seed));
        let mut count = BattleCounter::new(battle, &mut tally);
        let (tables, state) = ((battle, &outcomes), initial_state(battle, seed)?);
        Play::new(tables, state, [&mut own, &mut other], &mut dice, &mut count).play()?;
    }
    Ok(tally.won)
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new("scenarios/battles/clash-of-kings.toml");
    let [won, lost, drawn] = play_all(&load(file, Catalogue::shipped())?.battle, 200)?;
    println!("won {won}, lost {lost}, drawn {drawn} of 200 battles against quick");
    Ok(())
}
