//! From effects to triggered made ready.

use super::super::attack_context::{Activation, AttackContext, Picks};
use super::super::attack_stats::{Called, TestFrom};
use super::super::effect::{Action, Amount, Change, Conditions, Effect, Moment, Triggered, Whom};
use super::super::morale::MoraleTest;
use super::super::needed::needed_face;
use super::super::panic::PanicTest;
use super::super::per_situation::PerSituation;
use super::super::question::{Active, Bonus};
use super::super::rerolls::Stakes;
use super::super::situation::{Side, SituationTable};
use super::super::stat::{AttackStats, Stat};
use super::test::Then;
use super::{Call, Follow, Marks, Ready, Setting, Survival, Trial, What};

/// An effect that applies somewhere.
#[derive(Clone, Debug)]
struct Found<'a> {
    /// The number of its ability among those of its bearer that count.
    ability: usize,
    effect: &'a Effect,
    /// Its place among all effects of its bearer, as the cards have them.
    written: usize,
    applies: PerSituation,
}

/// Makes triggered ready.
#[derive(Debug)]
pub(crate) struct EffectCompiler<'a> {
    /// The attack they stand around.
    pub ctx: &'a AttackContext<'a>,
    /// The situations.
    pub table: SituationTable,
    /// What is picked in each of them, in the table's order.
    pub picks: &'a [Picks],
}

impl<'a> EffectCompiler<'a> {
    /// What all triggered know; `stats` are the numbers of the attack in each situation, in the
    /// table's order.
    pub(crate) fn setting(&mut self, stats: &[AttackStats]) -> Setting {
        let of = |stat: Stat| move |stats: &AttackStats| stats[stat as usize];
        let varying = |stat| self.table.varying(stats.iter().map(of(stat)).collect());
        Setting {
            immune: [Stat::StrikerImmune, Stat::StruckImmune].map(varying),
            table: self.table,
            bodies: self.ctx.combatants.each_ref().map(|unit| unit.standing.body()),
            survivals: Side::BOTH.map(|side| self.survivals(side)),
        }
    }

    /// The triggered of a side at a moment. `tests` says how many tests may follow each other from
    /// here on.
    pub(crate) fn triggered(&mut self, side: Side, moment: Moment, tests: u8) -> Vec<Ready> {
        self.deeds_in(side, moment, None, tests)
    }

    /// What comes before an attack in an activation from its beginning: the striker's, the
    /// declaration of a charge among it, then what the unit struck does against that.
    pub(crate) fn beginning(&mut self) -> Vec<Ready> {
        let striker = [Moment::Activating, Moment::Declaring]
            .map(|moment| self.triggered(Side::Striker, moment, 2));
        [striker.concat(), self.triggered(Side::Struck, Moment::EnemyDeclaring, 2)].concat()
    }

    /// The triggered of a side at a moment of a test that comes `from` there.
    fn deeds_in(
        &mut self,
        side: Side,
        moment: Moment,
        from: Option<TestFrom>,
        tests: u8,
    ) -> Vec<Ready> {
        self.effects(side, moment, from)
            .into_iter()
            .filter_map(|found| self.ready(side, &found, tests))
            .collect()
    }

    /// What calls forth the attacks that a side makes at a moment.
    pub(crate) fn attacks(&mut self, side: Side, moment: Moment) -> Vec<Call> {
        let attacks = self
            .effects(side, moment, None)
            .into_iter()
            .filter(|found| found.effect.action == Action::Triggered(Triggered::Attack));
        let is_attached = |number: usize| {
            self.ctx.combatant(side).abilities.get(number).is_some_and(|ability| ability.attached)
        };
        let call = |Found { ability, effect, applies, .. }: Found<'_>| {
            let Conditions { dealt, rank_destroyed, .. } = effect.conditions;
            Call { applies, attached: is_attached(ability), dealt, rank_destroyed }
        };
        attacks.map(call).collect()
    }

    /// Where the striker tries to kill the enemy's attachment at a moment, and on which face.
    pub(crate) fn kills(&mut self, moment: Moment) -> Vec<(PerSituation, u8)> {
        let kills = |found: Found<'_>| match found.effect.action {
            Action::Triggered(Triggered::KillAttachment(face)) => Some((found.applies, face)),
            _ => None,
        };
        self.effects(Side::Striker, moment, None).into_iter().filter_map(kills).collect()
    }

    /// The tests of the striker after whose failing its charge die counts as a 6, and where each
    /// is taken.
    pub(crate) fn rages(&mut self) -> Vec<(PerSituation, Trial)> {
        let found = self.effects(Side::Striker, Moment::Charging, None).into_iter();
        let asks = found.filter(|one| one.effect.action == Action::Change(Change::SixOnFailing));
        asks.filter_map(|Found { ability, applies, .. }| {
            let called = Called { bearer: Side::Striker, ability: Some(ability) };
            let from = TestFrom::Morale { roll: Amount::default(), called };
            Some((applies, self.trial(Side::Striker, from, 1)?))
        })
        .collect()
    }

    /// How a side may survive its end. Ways for which there are no marks left are not counted.
    fn survivals(&mut self, side: Side) -> Vec<Survival> {
        let mut all = Vec::new();
        for found in self.effects(side, Moment::Dying, None) {
            let Action::Triggered(Triggered::Survive { test, .. }) = found.effect.action else {
                continue;
            };
            let Some(marks) = self.marks(side, found.written) else { continue };
            let called = Called { bearer: side, ability: Some(found.ability) };
            let trial = if test {
                self.trial(side, TestFrom::Morale { roll: Amount::default(), called }, 1)
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
    fn marks(&self, side: Side, written: usize) -> Option<Marks> {
        let uses = |effect: &Effect| match effect.action {
            Action::Triggered(Triggered::Survive { uses, .. }) => uses,
            _ => 0,
        };
        let mut all = self.ctx.combatant(side).all_effects().map(uses);
        let before = all.by_ref().take(written).fold(0, u8::saturating_add);
        Marks::after(before, all.next()?)
    }

    /// All effects of a moment with where they apply, in a test those that count in one that comes
    /// `from` there; those that never do are left out.
    fn effects(&self, side: Side, moment: Moment, from: Option<TestFrom>) -> Vec<Found<'a>> {
        // most units have none at most moments: then there is no need to go through the situations
        let mut found = self.written(side, moment);
        if found.is_empty() || !self.may_come(moment) {
            return Vec::new();
        }
        let situations = self.table.situations();
        let mut applies = vec![vec![0; situations.len()]; found.len()];
        for (number, ((now, _), picks)) in situations.iter().zip(self.picks).enumerate() {
            for (ability, effect) in self.ctx.effects(side, picks) {
                let counts = effect.moment == moment
                    && TestFrom::fits(from, effect.conditions.test, side, ability)
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
    fn written(&self, side: Side, moment: Moment) -> Vec<Found<'a>> {
        let abilities = self.ctx.combatant(side).abilities.iter().copied().enumerate();
        let all = abilities.flat_map(|(number, ability)| {
            ability.effects.all().map(move |effect| (number, effect))
        });
        let found = |(written, (ability, effect)): (usize, (usize, &'a Effect))| Found {
            ability,
            effect,
            written,
            applies: PerSituation::Same(0),
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

    fn ready(
        &mut self,
        side: Side,
        Found { ability, effect, applies, .. }: &Found<'_>,
        tests: u8,
    ) -> Option<Ready> {
        let Action::Triggered(triggered) = effect.action else { return None };
        let what = self.what(triggered, Called { bearer: side, ability: Some(*ability) }, tests)?;
        let Conditions { dealt, rank_destroyed, .. } = effect.conditions;
        let rank_destroyed = if effect.moment == Moment::LosingRanks {
            rank_destroyed.or(Some(true))
        } else {
            rank_destroyed
        };
        let at_its_end = effect.moment == Moment::Destroyed;
        Some(Ready {
            bearer: side,
            applies: applies.clone(),
            dealt,
            rank_destroyed,
            at_its_end,
            what,
        })
    }

    /// What a triggered effect does, with what follows the tests it asks for: so many in a row and
    /// no more.
    fn what(&mut self, triggered: Triggered, called: Called, tests: u8) -> Option<What> {
        let side = called.bearer;
        let place = |whom: Whom| if whom == Whom::Bearer { side } else { side.other() };
        let index = |whom: Whom| place(whom).index();
        Some(match triggered {
            Triggered::Wounds(whom, amount) => What::Wounds(index(whom), amount),
            Triggered::Heal(whom, amount) => What::Heal(index(whom), amount),
            Triggered::Hits(whom, amount) => {
                What::Hits(index(whom), amount, self.own_save(place(whom))?)
            }
            Triggered::Give(whom, tokens) => What::Give(index(whom), tokens.bits()),
            Triggered::Remove(whom, tokens) => What::Remove(index(whom), tokens.bits()),
            Triggered::Swap(from, to) => What::Swap(side.other().index(), from.bits(), to.bits()),
            Triggered::Test(..) | Triggered::Morale(..) if tests == 0 => return None,
            Triggered::Test(whom, roll, wounds) => {
                let from = TestFrom::Triggered { roll, wounds, called };
                What::Test(index(whom), Box::new(self.follow(place(whom), from, tests - 1)?))
            }
            Triggered::Morale(whom, roll) => {
                let from = TestFrom::Morale { roll, called };
                What::Morale(index(whom), Box::new(self.trial(place(whom), from, tests - 1)?))
            }
            Triggered::Attack | Triggered::Survive { .. } | Triggered::KillAttachment(_) => {
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
    pub(crate) fn follow(&mut self, side: Side, from: TestFrom, tests: u8) -> Option<Follow> {
        let test = self.test(side, from)?;
        Some(Follow { test, then: self.following(side, from, tests) })
    }

    /// A morale test without wounds in the same way.
    pub(crate) fn trial(&mut self, side: Side, from: TestFrom, tests: u8) -> Option<Trial> {
        let test = MoraleTest(self.test(side, from)?);
        Some(Trial { test, then: self.following(side, from, tests) })
    }

    /// The dice of a test; none where the morale of the side is not known.
    fn test(&mut self, side: Side, from: TestFrom) -> Option<PanicTest> {
        let stakes: Option<Vec<Stakes>> = self
            .table
            .situations()
            .iter()
            .zip(self.picks)
            .map(|((now, _), picks)| self.ctx.stakes(side, now, picks, from))
            .collect();
        // whose turn it is decides who rerolls first (A0.7)
        let active = if side == self.ctx.active { Active::Own } else { Active::Enemy };
        Some(PanicTest::new(&stakes?, &self.table, active))
    }

    /// What follows a test of a side: where it is passed, where it is failed.
    fn following(&mut self, side: Side, from: TestFrom, tests: u8) -> Then {
        let mut both = |own, enemy| {
            [
                self.deeds_in(side, own, Some(from), tests),
                self.deeds_in(side.other(), enemy, Some(from), tests),
            ]
            .concat()
        };
        let passed = both(Moment::Passing, Moment::EnemyPassing);
        Then { passed, failed: both(Moment::Failing, Moment::EnemyFailing) }
    }
}
