//! What holds for the units of a tactics card outside of attacks, and amounts that count them.

use super::card_units::CardUnits;
use crate::battle::Battle;
use crate::cards::{FriendCounts, near_commander};
use crate::field::{PlayerId, UnitId};
use crate::geometry::Length;
use crate::outcomes::{EncounterError, OutcomeCache};
use crate::state::BattleState;
use warodds_games::asoiaf::Reach;
use warodds_games::asoiaf::effect::{Amount, Conditions, Per};

impl BattleState {
    /// Returns whether two units on the table are within a range.
    pub(crate) fn are_within(&self, units: [UnitId; 2], range: Length) -> bool {
        let [Ok(one), Ok(other)] = units.map(|unit| self.field.unit(unit)) else { return false };
        one.tray.shape().is_within(other.tray.shape(), range)
    }

    /// Returns the range within which two units are (A1.2); long beyond it.
    pub(crate) fn reach_between(&self, units: [UnitId; 2]) -> Reach {
        let [unit, enemy] = units;
        if self.field.engaged_with(unit).any(|other| other == enemy) {
            Reach::Melee
        } else if self.are_within(units, Length::SHORT) {
            Reach::SHORT
        } else {
            Reach::LONG
        }
    }

    /// Returns whether conditions hold for the units of a card of a player.
    pub(crate) fn card_meets(
        &self,
        outcomes: &OutcomeCache<'_>,
        (player, [unit, enemy]): (PlayerId, CardUnits),
        conditions: &Conditions,
    ) -> Result<bool, EncounterError> {
        // the moments of effects say which test is meant
        let conditions = Conditions { test: None, ..conditions.clone() };
        let at = unit.and_then(|unit| self.commander_range(unit));
        let Some(conditions) = near_commander(&conditions, at) else { return Ok(false) };
        if conditions == Conditions::default() {
            return Ok(true);
        }
        // without a unit, conditions are about its player alone, whom any unit stands for
        let any = || self.units_on_table(player).next().map(|(unit, _)| unit);
        let Some(bearer) = unit.or_else(any) else { return Ok(false) };
        let other = enemy.unwrap_or(bearer);
        let is_alive = |unit| self.unit(unit).is_some_and(|state| state.left > 0);
        if !is_alive(bearer) || !is_alive(other) {
            return Ok(false);
        }
        let spec = self.pair_with_all_conditions([bearer, other]);
        let reach = enemy.map(|enemy| self.reach_between([bearer, enemy]));
        outcomes.meets(&spec, reach, &conditions)
    }

    /// Returns an amount of a card for its units.
    pub(crate) fn card_amount(
        &self,
        battle: &Battle,
        [unit, enemy]: CardUnits,
        amount: Amount,
    ) -> i16 {
        let body = |unit: Option<UnitId>| {
            let (fighter, state) = (battle.fighter(unit?)?, self.unit(unit?)?);
            Some((fighter.unit.body, state.left, state.tokens))
        };
        let left = |unit| body(unit).map_or(0, |(body, left, _)| body.ranks_left(left));
        let lost =
            |unit| body(unit).map_or(0, |(body, left, _)| body.ranks() - body.ranks_left(left));
        let count = match amount.per {
            Some(Per::OwnRanks) => left(unit),
            Some(Per::OwnRanksLost) => lost(unit),
            Some(Per::EnemyRanks) => left(enemy),
            Some(Per::EnemyRanksLost) => lost(enemy),
            Some(Per::OwnWoundsLost) => {
                body(unit).map_or(0, |(body, left, _)| body.wounds().saturating_sub(left))
            }
            Some(Per::EnemyTokens) => {
                body(enemy).map_or(0, |(_, _, tokens)| (tokens & 0b111).count_ones() as u8)
            }
            // the catalogue refuses counts of an attack
            Some(Per::RanksDestroyed | Per::WoundsDealt | Per::PanicWounds) | None => 0,
            Some(
                Per::FriendsNear
                | Per::FriendsNearEnemy
                | Per::FriendsInContact
                | Per::RanksInContact,
            ) => {
                let friends = self.friends_of(Some(battle), (unit, enemy), false);
                return friends.count(amount).plain(0);
            }
        };
        amount.plain(count)
    }

    /// Counts the friends of a unit around it and its enemy; a charger counts as in contact.
    pub(crate) fn friends_of(
        &self,
        battle: Option<&Battle>,
        (unit, enemy): (Option<UnitId>, Option<UnitId>),
        is_charger: bool,
    ) -> FriendCounts {
        let of = |unit: UnitId| self.unit(unit).map(|state| state.player);
        let own = unit.and_then(of).or_else(|| enemy.and_then(of).map(PlayerId::opponent));
        let Some(own) = own else { return FriendCounts::default() };
        let charger = unit.filter(|_| is_charger);
        let (mut all, short) = (FriendCounts::default(), Length::SHORT);
        for (friend, state) in self.units_on_table(own).filter(|(_, state)| state.left > 0) {
            let is_in_contact = charger == Some(friend)
                || enemy.is_some_and(|enemy| {
                    self.field.engaged_with(enemy).any(|other| other == friend)
                });
            let is_near_enemy =
                is_in_contact || enemy.is_some_and(|enemy| self.are_within([enemy, friend], short));
            let is_near =
                unit.is_some_and(|unit| unit != friend && self.are_within([unit, friend], short));
            let body = battle.and_then(|battle| battle.fighter(friend)).map(|one| one.unit.body);
            let ranks = body.map_or(0, |body| body.ranks_left(state.left));
            // a field holds 32 units of a few ranks
            all.near += u8::from(is_near);
            all.near_enemy += u8::from(is_near_enemy);
            all.in_contact += u8::from(is_in_contact);
            all.ranks_in_contact += if is_in_contact { ranks } else { 0 };
        }
        all
    }
}
