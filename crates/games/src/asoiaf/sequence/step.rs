//! One step of a sequence, from any state of the defender.

use std::ops::Range;

use super::super::attack_context::Activation;
use super::super::attack_sequence::{AttackSequence, InitialState};
use super::super::charge::{AnyTargetCharge, ChargeRule, TargetState, attack_on};
use super::super::edition::Parameters;
use super::super::question::{Attack, SequenceStep};
use super::super::situation::{FightState, Side};
use warodds_engine::chance::{Chance, Mask, MemoKey, Memoised, Num, Paths, Rule};

/// The largest number of rules of a charge: a unit has up to 120 wounds and 8 sets of tokens.
const CHARGES: u16 = 1024;

/// The rule of a step as a memoised part. Inputs: wounds left to the defender, and its tokens.
/// Outputs: a [`StepOutcome`].
#[derive(Clone, Debug)]
pub(super) struct StepRule {
    /// Wounds and tokens of the attacker.
    own: [u8; 2],
    /// Full wounds of the attacker and the defender.
    full: [u8; 2],
    action: StepAction,
    /// Largest number of wounds of the attacker; `None` for an attack that cannot wound it.
    most_own: Option<u8>,
    /// Key of the step as a memoised part.
    part: u16,
}

/// What the attacker does.
#[derive(Clone, Debug)]
pub(super) enum StepAction {
    Attack(Box<AttackSequence>),
    /// The charge in the states of the defender in which it may be made.
    Charge(Vec<AnyTargetCharge>),
}

/// The result of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepOutcome<N> {
    /// Wounds left to the defender.
    pub(super) left: N,
    /// Its tokens.
    pub(super) tokens: N,
    /// Wounds it suffered.
    pub(super) wounds: N,
    /// Wounds the attacker suffered.
    pub(super) own_wounds: N,
    /// 1 if a charge reached it.
    pub(super) reached: N,
}

impl<N> From<[N; 5]> for StepOutcome<N> {
    fn from([left, tokens, wounds, own_wounds, reached]: [N; 5]) -> Self {
        Self { left, tokens, wounds, own_wounds, reached }
    }
}

/// Returns the keys of the rules of a charge as memoised parts.
pub(super) const fn parts(step: u16) -> Range<u16> {
    let first = (step + 1) * CHARGES;
    first..first + CHARGES
}

impl StepAction {
    /// Compiles a step in which players choose for the wounds of the attack. `states` are the wounds
    /// and condition tokens that the defender may have when it begins.
    pub(super) fn for_wounds(
        step: &SequenceStep,
        number: u16,
        states: &[TargetState],
        parameters: &Parameters,
    ) -> Self {
        match step {
            SequenceStep::Attack(attack) => {
                Self::Attack(Box::new(attack_sequence(attack, states, parameters)))
            }
            SequenceStep::Charge(charge) => {
                Self::Charge(AnyTargetCharge::all(parameters, charge, states, parts(number)))
            }
        }
    }
}

impl StepRule {
    /// Creates the rule of a step with its compiled action.
    pub(super) fn new(step: &SequenceStep, part: u16, action: StepAction) -> Self {
        let (own, other) = match step {
            SequenceStep::Attack(attack) => (attack.attacker.state, Some(attack.defender.state)),
            SequenceStep::Charge(charge) => {
                (charge.charger.state, charge.attack.as_ref().map(|attack| attack.defender.state))
            }
        };
        let full = [Some(own), other].map(|unit| unit.map_or(0, |unit| unit.body().wounds()));
        let most_own = match &action {
            StepAction::Attack(attack) => attack.can_wound_attacker().then(|| {
                let healed = full[0].saturating_mul(attack.healings(Side::Attacker));
                own.wounds_left().saturating_add(healed)
            }),
            StepAction::Charge(charges) => {
                charges.iter().map(|charge| charge.rule.most_own()).max()
            }
        };
        let own = [own.wounds_left(), own.tokens.bits()];
        Self { own, full, action, most_own, part }
    }

    /// Returns whether players had a choice in the attack.
    pub(super) fn leaves_choices(&self) -> bool {
        match &self.action {
            StepAction::Attack(attack) => attack.leaves_choices(),
            StepAction::Charge(_) => self.charges().any(ChargeRule::leaves_choices),
        }
    }

    /// Returns the rules of the charge in all states.
    fn charges(&self) -> impl Iterator<Item = &ChargeRule> {
        let charges = match &self.action {
            StepAction::Attack(_) => &[][..],
            StepAction::Charge(charges) => charges,
        };
        charges.iter().map(|charge| &charge.rule)
    }

    /// Returns whether the step is a charge that may fail.
    pub(super) const fn is_charge(&self) -> bool {
        matches!(self.action, StepAction::Charge(_))
    }

    /// Returns the largest number of wounds that the defender regains.
    pub(super) fn most_healed(&self) -> u8 {
        match &self.action {
            StepAction::Attack(attack) => {
                self.full[1].saturating_mul(attack.healings(Side::Defender))
            }
            StepAction::Charge(_) => {
                self.charges().map(|charge| charge.most_healed(Side::Defender)).max().unwrap_or(0)
            }
        }
    }

    /// Returns the largest number of wounds of the attacker; `None` for an attack that cannot wound
    /// it.
    pub(super) const fn most_own(&self) -> Option<u8> {
        self.most_own
    }

    /// Returns the states of the defender after the step, from any of `states`.
    pub(super) fn states_after(&self, states: &[[u8; 2]]) -> Vec<[u8; 2]> {
        let mut after = Vec::new();
        let mut paths = Paths::new(&[], None);
        for state in states {
            let ends = paths.distribution_of(1.0, |chance| {
                let StepOutcome { left, tokens, .. } = self.run(chance, *state).into();
                [left, tokens]
            });
            after.extend(ends.into_iter().map(|(end, _)| end).filter(|[left, _]| *left > 0));
        }
        after.sort_unstable();
        after.dedup();
        after
    }

    /// Describes the choices made and the effects left out.
    pub(super) fn notes(&self) -> Vec<String> {
        match &self.action {
            StepAction::Attack(attack) => {
                let names = ["the attacker", "the defender"];
                [attack.decided(names), attack.left_out(names)].concat()
            }
            StepAction::Charge(_) => self.charges().flat_map(ChargeRule::decided).collect(),
        }
    }

    /// Resolves the charge at a defender with these wounds and tokens.
    #[inline(always)]
    fn charge<C: Chance>(
        &self,
        chance: &mut C,
        charges: &[AnyTargetCharge],
        target: [C::N; 2],
    ) -> [C::N; 5] {
        let none = C::N::of(0);
        let ([left, tokens], mut outcome) = (target, [target[0], target[1], none, none, none]);
        for charge in charges {
            let here = charge.is_at(target);
            if !here.any() {
                continue;
            }
            let held = [C::N::of(self.own[1]), tokens];
            let ([left, tokens, taken, dealt], reached) = charge.resolve(chance, left, held);
            let resolved = [left, tokens, dealt, taken, C::N::flag(reached)];
            for (one, found) in outcome.iter_mut().zip(resolved) {
                *one = found.select(here, *one);
            }
        }
        outcome
    }
}

/// Compiles an attack on a defender in one of `states`.
fn attack_sequence(
    attack: &Attack,
    states: &[TargetState],
    parameters: &Parameters,
) -> AttackSequence {
    let start = if states.len() > 1 { InitialState::Any } else { InitialState::Known };
    let state = attack.defender.state;
    let [left, _] = states.first().copied().unwrap_or([state.wounds_left(), 0]);
    // only tokens of the question and of abilities are ever spent, and others may have given some
    let tokens = states.iter().fold(0, |all, [_, tokens]| all | tokens);
    let attack = attack_on(attack, [left, tokens]);
    AttackSequence::new(&attack, (start, Activation::Whole), parameters).without_hits()
}

impl Memoised<2, 5> for StepRule {
    fn key(&self, inputs: [u8; 2]) -> (MemoKey, [u8; 2]) {
        (MemoKey::OfRule(self.part), inputs)
    }

    #[inline(always)]
    fn run<C: Chance>(&self, chance: &mut C, [left, tokens]: [C::N; 2]) -> [C::N; 5] {
        match &self.action {
            StepAction::Attack(attack) => {
                let [own, own_tokens] = self.own.map(C::N::of);
                let mut fight = FightState::new([own, left], [own_tokens, tokens]);
                attack.make(chance, &mut fight, <C::N as Num>::Mask::all_of(true));
                let ([_, left], [_, tokens]) = (fight.left, fight.tokens);
                let [own_wounds, wounds] = fight.suffered;
                [left, tokens, wounds, own_wounds, C::N::of(0)]
            }
            StepAction::Charge(charges) => self.charge(chance, charges, [left, tokens]),
        }
    }
}
