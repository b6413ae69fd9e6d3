//! Attack dice (A2.2, A2.3) and the wounds that misses cause to the attacker.

use super::super::condition::{self, Token};
use super::super::per_situation::SituationIndex;
use super::super::stat::Stat;
use super::super::triggered::SavesAgainstHits;
use super::{AttackRoll, DiceCosts, DiceStep};
use warodds_engine::chance::{Chance, Label, Num, when};

pub(super) const RECOIL: Label =
    Label::counted("wound to the attacker", "wounds to the attacker", "A2.10");

impl AttackRoll {
    /// Rolls the attack dice with their rerolls (A2.2, A2.3) and adds automatic hits (A2.10).
    /// Returns all hits and the hits that cannot be blocked.
    #[inline(always)]
    pub(super) fn hits<C: Chance>(
        &self,
        chance: &mut C,
        costs: &mut DiceCosts<C::N>,
        place: SituationIndex<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> [C::N; 2] {
        let none = C::N::of(0);
        let dice = self.stat(chance, Stat::Dice, place);
        let needed = self.stat(chance, Stat::Hit, place);
        let weakened =
            self.spends(chance, costs.tokens[0], (Token::Weakened, Stat::WeakenedSpent), place);
        // only an orderly charge grants the reroll, and order is known per lane (A5.5)
        let may = self.holds(chance, Stat::RerollAttack, place)
            | (orderly & self.holds(chance, Stat::ChargeBonus, place));
        let forced_to = C::N::flag(weakened | self.holds(chance, Stat::ForceAttack, place));
        let sure_to_hit = if self.has(Stat::AutoHit) {
            dice.masked(self.holds(chance, Stat::AutoHit, place))
        } else {
            none
        };
        // automatic hits roll no dice, so they can be neither rerolled nor critical
        let rolled = if self.has(Stat::AutoHit) { dice - sure_to_hit } else { dice };
        let [ones, good, sixes, forced] =
            self.roll_attack(chance, place, [rolled, needed, C::N::flag(may), forced_to]);
        if self.has(Stat::WeakenedSpent) {
            costs.tokens[0] =
                condition::spend(costs.tokens[0], Token::Weakened, weakened & forced.gt(none));
        }
        self.recoil_of_misses(chance, costs, place, [ones, rolled - good]);
        let good = if self.has(Stat::AutoHit) { good + sure_to_hit } else { good };
        let critical = self.each(chance, Stat::Critical, place, sixes);
        let hits =
            self.each_hit(chance, place, good) + critical + self.stat(chance, Stat::Hits, place);
        [
            hits,
            if self.has(Stat::Precision) {
                sixes.masked(self.holds(chance, Stat::Precision, place))
            } else {
                none
            },
        ]
    }

    /// Rolls the attack dice with their rerolls. Returns 1s, successes and 6s (as far as they
    /// matter), and whether the enemy forced a reroll. The arguments are the number of dice, the
    /// face they need, and who may reroll.
    #[inline(always)]
    fn roll_attack<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        [dice, needed, may, forced_to]: [C::N; 4],
    ) -> [C::N; 4] {
        if self.in_enemy_turn {
            let fish = self.stat(chance, Stat::Fish, place);
            chance.out_of_line(|chance| {
                self.attack_dice_in_enemy_turn(chance, [dice, needed, may, forced_to, fish])
            })
        } else if self.sorts_hits {
            let fish = self.stat(chance, Stat::Fish, place);
            let [ones, plain, sixes, forced] =
                chance.memoised(&self.attack_dice, [dice, needed, may, forced_to, fish]);
            [ones, plain + sixes, sixes, forced]
        } else {
            // without interest in natural faces a pool is one number, which is much cheaper
            let [good, forced] =
                chance.memoised(&self.attack_dice.pool, [dice, needed, may, forced_to]);
            [C::N::of(0), good, C::N::of(0), forced]
        }
    }

    /// Returns `count` times a small number of the attack.
    #[inline(always)]
    pub(super) fn each<C: Chance>(
        &self,
        chance: &mut C,
        stat: Stat,
        place: SituationIndex<C::N>,
        count: C::N,
    ) -> C::N {
        let mut sum = C::N::of(0);
        if self.has(stat) {
            let number = self.stat(chance, stat, place);
            // lanes have no multiplication by a varying count; the factor is at most 3
            for step in 0..self.most(stat) {
                sum = sum + count.masked(number.gt(C::N::of(step)));
            }
        }
        sum
    }

    /// Returns the hits of `good` successful dice.
    #[inline(always)]
    pub(super) fn each_hit<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        good: C::N,
    ) -> C::N {
        if self.most(Stat::HitsEach) > 1 {
            self.each(chance, Stat::HitsEach, place, good)
        } else {
            good
        }
    }

    /// Adds the wounds that 1s and misses of the attack dice cause to the attacker.
    #[inline(always)]
    pub(super) fn recoil_of_misses<C: Chance>(
        &self,
        chance: &mut C,
        costs: &mut DiceCosts<C::N>,
        place: SituationIndex<C::N>,
        [ones, misses]: [C::N; 2],
    ) {
        if self.has(Stat::OnesWound) {
            let wounds = self.each(chance, Stat::OnesWound, place, ones);
            let [] = when!(wounds.gt(C::N::of(0)), chance.described(&RECOIL, wounds));
            costs.add_recoil(DiceStep::AttackDice, wounds);
        }
        if self.has(Stat::MissesHitBack) {
            let back = [misses, costs.tokens[0]];
            let [wounds, tokens] = chance.out_of_line(|chance| {
                self.recoil_after_saves(chance, place, Stat::MissesHitBack, back)
            });
            costs.tokens[0] = tokens;
            costs.add_recoil(DiceStep::AttackDice, wounds);
        }
    }

    /// Rolls the attacker's saves against hits on itself. Returns the wounds and its tokens after
    /// them.
    #[inline(never)]
    pub(super) fn recoil_after_saves<C: Chance>(
        &self,
        chance: &mut C,
        place: SituationIndex<C::N>,
        stat: Stat,
        [hits, tokens]: [C::N; 2],
    ) -> [C::N; 2] {
        match self.recoil_save {
            Some(face) if self.has(stat) => {
                let hits = hits.masked(self.holds(chance, stat, place));
                let spent = (Token::Vulnerable, Stat::AttackerVulnerable);
                let vulnerable = C::N::flag(self.spends(chance, tokens, spent, place));
                let [wounds, forced] =
                    chance.memoised(&SavesAgainstHits, [hits, C::N::of(face), vulnerable]);
                let [] = when!(hits.gt(C::N::of(0)), chance.described(&RECOIL, wounds));
                [wounds, condition::spend(tokens, Token::Vulnerable, forced.gt(C::N::of(0)))]
            }
            _ => [C::N::of(0), tokens],
        }
    }
}
