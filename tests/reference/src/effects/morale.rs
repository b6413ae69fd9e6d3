//! Morale tests (A4): their values, every reroll, and what they trigger.

use warodds_games::asoiaf::effect::{Change, Moment};
use warodds_games::asoiaf::{Spending, Token};

use super::model::{ReferenceModel, Resolution, ResolutionKind, TestCause, matches_cause};
use super::state::{
    AttackDamage, Chances, CombatState, SequenceChoices, certain, flat_map, token_bit,
};
use crate::asoiaf::{MoraleTestValues, RerollingPlayer, morale_test_results};

impl ReferenceModel<'_> {
    /// Returns the values of a test of a side, and whether its player may reroll.
    fn test_values(
        &self,
        side: usize,
        from: TestCause,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> (MoraleTestValues, bool) {
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
        let (_, morale) = self.defense_profile(side).expect("a test of a unit with a morale");
        let terrain = self.attack.sides()[side].surroundings;
        let is_denied = changes.iter().any(|(_, change)| *change == Change::NoFacingBonus);
        let (roll, wounds, costs) = match from {
            TestCause::Attack => (if is_denied { 0 } else { self.facing(resolution) }, 0, true),
            TestCause::Ability { bearer, roll, wounds, costs, .. } => {
                (self.amount(roll, bearer, now), self.amount(wounds, bearer, now), costs)
            }
        };
        let (mut modifier, mut base) =
            (roll + i32::from(self.modifiers(side).panic_modifier.get()), 1 + wounds);
        modifier += i32::from(terrain.inspiring) - i32::from(terrain.horrific);
        let (mut morale, mut cap) = (i32::from(morale.get()), 60);
        let (mut own, mut passes) = (self.modifiers(side).morale_rerolls.roller, false);
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
        // without cost a failure counts as one wound: the reroll then aims at passing (A14.14)
        let left = if costs { now.left[side] as u8 } else { 1 };
        let (base, cap) = if costs { (base, cap) } else { (1, 1) };
        (
            MoraleTestValues { morale: if passes { 0 } else { morale }, modifier, left, base, cap },
            own,
        )
    }

    /// Returns whether the enemy spends a token of a side.
    pub fn spends_token(
        &self,
        token: Token,
        side: usize,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> bool {
        now.tokens[side] & token_bit(token) != 0
            && self.spending(1 - side) != Spending::Never
            && resolution.choices.unspent[side] & token_bit(token) == 0
            && !self.is_protected(token, side, resolution, now)
    }

    /// Returns whether an ability keeps the enemy from spending a token of a side.
    fn is_protected(
        &self,
        token: Token,
        side: usize,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> bool {
        let always = [Moment::Always];
        self.changes(resolution, [&always, &always], now, None).iter().any(|(bearer, change)| {
            *bearer == side && matches!(change, Change::Unspent(tokens) if tokens.holds(token))
        })
    }

    /// Returns whether the enemy spends the Vulnerable token of a side on its saves against hits of
    /// effects (A7.2), which refer to state `at`.
    pub(super) fn spends_on_hits(
        &self,
        side: usize,
        resolution: Resolution<'_>,
        (now, at): (&CombatState, &CombatState),
    ) -> bool {
        let SequenceChoices { unspent, kept, .. } = resolution.choices;
        // what precedes a charge roll is resolved without these choices (A14.16)
        let is_before_charge = matches!(resolution.kind, ResolutionKind::BeforeCharge(_));
        let left = if is_before_charge { 0 } else { unspent[side] | kept[side] };
        let vulnerable = token_bit(Token::Vulnerable);
        now.tokens[side] & !left & vulnerable != 0
            && self.spending(1 - side) != Spending::Never
            && !self.is_protected(Token::Vulnerable, side, resolution, at)
    }

    /// Rolls a test: wounds, whether it failed, and the tokens left.
    pub(super) fn roll(
        &self,
        side: usize,
        from: TestCause,
        resolution: Resolution<'_>,
        now: &CombatState,
    ) -> Chances<(i32, bool, u8)> {
        let (test, own) = self.test_values(side, from, resolution, now);
        let forced =
            self.defense_profile(side).is_some() && self.modifiers(side).morale_rerolls.enemy;
        // a die is rerolled once by each player, so a token adds nothing to a free reroll (A0.7)
        let token = !forced && self.spends_token(Token::Panicked, side, resolution, now);
        let (own, enemy) = (
            own.then_some(RerollingPlayer::Tested),
            (forced || token).then_some(RerollingPlayer::Enemy),
        );
        // side 0 is the active player
        let order = if side == 0 { [own, enemy] } else { [enemy, own] };
        let order: Vec<RerollingPlayer> = order.into_iter().flatten().collect();
        let mut cache = self.tests.borrow_mut();
        let (rolled, open) = cache
            .entry((test, order.clone()))
            .or_insert_with(|| morale_test_results(&test, &order));
        self.open.set(self.open.get() | *open);
        let tokens = now.tokens[side];
        let left = |forced: bool| {
            if token && forced { tokens & !token_bit(Token::Panicked) } else { tokens }
        };
        rolled
            .iter()
            .map(|((wounds, failed, forced), p)| ((*wounds, *failed, left(*forced)), *p))
            .collect()
    }

    /// Resolves a test of a side with wounds left, and what it triggers.
    ///
    /// `depth` bounds the tests that tests trigger. Returns the state, the wounds suffered from the
    /// test and whether it failed.
    pub fn take_test(
        &self,
        state: CombatState,
        (side, from): (usize, TestCause),
        resolution: Resolution<'_>,
        (depth, damage): (u8, AttackDamage),
    ) -> Chances<(CombatState, i32, bool)> {
        flat_map(self.roll(side, from, resolution, &state), |(wounds, failed, tokens)| {
            let mut after = state;
            after.tokens[side] = tokens;
            let costs = !matches!(from, TestCause::Ability { costs: false, .. });
            let hurt = self.suffer(after, side, if costs { wounds } else { 0 }, resolution);
            flat_map(hurt, |(after, suffered)| {
                let of_test = AttackDamage { of_test: suffered, ..damage };
                let damage = if costs { of_test } else { AttackDamage::default() };
                let over =
                    self.after_test(after, (side, from), failed, resolution, (depth, damage));
                over.into_iter().map(|(end, p)| ((end, suffered, failed), p)).collect()
            })
        })
    }

    /// Resolves what a test triggers.
    pub(super) fn after_test(
        &self,
        state: CombatState,
        (side, from): (usize, TestCause),
        failed: bool,
        resolution: Resolution<'_>,
        (depth, damage): (u8, AttackDamage),
    ) -> Chances<CombatState> {
        let [own, enemy] = if failed {
            [Moment::Failing, Moment::EnemyFailing]
        } else {
            [Moment::Passing, Moment::EnemyPassing]
        };
        let mut states = certain(state);
        // the tested unit's effects come before the enemy's
        for (bearer, moment) in [(side, own), (1 - side, enemy)] {
            let mut effects =
                self.effects(bearer, resolution.choices, state.attachment_lost[bearer], moment);
            effects.retain(|(number, effect)| {
                self.reaches_enemy(effect, resolution)
                    && matches_cause(effect, Some(from), bearer, *number)
            });
            states = flat_map(states, |now| {
                self.apply_effects(now, None, (bearer, &effects), resolution, (depth, damage))
            });
        }
        states
    }
}
