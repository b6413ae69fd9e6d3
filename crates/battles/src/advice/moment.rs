//! A moment of a battle from which it is played on.

use super::hidden;
use crate::battle::Battle;
use crate::choice::{PlayerChoice, PlayerTurn};
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::dice::SampledDice;
use crate::field::PlayerId;
use crate::log::NullRecorder;
use crate::outcomes::OutcomeCache;
use crate::play::{Play, PlayError};
use crate::policy::{BattlePolicy, PolicyKind, PolicyPlayer};
use crate::referee::SeenTurn;
use crate::run::{SeededGenerator, game_seed};
use crate::state::BattleState;
use std::borrow::Cow;

/// A moment of a battle before a turn, as the player whose turn it is sees it.
pub(crate) struct Moment<'b> {
    pub battle: &'b Battle,
    pub seen: SeenTurn,
    /// The player's army (0 or 1).
    pub army: usize,
    /// The policy of both players after the turn.
    pub policy: BattlePolicy,
    /// The seed of all battles that are played on.
    pub seed: u64,
}

impl<'b> Moment<'b> {
    pub(crate) fn new(
        battle: &'b Battle,
        seen: SeenTurn,
        (policy, seed): (PolicyKind, u64),
    ) -> Self {
        // units are numbered by army, so unit 0 belongs to army a
        let first = seen.state.units.first().map(|unit| unit.player);
        let army = usize::from(first != Some(PlayerId::South));
        let policy = BattlePolicy::new(policy, battle.mode);
        Self { battle, seen, army, policy, seed }
    }

    /// Returns what the player sees in a state.
    pub(super) fn view<'v>(
        &'v self,
        outcomes: &'v OutcomeCache<'v>,
        state: Cow<'v, BattleState>,
    ) -> PlayerView<'v> {
        let SeenTurn { cards, missions, .. } = self.seen;
        PlayerView { battle: self.battle, outcomes, state, cards, missions }
    }

    /// Returns the turn that the policy takes.
    pub(crate) fn policy_turn(&self, outcomes: &OutcomeCache<'_>) -> Result<PlayerTurn, PlayError> {
        let view = self.view(outcomes, Cow::Borrowed(&self.seen.state));
        match PolicyPlayer::new(self.policy).choose(&view, &PlayerDecision::Turn)? {
            PlayerChoice::Turn(turn) => Ok(turn),
            other => Err(DecisionError::None(format!("{other:?} is not a turn")).into()),
        }
    }

    /// Plays a turn and the rest of battle number `game`. What the player does not see is drawn
    /// again. Returns the player's half points: 2 for a victory, 1 for a draw.
    pub(crate) fn half_points(
        &self,
        outcomes: &OutcomeCache<'_>,
        turn: PlayerTurn,
        game: u64,
    ) -> Result<u8, PlayError> {
        let state = self.seen.state.clone();
        let mut generator = SeededGenerator::new(game_seed(self.seed, game));
        let cards = hidden::deal_cards(self.battle, &self.seen, &mut generator);
        let missions = hidden::deal_missions(self.battle, (&self.seen, self.army), &mut generator);
        let [mut a, mut b] = [PolicyPlayer::new(self.policy); 2];
        let (mut dice, mut record) = (SampledDice(generator), NullRecorder);
        let play =
            Play::new((self.battle, outcomes), state, [&mut a, &mut b], &mut dice, &mut record);
        let ending = play.with_hidden(cards, missions).play_on(turn)?;
        Ok(match ending.winner {
            Some(PlayerId::South) => 2,
            Some(PlayerId::North) => 0,
            None => 1,
        })
    }
}
