//! Chances of a single attack, from which plans are computed.

use super::super::damage::{attack_hits, damage_dealt};
use super::super::question::AttackValues;
use warodds_engine::chance::Paths;

/// Hit chances and damage distributions of one attack, unboosted and boosted.
#[derive(Clone, Debug)]
pub(super) struct RollOdds {
    pub(super) hit: [f64; 2],
    pub(super) damage: [Vec<(u8, f64)>; 2],
}

impl RollOdds {
    /// Computes both from the rules.
    pub(super) fn of(strike: &AttackValues) -> Self {
        let hit = |boosted| {
            Paths::new(&[], None)
                .distribution_of(1.0, |chance| [u8::from(attack_hits(chance, strike, boosted))])
        };
        let power = (strike.pow.get(), strike.arm.get());
        let damage = |boosted| {
            Paths::new(&[], None)
                .distribution_of(1.0, |chance| [damage_dealt(chance, power, boosted)])
        };
        Self {
            hit: [false, true].map(|boosted| {
                hit(boosted)
                    .into_iter()
                    .filter(|([hit], _)| *hit == 1)
                    .map(|(_, weight)| weight)
                    .sum()
            }),
            damage: [false, true].map(|boosted| {
                damage(boosted).into_iter().map(|([dealt], weight)| (dealt, weight)).collect()
            }),
        }
    }
}
