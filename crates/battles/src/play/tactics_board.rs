//! The tactics board: zones claimed by NCUs and their benefits (A9).

use super::card_event::CardEvent;
use crate::cards::CardId;
use crate::choice::{Benefit, ConditionToken, TacticsZone, UnitAction};
use crate::field::{PlayerId, UnitId};
use crate::log::LogEntry;
use crate::progress::{Play, PlayResult, refusal};
use warodds_questions::catalogue::ZoneEffect;

/// The modifier of the panic test caused by the Crown (A9.2).
pub(crate) const CROWN: i8 = warodds_games::asoiaf::zones::CROWN;

/// The tactics cards that the Letters draw (A9.2).
pub(crate) const DRAWN_BY_LETTERS: u8 = 2;

impl Play<'_> {
    /// Activates an NCU, which claims a free zone or does nothing (A9.1–A9.3).
    pub(super) fn activate_ncu(
        &mut self,
        player: PlayerId,
        seat: Option<TacticsZone>,
        benefit: Benefit,
    ) -> PlayResult {
        let left = &mut self.state.ncus[player.index()];
        *left = left
            .checked_sub(1)
            .ok_or_else(|| refusal("A12.6", "every NCU has activated this round"))?;
        let ncu = self.choose_ncu(player, seat)?;
        self.claim_zone((player, ncu), seat, benefit)
    }

    /// Lets an NCU that activates claim a free zone, or nothing.
    pub(super) fn claim_zone(
        &mut self,
        (player, ncu): (PlayerId, Option<CardId>),
        seat: Option<TacticsZone>,
        benefit: Benefit,
    ) -> PlayResult {
        let is_possible = self.left_of(player, benefit) == benefit;
        self.play_cards_at(CardEvent::NcuActivation(ncu))?;
        let Some(seat) = seat else {
            return if benefit == Benefit::Nothing {
                Ok(())
            } else {
                Err(refusal("A9.1", "an NCU that claims no zone has no benefit"))
            };
        };
        let taken = &mut self.state.tactics_zones[seat as usize];
        if taken.is_some() {
            return Err(refusal("A9.1", format!("the {seat:?} is already claimed")));
        }
        *taken = Some(player);
        self.state.claim = Some(benefit);
        let army = self.army_at(player);
        let state = ncu.and_then(|ncu| self.state.ncu_states.get_mut(army, ncu));
        if let Some(state) = state {
            state.zone = Some(seat);
        }
        self.record(|| LogEntry::Zone { seat, player })?;
        let zone = self.play_claim((player, ncu), seat, benefit)?;
        match zone {
            ZoneEffect::Kept => self.take_benefit((player, seat), benefit, is_possible)?,
            ZoneEffect::PartReplaced => {
                self.take_benefit((player, seat), benefit.keeping_token(), is_possible)?;
            }
            ZoneEffect::Replaced => {}
        }
        self.answer_claim((player, ncu), seat)?;
        self.state.claim = None;
        self.take_later_actions()?;
        ncu.map_or(Ok(()), |ncu| self.wear_out(player, ncu))
    }

    /// Applies the effect of a zone; `is_possible` says whether the benefit was when its NCU
    /// activated.
    fn take_benefit(
        &mut self,
        (player, seat): (PlayerId, TacticsZone),
        benefit: Benefit,
        is_possible: bool,
    ) -> PlayResult {
        if seat == TacticsZone::Letters && !matches!(benefit, Benefit::Mission { .. }) {
            self.draw_cards(player, DRAWN_BY_LETTERS, "A9.2")?;
        }
        // abilities and cards may have changed the units of the benefit; an illegal one is refused
        let left = if is_possible { self.left_of(player, benefit) } else { benefit };
        let target = left.unit();
        if let Some(unit) = target {
            self.target_by_zone(unit, seat)?;
        }
        // a card may have destroyed the target
        let left = if target.is_some() && is_possible { self.left_of(player, left) } else { left };
        self.apply_benefit(player, seat, left)
    }

    /// Returns what is left of a benefit: nothing if a unit of it has left the table, and no removed
    /// token if the unit does not hold it.
    fn left_of(&self, player: PlayerId, benefit: Benefit) -> Benefit {
        let is_there = match benefit {
            Benefit::Nothing => true,
            Benefit::Test { unit }
            | Benefit::Token { unit, .. }
            | Benefit::Mission { unit, .. } => self.state.is_on_table(unit, player.opponent()),
            Benefit::Restore { unit, .. } => self.state.is_on_table(unit, player),
            Benefit::Act { unit, action } => {
                self.state.is_on_table(unit, player) && self.has_its_enemy(unit, action)
            }
        };
        match benefit {
            _ if !is_there => Benefit::Nothing,
            Benefit::Restore { unit, token } => {
                let held = self.state.unit(unit).map_or(0, |state| state.tokens);
                let token = token.filter(|token| held & token.bit() != 0);
                Benefit::Restore { unit, token }
            }
            other => other,
        }
    }

    fn apply_benefit(
        &mut self,
        player: PlayerId,
        seat: TacticsZone,
        benefit: Benefit,
    ) -> PlayResult {
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
            (TacticsZone::Letters, Benefit::Mission { unit, token }) => {
                self.own_unit(unit, player.opponent())?;
                crate::modes::letters(self, player, (unit, token))
            }
            (TacticsZone::Swords, Benefit::Act { unit, action }) => {
                let is_attack = matches!(
                    action,
                    UnitAction::Shoot { .. }
                        | UnitAction::Melee { .. }
                        | UnitAction::Demolish { .. }
                );
                self.free_action((player, unit), action, is_attack)
            }
            (TacticsZone::Horse, Benefit::Act { unit, action }) => {
                let is_move =
                    matches!(action, UnitAction::Manoeuvre { .. } | UnitAction::Retreat(_));
                self.free_action((player, unit), action, is_move)
            }
            _ => Err(refusal("A9.2", format!("the {seat:?} does not allow {benefit:?}"))),
        }
    }

    /// Performs a free action, which does not use up the unit's activation (A6.6).
    fn free_action(
        &mut self,
        (player, unit): (PlayerId, UnitId),
        action: UnitAction,
        is_allowed: bool,
    ) -> PlayResult {
        self.own_unit(unit, player)?;
        if !is_allowed {
            return Err(refusal("A9.2", format!("the zone does not allow {action:?}")));
        }
        self.perform(unit, action)?;
        if self.state.is_on_table(unit, player) { crate::modes::acted(self, unit) } else { Ok(()) }
    }

    /// Heals up to 3 wounds and removes one token (A9.2).
    fn restore(&mut self, unit: UnitId, token: Option<ConditionToken>) -> PlayResult {
        self.heal(unit, 3, "A9.2")?;
        let Some(token) = token else { return Ok(()) };
        let bits = self.unit(unit)?.tokens;
        if bits & token.bit() == 0 {
            return Err(refusal("A9.2", format!("{unit} holds no {token:?} token")));
        }
        self.set_tokens(unit, bits & !token.bit(), "A9.2")
    }
}
