//! An attack between units whose attachments may be killed: one way to make it for each set of
//! those that have fallen.
//!
//! An attachment that dies takes its abilities along (A1.6), for this attack and all that follow.
//! Few abilities kill one, so all other attacks have a single [`Strike`] and pay nothing.

use super::super::choice::Decided;
use super::super::deed::{FALLEN, Names, Smith};
use super::super::effect::{Action, Deed, Moment};
use super::super::scene::{Party, Picks, Scene};
use super::super::situation::{Fight, Side, Varying};
use super::super::strike::{Outcome, Strike};
use super::super::terms::Terms;
use warodds_engine::chance::{Chance, Label, Mask, Num, when};

const KILL: Label = Label::new("die for the enemy's attachment", "A1.6");
const KILLED: Label = Label::new("the attachment dies with its model", "A1.6");

/// An attack made ready for all attachments that may have fallen.
#[derive(Clone, Debug)]
pub struct Armed {
    /// With all attachments alive.
    pub strike: Strike,
    /// Without those of these sides.
    fallen: Vec<([bool; 2], Strike)>,
    /// Where the striker tries to kill the enemy's before its dice, and on which face.
    kill: Option<(Varying, u8)>,
}

impl Armed {
    /// The attack of a scene with what was decided in it.
    pub fn new(scene: &Scene<'_>, decided: &Decided, names: &mut Names) -> Self {
        let Decided { board, picks, picked, terms, .. } = decided;
        let strike =
            Strike::new(Smith { scene, board: *board, picks, names }, terms, picked.clone());
        let may_fall = Side::BOTH.map(|side| may_fall(scene, side));
        let mut fallen = Vec::new();
        for who in [[true, false], [false, true], [true; 2]] {
            if Side::BOTH.into_iter().all(|side| !who[side.index()] || may_fall[side.index()]) {
                let picks: Vec<Picks> =
                    picks.iter().map(|picks| without(scene, picks, who)).collect();
                let situations = board.situations();
                let terms: Vec<Terms> = situations
                    .iter()
                    .zip(&picks)
                    .map(|((now, _), picks)| scene.terms(now, picks))
                    .collect();
                fallen.push((
                    who,
                    Strike::new(
                        Smith { scene, board: *board, picks: &picks, names },
                        &terms,
                        picked.clone(),
                    ),
                ));
            }
        }
        let kill = may_fall[1]
            .then(|| Smith { scene, board: *board, picks, names }.kill(Moment::BeforeAttacking))
            .flatten();
        Self { strike, fallen, kill }
    }

    /// The same for whom numbers of hits are nothing.
    #[must_use]
    pub fn without_hits(mut self) -> Self {
        std::iter::once(&mut self.strike)
            .chain(self.fallen.iter_mut().map(|(_, strike)| strike))
            .for_each(Strike::forget_hits);
        self
    }

    /// It where there is one way to make it.
    pub fn only(&self) -> Option<&Strike> {
        self.fallen.is_empty().then_some(&self.strike)
    }

    /// All ways to make it.
    pub fn all(&self) -> impl Iterator<Item = &Strike> {
        std::iter::once(&self.strike).chain(self.fallen.iter().map(|(_, strike)| strike))
    }

    /// What happens before it, where others are made between that and its dice; the number of what
    /// is picked in it.
    #[inline(never)]
    pub fn begin<C: Chance>(&self, luck: &mut C, mut fight: Fight<C::N>) -> (Fight<C::N>, C::N) {
        self.kill(luck, &mut fight);
        let (mut after, mut picked) = (fight, C::N::of(0));
        for (strike, here) in self.ways(&fight) {
            if here.any() {
                let mut begun = fight;
                let number = strike.begin(luck, &mut begun);
                (after, picked) = (begun.or_else(here, after), number.or_else(here, picked));
            }
        }
        (after, picked)
    }

    /// Makes it; `begun` is what [`Armed::begin`] picked, where that is done.
    #[inline(always)]
    pub fn make<C: Chance>(
        &self,
        luck: &mut C,
        fight: Fight<C::N>,
        orderly: <C::N as Num>::Mask,
        begun: Option<C::N>,
    ) -> (Fight<C::N>, Outcome<C::N>) {
        if self.fallen.is_empty() {
            return self.strike.make_shared(luck, fight, orderly, begun);
        }
        self.make_without(luck, fight, orderly, begun)
    }

    /// Makes it where attachments may fall or have fallen.
    #[inline(never)]
    fn make_without<C: Chance>(
        &self,
        luck: &mut C,
        mut fight: Fight<C::N>,
        orderly: <C::N as Num>::Mask,
        begun: Option<C::N>,
    ) -> (Fight<C::N>, Outcome<C::N>) {
        if begun.is_none() {
            self.kill(luck, &mut fight);
        }
        let (mut after, mut outcome) = (fight, Outcome::default());
        for (strike, here) in self.ways(&fight) {
            if here.any() {
                let (made, did) = strike.make_shared(luck, fight, orderly, begun);
                (after, outcome) = (made.or_else(here, after), did.or_else(here, outcome));
            }
        }
        (after, outcome)
    }

    /// All ways to make it, with where attachments have fallen so.
    fn ways<N: Num>(&self, fight: &Fight<N>) -> impl Iterator<Item = (&Strike, N::Mask)> {
        let lies = fight.tokens.map(|tokens| (tokens & N::of(FALLEN)).gt(N::of(0)));
        let here = move |who: [bool; 2]| {
            let is = |side: usize| if who[side] { lies[side] } else { !lies[side] };
            is(0) & is(1)
        };
        let fallen = self.fallen.iter().map(|(who, strike)| (*who, strike));
        std::iter::once(([false; 2], &self.strike))
            .chain(fallen)
            .map(move |(who, strike)| (strike, here(who)))
    }

    /// The striker tries to kill the enemy's attachment: with it goes the model it stands for.
    fn kill<C: Chance>(&self, luck: &mut C, fight: &mut Fight<C::N>) {
        let Some((applies, face)) = &self.kill else { return };
        let none = C::N::of(0);
        let place = self.strike.place(luck, fight).0;
        let lies = (fight.tokens[1] & C::N::of(FALLEN)).gt(none);
        let stand = fight.left[0].gt(none) & fight.left[1].gt(none);
        let may = applies.holds(luck, place) & stand & !lies;
        let [die] = when!(may, [luck.d6(&KILL)]);
        let killed = die.ge(C::N::of(*face)) & may;
        let [] = when!(killed, luck.told(&KILLED, C::N::of(1)));
        fight.tokens[1] = fight.tokens[1] | C::N::of(FALLEN).only(killed);
        fight.wound(Side::Struck.index(), C::N::of(1).only(killed));
    }
}

/// Whether the attachment of a side may be killed.
fn may_fall(scene: &Scene<'_>, side: Side) -> bool {
    let kills = |party: &Party<'_>| {
        party
            .all_effects()
            .any(|effect| matches!(effect.action, Action::Deed(Deed::KillAttachment(_))))
    };
    scene.party(side).abilities.iter().any(|ability| ability.effects.attached)
        && kills(scene.party(side.other()))
}

/// The picks without the abilities of attachments that have fallen.
fn without(scene: &Scene<'_>, picks: &Picks, who: [bool; 2]) -> Picks {
    let mut picks = picks.clone();
    for side in Side::BOTH.into_iter().filter(|side| who[side.index()]) {
        for (pick, ability) in picks.of[side.index()].iter_mut().zip(&scene.party(side).abilities) {
            pick.unused |= ability.effects.attached;
        }
    }
    picks
}
