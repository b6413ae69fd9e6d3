//! Morale tests: what is at stake, every reroll, and what follows.

use std::collections::HashMap;

use warodds_games::asoiaf::effect::{Change, Moment};
use warodds_games::asoiaf::{Spending, Token};

use super::model::{ReferenceModel, Resolution, TestCause, fits};
use super::state::{AttackDamage, Chances, CombatState, bit, each, surely};
use crate::asoiaf::{MoraleTest, MoraleTestResults, RerollingPlayer, morale_test_results};

/// What tests with these players to reroll come to, and whether ties leave that open.
pub(super) type TestCache = HashMap<(MoraleTest, Vec<RerollingPlayer>), (MoraleTestResults, bool)>;

impl ReferenceModel<'_> {
    /// What is at stake in a test of a side, and whether its player may reroll.
    fn stakes(
        &self,
        side: usize,
        from: TestCause,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> (MoraleTest, bool) {
        let (own, other) = ([Moment::Testing, Moment::Always], [Moment::EnemyTesting]);
        let (tested, enemy) = match from {
            TestCause::Attack => (
                [&own[..], &[Moment::Attacked]].concat(),
                [&other[..], &[Moment::Attacking]].concat(),
            ),
            TestCause::Ability { .. } => (own.to_vec(), other.to_vec()),
        };
        let moments: [&[Moment]; 2] =
            if side == resolution.me { [&tested, &enemy] } else { [&enemy, &tested] };
        let changes = self.changes(resolution, moments, now, Some(from));
        let guard = self.defender(side).expect("a test of a unit with a morale");
        let near = self.attack.traits()[side].surroundings;
        let denied = changes.iter().any(|(_, change)| *change == Change::NoFacingBonus);
        let (roll, wounds, costs) = match from {
            TestCause::Attack => (if denied { 0 } else { self.facing(resolution) }, 0, true),
            TestCause::Ability { bearer, roll, wounds, costs, .. } => {
                (self.amount(roll, bearer, now), self.amount(wounds, bearer, now), costs)
            }
        };
        let (mut modifier, mut base) =
            (roll + i32::from(guard.changes.panic_modifier.get()), 1 + wounds);
        modifier += i32::from(near.inspiring) - i32::from(near.horrific);
        let (mut morale, mut cap) = (i32::from(guard.morale.get()), 60);
        let (mut own, mut passes) = (guard.changes.morale_rerolls.roller, false);
        for (bearer, change) in changes {
            match change {
                Change::MoraleRoll(amount) => modifier += self.amount(amount, bearer, now),
                Change::PanicWounds(amount) => base += self.amount(amount, bearer, now),
                Change::PanicCap(amount) => {
                    cap = cap.min(self.amount(amount, bearer, now).max(0));
                }
                Change::MoraleIs(other) => morale = morale.min(other.get().into()),
                Change::RerollMorale => own = true,
                Change::AutoPass => passes = true,
                _ => {}
            }
        }
        let left = if costs { now.left[side] as u8 } else { 1 };
        let (base, cap) = if costs { (base, cap) } else { (1, 1) };
        (MoraleTest { morale: if passes { 0 } else { morale }, modifier, left, base, cap }, own)
    }

    /// Whether the enemy would spend a token of a side.
    pub fn spends(
        &self,
        token: Token,
        side: usize,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> bool {
        let kept = |(bearer, change): &(usize, Change)| {
            *bearer == side && matches!(change, Change::Unspent(tokens) if tokens.holds(token))
        };
        let always = [Moment::Always];
        now.tokens[side] & bit(token) != 0
            && self.spending(1 - side) != Spending::Never
            && resolution.choices.unspent[side] & bit(token) == 0
            && !self.changes(resolution, [&always, &always], now, None).iter().any(kept)
    }

    /// The dice of a test: wounds, whether it failed, and the tokens left.
    pub(super) fn roll(
        &self,
        side: usize,
        from: TestCause,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> Chances<(i32, bool, u8)> {
        let (test, own) = self.stakes(side, from, resolution, now);
        let forced = self.defender(side).is_some_and(|guard| guard.changes.morale_rerolls.enemy);
        let token = !forced && self.spends(Token::Panicked, side, resolution, now);
        let (own, enemy) = (
            own.then_some(RerollingPlayer::Own),
            (forced || token).then_some(RerollingPlayer::Enemy),
        );
        let order = if side == 0 { [own, enemy] } else { [enemy, own] };
        let order: Vec<RerollingPlayer> = order.into_iter().flatten().collect();
        let mut kept = self.tests.borrow_mut();
        let (rolled, open) =
            kept.entry((test, order.clone())).or_insert_with(|| morale_test_results(&test, &order));
        self.open.set(self.open.get() | *open);
        let tokens = now.tokens[side];
        let left = |forced: bool| {
            if token && forced { tokens & !bit(Token::Panicked) } else { tokens }
        };
        rolled
            .iter()
            .map(|((wounds, failed, forced), p)| ((*wounds, *failed, left(*forced)), *p))
            .collect()
    }

    /// A test of a side that stands, and what follows it; `more` tests in a row may. Gives the
    /// wounds suffered from it and whether it failed as well.
    pub fn take(
        &self,
        state: CombatState,
        (side, from): (usize, TestCause),
        resolution: Resolution<'_>,
        (more, done): (u8, AttackDamage),
    ) -> Chances<(CombatState, i32, bool)> {
        each(self.roll(side, from, resolution, &state), |(wounds, failed, tokens)| {
            let mut after = state;
            after.tokens[side] = tokens;
            let costs = !matches!(from, TestCause::Ability { costs: false, .. });
            let hurt = self.hurt(after, side, if costs { wounds } else { 0 }, resolution);
            each(hurt, |(after, suffered)| {
                let done = if costs { done } else { AttackDamage::default() };
                let over = self.over(after, (side, from), failed, resolution, (more, done));
                over.into_iter().map(|(end, p)| ((end, suffered, failed), p)).collect()
            })
        })
    }

    /// What follows a test.
    pub(super) fn over(
        &self,
        state: CombatState,
        (side, from): (usize, TestCause),
        failed: bool,
        resolution: Resolution<'_>,
        (more, done): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        let [own, enemy] = if failed {
            [Moment::Failing, Moment::EnemyFailing]
        } else {
            [Moment::Passing, Moment::EnemyPassing]
        };
        let mut states = surely(state);
        for (bearer, moment) in [(side, own), (1 - side, enemy)] {
            for (number, effect) in
                self.effects(bearer, resolution.choices, state.fallen[bearer], moment)
            {
                if !self.is_near(effect, resolution) || !fits(effect, Some(from), bearer, number) {
                    continue;
                }
                states = each(states, |now| {
                    self.happen(now, &now, (bearer, number, effect), resolution, (more, done))
                });
            }
        }
        states
    }
}
