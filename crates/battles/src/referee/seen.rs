//! What a player saw before a turn of a log.

use super::{LogRefusal, LoggedChoices, read};
use crate::battle::Battle;
use crate::cards::CardView;
use crate::choice::{PlayerChoice, PlayerTurn};
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::field::PlayerId;
use crate::log::LogEntry;
use crate::missions::MissionView;
use crate::outcomes::OutcomeCache;
use crate::state::BattleState;
use std::cell::RefCell;

/// What a player saw before a turn, and the turn that was taken.
#[derive(Clone, Debug)]
pub(crate) struct SeenTurn {
    /// The player's edge in the log.
    pub player: PlayerId,
    /// The state, rotated so that the player sits at the southern edge.
    pub state: BattleState,
    pub cards: Option<CardView>,
    pub missions: Option<MissionView>,
    /// The turn of the log, rotated in the same way.
    pub turn: PlayerTurn,
}

/// Counts turns up to the one that is wanted.
struct TurnWatch {
    /// The turns that remain, with the wanted one.
    left: usize,
    seen: Option<SeenTurn>,
}

/// A player who makes the choices of the log up to a turn.
struct WatchedChoices<'a, 'w> {
    choices: LoggedChoices<'a>,
    watch: &'w RefCell<TurnWatch>,
}

impl Decide for WatchedChoices<'_, '_> {
    fn choose(
        &mut self,
        view: &PlayerView<'_>,
        decision: &PlayerDecision,
    ) -> Result<PlayerChoice, DecisionError> {
        if *decision == PlayerDecision::Turn {
            let mut watch = self.watch.borrow_mut();
            watch.left = watch.left.saturating_sub(1);
            if watch.left == 0 {
                watch.seen = self.seen(view);
                return Err(DecisionError::None("the wanted turn is reached".to_owned()));
            }
        }
        self.choices.choose(view, decision)
    }
}

impl WatchedChoices<'_, '_> {
    fn seen(&self, view: &PlayerView<'_>) -> Option<SeenTurn> {
        let cursor = self.choices.cursor.borrow();
        let Some(LogEntry::Chose { player, choice: PlayerChoice::Turn(turn) }) = cursor.next()
        else {
            return None;
        };
        let turn = if *player == PlayerId::North { turn.rotated_180() } else { *turn };
        let state = BattleState::clone(&view.state);
        let (cards, missions) = (view.cards, view.missions);
        Some(SeenTurn { player: *player, state, cards, missions, turn })
    }
}

/// Returns what the player of turn number `turn`, from 1, saw before it; `None` if the log has fewer
/// turns.
///
/// # Errors
/// The first illegal entry before the turn and the rule that it breaks.
pub(crate) fn seen_before(
    battle: &Battle,
    outcomes: &OutcomeCache<'_>,
    (entries, turn): (&[LogEntry], usize),
) -> Result<Option<SeenTurn>, LogRefusal> {
    let watch = RefCell::new(TurnWatch { left: turn.max(1), seen: None });
    let watched = |cursor| WatchedChoices { choices: LoggedChoices { cursor }, watch: &watch };
    let played = read((battle, outcomes), entries, watched);
    let seen = watch.into_inner().seen;
    // a battle that was stopped at the turn is an incomplete one to the referee
    if seen.is_some() { Ok(seen) } else { played.map(|_| None) }
}
