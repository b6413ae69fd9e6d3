//! A charge that fails: the charger's panic test, and what follows it (A5.6).

use super::super::attack_context::AttackContext;
use super::super::attack_sequence::{InitialState, table};
use super::super::attack_stats::{TestCaller, TestOrigin};
use super::super::choice::{self, ChoiceNote, CompileWithChoices, ResolvedChoices};
use super::super::combatant::{CombatantView, DefenseChanges, DefenseProfile};
use super::super::condition::Tokens;
use super::super::edition::Parameters;
use super::super::effect::Amount;
use super::super::panic::{left_out, panic_profile, remote_context, view};
use super::super::per_situation::{PerSituation, SituationIndex};
use super::super::question::{ActivePlayer, Attack, Charge};
use super::super::situation::{FightState, Side, Situation};
use super::super::traits::Traits;
use super::super::triggered::{
    AttackTotals, CompiledEffect, EffectCompiler, EffectContext, EffectSetting, PanicTestEffect,
};
use super::super::unit::Reach;
use super::reach;
use warodds_engine::chance::{Chance, Num, Paths};

/// The panic test of a charger that does not arrive: it counts the ranks and tokens that the charge
/// left it (A5.11).
#[derive(Clone, Debug)]
pub(super) struct FailedCharge {
    follow: PanicTestEffect,
    setting: EffectSetting,
    /// Number of what is picked in each situation.
    picked: PerSituation,
    /// What players chose.
    pub(super) chosen: Vec<ChoiceNote>,
    /// What of abilities is not played out, in words.
    pub(super) left_out: Vec<String>,
}

impl CompileWithChoices for Option<FailedCharge> {
    /// How many tests may follow it in a row.
    type Inputs = u8;

    fn decided(ctx: &AttackContext<'_>, decided: ResolvedChoices, tests: &u8) -> Self {
        FailedCharge::chosen(ctx, decided, *tests)
    }
}

impl FailedCharge {
    /// The test, where it is asked for, of units that stand then as the question says or as they
    /// happen to. Where no attack is, the target is nobody, and no effects follow the test, as none
    /// come before the roll.
    pub(super) fn new(
        question: &Charge,
        parameters: &Parameters,
        start: InitialState,
    ) -> Option<Self> {
        let panic = question.charger.panic.as_ref()?;
        let (tested, nobody) = (panic_profile(panic), Traits::default());
        let Some(attack) = &question.attack else {
            let units = [&panic.traits, &nobody].map(|traits| view(panic, &tested, traits));
            let ctx = remote_context(units, Reach::Long, active(panic.active), parameters);
            let left_out = left_out("the charger", panic.traits.after_tests(true));
            return Self::of(&ctx, 0, start).map(|failed| Self { left_out, ..failed.alone() });
        };
        let Attack { attacker, defender, .. } = attack;
        // what is near it is told with the test
        let own = Traits { surroundings: panic.traits.surroundings, ..attacker.traits.clone() };
        // its own saves are asked for by what follows the test
        let DefenseProfile { defense, changes, .. } = attacker.defending.unwrap_or(tested);
        let changes = DefenseChanges { save_modifier: changes.save_modifier, ..tested.changes };
        let tested = DefenseProfile { defense, changes, ..tested };
        let charger = CombatantView { spending: attacker.spending, ..view(panic, &tested, &own) };
        let target = CombatantView {
            spending: panic.spending,
            attacking: None,
            ..CombatantView::from(defender)
        };
        let ctx =
            remote_context([charger, target], reach(question), active(panic.active), parameters);
        Self::of(&ctx, 1, start)
    }

    /// The test of the unit that stands where a striker does, all decided that is left to choose in
    /// it; so many tests may follow it in a row.
    fn of(ctx: &AttackContext<'_>, tests: u8, start: InitialState) -> Option<Self> {
        let standings = Side::BOTH.map(|side| ctx.combatant(side).standing);
        let table = table(ctx, standings, InitialState::Any, true);
        let known = (start == InitialState::Known).then(|| Situation::of(standings));
        let worth = |_, failed: &Option<Self>, now: &Situation| {
            failed.as_ref().map_or(0.0, |failed| failed.worth(now))
        };
        let (decided, weighed) = choice::decide::<Option<Self>>(ctx, table, known, &tests, worth);
        match weighed {
            Some(failed) => failed.map(|failed| Self { chosen: decided.chosen, ..failed }),
            None => Self::chosen(ctx, decided, tests),
        }
    }

    /// The same with what was decided.
    fn chosen(ctx: &AttackContext<'_>, decided: ResolvedChoices, tests: u8) -> Option<Self> {
        let ResolvedChoices { table, picks, picked, stats, chosen, .. } = decided;
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
            left_out: Vec::new(),
        })
    }

    /// What it is worth to the charger where units stand so: wounds left to it less those left to
    /// the target.
    fn worth(&self, Situation { left, tokens }: &Situation) -> f64 {
        let ends = Paths::new(&[], None).distribution_of(1.0, |chance| {
            let mut fight = FightState::new(*left, tokens.map(Tokens::bits));
            self.take(chance, &mut fight, true);
            fight.left
        });
        ends.iter().map(|([own, other], p)| (f64::from(*own) - f64::from(*other)) * p).sum()
    }

    /// The same without what follows it.
    fn alone(self) -> Self {
        Self { follow: self.follow.alone(), ..self }
    }

    /// The most wounds that the test itself costs.
    pub(super) const fn most_wounds(&self) -> u8 {
        self.follow.test.most_wounds()
    }

    /// Whether it, or what follows it, hangs on the situation.
    fn is_placed(&self) -> bool {
        let PanicTestEffect { test, then } = &self.follow;
        let survivals = &self.setting.survivals[Side::Attacker.index()];
        test.is_placed() || then.is_something() || !survivals.is_empty()
    }

    /// All that may follow it.
    pub(super) fn triggered(&self) -> impl Iterator<Item = &CompiledEffect> {
        self.follow.then.triggered().flat_map(CompiledEffect::with_followers)
    }

    /// The charger takes the test where `here` holds: 1 where it fails it.
    #[inline(always)]
    pub(super) fn take<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        here: <C::N as Num>::Mask,
    ) -> C::N {
        let none = C::N::of(0);
        let (mut place, mut picked) = (SituationIndex::only(), none);
        if self.is_placed() {
            place = self.setting.table.place(fight, none);
            picked = self.picked.at(chance, place);
            place = self.setting.table.place(fight, picked);
        }
        let ctx = EffectContext { setting: &self.setting, picked, place };
        let charger = Side::Attacker.index();
        let [_, failed] =
            self.follow.take(chance, fight, charger, &ctx, &AttackTotals::nothing(), [here, here]);
        failed
    }
}

/// Whose turn it is, the charger standing where a striker does.
fn active(active: ActivePlayer) -> Side {
    if active == ActivePlayer::Own { Side::Attacker } else { Side::Defender }
}
