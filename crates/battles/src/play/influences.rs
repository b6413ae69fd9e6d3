//! What cards and NCUs that stay on a unit do before its actions, and when zones target it (A9.4).

use super::card_effects::{ActingCard, MOST_TESTS};
use super::encounters::ability_zone;
use crate::cards::{HeldCard, with_card_tokens};
use crate::choice::TacticsZone;
use crate::decision::TargetReason;
use crate::field::UnitId;
use crate::geometry::Length;
use crate::outcomes::{EncounterKind, EncounterSpec};
use crate::progress::{Play, PlayResult};
use warodds_games::asoiaf::effect::{Action, Effect, EffectTarget, Effects, Moment};
use warodds_games::asoiaf::{Aftermath, UnitType};
use warodds_questions::catalogue::{GatheringEvent, StayingCard};

impl Play<'_> {
    /// Draws the cards that staying cards and influences bring when their unit activates, or when a
    /// zone targets the unit.
    pub(super) fn draw_by_staying_cards(&mut self, unit: UnitId) -> PlayResult {
        let battle = self.battle;
        let staying = self.unit(unit)?.cards.counting();
        for (army, choice) in staying.cards() {
            let way = battle.decks.as_ref().and_then(|decks| decks.get(army)?.way(choice));
            let stays = way.and_then(|way| way.battle.as_ref()?.stays.as_ref());
            let draw = stays.map_or(0, |stays| stays.draw);
            self.draw_cards(self.player_of_army(army), draw, "A9.4")?;
        }
        Ok(())
    }

    /// Applies what cards that stay on a unit do when the effect of a zone targets it, and ends those
    /// that stay until then.
    pub(super) fn target_by_zone(&mut self, unit: UnitId, seat: TacticsZone) -> PlayResult {
        self.draw_by_staying_cards(unit)?;
        let battle = self.battle;
        let held = self.unit(unit)?.cards;
        for held in held.held().filter(|held| !held.waits) {
            let way =
                battle.decks.as_ref().and_then(|decks| decks.get(held.army)?.way(held.choice));
            let stays = way.and_then(|way| way.battle.as_ref()?.stays.as_ref());
            if let Some(stays) = stays {
                self.act_on_holder((unit, held), stays, &stays.targeted)?;
            }
        }
        let zone = ability_zone(seat);
        self.detach_cards(unit, |stays| stays.until_zone.contains(&zone))
    }

    /// Puts tokens on cards that gather them as a unit dies; it is still on the table.
    pub(super) fn gather_by_death(&mut self, dying: UnitId) -> PlayResult {
        if self.battle.decks.is_none() {
            return Ok(());
        }
        let side = self.army_at(self.unit(dying)?.player);
        let kind = self.battle.fighter(dying).map(|fighter| fighter.unit.kind);
        let is_of =
            |types: &[UnitType]| types.is_empty() || kind.is_some_and(|kind| types.contains(&kind));
        let holders: Vec<UnitId> = self
            .state
            .units_with_ids()
            .filter(|(unit, state)| !state.cards.is_empty() && *unit != dying)
            .map(|(unit, _)| unit)
            .collect();
        for unit in holders {
            let is_near = self.state.are_within([unit, dying], Length::SHORT);
            self.gather_tokens(unit, 1, |army, gathers| {
                is_of(&gathers.types)
                    && match gathers.on {
                        GatheringEvent::FriendDies => army == side,
                        GatheringEvent::NearEnemyDies => army != side && is_near,
                        GatheringEvent::RankDestroyed => false,
                    }
            })?;
        }
        Ok(())
    }

    /// Puts tokens on cards that gather them as their unit destroys ranks in an attack.
    pub(super) fn gather_by_ranks(
        &mut self,
        spec: &EncounterSpec,
        after: &Aftermath,
    ) -> PlayResult {
        let [attacker, defender] = spec.units;
        let is_attack = match spec.kind {
            EncounterKind::Attack { .. } => true,
            EncounterKind::Charge { .. } => after.arrives,
            _ => false,
        };
        let body = self.battle.fighter(defender).map(|fighter| fighter.unit.body);
        let lost = body.map_or(0, |body| {
            let before = body.ranks_left(spec.conditions[1].left);
            before.saturating_sub(body.ranks_left(after.left[1]))
        });
        if !is_attack || lost == 0 {
            return Ok(());
        }
        self.gather_tokens(attacker, lost, |_, gathers| gathers.on == GatheringEvent::RankDestroyed)
    }

    /// Lets the active player spend tokens on cards that stay on units.
    pub(super) fn spend_card_tokens(&mut self) -> PlayResult {
        let (battle, player) = (self.battle, self.state.active);
        let army = self.army_at(player);
        let units = self.state.units_with_ids().filter(|(_, state)| !state.cards.is_empty());
        let held: Vec<(UnitId, HeldCard)> = units
            .flat_map(|(unit, state)| state.cards.held().map(move |held| (unit, held)))
            .filter(|(_, held)| held.army == army && held.tokens > 0)
            .collect();
        for (unit, held) in held {
            let way = battle.decks.as_ref().and_then(|decks| decks.get(army)?.way(held.choice));
            let Some(stays) = way.and_then(|way| way.battle.as_ref()?.stays.as_ref()) else {
                continue;
            };
            let spent = stays.gathers.as_ref().map_or(&[][..], |gathers| &gathers.spent);
            if spent.is_empty() {
                continue;
            }
            let reason = TargetReason::Spend(held.choice);
            if self.request_target(player, reason, vec![unit], "A8.3")?.is_some() {
                self.set_card_tokens(unit, (army, held.choice), held.tokens.saturating_sub(1))?;
                self.act_on_holder((unit, held), stays, spent)?;
            }
        }
        Ok(())
    }

    /// Applies effects of a card to the unit on which it stays.
    fn act_on_holder(
        &mut self,
        (unit, held): (UnitId, HeldCard),
        stays: &StayingCard,
        effects: &[Effect],
    ) -> PlayResult {
        let units = match stays.on {
            EffectTarget::Bearer => [Some(unit), None],
            EffectTarget::Enemy => [None, Some(unit)],
        };
        let (player, choice) = (self.player_of_army(held.army), held.choice);
        let effects_of = Effects::default();
        let card = ActingCard {
            player,
            choice,
            units,
            effects: &effects_of,
            options: &[],
            on: None,
            denies: None,
        };
        for effect in effects {
            let Some(conditions) = with_card_tokens(&effect.conditions, held.tokens) else {
                continue;
            };
            if let Action::Triggered(triggered) = effect.action
                && self.card_meets(player, units, &conditions)?
            {
                self.apply_card_effect(&card, triggered, 0)?;
            }
        }
        Ok(())
    }

    /// Applies what cards that stay on a unit do before its action, if it is no attack: in attacks
    /// and charges they act as abilities of the unit.
    pub(super) fn act_by_staying_cards(&mut self, unit: UnitId) -> PlayResult {
        // the decks outlive the play, so that effects are not copied
        let battle = self.battle;
        let staying = self.unit(unit)?.cards.counting();
        for (army, choice) in staying.cards() {
            let way = battle.decks.as_ref().and_then(|decks| decks.get(army)?.way(choice));
            let Some(way) = way else { continue };
            let (player, units) = (self.player_of_army(army), [Some(unit), None]);
            let effects = &*way.ability.effects;
            let card =
                ActingCard { player, choice, units, effects, options: &[], on: None, denies: None };
            self.act_by_card(&card, Moment::Activating, MOST_TESTS)?;
        }
        Ok(())
    }
}
