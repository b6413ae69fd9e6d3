//! A battle in progress: its state, the players, dice and the log, and the changes that rules make.
//!
//! Choices come from [`Decide`], dice from [`BattleDice`], and every event goes to a [`Recorder`].
//! The rules of modes and of play are written on top of this module, which knows neither.

mod cards;
mod changes;
mod missions;

use crate::battle::Battle;
use crate::cards::{ArmyCards, CardChoice, CardId, CardWindow};
use crate::choice::PlayerChoice;
use crate::decision::{Decide, DecisionError, PlayerDecision, PlayerView, TargetReason};
use crate::dice::BattleDice;
use crate::field::{IllegalAction, PlayerId, UnitId};
use crate::geometry::Length;
use crate::log::{BattleEnding, LogEntry, Recorder, RuleViolation};
use crate::missions::PlayerMissions;
use crate::outcomes::{EncounterError, EncounterSpec, OutcomeCache};
use crate::state::{BattleState, BattleUnitState};
use std::borrow::Cow;
use warodds_engine::chance::{Die, Label};
use warodds_games::asoiaf::Aftermath;
use warodds_games::asoiaf::effect::Moment;

const ROLL_OFF: Label = Label::new("roll-off", "A13.9");

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

impl From<IllegalAction> for PlayError {
    fn from(illegal: IllegalAction) -> Self {
        Self::Refused(illegal.into())
    }
}

/// Why a battle stopped.
#[derive(Debug)]
pub(crate) enum PlayStop {
    /// It ended by the rules.
    Over(BattleEnding),
    /// It could not be played to its end.
    Failed(PlayError),
}

impl<E: Into<PlayError>> From<E> for PlayStop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
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
    pub(crate) outcomes: &'a OutcomeCache<'a>,
    /// The tactics cards by army, hidden from players; `None` if they are not played.
    cards: Option<[ArmyCards; 2]>,
    /// The events of the last encounter at which armies played cards (A8.4).
    pub(crate) played_at: Vec<(usize, CardWindow)>,
    /// The result of the last test that a card called for.
    pub(crate) tested: Option<Moment>,
    /// The free actions of answers to cards that are still to be taken: players, cards and units.
    pub(crate) later_actions: Vec<(PlayerId, CardChoice, [Option<UnitId>; 2])>,
    /// The cards of the last draw.
    pub(crate) last_drawn: Vec<CardId>,
    /// The missions that players hide; `None` if the mode has none.
    missions: Option<PlayerMissions>,
    dice: &'a mut dyn BattleDice,
    /// The decision makers by army, not by edge: army `a` may sit at either.
    players: [&'a mut dyn Decide; 2],
    record: &'a mut dyn Recorder,
}

impl<'a> Play<'a> {
    /// Continues a battle from `state`. `players` are those of armies `a` and `b`; their tactics
    /// cards are not drawn yet.
    pub fn new(
        (battle, outcomes): (&'a Battle, &'a OutcomeCache<'a>),
        state: BattleState,
        players: [&'a mut dyn Decide; 2],
        dice: &'a mut dyn BattleDice,
        record: &'a mut dyn Recorder,
    ) -> Self {
        let cards = battle.decks.as_ref().map(|decks| decks.each_ref().map(ArmyCards::new));
        let missions = battle.missions.as_ref().map(PlayerMissions::new);
        let (played_at, last_drawn, later_actions) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            battle,
            state,
            outcomes,
            cards,
            played_at,
            tested: None,
            later_actions,
            last_drawn,
            missions,
            dice,
            players,
            record,
        }
    }

    /// Continues with these hands and decks, by army.
    #[must_use]
    pub(crate) fn with_hidden(
        self,
        cards: Option<[ArmyCards; 2]>,
        missions: Option<PlayerMissions>,
    ) -> Self {
        Self { cards, missions, ..self }
    }

    /// Plays no tactics cards from here on.
    #[must_use]
    pub(crate) fn without_cards(self) -> Self {
        Self { cards: None, ..self }
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
        let (cards, missions) = (self.card_view(army), self.mission_view(army));
        let (battle, outcomes) = (self.battle, self.outcomes);
        let view = PlayerView { battle, outcomes, state, cards, missions };
        let chosen = self.players[army].choose(&view, &decision)?;
        let choice = if turned { chosen.rotated_180() } else { chosen };
        if self.record.is_enabled() {
            let choice = choice.clone();
            self.record(|| LogEntry::Chose { player, choice })?;
        }
        Ok(choice)
    }

    /// Lets a player choose one of these units, or none; there is no request if there are none.
    pub(crate) fn request_target(
        &mut self,
        player: PlayerId,
        reason: TargetReason,
        among: Vec<UnitId>,
        rule: &'static str,
    ) -> PlayResult<Option<UnitId>> {
        if among.is_empty() {
            return Ok(None);
        }
        match self.request_choice(player, PlayerDecision::Target(reason, among.clone()))? {
            PlayerChoice::Target(Some(unit)) if !among.contains(&unit) => {
                Err(refusal(rule, format!("{unit} may not be chosen")))
            }
            PlayerChoice::Target(target) => Ok(target),
            other => Err(wrong_choice(rule, &other)),
        }
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
        if self.dice.is_lost() { Err(EncounterError::Lost.into()) } else { Ok(()) }
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

    /// Rolls off and returns the winner; ties are rolled again (A13.9).
    pub(crate) fn roll_off(&mut self) -> PlayResult<PlayerId> {
        loop {
            let [south, north] =
                [self.roll_die(&ROLL_OFF, Die::D6), self.roll_die(&ROLL_OFF, Die::D6)];
            // missing dice show equal faces: without this check the loop would not end
            self.ensure_dice()?;
            if south != north {
                return Ok(if south > north { PlayerId::South } else { PlayerId::North });
            }
        }
    }

    /// Resolves an encounter with its cards and notes that the acting unit has used its orders (A1.7).
    pub(crate) fn resolve_dice(&mut self, spec: &EncounterSpec) -> PlayResult<Aftermath> {
        let after = self.dice.resolve(self.outcomes, spec)?;
        if spec.conditions[0].orders
            && let Some(state) = self.state.unit_mut(spec.units[0])
        {
            state.ordered = true;
        }
        Ok(after)
    }
}

/// Returns the stop for an illegal choice.
pub(crate) fn refusal(rule: &'static str, why: impl Into<String>) -> PlayStop {
    RuleViolation::new(rule, why).into()
}

/// Returns the stop for a choice of another kind than requested.
pub(crate) fn wrong_choice(rule: &'static str, choice: &PlayerChoice) -> PlayStop {
    refusal(rule, format!("{choice:?} is not the kind of choice requested"))
}
