//! What players saw before the turns of a log.

use super::{LogRefusal, LoggedChoices, read};
use crate::battle::Battle;
use crate::cards::CardView;
use crate::choice::{PlayerChoice, PlayerTurn};
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::field::PlayerId;
use crate::log::{BattleEnding, LogEntry};
use crate::missions::MissionView;
use crate::outcomes::OutcomeCache;
use crate::state::BattleState;
use std::cell::RefCell;

/// What a player sees before a turn, and the turn that was taken.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SeenTurn {
    /// The player's edge.
    pub player: PlayerId,
    /// The state, rotated so that the player sits at the southern edge.
    pub state: BattleState,
    pub cards: Option<CardView>,
    pub missions: Option<MissionView>,
    /// The turn of the log, rotated in the same way; `None` in a position without a log.
    pub turn: Option<PlayerTurn>,
}

/// A player who makes the choices of the log and notes what is seen before each turn.
struct WatchedChoices<'a, 'w> {
    choices: LoggedChoices<'a>,
    seen: &'w RefCell<Vec<SeenTurn>>,
}

impl Decide for WatchedChoices<'_, '_> {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        if *decision == PlayerDecision::Turn {
            self.seen.borrow_mut().extend(self.before_turn(view));
        }
        self.choices.choose(view, decision)
    }
}

impl WatchedChoices<'_, '_> {
    /// Returns what the player sees; `None` if the log does not go on with a turn.
    fn before_turn(&self, view: &PlayerView<'_>) -> Option<SeenTurn> {
        let cursor = self.choices.cursor.borrow();
        let Some(LogEntry::Chose { player, choice: PlayerChoice::Turn(turn) }) = cursor.next()
        else {
            return None;
        };
        let turn = if *player == PlayerId::North { turn.rotated_180() } else { *turn };
        let state = BattleState::clone(&view.state);
        let (cards, missions) = (view.cards, view.missions);
        Some(SeenTurn { player: *player, state, cards, missions, turn: Some(turn) })
    }
}

/// Verifies a log and returns how the battle ended, and what the players saw before each turn.
///
/// # Errors
/// The first illegal entry and the rule that it breaks.
pub(crate) fn check_and_watch(
    battle: &Battle,
    outcomes: &OutcomeCache<'_>,
    entries: &[LogEntry],
) -> Result<(BattleEnding, Vec<SeenTurn>), LogRefusal> {
    let seen = RefCell::new(Vec::new());
    let watched = |cursor| WatchedChoices { choices: LoggedChoices { cursor }, seen: &seen };
    let (ending, _) = read((battle, outcomes), entries, watched)?;
    Ok((ending, seen.into_inner()))
}
