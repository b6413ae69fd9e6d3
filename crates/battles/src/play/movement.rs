//! Manoeuvres, marches, retreats and shifts of a battle (A6.7–A6.12, A10.4).

use super::{Play, PlayResult, refusal, wrong_choice};
use crate::choice::{PlayerChoice, RetreatPath, Shift};
use crate::decision::PlayerDecision;
use crate::field::{LegalMove, Manoeuvre, TerrainCrossing, UnitId};
use crate::geometry::{Heading, Length, Pose};
use crate::log::LogEntry;
use crate::modes;
use crate::terrain::Keyword;
use warodds_engine::chance::{Die, Label};

const RETREAT: Label = Label::new("retreat die", "A6.12");
const DANGEROUS: Label = Label::new("dangerous terrain D3", "A10.4");

/// How far a unit shifts before a ranged attack (A6.13).
const SHIFT: Length = Length::inches(2);

/// The rule that a move carries out, and its terrain wounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCost {
    rule: &'static str,
    /// Whether the move is the whole action: then acting in dangerous terrain is paid with it.
    is_action: bool,
}

impl Play<'_> {
    pub(super) fn manoeuvre(
        &mut self,
        unit: UnitId,
        steps: Manoeuvre,
        rule: &'static str,
    ) -> PlayResult {
        let walk = self.state.field.manoeuvre(unit, steps, self.speed(unit))?;
        self.walked(unit, &walk, MoveCost { rule, is_action: true })
    }

    pub(super) fn march(&mut self, unit: UnitId, ahead: Length, then: Heading) -> PlayResult {
        if modes::is_slow(&self.state, self.battle, unit) {
            return Err(refusal("A13.5", format!("{unit} carries an objective and may not march")));
        }
        let walk = self.state.field.march(unit, ahead, then, self.speed(unit))?;
        self.walked(unit, &walk, MoveCost { rule: "A6.11", is_action: true })
    }

    pub(super) fn shift(&mut self, unit: UnitId, shift: Shift) -> PlayResult {
        let Shift { direction, by } = shift;
        let walk = self.state.field.shift(unit, direction, by, SHIFT)?;
        self.walked(unit, &walk, MoveCost { rule: "A6.8", is_action: false })
    }

    /// A shift that an objective allows (A13.1.3).
    pub(crate) fn shift_by_objective(&mut self, unit: UnitId, shift: Shift) -> PlayResult {
        let Shift { direction, by } = shift;
        let walk = self.state.field.shift(unit, direction, by, Length::inches(3))?;
        self.walked(unit, &walk, MoveCost { rule: "A13.1.3", is_action: false })
    }

    /// A retreat (A6.12): the way that is declared must be there with the highest die; then the die
    /// says how far it goes, and a unit that finds no way stays.
    pub(super) fn retreat(&mut self, unit: UnitId, declared: RetreatPath) -> PlayResult {
        let speed = self.speed(unit);
        self.way(unit, declared, speed.saturating_add(Length::inches(6)))?;
        let die = self.roll_die(&RETREAT, Die::D6);
        let allowed = speed.saturating_add(Length::inches(die));
        let player = self.unit(unit)?.player;
        let choice = self.request_choice(player, PlayerDecision::Retreat(unit, allowed))?;
        let PlayerChoice::Retreat(way) = choice else { return Err(wrong_choice("A6.12", &choice)) };
        let Some(way) = way else {
            return self.pay_for_action(unit, "A6.12");
        };
        let walk = self.way(unit, way, allowed)?;
        let freed: Vec<UnitId> = self.state.field.freed_by(unit).collect();
        self.walked(unit, &walk, MoveCost { rule: "A6.12", is_action: true })?;
        freed.into_iter().try_for_each(|enemy| self.turn_freely(enemy))
    }

    fn way(&self, unit: UnitId, way: RetreatPath, allowed: Length) -> PlayResult<LegalMove> {
        let RetreatPath { direction, by, then } = way;
        Ok(self.state.field.retreat(unit, (direction, by), then, allowed)?)
    }

    /// A free pivot of a unit that is free of its enemies (A6.12, A6.18).
    pub(super) fn turn_freely(&mut self, unit: UnitId) -> PlayResult {
        let held = *self.unit(unit)?;
        if !self.state.is_on_table(unit, held.player) || self.state.field.is_engaged(unit) {
            return Ok(());
        }
        let choice = self.request_choice(held.player, PlayerDecision::Pivot(unit))?;
        let PlayerChoice::Pivot(heading) = choice else {
            return Err(wrong_choice("A6.7", &choice));
        };
        let Some(heading) = heading else { return Ok(()) };
        let pose = self.state.field.pivot(unit, heading)?;
        self.place_unit(unit, pose, "A6.7")?;
        modes::moved(self, unit)
    }

    /// The free manoeuvre of a unit that destroyed its enemy (A6.18).
    pub(super) fn surge(&mut self, unit: UnitId) -> PlayResult {
        let held = *self.unit(unit)?;
        if !self.state.is_on_table(unit, held.player) || self.state.field.is_engaged(unit) {
            return Ok(());
        }
        let choice = self.request_choice(held.player, PlayerDecision::Surge(unit))?;
        let PlayerChoice::Surge(steps) = choice else { return Err(wrong_choice("A6.18", &choice)) };
        let Some((first, ahead, then)) = steps else { return Ok(()) };
        self.manoeuvre(unit, Manoeuvre { first, ahead, then }, "A6.18")
    }

    /// A unit comes to stand somewhere, not in contact.
    pub(crate) fn place_unit(
        &mut self,
        unit: UnitId,
        pose: Pose,
        rule: &'static str,
    ) -> PlayResult {
        self.state.field.move_unit(unit, pose)?;
        self.record(|| LogEntry::Moved { unit, pose, rule: rule.into() })
    }

    /// A move was made.
    pub(super) fn walked(&mut self, unit: UnitId, walk: &LegalMove, cost: MoveCost) -> PlayResult {
        self.place_unit(unit, walk.pose, cost.rule)?;
        modes::moved(self, unit)?;
        let dangerous = |passage: TerrainCrossing| {
            let pieces = self.state.field.pieces();
            walk.crossings.iter().any(|(number, how)| {
                how == passage
                    && pieces.get(number).is_some_and(|piece| piece.is(Keyword::Dangerous))
            })
        };
        let (crossed, acted) =
            (dangerous(TerrainCrossing::Through), dangerous(TerrainCrossing::Edge));
        if crossed {
            self.suffer_ground(unit)?;
        }
        // a pivot on the spot passes nothing, and is an action where it stands
        let stands = super::surroundings(&self.state.field, unit).dangerous;
        if cost.is_action && (acted || stands) {
            self.suffer_ground(unit)?;
        }
        Ok(())
    }

    /// What an action costs that did not move its unit (A10.4).
    fn pay_for_action(&mut self, unit: UnitId, _rule: &'static str) -> PlayResult {
        if super::surroundings(&self.state.field, unit).dangerous {
            self.suffer_ground(unit)?;
        }
        Ok(())
    }

    /// D3+1 wounds of dangerous terrain (A10.4).
    fn suffer_ground(&mut self, unit: UnitId) -> PlayResult {
        if self.unit(unit)?.left == 0 {
            return Ok(());
        }
        let wounds = self.roll_die(&DANGEROUS, Die::D3) + 1;
        self.wound(unit, wounds, "A10.4")
    }
}
