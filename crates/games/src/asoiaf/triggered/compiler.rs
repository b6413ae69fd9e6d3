//! Compilation of effects for the engines.

use super::super::attack_context::{Activation, AttackContext, Picks};
use super::super::attack_stats::{TestCaller, TestOrigin};
use super::super::effect::{
    Action, Amount, Change, Conditions, Effect, EffectTarget, Moment, TriggeredEffect,
};
use super::super::morale::MoraleTest;
use super::super::needed::needed_face;
use super::super::panic::PanicTest;
use super::super::per_situation::PerSituation;
use super::super::question::ActivePlayer;
use super::super::rerolls::Stakes;
use super::super::situation::Side;
use super::super::situation_table::SituationTable;
use super::super::stat::{AttackStats, Stat};
use super::super::values::Morale;
use super::test::FollowUps;
use super::{
    AttackTrigger, CompiledEffect, EffectKind, EffectSetting, MoraleTestEffect, OwnOrder,
    PanicTestEffect, Survival, UseMarks,
};

/// An effect that applies in some situation.
#[derive(Clone, Debug)]
struct ApplicableEffect<'a> {
    /// Index of its ability among the counted ones of its bearer.
    ability: usize,
    effect: &'a Effect,
    /// Index among all effects of its bearer, in card order.
    card_order: usize,
    applies: PerSituation,
}

/// Compiles the triggered effects of an attack.
#[derive(Debug)]
pub(crate) struct EffectCompiler<'a> {
    /// Inputs of the attack.
    pub ctx: &'a AttackContext<'a>,
    /// The situations.
    pub table: SituationTable,
    /// Choices in each situation, in table order.
    pub picks: &'a [Picks],
}

impl<'a> EffectCompiler<'a> {
    /// Returns the constant inputs of all effects. `stats` holds the numbers of the attack in each
    /// situation, in table order.
    pub(crate) fn setting(&mut self, stats: &[AttackStats]) -> EffectSetting {
        let of = |stat: Stat| move |stats: &AttackStats| stats[stat as usize];
        let varying = |stat| self.table.varying(stats.iter().map(of(stat)).collect());
        EffectSetting {
            immune: [Stat::AttackerImmune, Stat::DefenderImmune].map(varying),
            vulnerable: [Stat::AttackerVulnerable, Stat::DefenderVulnerable].map(varying),
            table: self.table,
            bodies: self.ctx.combatants.map(|unit| unit.state.body()),
            survivals: Side::BOTH.map(|side| self.survivals(side)),
        }
    }

    /// Compiles the effects of a side at a moment. `tests` limits how many tests may follow one
    /// another.
    pub(crate) fn triggered(
        &mut self,
        side: Side,
        moment: Moment,
        tests: u8,
    ) -> Vec<CompiledEffect> {
        self.effects_in_test(side, moment, None, tests)
    }

    /// Compiles the effects before an attack from the start of an activation: those of the
    /// activation, then those of a declared charge, each time the attacker's first, then those of
    /// a charge that is known to be disorderly.
    pub(crate) fn beginning(&mut self) -> Vec<CompiledEffect> {
        let in_order = [
            (Side::Attacker, Moment::Activating),
            (Side::Defender, Moment::EnemyActivating),
            (Side::Attacker, Moment::Declaring),
            (Side::Defender, Moment::EnemyDeclaring),
        ];
        let charge = self.ctx.context.engagement.charge();
        let disorderly = charge.is_some_and(|charge| charge.disorderly);
        let rolled = disorderly.then_some((Side::Defender, Moment::EnemyDisorderly));
        let in_order = in_order.into_iter().chain(rolled);
        in_order.flat_map(|(side, moment)| self.triggered(side, moment, 2)).collect()
    }

    /// Compiles the effects of a side at a moment of a test with this origin.
    fn effects_in_test(
        &mut self,
        side: Side,
        moment: Moment,
        from: Option<TestOrigin>,
        tests: u8,
    ) -> Vec<CompiledEffect> {
        let compiled = self.effects(side, moment, from).into_iter();
        let compiled =
            compiled.filter_map(|found| Some((found.ability, self.compile(side, &found, tests)?)));
        OwnOrder::arranged(side, compiled.collect())
    }

    /// Returns the triggers of attacks of a side at a moment.
    pub(crate) fn attacks(&mut self, side: Side, moment: Moment) -> Vec<AttackTrigger> {
        let attacks = self
            .effects(side, moment, None)
            .into_iter()
            .filter(|found| found.effect.action == Action::Triggered(TriggeredEffect::Attack));
        let is_attached = |number: usize| {
            self.ctx.abilities(side).get(number).is_some_and(|ability| ability.attached)
        };
        let call = |ApplicableEffect { ability, effect, applies, .. }: ApplicableEffect<'_>| {
            let Conditions { dealt, rank_destroyed, .. } = effect.conditions;
            AttackTrigger { applies, attached: is_attached(ability), dealt, rank_destroyed }
        };
        attacks.map(call).collect()
    }

    /// Returns the attempts of the attacker to kill the enemy's attachment at a moment: where each
    /// applies, and the face it needs.
    pub(crate) fn kills(&mut self, moment: Moment) -> Vec<(PerSituation, u8)> {
        let kills = |found: ApplicableEffect<'_>| match found.effect.action {
            Action::Triggered(TriggeredEffect::KillAttachment(face)) => Some((found.applies, face)),
            _ => None,
        };
        self.effects(Side::Attacker, moment, None).into_iter().filter_map(kills).collect()
    }

    /// Returns the tests whose failure makes the attacker's charge die a 6, and where each is
    /// taken.
    pub(crate) fn charge_tests(&mut self) -> Vec<(PerSituation, MoraleTestEffect)> {
        let found = self.effects(Side::Attacker, Moment::Charging, None).into_iter();
        let found = found.filter(|one| one.effect.action == Action::Change(Change::SixOnFailing));
        found
            .filter_map(|ApplicableEffect { ability, applies, .. }| {
                let called = TestCaller { bearer: Side::Attacker, ability: Some(ability) };
                let from = TestOrigin::Morale { roll: Amount::default(), called };
                Some((applies, self.trial(Side::Attacker, from, 1)?))
            })
            .collect()
    }

    /// Compiles the ways a side may survive destruction. Those without bits left for their uses are
    /// left out.
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
            // the morale value the test needs is unknown
            if test && trial.is_none() {
                continue;
            }
            all.push(Survival { applies: found.applies, marks, trial });
        }
        all
    }

    /// Returns the use marks of an effect of a side. They are the same in every fight of the unit,
    /// because marks persist from one fight to the next.
    fn marks(&self, side: Side, card_order: usize) -> Option<UseMarks> {
        let uses = |effect: &Effect| match effect.action {
            Action::Triggered(TriggeredEffect::Survive { uses, .. }) => uses,
            _ => 0,
        };
        let mut all = self.ctx.all_effects(side).map(uses);
        let before = all.by_ref().take(card_order).fold(0, u8::saturating_add);
        UseMarks::after(before, all.next()?)
    }

    /// Returns the effects of a moment with the situations they apply in; effects that never apply
    /// are left out. In a test, `from` selects the effects for its origin.
    fn effects(
        &self,
        side: Side,
        moment: Moment,
        from: Option<TestOrigin>,
    ) -> Vec<ApplicableEffect<'a>> {
        // most units have no effects at most moments, which saves the loop over situations
        let mut found = self.card_order(side, moment);
        if found.is_empty() || !self.may_come(moment) {
            return Vec::new();
        }
        let situations = self.table.situations();
        let mut applies = vec![vec![0; situations.len()]; found.len()];
        for (number, ((now, _), picks)) in situations.iter().zip(self.picks).enumerate() {
            self.ctx.each_effect(side, (picks, now.dead_attachments), |ability, effect| {
                let counts = effect.moment == moment
                    && TestOrigin::fits(from, effect.conditions.test, side, ability)
                    && self.ctx.is_near_enough(effect)
                    && self.ctx.holds(&effect.conditions, side, now);
                if !counts {
                    return;
                }
                // effects of a unit may be equal, so they are compared by identity
                let place = found.iter().position(|known| std::ptr::eq(known.effect, effect));
                if let Some(place) = place {
                    applies[place][number] = 1;
                }
            });
        }
        for (found, applies) in found.iter_mut().zip(applies) {
            found.applies = self.table.varying(applies);
        }
        found.retain(|found| !found.applies.is_nothing());
        found
    }

    /// Returns all effects of a side at a moment in card order (an effect may depend on an earlier
    /// one), not yet matched to situations.
    fn card_order(&self, side: Side, moment: Moment) -> Vec<ApplicableEffect<'a>> {
        let abilities = self.ctx.abilities(side).iter().copied().enumerate();
        let all = abilities.flat_map(|(number, ability)| {
            ability.effects.all().map(move |effect| (number, effect))
        });
        let found = |(card_order, (ability, effect)): (usize, (usize, &'a Effect))| {
            ApplicableEffect { ability, effect, card_order, applies: PerSituation::Same(0) }
        };
        let at_it = all.enumerate().filter(|(_, (_, effect))| effect.moment == moment);
        at_it.map(found).collect()
    }

    /// Returns whether a moment can occur: some belong to the attacker's activation.
    fn may_come(&self, moment: Moment) -> bool {
        match moment {
            Moment::Activating | Moment::EnemyActivating => self.ctx.activation != Activation::None,
            Moment::Declaring | Moment::EnemyDeclaring => {
                self.ctx.activation != Activation::None
                    && self.ctx.context.engagement.charge().is_some()
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
        let Conditions { dealt, rank_destroyed, enemy_destroyed, .. } = effect.conditions;
        let rank_destroyed = if effect.moment == Moment::LosingRanks {
            // the moment itself requires a lost rank
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
            enemy_destroyed,
            at_its_end,
            kind,
        })
    }

    /// Compiles what an effect does, with the follow-ups of a test it requires: at most `tests`
    /// tests follow one another.
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
            TriggeredEffect::Hits(whom, amount, saves) => {
                let face = self.save_against_hits(place(whom), saves.into())?;
                EffectKind::Hits(index(whom), amount, face)
            }
            TriggeredEffect::Give(whom, tokens) => EffectKind::Give(index(whom), tokens.bits()),
            TriggeredEffect::Remove(whom, tokens) => EffectKind::Remove(index(whom), tokens.bits()),
            TriggeredEffect::Swap(from, to) => {
                EffectKind::Swap(side.other().index(), from.bits(), to.bits())
            }
            // tests that trigger tests could go on forever, so the chain is bounded
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

    /// Returns the natural face with which a side saves outside of attacks on it.
    pub(crate) fn own_save(&self, side: Side) -> Option<u8> {
        self.save_against_hits(side, 0)
    }

    /// Returns the same face where `added` is added to the saves.
    fn save_against_hits(&self, side: Side, added: i16) -> Option<u8> {
        let unit = self.ctx.combatant(side);
        let defender = unit.defense_profile()?;
        let sixes = if self.ctx.parameters.six_saves { 6 } else { 7 };
        let modifier = i16::from(unit.modifiers.save_modifier.get()) + added;
        Some(needed_face(defender.defense.get(), modifier, sixes))
    }

    /// Compiles a panic test of a side with its follow-ups, with at most `tests` further tests in a
    /// row. `None` if the morale of the side is unknown.
    pub(crate) fn follow(
        &mut self,
        side: Side,
        from: TestOrigin,
        tests: u8,
    ) -> Option<PanicTestEffect> {
        let morale = self.ctx.combatant(side).defense_profile()?.morale;
        let test = self.test((side, morale), from);
        Some(PanicTestEffect { test, then: self.following(side, from, tests) })
    }

    /// Compiles a morale test without wounds with its follow-ups, likewise.
    pub(crate) fn trial(
        &mut self,
        side: Side,
        from: TestOrigin,
        tests: u8,
    ) -> Option<MoraleTestEffect> {
        let morale = self.ctx.combatant(side).defense_profile()?.morale;
        let test = MoraleTest(self.test((side, morale), from));
        Some(MoraleTestEffect { test, then: self.following(side, from, tests) })
    }

    /// Compiles the dice of a test of a side with this morale.
    fn test(&mut self, (side, morale): (Side, Morale), from: TestOrigin) -> PanicTest {
        let situations = self.table.situations();
        let stakes = situations.iter().zip(self.picks);
        let stakes: Vec<Stakes> = stakes
            .map(|((now, _), picks)| self.ctx.stakes((side, morale), now, picks, from))
            .collect();
        // the active player rerolls first (A0.7)
        let active = if side == self.ctx.active { ActivePlayer::Own } else { ActivePlayer::Enemy };
        PanicTest::new(&stakes, &self.table, active)
    }

    /// Compiles the follow-ups of a test of a side, for passing and for failing.
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
