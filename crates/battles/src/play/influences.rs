//! What cards and NCUs that stay on a unit do before its actions, and when zones target it (A9.4).

use super::card_effects::{ActingCard, MOST_TESTS};
use crate::field::UnitId;
use crate::progress::{Play, PlayResult};
use warodds_games::asoiaf::effect::Moment;

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
