//! The order of what a unit does to itself at one moment, which its owner chooses (A8.5).

use super::super::situation::{FightState, Side};
use super::{AttackTotals, CompiledEffect, EffectContext, MOST};
use warodds_engine::chance::{Chance, Num};

/// The wounds that the abilities of a unit cost it at one moment, and what others heal then.
///
/// The unit suffers the wounds first, so that no healing is lost, unless they may destroy it: then
/// it heals first (A8.5, A14.22).
#[derive(Clone, Debug)]
pub(super) struct OwnOrder {
    wounds: Vec<CompiledEffect>,
    healing: Vec<CompiledEffect>,
}

impl OwnOrder {
    /// Puts the effects of a unit at one moment, with the indices of their abilities, in the order
    /// in which they happen: its wounds, and the healing of abilities that do not wound it, happen
    /// where the first of these wounds stands.
    pub(super) fn arranged(
        side: Side,
        effects: Vec<(usize, CompiledEffect)>,
    ) -> Vec<CompiledEffect> {
        let wounding: Vec<usize> =
            effects.iter().filter(|(_, effect)| effect.wounds(side)).map(|(one, _)| *one).collect();
        let is_healing = |(ability, effect): &(usize, CompiledEffect)| {
            effect.heals(side) && !wounding.contains(ability)
        };
        if wounding.is_empty() || !effects.iter().any(is_healing) {
            return effects.into_iter().map(|(_, effect)| effect).collect();
        }
        let (healing, others): (Vec<_>, Vec<_>) = effects.into_iter().partition(is_healing);
        let (mut arranged, mut wounds, mut first) = (Vec::new(), Vec::new(), None);
        for (_, effect) in others {
            if effect.wounds(side) {
                first.get_or_insert(arranged.len());
                wounds.push(effect);
            } else {
                arranged.push(effect);
            }
        }
        let healing = healing.into_iter().map(|(_, effect)| effect).collect();
        let own_order = CompiledEffect::of_order(side, Self { wounds, healing });
        arranged.insert(first.unwrap_or(0), own_order);
        arranged
    }

    /// Returns all effects.
    pub(super) fn effects(&self) -> impl Iterator<Item = &CompiledEffect> {
        self.wounds.iter().chain(&self.healing)
    }

    /// Applies the effects to their bearer on `side`.
    pub(super) fn apply<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        (side, ctx): (Side, &EffectContext<'_, C::N>),
        done: &AttackTotals<C::N>,
        mask: <C::N as Num>::Mask,
    ) {
        let mut most = C::N::of(0);
        for effect in &self.wounds {
            let more = effect.most_wounds(chance, fight, ctx, done);
            most = (most + more).at_most(C::N::of(MOST));
        }
        let left = fight.left[side.index()];
        let may_heal = C::N::of(ctx.setting.bodies[side.index()].wounds()).gt(left);
        let heals_first = most.ge(left) & may_heal;
        for (effects, here) in [
            (&self.healing, mask & heals_first),
            (&self.wounds, mask),
            (&self.healing, mask & !heals_first),
        ] {
            for effect in effects {
                let now = ctx.referring(fight);
                effect.apply(chance, fight, &now, done, here);
            }
        }
    }
}
