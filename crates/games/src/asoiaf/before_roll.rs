//! Effects of a charge around its roll: the start of the charger's activation, abilities triggered
//! by the declaration, the morale test whose failure makes the charge die a 6, and what a
//! disorderly or failed roll triggers.

use super::ability::ModelledAbility;
use super::attack_context::{AttackContext, Picks};
use super::effect::Moment;
use super::per_situation::PerSituation;
use super::situation::{FightState, Side};
use super::situation_table::SituationTable;
use super::stat::AttackStats;
use super::triggered::{
    AttackTotals, CompiledEffect, EffectCompiler, EffectContext, EffectSetting, MoraleTestEffect,
    RefersTo, healings,
};
use warodds_engine::chance::{Chance, Mask, Num};

/// The effects of a charge before its roll, and those that its roll triggers.
#[derive(Clone, Debug)]
pub(super) struct BeforeRoll {
    setting: EffectSetting,
    triggered: Vec<CompiledEffect>,
    /// Tests whose failure makes the charge die a 6. The first that applies is taken.
    charge_tests: Vec<(PerSituation, MoraleTestEffect)>,
    /// What a disorderly charge triggers, and what a failed one does.
    disorderly: Vec<CompiledEffect>,
    failed: Vec<CompiledEffect>,
    /// What differs after a disorderly charge, if a card that the charger plays no more might have
    /// saved it, or changed a test (A5.5).
    without_cards: Option<Box<WithoutCards>>,
}

/// The effects after a disorderly charge, in which the charger's player plays no cards (A5.5).
#[derive(Clone, Debug)]
struct WithoutCards {
    setting: EffectSetting,
    /// What a charge triggers that is disorderly and fails.
    failed: Vec<CompiledEffect>,
}

impl BeforeRoll {
    /// Compiles the effects before a charge without open choices.
    pub(super) fn new(ctx: &AttackContext<'_>, table: SituationTable) -> Self {
        let situations = table.situations();
        // all choices before the roll are already fixed: see `charge/choices.rs`
        let picks = vec![Picks::default(); situations.len()];
        let numbers = |(now, _): &_| ctx.stats_of_effects(now, &Picks::default());
        let terms_in_all: Vec<AttackStats> = situations.iter().map(numbers).collect();
        let triggered = |ctx: &AttackContext<'_>, moment| {
            EffectCompiler { ctx, table, picks: &picks }.triggered(Side::Defender, moment, 2)
        };
        let without = without_late_cards(ctx);
        let without_cards = without.as_ref().map(|ctx| {
            let mut compiler = EffectCompiler { ctx, table, picks: &picks };
            let setting = compiler.setting(&terms_in_all);
            Box::new(WithoutCards { setting, failed: triggered(ctx, Moment::EnemyFailingCharge) })
        });
        let mut compiler = EffectCompiler { ctx, table, picks: &picks };
        Self {
            without_cards,
            disorderly: triggered(without.as_ref().unwrap_or(ctx), Moment::EnemyDisorderly),
            setting: compiler.setting(&terms_in_all),
            triggered: compiler.beginning(),
            charge_tests: compiler.charge_tests(),
            failed: triggered(ctx, Moment::EnemyFailingCharge),
        }
    }

    /// Returns whether anything happens before the roll.
    pub(super) fn is_something(&self) -> bool {
        !(self.charge_tests.is_empty() && self.triggered.is_empty())
    }

    /// Returns whether anything but the attack depends on whether the charge is orderly.
    pub(super) const fn is_order_relevant(&self) -> bool {
        !self.disorderly.is_empty() || self.without_cards.is_some()
    }

    /// Returns whether the roll triggers anything.
    pub(super) const fn follows_roll(&self) -> bool {
        !(self.disorderly.is_empty() && self.failed.is_empty())
    }

    /// Returns whether the charger can survive its destruction.
    pub(super) fn may_save(&self) -> bool {
        !self.setting.survivals[Side::Attacker.index()].is_empty()
    }

    /// Returns all effects that may be applied.
    fn triggered(&self) -> impl Iterator<Item = &CompiledEffect> {
        let trials = self
            .setting
            .survivals
            .iter()
            .flatten()
            .filter_map(|survival| survival.trial.as_ref())
            .chain(self.charge_tests.iter().map(|(_, test)| test));
        self.triggered
            .iter()
            .chain(&self.disorderly)
            .chain(&self.failed)
            .chain(self.without_cards.iter().flat_map(|without| &without.failed))
            .chain(trials.flat_map(|trial| trial.then.triggered()))
            .flat_map(CompiledEffect::with_followers)
    }

    /// Returns whether a side can lose wounds.
    pub(super) fn hurts(&self, side: Side) -> bool {
        self.triggered().any(|triggered| triggered.hurts(side))
    }

    /// Returns how often a side may be healed.
    pub(super) fn healings(&self, side: Side) -> u8 {
        // each effect once, and each further try to survive once more
        healings(self.triggered(), side).saturating_add(self.setting.healings_again(side))
    }

    #[inline(always)]
    fn ctx<N: Num>(&self, fight: &FightState<N>) -> EffectContext<'_, N> {
        let picked = N::of(0);
        EffectContext {
            setting: &self.setting,
            picked,
            place: self.setting.table.place(fight, picked),
            refers: RefersTo::Now,
        }
    }

    /// Returns the setting after a disorderly charge.
    fn setting_of_disorderly(&self) -> &EffectSetting {
        self.without_cards.as_ref().map_or(&self.setting, |without| &without.setting)
    }

    /// Applies all effects. Returns where the charge die counts as a 6.
    #[inline(never)]
    pub(super) fn run<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
    ) -> <C::N as Num>::Mask {
        let all = <C::N as Num>::Mask::all_of(true);
        for triggered in &self.triggered {
            let ctx = self.ctx(fight);
            triggered.apply(chance, fight, &ctx, &AttackTotals::nothing(), all);
        }
        let (mut six, mut calm) = (!all, fight.left[0].gt(C::N::of(0)));
        for (applies, test) in &self.charge_tests {
            let ctx = self.ctx(fight);
            let tests = calm & applies.holds(chance, ctx.place);
            six = six | test.take(chance, fight, Side::Attacker.index(), &ctx, tests);
            // only the first test that applies is taken
            calm = calm & !tests;
        }
        six
    }

    /// Applies the effects that a roll triggers which arrived where `reached` holds and was orderly
    /// where `orderly` holds.
    #[inline(never)]
    pub(super) fn after_roll<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        [reached, orderly]: [<C::N as Num>::Mask; 2],
    ) {
        for triggered in &self.disorderly {
            let ctx = self.ctx(fight);
            let ctx = EffectContext { setting: self.setting_of_disorderly(), ..ctx };
            triggered.apply(chance, fight, &ctx, &AttackTotals::nothing(), !orderly);
        }
        let without = self.without_cards.as_deref();
        let with_cards = if without.is_some() { !reached & orderly } else { !reached };
        for triggered in &self.failed {
            let ctx = self.ctx(fight);
            triggered.apply(chance, fight, &ctx, &AttackTotals::nothing(), with_cards);
        }
        for triggered in without.map_or(&[][..], |without| &without.failed) {
            let ctx = EffectContext { setting: self.setting_of_disorderly(), ..self.ctx(fight) };
            let here = !reached & !orderly;
            triggered.apply(chance, fight, &ctx, &AttackTotals::nothing(), here);
        }
    }

    /// Wounds the charger outside of the attack, unless it survives its destruction. The charge was
    /// orderly where `orderly` holds.
    #[inline(never)]
    pub(super) fn hurt<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        wounds: C::N,
        orderly: <C::N as Num>::Mask,
    ) {
        let (ctx, charger) = (self.ctx(fight), Side::Attacker.index());
        if self.without_cards.is_none() {
            ctx.hurt(chance, fight, charger, wounds);
            return;
        }
        ctx.hurt(chance, fight, charger, wounds.masked(orderly));
        let setting = self.setting_of_disorderly();
        EffectContext { setting, ..ctx }.hurt(chance, fight, charger, wounds.masked(!orderly));
    }
}

/// Returns the inputs of a charge without the cards that are not played after a disorderly roll, if
/// one of them acts in morale tests or might save the charger.
fn without_late_cards<'a>(ctx: &AttackContext<'a>) -> Option<AttackContext<'a>> {
    let is_late = |one: &ModelledAbility| {
        one.effects
            .card
            .as_ref()
            .is_some_and(|card| !card.stays && !card.trigger.precedes_arrival())
    };
    let matters = |moment: Moment| {
        matches!(
            moment,
            Moment::Dying
                | Moment::Testing
                | Moment::EnemyTesting
                | Moment::Passing
                | Moment::EnemyPassing
                | Moment::Failing
                | Moment::EnemyFailing
        )
    };
    let acts = |one: &&ModelledAbility| {
        is_late(one) && one.effects.all().any(|effect| matters(effect.moment))
    };
    ctx.abilities(Side::Attacker).iter().any(acts).then(|| ctx.without(is_late))
}
