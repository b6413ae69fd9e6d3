//! What players expect of attacks and charges: of typical ones, so that few distributions tell it.
//!
//! How wounds are distributed hangs on many things; which of them a player weighs, and how finely,
//! is up to him. Here terrain and zones are left aside, who strikes has whole ranks, who is struck
//! is whole, and a charge arrives. What less is left than a whole unit cuts losses off.

use super::encounter::{
    CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
use crate::army::BattleUnit;
use crate::choice::ConditionToken;
use crate::field::UnitId;
use std::hash::{Hash, Hasher};
use warodds_games::asoiaf::{Aftermath, Facing, Terrain};

/// The bits of condition tokens among those of a unit.
const CONDITIONS: u8 = 0b111;
/// Those that matter most in an attack: who strikes may be weakened, who is struck panicked or
/// vulnerable.
const RELEVANT: [u8; 2] = [
    ConditionToken::Weakened.bit(),
    ConditionToken::Panicked.bit() | ConditionToken::Vulnerable.bit(),
];

/// How a unit strikes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttackMode {
    Attack { cover: bool },
    Charge,
}

/// A meeting as it typically is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypicalEncounter {
    how: AttackMode,
    weapon: u8,
    facing: Facing,
    units: [UnitId; 2],
    /// Wounds of who strikes, whose ranks are whole.
    left: u8,
    tokens: [u8; 2],
    boons: [ObjectiveBonuses; 2],
    round: u8,
}

impl TypicalEncounter {
    /// An attack in melee on an arc.
    pub(crate) fn melee(
        weapon: u8,
        facing: Facing,
        [(own, carried_bonuses), (enemy, boons)]: [(UnitId, ObjectiveBonuses); 2],
        (left, round): (u8, u8),
    ) -> Self {
        let how = AttackMode::Attack { cover: false };
        let (units, boons) = ([own, enemy], [carried_bonuses, boons]);
        Self { how, weapon, facing, units, left, tokens: [0; 2], boons, round }
    }

    /// The same of units that hold these tokens.
    pub(crate) fn with(self, tokens: [u8; 2]) -> Self {
        Self { tokens: relevant(tokens), ..self }
    }

    /// The same where who strikes charges, and arrives.
    pub(crate) fn as_charge(self) -> Self {
        Self { how: AttackMode::Charge, ..self }
    }

    /// An attack; none of anything else. Who strikes has so much left if its last rank is counted
    /// as whole.
    pub(crate) fn of(meeting: &EncounterSpec, left: u8) -> Option<Self> {
        let EncounterSpec { what, units, around, setting } = *meeting;
        let EncounterKind::Attack { weapon, facing, cover } = what else { return None };
        let how = AttackMode::Attack { cover };
        Some(Self {
            how,
            weapon,
            facing,
            units,
            left,
            tokens: relevant(around.map(|around| around.tokens)),
            boons: around.map(|around| around.boons),
            round: setting.round,
        })
    }

    /// As it is asked.
    pub(super) fn meeting(&self, units: &[BattleUnit]) -> EncounterSpec {
        let Self { weapon, facing, .. } = *self;
        let whole = units.get(usize::from(self.units[1].0)).map_or(0, BattleUnit::wounds);
        let around = |side: usize| CombatConditions {
            left: if side == 0 { self.left } else { whole },
            tokens: self.tokens[side],
            boons: self.boons[side],
            ..CombatConditions::default()
        };
        let what = match self.how {
            AttackMode::Attack { cover } => EncounterKind::Attack { weapon, facing, cover },
            AttackMode::Charge => {
                let (distance, terrain, speed) = (1, Terrain::OPEN, 6);
                EncounterKind::Charge { weapon, facing, speed, distance, terrain }
            }
        };
        EncounterSpec {
            what,
            units: self.units,
            around: [around(0), around(1)],
            setting: EncounterSetting { round: self.round, engaged: false },
        }
    }
}

fn relevant([own, their]: [u8; 2]) -> [u8; 2] {
    [own & RELEVANT[0], their & RELEVANT[1]]
}

impl Hash for TypicalEncounter {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [own, enemy] = self.units;
        let how = match self.how {
            AttackMode::Attack { cover } => u8::from(cover),
            AttackMode::Charge => 2,
        };
        let how = how << 4 | self.facing as u8;
        let (tokens, boons) =
            (self.tokens[0] << 4 | self.tokens[1], self.boons.map(ObjectiveBonuses::bits));
        let boons = boons[0] << 3 ^ boons[1];
        let all = [self.weapon, how, own.0, enemy.0, self.left, tokens, boons, self.round];
        state.write_u64(u64::from_le_bytes(all));
    }
}

/// What both lose in a meeting.
#[derive(Clone, Debug)]
pub(crate) struct Losses {
    /// Of each side, for each number of wounds that it has left: wounds lost on average, and the
    /// chance that all are.
    by_left: [Vec<(f64, f64)>; 2],
    /// Condition tokens gained on average.
    pub tokens: [f64; 2],
}

impl Losses {
    pub(super) fn of(meeting: &EncounterSpec, ways: &[(Aftermath, f64)]) -> Self {
        let before = meeting.around.map(|around| around.left);
        let count = |bits: u8| f64::from((bits & CONDITIONS).count_ones());
        let lost = |side: usize, after: &Aftermath| before[side].saturating_sub(after.left[side]);
        let by_left = |side: usize| {
            let of = |left: u8| {
                let mut sum = (0.0, 0.0);
                for (after, p) in ways {
                    let lost = lost(side, after).min(left);
                    sum.0 += p * f64::from(lost);
                    sum.1 += if lost == left { *p } else { 0.0 };
                }
                sum
            };
            (0..=before[side]).map(of).collect()
        };
        let tokens = |side: usize| {
            let after: f64 = ways.iter().map(|(after, p)| p * count(after.tokens[side])).sum();
            after - count(meeting.around[side].tokens)
        };
        Self { by_left: [by_left(0), by_left(1)], tokens: [tokens(0), tokens(1)] }
    }

    /// Wounds that a side loses on average of so many left, and the chance that it loses all.
    pub(crate) fn of_side(&self, side: usize, left: u8) -> (f64, f64) {
        let known = self.by_left.get(side).map_or(&[][..], Vec::as_slice);
        known.get(usize::from(left)).or(known.last()).copied().unwrap_or_default()
    }
}
