//! The rules of a battle: set-up, rounds of turns, the end (A12, A13.9).
//!
//! An illegal choice stops the battle with the number of the rule that forbids it. As the rules know
//! nothing of players, dice and recorders but their traits, the same code plays fast, replays die
//! by die and referees logs.

mod answers;
mod card_conditions;
mod card_effects;
mod card_event;
mod card_events;
mod card_units;
mod cards;
mod charges;
mod combat;
mod damage;
mod encounters;
mod free_actions;
mod gained_tokens;
mod influences;
mod moved_cards;
mod movement;
mod named_zones;
mod ncu_terms;
mod ncus;
mod out_of_turn;
mod picked_units;
mod reactions;
mod rounds;
mod set_up;
mod siege;
mod silencing_cards;
mod tactics_board;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use card_effects::{
    CardTest, chosen_effects, held, moment_after_test, target as effect_target,
};
pub(crate) use encounters::{facing, range, surroundings, terrain};
pub(crate) use free_actions::kind as free_action;
pub(crate) use picked_units::{picked_tables, with_picked};
pub use rounds::ROUNDS;
pub(crate) use set_up::{check_piece_position, piece_poses, room, room_for_piece};
pub(crate) use tactics_board::{CROWN, DRAWN_BY_LETTERS};

use crate::battle::Battle;
use crate::choice::PlayerTurn;
use crate::decision::Decide;
use crate::dice::{SampledDice, Words};
use crate::log::{BattleEnding, EndingEntry, LogEntry, NullRecorder};
use crate::missions::MissionId;
use crate::outcomes::OutcomeCache;
pub use crate::progress::{Play, PlayError};
use crate::progress::{PlayResult, PlayStop};
use crate::state::BattleState;

impl Play<'_> {
    /// Plays a battle from the set-up to the end.
    ///
    /// # Errors
    /// [`PlayError`] if a choice is illegal or missing, or an encounter cannot be resolved.
    pub fn play(&mut self) -> Result<BattleEnding, PlayError> {
        let played = self.set_up().and_then(|()| self.play_rounds());
        self.end(played)
    }

    /// Plays one turn of the active player. Returns the ending if the turn ends the battle.
    ///
    /// # Errors
    /// [`PlayError`] if a choice is illegal or missing, or an encounter cannot be resolved.
    pub fn play_turn(&mut self) -> Result<Option<BattleEnding>, PlayError> {
        match self.take_turn() {
            Ok(_) => Ok(None),
            Err(stop) => self.end(Err(stop)).map(Some),
        }
    }

    /// Plays `turn` as the active player's and the rest of the battle, and returns how it ends.
    ///
    /// # Errors
    /// [`PlayError`] if a choice is illegal or missing, or an encounter cannot be resolved.
    pub fn play_on(&mut self, turn: PlayerTurn) -> Result<BattleEnding, PlayError> {
        let played = self.play_rest(turn);
        self.end(played)
    }

    /// Records the ending of a battle that is over, and returns the error otherwise.
    fn end(&mut self, played: PlayResult<BattleEnding>) -> Result<BattleEnding, PlayError> {
        let ending = match played {
            Ok(ending) | Err(PlayStop::Over(ending)) => ending,
            Err(PlayStop::Failed(error)) => return Err(error),
        };
        let BattleEnding { winner, by } = ending;
        let ending_entry = EndingEntry { winner, by, points: self.state.points };
        match self.record(|| LogEntry::Ended { ending: ending_entry }) {
            Err(PlayStop::Failed(error)) => Err(error),
            _ => Ok(ending),
        }
    }
}

/// Plays `turn` as the active player's and the rest of the round without tactics cards, with dice
/// from `words` and no hidden mission but the one that the active player has chosen. Returns the state at its end, and the ending if the battle ends with it.
///
/// # Errors
/// [`PlayError`] if a choice is illegal or missing, or an encounter cannot be resolved.
pub(crate) fn try_turn(
    battle: (&Battle, &OutcomeCache<'_>),
    state: BattleState,
    (turn, mission): (PlayerTurn, Option<MissionId>),
    [one, other]: [&mut dyn Decide; 2],
    words: impl FnMut() -> u64,
) -> Result<(BattleState, Option<BattleEnding>), PlayError> {
    let (mut dice, mut record) = (SampledDice(Words(words)), NullRecorder);
    let play = Play::new(battle, state, [one, other], &mut dice, &mut record);
    let army = play.army_at(play.state.active);
    let mut play = play.without_cards().with_chosen_mission(army, mission);
    let ending = match play.play_rest_of_round(turn) {
        Ok(ending) => ending,
        Err(PlayStop::Over(ending)) => Some(ending),
        Err(PlayStop::Failed(error)) => return Err(error),
    };
    Ok((play.state, ending))
}
