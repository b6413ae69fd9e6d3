//! The units and options that a tactics card may have at an event (A8.3).

use super::card_event::CardEvent;
use super::encounters::length;
use crate::cards::CardChoice;
use crate::field::{PlayerId, UnitId};
use crate::geometry::Length;
use crate::progress::{Play, PlayResult};
use warodds_games::asoiaf::Range;
use warodds_games::asoiaf::effect::{Choice, Conditions, EffectTarget};
use warodds_questions::catalogue::{BattlePlay, ChosenEnemy, ChosenUnit, OptionChooser};

/// The units for which a card is played: the card's own one and its enemy.
pub(super) type CardUnits = [Option<UnitId>; 2];

impl Play<'_> {
    /// Returns whether a card that stays fits on its unit; true for other cards.
    pub(super) fn may_stay(
        &self,
        player: PlayerId,
        battle: &BattlePlay,
        ([unit, enemy], choice): (CardUnits, CardChoice),
    ) -> bool {
        battle.stays.as_ref().is_none_or(|stays| {
            let on = if stays.on == EffectTarget::Bearer { unit } else { enemy };
            let state = on.and_then(|unit| self.state.unit(unit));
            state.is_some_and(|state| state.cards.may_add(self.army_at(player), choice))
                && self.may_influence(self.army_at(player), on, choice.card)
        })
    }

    /// Lists the friendly units that a card may name; one `None` if it names none.
    pub(super) fn card_units(
        &self,
        event: CardEvent,
        player: PlayerId,
        battle: &BattlePlay,
    ) -> Vec<Option<UnitId>> {
        let Some(chosen) = battle.unit else { return vec![None] };
        let [friend, enemy] = event.units(player, &self.state);
        let is_near = |unit: &UnitId| self.is_near(*unit, battle.unit_near, friend.or(enemy));
        let is_chosen = |unit: &UnitId| match chosen {
            ChosenUnit::Activating => event.activating() == Some(*unit),
            ChosenUnit::OfTrigger => friend == Some(*unit),
            ChosenUnit::Other => friend != Some(*unit),
            ChosenUnit::Any | ChosenUnit::Either => true,
            ChosenUnit::Engaged => self.state.field.is_engaged(*unit),
            ChosenUnit::Unengaged => !self.state.field.is_engaged(*unit),
            ChosenUnit::Alone => {
                let mut friends = self.state.units_on_table(player).map(|(friend, _)| friend);
                !friends.any(|friend| {
                    friend != *unit && self.state.are_within([friend, *unit], Length::LONG)
                })
            }
        };
        let others = if chosen == ChosenUnit::Either { Some(player.opponent()) } else { None };
        let units = [Some(player), others].into_iter().flatten();
        let units = units.flat_map(|player| self.state.units_on_table(player));
        let units = units.map(|(unit, _)| unit);
        units
            .filter(|unit| self.is_alive(*unit))
            .filter(is_chosen)
            .filter(is_near)
            .map(Some)
            .collect()
    }

    /// Lists the enemies that a card may name for a unit; one `None` if it names none.
    pub(super) fn card_enemies(
        &self,
        event: CardEvent,
        (player, unit): (PlayerId, Option<UnitId>),
        battle: &BattlePlay,
    ) -> Vec<Option<UnitId>> {
        let Some(chosen) = battle.enemy else { return vec![None] };
        let [friend, of_trigger] = event.units(player, &self.state);
        let is_near = |enemy: &UnitId| {
            let near = |of| self.is_near(*enemy, battle.enemy_near, of);
            near(of_trigger.or(friend)) || (event.is_of_answers() && near(friend))
        };
        let is_within = |enemy: UnitId| {
            let range = battle.within.map(length);
            range.zip(unit).is_none_or(|(range, unit)| self.state.are_within([unit, enemy], range))
        };
        let is_chosen = |enemy: &UnitId| match (chosen, unit) {
            (ChosenEnemy::Activating, _) => event.activating() == Some(*enemy),
            (ChosenEnemy::OfTrigger, _) => of_trigger == Some(*enemy),
            (ChosenEnemy::Other, _) => of_trigger != Some(*enemy),
            (ChosenEnemy::Any, _) => true,
            (ChosenEnemy::Engaged, None) => self.state.field.is_engaged(*enemy),
            (ChosenEnemy::Engaged, Some(unit)) => {
                self.state.field.engaged_with(unit).any(|other| other == *enemy)
            }
        };
        let enemies = self.state.units_on_table(player.opponent()).map(|(unit, _)| unit);
        let fits = |enemy: &UnitId| {
            self.is_alive(*enemy) && is_chosen(enemy) && is_within(*enemy) && is_near(enemy)
        };
        enemies.filter(fits).map(Some).collect()
    }

    /// Returns whether a unit has wounds left: a destroyed one may still be on the table.
    fn is_alive(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_some_and(|state| state.left > 0)
    }

    /// Returns whether a unit is within a range of another one; true without a range.
    fn is_near(&self, unit: UnitId, range: Option<Range>, of: Option<UnitId>) -> bool {
        range.is_none_or(|range| {
            of.is_some_and(|of| self.state.are_within([unit, of], length(range)))
        })
    }

    /// Returns whether the units and the attack of an event are as a card requires.
    pub(super) fn trigger_meets(
        &self,
        (event, player): (CardEvent, PlayerId),
        conditions: &Conditions,
    ) -> PlayResult<bool> {
        let [friend, enemy] = event.units(player, &self.state);
        if !event.meets(friend, &self.state, conditions) {
            return Ok(false);
        }
        let (melee, dealt, rank_destroyed, enemy_destroyed) = (None, None, None, None);
        let of_units =
            Conditions { melee, dealt, rank_destroyed, enemy_destroyed, ..conditions.clone() };
        // what is said of the friend alone holds whatever became of the enemy
        let is_on_table = |unit: &UnitId| self.state.is_on_table(*unit, player.opponent());
        self.card_meets(player, [friend, enemy.filter(is_on_table)], &of_units)
    }

    /// Lists the sets of options that a player may take.
    pub(super) fn card_options(
        &self,
        player: PlayerId,
        units: CardUnits,
        battle: &BattlePlay,
    ) -> PlayResult<Vec<Vec<u8>>> {
        let choice = battle.effects.choice.as_ref();
        let Some(choice) = choice.filter(|_| battle.chooser == OptionChooser::Own) else {
            return Ok(vec![Vec::new()]);
        };
        self.option_sets((player, units), battle, choice)
    }

    /// Lists the sets of options of a card with these units.
    pub(super) fn option_sets(
        &self,
        (player, units): (PlayerId, CardUnits),
        battle: &BattlePlay,
        choice: &Choice,
    ) -> PlayResult<Vec<Vec<u8>>> {
        let Choice { picks, more, optional, options } = choice;
        let mut count = i32::from(self.card_amount(units, *picks));
        for conditions in more {
            count += i32::from(self.card_meets(player, units, conditions)?);
        }
        if let (Some(range), [_, Some(enemy)]) = (battle.picks_near, units) {
            let near = self.state.units_on_table(player).filter(|(friend, state)| {
                state.left > 0 && self.state.are_within([*friend, enemy], length(range))
            });
            // an army has 16 units
            count += near.count().saturating_sub(1) as i32;
        }
        // the catalogue allows eight options
        let count = count.clamp(0, options.len() as i32).unsigned_abs();
        let is_allowed = |set: &u16| {
            if *optional { set.count_ones() <= count } else { set.count_ones() == count }
        };
        let sets = (0..1_u16 << options.len().min(8)).filter(is_allowed);
        let numbers = |set: u16| (0..8).filter(|option| set >> option & 1 != 0).collect();
        Ok(sets.map(numbers).collect())
    }
}
