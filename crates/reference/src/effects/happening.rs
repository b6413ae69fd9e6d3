//! What happens by abilities, and wounds that a unit may survive.

use warodds_games::asoiaf::effect::{
    Action, Amount, Change, Effect, EffectTarget, Moment, TriggeredEffect,
};

use super::model::{ReferenceModel, Resolution, TestCause};
use super::state::{AttackDamage, Chances, CombatState, each, surely};

impl<'a> ReferenceModel<'a> {
    /// One thing that happens, its conditions being looked at in state `at`.
    pub fn happen(
        &self,
        now: CombatState,
        at: &CombatState,
        (bearer, number, effect): (usize, usize, &Effect),
        resolution: Resolution<'_>,
        (more, done): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        let Action::Triggered(triggered) = effect.action else { return surely(now) };
        let asked = |wanted: Option<bool>, is: bool| wanted.is_none_or(|wanted| wanted == is);
        let of_ranks = effect.conditions.rank_destroyed;
        let of_ranks =
            if effect.moment == Moment::LosingRanks { of_ranks.or(Some(true)) } else { of_ranks };
        let stands = effect.moment == Moment::Destroyed || now.left[bearer] > 0;
        if !(stands
            && self.holds(effect, bearer, resolution, at)
            && asked(effect.conditions.dealt, done.dealt > 0)
            && asked(of_ranks, done.ranks > 0))
        {
            return surely(now);
        }
        self.trigger(triggered, (now, at), (bearer, number), resolution, (more, done))
    }

    /// What a part of an ability does whose conditions hold.
    fn trigger(
        &self,
        triggered: TriggeredEffect,
        (now, at): (CombatState, &CombatState),
        (bearer, number): (usize, usize),
        resolution: Resolution<'_>,
        (more, done): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        let to =
            |whom: EffectTarget| if whom == EffectTarget::Bearer { bearer } else { 1 - bearer };
        let amounts = |amount: Amount| self.happening(amount, bearer, &now, done);
        let wound = |side: usize, wounds: i32| {
            each(self.hurt(now, side, wounds, resolution), |(end, _)| surely(end))
        };
        match triggered {
            TriggeredEffect::Wounds(whom, amount) => {
                each(amounts(amount), |more| wound(to(whom), more))
            }
            TriggeredEffect::Hits(whom, amount) => each(amounts(amount), |hits| {
                each(self.unsaved(to(whom), hits), |wounds| wound(to(whom), wounds))
            }),
            TriggeredEffect::Heal(whom, amount) if now.left[to(whom)] > 0 => {
                each(amounts(amount), |healed| surely(self.healed(now, to(whom), healed)))
            }
            TriggeredEffect::Give(whom, tokens) => {
                surely(self.given(now, to(whom), tokens.bits(), resolution, at))
            }
            TriggeredEffect::Remove(whom, tokens) => {
                let mut end = now;
                end.tokens[to(whom)] &= !tokens.bits();
                surely(end)
            }
            TriggeredEffect::Swap(these, others) if now.tokens[1 - bearer] & these.bits() != 0 => {
                let mut end = now;
                end.tokens[1 - bearer] &= !these.bits();
                surely(self.given(end, 1 - bearer, others.bits(), resolution, at))
            }
            TriggeredEffect::Test(whom, roll, wounds) if more > 0 => {
                let from = TestCause::Ability { bearer, number, roll, wounds, costs: true };
                self.called_test(now, (to(whom), from), resolution, (more, done))
            }
            TriggeredEffect::Morale(whom, roll) if more > 0 => {
                let none = Amount::default();
                let from = TestCause::Ability { bearer, number, roll, wounds: none, costs: false };
                self.called_test(now, (to(whom), from), resolution, (more, done))
            }
            _ => surely(now),
        }
    }

    /// Wounds that come back to a side, up to a full unit.
    fn healed(&self, mut now: CombatState, side: usize, wounds: i32) -> CombatState {
        now.left[side] = (now.left[side] + wounds).min(self.full(side));
        now
    }

    /// A test that an ability calls for, of a side that stands.
    fn called_test(
        &self,
        now: CombatState,
        (side, from): (usize, TestCause),
        resolution: Resolution<'_>,
        (more, done): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        if now.left[side] == 0 {
            return surely(now);
        }
        each(self.take(now, (side, from), resolution, (more - 1, done)), |(end, ..)| surely(end))
    }

    /// Tokens given to a side, those it cannot gain left out.
    pub(super) fn given(
        &self,
        now: CombatState,
        side: usize,
        tokens: u8,
        resolution: Resolution<'_>,
        at: &CombatState,
    ) -> CombatState {
        let always = [Moment::Always];
        let immune = self.changes(resolution, [&always, &always], at, None).into_iter().fold(
            0,
            |all, (bearer, change)| match change {
                Change::Immune(tokens) if bearer == side => all | tokens.bits(),
                _ => all,
            },
        );
        let mut end = now;
        if now.left[side] > 0 {
            end.tokens[side] |= tokens & !immune;
        }
        end
    }

    /// Hits that a side does not save, with its own defence value.
    pub fn unsaved(&self, side: usize, hits: i32) -> Chances<i32> {
        let face = self.own_save(side);
        let mut all = surely(0);
        for _ in 0..hits {
            let missed = f64::from(face - 1) / 6.0;
            all = each(all, |wounds| vec![(wounds + 1, missed), (wounds, 1.0 - missed)]);
        }
        all
    }

    /// Wounds to a side, which it may survive: those it suffers are given as well.
    pub fn hurt(
        &self,
        state: CombatState,
        side: usize,
        wounds: i32,
        resolution: Resolution<'_>,
    ) -> Chances<(CombatState, i32)> {
        let mut states = surely((state, wounds, 0));
        let written = self.survivals(side);
        for (number, effect) in self.effects(side, resolution.choices, false, Moment::Dying) {
            let Action::Triggered(TriggeredEffect::Survive { uses, test }) = effect.action else {
                continue;
            };
            let attached = self.abilities[side][number].attached;
            let Some(place) = written.iter().position(|(known, _)| std::ptr::eq(*known, effect))
            else {
                panic!("{effect:?} is not written on the card")
            };
            if written[..=place].iter().map(|(_, uses)| uses).sum::<u8>() > 4 {
                continue;
            }
            if attached && state.fallen[side] {
                continue;
            }
            states = each(states, |(now, open, suffered)| {
                let lethal = open > 0 && now.left[side] > 0 && open >= now.left[side];
                if !lethal
                    || now.tried[side][place] >= uses
                    || !self.holds(effect, side, resolution, &now)
                {
                    return surely((now, open, suffered));
                }
                let mut now = now;
                now.tried[side][place] += 1;
                self.survive(now, (side, number, test), (open, suffered), resolution)
            });
        }
        each(states, |(now, open, suffered)| {
            let last = open.clamp(0, now.left[side]);
            surely((now.wounded(side, last), suffered + last))
        })
    }

    /// All ways of a side to survive, as its card has them, with how often.
    fn survivals(&self, side: usize) -> Vec<(&'a Effect, u8)> {
        let uses = |effect: &'a Effect| match effect.action {
            Action::Triggered(TriggeredEffect::Survive { uses, .. }) => Some((effect, uses)),
            _ => None,
        };
        self.abilities[side].iter().flat_map(|one| one.effects.all()).filter_map(uses).collect()
    }

    /// A try to survive.
    fn survive(
        &self,
        now: CombatState,
        (side, number, test): (usize, usize, bool),
        (open, suffered): (i32, i32),
        resolution: Resolution<'_>,
    ) -> Chances<(CombatState, i32, i32)> {
        let kept = now.left[side] - 1;
        if !test {
            return surely((now.wounded(side, kept), 0, suffered + kept));
        }
        let none = Amount::default();
        let from =
            TestCause::Ability { bearer: side, number, roll: none, wounds: none, costs: false };
        each(self.roll(side, from, resolution, &now), |(_, failed, tokens)| {
            let mut after = now;
            after.tokens[side] = tokens;
            let (open, suffered) = if failed { (open, suffered) } else { (0, suffered + kept) };
            if !failed {
                after = after.wounded(side, kept);
            }
            let over =
                self.over(after, (side, from), failed, resolution, (1, AttackDamage::default()));
            over.into_iter().map(|(end, p)| ((end, open, suffered), p)).collect()
        })
    }
}
