//! Bounds on the result of an attack.

use super::super::situation::Side;
use super::super::stat::Stat;
use super::super::triggered::{CompiledEffect, healings};
use super::AttackRoll;

impl AttackRoll {
    /// Returns whether a number of the attack is ever non-zero.
    #[inline(always)]
    pub(super) fn has(&self, stat: Stat) -> bool {
        self.most(stat) > 0
    }

    #[inline(always)]
    pub(super) fn most(&self, stat: Stat) -> u8 {
        self.stats.most(stat)
    }

    /// Returns the largest number of hits.
    pub(crate) fn most_hits(&self) -> u8 {
        let each = self.most(Stat::HitsEach)
            + if self.has(Stat::Critical) { self.most(Stat::Critical) } else { 0 };
        // every die a natural 6: the largest number of hits
        self.most(Stat::Dice).saturating_mul(each).saturating_add(self.most(Stat::Hits))
    }

    /// Returns whether some wounds of the dice may be no unblocked hits.
    pub(crate) fn adds_wounds(&self) -> bool {
        self.has(Stat::Wounds) || self.has(Stat::Fixed)
    }

    /// Returns whether two unblocked hits may make one wound (D6).
    pub(crate) fn halves_wounds(&self) -> bool {
        self.has(Stat::HalfWounds)
    }

    /// Returns the largest number of wounds of the dice.
    pub(crate) fn most_wounds(&self) -> u8 {
        // fixed wounds replace those of hits, so the larger of both is the bound
        let fixed = self.most(Stat::FixedWounds).saturating_add(3 * self.most(Stat::FixedD3));
        self.most_hits().max(fixed).saturating_add(self.most(Stat::Wounds))
    }

    /// Returns the largest number of wounds of the panic test.
    pub(crate) fn most_panic(&self) -> u8 {
        self.panic.as_ref().map_or(0, |follow| follow.test.most_wounds())
    }

    /// Returns all effects the attack may trigger.
    pub(super) fn triggered(&self) -> impl Iterator<Item = &CompiledEffect> {
        let follow = self.panic.iter().flat_map(|follow| follow.then.triggered());
        let survivals = self.setting.survivals.iter().flatten();
        let trials = survivals.filter_map(|survival| survival.trial.as_ref());
        let trials = trials.flat_map(|trial| trial.then.triggered());
        let own =
            self.before.iter().chain(&self.ranks_lost).chain(&self.after).chain(&self.destroyed);
        own.chain(follow).chain(trials).flat_map(CompiledEffect::with_followers)
    }

    /// Returns how often a side may be healed: once per effect, and once per attempt for the
    /// follow-ups of survival tests.
    pub(crate) fn healings(&self, side: Side) -> u8 {
        let all = healings(self.triggered(), side);
        all.saturating_add(self.setting.healings_again(side))
    }

    /// Returns whether the attacker can lose wounds.
    pub(crate) fn can_wound_attacker(&self) -> bool {
        self.recoils || self.triggered().any(|triggered| triggered.hurts(Side::Attacker))
    }

    /// Returns whether the defender can lose wounds to anything but hits and the panic test: to
    /// effects, or with its attachment.
    pub(crate) fn can_wound_defender(&self) -> bool {
        !self.kills.is_empty() || self.triggered().any(|triggered| triggered.hurts(Side::Defender))
    }

    /// Returns whether the defender can survive its destruction.
    pub(crate) fn can_survive(&self) -> bool {
        !self.setting.survivals[Side::Defender.index()].is_empty()
    }
}
