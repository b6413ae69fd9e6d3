//! Simplified encounters in which policies estimate their losses.
//!
//! Outcomes depend on many conditions, so exact specifications rarely recur. A typical
//! encounter ignores terrain and zones, gives the attacker full ranks and the defender all its
//! wounds, and lets a charge arrive. Losses are capped at the wounds a unit actually has left. Few
//! distributions then serve most of a policy's estimates.

use super::encounter::{
    ChargeEnds, CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
use crate::army::BattleUnit;
use crate::choice::ConditionToken;
use crate::field::UnitId;
use std::hash::{Hash, Hasher};
use warodds_games::asoiaf::{EncounterEnd, Facing, Terrain};

/// Bits of the condition tokens.
const CONDITION_BITS: u8 = 0b111;
/// The tokens considered: Weakened on the attacker, Panicked and Vulnerable on the defender.
const RELEVANT_TOKENS: [u8; 2] = [
    ConditionToken::Weakened.bit(),
    ConditionToken::Panicked.bit() | ConditionToken::Vulnerable.bit(),
];

/// How the attacker attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttackMode {
    Attack { cover: bool },
    Charge,
}

/// A simplified attack or charge: the key of a policy's estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypicalEncounter {
    mode: AttackMode,
    weapon: u8,
    facing: Facing,
    units: [UnitId; 2],
    /// The attacker's wounds, rounded up to full ranks.
    left: u8,
    tokens: [u8; 2],
    bonuses: [ObjectiveBonuses; 2],
    round: u8,
}

impl TypicalEncounter {
    /// Creates a melee attack without tokens. `left` are the attacker's wounds in full ranks.
    pub(crate) fn melee(
        weapon: u8,
        facing: Facing,
        [(own, own_bonuses), (enemy, enemy_bonuses)]: [(UnitId, ObjectiveBonuses); 2],
        (left, round): (u8, u8),
    ) -> Self {
        let mode = AttackMode::Attack { cover: false };
        let (units, bonuses) = ([own, enemy], [own_bonuses, enemy_bonuses]);
        Self { mode, weapon, facing, units, left, tokens: [0; 2], bonuses, round }
    }

    /// Sets the units' tokens.
    pub(crate) fn with_tokens(self, tokens: [u8; 2]) -> Self {
        Self { tokens: relevant(tokens), ..self }
    }

    /// Turns the attack into a charge that arrives.
    pub(crate) fn as_charge(self) -> Self {
        Self { mode: AttackMode::Charge, ..self }
    }

    /// Simplifies an attack; returns `None` for other encounters. `left` are the attacker's wounds
    /// in full ranks.
    pub(crate) fn of_attack(spec: &EncounterSpec, left: u8) -> Option<Self> {
        let EncounterSpec { kind, units, conditions, setting, .. } = *spec;
        let EncounterKind::Attack { weapon, facing, cover } = kind else { return None };
        Some(Self {
            mode: AttackMode::Attack { cover },
            weapon,
            facing,
            units,
            left,
            tokens: relevant(conditions.map(|conditions| conditions.tokens)),
            bonuses: conditions.map(|conditions| conditions.bonuses),
            round: setting.round,
        })
    }

    /// Returns the specification to compile.
    pub(crate) fn spec(&self, units: &[BattleUnit]) -> EncounterSpec {
        let Self { weapon, facing, .. } = *self;
        let full = units.get(usize::from(self.units[1].0)).map_or(0, BattleUnit::wounds);
        let conditions = |side: usize| CombatConditions {
            left: if side == 0 { self.left } else { full },
            tokens: self.tokens[side],
            bonuses: self.bonuses[side],
            ..CombatConditions::default()
        };
        let kind = match self.mode {
            AttackMode::Attack { cover } => EncounterKind::Attack { weapon, facing, cover },
            AttackMode::Charge => {
                // speed 6 crosses one inch on any roll: the charge always arrives
                let (distance, terrain, speed) = (1, Terrain::OPEN, 6);
                let ends = ChargeEnds::default();
                EncounterKind::Charge { weapon, facing, speed, distance, terrain, ends }
            }
        };
        EncounterSpec {
            kind,
            units: self.units,
            conditions: [conditions(0), conditions(1)],
            setting: EncounterSetting { round: self.round, engaged: false },
            cards: Default::default(),
        }
    }
}

fn relevant([attacker, defender]: [u8; 2]) -> [u8; 2] {
    [attacker & RELEVANT_TOKENS[0], defender & RELEVANT_TOKENS[1]]
}

impl Hash for TypicalEncounter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [own, enemy] = self.units;
        let mode = match self.mode {
            AttackMode::Attack { cover } => u8::from(cover),
            AttackMode::Charge => 2,
        };
        let mode = mode << 4 | self.facing as u8;
        let tokens = self.tokens[0] << 4 | self.tokens[1];
        let bonuses = self.bonuses.map(ObjectiveBonuses::bits);
        // two bonuses share a byte of the hash; keys are compared for equality as well
        let bonuses = (bonuses[0].rotate_left(3) ^ bonuses[1]).to_le_bytes();
        let bonuses = bonuses.into_iter().fold(0, |all, byte| all ^ byte);
        let word = [self.weapon, mode, own.0, enemy.0, self.left, tokens, bonuses, self.round];
        state.write_u64(u64::from_le_bytes(word));
    }
}

/// The losses of both sides of an encounter.
#[derive(Clone, Debug)]
pub(crate) struct Losses {
    /// For each side and each number of wounds left: expected wounds lost, and the probability of
    /// losing all.
    by_wounds_left: [Vec<(f64, f64)>; 2],
    /// Expected change in the number of condition tokens.
    pub tokens: [f64; 2],
}

impl Losses {
    /// Computes the losses from the exact distribution of the ends of an encounter.
    pub(super) fn new(spec: &EncounterSpec, ends: &[(EncounterEnd, f64)]) -> Self {
        let count = |bits: u8| f64::from((bits & CONDITION_BITS).count_ones());
        let by_wounds_left = |side: usize| {
            let lost = lost_at_least(spec.conditions[side].left, side, ends);
            // E[min(lost, left)] is the sum of P(lost ≥ k) for k from 1 to `left`
            let mut expected = 0.0;
            let sums = lost.into_iter().enumerate().map(|(left, p)| {
                expected += if left == 0 { 0.0 } else { p };
                (expected, p)
            });
            sums.collect()
        };
        let tokens = |side: usize| {
            let after: f64 = ends.iter().map(|(end, p)| p * count(end.tokens[side])).sum();
            after - count(spec.conditions[side].tokens)
        };
        Self {
            by_wounds_left: [by_wounds_left(0), by_wounds_left(1)],
            tokens: [tokens(0), tokens(1)],
        }
    }

    /// Returns the expected wounds that a side with `left` wounds loses, and the probability that
    /// it loses all.
    pub(crate) fn of_side(&self, side: usize, left: u8) -> (f64, f64) {
        let losses = self.by_wounds_left.get(side).map_or(&[][..], Vec::as_slice);
        // more wounds than the typical unit has change nothing
        losses.get(usize::from(left)).or(losses.last()).copied().unwrap_or_default()
    }
}

/// Returns the probability that a side with `before` wounds loses at least 0, 1, … `before` of them.
fn lost_at_least(before: u8, side: usize, ends: &[(EncounterEnd, f64)]) -> Vec<f64> {
    let mut chances = vec![0.0; usize::from(before) + 1];
    for (end, p) in ends {
        let lost = usize::from(before.saturating_sub(end.left[side]));
        chances.get_mut(lost).into_iter().for_each(|chance| *chance += p);
    }
    let mut sum = 0.0;
    for chance in chances.iter_mut().rev() {
        sum += *chance;
        *chance = sum;
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 6 wounds none are lost in 1/2, two in 1/4 and all in 1/4; so of 2 wounds, both in 1/2.
    #[test]
    fn losses_are_capped_by_the_wounds_left() {
        let end = |left: u8, tokens: u8| EncounterEnd { left: [5, left], tokens: [0, tokens] };
        let ends = [(end(6, 0), 0.5), (end(4, 0b11), 0.25), (end(0, 0b1), 0.25)];
        let melee = TypicalEncounter::melee(
            0,
            Facing::Front,
            [0, 1].map(|unit| (UnitId(unit), ObjectiveBonuses::default())),
            (5, 1),
        );
        let mut spec = melee.spec(&[]);
        spec.conditions[1].left = 6;
        let losses = Losses::new(&spec, &ends);
        let expected =
            [(0, (0.0, 1.0)), (1, (0.5, 0.5)), (2, (1.0, 0.5)), (6, (2.0, 0.25)), (9, (2.0, 0.25))];
        for (left, lost) in expected {
            assert_eq!(losses.of_side(1, left), lost, "{left} wounds left");
        }
        assert_eq!(losses.of_side(0, 5), (0.0, 0.0));
        assert_eq!(losses.tokens, [0.0, 0.75]);
    }
}
