//! Defence dice (A2.4, A2.5), and what unblocked hits come to (A2.6).

use super::super::condition::{self, Token};
use super::super::situation::Place;
use super::super::terms::Term;
use super::hits::BACK;
use super::{Step, Strike, Toll};
use warodds_engine::chance::{Chance, Label, Num, when};

const FIXED_D3: Label = Label::new("D3 wounds instead of saves", "A2.6");

impl Strike {
    /// Defence dice and their rerolls (A2.4, A2.5), blocks beside them, and what unblocked hits
    /// come to (A2.6); and the tokens that the unit struck gains after the attack.
    #[inline(always)]
    pub(super) fn saves<C: Chance>(
        &self,
        luck: &mut C,
        toll: &mut Toll<C::N>,
        place: Place<C::N>,
        [hits, sure]: [C::N; 2],
    ) -> [C::N; 2] {
        let none = C::N::of(0);
        let open = hits - sure;
        let saved = if self.has(Term::NoSaves) || self.has(Term::Fixed) {
            open.only(
                !(self.holds(luck, Term::NoSaves, place) | self.holds(luck, Term::Fixed, place)),
            )
        } else {
            open
        };
        let needed = self.term(luck, Term::Save, place);
        let vulnerable =
            self.spends(luck, toll.tokens[1], (Token::Vulnerable, Term::VulnerableSpent), place);
        let may = self.term(luck, Term::RerollSaves, place);
        let forced_to = C::N::flag(vulnerable | self.holds(luck, Term::ForceSaves, place));
        let [ones, blocked, sixes, forced] = if self.turned {
            luck.apart(|luck| self.defense_dice_turned(luck, [saved, needed, may, forced_to]))
        } else if self.sorts_saves {
            luck.apart(|luck| self.sorted_saves(luck, [saved, needed, may, forced_to]))
        } else {
            let [blocked, forced] =
                luck.part(&self.defense_dice.pool, [saved, needed, may, forced_to]);
            [none, blocked, none, forced]
        };
        if self.has(Term::VulnerableSpent) {
            toll.tokens[1] =
                condition::spend(toll.tokens[1], Token::Vulnerable, vulnerable & forced.gt(none));
        }
        if self.sorts_saves || self.has(Term::BlockHitsBack) {
            toll.come_back(
                Step::DefenseDice,
                luck.apart(|luck| self.saves_back(luck, place, [blocked, sixes])),
            );
        }
        let given = if self.has(Term::SaveOneGives) {
            self.term(luck, Term::SaveOneGives, place).only(ones.gt(none))
        } else {
            none
        };
        let blocked = if self.has(Term::Block) {
            (blocked + self.term(luck, Term::Block, place)).least(open)
        } else {
            blocked
        };
        [self.wounds(luck, place, hits, hits - blocked), given]
    }

    /// Defence dice whose faces matter: 1s, successes, 6s, and whether any were rerolled for the
    /// attacker.
    #[inline(never)]
    fn sorted_saves<C: Chance>(
        &self,
        luck: &mut C,
        [dice, needed, may, forced_to]: [C::N; 4],
    ) -> [C::N; 4] {
        let [ones, plain, sixes, forced] =
            luck.part(&self.defense_dice, [dice, needed, may, forced_to, C::N::of(0)]);
        [ones, plain + sixes, sixes, forced]
    }

    /// What 6s of the defence dice and blocked hits do to the striker: its wounds.
    #[inline(never)]
    fn saves_back<C: Chance>(
        &self,
        luck: &mut C,
        place: Place<C::N>,
        [blocked, sixes]: [C::N; 2],
    ) -> C::N {
        let wounds = self.each(luck, Term::SaveSixWounds, place, sixes);
        let [] = when!(wounds.gt(C::N::of(0)), luck.told(&BACK, wounds));
        wounds + self.hit_back(luck, place, Term::BlockHitsBack, blocked)
    }

    /// Wounds of the attack: one for an unblocked hit (A2.6), unless abilities say otherwise.
    #[inline(always)]
    fn wounds<C: Chance>(
        &self,
        luck: &mut C,
        place: Place<C::N>,
        hits: C::N,
        unblocked: C::N,
    ) -> C::N {
        let hit = hits.gt(C::N::of(0));
        let mut wounds = unblocked;
        if self.has(Term::HalfWounds) {
            wounds = wounds.halved().or_else(self.holds(luck, Term::HalfWounds, place), wounds);
        }
        if self.has(Term::Fixed) {
            let fixed = self.holds(luck, Term::Fixed, place);
            let d3 = self.holds(luck, Term::FixedD3, place) & hit;
            let [rolled] = when!(d3, [luck.d3(&FIXED_D3)]);
            wounds = (self.term(luck, Term::FixedWounds, place).only(hit) + rolled)
                .or_else(fixed, wounds);
        }
        if self.has(Term::Wounds) {
            wounds = wounds + self.term(luck, Term::Wounds, place).only(hit);
        }
        wounds
    }
}
