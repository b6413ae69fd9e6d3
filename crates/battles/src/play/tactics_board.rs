//! The tactics board: zones and what NCUs make of them (A9).

use super::{Play, PlayResult, refusal};
use crate::choice::{Action, Benefit, Condition, Seat};
use crate::field::{Player, UnitId};
use crate::log::Entry;

/// What the Crown adds to the panic test (A9.2).
pub(crate) const CROWN: i8 = warodds_games::asoiaf::zones::CROWN;

impl Play<'_> {
    /// An NCU activates: it claims a free zone, or does nothing (A9.1–A9.3).
    pub(super) fn ncu(
        &mut self,
        player: Player,
        seat: Option<Seat>,
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
        let taken = &mut self.state.seats[seat as usize];
        if taken.is_some() {
            return Err(refusal("A9.1", format!("the zone {seat:?} is taken")));
        }
        *taken = Some(player);
        self.record(|| Entry::Zone { seat, player })?;
        self.benefit(player, seat, benefit)
    }

    fn benefit(&mut self, player: Player, seat: Seat, benefit: Benefit) -> PlayResult {
        match (seat, benefit) {
            (_, Benefit::Nothing) => Ok(()),
            (Seat::Crown, Benefit::Test { unit }) => {
                self.own_unit(unit, player.opponent())?;
                self.panic(unit, CROWN, false)
            }
            (Seat::Wealth, Benefit::Restore { unit, token }) => {
                self.own_unit(unit, player)?;
                self.restore(unit, token)
            }
            (Seat::Letters, Benefit::Token { unit, token }) => {
                self.own_unit(unit, player.opponent())?;
                self.give_token(unit, token, "A9.2")
            }
            (Seat::Swords, Benefit::Act { unit, action }) => {
                let attacks = matches!(
                    action,
                    Action::Shoot { .. } | Action::Melee { .. } | Action::Demolish { .. }
                );
                self.free_action((player, unit), action, attacks)
            }
            (Seat::Horse, Benefit::Act { unit, action }) => {
                let moves = matches!(action, Action::Manoeuvre { .. } | Action::Retreat(_));
                self.free_action((player, unit), action, moves)
            }
            _ => Err(refusal("A9.2", format!("{seat:?} does not give {benefit:?}"))),
        }
    }

    /// A free action (A6.6): it does not use up an activation.
    fn free_action(
        &mut self,
        (player, unit): (Player, UnitId),
        action: Action,
        fits: bool,
    ) -> PlayResult {
        self.own_unit(unit, player)?;
        if !fits {
            return Err(refusal("A9.2", format!("the zone does not allow {action:?}")));
        }
        self.perform(unit, action)?;
        if self.state.stands(unit, player) { crate::modes::acted(self, unit) } else { Ok(()) }
    }

    /// Up to 3 wounds and one token (A9.2).
    fn restore(&mut self, unit: UnitId, token: Option<Condition>) -> PlayResult {
        self.heal(unit, 3, "A9.2")?;
        let Some(token) = token else { return Ok(()) };
        let held = self.unit(unit)?.tokens;
        if held & token.bit() == 0 {
            return Err(refusal("A9.2", format!("{unit} holds no token {token:?}")));
        }
        self.set_tokens(unit, held & !token.bit(), "A9.2")
    }
}
