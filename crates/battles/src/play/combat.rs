//! Attacks and charges (A2, A6.13–A6.18): checks whether they are allowed and applies their
//! outcomes.

use super::range;
use crate::choice::{ConditionToken, PlayerChoice, Shift, UnitAction};
use crate::decision::PlayerDecision;
use crate::field::{ChargeApproach, ChargeResult, DeclaredCharge, Manoeuvre, UnitId};
use crate::geometry::{Alignment, Heading, Length, TrayArc};
use crate::log::LogEntry;
use crate::modes;
use crate::outcomes::EncounterSpec;
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::terrain::Keyword;
use warodds_games::asoiaf::effect::TestKind;
use warodds_games::asoiaf::{Aftermath, Reach};

/// The rule of morale tests that cost no wounds.
pub(super) const MORALE: &str = "A4.1";

impl Play<'_> {
    /// Performs an action of a unit (A6.9–A6.16, A10.5).
    pub(crate) fn perform(&mut self, unit: UnitId, action: UnitAction) -> PlayResult {
        let player = self.unit(unit)?.player;
        if action != UnitAction::Forgo && !action.is_attack() {
            self.act_by_staying_cards(unit)?;
        }
        if !self.state.is_on_table(unit, player) {
            return Ok(());
        }
        match action {
            UnitAction::Forgo => Ok(()),
            UnitAction::Manoeuvre { first, ahead, then } => {
                self.manoeuvre(unit, Manoeuvre { first, ahead, then }, "A6.10")
            }
            UnitAction::March { ahead, then } => self.march(unit, ahead, then),
            UnitAction::Retreat(path) => self.retreat(unit, path),
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

    /// Returns the reach of an attack on a unit's card.
    fn reach(&self, unit: UnitId, weapon: u8) -> PlayResult<Reach> {
        let attacks = self.battle.fighter(unit).map(|fighter| &fighter.unit.attacks);
        let found = attacks.and_then(|attacks| attacks.get(usize::from(weapon)));
        let reach = found.map(|weapon| weapon.reach);
        reach.ok_or_else(|| refusal("A1.2", format!("{unit} has no attack number {weapon}")))
    }

    fn require_melee_weapon(&self, unit: UnitId, weapon: u8) -> PlayResult {
        if self.reach(unit, weapon)?.is_ranged() {
            return Err(refusal("A6.15", format!("attack {weapon} of {unit} is a ranged attack")));
        }
        Ok(())
    }

    pub(super) fn shoot(
        &mut self,
        units: [UnitId; 2],
        weapon: u8,
        shift: Option<Shift>,
    ) -> PlayResult {
        let [unit, target] = units;
        let range = range(self.reach(unit, weapon)?);
        let range = range.ok_or_else(|| {
            refusal("A6.13", format!("attack {weapon} of {unit} is a melee attack"))
        })?;
        if self.state.field.is_engaged(unit) && !self.battle.is_wall(unit) {
            return Err(refusal("A6.13", format!("{unit} is engaged and may not shoot")));
        }
        if let Some(shift) = shift {
            self.shift(unit, shift)?;
            // dangerous terrain may have destroyed it (A10.4)
            if self.unit(unit)?.left == 0 {
                return Ok(());
            }
        }
        let spec = self.state.ranged_encounter(self.battle, units, (weapon, range))?;
        let player = self.unit(unit)?.player;
        let engaged = self.state.field.engaged_with(target);
        let friends: Vec<UnitId> =
            engaged.filter(|friend| self.state.is_on_table(*friend, player)).collect();
        // the friends are those engaged before the attack, even if it destroys the target
        let after = self.resolve(&spec)?;
        self.apply_attack(units, &after)?;
        self.react(&spec, &after)?;
        friends.into_iter().try_for_each(|friend| self.test_friend([friend, target]))
    }

    /// Resolves the panic test of a unit engaged with a target at which its own side shot (A6.14).
    fn test_friend(&mut self, [friend, target]: [UnitId; 2]) -> PlayResult {
        let player = self.unit(friend)?.player;
        if !self.state.is_on_table(friend, player) {
            return Ok(());
        }
        let after = self.resolve(&self.state.friend_encounter(self.battle, [friend, target]))?;
        self.apply_test(friend, &after, "A6.14")
    }

    /// Resolves a panic test outside of attacks (A4.2).
    pub(crate) fn panic(&mut self, unit: UnitId, modifier: i8, own_turn: bool) -> PlayResult {
        let after =
            self.resolve(&self.state.panic_encounter(self.battle, unit, modifier, own_turn))?;
        self.apply_test(unit, &after, "A4.2")
    }

    /// Applies the outcome of a panic test.
    pub(super) fn apply_test(
        &mut self,
        unit: UnitId,
        after: &Aftermath,
        rule: &'static str,
    ) -> PlayResult {
        let before = self.unit(unit)?.tokens;
        self.set_tokens(unit, after.tokens[0], "A7.1")?;
        self.set_wounds_left(unit, after.left[0], rule)?;
        if after.failed[0] && after.left[0] > 0 {
            modes::failed_test(self, unit)?;
        }
        self.remove_destroyed(&[(unit, None)])?;
        self.react_to_tokens(unit, before)?;
        let kind = if rule == MORALE { TestKind::Plain } else { TestKind::Panic };
        self.react_to_test(unit, (after.failed[0], kind))
    }

    fn melee(&mut self, units: [UnitId; 2], weapon: u8, realign: Option<Alignment>) -> PlayResult {
        let [unit, target] = units;
        self.require_melee_weapon(unit, weapon)?;
        if let Some(placing) = realign {
            let (contact, pose) = self.state.field.realignment(unit, placing)?;
            self.state.field.align(contact, pose)?;
            self.record(|| LogEntry::Aligned { contact, pose })?;
            modes::moved(self, unit)?;
        }
        // checked before the token is given: an illegal attack must not change the state
        self.state.field.melee_arc(unit, target)?;
        if self.state.weakens(self.battle, unit) {
            self.give_token(target, ConditionToken::Weakened, "A13.1.3")?;
        }
        let spec = self.state.melee_encounter(self.battle, units, weapon)?;
        let after = self.resolve(&spec)?;
        self.apply_melee(&spec, &after)
    }

    /// Applies the outcome of an attack to both units (A2.6, A2.7).
    fn apply_attack(&mut self, [unit, target]: [UnitId; 2], after: &Aftermath) -> PlayResult {
        let both = [unit, target];
        // tokens, then wounds, then failed tests: each step for both units, as logs record them
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
        self.remove_destroyed(&[(target, Some(unit)), (unit, Some(target))])
    }

    /// Applies the outcome of a melee attack; a unit that destroys its target surges (A6.18).
    fn apply_melee(&mut self, spec: &EncounterSpec, after: &Aftermath) -> PlayResult {
        let [unit, target] = spec.units;
        // listed before a destroyed target leaves the table and its contacts are gone
        let freed: Vec<UnitId> =
            self.state.field.freed_by(target).filter(|friend| *friend != unit).collect();
        self.apply_attack([unit, target], after)?;
        let wounds = modes::wounds_after_melee(self, unit)?;
        if wounds > 0 {
            self.wound(unit, wounds, "A13.5.4")?;
        }
        self.react(spec, after)?;
        if after.left[1] > 0 {
            return Ok(());
        }
        self.surge(unit)?;
        freed.into_iter().try_for_each(|friend| self.pivot_freely(friend))
    }

    fn charge(
        &mut self,
        units: [UnitId; 2],
        weapon: u8,
        (arc, heading): (TrayArc, Heading),
    ) -> PlayResult {
        let [unit, target] = units;
        self.require_melee_weapon(unit, weapon)?;
        let reach = self.charge_reach(units, weapon)?;
        let declared: DeclaredCharge = self.state.field.declare_charge(unit, target, reach)?;
        let approach = self.state.field.approach(&declared, (arc, heading), reach)?;
        let spec = self.state.charge_encounter(self.battle, &approach, weapon)?;
        let after = self.resolve(&spec)?;
        if after.arrives && after.left[0] > 0 {
            self.complete_charge(&approach)?;
            self.apply_melee(&spec, &after)
        } else {
            self.fail_charge(&approach, &after)?;
            self.react(&spec, &after)
        }
    }

    /// Returns the longest distance of a charge on a target (A5.1).
    pub(crate) fn charge_reach(&self, units: [UnitId; 2], weapon: u8) -> PlayResult<Length> {
        self.require_enemy(units)?;
        let spec = self.state.charge_reach_encounter(self.battle, units, weapon);
        Ok(Length::inches(self.outcomes.get(&spec)?.longest_charge()))
    }

    fn require_enemy(&self, [unit, target]: [UnitId; 2]) -> PlayResult {
        let (own, enemy) = (self.unit(unit)?.player, self.unit(target)?);
        if own == enemy.player || !enemy.is_attackable() {
            return Err(refusal("A6.16", format!("{target} is not an enemy on the table")));
        }
        Ok(())
    }

    /// Aligns a charger that reaches its target (A18.3).
    fn complete_charge(&mut self, approach: &ChargeApproach) -> PlayResult {
        let unit = approach.unit;
        let ChargeResult::Arrives(places) =
            self.state.field.resolve_charge(approach, Length::MAX)?
        else {
            return Err(refusal("A6.16", format!("{unit} has no room at its target")));
        };
        let player = self.unit(unit)?.player;
        let choice = self.request_choice(player, PlayerDecision::Align(unit, places.clone()))?;
        let PlayerChoice::Align(placing) = choice else {
            return Err(wrong_choice("A18.3", &choice));
        };
        let place = places.into_iter().find(|(contact, _)| contact.placing == placing);
        let (contact, pose) = place.ok_or_else(|| {
            refusal("A18.3", format!("{unit} may not be aligned there ({placing:?})"))
        })?;
        self.state.field.align(contact, pose)?;
        self.record(|| LogEntry::Aligned { contact, pose })?;
        modes::moved(self, unit)
    }

    /// Moves a charger that fails as far as it gets, and applies the outcome (A6.16.6).
    fn fail_charge(&mut self, approach: &ChargeApproach, after: &Aftermath) -> PlayResult {
        let (unit, target) = (approach.unit, approach.target);
        if let ChargeResult::Fails(pose) = self.state.failed_charge(approach, after.distance)? {
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
        self.remove_destroyed(&[(unit, None), (target, Some(unit))])
    }

    /// Destroys a piece of terrain by a melee action (A10.5).
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
