//! Attack dice (A2.2, A2.3), and what misses bring on the attacker.

use super::super::condition::{self, Token};
use super::super::deed::Backlash;
use super::super::situation::Place;
use super::super::terms::Term;
use super::{Step, Strike, Toll};
use warodds_engine::chance::{Chance, Label, Num, when};

pub(super) const BACK: Label =
    Label::counted("wound to the attacker", "wounds to the attacker", "A2.10");

impl Strike {
    /// Attack dice and their rerolls (A2.2, A2.3), hits beside the dice (A2.10): all hits, and
    /// those that cannot be blocked.
    #[inline(always)]
    pub(super) fn hits<C: Chance>(
        &self,
        luck: &mut C,
        toll: &mut Toll<C::N>,
        place: Place<C::N>,
        orderly: <C::N as Num>::Mask,
    ) -> [C::N; 2] {
        let none = C::N::of(0);
        let dice = self.term(luck, Term::Dice, place);
        let needed = self.term(luck, Term::Hit, place);
        let weakened =
            self.spends(luck, toll.tokens[0], (Token::Weakened, Term::WeakenedSpent), place);
        let may = self.holds(luck, Term::RerollAttack, place)
            | (orderly & self.holds(luck, Term::ChargeBonus, place));
        let forced_to = C::N::flag(weakened | self.holds(luck, Term::ForceAttack, place));
        let sure_to_hit = if self.has(Term::AutoHit) {
            dice.only(self.holds(luck, Term::AutoHit, place))
        } else {
            none
        };
        let rolled = if self.has(Term::AutoHit) { dice - sure_to_hit } else { dice };
        let [ones, good, sixes, forced] = if self.turned {
            let fish = self.term(luck, Term::Fish, place);
            luck.apart(|luck| {
                self.attack_dice_turned(luck, [rolled, needed, C::N::flag(may), forced_to, fish])
            })
        } else if self.sorts_hits {
            let fish = self.term(luck, Term::Fish, place);
            let [ones, plain, sixes, forced] =
                luck.part(&self.attack_dice, [rolled, needed, C::N::flag(may), forced_to, fish]);
            [ones, plain + sixes, sixes, forced]
        } else {
            let [good, forced] =
                luck.part(&self.attack_dice.pool, [rolled, needed, C::N::flag(may), forced_to]);
            [none, good, none, forced]
        };
        if self.has(Term::WeakenedSpent) {
            toll.tokens[0] =
                condition::spend(toll.tokens[0], Token::Weakened, weakened & forced.gt(none));
        }
        self.misses_back(luck, toll, place, [ones, rolled - good]);
        let good = if self.has(Term::AutoHit) { good + sure_to_hit } else { good };
        let critical = self.each(luck, Term::Critical, place, sixes);
        let hits = self.each_hit(luck, place, good) + critical + self.term(luck, Term::Hits, place);
        [
            hits,
            if self.has(Term::Precision) {
                sixes.only(self.holds(luck, Term::Precision, place))
            } else {
                none
            },
        ]
    }

    /// `count` times a small number of the attack.
    #[inline(always)]
    pub(super) fn each<C: Chance>(
        &self,
        luck: &mut C,
        term: Term,
        place: Place<C::N>,
        count: C::N,
    ) -> C::N {
        let mut sum = C::N::of(0);
        if self.has(term) {
            let number = self.term(luck, term, place);
            for step in 0..self.most(term) {
                sum = sum + count.only(number.gt(C::N::of(step)));
            }
        }
        sum
    }

    /// Hits of the dice that succeed.
    #[inline(always)]
    pub(super) fn each_hit<C: Chance>(&self, luck: &mut C, place: Place<C::N>, good: C::N) -> C::N {
        if self.most(Term::HitsEach) > 1 {
            self.each(luck, Term::HitsEach, place, good)
        } else {
            good
        }
    }

    /// What 1s and misses of the attack dice do to the attacker.
    #[inline(always)]
    pub(super) fn misses_back<C: Chance>(
        &self,
        luck: &mut C,
        toll: &mut Toll<C::N>,
        place: Place<C::N>,
        [ones, misses]: [C::N; 2],
    ) {
        if self.has(Term::OnesWound) {
            let wounds = self.each(luck, Term::OnesWound, place, ones);
            let [] = when!(wounds.gt(C::N::of(0)), luck.told(&BACK, wounds));
            toll.come_back(Step::AttackDice, wounds);
        }
        if self.has(Term::MissesHitBack) {
            toll.come_back(
                Step::AttackDice,
                luck.apart(|luck| self.hit_back(luck, place, Term::MissesHitBack, misses)),
            );
        }
    }

    /// Hits on the attacker, who saves against them: the wounds.
    #[inline(never)]
    pub(super) fn hit_back<C: Chance>(
        &self,
        luck: &mut C,
        place: Place<C::N>,
        term: Term,
        hits: C::N,
    ) -> C::N {
        match self.backlash {
            Some(face) if self.has(term) => {
                let hits = hits.only(self.holds(luck, term, place));
                let [wounds] = luck.part(&Backlash, [hits, C::N::of(face)]);
                let [] = when!(hits.gt(C::N::of(0)), luck.told(&BACK, wounds));
                wounds
            }
            _ => C::N::of(0),
        }
    }
}
