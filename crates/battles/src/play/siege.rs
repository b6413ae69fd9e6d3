//! What players do in a siege: walls that shoot, units that come back, and reserves (A13.3.4 to
//! A13.3.6).

use crate::battle::may_deploy;
use crate::choice::{PlayerChoice, UnitAction};
use crate::decision::PlayerDecision;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Edge, EdgeStrip, Length, Pose};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::UnitPlace;

impl Play<'_> {
    /// Activates a standing section of the wall: it shoots its arrows without a shift, or passes
    /// (A13.3.6).
    pub(super) fn activate_wall(
        &mut self,
        player: PlayerId,
        wall: UnitId,
        action: UnitAction,
    ) -> PlayResult {
        let state = *self.unit(wall)?;
        if state.player != player || state.place != UnitPlace::Wall {
            return Err(refusal(
                "A13.3.6",
                format!("{wall} is not one of the player's standing walls"),
            ));
        }
        if state.activated {
            return Err(refusal("A12.6", format!("{wall} has already activated this round")));
        }
        if let Some(state) = self.state.unit_mut(wall) {
            state.activated = true;
        }
        match action {
            UnitAction::Forgo => Ok(()),
            UnitAction::Shoot { weapon, shift: None, target } => {
                self.shoot([wall, target], weapon, None)
            }
            _ => Err(refusal("A13.3.6", format!("{wall} may only shoot without a shift, or pass"))),
        }
    }

    /// Lets the attacker bring back destroyed units anywhere in his zone, without characters, before
    /// the first turn of the round (A13.3.4).
    pub(super) fn bring_back(&mut self) -> PlayResult {
        let player = self.state.defender().opponent();
        loop {
            let fallen = self.state.fallen(player);
            if fallen.is_empty() {
                return Ok(());
            }
            let choice = self.request_choice(player, PlayerDecision::BringBack(fallen.clone()))?;
            let PlayerChoice::BringBack(unit) = choice else {
                return Err(wrong_choice("A13.3.4", &choice));
            };
            let Some((unit, pose)) = unit else { return Ok(()) };
            if !fallen.contains(&unit) {
                return Err(refusal("A13.3.4", format!("{unit} has not been destroyed")));
            }
            let (at, zone) = (self.position(unit, pose)?, self.state.zone(self.battle, player));
            if !may_deploy(&self.state.field, unit, at, zone) {
                return Err(refusal("A13.3.4", format!("{unit} may not be deployed there")));
            }
            if let Some(state) = self.state.unit_mut(unit) {
                state.is_led = false;
            }
            self.enter(unit, at, "A13.3.4")?;
        }
    }

    /// Activates a unit of the defender that comes from reserve, which is not its action (A13.3.5).
    pub(super) fn arrive(&mut self, player: PlayerId, unit: UnitId, pose: Pose) -> PlayResult {
        let state = *self.unit(unit)?;
        let from = match state.place {
            UnitPlace::Reserve(from) if state.player == player => from,
            _ => return Err(refusal("A13.3.5", format!("{unit} is not in reserve"))),
        };
        if self.state.round < from {
            return Err(refusal("A13.3.5", format!("{unit} may not be deployed yet")));
        }
        let at = self.position(unit, pose)?;
        let is_inside = |edge| {
            let strip = EdgeStrip { edge, depth: Length::SHORT };
            may_deploy(&self.state.field, unit, at, strip)
        };
        if ![Edge::West, Edge::East].into_iter().any(is_inside) {
            let why = format!("{unit} may not be deployed there: not within 6\" of a flank edge");
            return Err(refusal("A13.3.5", why));
        }
        self.enter(unit, at, "A13.3.5")?;
        let action = self.request_action(unit)?;
        self.activate(player, unit, action)
    }
}
