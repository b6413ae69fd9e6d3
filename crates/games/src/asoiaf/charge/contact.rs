//! The result of a charge roll: dangerous ground, the attack if the charge arrives, and the panic
//! test if it does not (A5.5, A5.6, A10.4).

use super::super::before_roll::BeforeRoll;
use super::super::situation::{FightState, Side};
use super::super::surroundings::dangerous_wounds;
use super::ChargeRule;
use super::roll::RollTerms;
use warodds_engine::chance::{Chance, Mask, MemoKey, Memoised, Num};

/// The result of a charge.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct ChargeOutcome<N> {
    /// The state of both units.
    pub fight: FightState<N>,
    /// 1 if a panic test failed: the charger's for not arriving, the target's in the attack.
    pub failed: [N; 2],
}

/// Everything after the roll of a charge, as a memoised part. The die matters only by whether the
/// charge arrives and is orderly, so the exact engine computes each case once. Inputs: wounds and
/// tokens of both units, and those two (1 or 0). Outputs: wounds, tokens, and failed tests.
struct AfterChargeRoll<'a>(&'a ChargeRule);

impl Memoised<6, 6> for AfterChargeRoll<'_> {
    fn key(&self, inputs: [u8; 6]) -> (MemoKey, [u8; 6]) {
        (MemoKey::OfRule(0), inputs)
    }

    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [own, their, own_tokens, their_tokens, reached, orderly]: [C::N; 6],
    ) -> [C::N; 6] {
        let fight = FightState::new([own, their], [own_tokens, their_tokens]);
        let roll = [reached, orderly].map(|one| one.gt(C::N::of(0)));
        let ChargeOutcome { fight, failed } = self.0.after_roll(chance, roll, fight);
        let ([own, their], [own_tokens, their_tokens]) = (fight.left, fight.tokens);
        [own, their, own_tokens, their_tokens, failed[0], failed[1]]
    }
}

impl ChargeRule {
    /// Resolves everything after the charge roll. The state of both units is without the wounds
    /// suffered.
    pub(super) fn resolve_after_roll<C: Chance>(
        &self,
        chance: &mut C,
        natural: C::N,
        reading: &RollTerms<C::N>,
        fight: FightState<C::N>,
    ) -> ChargeOutcome<C::N> {
        let ([own, their], [own_tokens, their_tokens]) = (fight.left, fight.tokens);
        let [reached, orderly] = self.relevant(reading.outcome(natural)).map(C::N::flag);
        let inputs = [own, their, own_tokens, their_tokens, reached, orderly];
        let [own, their, own_tokens, their_tokens, first, second] =
            chance.memoised(&AfterChargeRoll(self), inputs);
        let fight = FightState::new([own, their], [own_tokens, their_tokens]);
        ChargeOutcome { fight, failed: [first, second] }
    }

    /// Returns the outcome of a roll, arrived and orderly, as far as it matters: order is irrelevant
    /// to most failed charges, which leaves fewer distinct inputs.
    #[inline(always)]
    pub(super) fn relevant<M: Mask>(&self, [reached, orderly]: [M; 2]) -> [M; 2] {
        let is_relevant = self.before_roll.as_ref().is_some_and(BeforeRoll::is_order_relevant)
            || self.failed.is_order_relevant();
        [reached, if is_relevant { orderly } else { reached & orderly }]
    }

    /// Resolves everything after a charge roll that arrived where `reached` holds and was orderly
    /// where `orderly` holds.
    #[inline(always)]
    pub(super) fn after_roll<C: Chance>(
        &self,
        chance: &mut C,
        [reached, orderly]: [<C::N as Num>::Mask; 2],
        mut fight: FightState<C::N>,
    ) -> ChargeOutcome<C::N> {
        let none = C::N::of(0);
        let mut failed = [none; 2];
        self.roll_follows(chance, &mut fight, [reached, orderly]);
        if self.crosses_dangerous {
            let all = <C::N as Num>::Mask::all_of(true);
            self.dangerous_ground(chance, &mut fight, [all, orderly]);
        }
        let both_alive = fight.left[0].gt(none) & fight.left[1].gt(none);
        // dangerous terrain may destroy the charger before it attacks (A10.4)
        let attacks = reached & both_alive;
        if let Some(contact) = self.contact.as_ref().filter(|_| attacks.any()) {
            let another = self.disorderly.other_than(contact);
            let is_another = <C::N as Num>::Mask::all_of(another.is_some()) & !orderly;
            let sequences =
                [(Some(contact), attacks & !is_another), (another, attacks & is_another)];
            for (sequence, here) in sequences {
                if let Some(sequence) = sequence.filter(|_| here.any()) {
                    let mut made = fight;
                    let did = sequence.get().make(chance, &mut made, orderly);
                    fight = made.select(here, fight);
                    failed[1] = did.panic_failed.select(here, failed[1]);
                }
            }
        }
        // A5.6: a failed charge is followed by a panic test
        let fails = !reached & both_alive;
        if let Some(own) = self.failed.get_if(fails.any()) {
            failed[0] = own.take(chance, &mut fight, [fails, orderly]);
        }
        if self.in_dangerous {
            // the attack applies its own cost of dangerous terrain
            let attacked = attacks & <C::N as Num>::Mask::all_of(self.contact.is_some());
            self.dangerous_ground(chance, &mut fight, [!attacked, orderly]);
        }
        ChargeOutcome { fight, failed }
    }

    /// Applies what a roll triggers that arrived where `reached` holds and was orderly where
    /// `orderly` holds.
    #[inline(always)]
    pub(super) fn roll_follows<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        outcome: [<C::N as Num>::Mask; 2],
    ) {
        if let Some(around) = self.before_roll.as_ref().filter(|one| one.follows_roll()) {
            around.after_roll(chance, fight, outcome);
        }
    }

    /// Wounds the charger outside of the attack, after a charge that was orderly where `orderly`
    /// holds.
    #[inline(always)]
    fn hurt<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        wounds: C::N,
        orderly: <C::N as Num>::Mask,
    ) {
        match &self.before_roll {
            Some(before_roll) if before_roll.may_save() => {
                before_roll.hurt(chance, fight, wounds, orderly);
            }
            _ => fight.wound(Side::Attacker.index(), wounds),
        }
    }

    /// Applies dangerous terrain where `here` holds: after a move across it, before any attack, and
    /// after an action in it (A10.4). The charge was orderly where `orderly` holds.
    #[inline(always)]
    pub(super) fn dangerous_ground<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        [here, orderly]: [<C::N as Num>::Mask; 2],
    ) {
        let wounds = dangerous_wounds(chance, fight.left[0], here);
        self.hurt(chance, fight, wounds, orderly);
    }
}
