//! A battle as it is played: set up, rounds of turns, the end (A12, A13.9).
//!
//! The text here is the rules. Players choose ([`Decide`]), [`BattleDice`] rolls, [`Recorder`] hears what
//! happens; a choice that is against the rules is refused with the number of the rule. So the same
//! text plays battles fast, plays them die by die, and referees logs.

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

/// Why a battle goes no further.
#[derive(Debug)]
pub enum PlayStop {
    /// It is over.
    Over(BattleEnding),
    /// Something was against the rules.
    Refused(RuleViolation),
    /// Somebody chose nothing.
    NoChoice(DecisionError),
    /// A meeting could not be fought.
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
    /// Something was against the rules.
    #[error(transparent)]
    Refused(#[from] RuleViolation),
    /// Somebody chose nothing.
    #[error(transparent)]
    NoChoice(#[from] DecisionError),
    /// A meeting could not be fought.
    #[error(transparent)]
    Encounter(#[from] EncounterError),
}

/// What is done in a battle until it stops.
pub(crate) type PlayResult<T = ()> = Result<T, PlayStop>;

/// A battle that is being played.
#[expect(missing_debug_implementations, reason = "players and dice may be anything")]
pub struct Play<'a> {
    /// The battle.
    pub battle: &'a Battle,
    /// How it stands.
    pub state: BattleState,
    outcomes: &'a OutcomeCache<'a>,
    dice: &'a mut dyn BattleDice,
    /// Who chooses for each army.
    players: [&'a mut dyn Decide; 2],
    record: &'a mut dyn Recorder,
}

impl<'a> Play<'a> {
    /// A battle from how it stands.
    pub fn new(
        (battle, outcomes): (&'a Battle, &'a OutcomeCache<'a>),
        state: BattleState,
        players: [&'a mut dyn Decide; 2],
        dice: &'a mut dyn BattleDice,
        record: &'a mut dyn Recorder,
    ) -> Self {
        Self { battle, state, outcomes, dice, players, record }
    }

    /// Plays it from its initial_state to its end.
    ///
    /// # Errors
    /// Where something is against the rules, or a player chooses nothing.
    pub fn play(&mut self) -> Result<BattleEnding, PlayError> {
        let stop = match self.whole() {
            Ok(ending) => return Ok(ending),
            Err(stop) => stop,
        };
        self.stopped(stop)
    }

    /// Plays one turn of the active player, from how things stand; the end, if it is one.
    ///
    /// # Errors
    /// Where something is against the rules, or a player chooses nothing.
    pub fn play_turn(&mut self) -> Result<Option<BattleEnding>, PlayError> {
        match self.turn() {
            Ok(_) => Ok(None),
            Err(stop) => self.stopped(stop).map(Some),
        }
    }

    fn stopped(&mut self, stop: PlayStop) -> Result<BattleEnding, PlayError> {
        match stop {
            PlayStop::Over(ending) => match self.ended(ending) {
                Ok(()) => Ok(ending),
                Err(stop) => self.stopped(stop),
            },
            PlayStop::Refused(refusal) => Err(refusal.into()),
            PlayStop::NoChoice(none) => Err(none.into()),
            PlayStop::Encounter(error) => Err(error.into()),
        }
    }

    fn whole(&mut self) -> PlayResult<BattleEnding> {
        self.set_up()?;
        let ending = self.rounds()?;
        self.ended(ending)?;
        Ok(ending)
    }

    fn ended(&mut self, ending: BattleEnding) -> PlayResult {
        let points = self.state.points;
        let BattleEnding { winner, by } = ending;
        self.record(|| LogEntry::Ended { ending: EndingEntry { winner, by, points } })
    }

    /// The army at an edge.
    pub(crate) fn army_at(&self, player: PlayerId) -> usize {
        // the first unit is of the first army
        let first = self.state.units.first().map(|unit| unit.player);
        usize::from(first != Some(player))
    }

    /// Asks a player.
    pub(crate) fn request_choice(
        &mut self,
        player: PlayerId,
        asked: PlayerDecision,
    ) -> PlayResult<PlayerChoice> {
        self.ensure_dice()?;
        let army = self.army_at(player);
        let turned = player == PlayerId::North;
        let state =
            if turned { Cow::Owned(self.state.rotated_180()) } else { Cow::Borrowed(&self.state) };
        let asked = if turned { asked.rotated_180() } else { asked };
        let seen = PlayerView { battle: self.battle, outcomes: self.outcomes, state };
        let chosen = self.players[army].choose(&seen, &asked).map_err(PlayStop::NoChoice)?;
        let choice = if turned { chosen.rotated_180() } else { chosen };
        if self.record.is_enabled() {
            let choice = choice.clone();
            self.record(|| LogEntry::Chose { player, choice })?;
        }
        Ok(choice)
    }

    /// Says what happened, after the dice that were rolled for it.
    pub(crate) fn record(&mut self, entry: impl FnOnce() -> LogEntry) -> PlayResult {
        if !self.record.is_enabled() {
            return Ok(());
        }
        for rolled in self.dice.rolled() {
            self.record.record(rolled)?;
        }
        Ok(self.record.record(entry())?)
    }

    /// What one die shows.
    pub(crate) fn roll_die(&mut self, label: &'static Label, die: Die) -> u8 {
        let mut face = [0];
        self.dice.throw(label, die, &mut face);
        face[0]
    }

    /// Refuses to go on without dice.
    pub(crate) fn ensure_dice(&self) -> PlayResult {
        if self.dice.is_lost() { Err(PlayStop::Encounter(EncounterError::Lost)) } else { Ok(()) }
    }

    /// A card of so many.
    pub(crate) fn draw_card(&mut self, label: &'static Label, of: u8) -> u8 {
        self.dice.card(label, of)
    }

    /// The sum of two dice.
    pub(crate) fn roll_2d6(&mut self, label: &'static Label) -> u8 {
        let mut faces = [0; 2];
        self.dice.throw(label, Die::D6, &mut faces);
        faces[0] + faces[1]
    }

    /// A unit.
    pub(crate) fn unit(&self, unit: UnitId) -> PlayResult<&BattleUnitState> {
        let held = self.state.unit(unit);
        Ok(held.ok_or_else(|| RuleViolation::new("A12.6", format!("there is no {unit}")))?)
    }

    /// A unit of a player on the table.
    pub(crate) fn own_unit(&self, unit: UnitId, player: PlayerId) -> PlayResult<&BattleUnitState> {
        let held = self.unit(unit)?;
        if self.state.is_on_table(unit, player) {
            Ok(held)
        } else {
            Err(refusal("A12.6", format!("{unit} is no unit of the player on the table")))
        }
    }

    /// How far a unit moves (A13.5.2: a carrier's speed is 2).
    pub(crate) fn speed(&self, unit: UnitId) -> Length {
        self.state.speed(self.battle, unit)
    }
}

/// Lays an objective token.
pub(crate) fn place_objective(
    play: &mut Play<'_>,
    at: Point,
    card: ObjectiveCard,
    pile: Option<u8>,
    rule: &'static str,
) -> PlayResult {
    // tokens are few
    let number = play.state.objectives.len() as u8;
    play.state.objectives.push(Objective { at, card, pile, holder: None });
    play.record(|| LogEntry::Objective { number, at, holder: None, rule: rule.into() })
}

/// Something that is against the rules.
pub(crate) fn refusal(rule: &'static str, why: impl Into<String>) -> PlayStop {
    PlayStop::Refused(RuleViolation::new(rule, why))
}

/// A choice that answers something else.
pub(crate) fn wrong_choice(rule: &'static str, choice: &PlayerChoice) -> PlayStop {
    refusal(rule, format!("{choice:?} is no answer to what is asked"))
}
