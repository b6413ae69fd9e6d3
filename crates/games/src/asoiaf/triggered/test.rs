//! Morale and panic tests with their follow-ups (A4).

use super::super::morale::MoraleTest;
use super::super::panic::PanicTest;
use super::super::situation::FightState;
use super::{AttackTotals, CompiledEffect, EffectContext};
use warodds_engine::chance::{Chance, Label, Num, when};

/// Display names of tests that cost no wounds: of the attacker, of the defender.
const TRIED: [&Label; 2] = [
    &Label::counted(
        "wound the attacker has left: it takes a morale test",
        "wounds the attacker has left: it takes a morale test",
        "A4.1",
    ),
    &Label::counted(
        "wound the unit attacked has left: it takes a morale test",
        "wounds the unit attacked has left: it takes a morale test",
        "A4.1",
    ),
];

/// The effects of both sides after a test.
#[derive(Clone, Debug)]
pub(crate) struct FollowUps {
    /// Effects after a passed test.
    pub passed: Vec<CompiledEffect>,
    /// Effects after a failed test.
    pub failed: Vec<CompiledEffect>,
}

impl FollowUps {
    /// Returns whether there are any effects.
    #[inline(always)]
    pub(crate) const fn is_something(&self) -> bool {
        !(self.passed.is_empty() && self.failed.is_empty())
    }

    /// Returns all effects.
    pub(crate) fn triggered(&self) -> impl Iterator<Item = &CompiledEffect> {
        self.passed.iter().chain(&self.failed)
    }

    /// Applies the effects where the test was passed and where it was failed. Few units have any.
    #[inline(never)]
    pub(crate) fn come<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        [passed, failed]: [<C::N as Num>::Mask; 2],
    ) -> FightState<C::N> {
        let passed = self.passed.iter().map(|triggered| (triggered, passed));
        for (triggered, here) in
            passed.chain(self.failed.iter().map(|triggered| (triggered, failed)))
        {
            let now = ctx.after(&fight);
            triggered.apply(chance, &mut fight, &now, done, here);
        }
        fight
    }
}

/// A panic test and its follow-ups.
#[derive(Clone, Debug)]
pub(crate) struct PanicTestEffect {
    /// The test.
    pub test: PanicTest,
    /// The follow-ups.
    pub then: FollowUps,
}

impl PanicTestEffect {
    /// Removes the follow-ups.
    #[must_use]
    pub(crate) fn alone(self) -> Self {
        Self { then: FollowUps { passed: Vec::new(), failed: Vec::new() }, ..self }
    }

    /// Resolves the test of the unit on `side` where the first mask holds; it passes without dice
    /// where only the second does (A2.7). Applies the follow-ups. Returns the wounds suffered, and
    /// 1 where the test failed.
    #[inline(always)]
    pub(crate) fn take<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        side: usize,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        [rolls, tests]: [<C::N as Num>::Mask; 2],
    ) -> [C::N; 2] {
        let (left, tokens) = (fight.left[side], fight.tokens[side]);
        let [wounds, after, failed] = when!(rolls, {
            let tested = self.test.take(chance, ctx.place, left, tokens);
            [tested.wounds, tested.tokens, C::N::flag(tested.failed)]
        });
        // lanes that did not roll keep their tokens
        fight.tokens[side] = after.select(rolls, tokens);
        let wounds = ctx.hurt(chance, fight, side, wounds);
        if self.then.is_something() {
            let failed_here = failed.gt(C::N::of(0));
            // copies, so that nothing compiled apart holds an address into the lanes
            let (before, ctx, done) = (*fight, *ctx, AttackTotals { panic: wounds, ..*done });
            *fight = chance.out_of_line(|chance| {
                self.then.come(chance, before, &ctx, &done, [tests & !failed_here, failed_here])
            });
        }
        [wounds, failed]
    }
}

/// A morale test without wounds and its follow-ups.
#[derive(Clone, Debug)]
pub(crate) struct MoraleTestEffect {
    /// The test.
    pub test: MoraleTest,
    /// The follow-ups.
    pub then: FollowUps,
}

impl MoraleTestEffect {
    /// Resolves the test of the unit on `side` where `tests` holds and applies the follow-ups.
    /// Returns where it failed.
    pub(crate) fn take<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        side: usize,
        ctx: &EffectContext<'_, C::N>,
        tests: <C::N as Num>::Mask,
    ) -> <C::N as Num>::Mask {
        let [] = when!(tests, chance.described(TRIED[side], fight.left[side]));
        let failed = self.roll(chance, fight, side, ctx, tests);
        *fight = self.then.come(
            chance,
            *fight,
            ctx,
            &AttackTotals::nothing(),
            [tests & !failed, failed],
        );
        failed
    }

    /// Resolves the test of the unit on `side` where `tests` holds. Returns where it failed.
    pub(crate) fn roll<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        side: usize,
        ctx: &EffectContext<'_, C::N>,
        tests: <C::N as Num>::Mask,
    ) -> <C::N as Num>::Mask {
        let (after, failed) = self.test.take(chance, ctx.place, fight.tokens[side], tests);
        fight.tokens[side] = after.select(tests, fight.tokens[side]);
        failed & tests
    }
}
