//! Wounds of an attack (A2.6), its panic test (A2.7), and their aftermath.

use super::super::per_situation::SituationIndex;
use super::super::situation::{FightState, Side, ranks_left};
use super::super::stat::Stat;
use super::super::surroundings::dangerous_wounds;
use super::super::triggered::{AttackTotals, give};
use super::{AttackDiceResult, AttackOutcome, AttackRoll};
use warodds_engine::chance::{Chance, Label, Mask, Num};

const UNBLOCKED: Label = Label::counted("unblocked hit", "unblocked hits", "A2.6");
const SUFFERED: Label =
    Label::counted("wound suffered in total", "wounds suffered in total", "A2.9");

impl AttackRoll {
    /// Applies the dice to both units, with the panic test and the aftermath.
    #[inline(always)]
    pub(crate) fn finish<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        picked: C::N,
        dice: AttackDiceResult<C::N>,
    ) -> AttackOutcome<C::N> {
        let left = fight.left[1];
        let outcome = self.resolve_damage(chance, fight, picked, dice);
        self.aftermath(chance, fight, [left, outcome.dealt], picked);
        outcome
    }

    /// Applies the dice to both units, with the panic test.
    #[inline(always)]
    pub(crate) fn resolve_damage<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        picked: C::N,
        dice: AttackDiceResult<C::N>,
    ) -> AttackOutcome<C::N> {
        let AttackDiceResult { hits, wounds: attack_wounds, gained, costs } = dice;
        let (left, suffered) = (fight.left[1], fight.suffered[1]);
        // tokens spent on the dice are gone before the panic test (A7.4)
        fight.tokens = costs.tokens;
        chance.describe(&UNBLOCKED, attack_wounds);
        if self.recoils {
            for back in costs.recoil {
                self.hurt(chance, fight, picked, Side::Attacker, back);
            }
        }
        let hit_wounds = self.hurt(chance, fight, picked, Side::Defender, attack_wounds);
        let [panic_wounds, panic_failed] = self.panic(chance, fight, picked, attack_wounds);
        if self.has(Stat::SaveOneGives) {
            let ctx = self.ctx(self.placed(fight, picked), picked);
            let all = <C::N as Num>::Mask::all_of(true);
            give(chance, fight, Side::Defender.index(), gained, &ctx, all);
        }
        // includes panic wounds: effects after an attack count all wounds it dealt
        let dealt = fight.suffered[1] - suffered;
        chance.describe(&SUFFERED, dealt);
        let none = C::N::of(0);
        let ranks = if self.counts_ranks { self.ranks_destroyed(left, fight) } else { none };
        AttackOutcome {
            hits,
            attack_wounds,
            added: none,
            hit_wounds,
            panic_wounds,
            panic_failed,
            dealt,
            ranks,
        }
    }

    /// Applies the wounds of dangerous terrain to the attacker where `here` holds (A10.4). `picked`
    /// is the index of the choices made in the attack.
    #[inline(never)]
    pub(crate) fn suffer_terrain<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        picked: C::N,
        here: <C::N as Num>::Mask,
    ) {
        let wounds = dangerous_wounds(chance, fight.left[Side::Attacker.index()], here);
        self.hurt(chance, fight, picked, Side::Attacker, wounds);
    }

    /// Returns whether anything is triggered after the panic test.
    pub(crate) const fn has_aftermath(&self) -> bool {
        !(self.ranks_lost.is_empty() && self.after.is_empty() && self.destroyed.is_empty())
    }

    /// Resolves what the attack triggers after its panic test. `left` counts the defender's wounds
    /// before the attack, `dealt` the wounds it suffered.
    #[inline(always)]
    pub(crate) fn aftermath<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        [left, dealt]: [C::N; 2],
        picked: C::N,
    ) {
        if self.has_aftermath() {
            // copied, since a reference into the fight would force it into memory
            let before = *fight;
            *fight = chance.out_of_line(|chance| self.follow(chance, before, left, picked, dealt));
        }
    }

    /// Resolves the panic test after wounds (A2.7) and its follow-ups. A destroyed unit takes none
    /// (A2.9).
    #[inline(always)]
    fn panic<C: Chance>(
        &self,
        chance: &mut C,
        fight: &mut FightState<C::N>,
        picked: C::N,
        attack_wounds: C::N,
    ) -> [C::N; 2] {
        let Some(follow) = &self.panic else { return [C::N::of(0); 2] };
        // the test counts the ranks and tokens left at this point
        let is_placed = follow.test.is_placed();
        let place = if is_placed { self.placed(fight, picked) } else { SituationIndex::only() };
        let ctx = self.ctx(place, picked);
        let alive = fight.left[1].gt(C::N::of(0));
        // wounds of the attack cause the test (A2.7), even if an ability lets the unit survive them
        let tests = attack_wounds.gt(C::N::of(0)) & alive;
        follow.take(chance, fight, 1, &ctx, &AttackTotals::nothing(), [tests, alive])
    }

    /// Returns the ranks the defender lost since it had `left` wounds.
    #[inline(always)]
    fn ranks_destroyed<N: Num>(&self, left: N, fight: &FightState<N>) -> N {
        let ranks = |left: N| ranks_left(self.setting.bodies[1], left);
        ranks(left).saturating_sub(ranks(fight.left[1]))
    }

    /// Applies the triggered effects in rule order: ranks lost, end of the attack, destruction of
    /// the defender. `left` counts its wounds before the attack, `dealt` those it suffered.
    #[inline(never)]
    fn follow<C: Chance>(
        &self,
        chance: &mut C,
        mut fight: FightState<C::N>,
        left: C::N,
        picked: C::N,
        dealt: C::N,
    ) -> FightState<C::N> {
        let ranks = self.ranks_destroyed(left, &fight);
        let done = AttackTotals { dealt, ranks, ..AttackTotals::nothing() };
        let falls = fight.left[1].equals(C::N::of(0));
        let all = <C::N as Num>::Mask::all_of(true);
        let following = self.ranks_lost.iter().chain(&self.after).map(|triggered| (triggered, all));
        for (triggered, here) in
            following.chain(self.destroyed.iter().map(|triggered| (triggered, falls)))
        {
            let ctx = self.ctx(self.placed(&fight, picked), picked);
            triggered.apply(chance, &mut fight, &ctx, &done, here);
        }
        fight
    }
}
