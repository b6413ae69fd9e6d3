//! Triggered effects: wounds, hits, healing, tokens and tests in addition to the attack itself.

mod amounts;
mod compiler;
mod hits;
mod own_order;
mod survival;
mod test;

pub(super) use compiler::EffectCompiler;
pub(super) use hits::{HitsRule, SavesAgainstHits};
use own_order::OwnOrder;
pub(super) use survival::{Survival, UseMarks};
pub(super) use test::{MoraleTestEffect, PanicTestEffect};

use super::condition::{self, Token};
use super::effect::Amount;
use super::per_situation::{PerSituation, SituationIndex};
use super::situation::{CONDITIONS, FightState, Side};
use super::situation_table::SituationTable;
use super::unit::Body;
use warodds_engine::chance::{Chance, Label, Mask, Num, when};

const EFFECT_WOUNDS: Label =
    Label::counted("wound from an effect", "wounds from an effect", "A2.10");
const HEALED: Label = Label::counted("wound healed", "wounds healed", "A1.5");
/// Display names of panic tests: of the attacker, of the defender.
const TESTED: [&Label; 2] = [
    &Label::counted(
        "wound the attacker has left: it takes a panic test",
        "wounds the attacker has left: it takes a panic test",
        "A4.2",
    ),
    &Label::counted(
        "wound the unit attacked has left: it takes a panic test",
        "wounds the unit attacked has left: it takes a panic test",
        "A4.2",
    ),
];
/// Largest amount of a triggered effect.
const MOST: u8 = 60;

/// What an attack did so far, for effects that depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackTotals<N> {
    /// Wounds dealt, including those of the panic test.
    pub dealt: N,
    /// Ranks destroyed.
    pub ranks: N,
    /// Wounds of the panic test that triggers the effect.
    pub panic: N,
}

impl<N: Num> AttackTotals<N> {
    /// Returns the totals before the attack.
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        Self { dealt: N::of(0), ranks: N::of(0), panic: N::of(0) }
    }
}

/// Returns where a count meets a requirement: non-zero for `Some(true)`, zero for `Some(false)`,
/// anything for `None`.
#[inline(always)]
pub(super) fn meets_requirement<N: Num>(required: Option<bool>, count: N) -> N::Mask {
    match required {
        Some(true) => count.gt(N::of(0)),
        Some(false) => count.equals(N::of(0)),
        None => N::Mask::all_of(true),
    }
}

/// The trigger of an attack.
#[derive(Clone, Debug)]
pub(super) struct AttackTrigger {
    /// Where its conditions hold, at the start of the sequence.
    pub applies: PerSituation,
    /// Whether an attachment has the ability.
    pub attached: bool,
    /// Whether the previous attack must have dealt wounds, or none.
    pub dealt: Option<bool>,
    /// Whether the previous attack must have destroyed a rank, or none.
    pub rank_destroyed: Option<bool>,
}

impl AttackTrigger {
    /// Returns whether the trigger depends on the result of the previous attack.
    pub(super) const fn needs_outcome(&self) -> bool {
        self.dealt.is_some() || self.rank_destroyed.is_some()
    }
}

/// A compiled effect.
#[derive(Clone, Debug)]
pub(super) struct CompiledEffect {
    bearer: Side,
    /// Where its conditions hold.
    applies: PerSituation,
    dealt: Option<bool>,
    rank_destroyed: Option<bool>,
    enemy_destroyed: Option<bool>,
    /// Whether it applies after its bearer is destroyed; otherwise the bearer must be alive.
    at_its_end: bool,
    kind: EffectKind,
}

/// What an effect does; the first field is the index of the side it applies to. `Own` stands for
/// several effects of the bearer on itself.
#[derive(Clone, Debug)]
enum EffectKind {
    Wounds(usize, Amount),
    Hits(usize, Amount, u8),
    Heal(usize, Amount),
    Give(usize, u8),
    Remove(usize, u8),
    Swap(usize, u8, u8),
    Test(usize, Box<PanicTestEffect>),
    Morale(usize, Box<MoraleTestEffect>),
    Own(Box<OwnOrder>),
}

/// The constant inputs of all effects around an attack, or before a charge.
#[derive(Clone, Debug)]
pub(super) struct EffectSetting {
    /// The situations that can occur.
    pub table: SituationTable,
    /// The models of both units.
    pub bodies: [Body; 2],
    /// Tokens each side cannot gain.
    pub immune: [PerSituation; 2],
    /// Where the enemy of each side spends its Vulnerable token on saves against hits of effects.
    pub vulnerable: [PerSituation; 2],
    /// The ways each side may survive destruction.
    pub survivals: [Vec<Survival>; 2],
}

impl EffectSetting {
    /// Returns how much more often than once a side may be healed by the follow-ups of survival
    /// tests: a unit may attempt several.
    pub(super) fn healings_again(&self, side: Side) -> u8 {
        let again = self.survivals.iter().flatten().map(|survival| {
            let then = survival.trial.iter().flat_map(|trial| trial.then.triggered());
            let each = healings(then.flat_map(CompiledEffect::with_followers), side);
            each.saturating_mul(survival.marks.uses().saturating_sub(1))
        });
        again.fold(0, u8::saturating_add)
    }
}

/// Returns how many of these effects can heal a side.
pub(super) fn healings<'a>(all: impl Iterator<Item = &'a CompiledEffect>, side: Side) -> u8 {
    u8::try_from(all.filter(|one| one.heals(side)).count()).unwrap_or(u8::MAX)
}

/// The inputs of effects in a fight.
#[derive(Clone, Copy, Debug)]
pub(super) struct EffectContext<'a, N> {
    /// Constant inputs.
    pub setting: &'a EffectSetting,
    /// Index of the choices made.
    pub picked: N,
    /// Situation the effects refer to.
    pub place: SituationIndex<N>,
    /// When that situation is.
    pub refers: RefersTo,
}

/// The state that the conditions of effects at one moment refer to (A14.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RefersTo {
    /// The one in which the attack begins.
    Start,
    /// The one in which each of them happens.
    Now,
}

impl CompiledEffect {
    /// Creates the effect that stands for effects of a unit on itself.
    fn of_order(bearer: Side, order: OwnOrder) -> Self {
        Self {
            bearer,
            applies: PerSituation::Same(1),
            dealt: None,
            rank_destroyed: None,
            enemy_destroyed: None,
            // each of the effects has conditions of its own
            at_its_end: true,
            kind: EffectKind::Own(Box::new(order)),
        }
    }

    /// Returns whether the effect itself wounds the side, without a test.
    fn wounds(&self, side: Side) -> bool {
        !matches!(self.kind, EffectKind::Test(..)) && self.hurts(side)
    }

    /// Returns whether the effect can heal the side.
    fn heals(&self, side: Side) -> bool {
        matches!(self.kind, EffectKind::Heal(to, _) if to == side.index())
    }

    /// Returns whether the effect can wound the side.
    pub(super) fn hurts(&self, side: Side) -> bool {
        match self.kind {
            EffectKind::Wounds(to, _) | EffectKind::Hits(to, ..) | EffectKind::Test(to, _) => {
                to == side.index()
            }
            _ => false,
        }
    }

    /// Returns the effect and, recursively, all effects that may follow it.
    pub(super) fn with_followers(&self) -> Vec<&Self> {
        let followers: Vec<&Self> = match &self.kind {
            EffectKind::Test(_, follow) => follow.then.triggered().collect(),
            EffectKind::Morale(_, trial) => trial.then.triggered().collect(),
            EffectKind::Own(order) => order.effects().collect(),
            _ => Vec::new(),
        };
        std::iter::once(self).chain(followers.into_iter().flat_map(Self::with_followers)).collect()
    }

    /// Returns where the effect applies: its conditions hold and its bearer is alive.
    #[inline(always)]
    fn happens<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
    ) -> <C::N as Num>::Mask {
        let none = C::N::of(0);
        let mut happens = self.applies.holds(chance, ctx.place);
        happens = happens & meets_requirement(self.dealt, done.dealt);
        happens = happens & meets_requirement(self.rank_destroyed, done.ranks);
        if let Some(destroyed) = self.enemy_destroyed {
            let left = fight.left[self.bearer.other().index()];
            happens = happens & meets_requirement(Some(!destroyed), left);
        }
        if self.at_its_end { happens } else { happens & fight.left[self.bearer.index()].gt(none) }
    }

    /// Applies the effect, unless it is a test.
    ///
    /// Effects are rare and applied in many places, so they are compiled once, apart from the
    /// attack and its instruction set.
    #[inline(never)]
    fn apply_simple<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        mask: <C::N as Num>::Mask,
    ) {
        let here = self.happens(chance, fight, ctx, done) & mask;
        if !here.any() {
            return;
        }
        match self.kind {
            EffectKind::Wounds(side, amount) => {
                let wounds = self.amount(chance, amount, fight, ctx, done, here).masked(here);
                let [] = when!(here, chance.described(&EFFECT_WOUNDS, wounds));
                ctx.hurt(chance, fight, side, wounds);
            }
            EffectKind::Hits(side, amount, face) => {
                let hits = self.amount(chance, amount, fight, ctx, done, here).masked(here);
                let vulnerable = condition::holds(fight.tokens[side], Token::Vulnerable)
                    & ctx.setting.vulnerable[side].holds(chance, ctx.place);
                let saves = [hits, C::N::of(face), C::N::flag(vulnerable)];
                let [wounds, forced] = chance.memoised(&SavesAgainstHits, saves);
                let spent = forced.gt(C::N::of(0));
                fight.tokens[side] = condition::spend(fight.tokens[side], Token::Vulnerable, spent);
                let [] = when!(here, chance.described(&EFFECT_WOUNDS, wounds));
                ctx.hurt(chance, fight, side, wounds);
            }
            EffectKind::Heal(side, amount) => {
                // a destroyed unit cannot be healed (A1.5)
                let alive = here & fight.left[side].gt(C::N::of(0));
                let full = C::N::of(ctx.setting.bodies[side].wounds());
                // healing stops at full strength (A1.5)
                let room = full.saturating_sub(fight.left[side]);
                let healed = self
                    .amount(chance, amount, fight, ctx, done, alive)
                    .at_most(room)
                    .masked(alive);
                let [] = when!(alive, chance.described(&HEALED, healed));
                fight.left[side] = fight.left[side] + healed;
            }
            EffectKind::Give(side, tokens) => {
                give(chance, fight, side, C::N::of(tokens), ctx, here)
            }
            EffectKind::Remove(side, tokens) => remove(fight, side, tokens, here),
            EffectKind::Swap(side, from, to) => {
                let held = (fight.tokens[side] & C::N::of(from)).gt(C::N::of(0)) & here;
                remove(fight, side, from, held);
                give(chance, fight, side, C::N::of(to), ctx, held);
            }
            EffectKind::Test(..) | EffectKind::Morale(..) | EffectKind::Own(..) => {}
        }
    }

    /// Applies the effect, including tests with their follow-ups.
    #[inline(never)]
    pub(super) fn apply<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        ctx: &EffectContext<'_, C::N>,
        done: &AttackTotals<C::N>,
        mask: <C::N as Num>::Mask,
    ) {
        if let EffectKind::Own(order) = &self.kind {
            return order.apply(chance, fight, (self.bearer, ctx), done, mask);
        }
        let (EffectKind::Test(side, _) | EffectKind::Morale(side, _)) = &self.kind else {
            return self.apply_simple(chance, fight, ctx, done, mask);
        };
        let tests =
            self.happens(chance, fight, ctx, done) & mask & fight.left[*side].gt(C::N::of(0));
        if !tests.any() {
            return;
        }
        // the stakes are those of the situation at the time of the test
        let now = ctx.after(fight);
        match &self.kind {
            EffectKind::Morale(side, trial) => {
                trial.take(chance, fight, *side, &now, tests);
            }
            EffectKind::Test(side, follow) => {
                let [] = when!(tests, chance.described(TESTED[*side], fight.left[*side]));
                follow.take(chance, fight, *side, &now, done, [tests, tests]);
            }
            _ => {}
        }
    }
}

impl<N: Num> EffectContext<'_, N> {
    /// Returns the inputs in the current situation.
    #[inline(always)]
    #[must_use]
    pub(super) fn after(&self, fight: &FightState<N>) -> Self {
        let place = self.setting.table.place(fight, self.picked);
        Self { place, refers: RefersTo::Now, ..*self }
    }

    /// Returns the inputs of the next effect at the same moment.
    #[must_use]
    fn referring(&self, fight: &FightState<N>) -> Self {
        match self.refers {
            RefersTo::Start => *self,
            RefersTo::Now => self.after(fight),
        }
    }
}

/// Gives tokens to a side where `here` holds, except for those it cannot gain (A7).
#[inline(always)]
pub(super) fn give<C: Chance>(
    chance: &mut C,
    fight: &mut FightState<C::N>,
    side: usize,
    tokens: C::N,
    ctx: &EffectContext<'_, C::N>,
    here: <C::N as Num>::Mask,
) {
    let immune = ctx.setting.immune[side].at(chance, ctx.place);
    let gained =
        (tokens & (C::N::of(CONDITIONS) - immune)).masked(here & fight.left[side].gt(C::N::of(0)));
    fight.tokens[side] = fight.tokens[side] | gained;
}

/// Removes tokens from a side where `here` holds.
#[inline(always)]
fn remove<N: Num>(fight: &mut FightState<N>, side: usize, tokens: u8, here: N::Mask) {
    let without = fight.tokens[side] & N::of(!tokens);
    fight.tokens[side] = without.select(here, fight.tokens[side]);
}

#[cfg(test)]
mod tests;
