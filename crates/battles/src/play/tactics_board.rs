//! The tactics board: zones and what NCUs make of them (A9).

use super::{Play, PlayResult, refusal};
use crate::choice::{Benefit, ConditionToken, TacticsZone, UnitAction};
use crate::field::{PlayerId, UnitId};
use crate::log::LogEntry;

/// What the Crown adds to the panic test (A9.2).
pub(crate) const CROWN: i8 = warodds_games::asoiaf::zones::CROWN;

impl Play<'_> {
    /// An NCU activates: it claims a free zone, or does nothing (A9.1–A9.3).
    pub(super) fn ncu(
        &mut self,
        player: PlayerId,
        seat: Option<TacticsZone>,
        benefit: Benefit,
    ) -> PlayResult {
        let left = &mut self.state.ncus[player.index()];
        *left = left
            .checked_sub(1)
            .ok_or_else(|| refusal("A12.6", "every NCU has activated this round"))?;
        let Some(seat) = seat else {
            return if benefit == Benefit::Nothing {
                Ok(())
            } else {
                Err(refusal("A9.1", "without a zone there is nothing to be had"))
            };
        };
        let taken = &mut self.state.tactics_zones[seat as usize];
        if taken.is_some() {
            return Err(refusal("A9.1", format!("the zone {seat:?} is taken")));
        }
        *taken = Some(player);
        self.record(|| LogEntry::Zone { seat, player })?;
        self.benefit(player, seat, benefit)
    }

    fn benefit(&mut self, player: PlayerId, seat: TacticsZone, benefit: Benefit) -> PlayResult {
        match (seat, benefit) {
            (_, Benefit::Nothing) => Ok(()),
            (TacticsZone::Crown, Benefit::Test { unit }) => {
                self.own_unit(unit, player.opponent())?;
                self.panic(unit, CROWN, false)
            }
            (TacticsZone::Wealth, Benefit::Restore { unit, token }) => {
                self.own_unit(unit, player)?;
                self.restore(unit, token)
            }
            (TacticsZone::Letters, Benefit::Token { unit, token }) => {
                self.own_unit(unit, player.opponent())?;
                self.give_token(unit, token, "A9.2")
            }
            (TacticsZone::Swords, Benefit::Act { unit, action }) => {
                let attacks = matches!(
                    action,
                    UnitAction::Shoot { .. }
                        | UnitAction::Melee { .. }
                        | UnitAction::Demolish { .. }
                );
                self.free_action((player, unit), action, attacks)
            }
            (TacticsZone::Horse, Benefit::Act { unit, action }) => {
                let moves = matches!(action, UnitAction::Manoeuvre { .. } | UnitAction::Retreat(_));
                self.free_action((player, unit), action, moves)
            }
            _ => Err(refusal("A9.2", format!("{seat:?} does not give {benefit:?}"))),
        }
    }

    /// A free action (A6.6): it does not use up an activation.
    fn free_action(
        &mut self,
        (player, unit): (PlayerId, UnitId),
        action: UnitAction,
        fits: bool,
    ) -> PlayResult {
        self.own_unit(unit, player)?;
        if !fits {
            return Err(refusal("A9.2", format!("the zone does not allow {action:?}")));
        }
        self.perform(unit, action)?;
        if self.state.is_on_table(unit, player) { crate::modes::acted(self, unit) } else { Ok(()) }
    }

    /// Up to 3 wounds and one token (A9.2).
    fn restore(&mut self, unit: UnitId, token: Option<ConditionToken>) -> PlayResult {
        self.heal(unit, 3, "A9.2")?;
        let Some(token) = token else { return Ok(()) };
        let held = self.unit(unit)?.tokens;
        if held & token.bit() == 0 {
            return Err(refusal("A9.2", format!("{unit} holds no token {token:?}")));
        }
        self.set_tokens(unit, held & !token.bit(), "A9.2")
    }
}
