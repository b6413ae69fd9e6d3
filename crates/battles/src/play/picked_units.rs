//! Further units of a tactics card, which its player picks as it is played (A8.3).

use super::card_effects::ActingCard;
use super::card_units::CardUnits;
use super::encounters::length;
use crate::cards::{PickedTable, PlayedCard};
use crate::choice::PlayerChoice;
use crate::decision::{OptionDecision, PlayerDecision, TargetReason};
use crate::field::{PlayerId, UnitId};
use crate::outcomes::{EncounterError, OutcomeCache};
use crate::progress::{Play, PlayResult, refusal, wrong_choice};
use crate::state::BattleState;
use warodds_games::asoiaf::effect::{Action, EffectTarget};
use warodds_questions::catalogue::{BattlePlay, OptionChooser, PickDuty, PickedAmong, PickedUnits};

/// Returns the units of a card with a further one in place of its own one or of its enemy.
pub(crate) const fn with_picked(
    [unit, enemy]: CardUnits,
    of: EffectTarget,
    on: UnitId,
) -> CardUnits {
    match of {
        EffectTarget::Bearer => [Some(on), enemy],
        EffectTarget::Enemy => [unit, Some(on)],
    }
}

/// Iterates over the tables that count with these options, with their numbers.
pub(crate) fn picked_tables<'a>(
    play: &'a BattlePlay,
    options: &'a [u8],
) -> impl Iterator<Item = (u8, &'a PickedUnits)> {
    let is_taken = |picked: &PickedUnits| picked.option.is_none_or(|one| options.contains(&one));
    (0..).zip(&play.targets).filter(move |(_, picked)| is_taken(picked))
}

impl BattleState {
    /// Lists the units that a player may pick by a table of a card, with its units.
    pub(crate) fn pickable_units(
        &self,
        outcomes: &OutcomeCache<'_>,
        (player, units): (PlayerId, CardUnits),
        picked: &PickedUnits,
    ) -> Result<Vec<UnitId>, EncounterError> {
        let [own, enemy] = units;
        let side = match picked.of {
            EffectTarget::Bearer => player,
            EffectTarget::Enemy => player.opponent(),
        };
        let centre = own.or(enemy);
        let is_near = |unit: UnitId| {
            let range = picked.within.map(length);
            range.is_none_or(|range| centre.is_some_and(|of| self.are_within([of, unit], range)))
        };
        let mut found = Vec::new();
        for (unit, state) in self.units_on_table(side) {
            let is_among = match picked.among {
                PickedAmong::All => true,
                PickedAmong::Others => ![own, enemy].contains(&Some(unit)),
                PickedAmong::Engaged => self.field.is_engaged(unit),
            };
            let with = with_picked(units, picked.of, unit);
            if state.left > 0
                && is_among
                && is_near(unit)
                && self.card_meets(outcomes, (player, with), &picked.requires)?
            {
                found.push(unit);
            }
        }
        Ok(found)
    }
}

impl Play<'_> {
    /// Returns the options of a card that is played; the enemy takes them now if the card says so.
    pub(super) fn options_taken(
        &mut self,
        (player, played): (PlayerId, &PlayedCard),
        play: &BattlePlay,
    ) -> PlayResult<Vec<u8>> {
        let choice = play.effects.choice.as_ref();
        let Some(choice) = choice.filter(|_| play.chooser == OptionChooser::Enemy) else {
            return Ok(played.options.clone());
        };
        let units = [played.unit, played.enemy];
        let sets = self.option_sets((player, units), play, choice)?;
        let (army, played) = (self.army_at(player), played.clone());
        let decision = OptionDecision { army, played, sets: sets.clone() };
        let enemy = player.opponent();
        match self.request_choice(enemy, PlayerDecision::Options(decision))? {
            PlayerChoice::Options(taken) if sets.contains(&taken) => Ok(taken),
            PlayerChoice::Options(taken) => {
                Err(refusal("A8.3", format!("the options {taken:?} may not be taken")))
            }
            other => Err(wrong_choice("A8.3", &other)),
        }
    }

    /// Lets the player of a card pick its further units, and applies what happens to each.
    pub(super) fn act_on_picked(&mut self, card: &ActingCard<'_>, play: &BattlePlay) -> PlayResult {
        for (table, picked) in picked_tables(play, card.options) {
            let mut taken = Vec::new();
            for _ in 0..picked.count {
                let at = (card.player, card.units);
                let mut among = self.state.pickable_units(self.outcomes, at, picked)?;
                among.retain(|unit| !taken.contains(unit));
                let is_any = !among.is_empty();
                let reason = TargetReason::Card(PickedTable { choice: card.choice, table });
                let unit = self.request_target(card.player, reason, among, "A8.3")?;
                let Some(unit) = unit else {
                    if is_any && picked.duty == PickDuty::Must {
                        return Err(refusal("A8.3", "the card needs another unit"));
                    }
                    break;
                };
                taken.push(unit);
                self.act_on_one(card, (picked, unit))?;
            }
        }
        Ok(())
    }

    /// Applies what happens to one further unit of a card.
    fn act_on_one(
        &mut self,
        card: &ActingCard<'_>,
        (picked, unit): (&PickedUnits, UnitId),
    ) -> PlayResult {
        let card = ActingCard { units: with_picked(card.units, picked.of, unit), ..*card };
        for effect in &picked.effects {
            if let Action::Triggered(triggered) = effect.action
                && self.card_meets(card.player, card.units, &effect.conditions)?
            {
                self.apply_card_effect(&card, triggered, 0)?;
            }
        }
        Ok(())
    }
}
