//! Tactics cards that players play once an attack or a test is over (A8.3).

use super::card_event::{AttackResult, CardEvent, TestResult};
use crate::field::UnitId;
use crate::outcomes::{EncounterKind, EncounterSpec};
use crate::progress::{Play, PlayResult};
use warodds_games::asoiaf::effect::TestKind;
use warodds_games::asoiaf::{Aftermath, Reach};

impl Play<'_> {
    /// Lets both players play cards after an attack or a charge, and after its panic tests.
    pub(super) fn react(&mut self, spec: &EncounterSpec, after: &Aftermath) -> PlayResult {
        if self.battle.decks.is_none() {
            return Ok(());
        }
        // cards that are played meanwhile lead to encounters of their own
        let played_at = self.played_at.clone();
        for (side, unit) in spec.units.into_iter().enumerate() {
            self.react_to_tokens(unit, spec.conditions[side].tokens)?;
            self.played_at.clone_from(&played_at);
        }
        for (side, unit) in spec.units.into_iter().enumerate() {
            let lost = spec.conditions[side].left.saturating_sub(after.left[side]);
            if after.left[side] > 0 && (lost > 0 || after.failed[side]) {
                self.react_to_test(unit, (after.failed[side], TestKind::Panic))?;
                self.played_at.clone_from(&played_at);
            }
        }
        if let Some(attack) = self.attack_result(spec, after) {
            self.play_cards_at(CardEvent::Attacked(attack))?;
        }
        self.take_later_actions()
    }

    /// Lets both players play cards after a morale test.
    pub(super) fn react_to_test(
        &mut self,
        unit: UnitId,
        (failed, kind): (bool, TestKind),
    ) -> PlayResult {
        let result = if failed { TestResult::Failed } else { TestResult::Passed };
        let player = self.unit(unit)?.player;
        if !self.state.is_on_table(unit, player) {
            return Ok(());
        }
        self.play_cards_at(CardEvent::Tested(unit, result, kind)).map(|_| ())
    }

    /// Returns what became of an attack; `None` if none was made.
    fn attack_result(&self, spec: &EncounterSpec, after: &Aftermath) -> Option<AttackResult> {
        let [attacker, defender] = spec.units;
        let is_melee = match spec.kind {
            EncounterKind::Attack { weapon, .. } => {
                let attacks = &self.battle.fighter(attacker)?.unit.attacks;
                attacks.get(usize::from(weapon))?.reach == Reach::Melee
            }
            EncounterKind::Charge { .. } if after.arrives => true,
            _ => return None,
        };
        let body = self.battle.fighter(defender)?.unit.body;
        let (before, left) = (spec.conditions[1].left, after.left[1]);
        let ranks = body.ranks_left(before).saturating_sub(body.ranks_left(left));
        Some(AttackResult {
            units: spec.units,
            is_melee,
            lost: [before.saturating_sub(left), ranks],
            destroyed: after.left.map(|left| left == 0),
        })
    }
}
