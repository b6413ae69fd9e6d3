//! Rounds, turns and the end of a battle (A12).

use super::card_event::CardEvent;
use crate::battle::zone;
use crate::choice::{PlayerChoice, PlayerTurn, UnitAction};
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Edge, EdgeStrip, Length, Pose};
use crate::log::{BattleEnding, EndReason, LogEntry};
use crate::modes::{self, ObjectiveEffect};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::{BattleState, BattleUnitState, Denials, UnitPlace};
use warodds_questions::catalogue::StayEnd;

/// Number of rounds of a battle (A12.3).
pub const ROUNDS: u8 = 6;

impl BattleState {
    /// Returns whether a player can still activate or deploy something this round (A12.6).
    pub(crate) fn has_turn(&self, player: PlayerId) -> bool {
        let has_unit = self.units_with_ids().any(|(_, unit)| {
            let is_waiting = match unit.place {
                UnitPlace::Table | UnitPlace::Wall => !unit.activated,
                // reserves enter from the second round on (A13.2.2)
                UnitPlace::Reserve(from) => self.round >= from.max(2),
                UnitPlace::Fallen | UnitPlace::Gone => false,
            };
            unit.player == player && is_waiting
        });
        has_unit || self.ncus[player.index()] > 0
    }

    /// Returns whether units in reserve are all that a player has left to activate.
    pub(crate) fn has_only_reserve(&self, player: PlayerId) -> bool {
        let is_active = |unit: &BattleUnitState| {
            matches!(unit.place, UnitPlace::Table | UnitPlace::Wall) && !unit.activated
        };
        let active = self.units.iter().any(|unit| unit.player == player && is_active(unit));
        !active && self.ncus[player.index()] == 0
    }
}

impl Play<'_> {
    /// Plays all rounds and returns how the battle ended.
    pub(super) fn play_rounds(&mut self) -> PlayResult<BattleEnding> {
        self.play_rounds_from(1)
    }

    /// Plays a turn of the active player and the rest of the battle.
    pub(super) fn play_rest(&mut self, turn: PlayerTurn) -> PlayResult<BattleEnding> {
        match self.play_rest_of_round(turn)? {
            Some(ending) => Ok(ending),
            None => self.play_rounds_from(self.state.round + 1),
        }
    }

    fn play_rounds_from(&mut self, first: u8) -> PlayResult<BattleEnding> {
        for round in first..=ROUNDS {
            self.begin_round(round)?;
            self.play_turns()?;
            if let Some(ending) = self.clean_up()? {
                return Ok(ending);
            }
        }
        Ok(self.ending_by_points())
    }

    fn begin_round(&mut self, round: u8) -> PlayResult {
        self.state.round = round;
        for unit in &mut self.state.units {
            (unit.activated, unit.ordered) = (false, false);
        }
        self.state.tactics_zones = [None; 5];
        for player in PlayerId::BOTH {
            let army = self.army_at(player);
            // list building allows far fewer than 256 NCUs
            let ncus = self.battle.ncus.get(army).map_or(0, |ncus| ncus.len() as u8);
            let lost = self.state.ncu_states.lost(army);
            self.state.ncus[player.index()] = ncus.saturating_sub(lost);
        }
        self.state.ncu_states.begin_round();
        let first = self.state.first;
        self.record(|| LogEntry::Round { round, first })?;
        modes::begin_round(self)?;
        if self.battle.mode.has_siege() { self.bring_back() } else { Ok(()) }
    }

    /// Plays the turns of a round. They alternate from the first player; a player with nothing left
    /// is skipped (A12.6).
    fn play_turns(&mut self) -> PlayResult {
        self.state.active = self.state.first;
        self.play_cards_at(CardEvent::RoundStart)?;
        self.continue_turns([false; 2])
    }

    /// Plays the rest of the turns of a round; `has_waited` says for each player whether he waits.
    fn continue_turns(&mut self, mut has_waited: [bool; 2]) -> PlayResult {
        loop {
            let active = self.state.active;
            let may_act =
                |player: PlayerId| !has_waited[player.index()] && self.state.has_turn(player);
            if may_act(active) {
                has_waited[active.index()] = self.take_turn()?;
            } else if !may_act(active.opponent()) {
                return Ok(());
            }
            self.state.active = active.opponent();
        }
    }

    /// Plays one turn of the active player. Returns whether the player waits, which ends his turns
    /// this round.
    pub(super) fn take_turn(&mut self) -> PlayResult<bool> {
        let player = self.state.active;
        self.spend_card_tokens()?;
        self.play_cards_at(CardEvent::TurnStart)?;
        // a card may have destroyed the last unit that had a turn
        if !self.state.has_turn(player) {
            self.end_turn()?;
            return Ok(false);
        }
        let choice = self.request_choice(player, PlayerDecision::Turn)?;
        let PlayerChoice::Turn(turn) = choice else { return Err(wrong_choice("A12.6", &choice)) };
        let waits = self.make_turn(player, turn)?;
        self.end_turn()?;
        Ok(waits)
    }

    /// Ends a turn: cards of its end, and those that stay until then.
    pub(super) fn end_turn(&mut self) -> PlayResult {
        self.play_cards_at(CardEvent::TurnEnd)?;
        for unit in &mut self.state.units {
            unit.denied = Denials::default();
        }
        self.state.ncu_states.end_turn();
        self.detach_all_cards(|stays| stays.until == StayEnd::Turn)
    }

    /// Carries out a turn. Returns whether the player waits.
    pub(super) fn make_turn(&mut self, player: PlayerId, turn: PlayerTurn) -> PlayResult<bool> {
        match turn {
            PlayerTurn::Unit { unit, action } if self.battle.is_wall(unit) => {
                self.activate_wall(player, unit, action)?
            }
            PlayerTurn::Unit { unit, action } => self.activate(player, unit, action)?,
            PlayerTurn::Reserve { unit, pose } if self.battle.mode.has_siege() => {
                self.arrive(player, unit, pose)?
            }
            PlayerTurn::Ncu { seat, benefit } => self.activate_ncu(player, seat, benefit)?,
            PlayerTurn::Reserve { unit, pose } => self.deploy_from_reserve(player, unit, pose)?,
            PlayerTurn::Wait => {
                if !self.state.has_only_reserve(player) {
                    return Err(refusal(
                        "A12.6",
                        "a player with a unit or an NCU left may not wait",
                    ));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Plays a turn of the active player and the rest of the round with its end.
    pub(super) fn play_rest_of_round(
        &mut self,
        turn: PlayerTurn,
    ) -> PlayResult<Option<BattleEnding>> {
        let player = self.state.active;
        let mut has_waited = [false; 2];
        has_waited[player.index()] = self.make_turn(player, turn)?;
        self.end_turn()?;
        self.state.active = player.opponent();
        self.continue_turns(has_waited)?;
        let ending = self.clean_up()?;
        let is_last = self.state.round == ROUNDS;
        Ok(ending.or_else(|| is_last.then(|| self.ending_by_points())))
    }

    /// Activates a combat unit (A12.6).
    pub(super) fn activate(
        &mut self,
        player: PlayerId,
        unit: UnitId,
        action: UnitAction,
    ) -> PlayResult {
        if self.own_unit(unit, player)?.activated {
            return Err(refusal("A12.6", format!("{unit} has already activated this round")));
        }
        // set before the action, so that abilities and a return from reserve see it (A13.2.4)
        if let Some(state) = self.state.unit_mut(unit) {
            state.activated = true;
        }
        self.state.acting = Some(unit);
        modes::activating(self, unit)?;
        self.draw_by_staying_cards(unit)?;
        let mut acted = false;
        let before = self.battle.decks.as_ref().map(|_| self.state.field.clone());
        self.play_cards_at(CardEvent::Activation(unit))?;
        // a card may have destroyed the unit, or made it give up its action
        if self.state.is_on_table(unit, player) && self.state.acting == Some(unit) {
            let is_moved = before.is_some_and(|before| before != self.state.field);
            acted = self.act(unit, action, is_moved)?;
        }
        self.state.acting = None;
        if self.state.is_on_table(unit, player) {
            modes::acted(self, unit)?;
        }
        if acted {
            self.play_cards_at(CardEvent::Acted(unit))?;
        }
        Ok(())
    }

    /// Performs the declared action of a unit. Its player declares another one if a card has moved
    /// units since; if a card has destroyed the enemy, there is none. Returns whether it has acted.
    fn act(&mut self, unit: UnitId, declared: UnitAction, is_moved: bool) -> PlayResult<bool> {
        let action = if is_moved { self.request_action(unit)? } else { declared };
        let acts = is_moved || self.has_its_enemy(unit, action);
        if acts {
            self.perform(unit, action)?;
        }
        Ok(acts && action != UnitAction::Forgo)
    }

    /// Returns whether the enemy of an action is still on the table.
    pub(super) fn has_its_enemy(&self, unit: UnitId, action: UnitAction) -> bool {
        match action {
            UnitAction::Shoot { target, .. }
            | UnitAction::Melee { target, .. }
            | UnitAction::Charge { target, .. } => {
                self.state.unit(target).is_some_and(BattleUnitState::is_attackable)
            }
            UnitAction::Retreat(_) => self.state.field.is_engaged(unit),
            _ => true,
        }
    }

    /// Deploys a unit from reserve: in its zone, or at a flank edge that is open (A13.2.2).
    pub(crate) fn deploy_from_reserve(
        &mut self,
        player: PlayerId,
        unit: UnitId,
        pose: Pose,
    ) -> PlayResult {
        let state = *self.unit(unit)?;
        let UnitPlace::Reserve(from) = state.place else {
            return Err(refusal("A13.2.2", format!("{unit} is not in reserve")));
        };
        if state.player != player || self.state.round < from.max(2) {
            return Err(refusal("A13.2.2", format!("{unit} may not be deployed yet")));
        }
        let at = self.position(unit, pose)?;
        let (table, shape) = (self.state.field.table(), at.tray.shape());
        let is_inside = |zone: EdgeStrip| table.strip_contains(zone, shape);
        let own = zone(player, self.battle.mode.zone());
        let flank = |edge: Edge| {
            self.state.is_edge_open(self.battle, player, edge)
                && is_inside(EdgeStrip { edge, depth: Length::SHORT })
        };
        let by_flank = !is_inside(own);
        if by_flank && ![Edge::West, Edge::East].into_iter().any(flank) {
            let why = format!(
                "{unit} is neither in its deployment zone nor within 6\" of an open flank edge"
            );
            return Err(refusal("A13.2.2", why));
        }
        self.enter(unit, at, "A13.2.2")?;
        // a unit that enters in its own zone may still activate this round
        if let Some(state) = self.state.unit_mut(unit) {
            state.activated = by_flank;
        }
        Ok(())
    }

    /// Ends a round: scores objectives, checks for a winner, discards and draws cards, and passes
    /// the first turn (A12.7).
    fn clean_up(&mut self) -> PlayResult<Option<BattleEnding>> {
        self.play_cards_at(CardEvent::RoundEnd)?;
        self.retire_ncus()?;
        if self.state.round >= 2 {
            self.score_objectives()?;
        }
        let [south, north] = self.state.points;
        // with equal points beyond the goal the battle goes on (A12.2, A12.10)
        if south.max(north) >= self.battle.goal && south != north {
            let winner = if south > north { PlayerId::South } else { PlayerId::North };
            return Ok(Some(BattleEnding { winner: Some(winner), by: EndReason::Goal }));
        }
        self.detach_all_cards(|stays| stays.until == StayEnd::Round)?;
        // no round follows the last one in which a card could be played
        if self.state.round < ROUNDS {
            self.refill_hands()?;
            modes::end_round(self)?;
        }
        let next = self.state.first.opponent();
        self.state.first = self.state.next_first.take().unwrap_or(next);
        Ok(None)
    }

    /// Scores objectives, then resolves their effects (A12.8).
    pub(super) fn score_objectives(&mut self) -> PlayResult {
        for (card, unit) in modes::score(self)? {
            let player = self.unit(unit)?.player;
            // an earlier effect may have destroyed it: the centre makes its unit test (A13.1.1)
            if !self.state.is_on_table(unit, player) {
                continue;
            }
            match modes::effect(self, card, unit)? {
                Some(ObjectiveEffect::PanicTest(unit)) => self.panic(unit, -2, true)?,
                Some(ObjectiveEffect::Shift(unit, shift)) => {
                    self.shift_by_objective(unit, shift)?
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Returns the ending by points, or by the cost of surviving units if they are equal (A12.3,
    /// A12.10).
    pub(super) fn ending_by_points(&self) -> BattleEnding {
        let more = |[south, north]: [u32; 2]| match south.cmp(&north) {
            std::cmp::Ordering::Greater => Some(PlayerId::South),
            std::cmp::Ordering::Less => Some(PlayerId::North),
            std::cmp::Ordering::Equal => None,
        };
        // the defender of a siege has held out (A13.3.2)
        if let Some(siege) = &self.state.siege {
            return BattleEnding { winner: Some(siege.defender), by: EndReason::Defence };
        }
        if let Some(winner) = more(self.state.points.map(u32::from)) {
            return BattleEnding { winner: Some(winner), by: EndReason::RoundLimit };
        }
        let left = PlayerId::BOTH.map(|player| self.state.cost_left(self.battle, player));
        BattleEnding { winner: more(left), by: EndReason::TieBreak }
    }
}
