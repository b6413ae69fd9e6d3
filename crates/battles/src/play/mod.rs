//! The rules of a battle: set-up, rounds of turns, the end (A12, A13.9).
//!
//! Choices come from [`Decide`], dice from [`BattleDice`], and every event goes to a [`Recorder`].
//! An illegal choice stops the battle with the number of the rule that forbids it. As the rules know
//! nothing else of their surroundings, the same code plays fast, replays die by die and referees
//! logs.

mod combat;
mod damage;
pub(crate) mod deployment;
mod encounters;
mod movement;
mod rounds;
mod set_up;
mod tactics_board;

pub(crate) use damage::Killer;
pub(crate) use encounters::{facing, range, surroundings, terrain};
pub use rounds::ROUNDS;
pub(crate) use set_up::{check_piece_position, check_set_up, zone};
pub(crate) use tactics_board::CROWN;

use crate::battle::Battle;
use crate::choice::PlayerChoice;
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView};
use crate::dice::BattleDice;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Length, Point};
use crate::log::{BattleEnding, EndingEntry, LogEntry, Recorder, RuleViolation};
use crate::modes::ObjectiveCard;
use crate::outcomes::{EncounterError, OutcomeCache};
use crate::state::{BattleState, BattleUnitState, Objective};
use std::borrow::Cow;
use warodds_engine::chance::{Die, Label};

/// Why a battle stopped.
#[derive(Debug)]
pub(crate) enum PlayStop {
    /// It ended by the rules.
    Over(BattleEnding),
    /// A choice was illegal.
    Refused(RuleViolation),
    /// A player made no choice.
    NoChoice(DecisionError),
    /// An encounter could not be resolved.
    Encounter(EncounterError),
}

impl From<RuleViolation> for PlayStop {
    fn from(refusal: RuleViolation) -> Self {
        Self::Refused(refusal)
    }
}

impl From<crate::field::IllegalAction> for PlayStop {
    fn from(illegal: crate::field::IllegalAction) -> Self {
        Self::Refused(illegal.into())
    }
}

impl From<EncounterError> for PlayStop {
    fn from(error: EncounterError) -> Self {
        Self::Encounter(error)
    }
}

/// Why a battle could not be played to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A choice was illegal.
    #[error(transparent)]
    Refused(#[from] RuleViolation),
    /// A player made no choice.
    #[error(transparent)]
    NoChoice(#[from] DecisionError),
    /// An encounter could not be resolved.
    #[error(transparent)]
    Encounter(#[from] EncounterError),
}

/// The result of one step of a battle; the error ends it, also regularly.
pub(crate) type PlayResult<T = ()> = Result<T, PlayStop>;

/// A battle in progress.
#[expect(missing_debug_implementations, reason = "players and dice may be anything")]
pub struct Play<'a> {
    /// The armies, the table and the mode.
    pub battle: &'a Battle,
    /// The current state.
    pub state: BattleState,
    outcomes: &'a OutcomeCache<'a>,
    dice: &'a mut dyn BattleDice,
    /// The decision makers by army, not by edge: army `a` may sit at either.
    players: [&'a mut dyn Decide; 2],
    record: &'a mut dyn Recorder,
}

impl<'a> Play<'a> {
    /// Continues a battle from `state`. `players` are those of armies `a` and `b`.
    pub fn new(
        (battle, outcomes): (&'a Battle, &'a OutcomeCache<'a>),
        state: BattleState,
        players: [&'a mut dyn Decide; 2],
        dice: &'a mut dyn BattleDice,
        record: &'a mut dyn Recorder,
    ) -> Self {
        Self { battle, state, outcomes, dice, players, record }
    }

    /// Plays a battle from the set-up to the end.
    ///
    /// # Errors
    /// [`PlayError`] if a choice is illegal or missing, or an encounter cannot be resolved.
    pub fn play(&mut self) -> Result<BattleEnding, PlayError> {
        match self.play_to_end() {
            Ok(ending) => Ok(ending),
            Err(stop) => self.stop(stop),
        }
    }

    /// Plays one turn of the active player. Returns the ending if the turn ends the battle.
    ///
    /// # Errors
    /// [`PlayError`] if a choice is illegal or missing, or an encounter cannot be resolved.
    pub fn play_turn(&mut self) -> Result<Option<BattleEnding>, PlayError> {
        match self.take_turn() {
            Ok(_) => Ok(None),
            Err(stop) => self.stop(stop).map(Some),
        }
    }

    /// Records the ending if the battle is over, and returns the error otherwise.
    fn stop(&mut self, stop: PlayStop) -> Result<BattleEnding, PlayError> {
        match stop {
            PlayStop::Over(ending) => match self.record_ending(ending) {
                Ok(()) => Ok(ending),
                Err(stop) => self.stop(stop),
            },
            PlayStop::Refused(refusal) => Err(refusal.into()),
            PlayStop::NoChoice(none) => Err(none.into()),
            PlayStop::Encounter(error) => Err(error.into()),
        }
    }

    fn play_to_end(&mut self) -> PlayResult<BattleEnding> {
        self.set_up()?;
        let ending = self.play_rounds()?;
        self.record_ending(ending)?;
        Ok(ending)
    }

    fn record_ending(&mut self, ending: BattleEnding) -> PlayResult {
        let points = self.state.points;
        let BattleEnding { winner, by } = ending;
        self.record(|| LogEntry::Ended { ending: EndingEntry { winner, by, points } })
    }

    /// Returns the army at an edge.
    pub(crate) fn army_at(&self, player: PlayerId) -> usize {
        // units are numbered by army, so unit 0 belongs to army a
        let first = self.state.units.first().map(|unit| unit.player);
        usize::from(first != Some(player))
    }

    /// Requests a choice of a player and records it.
    ///
    /// The player sees the table from the southern edge, so for the northern one the state, the
    /// request and the choice are rotated.
    pub(crate) fn request_choice(
        &mut self,
        player: PlayerId,
        decision: PlayerDecision,
    ) -> PlayResult<PlayerChoice> {
        self.ensure_dice()?;
        let army = self.army_at(player);
        let turned = player == PlayerId::North;
        let state =
            if turned { Cow::Owned(self.state.rotated_180()) } else { Cow::Borrowed(&self.state) };
        let decision = if turned { decision.rotated_180() } else { decision };
        let view = PlayerView { battle: self.battle, outcomes: self.outcomes, state };
        let chosen = self.players[army].choose(&view, &decision).map_err(PlayStop::NoChoice)?;
        let choice = if turned { chosen.rotated_180() } else { chosen };
        if self.record.is_enabled() {
            let choice = choice.clone();
            self.record(|| LogEntry::Chose { player, choice })?;
        }
        Ok(choice)
    }

    /// Records an event, after the dice that led to it.
    pub(crate) fn record(&mut self, entry: impl FnOnce() -> LogEntry) -> PlayResult {
        if !self.record.is_enabled() {
            return Ok(());
        }
        for rolled in self.dice.rolled() {
            self.record.record(rolled)?;
        }
        Ok(self.record.record(entry())?)
    }

    /// Rolls one die.
    pub(crate) fn roll_die(&mut self, label: &'static Label, die: Die) -> u8 {
        let mut face = [0];
        self.dice.throw(label, die, &mut face);
        face[0]
    }

    /// Stops if dice are missing, as in a truncated log.
    pub(crate) fn ensure_dice(&self) -> PlayResult {
        if self.dice.is_lost() { Err(PlayStop::Encounter(EncounterError::Lost)) } else { Ok(()) }
    }

    /// Draws one of `of` cards and returns its index.
    pub(crate) fn draw_card(&mut self, label: &'static Label, of: u8) -> u8 {
        self.dice.card(label, of)
    }

    /// Rolls two dice and returns their sum.
    pub(crate) fn roll_2d6(&mut self, label: &'static Label) -> u8 {
        let mut faces = [0; 2];
        self.dice.throw(label, Die::D6, &mut faces);
        faces[0] + faces[1]
    }

    /// Returns a unit, or stops if it does not exist.
    pub(crate) fn unit(&self, unit: UnitId) -> PlayResult<&BattleUnitState> {
        let state = self.state.unit(unit);
        Ok(state.ok_or_else(|| RuleViolation::new("A12.6", format!("there is no {unit}")))?)
    }

    /// Returns a unit, or stops if it is not on the table or belongs to the other player.
    pub(crate) fn own_unit(&self, unit: UnitId, player: PlayerId) -> PlayResult<&BattleUnitState> {
        let state = self.unit(unit)?;
        if self.state.is_on_table(unit, player) {
            Ok(state)
        } else {
            Err(refusal("A12.6", format!("{unit} is not one of the player's units on the table")))
        }
    }

    /// Returns a unit's speed (A13.5.2: 2" for a carrier).
    pub(crate) fn speed(&self, unit: UnitId) -> Length {
        self.state.speed(self.battle, unit)
    }
}

/// Places an objective token.
pub(crate) fn place_objective(
    play: &mut Play<'_>,
    at: Point,
    card: ObjectiveCard,
    pile: Option<u8>,
    rule: &'static str,
) -> PlayResult {
    // far fewer tokens than 256 in every mode
    let number = play.state.objectives.len() as u8;
    play.state.objectives.push(Objective { at, card, pile, holder: None });
    play.record(|| LogEntry::Objective { number, at, holder: None, rule: rule.into() })
}

/// Returns the stop for an illegal choice.
pub(crate) fn refusal(rule: &'static str, why: impl Into<String>) -> PlayStop {
    PlayStop::Refused(RuleViolation::new(rule, why))
}

/// Returns the stop for a choice of another kind than requested.
pub(crate) fn wrong_choice(rule: &'static str, choice: &PlayerChoice) -> PlayStop {
    refusal(rule, format!("{choice:?} is not the kind of choice requested"))
}
