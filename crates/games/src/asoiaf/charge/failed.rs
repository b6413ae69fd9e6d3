//! A charge that fails: the charger's panic test, and what follows it (A5.6).

use super::super::attack_context::AttackContext;
use super::super::attack_sequence::{Start, table};
use super::super::attack_stats::{Called, TestFrom};
use super::super::choice::{self, Chosen, Decided, Weighed};
use super::super::combatant::{CombatantView, DefenseChanges, DefenseProfile};
use super::super::condition::Tokens;
use super::super::edition::Parameters;
use super::super::effect::Amount;
use super::super::panic::{apart, left_out, tested, view};
use super::super::per_situation::{PerSituation, SituationIndex};
use super::super::question::{Active, Attack, Charge};
use super::super::situation::{Fight, Side, Situation};
use super::super::traits::Traits;
use super::super::triggered::{Done, EffectCompiler, EffectContext, Follow, Ready, Setting};
use super::super::unit::Reach;
use super::reach;
use warodds_engine::chance::{Chance, Num, Paths};

/// The panic test of a charger that does not arrive: it counts the ranks and tokens that the charge
/// left it (A5.11).
#[derive(Clone, Debug)]
pub(super) struct Failed {
    follow: Follow,
    setting: Setting,
    /// Number of what is picked in each situation.
    picked: PerSituation,
    /// What players chose.
    pub(super) chosen: Vec<Chosen>,
    /// What of abilities is not played out, in words.
    pub(super) left_out: Vec<String>,
}

impl Weighed for Option<Failed> {
    /// How many tests may follow it in a row.
    type Given = u8;

    fn decided(ctx: &AttackContext<'_>, decided: Decided, tests: &u8) -> Self {
        Failed::chosen(ctx, decided, *tests)
    }
}

impl Failed {
    /// The test, where it is asked for, of units that stand then as the question says or as they
    /// happen to. Where no attack is, the target is nobody, and no effects follow the test, as none
    /// come before the roll.
    pub(super) fn new(question: &Charge, parameters: &Parameters, start: Start) -> Option<Self> {
        let panic = question.charger.panic.as_ref()?;
        let (tested, nobody) = (tested(panic), Traits::default());
        let Some(attack) = &question.attack else {
            let units = [&panic.traits, &nobody].map(|traits| view(panic, &tested, traits));
            let ctx = apart(units, Reach::Long, active(panic.active), parameters);
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
        let ctx = apart([charger, target], reach(question), active(panic.active), parameters);
        Self::of(&ctx, 1, start)
    }

    /// The test of the unit that stands where a striker does, all decided that is left to choose in
    /// it; so many tests may follow it in a row.
    fn of(ctx: &AttackContext<'_>, tests: u8, start: Start) -> Option<Self> {
        let standings = Side::BOTH.map(|side| ctx.combatant(side).standing);
        let table = table(ctx, standings, Start::Any, true);
        let known = (start == Start::Known).then(|| Situation::of(standings));
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
    fn chosen(ctx: &AttackContext<'_>, decided: Decided, tests: u8) -> Option<Self> {
        let Decided { table, picks, picked, stats, chosen, .. } = decided;
        let mut compiler = EffectCompiler { ctx, table, picks: &picks };
        let none = Amount::default();
        let called = Called::by_none(Side::Striker);
        let from = TestFrom::Triggered { roll: none, wounds: none, called };
        let follow = compiler.follow(Side::Striker, from, tests)?;
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
            let mut fight = Fight::new(*left, tokens.map(Tokens::bits));
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
        let Follow { test, then } = &self.follow;
        let survivals = &self.setting.survivals[Side::Striker.index()];
        test.is_placed() || then.is_something() || !survivals.is_empty()
    }

    /// All that may follow it.
    pub(super) fn triggered(&self) -> impl Iterator<Item = &Ready> {
        self.follow.then.triggered().flat_map(Ready::with_followers)
    }

    /// The charger takes the test where `here` holds: 1 where it fails it.
    #[inline(always)]
    pub(super) fn take<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut Fight<C::N>,
        here: <C::N as Num>::Mask,
    ) -> C::N {
        let none = C::N::of(0);
        let (mut place, mut picked) = (SituationIndex::only(), none);
        if self.is_placed() {
            place = self.setting.table.place(fight, none);
            picked = self.picked.at(chance, place);
            place = self.setting.table.place(fight, picked);
        }
        let around = EffectContext { setting: &self.setting, picked, place };
        let charger = Side::Striker.index();
        let [_, failed] =
            self.follow.take(chance, fight, charger, &around, &Done::nothing(), [here, here]);
        failed
    }
}

/// Whose turn it is, the charger standing where a striker does.
fn active(active: Active) -> Side {
    if active == Active::Own { Side::Striker } else { Side::Struck }
}
