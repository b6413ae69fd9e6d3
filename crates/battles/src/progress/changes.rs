//! Changes of the state that are recorded in the log.

use super::{Play, PlayResult, refusal};
use crate::battle::ObjectiveCard;
use crate::cards::with_card_tokens;
use crate::choice::ConditionToken;
use crate::field::{PlayerId, UnitId};
use crate::geometry::{Point, Pose};
use crate::log::LogEntry;
use crate::state::Objective;
use warodds_games::asoiaf::effect::{Action, Change};
use warodds_questions::catalogue::Denied;

impl Play<'_> {
    /// Sets the wounds that a unit has left. At 0 it stays on the table until
    /// [`Self::remove_destroyed`] is called.
    pub(crate) fn set_wounds_left(
        &mut self,
        unit: UnitId,
        left: u8,
        rule: &'static str,
    ) -> PlayResult {
        let Some(state) = self.state.unit_mut(unit).filter(|state| state.left != left) else {
            return Ok(());
        };
        let (before, player) = (state.left, state.player);
        state.left = left;
        self.record(|| LogEntry::Wounds { unit, left, rule: rule.into() })?;
        self.gain_tokens_by_ranks((unit, player), [before, left])
    }

    /// Heals wounds, up to the full unit (A1.5).
    pub(crate) fn heal(&mut self, unit: UnitId, wounds: u8, rule: &'static str) -> PlayResult {
        if self.state.is_denied(self.battle, unit, Denied::Healing) {
            return Ok(());
        }
        let full = self.battle.fighter(unit).map_or(0, |fighter| fighter.wounds());
        let left = self.unit(unit)?.left;
        self.set_wounds_left(unit, left.saturating_add(wounds).min(full), rule)
    }

    /// Sets a unit's token bits, including the count of avoided destructions.
    pub(crate) fn set_tokens(&mut self, unit: UnitId, bits: u8, rule: &'static str) -> PlayResult {
        let Some(state) = self.state.unit_mut(unit).filter(|state| state.tokens != bits) else {
            return Ok(());
        };
        state.tokens = bits;
        self.record(|| LogEntry::Tokens { unit, bits, rule: rule.into() })
    }

    /// Gives a unit a token unless it holds one of the kind (A7) or is immune.
    pub(crate) fn give_token(
        &mut self,
        unit: UnitId,
        token: ConditionToken,
        rule: &'static str,
    ) -> PlayResult {
        let immune = self.battle.fighter(unit).map(|fighter| fighter.immune).unwrap_or_default();
        let bits = self.unit(unit)?.tokens;
        if immune.holds(token.token()) || self.is_immune_by_card(unit, token)? {
            Ok(())
        } else {
            self.set_tokens(unit, bits | token.bit(), rule)?;
            self.react_to_tokens(unit, bits)
        }
    }

    /// Returns whether a card that stays on a unit keeps it from gaining a token.
    fn is_immune_by_card(&self, unit: UnitId, token: ConditionToken) -> PlayResult<bool> {
        let state = self.unit(unit)?;
        for held in state.cards.held().filter(|held| !held.waits) {
            let deck = self.battle.decks.as_ref().and_then(|decks| decks.get(held.army));
            let way = deck.and_then(|deck| deck.way(held.choice));
            for effect in way.into_iter().flat_map(|way| way.ability.effects.all()) {
                let Action::Change(Change::Immune(tokens)) = effect.action else { continue };
                let units = (state.player, [Some(unit), None]);
                let Some(conditions) = with_card_tokens(&effect.conditions, held.tokens) else {
                    continue;
                };
                if tokens.holds(token.token())
                    && self.state.card_meets(self.outcomes, units, &conditions)?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Adds points to a player's score and records the unit that earned them.
    pub(crate) fn score(
        &mut self,
        player: PlayerId,
        points: u8,
        unit: Option<UnitId>,
        rule: &'static str,
    ) -> PlayResult {
        let score = &mut self.state.points[player.index()];
        *score = score.saturating_add(points);
        self.record(|| LogEntry::Scored { player, points, unit, rule: rule.into() })
    }

    /// Places a unit out of contact.
    pub(crate) fn place_unit(
        &mut self,
        unit: UnitId,
        pose: Pose,
        rule: &'static str,
    ) -> PlayResult {
        self.state.field.move_unit(unit, pose)?;
        self.record(|| LogEntry::Moved { unit, pose, rule: rule.into() })
    }

    /// Places a piece of terrain without checking its position.
    pub(crate) fn place_piece(&mut self, kind: u8, pose: Pose, rule: &'static str) -> PlayResult {
        let found = self.battle.kinds.get(usize::from(kind));
        let found = found.ok_or_else(|| refusal(rule, "there is no such kind of terrain"))?;
        let number = self.state.field.pieces().len();
        self.state.field.add_piece(found.at(pose))?;
        self.state.kinds.push(kind);
        let name = found.name().to_owned();
        // far fewer pieces than 256 fit on a table
        self.record(|| LogEntry::Piece { piece: number as u8, kind: name, pose, rule: rule.into() })
    }

    /// Places an objective token.
    pub(crate) fn place_objective(
        &mut self,
        at: Point,
        card: ObjectiveCard,
        pile: Option<u8>,
        rule: &'static str,
    ) -> PlayResult {
        // far fewer tokens than 256 in every mode
        let number = self.state.objectives.len() as u8;
        self.state.objectives.push(Objective { at, card, pile, holder: None });
        self.record(|| LogEntry::Objective { number, at, holder: None, rule: rule.into() })
    }
}
