//! Attacks and charges of a battle (A2, A6.13–A6.18): who may, and what comes of it.

use super::damage::Killer;
use super::{Play, PlayResult, range, refusal, wrong_choice};
use crate::choice::{ConditionToken, PlayerChoice, Shift, UnitAction};
use crate::decision::PlayerDecision;
use crate::field::{ChargeApproach, ChargeResult, DeclaredCharge, Manoeuvre, UnitId};
use crate::geometry::{Alignment, Heading, Length, TrayArc};
use crate::log::LogEntry;
use crate::modes;
use crate::outcomes::EncounterSpec;
use crate::terrain::Keyword;
use warodds_games::asoiaf::{Aftermath, Reach};

impl Play<'_> {
    /// A unit takes an action.
    pub(crate) fn perform(&mut self, unit: UnitId, action: UnitAction) -> PlayResult {
        match action {
            UnitAction::Forgo => Ok(()),
            UnitAction::Manoeuvre { first, ahead, then } => {
                self.manoeuvre(unit, Manoeuvre { first, ahead, then }, "A6.10")
            }
            UnitAction::March { ahead, then } => self.march(unit, ahead, then),
            UnitAction::Retreat(way) => self.retreat(unit, way),
            UnitAction::Shoot { weapon, shift, target } => {
                self.shoot([unit, target], weapon, shift)
            }
            UnitAction::Melee { weapon, realign, target } => {
                self.melee([unit, target], weapon, realign)
            }
            UnitAction::Charge { weapon, target, arc, heading } => {
                self.charge([unit, target], weapon, (arc, heading))
            }
            UnitAction::Demolish { piece } => self.demolish(unit, piece),
        }
    }

    /// The reach of an attack on a unit's card.
    fn reach(&self, unit: UnitId, weapon: u8) -> PlayResult<Reach> {
        let attacks = self.battle.fighter(unit).map(|fighter| &fighter.unit.attacks);
        let found = attacks.and_then(|attacks| attacks.get(usize::from(weapon)));
        let reach = found.map(|weapon| weapon.reach);
        reach.ok_or_else(|| refusal("A1.2", format!("{unit} has no attack number {weapon}")))
    }

    fn melee_weapon(&self, unit: UnitId, weapon: u8) -> PlayResult {
        if self.reach(unit, weapon)?.is_ranged() {
            return Err(refusal("A6.15", format!("attack {weapon} of {unit} is made from afar")));
        }
        Ok(())
    }

    fn shoot(&mut self, units: [UnitId; 2], weapon: u8, shift: Option<Shift>) -> PlayResult {
        let [unit, target] = units;
        let range = range(self.reach(unit, weapon)?);
        let range = range.ok_or_else(|| {
            refusal("A6.13", format!("attack {weapon} of {unit} is made in contact"))
        })?;
        if self.state.field.is_engaged(unit) {
            return Err(refusal("A6.13", format!("{unit} is engaged and may not shoot")));
        }
        if let Some(shift) = shift {
            self.shift(unit, shift)?;
            if self.unit(unit)?.left == 0 {
                return Ok(());
            }
        }
        let meeting = self.state.ranged_encounter(self.battle, units, (weapon, range))?;
        let player = self.unit(unit)?.player;
        let engaged = self.state.field.engaged_with(target);
        let friends: Vec<UnitId> =
            engaged.filter(|friend| self.state.is_on_table(*friend, player)).collect();
        let after = self.resolve(&meeting)?;
        self.settle(units, &after)?;
        friends.into_iter().try_for_each(|friend| self.friend_tests([friend, target]))
    }

    /// The panic test of a friend of the shooter that is engaged with its target (A6.14).
    fn friend_tests(&mut self, [friend, target]: [UnitId; 2]) -> PlayResult {
        let held = *self.unit(friend)?;
        if !self.state.is_on_table(friend, held.player) {
            return Ok(());
        }
        let after = self.resolve(&self.state.friend_encounter(self.battle, [friend, target]))?;
        self.tested(friend, &after, "A6.14")
    }

    /// A panic test that is taken alone, and what comes of it (A4.2).
    pub(crate) fn panic(&mut self, unit: UnitId, modifier: i8, own_turn: bool) -> PlayResult {
        let after =
            self.resolve(&self.state.panic_encounter(self.battle, unit, modifier, own_turn))?;
        self.tested(unit, &after, "A4.2")
    }

    fn tested(&mut self, unit: UnitId, after: &Aftermath, rule: &'static str) -> PlayResult {
        self.set_tokens(unit, after.tokens[0], "A7.1")?;
        self.set_wounds_left(unit, after.left[0], rule)?;
        if after.failed[0] && after.left[0] > 0 {
            modes::failed_test(self, unit)?;
        }
        self.remove_destroyed(&[(unit, Killer::Nobody)])
    }

    fn melee(&mut self, units: [UnitId; 2], weapon: u8, realign: Option<Alignment>) -> PlayResult {
        let [unit, target] = units;
        self.melee_weapon(unit, weapon)?;
        if let Some(placing) = realign {
            let (contact, pose) = self.state.field.realignment(unit, placing)?;
            self.state.field.align(contact, pose)?;
            self.record(|| LogEntry::Aligned { contact, pose })?;
            modes::moved(self, unit)?;
        }
        self.state.field.melee_arc(unit, target)?;
        if self.state.weakens(self.battle, unit) {
            self.give_token(target, ConditionToken::Weakened, "A13.1.3")?;
        }
        let meeting = self.state.melee_encounter(self.battle, units, weapon)?;
        let after = self.resolve(&meeting)?;
        self.settle_melee(units, &after)
    }

    /// What comes of an attack to both units (A2.6, A2.7).
    fn settle(&mut self, [unit, target]: [UnitId; 2], after: &Aftermath) -> PlayResult {
        let both = [unit, target];
        for (side, one) in both.into_iter().enumerate() {
            self.set_tokens(one, after.tokens[side], "A7")?;
        }
        for (side, one) in both.into_iter().enumerate() {
            self.set_wounds_left(one, after.left[side], "A2.6")?;
        }
        for (side, one) in both.into_iter().enumerate() {
            if after.failed[side] && after.left[side] > 0 {
                modes::failed_test(self, one)?;
            }
        }
        self.remove_destroyed(&[(target, Killer::Enemy(unit)), (unit, Killer::Enemy(target))])
    }

    /// The same of a melee attack: who destroyed its target surges forward (A6.18).
    fn settle_melee(&mut self, [unit, target]: [UnitId; 2], after: &Aftermath) -> PlayResult {
        let freed: Vec<UnitId> =
            self.state.field.freed_by(target).filter(|friend| *friend != unit).collect();
        self.settle([unit, target], after)?;
        modes::after_melee(self, unit)?;
        if after.left[1] > 0 {
            return Ok(());
        }
        self.surge(unit)?;
        freed.into_iter().try_for_each(|friend| self.turn_freely(friend))
    }

    fn charge(
        &mut self,
        units: [UnitId; 2],
        weapon: u8,
        (arc, heading): (TrayArc, Heading),
    ) -> PlayResult {
        let [unit, target] = units;
        self.melee_weapon(unit, weapon)?;
        let reach = self.charge_reach(units, weapon)?;
        let declared: DeclaredCharge = self.state.field.declare_charge(unit, target, reach)?;
        let approach = self.state.field.approach(&declared, (arc, heading), reach)?;
        let after = self.resolve(&self.state.charge_encounter(self.battle, &approach, weapon))?;
        if after.arrives && after.left[0] > 0 {
            self.arrive(&approach)?;
            self.settle_melee(units, &after)
        } else {
            self.fall_short(&approach, &after)
        }
    }

    /// The longest way of a charge on a target (A5.1).
    pub(crate) fn charge_reach(&self, units: [UnitId; 2], weapon: u8) -> PlayResult<Length> {
        self.own_and_enemy(units)?;
        let longest = self.state.charge_reach_encounter(self.battle, units, weapon);
        Ok(Length::inches(self.outcomes.get(&longest)?.longest_charge()))
    }

    fn own_and_enemy(&self, [unit, target]: [UnitId; 2]) -> PlayResult {
        let (own, other) = (self.unit(unit)?.player, self.unit(target)?.player);
        if own == other || !self.state.is_on_table(target, other) {
            return Err(refusal("A6.16", format!("{target} is no enemy on the table")));
        }
        Ok(())
    }

    /// A charger arrives and is aligned (A18.3).
    fn arrive(&mut self, approach: &ChargeApproach) -> PlayResult {
        let unit = approach.unit;
        let ChargeResult::Arrives(places) =
            self.state.field.resolve_charge(approach, Length::MAX)?
        else {
            return Err(refusal("A6.16", format!("{unit} finds no place with its target")));
        };
        let player = self.unit(unit)?.player;
        let choice = self.request_choice(player, PlayerDecision::Align(unit, places.clone()))?;
        let PlayerChoice::Align(placing) = choice else {
            return Err(wrong_choice("A18.3", &choice));
        };
        let place = places.into_iter().find(|(contact, _)| contact.placing == placing);
        let (contact, pose) = place
            .ok_or_else(|| refusal("A18.3", format!("{unit} may not be aligned {placing:?}")))?;
        self.state.field.align(contact, pose)?;
        self.record(|| LogEntry::Aligned { contact, pose })?;
        modes::moved(self, unit)
    }

    /// A charger does not arrive (A6.16.6).
    fn fall_short(&mut self, approach: &ChargeApproach, after: &Aftermath) -> PlayResult {
        let (unit, target) = (approach.unit, approach.target);
        let rough = if approach.crossings.is_rough() { 1 } else { 0 };
        let gone = Length::inches(after.distance + rough);
        // who is destroyed on the way stands nowhere
        let short = approach.needed.saturating_sub(Length::THOUSANDTH);
        if let ChargeResult::Fails(pose) =
            self.state.field.resolve_charge(approach, gone.min(short))?
        {
            self.place_unit(unit, pose, "A6.16")?;
        }
        self.set_tokens(unit, after.tokens[0], "A7.1")?;
        self.set_tokens(target, after.tokens[1], "A7")?;
        self.set_wounds_left(unit, after.left[0], "A5.6")?;
        self.set_wounds_left(target, after.left[1], "A2.6")?;
        modes::moved(self, unit)?;
        if after.failed[0] && after.left[0] > 0 {
            modes::failed_test(self, unit)?;
        }
        self.remove_destroyed(&[(unit, Killer::Nobody), (target, Killer::Enemy(unit))])
    }

    /// What comes of a meeting.
    fn resolve(&mut self, meeting: &EncounterSpec) -> PlayResult<Aftermath> {
        let after = self.dice.resolve(self.outcomes, meeting)?;
        if meeting.around[0].orders
            && let Some(held) = self.state.unit_mut(meeting.units[0])
        {
            held.ordered = true;
        }
        Ok(after)
    }

    /// A melee attack on a piece of terrain (A10.5).
    fn demolish(&mut self, unit: UnitId, number: u8) -> PlayResult {
        let piece = self.state.field.pieces().get(usize::from(number));
        let piece = piece.filter(|piece| piece.is(Keyword::Destructible));
        let piece =
            piece.ok_or_else(|| refusal("A10.5", format!("piece {number} cannot be destroyed")))?;
        let tray = self.state.field.unit(unit)?.tray;
        if self.state.field.is_engaged(unit) || !tray.shape().is_within(piece.shape(), Length::INCH)
        {
            let why = format!("{unit} is engaged, or farther than 1\" from piece {number}");
            return Err(refusal("A10.5", why));
        }
        if self.battle.fighter(unit).is_none_or(|one| one.attacks(false).next().is_none()) {
            return Err(refusal("A10.5", format!("{unit} has no melee attack")));
        }
        self.state.field.clear_piece(usize::from(number));
        self.record(|| LogEntry::Cleared { piece: number })
    }
}
