//! Amounts of triggered effects, counted when they happen.

use super::super::effect::{Amount, Per};
use super::super::situation::{FightState, Side, ranks_left};
use super::{AttackTotals, CompiledEffect, EffectContext, EffectKind, MOST};
use warodds_engine::chance::{Chance, Label, Num, when};

const EFFECT_D3: Label = Label::new("D3 of an effect", "A1.7");

impl CompiledEffect {
    /// Evaluates an amount.
    #[inline(always)]
    pub(super) fn amount<C: Chance>(
        &self,
        chance: &mut C,
        amount: Amount,
        fight: &FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        here: <C::N as Num>::Mask,
    ) -> C::N {
        let mut sum = self.sum_without_dice(amount, fight, ctx, done);
        for _ in 0..amount.d3 {
            let [d3] = when!(here, [chance.d3(&EFFECT_D3)]);
            sum = sum + d3;
        }
        sum.at_most(C::N::of(amount.most.unwrap_or(MOST)))
    }

    /// Returns the most wounds that the effect may cause where it applies, before any save; 0
    /// elsewhere.
    pub(super) fn most_wounds<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
    ) -> C::N {
        let (EffectKind::Wounds(_, amount) | EffectKind::Hits(_, amount, _)) = self.kind else {
            return C::N::of(0);
        };
        let here = self.happens(chance, fight, ctx, done);
        let dice = C::N::of(amount.d3.saturating_mul(3).min(MOST));
        (self.sum_without_dice(amount, fight, ctx, done) + dice)
            .at_most(C::N::of(amount.most.unwrap_or(MOST)))
            .masked(here)
    }

    /// Evaluates an amount without its dice and its cap.
    #[inline(always)]
    fn sum_without_dice<N: Num>(
        &self,
        amount: Amount,
        fight: &FightState<N>,
        ctx: &EffectContext<'_, N>,
        done: &AttackTotals<N>,
    ) -> N {
        let count = count(amount.per, self.bearer, fight, ctx, done)
            // keeps the product below one byte
            .at_most(N::of(MOST / amount.each.unsigned_abs().max(1)));
        let (plus, minus) = (
            count.times(amount.each.max(0).unsigned_abs()),
            count.times(amount.each.min(0).unsigned_abs()),
        );
        let base = N::of(amount.base.max(0).unsigned_abs());
        (base + plus).saturating_sub(minus + N::of(amount.base.min(0).unsigned_abs()))
    }
}

/// Returns the value of the count of an amount.
#[inline(always)]
fn count<N: Num>(
    per: Option<Per>,
    bearer: Side,
    fight: &FightState<N>,
    ctx: &EffectContext<'_, N>,
    done: &AttackTotals<N>,
) -> N {
    let bodies = ctx.setting.bodies;
    let ranks = |side: Side| ranks_left(bodies[side.index()], fight.left[side.index()]);
    let lost = |side: Side| N::of(bodies[side.index()].ranks()).saturating_sub(ranks(side));
    match per {
        None => N::of(0),
        Some(Per::OwnRanks) => ranks(bearer),
        Some(Per::OwnRanksLost) => lost(bearer),
        Some(Per::EnemyRanks) => ranks(bearer.other()),
        Some(Per::EnemyRanksLost) => lost(bearer.other()),
        Some(Per::OwnWoundsLost) => {
            N::of(bodies[bearer.index()].wounds()).saturating_sub(fight.left[bearer.index()])
        }
        Some(Per::EnemyTokens) => {
            let held = fight.tokens[bearer.other().index()];
            [1, 2, 4]
                .map(|bit| N::flag((held & N::of(bit)).gt(N::of(0))))
                .into_iter()
                .fold(N::of(0), |sum, one| sum + one)
        }
        Some(Per::RanksDestroyed) => done.ranks,
        Some(Per::WoundsDealt) => done.dealt,
        Some(Per::PanicWounds) => done.panic,
        // battles count friends before they resolve an encounter
        Some(
            Per::FriendsNear | Per::FriendsNearEnemy | Per::FriendsInContact | Per::RanksInContact,
        ) => N::of(0),
    }
}
