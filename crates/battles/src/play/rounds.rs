//! Rounds, turns and the end (A12).

use super::{Play, PlayResult, refusal, wrong_choice};
use crate::choice::{PlayerChoice, PlayerTurn, UnitAction};
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Edge, EdgeStrip, Length, Pose};
use crate::log::{BattleEnding, EndReason, LogEntry};
use crate::modes;
use crate::state::{BattleState, UnitPlace};

/// The rounds of a battle (A12.3).
pub const ROUNDS: u8 = 6;

impl BattleState {
    /// Whether a player still has something to activate, or to deploy, in this round (A12.6).
    pub fn has_turn(&self, player: PlayerId) -> bool {
        let own = self.units_with_ids().any(|(_, unit)| {
            let waits = match unit.place {
                UnitPlace::Table => !unit.activated,
                UnitPlace::Reserve(from) => self.round >= from.max(2),
                UnitPlace::Gone => false,
            };
            unit.player == player && waits
        });
        own || self.ncus[player.index()] > 0
    }

    /// Whether nothing is left to a player but units in reserve.
    pub(crate) fn has_only_reserve(&self, player: PlayerId) -> bool {
        let active = self.units_on_table(player).any(|(_, unit)| !unit.activated);
        !active && self.ncus[player.index()] == 0
    }
}

impl Play<'_> {
    /// All rounds; the end that comes after the last of them.
    pub(super) fn rounds(&mut self) -> PlayResult<BattleEnding> {
        for round in 1..=ROUNDS {
            self.begin(round)?;
            self.turns()?;
            if let Some(ending) = self.clean_up()? {
                return Ok(ending);
            }
        }
        Ok(self.by_what_is_left())
    }

    fn begin(&mut self, round: u8) -> PlayResult {
        self.state.round = round;
        for unit in &mut self.state.units {
            (unit.activated, unit.ordered) = (false, false);
        }
        self.state.tactics_zones = [None; 5];
        for player in PlayerId::BOTH {
            let army = self.army_at(player);
            // no more than can be counted
            let ncus = self.battle.ncus.get(army).map_or(0, |ncus| ncus.len() as u8);
            self.state.ncus[player.index()] = ncus;
        }
        let first = self.state.first;
        self.record(|| LogEntry::Round { round, first })
    }

    /// Turns alternate from the first player; who has nothing left waits (A12.6).
    fn turns(&mut self) -> PlayResult {
        self.state.active = self.state.first;
        let mut waited = [false; 2];
        loop {
            let active = self.state.active;
            let may = |player: PlayerId| !waited[player.index()] && self.state.has_turn(player);
            if may(active) {
                waited[active.index()] = self.turn()?;
            } else if !may(active.opponent()) {
                return Ok(());
            }
            self.state.active = active.opponent();
        }
    }

    /// One turn; whether the player waits, and has no more this round.
    pub(super) fn turn(&mut self) -> PlayResult<bool> {
        let player = self.state.active;
        let choice = self.request_choice(player, PlayerDecision::Turn)?;
        let PlayerChoice::Turn(turn) = choice else { return Err(wrong_choice("A12.6", &choice)) };
        match turn {
            PlayerTurn::Unit { unit, action } => self.activate(player, unit, action)?,
            PlayerTurn::Ncu { seat, benefit } => self.ncu(player, seat, benefit)?,
            PlayerTurn::Reserve { unit, pose } => self.deploy_from_reserve(player, unit, pose)?,
            PlayerTurn::Wait => {
                if !self.state.has_only_reserve(player) {
                    return Err(refusal("A12.6", "nobody with a unit left may pass a turn"));
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A combat unit activates (A12.6).
    fn activate(&mut self, player: PlayerId, unit: UnitId, action: UnitAction) -> PlayResult {
        if self.own_unit(unit, player)?.activated {
            return Err(refusal("A12.6", format!("{unit} has activated already this round")));
        }
        if let Some(held) = self.state.unit_mut(unit) {
            held.activated = true;
        }
        self.state.acting = Some(unit);
        modes::activating(self, unit)?;
        self.perform(unit, action)?;
        self.state.acting = None;
        if self.state.is_on_table(unit, player) { modes::acted(self, unit) } else { Ok(()) }
    }

    /// A unit comes from reserve (A13.2.2): into its zone, or near a flank edge that is open.
    pub(crate) fn deploy_from_reserve(
        &mut self,
        player: PlayerId,
        unit: UnitId,
        pose: Pose,
    ) -> PlayResult {
        let held = *self.unit(unit)?;
        let UnitPlace::Reserve(from) = held.place else {
            return Err(refusal("A13.2.2", format!("{unit} is not in reserve")));
        };
        if held.player != player || self.state.round < from.max(2) {
            return Err(refusal("A13.2.2", format!("{unit} may not be deployed yet")));
        }
        let at = self.position(unit, pose)?;
        let (table, shape) = (self.state.field.table(), at.tray.shape());
        let inside = |zone: EdgeStrip| table.strip_contains(zone, shape);
        let own = super::set_up::zone(player, self.battle.mode.zone());
        let flank = |edge: Edge| {
            self.state.is_edge_open(self.battle, player, edge)
                && inside(EdgeStrip { edge, depth: Length::SHORT })
        };
        let by_flank = !inside(own);
        if by_flank && ![Edge::West, Edge::East].into_iter().any(flank) {
            let why = format!("{unit} is neither in its zone nor near a flank edge that is open");
            return Err(refusal("A13.2.2", why));
        }
        self.enter(unit, at, "A13.2.2")?;
        if let Some(held) = self.state.unit_mut(unit) {
            held.activated = by_flank;
        }
        Ok(())
    }

    /// The end of a round (A12.7): points, the winner, the first player.
    fn clean_up(&mut self) -> PlayResult<Option<BattleEnding>> {
        if self.state.round >= 2 {
            modes::score(self)?;
        }
        let [south, north] = self.state.points;
        // who has the points and more of them wins; equal ones play on (A12.2, A12.10)
        if south.max(north) >= self.battle.goal && south != north {
            let winner = if south > north { PlayerId::South } else { PlayerId::North };
            return Ok(Some(BattleEnding { winner: Some(winner), by: EndReason::Goal }));
        }
        self.state.first = self.state.first.opponent();
        Ok(None)
    }

    /// Who wins after the last round (A12.3, A12.10).
    pub(super) fn by_what_is_left(&self) -> BattleEnding {
        let more = |[south, north]: [u32; 2]| match south.cmp(&north) {
            std::cmp::Ordering::Greater => Some(PlayerId::South),
            std::cmp::Ordering::Less => Some(PlayerId::North),
            std::cmp::Ordering::Equal => None,
        };
        if let Some(winner) = more(self.state.points.map(u32::from)) {
            return BattleEnding { winner: Some(winner), by: EndReason::RoundLimit };
        }
        let left = PlayerId::BOTH.map(|player| self.state.cost_left(self.battle, player));
        BattleEnding { winner: more(left), by: EndReason::TieBreak }
    }
}
