//! What an attack may do at most, and to whom.

use super::super::situation::Side;
use super::super::stat::Stat;
use super::super::triggered::{CompiledEffect, healings};
use super::AttackRoll;

impl AttackRoll {
    /// Whether a number of the attack is ever other than 0.
    #[inline(always)]
    pub(super) fn has(&self, stat: Stat) -> bool {
        self.most(stat) > 0
    }

    #[inline(always)]
    pub(super) fn most(&self, stat: Stat) -> u8 {
        self.stats.most(stat)
    }

    /// The most hits.
    pub(crate) fn most_hits(&self) -> u8 {
        let each = self.most(Stat::HitsEach)
            + if self.has(Stat::Critical) { self.most(Stat::Critical) } else { 0 };
        self.most(Stat::Dice).saturating_mul(each).saturating_add(self.most(Stat::Hits))
    }

    /// The most wounds of the attack itself.
    pub(crate) fn most_wounds(&self) -> u8 {
        let fixed = self.most(Stat::FixedWounds).saturating_add(3 * self.most(Stat::FixedD3));
        self.most_hits().max(fixed).saturating_add(self.most(Stat::Wounds))
    }

    /// The most wounds of its panic test.
    pub(crate) fn most_panic(&self) -> u8 {
        self.panic.as_ref().map_or(0, |follow| follow.test.most_wounds())
    }

    /// All triggered around it.
    pub(super) fn triggered(&self) -> impl Iterator<Item = &CompiledEffect> {
        let follow = self.panic.iter().flat_map(|follow| follow.then.triggered());
        let survivals = self.setting.survivals.iter().flatten();
        let trials = survivals.filter_map(|survival| survival.trial.as_ref());
        let trials = trials.flat_map(|trial| trial.then.triggered());
        let own =
            self.before.iter().chain(&self.ranks_lost).chain(&self.after).chain(&self.destroyed);
        own.chain(follow).chain(trials).flat_map(CompiledEffect::with_followers)
    }

    /// How often wounds of a side may be healed around it: each triggered once, those of a test to
    /// survive with each try.
    pub(crate) fn healings(&self, side: Side) -> u8 {
        let all = healings(self.triggered(), side);
        all.saturating_add(self.setting.healings_again(side))
    }

    /// Whether the striker may be hurt.
    pub(crate) fn can_wound_attacker(&self) -> bool {
        self.recoils || self.triggered().any(|triggered| triggered.hurts(Side::Attacker))
    }

    /// Whether the unit struck may lose wounds to effects.
    pub(crate) fn can_wound_defender(&self) -> bool {
        self.triggered().any(|triggered| triggered.hurts(Side::Defender))
    }

    /// Whether the unit struck may survive its end.
    pub(crate) fn can_survive(&self) -> bool {
        !self.setting.survivals[Side::Defender.index()].is_empty()
    }
}
