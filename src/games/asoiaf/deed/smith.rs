//! From effects to deeds made ready.

use super::super::attack::needed_face;
use super::super::effect::{Action, Conditions, Deed, Effect, Moment, Whom};
use super::super::panic::PanicTest;
use super::super::question::Active;
use super::super::rerolls::Stakes;
use super::super::scene::{Picks, Scene};
use super::super::situation::{Board, Side, Varying};
use super::super::terms::TestFrom;
use super::{Follow, Names, Ready, What};

/// Makes deeds ready.
#[derive(Debug)]
pub struct Smith<'a> {
    /// The attack they stand around.
    pub scene: &'a Scene<'a>,
    /// The situations.
    pub board: Board,
    /// What is picked in each of them, in the board's order.
    pub picks: &'a [Picks],
    /// Names of parts.
    pub names: &'a mut Names,
}

impl Smith<'_> {
    /// The deeds of a side at a moment. `tests` says whether they may call for tests: a test that follows a test calls for
    /// none.
    pub fn deeds(&mut self, side: Side, moment: Moment, tests: bool) -> Vec<Ready> {
        self.effects(side, moment).into_iter().filter_map(|(effect, applies)| self.ready(side, &effect, applies, tests)).collect()
    }

    /// The attacks that a side makes at a moment.
    pub fn attacks(&mut self, side: Side, moment: Moment) -> Vec<(Conditions, Varying)> {
        let attacks = self.effects(side, moment).into_iter().filter(|(effect, _)| effect.action == Action::Deed(Deed::Attack));
        attacks.map(|(effect, applies)| (effect.conditions, applies)).collect()
    }

    /// What a side may survive at this moment: where, how often, and whether by a test.
    pub fn survivals(&mut self, side: Side) -> Vec<(Varying, u8, bool)> {
        let survives = |(effect, applies): (Effect, Varying)| match effect.action {
            Action::Deed(Deed::Survive { uses, test }) => Some((applies, uses, test)),
            _ => None,
        };
        self.effects(side, Moment::Dying).into_iter().filter_map(survives).collect()
    }

    /// All effects of a moment with where they apply; those that never do are left out.
    fn effects(&self, side: Side, moment: Moment) -> Vec<(Effect, Varying)> {
        let mut known: Vec<(&Effect, Vec<u8>)> = Vec::new();
        let situations = self.board.situations();
        for (number, ((now, _), picks)) in situations.iter().zip(self.picks).enumerate() {
            for effect in self.scene.effects(side, picks).filter(|effect| effect.moment == moment) {
                if !self.may_come(moment) || !self.scene.holds(&effect.conditions, side, now) {
                    continue;
                }
                let place = known.iter().position(|(other, _)| std::ptr::eq(*other, effect)).unwrap_or_else(|| {
                    known.push((effect, vec![0; situations.len()]));
                    known.len() - 1
                });
                if let Some(applies) = known.get_mut(place).and_then(|(_, applies)| applies.get_mut(number)) {
                    *applies = 1;
                }
            }
        }
        known.into_iter().map(|(effect, applies)| (effect.clone(), self.board.varying(applies))).collect()
    }

    /// Whether a moment may come: some are about enemies in contact, one about the striker's activation.
    const fn may_come(&self, moment: Moment) -> bool {
        match moment {
            Moment::EnemyPassing | Moment::EnemyFailing => !self.scene.reach.is_ranged(),
            Moment::Activating => self.scene.activation,
            _ => true,
        }
    }

    fn ready(&mut self, side: Side, effect: &Effect, applies: Varying, tests: bool) -> Option<Ready> {
        let Action::Deed(deed) = effect.action else { return None };
        let place = |whom: Whom| if whom == Whom::Bearer { side } else { side.other() };
        let what = match deed {
            Deed::Wounds(whom, amount) => What::Wounds(place(whom).index(), amount),
            Deed::Heal(whom, amount) => What::Heal(place(whom).index(), amount),
            Deed::Hits(whom, amount) => What::Hits(place(whom).index(), amount, self.own_save(place(whom))?),
            Deed::Give(whom, tokens) => What::Give(place(whom).index(), tokens.bits()),
            Deed::Remove(whom, tokens) => What::Remove(place(whom).index(), tokens.bits()),
            Deed::Swap(from, to) => What::Swap(side.other().index(), from.bits(), to.bits()),
            Deed::Test(whom, roll, wounds) if tests => self.test(place(whom), TestFrom::Deed { roll, wounds, bearer: side })?,
            Deed::Test(..) | Deed::Attack | Deed::Survive { .. } => return None,
        };
        let Conditions { dealt, rank_destroyed, .. } = effect.conditions;
        let rank_destroyed = if effect.moment == Moment::LosingRanks { rank_destroyed.or(Some(true)) } else { rank_destroyed };
        let at_its_end = effect.moment == Moment::Destroyed;
        Some(Ready { bearer: side, applies, dealt, rank_destroyed, at_its_end, what })
    }

    /// The natural face with which a side saves outside of attacks on it.
    pub fn own_save(&self, side: Side) -> Option<u8> {
        let defender = self.scene.party(side).defender?;
        let sixes = if self.scene.parameters.six_saves { 6 } else { 7 };
        Some(needed_face(defender.defense.get(), defender.save_modifier.get().into(), sixes))
    }

    fn test(&mut self, side: Side, from: TestFrom) -> Option<What> {
        Some(What::Test(side.index(), Box::new(self.follow(side, from)?)))
    }

    /// A test of a side with what follows it.
    pub fn follow(&mut self, side: Side, from: TestFrom) -> Option<Follow> {
        let stakes: Option<Vec<Stakes>> =
            self.board.situations().iter().zip(self.picks).map(|((now, _), picks)| self.scene.stakes(side, now, picks, from)).collect();
        let active = if side == Side::Striker { Active::Own } else { Active::Enemy };
        let test = PanicTest::new(self.names.next(), &stakes?, &self.board, active);
        let mut both = |own, enemy| [self.deeds(side, own, false), self.deeds(side.other(), enemy, false)].concat();
        let passed = both(Moment::Passing, Moment::EnemyPassing);
        Some(Follow { test, passed, failed: both(Moment::Failing, Moment::EnemyFailing) })
    }
}
