//! Manoeuvres, marches, retreats, shifts and pivots (A6.7–A6.12, A10.4).

use super::card_event::CardEvent;
use super::held;
use crate::choice::{DieChoice, PlayerChoice, RetreatPath, Shift};
use crate::decision::PlayerDecision;
use crate::field::{LegalMove, Manoeuvre, TerrainCrossing, UnitId};
use crate::geometry::{Heading, Length};
use crate::log::DANGEROUS_TERRAIN;
use crate::modes;
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::terrain::Keyword;
use warodds_engine::chance::{Die, Label};
use warodds_questions::catalogue::FreeRetreat;

const RETREAT: Label = Label::new("retreat die", "A6.12");
const DANGEROUS: Label = Label::new(DANGEROUS_TERRAIN, "A10.4");

/// The longest shift before a ranged attack (A6.13).
const SHIFT: Length = Length::inches(2);

/// The rule behind a move, and whether dangerous terrain at its end counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCost {
    pub rule: &'static str,
    /// Whether the move is a whole action: acting in dangerous terrain causes wounds (A10.4).
    pub is_action: bool,
}

impl Play<'_> {
    pub(super) fn manoeuvre(
        &mut self,
        unit: UnitId,
        steps: Manoeuvre,
        rule: &'static str,
    ) -> PlayResult {
        let walk = self.state.field.manoeuvre(unit, steps, self.speed(unit))?;
        self.finish_move(unit, &walk, MoveCost { rule, is_action: true })
    }

    pub(super) fn march(&mut self, unit: UnitId, ahead: Length, then: Heading) -> PlayResult {
        if self.state.is_slow(self.battle, unit) {
            return Err(refusal("A13.5", format!("{unit} carries an objective and may not march")));
        }
        let walk = self.state.field.march(unit, ahead, then, self.speed(unit))?;
        self.finish_move(unit, &walk, MoveCost { rule: "A6.11", is_action: true })
    }

    pub(super) fn shift(&mut self, unit: UnitId, shift: Shift) -> PlayResult {
        let Shift { direction, by } = shift;
        let walk = self.state.field.shift(unit, direction, by, SHIFT)?;
        self.finish_move(unit, &walk, MoveCost { rule: "A6.8", is_action: false })
    }

    /// Shifts a unit up to 3" by an objective's effect (A13.1.3).
    pub(crate) fn shift_by_objective(&mut self, unit: UnitId, shift: Shift) -> PlayResult {
        let Shift { direction, by } = shift;
        let walk = self.state.field.shift(unit, direction, by, Length::inches(3))?;
        self.finish_move(unit, &walk, MoveCost { rule: "A13.1.3", is_action: false })
    }

    /// Retreats a unit (A6.12). The declared path must be legal with the highest die; once the die
    /// is rolled the player chooses the actual path, or stays if none is legal.
    pub(super) fn retreat(&mut self, unit: UnitId, declared: RetreatPath) -> PlayResult {
        let speed = self.speed(unit);
        self.retreat_by_card(unit, declared, (speed, FreeRetreat::default()))
    }

    /// Retreats a unit in the same way, with what a tactics card changes.
    pub(super) fn retreat_by_card(
        &mut self,
        unit: UnitId,
        declared: RetreatPath,
        (speed, by_card): (Length, FreeRetreat),
    ) -> PlayResult {
        self.check_retreat(unit, declared, speed.saturating_add(Length::inches(6)))?;
        let die = self.retreat_die(unit, by_card.rerolls)?;
        let allowed = speed.saturating_add(Length::inches(die));
        let player = self.unit(unit)?.player;
        let choice = self.request_choice(player, PlayerDecision::Retreat(unit, allowed))?;
        let PlayerChoice::Retreat(path) = choice else {
            return Err(wrong_choice("A6.12", &choice));
        };
        let Some(path) = path else {
            return self.act_in_place(unit);
        };
        let walk = self.check_retreat(unit, path, allowed)?;
        let freed: Vec<UnitId> = self.state.field.freed_by(unit).collect();
        let left: Vec<UnitId> = self.state.field.engaged_with(unit).collect();
        self.finish_move(unit, &walk, MoveCost { rule: "A6.12", is_action: true })?;
        for enemy in left {
            held(by_card.gives).try_for_each(|token| self.give_token(enemy, token, "A8.3"))?;
        }
        freed.into_iter().try_for_each(|enemy| self.pivot_freely(enemy))
    }

    /// Rolls the die of a retreat, up to once more if its player wants to.
    fn retreat_die(&mut self, unit: UnitId, rerolls: u8) -> PlayResult<u8> {
        let die = self.roll_die(&RETREAT, Die::D6);
        if rerolls == 0 {
            return Ok(die);
        }
        let player = self.unit(unit)?.player;
        match self.request_choice(player, PlayerDecision::Die(unit, die))? {
            PlayerChoice::Die(DieChoice::Keep) => Ok(die),
            PlayerChoice::Die(DieChoice::Reroll) => Ok(self.roll_die(&RETREAT, Die::D6)),
            other => Err(wrong_choice("A6.12", &other)),
        }
    }

    fn check_retreat(
        &self,
        unit: UnitId,
        path: RetreatPath,
        allowed: Length,
    ) -> PlayResult<LegalMove> {
        let RetreatPath { direction, by, then } = path;
        Ok(self.state.field.retreat(unit, (direction, by), then, allowed)?)
    }

    /// Offers a free pivot to a unit that is no longer engaged (A6.12, A6.18).
    pub(super) fn pivot_freely(&mut self, unit: UnitId) -> PlayResult {
        let player = self.unit(unit)?.player;
        if !self.state.is_on_table(unit, player) || self.state.field.is_engaged(unit) {
            return Ok(());
        }
        let choice = self.request_choice(player, PlayerDecision::Pivot(unit))?;
        let PlayerChoice::Pivot(heading) = choice else {
            return Err(wrong_choice("A6.7", &choice));
        };
        let Some(heading) = heading else { return Ok(()) };
        let pose = self.state.field.pivot(unit, heading)?;
        self.place_unit(unit, pose, "A6.7")?;
        modes::moved(self, unit)
    }

    /// Offers a free manoeuvre to a unit that destroyed its enemy (A6.18).
    pub(super) fn surge(&mut self, unit: UnitId) -> PlayResult {
        let player = self.unit(unit)?.player;
        if !self.state.is_on_table(unit, player) || self.state.field.is_engaged(unit) {
            return Ok(());
        }
        // a card takes its place
        if self.play_cards_at(CardEvent::Surge(unit))? > 0 {
            return Ok(());
        }
        let choice = self.request_choice(player, PlayerDecision::Surge(unit))?;
        let PlayerChoice::Surge(steps) = choice else { return Err(wrong_choice("A6.18", &choice)) };
        let Some((first, ahead, then)) = steps else { return Ok(()) };
        self.manoeuvre(unit, Manoeuvre { first, ahead, then }, "A6.18")
    }

    /// Places a unit at the end of a move and deals the wounds of dangerous terrain (A10.4).
    pub(super) fn finish_move(
        &mut self,
        unit: UnitId,
        walk: &LegalMove,
        cost: MoveCost,
    ) -> PlayResult {
        self.place_unit(unit, walk.pose, cost.rule)?;
        modes::moved(self, unit)?;
        let dangerous = |passage: TerrainCrossing| {
            let pieces = self.state.field.pieces();
            walk.crossings.iter().any(|(number, crossed)| {
                crossed == passage
                    && pieces.get(number).is_some_and(|piece| piece.is(Keyword::Dangerous))
            })
        };
        let (crossed, at_edge) =
            (dangerous(TerrainCrossing::Through), dangerous(TerrainCrossing::Edge));
        if crossed {
            self.suffer_dangerous_terrain(unit)?;
        }
        // a pivot on the spot has no passages, but is an action in the terrain under the tray
        let is_inside = super::surroundings(&self.state.field, unit).dangerous;
        if cost.is_action && (at_edge || is_inside) {
            self.suffer_dangerous_terrain(unit)?;
        }
        Ok(())
    }

    /// Deals the wounds of dangerous terrain for an action that did not move the unit (A10.4).
    fn act_in_place(&mut self, unit: UnitId) -> PlayResult {
        if super::surroundings(&self.state.field, unit).dangerous {
            self.suffer_dangerous_terrain(unit)?;
        }
        Ok(())
    }

    /// Deals D3+1 wounds of dangerous terrain (A10.4).
    fn suffer_dangerous_terrain(&mut self, unit: UnitId) -> PlayResult {
        if self.unit(unit)?.left == 0 {
            return Ok(());
        }
        let wounds = self.roll_die(&DANGEROUS, Die::D3) + 1;
        self.wound(unit, wounds, "A10.4")
    }
}
