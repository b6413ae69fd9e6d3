//! Units that stay with one wound where they would be destroyed.

use super::super::deed::Smith;
use super::super::scene::Picks;
use super::super::situation::{Fight, Place, Side, Situation, Varying};
use super::super::terms::TestFrom;
use super::Strike;
use crate::chance::{Chance, Label, Num, when};

const SURVIVAL: Label = Label::new("morale test to survive", "A4.1");
const SURVIVED: Label = Label::new("it stays with one wound", "A1.4");
/// The first bit above the condition tokens: how often a unit survived its end is kept there.
const ONCE: u8 = 1 << 3;
/// The second.
const TWICE: u8 = 1 << 4;

/// A way of the unit struck not to be destroyed.
#[derive(Clone, Debug)]
pub(super) struct Survival {
    applies: Varying,
    uses: u8,
    /// What 2D6 must show, in each situation; nothing where no test is asked.
    needed: Varying,
}

impl Strike {
    /// Wounds that would destroy the unit struck, less one where it stays with one wound.
    #[inline(never)]
    pub(super) fn survive<C: Chance>(
        &self,
        luck: &mut C,
        fight: &mut Fight<C::N>,
        place: Place<C::N>,
        wounds: C::N,
        mut lethal: <C::N as Num>::Mask,
    ) -> C::N {
        let (none, mut wounds) = (C::N::of(0), wounds);
        for survival in &self.survivals {
            let used = fight.tokens[1];
            let once = (used & C::N::of(ONCE)).gt(none);
            let spent = if survival.uses > 1 { (used & C::N::of(TWICE)).gt(none) } else { once };
            let may = lethal & !spent & survival.applies.holds(luck, place);
            let survived = if survival.needed.is_nothing() { may } else { self.passes(luck, survival, place, may) };
            let mark = C::N::of(TWICE).or_else(once, C::N::of(ONCE)).only(may);
            fight.tokens[1] = fight.tokens[1] | mark;
            let [] = when!(survived, luck.told(&SURVIVED, C::N::of(1)));
            wounds = fight.left[1].less(C::N::of(1)).or_else(survived, wounds);
            lethal = lethal & !survived;
        }
        wounds
    }

    /// Where a morale test to survive is passed.
    #[inline(always)]
    fn passes<C: Chance>(&self, luck: &mut C, survival: &Survival, place: Place<C::N>, may: <C::N as Num>::Mask) -> <C::N as Num>::Mask {
        let needed = survival.needed.at(luck, place);
        let [total] = when!(may, {
            let [first, second] = luck.two_d6(&SURVIVAL);
            [first + second]
        });
        total.ge(needed) & may
    }
}

/// What the unit struck may survive, with the totals its tests need.
pub(super) fn survivals(smith: &mut Smith<'_>) -> Vec<Survival> {
    let situations = smith.board.situations();
    let plain = TestFrom::Deed { roll: Default::default(), wounds: Default::default(), bearer: Side::Struck };
    let stakes =
        |(now, _): &(Situation, u8), picks: &Picks| smith.scene.stakes(Side::Struck, now, picks, plain).map_or(13, |stakes| stakes.needed);
    let needed: Vec<u8> = situations.iter().zip(smith.picks).map(|(situation, picks)| stakes(situation, picks)).collect();
    let board = smith.board;
    let ready = |(applies, uses, test): (Varying, u8, bool)| Survival {
        applies,
        uses,
        needed: if test { board.varying(needed.clone()) } else { Varying::Same(0) },
    };
    smith.survivals(Side::Struck).into_iter().map(ready).collect()
}
