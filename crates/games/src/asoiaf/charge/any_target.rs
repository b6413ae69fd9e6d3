//! A charge at a target whose state is not known beforehand.

use super::super::choice::ChoiceNote;
use super::super::condition::Tokens;
use super::super::edition::Parameters;
use super::super::question::{Attack, Charge};
use super::super::situation::{CONDITIONS, FightState};
use super::super::unit::UnitState;
use super::contact::ChargeOutcome;
use super::{ChargeRule, choices, declarable};
use warodds_engine::chance::{Chance, Mask, MemoKey, Memoised, Num};

/// Wounds left and condition tokens of a target.
pub(in super::super) type TargetState = [u8; 2];

/// A charge at a target in some of several states.
#[derive(Clone, Debug)]
pub(in super::super) struct AnyTargetCharge {
    targets: Vec<TargetState>,
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

impl AnyTargetCharge {
    /// Compiles a charge at a target in one of `targets`: a rule for all states with the same tokens
    /// in which players choose the same before the roll, since lanes resolve every rule. `parts` are
    /// keys for memoised parts, one for each rule.
    pub(in super::super) fn all(
        parameters: &Parameters,
        question: &Charge,
        targets: &[TargetState],
        parts: impl Iterator<Item = u16>,
    ) -> Vec<Self> {
        let mut all: Vec<AlikeTargets> = Vec::new();
        for target in targets {
            let (settled, chosen) = choices::settled(parameters, &at(question, *target));
            let reach = declarable(&settled, parameters);
            let alike = all.iter_mut().find(|known| {
                let first = known.targets.first().unwrap_or(target);
                first[1] == target[1]
                    && known.settled == at(&settled, *first)
                    && declarable(&known.settled, parameters) == reach
            });
            match alike {
                Some(known) => known.targets.push(*target),
                None => all.push(AlikeTargets { targets: vec![*target], settled, chosen }),
            }
        }
        let compile = |(AlikeTargets { targets, settled, chosen }, part)| {
            let rule = ChargeRule::at_targets(parameters, &settled, &targets);
            Self { targets, rule: ChargeRule { chosen, ..rule }, part }
        };
        all.into_iter().zip(parts).map(compile).collect()
    }

    /// Returns where a target with these wounds and tokens is in one of the states.
    #[inline(always)]
    pub(in super::super) fn is_at<N: Num>(&self, [left, tokens]: [N; 2]) -> N::Mask {
        let held = tokens & N::of(CONDITIONS);
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
        let [reached, orderly] = reading.outcome(natural);
        // order does not matter to a failed charge: fewer distinct inputs
        let roll = [reached, reached & orderly].map(C::N::flag);
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

/// Returns the charge at a target in this state.
fn at(charge: &Charge, target: TargetState) -> Charge {
    let attack = charge.attack.as_ref().map(|attack| attack_on(attack, target));
    Charge { attack, ..charge.clone() }
}

/// Returns the attack on a defender in this state.
pub(in super::super) fn attack_on(attack: &Attack, [left, tokens]: TargetState) -> Attack {
    let mut attack = attack.clone();
    let body = attack.defender.state.body();
    let lost = i64::from(body.wounds()) - i64::from(left);
    // a unit under attack has a wound left
    if let Ok(state) = UnitState::after(body, lost, Tokens::from_bits(tokens)) {
        attack.defender.state = state;
    }
    attack
}
