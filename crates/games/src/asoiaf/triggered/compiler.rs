//! From effects to triggered made ready.

use super::super::attack_context::{Activation, AttackContext, Picks};
use super::super::attack_stats::{TestCaller, TestOrigin};
use super::super::effect::{
    Action, Amount, Change, Conditions, Effect, EffectTarget, Moment, TriggeredEffect,
};
use super::super::morale::MoraleTest;
use super::super::needed::needed_face;
use super::super::panic::PanicTest;
use super::super::per_situation::PerSituation;
use super::super::question::{ActivePlayer, Bonus};
use super::super::rerolls::Stakes;
use super::super::situation::{Side, SituationTable};
use super::super::stat::{AttackStats, Stat};
use super::test::FollowUps;
use super::{
    AttackTrigger, CompiledEffect, EffectKind, EffectSetting, MoraleTestEffect, PanicTestEffect,
    Survival, UseMarks,
};

/// An effect that applies somewhere.
#[derive(Clone, Debug)]
struct ApplicableEffect<'a> {
    /// The number of its ability among those of its bearer that count.
    ability: usize,
    effect: &'a Effect,
    /// Its place among all effects of its bearer, as the cards have them.
    card_order: usize,
    applies: PerSituation,
}

/// Makes triggered ready.
#[derive(Debug)]
pub(crate) struct EffectCompiler<'a> {
    /// The attack they stand ctx.
    pub ctx: &'a AttackContext<'a>,
    /// The situations.
    pub table: SituationTable,
    /// What is picked in each of them, in the table's order.
    pub picks: &'a [Picks],
}

impl<'a> EffectCompiler<'a> {
    /// What all triggered know; `stats` are the numbers of the attack in each situation, in the
    /// table's order.
    pub(crate) fn setting(&mut self, stats: &[AttackStats]) -> EffectSetting {
        let of = |stat: Stat| move |stats: &AttackStats| stats[stat as usize];
        let varying = |stat| self.table.varying(stats.iter().map(of(stat)).collect());
        EffectSetting {
            immune: [Stat::AttackerImmune, Stat::DefenderImmune].map(varying),
            table: self.table,
            bodies: self.ctx.combatants.each_ref().map(|unit| unit.standing.body()),
            survivals: Side::BOTH.map(|side| self.survivals(side)),
        }
    }

    /// The triggered of a side at a moment. `tests` says how many tests may follow each other from
    /// here on.
    pub(crate) fn triggered(
        &mut self,
        side: Side,
        moment: Moment,
        tests: u8,
    ) -> Vec<CompiledEffect> {
        self.effects_in_test(side, moment, None, tests)
    }

    /// What comes before an attack in an activation from its beginning: the striker's, the
    /// declaration of a charge among it, then what the unit struck does against that.
    pub(crate) fn beginning(&mut self) -> Vec<CompiledEffect> {
        let striker = [Moment::Activating, Moment::Declaring]
            .map(|moment| self.triggered(Side::Attacker, moment, 2));
        [striker.concat(), self.triggered(Side::Defender, Moment::EnemyDeclaring, 2)].concat()
    }

    /// The triggered of a side at a moment of a test that comes `from` there.
    fn effects_in_test(
        &mut self,
        side: Side,
        moment: Moment,
        from: Option<TestOrigin>,
        tests: u8,
    ) -> Vec<CompiledEffect> {
        self.effects(side, moment, from)
            .into_iter()
            .filter_map(|found| self.compile(side, &found, tests))
            .collect()
    }

    /// What calls forth the attacks that a side makes at a moment.
    pub(crate) fn attacks(&mut self, side: Side, moment: Moment) -> Vec<AttackTrigger> {
        let attacks = self
            .effects(side, moment, None)
            .into_iter()
            .filter(|found| found.effect.action == Action::Triggered(TriggeredEffect::Attack));
        let is_attached = |number: usize| {
            self.ctx.combatant(side).abilities.get(number).is_some_and(|ability| ability.attached)
        };
        let call = |ApplicableEffect { ability, effect, applies, .. }: ApplicableEffect<'_>| {
            let Conditions { dealt, rank_destroyed, .. } = effect.conditions;
            AttackTrigger { applies, attached: is_attached(ability), dealt, rank_destroyed }
        };
        attacks.map(call).collect()
    }

    /// Where the striker tries to kill the enemy's attachment at a moment, and on which face.
    pub(crate) fn kills(&mut self, moment: Moment) -> Vec<(PerSituation, u8)> {
        let kills = |found: ApplicableEffect<'_>| match found.effect.action {
            Action::Triggered(TriggeredEffect::KillAttachment(face)) => Some((found.applies, face)),
            _ => None,
        };
        self.effects(Side::Attacker, moment, None).into_iter().filter_map(kills).collect()
    }

    /// The tests of the striker after whose failing its charge die counts as a 6, and where each
    /// is taken.
    pub(crate) fn charge_tests(&mut self) -> Vec<(PerSituation, MoraleTestEffect)> {
        let found = self.effects(Side::Attacker, Moment::Charging, None).into_iter();
        let asks = found.filter(|one| one.effect.action == Action::Change(Change::SixOnFailing));
        asks.filter_map(|ApplicableEffect { ability, applies, .. }| {
            let called = TestCaller { bearer: Side::Attacker, ability: Some(ability) };
            let from = TestOrigin::Morale { roll: Amount::default(), called };
            Some((applies, self.trial(Side::Attacker, from, 1)?))
        })
        .collect()
    }

    /// How a side may survive its end. Ways for which there are no marks left are not counted.
    fn survivals(&mut self, side: Side) -> Vec<Survival> {
        let mut all = Vec::new();
        for found in self.effects(side, Moment::Dying, None) {
            let Action::Triggered(TriggeredEffect::Survive { test, .. }) = found.effect.action
            else {
                continue;
            };
            let Some(marks) = self.marks(side, found.card_order) else { continue };
            let called = TestCaller { bearer: side, ability: Some(found.ability) };
            let trial = if test {
                self.trial(side, TestOrigin::Morale { roll: Amount::default(), called }, 1)
            } else {
                None
            };
            // nobody knows the morale that a test would be taken with
            if test && trial.is_none() {
                continue;
            }
            all.push(Survival { applies: found.applies, marks, trial });
        }
        all
    }

    /// The marks of the effect of a side that is written at a place: the same in each of its
    /// fights, whatever counts in them, for they stay from one to the next.
    fn marks(&self, side: Side, card_order: usize) -> Option<UseMarks> {
        let uses = |effect: &Effect| match effect.action {
            Action::Triggered(TriggeredEffect::Survive { uses, .. }) => uses,
            _ => 0,
        };
        let mut all = self.ctx.combatant(side).all_effects().map(uses);
        let before = all.by_ref().take(card_order).fold(0, u8::saturating_add);
        UseMarks::after(before, all.next()?)
    }

    /// All effects of a moment with where they apply, in a test those that count in one that comes
    /// `from` there; those that never do are left out.
    fn effects(
        &self,
        side: Side,
        moment: Moment,
        from: Option<TestOrigin>,
    ) -> Vec<ApplicableEffect<'a>> {
        // most units have none at most moments: then there is no need to go through the situations
        let mut found = self.card_order(side, moment);
        if found.is_empty() || !self.may_come(moment) {
            return Vec::new();
        }
        let situations = self.table.situations();
        let mut applies = vec![vec![0; situations.len()]; found.len()];
        for (number, ((now, _), picks)) in situations.iter().zip(self.picks).enumerate() {
            for (ability, effect) in self.ctx.effects(side, picks) {
                let counts = effect.moment == moment
                    && TestOrigin::fits(from, effect.conditions.test, side, ability)
                    && self.ctx.is_near_enough(effect)
                    && self.ctx.holds(&effect.conditions, side, now);
                let place = found.iter().position(|known| std::ptr::eq(known.effect, effect));
                if let Some(place) = place.filter(|_| counts) {
                    applies[place][number] = 1;
                }
            }
        }
        for (found, applies) in found.iter_mut().zip(applies) {
            found.applies = self.table.varying(applies);
        }
        found.retain(|found| !found.applies.is_nothing());
        found
    }

    /// All effects of a side at a moment as the cards have them, for one may look at what another
    /// did; where they apply is not looked at yet.
    fn card_order(&self, side: Side, moment: Moment) -> Vec<ApplicableEffect<'a>> {
        let abilities = self.ctx.combatant(side).abilities.iter().copied().enumerate();
        let all = abilities.flat_map(|(number, ability)| {
            ability.effects.all().map(move |effect| (number, effect))
        });
        let found = |(card_order, (ability, effect)): (usize, (usize, &'a Effect))| {
            ApplicableEffect { ability, effect, card_order, applies: PerSituation::Same(0) }
        };
        let at_it = all.enumerate().filter(|(_, (_, effect))| effect.moment == moment);
        at_it.map(found).collect()
    }

    /// Whether a moment may come: some are about the striker's activation.
    fn may_come(&self, moment: Moment) -> bool {
        match moment {
            Moment::Activating => self.ctx.activation != Activation::None,
            Moment::Declaring | Moment::EnemyDeclaring => {
                self.ctx.activation != Activation::None && self.ctx.context.charge != Bonus::None
            }
            _ => true,
        }
    }

    fn compile(
        &mut self,
        side: Side,
        ApplicableEffect { ability, effect, applies, .. }: &ApplicableEffect<'_>,
        tests: u8,
    ) -> Option<CompiledEffect> {
        let Action::Triggered(triggered) = effect.action else { return None };
        let kind = self.compile_kind(
            triggered,
            TestCaller { bearer: side, ability: Some(*ability) },
            tests,
        )?;
        let Conditions { dealt, rank_destroyed, .. } = effect.conditions;
        let rank_destroyed = if effect.moment == Moment::LosingRanks {
            rank_destroyed.or(Some(true))
        } else {
            rank_destroyed
        };
        let at_its_end = effect.moment == Moment::Destroyed;
        Some(CompiledEffect {
            bearer: side,
            applies: applies.clone(),
            dealt,
            rank_destroyed,
            at_its_end,
            kind,
        })
    }

    /// What a triggered effect does, with what follows the tests it asks for: so many in a row and
    /// no more.
    fn compile_kind(
        &mut self,
        triggered: TriggeredEffect,
        called: TestCaller,
        tests: u8,
    ) -> Option<EffectKind> {
        let side = called.bearer;
        let place =
            |whom: EffectTarget| if whom == EffectTarget::Bearer { side } else { side.other() };
        let index = |whom: EffectTarget| place(whom).index();
        Some(match triggered {
            TriggeredEffect::Wounds(whom, amount) => EffectKind::Wounds(index(whom), amount),
            TriggeredEffect::Heal(whom, amount) => EffectKind::Heal(index(whom), amount),
            TriggeredEffect::Hits(whom, amount) => {
                EffectKind::Hits(index(whom), amount, self.own_save(place(whom))?)
            }
            TriggeredEffect::Give(whom, tokens) => EffectKind::Give(index(whom), tokens.bits()),
            TriggeredEffect::Remove(whom, tokens) => EffectKind::Remove(index(whom), tokens.bits()),
            TriggeredEffect::Swap(from, to) => {
                EffectKind::Swap(side.other().index(), from.bits(), to.bits())
            }
            TriggeredEffect::Test(..) | TriggeredEffect::Morale(..) if tests == 0 => return None,
            TriggeredEffect::Test(whom, roll, wounds) => {
                let from = TestOrigin::Triggered { roll, wounds, called };
                EffectKind::Test(index(whom), Box::new(self.follow(place(whom), from, tests - 1)?))
            }
            TriggeredEffect::Morale(whom, roll) => {
                let from = TestOrigin::Morale { roll, called };
                EffectKind::Morale(index(whom), Box::new(self.trial(place(whom), from, tests - 1)?))
            }
            TriggeredEffect::Attack
            | TriggeredEffect::Survive { .. }
            | TriggeredEffect::KillAttachment(_) => {
                return None;
            }
        })
    }

    /// The natural face with which a side saves outside of attacks on it.
    pub(crate) fn own_save(&self, side: Side) -> Option<u8> {
        let defender = self.ctx.combatant(side).defending?;
        let sixes = if self.ctx.parameters.six_saves { 6 } else { 7 };
        Some(needed_face(
            defender.defense.get(),
            defender.changes.save_modifier.get().into(),
            sixes,
        ))
    }

    /// A panic test of a side with what follows it, `tests` further ones in a row among that.
    pub(crate) fn follow(
        &mut self,
        side: Side,
        from: TestOrigin,
        tests: u8,
    ) -> Option<PanicTestEffect> {
        let test = self.test(side, from)?;
        Some(PanicTestEffect { test, then: self.following(side, from, tests) })
    }

    /// A morale test without wounds in the same way.
    pub(crate) fn trial(
        &mut self,
        side: Side,
        from: TestOrigin,
        tests: u8,
    ) -> Option<MoraleTestEffect> {
        let test = MoraleTest(self.test(side, from)?);
        Some(MoraleTestEffect { test, then: self.following(side, from, tests) })
    }

    /// The dice of a test; none where the morale of the side is not known.
    fn test(&mut self, side: Side, from: TestOrigin) -> Option<PanicTest> {
        let stakes: Option<Vec<Stakes>> = self
            .table
            .situations()
            .iter()
            .zip(self.picks)
            .map(|((now, _), picks)| self.ctx.stakes(side, now, picks, from))
            .collect();
        // whose turn it is decides who rerolls first (A0.7)
        let active = if side == self.ctx.active { ActivePlayer::Own } else { ActivePlayer::Enemy };
        Some(PanicTest::new(&stakes?, &self.table, active))
    }

    /// What follows a test of a side: where it is passed, where it is failed.
    fn following(&mut self, side: Side, from: TestOrigin, tests: u8) -> FollowUps {
        let mut both = |own, enemy| {
            [
                self.effects_in_test(side, own, Some(from), tests),
                self.effects_in_test(side.other(), enemy, Some(from), tests),
            ]
            .concat()
        };
        let passed = both(Moment::Passing, Moment::EnemyPassing);
        FollowUps { passed, failed: both(Moment::Failing, Moment::EnemyFailing) }
    }
}
