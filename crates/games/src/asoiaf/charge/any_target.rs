//! A charge at a target whose state is not known beforehand.

use std::ops::Range;

use super::super::attack_sequence::Unsolved;
use super::super::choice::ChoiceNote;
use super::super::edition::Parameters;
use super::super::question::Charge;
use super::super::situation::{CONDITIONS, FightState};
use super::attacks::{TargetState, at};
use super::contact::ChargeOutcome;
use super::to_aim::SettledCharge;
use super::value::EndValue;
use super::{ChargeRule, choices, declarable};
use warodds_engine::chance::{Chance, Mask, MemoKey, Memoised, Num};

/// A charge at a target in some of several states.
#[derive(Clone, Debug)]
pub(in super::super) struct AnyTargetCharge {
    targets: Vec<TargetState>,
    /// The bits of tokens that distinguish the states.
    token_mask: u8,
    pub(in super::super) rule: ChargeRule,
    /// Key of everything after the roll as a memoised part.
    part: u16,
}

/// Target states with the same tokens, in which players choose the same before the roll.
struct AlikeTargets {
    targets: Vec<TargetState>,
    /// The charge with these choices, in the first of the states.
    settled: Charge,
    chosen: Vec<ChoiceNote>,
}

impl AlikeTargets {
    /// Groups target states with the same tokens in which players choose the same: lanes resolve
    /// every rule.
    fn all(
        parameters: &Parameters,
        settled: impl Iterator<Item = (TargetState, Charge, Vec<ChoiceNote>)>,
    ) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (target, settled, chosen) in settled {
            let reach = declarable(&settled, parameters);
            let alike = all.iter_mut().find(|known| {
                let first = known.targets.first().unwrap_or(&target);
                first[1] == target[1]
                    && known.settled == at(&settled, *first)
                    && declarable(&known.settled, parameters) == reach
            });
            match alike {
                Some(known) => known.targets.push(target),
                None => all.push(Self { targets: vec![target], settled, chosen }),
            }
        }
        all
    }
}

impl AnyTargetCharge {
    /// Compiles a charge at a target in one of `targets`, wounds and condition tokens, in which
    /// players choose for the wounds of both sides. `parts` are keys for memoised parts, one for
    /// each rule.
    pub(in super::super) fn all(
        parameters: &Parameters,
        question: &Charge,
        targets: &[TargetState],
        parts: impl Iterator<Item = u16>,
    ) -> Vec<Self> {
        let settled = targets.iter().map(|target| {
            let (settled, chosen) = choices::settled(parameters, &at(question, *target));
            (*target, settled, chosen)
        });
        let compile = |(AlikeTargets { targets, settled, chosen }, part)| {
            let rule = ChargeRule::at_targets(parameters, &settled, &targets);
            Self { targets, token_mask: CONDITIONS, rule: ChargeRule { chosen, ..rule }, part }
        };
        AlikeTargets::all(parameters, settled).into_iter().zip(parts).map(compile).collect()
    }

    /// Compiles a charge at a target in one of several states, wounds and all tokens, in which
    /// players choose by the value of the states after it. `settled` are the states with the choices
    /// before the roll.
    ///
    /// # Errors
    /// [`Unsolved`] if the choices in its attack cannot be solved, or more rules are needed than
    /// there are `parts`.
    pub(in super::super) fn to_aim(
        parameters: &Parameters,
        settled: impl Iterator<Item = (TargetState, SettledCharge)>,
        mut parts: Range<u16>,
        end: EndValue<'_>,
    ) -> Result<Vec<Self>, Unsolved> {
        let settled = settled.map(|(target, one)| (target, one.charge, one.chosen));
        let compile = |AlikeTargets { targets, settled, chosen }| {
            let rule = ChargeRule::to_aim(parameters, &settled, &targets, end)?;
            let part = parts.next().ok_or(Unsolved)?;
            Ok(Self { targets, token_mask: u8::MAX, rule: ChargeRule { chosen, ..rule }, part })
        };
        AlikeTargets::all(parameters, settled).into_iter().map(compile).collect()
    }

    /// Returns where a target with these wounds and tokens is in one of the states.
    #[inline(always)]
    pub(in super::super) fn is_at<N: Num>(&self, [left, tokens]: [N; 2]) -> N::Mask {
        let held = tokens & N::of(self.token_mask);
        let none = N::Mask::all_of(false);
        self.targets.iter().fold(none, |found, [known_left, known_tokens]| {
            found | left.equals(N::of(*known_left)) & held.equals(N::of(*known_tokens))
        })
    }

    /// Resolves the charge from units holding `tokens`, at a target with `left` wounds. Returns the
    /// state of the target, the wounds of both units, and where the charge arrives; it changes
    /// nothing out of reach.
    #[inline(always)]
    pub(in super::super) fn resolve<C: Chance>(
        &self,
        chance: &mut C,
        left: C::N,
        tokens: [C::N; 2],
    ) -> ([C::N; 4], <C::N as Num>::Mask) {
        let rule = &self.rule;
        if !rule.in_reach {
            let none = C::N::of(0);
            return ([left, tokens[1], none, none], <C::N as Num>::Mask::all_of(false));
        }
        let mut fight = FightState::new([C::N::of(rule.left[0]), left], tokens);
        let (natural, reading) = rule.rolled(chance, &mut fight);
        let [reached, orderly] = rule.relevant(reading.outcome(natural));
        let roll = [reached, orderly].map(C::N::flag);
        let FightState { left: [own, left], tokens: [held, their], suffered } = fight;
        let inputs = [own, left, held, their, roll[0], roll[1]];
        let [left, their, taken, dealt] = chance.memoised(self, inputs);
        ([left, their, suffered[0] + taken, suffered[1] + dealt], reached)
    }
}

/// Everything after the roll. Inputs: wounds and tokens of both units, and whether the charge
/// arrives, and is orderly. Outputs: wounds left and tokens of the target, and the wounds suffered
/// by the charger and the target.
impl Memoised<6, 4> for AnyTargetCharge {
    fn key(&self, inputs: [u8; 6]) -> (MemoKey, [u8; 6]) {
        (MemoKey::OfRule(self.part), inputs)
    }

    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [own, left, own_tokens, tokens, reached, orderly]: [C::N; 6],
    ) -> [C::N; 4] {
        let fight = FightState::new([own, left], [own_tokens, tokens]);
        let roll = [reached, orderly].map(|one| one.gt(C::N::of(0)));
        let ChargeOutcome { fight, .. } = self.rule.after_roll(chance, roll, fight);
        let ([_, left], [_, tokens], [taken, dealt]) = (fight.left, fight.tokens, fight.suffered);
        [left, tokens, taken, dealt]
    }
}
