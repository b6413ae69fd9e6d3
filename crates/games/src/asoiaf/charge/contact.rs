//! What follows a charge roll: dangerous ground, the attack where it arrives, and the panic test
//! where it does not (A5.5, A5.6, A10.4).

use super::super::situation::{FightState, Side};
use super::super::surroundings::dangerous_wounds;
use super::ChargeRule;
use super::roll::RollTerms;
use warodds_engine::chance::{Chance, Mask, MemoKey, Memoised, Num};

/// What followed a charge roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterRoll<N> {
    /// How both units stand.
    pub fight: FightState<N>,
    /// The hits of the attack.
    pub hits: N,
    /// 1 where each failed a panic test: the charger its own for not arriving, the target that of
    /// the attack.
    pub failed: [N; 2],
}

/// How units stand after a charge.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct ChargeOutcome<N> {
    /// Wounds left to each.
    pub left: [N; 2],
    /// What each holds.
    pub tokens: [N; 2],
    /// 1 where each failed a panic test.
    pub failed: [N; 2],
}

/// What follows the roll of a charge: it hangs on the die only by whether that arrives and is
/// orderly, so that the exact engine works it out once for all that are alike. Given are wounds and
/// tokens of both, and these two (1 or 0); it makes wounds and tokens, and who failed a test.
struct AfterChargeRoll<'a>(&'a ChargeRule);

impl Memoised<6, 6> for AfterChargeRoll<'_> {
    fn key(&self, given: [u8; 6]) -> (MemoKey, [u8; 6]) {
        (MemoKey::OfRule(0), given)
    }

    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [own, their, own_tokens, their_tokens, reached, orderly]: [C::N; 6],
    ) -> [C::N; 6] {
        let fight = FightState::new([own, their], [own_tokens, their_tokens]);
        let roll = [reached, orderly].map(|one| one.gt(C::N::of(0)));
        let AfterRoll { fight, failed, .. } = self.0.after_roll(chance, roll, fight);
        let ([own, their], [own_tokens, their_tokens]) = (fight.left, fight.tokens);
        [own, their, own_tokens, their_tokens, failed[0], failed[1]]
    }
}

impl ChargeRule {
    /// How both units stand after what follows the charge roll.
    pub(super) fn resolve_after_roll<C: Chance>(
        &self,
        chance: &mut C,
        natural: C::N,
        reading: &RollTerms<C::N>,
        fight: FightState<C::N>,
    ) -> ChargeOutcome<C::N> {
        let ([own, their], [own_tokens, their_tokens]) = (fight.left, fight.tokens);
        let [reached, orderly] = reading.outcome(natural);
        let [reached, orderly] = [reached, reached & orderly].map(C::N::flag);
        let given = [own, their, own_tokens, their_tokens, reached, orderly];
        let [own, their, own_tokens, their_tokens, first, second] =
            chance.memoised(&AfterChargeRoll(self), given);
        ChargeOutcome {
            left: [own, their],
            tokens: [own_tokens, their_tokens],
            failed: [first, second],
        }
    }

    /// What follows the charge roll that arrived, and was orderly where it did, so.
    #[inline(always)]
    pub(super) fn after_roll<C: Chance>(
        &self,
        chance: &mut C,
        [reached, orderly]: [<C::N as Num>::Mask; 2],
        mut fight: FightState<C::N>,
    ) -> AfterRoll<C::N> {
        let none = C::N::of(0);
        let (mut hits, mut failed) = (none, [none; 2]);
        if self.crosses_dangerous {
            let all = <C::N as Num>::Mask::all_of(true);
            self.dangerous_ground(chance, &mut fight, all);
        }
        let stand = fight.left[0].gt(none) & fight.left[1].gt(none);
        let attacks = reached & stand;
        let is_another = <C::N as Num>::Mask::all_of(self.disorderly.is_another()) & !orderly;
        for (after_any, here) in [(true, attacks & !is_another), (false, attacks & is_another)] {
            if !here.any() {
                continue;
            }
            let sequence = if after_any { self.contact.as_ref() } else { self.disorderly.get() };
            if let Some(sequence) = sequence {
                let mut made = fight;
                let did = sequence.make(chance, &mut made, orderly);
                (hits, fight) = (did.hits.select(here, hits), made.select(here, fight));
                failed[1] = did.panic_failed.select(here, failed[1]);
            }
        }
        // A5.6: a charge that fails is a panic test
        if let Some(own) = &self.failed {
            failed[0] = own.take(chance, &mut fight, !reached & stand);
        }
        if self.in_dangerous {
            // an attack settles what it costs to make it there
            let attacked = attacks & <C::N as Num>::Mask::all_of(self.contact.is_some());
            self.dangerous_ground(chance, &mut fight, !attacked);
        }
        AfterRoll { fight, hits, failed }
    }

    /// Wounds to the charger outside of the attack.
    #[inline(always)]
    fn hurt<C: Chance>(&self, chance: &mut C, fight: &mut FightState<C::N>, wounds: C::N) {
        match &self.before_roll {
            Some(before_roll) if before_roll.may_save() => before_roll.hurt(chance, fight, wounds),
            _ => fight.wound(Side::Attacker.index(), wounds),
        }
    }

    /// Wounds of dangerous terrain where `here` holds: once a move across it is done, before any
    /// attack, and once an action in it is (A10.4).
    #[inline(always)]
    fn dangerous_ground<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        here: <C::N as Num>::Mask,
    ) {
        let wounds = dangerous_wounds(chance, fight.left[0], here);
        self.hurt(chance, fight, wounds);
    }
}
