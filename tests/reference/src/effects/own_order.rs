//! The order of what a unit does to itself at one moment, which its player chooses (A14.22).

use warodds_games::asoiaf::effect::{Action, Amount, Effect, EffectTarget, TriggeredEffect};

use super::model::{ReferenceModel, Resolution};
use super::state::{AttackDamage, Chances, CombatState, certain, flat_map};

/// An effect with the index of its ability.
type Numbered<'a> = (usize, &'a Effect);

/// Returns the wounds or hits that an effect deals to its own bearer.
fn own_wounds(effect: &Effect) -> Option<Amount> {
    match effect.action {
        Action::Triggered(
            TriggeredEffect::Wounds(EffectTarget::Bearer, amount)
            | TriggeredEffect::Hits(EffectTarget::Bearer, amount, _),
        ) => Some(amount),
        _ => None,
    }
}

/// Returns those of some effects that `is` selects.
fn selected<'e>(effects: &[Numbered<'e>], is: impl Fn(&Numbered<'e>) -> bool) -> Vec<Numbered<'e>> {
    effects.iter().copied().filter(|effect| is(effect)).collect()
}

impl ReferenceModel<'_> {
    /// Applies the effects of a side at one moment. Their conditions are checked in state `at`, or
    /// in the state in which each happens.
    ///
    /// The wounds of its own abilities, and what its other abilities heal, come where the first of
    /// these wounds stands: the healing first if the wounds may destroy the unit and it has lost
    /// any before.
    pub fn apply_effects(
        &self,
        state: CombatState,
        at: Option<&CombatState>,
        (side, effects): (usize, &[Numbered<'_>]),
        resolution: Resolution<'_>,
        bound: (u8, AttackDamage),
    ) -> Chances<CombatState> {
        let apply = |states: Chances<CombatState>, effects: &[Numbered<'_>]| {
            effects.iter().fold(states, |states, (number, effect)| {
                flat_map(states, |now| {
                    let at = *at.unwrap_or(&now);
                    self.apply_effect(now, &at, (side, *number, effect), resolution, bound)
                })
            })
        };
        let is_wound = |one: &Numbered<'_>| own_wounds(one.1).is_some();
        let is_healing = |one: &Numbered<'_>| self.heals_apart(side, *one);
        let first = effects.iter().position(is_wound).filter(|_| effects.iter().any(is_healing));
        let Some(first) = first else { return apply(certain(state), effects) };
        let others = |one: &Numbered<'_>| !is_wound(one) && !is_healing(one);
        let before = selected(&effects[..first], others);
        let [wounds, healing] = [selected(effects, is_wound), selected(effects, is_healing)];
        let ordered = flat_map(apply(certain(state), &before), |now| {
            let at = *at.unwrap_or(&now);
            let most = |(_, effect): &Numbered<'_>| {
                self.most_wounds((&now, &at), (side, effect), resolution, bound.1)
            };
            let lethal = wounds.iter().map(most).sum::<i32>() >= now.left[side];
            let heals_first = lethal && now.left[side] < self.full_wounds(side);
            let order = if heals_first { [&healing, &wounds] } else { [&wounds, &healing] };
            order.into_iter().fold(certain(now), |states, effects| apply(states, effects))
        });
        apply(ordered, &selected(&effects[first..], others))
    }

    /// Returns whether an effect heals its bearer and its ability costs the bearer no wounds at
    /// that moment.
    fn heals_apart(&self, side: usize, (number, effect): Numbered<'_>) -> bool {
        let heals = matches!(
            effect.action,
            Action::Triggered(TriggeredEffect::Heal(EffectTarget::Bearer, _))
        );
        let mut all = self.abilities[side][number].effects.all();
        heals && !all.any(|one| one.moment == effect.moment && own_wounds(one).is_some())
    }

    /// Returns the most wounds that an effect of a side may cost it.
    fn most_wounds(
        &self,
        (now, at): (&CombatState, &CombatState),
        (side, effect): (usize, &Effect),
        resolution: Resolution<'_>,
        damage: AttackDamage,
    ) -> i32 {
        let amount = own_wounds(effect)
            .filter(|_| self.happens(effect, side, (now, at), resolution, damage));
        let wounds = amount.map(|amount| self.resolve_amount(amount, side, now, damage));
        wounds.into_iter().flatten().map(|(wounds, _)| wounds).max().unwrap_or(0)
    }
}
