//! A failed charge: the charger's panic test and its follow-ups (A5.6).

use std::iter;
use std::sync::{Arc, OnceLock};

use super::super::attack_context::AttackContext;
use super::super::attack_sequence::{InitialState, table};
use super::super::attack_stats::{TestCaller, TestOrigin};
use super::super::choice::{self, ChoiceNote, CompileWithChoices, ResolvedChoices};
use super::super::combatant::Combatant;
use super::super::edition::Parameters;
use super::super::effect::Amount;
use super::super::panic::{left_out, nobody};
use super::super::per_situation::{PerSituation, SituationIndex};
use super::super::question::{Attack, Charge};
use super::super::situation::{FightState, Side, Situation};
use super::super::surroundings::Surroundings;
use super::super::triggered::{
    AttackTotals, CompiledEffect, EffectCompiler, EffectContext, EffectSetting, PanicTestEffect,
    RefersTo,
};
use super::super::unit::Reach;
use super::super::usage::Policy;
use super::super::values::Defense;
use warodds_engine::chance::{Chance, Num, Paths};

/// The panic test of a charger that does not arrive, with the ranks and tokens it has left then
/// (A5.11).
#[derive(Clone, Debug)]
pub(super) struct FailedCharge {
    follow: PanicTestEffect,
    setting: EffectSetting,
    /// Index of the choices in each situation.
    picked: PerSituation,
    /// Notes on the choices made.
    pub(super) chosen: Vec<ChoiceNote>,
    /// Notes on effects that are left out.
    pub(super) left_out: Vec<String>,
    /// The test after a disorderly charge, if the charger's player has cards: none are played then
    /// (A5.5).
    after_disorderly: Option<Box<Self>>,
}

/// The panic test of a charger that does not arrive, compiled on first use: most charges arrive.
#[derive(Clone, Debug)]
pub(super) struct TestOfFailed {
    question: Arc<Charge>,
    parameters: Parameters,
    start: InitialState,
    made: OnceLock<Option<Box<FailedCharge>>>,
}

impl TestOfFailed {
    /// Creates the test of a charge. `start` says whether the state of the units is known.
    pub(super) fn new(question: &Charge, parameters: &Parameters, start: InitialState) -> Self {
        let (question, made) = (Arc::new(question.clone()), OnceLock::new());
        Self { question, parameters: *parameters, start, made }
    }

    /// Returns the test of a charger that stops where this terrain is near (A6.16, A10.8).
    pub(super) fn near(&self, terrain: Surroundings) -> Self {
        let mut question = Charge::clone(&self.question);
        let attacker = question.attack.as_mut().map(|attack| &mut attack.attacker);
        for unit in iter::once(&mut question.charger).chain(attacker) {
            unit.surroundings = Surroundings { dangerous: unit.surroundings.dangerous, ..terrain };
        }
        Self::new(&question, &self.parameters, self.start)
    }

    /// Returns the test if the question includes it.
    pub(super) fn get(&self) -> Option<&FailedCharge> {
        let Self { question, parameters, start, made } = self;
        let test = || FailedCharge::new(question, parameters, *start).map(Box::new);
        made.get_or_init(test).as_deref()
    }

    /// Returns the test if it is needed and the question includes it.
    pub(super) fn get_if(&self, is_needed: bool) -> Option<&FailedCharge> {
        if is_needed { self.get() } else { None }
    }

    /// Returns whether the test depends on whether the charge is orderly: its charger has cards.
    pub(super) fn is_order_relevant(&self) -> bool {
        let attack = self.question.attack.as_ref();
        attack.is_some_and(|attack| attack.attacker.plays_cards())
            && self.get().is_some_and(FailedCharge::is_order_relevant)
    }
}

impl CompileWithChoices for Option<FailedCharge> {
    /// Number of tests that may follow one another.
    type Inputs = u8;

    fn decided(ctx: &AttackContext<'_>, decided: ResolvedChoices, tests: &u8) -> Self {
        FailedCharge::chosen(ctx, decided, *tests)
    }
}

impl FailedCharge {
    /// Compiles the test if the question includes it. `start` says whether the state of the units
    /// is known. Without an attack there is no known target, and no effects follow the test, as
    /// none precede the roll.
    fn new(question: &Charge, parameters: &Parameters, start: InitialState) -> Option<Self> {
        let Charge { charger, attack, spending, .. } = question;
        charger.morale.filter(|_| question.panic_test)?;
        // follow-ups of the test may need the charger's saves
        let defense = charger.defense.or(Some(Defense::WORST));
        let Some(Attack { attacker, defender, .. }) = attack else {
            let charger = Combatant { defense, ..charger.clone() };
            let nobody = nobody(&charger, *spending);
            let ctx = of_test([&charger, &nobody], Reach::LONG, parameters);
            let left_out = left_out("the charger", charger.after_tests(true));
            return Self::of(&ctx, 0, start).map(|failed| Self { left_out, ..failed.alone() });
        };
        // choices before the roll are fixed in the attack, changes of the test are not part of it
        let modifiers = charger.modifiers;
        let charger = Combatant { defense, modifiers, ..attacker.clone() };
        let policy = Policy { spending: *spending, ..defender.policy.clone() };
        let target = Combatant { policy, ..defender.clone() };
        let of = |charger: &Combatant| {
            // less than a die short of its target, wherever it began
            Self::of(&of_test([charger, &target], Reach::SHORT, parameters), 1, start)
        };
        let after_disorderly = charger.plays_cards().then(|| {
            let mut without = charger.clone();
            without.keep_cards(|card| card.trigger.precedes_arrival());
            of(&without).map(Box::new)
        });
        of(&charger).map(|failed| Self { after_disorderly: after_disorderly.flatten(), ..failed })
    }

    /// Compiles the test with all choices resolved. The charger has the role of the attacker. At
    /// most `tests` tests follow one another.
    fn of(ctx: &AttackContext<'_>, tests: u8, start: InitialState) -> Option<Self> {
        let table = table(ctx, InitialState::Any, true);
        let known = (start == InitialState::Known).then(|| ctx.now());
        let worth = |_, failed: &Option<Self>, now: &Situation| {
            (failed.as_ref().map_or(0.0, |failed| failed.worth(now)), 0.0)
        };
        let (decided, evaluated) = choice::decide::<Option<Self>>(ctx, table, known, &tests, worth);
        match evaluated {
            Some(failed) => failed.map(|failed| Self { chosen: decided.chosen, ..failed }),
            None => Self::chosen(ctx, decided, tests),
        }
    }

    /// Compiles the test with these choices.
    fn chosen(ctx: &AttackContext<'_>, decided: ResolvedChoices, tests: u8) -> Option<Self> {
        let ResolvedChoices { table, picks, picked, stats, chosen, limit, .. } = decided;
        let mut compiler = EffectCompiler { ctx, table, picks: &picks };
        let none = Amount::default();
        let called = TestCaller::by_none(Side::Attacker);
        let from = TestOrigin::Triggered { roll: none, wounds: none, called };
        let follow = compiler.follow(Side::Attacker, from, tests)?;
        Some(Self {
            follow,
            setting: compiler.setting(&stats),
            picked: table.varying(picked),
            chosen,
            left_out: limit.map(choice::describe_limit).into_iter().collect(),
            after_disorderly: None,
        })
    }

    /// Returns the value to the charger in a situation: wounds left to it minus those left to the
    /// target.
    fn worth(&self, now: &Situation) -> f64 {
        let ends = Paths::new(&[], None).distribution_of(1.0, |chance| {
            let mut fight = now.fight();
            self.take_here(chance, &mut fight, true);
            fight.left
        });
        ends.iter().map(|([own, other], p)| (f64::from(*own) - f64::from(*other)) * p).sum()
    }

    /// Removes the follow-ups of the test.
    fn alone(self) -> Self {
        Self { follow: self.follow.alone(), ..self }
    }

    /// Returns the tests after an orderly charge and after a disorderly one, if they differ.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(self.after_disorderly.as_deref())
    }

    /// Returns whether the test depends on whether the charge is orderly.
    const fn is_order_relevant(&self) -> bool {
        self.after_disorderly.is_some()
    }

    /// Returns the largest number of wounds of the test itself.
    pub(super) fn most_wounds(&self) -> u8 {
        self.all().map(|test| test.follow.test.most_wounds()).max().unwrap_or(0)
    }

    /// Returns whether the test or its follow-ups depend on the situation.
    fn is_placed(&self) -> bool {
        let PanicTestEffect { test, then } = &self.follow;
        let survivals = &self.setting.survivals[Side::Attacker.index()];
        test.is_placed() || then.is_something() || !survivals.is_empty()
    }

    /// Returns all effects that may follow the test.
    pub(super) fn triggered(&self) -> impl Iterator<Item = &CompiledEffect> {
        let all = self.all().flat_map(|test| test.follow.then.triggered());
        all.flat_map(CompiledEffect::with_followers)
    }

    /// Resolves the test where `here` holds, after a charge that was orderly where `orderly` holds.
    /// Returns 1 where the charger fails.
    #[inline(always)]
    pub(super) fn take<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        [here, orderly]: [<C::N as Num>::Mask; 2],
    ) -> C::N {
        let Some(other) = &self.after_disorderly else {
            return self.take_here(chance, fight, here);
        };
        let failed = self.take_here(chance, fight, here & orderly);
        other.take_here(chance, fight, here & !orderly).select(!orderly, failed)
    }

    /// Resolves this test where `here` holds. Returns 1 where the charger fails.
    #[inline(always)]
    fn take_here<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        here: <C::N as Num>::Mask,
    ) -> C::N {
        let none = C::N::of(0);
        let (mut place, mut picked) = (SituationIndex::only(), none);
        // most tests are equal in all situations and skip both lookups
        if self.is_placed() {
            place = self.setting.table.place(fight, none);
            picked = self.picked.at(chance, place);
            place = self.setting.table.place(fight, picked);
        }
        let ctx = EffectContext { setting: &self.setting, picked, place, refers: RefersTo::Now };
        let charger = Side::Attacker.index();
        let [_, failed] =
            self.follow.take(chance, fight, charger, &ctx, &AttackTotals::nothing(), [here, here]);
        failed
    }
}

/// Returns the inputs of a test of the charger, in its own turn.
fn of_test<'a>(
    combatants: [&'a Combatant; 2],
    reach: Reach,
    parameters: &'a Parameters,
) -> AttackContext<'a> {
    AttackContext::of_test(combatants, reach, Side::Attacker, parameters)
}
