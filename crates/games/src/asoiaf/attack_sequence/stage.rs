//! One attack of the row of attacks that one calls forth.

use super::super::attack_roll::Outcome;
use super::super::situation::{Fight, Side, SituationIndex};
use super::super::triggered::{Call, FALLEN, is_asked};
use super::armed::Armed;
use warodds_engine::chance::{Chance, Label, Num};

/// Words for an attack that another one calls forth.
const ANSWERS: [&Label; 2] = [
    &Label::new("attack dice of another attack follow", "A1.7"),
    &Label::new("the other unit attacks", "A1.7"),
];

/// Where an attack stands in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The attack the question is about, and any other while both units stand.
    Standing,
    /// After its maker is destroyed.
    Last,
}

/// One attack of the row.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub by: Side,
    pub armed: Armed,
    pub turn: Turn,
    /// What calls it forth; only the attack in question is called by nothing.
    pub called: Option<Call>,
}

impl Stage {
    /// Where the attack is made, the one in question having done so much by then.
    #[inline(always)]
    pub fn may<C: Chance>(
        &self,
        chance: &mut C,
        fight: &Fight<C::N>,
        place: SituationIndex<C::N>,
        did: &Outcome<C::N>,
    ) -> <C::N as Num>::Mask {
        let none = C::N::of(0);
        // a place that is known only now would keep the whole fight in memory
        let Fight { left: [own, their], tokens: [held, _], .. } =
            if self.by == Side::Struck { fight.turned() } else { *fight };
        let stands = match self.turn {
            Turn::Standing => own.gt(none),
            Turn::Last => own.equals(none),
        };
        let here = stands & their.gt(none);
        let Some(Call { applies, attached, dealt, rank_destroyed }) = &self.called else {
            return here;
        };
        // none of an attachment that has fallen
        let here = if *attached { here & !(held & C::N::of(FALLEN)).gt(none) } else { here };
        let asked = is_asked(*dealt, did.dealt) & is_asked(*rank_destroyed, did.ranks);
        here & asked & applies.holds(chance, place)
    }

    /// What the terrain costs the maker of an attack, the fight having been the first one before
    /// it, where `here` holds.
    pub fn suffer_terrain<C: Chance>(
        &self,
        chance: &mut C,
        [before, made]: [Fight<C::N>; 2],
        here: <C::N as Num>::Mask,
    ) -> Fight<C::N> {
        let seen =
            |fight: Fight<C::N>| if self.by == Side::Struck { fight.turned() } else { fight };
        let picked = self.armed.strike.place(chance, &seen(before)).1;
        let mut fight = seen(made);
        self.armed.suffer_terrain(chance, &mut fight, picked, here);
        seen(fight)
    }

    /// Says that another attack begins.
    #[inline(always)]
    pub fn announce<C: Chance>(&self, chance: &mut C, is_main: bool) {
        if !is_main {
            chance.describe(ANSWERS[self.by.index()], C::N::of(1));
        }
    }

    /// The attack, with the sides as its maker sees them; `begun` as for [`Armed::make`].
    #[inline(always)]
    pub fn run<C: Chance>(
        &self,
        chance: &mut C,
        fight: Fight<C::N>,
        orderly: <C::N as Num>::Mask,
        begun: Option<C::N>,
    ) -> (Fight<C::N>, Outcome<C::N>) {
        if self.by == Side::Striker {
            return self.armed.make(chance, fight, orderly, begun);
        }
        let (after, outcome) = self.armed.make(chance, fight.turned(), orderly, begun);
        (after.turned(), outcome)
    }
}
