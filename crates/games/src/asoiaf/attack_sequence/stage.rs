//! One attack of the row of attacks that one calls forth.

use super::super::attack_roll::{Outcome, Progress};
use super::super::per_situation::SituationIndex;
use super::super::per_state::PerState;
use super::super::situation::{Fight, Side, Situation};
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

/// A fight between two attacks of a row: wounds left to both, their tokens, and whether the attack
/// in question dealt wounds and destroyed ranks.
pub(super) type State = [u8; 6];

/// The state of a fight, the attack in question having done so much.
#[inline(always)]
pub(super) fn state_of<N: Num>(fight: &Fight<N>, did: &Outcome<N>) -> [N; 6] {
    let Fight { left: [own, other], tokens: [own_tokens, their_tokens], .. } = *fight;
    let [dealt, ranks] = [did.dealt, did.ranks].map(|count| count.at_most(N::of(1)));
    [own, other, own_tokens, their_tokens, dealt, ranks]
}

/// The fight in a state, and what the attack in question did.
pub(super) fn fight_of(state: State) -> (Fight<u8>, Outcome<u8>) {
    let [own, other, own_tokens, their_tokens, dealt, ranks] = state;
    let fight = Fight::new([own, other], [own_tokens, their_tokens]);
    (fight, Outcome { dealt, ranks, ..Outcome::default() })
}

/// One attack of the row.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub by: Side,
    pub armed: Armed,
    pub turn: Turn,
    /// What calls it forth; only the attack in question is called by nothing.
    pub called: Option<Call>,
    /// Whether something in it is still to be chosen.
    pub is_open: bool,
    /// The number of what is picked in it in each state in which it may begin; none where that
    /// hangs on ranks and tokens alone.
    pub picks: Option<PerState<6>>,
}

impl Stage {
    /// The attack in question.
    pub(super) const fn main(armed: Armed) -> Self {
        let (by, turn) = (Side::Striker, Turn::Standing);
        Self { by, armed, turn, called: None, is_open: false, picks: None }
    }

    /// A fight as its maker sees the sides.
    #[inline(always)]
    pub(super) fn seen<N: Num>(&self, fight: Fight<N>) -> Fight<N> {
        if self.by == Side::Struck { fight.turned() } else { fight }
    }

    /// The state in which it mostly begins in a situation of its own.
    pub(super) fn usual(&self, now: &Situation) -> State {
        let mut fight: Fight<u8> = Fight::new(now.left, now.tokens.map(|tokens| tokens.bits()));
        if self.turn == Turn::Last {
            fight.left[Side::Striker.index()] = 0;
        }
        let asked = |wanted: fn(&Call) -> Option<bool>| {
            u8::from(self.called.as_ref().and_then(wanted).unwrap_or_default())
        };
        let [dealt, ranks] = [asked(|call| call.dealt), asked(|call| call.rank_destroyed)];
        state_of(&self.seen(fight), &Outcome { dealt, ranks, ..Outcome::default() })
    }

    /// Where the attack is made, the one in question having done so much by then.
    #[inline(always)]
    pub(super) fn may<C: Chance>(
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

    /// The attack made as one that is called forth, where the first of the conditions holds, with
    /// what the terrain costs who made it: it is an action of its own (A6.6, A10.4). `did` is what
    /// the attack in question did before.
    #[inline(always)]
    pub(super) fn answer<C: Chance>(
        &self,
        chance: &mut C,
        fight: Fight<C::N>,
        did: &Outcome<C::N>,
        [here, orderly]: [<C::N as Num>::Mask; 2],
        in_dangerous: bool,
    ) -> Fight<C::N> {
        let progress = match &self.picks {
            Some(picks) => Progress::Picked(picks.at(state_of(&fight, did))),
            None => Progress::Open,
        };
        let made = self.run(chance, fight, orderly, progress).0;
        if in_dangerous { self.suffer_terrain(chance, [fight, made], progress, here) } else { made }
    }

    /// What the terrain costs the maker of an attack, the fight having been the first one before
    /// it, where `here` holds.
    fn suffer_terrain<C: Chance>(
        &self,
        chance: &mut C,
        [before, made]: [Fight<C::N>; 2],
        progress: Progress<C::N>,
        here: <C::N as Num>::Mask,
    ) -> Fight<C::N> {
        let picked = match progress {
            Progress::Open => self.armed.strike.place(chance, &self.seen(before)).1,
            Progress::Picked(picked) | Progress::Begun(picked) => picked,
        };
        let mut fight = self.seen(made);
        self.armed.suffer_terrain(chance, &mut fight, picked, here);
        self.seen(fight)
    }

    /// Says that another attack begins.
    #[inline(always)]
    pub(super) fn announce<C: Chance>(&self, chance: &mut C, is_main: bool) {
        if !is_main {
            chance.describe(ANSWERS[self.by.index()], C::N::of(1));
        }
    }

    /// The attack, which has come so far.
    #[inline(always)]
    pub(super) fn run<C: Chance>(
        &self,
        chance: &mut C,
        fight: Fight<C::N>,
        orderly: <C::N as Num>::Mask,
        progress: Progress<C::N>,
    ) -> (Fight<C::N>, Outcome<C::N>) {
        if self.by == Side::Striker {
            return self.armed.make(chance, fight, orderly, progress);
        }
        let (after, outcome) = self.armed.make(chance, fight.turned(), orderly, progress);
        (after.turned(), outcome)
    }
}
