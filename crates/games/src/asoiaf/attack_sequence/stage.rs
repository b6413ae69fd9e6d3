//! One attack of the row of attacks that one calls forth.

use super::super::attack_roll::{AttackOutcome, Progress};
use super::super::per_situation::SituationIndex;
use super::super::per_state::PerState;
use super::super::situation::{FightState, Side, Situation};
use super::super::triggered::{AttackTrigger, FALLEN, meets_requirement};
use super::variants::AttackVariants;
use warodds_engine::chance::{Chance, Label, Num};

/// Words for an attack that another one calls forth.
const TRIGGERED: [&Label; 2] = [
    &Label::new("attack dice of another attack follow", "A1.7"),
    &Label::new("the other unit attacks", "A1.7"),
];

/// Where an attack stands in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StageTiming {
    /// The attack the question is about, and any other while both units stand.
    WhileAlive,
    /// After its maker is destroyed.
    AfterDestruction,
}

/// A fight between two attacks of a row: wounds left to both, their tokens, and whether the attack
/// in question dealt wounds and destroyed ranks.
pub(super) type SequenceState = [u8; 6];

/// The state of a fight, the attack in question having done so much.
#[inline(always)]
pub(super) fn state_of<N: Num>(fight: &FightState<N>, did: &AttackOutcome<N>) -> [N; 6] {
    let FightState { left: [own, other], tokens: [own_tokens, their_tokens], .. } = *fight;
    let [dealt, ranks] = [did.dealt, did.ranks].map(|count| count.at_most(N::of(1)));
    [own, other, own_tokens, their_tokens, dealt, ranks]
}

/// The fight in a state, and what the attack in question did.
pub(super) fn fight_of(state: SequenceState) -> (FightState<u8>, AttackOutcome<u8>) {
    let [own, other, own_tokens, their_tokens, dealt, ranks] = state;
    let fight = FightState::new([own, other], [own_tokens, their_tokens]);
    (fight, AttackOutcome { dealt, ranks, ..AttackOutcome::default() })
}

/// One attack of the row.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub by: Side,
    pub variants: AttackVariants,
    pub timing: StageTiming,
    /// What calls it forth; only the attack in question is called by nothing.
    pub trigger: Option<AttackTrigger>,
    /// Whether something in it is still to be chosen.
    pub is_open: bool,
    /// The number of what is picked in it in each state in which it may begin; none where that
    /// hangs on ranks and tokens alone.
    pub picks: Option<PerState<6>>,
}

impl Stage {
    /// The attack in question.
    pub(super) const fn main(variants: AttackVariants) -> Self {
        let (by, timing) = (Side::Attacker, StageTiming::WhileAlive);
        Self { by, variants, timing, trigger: None, is_open: false, picks: None }
    }

    /// A fight as its maker sees the sides.
    #[inline(always)]
    pub(super) fn oriented<N: Num>(&self, fight: FightState<N>) -> FightState<N> {
        if self.by == Side::Defender { fight.swapped() } else { fight }
    }

    /// The state in which it mostly begins in a situation of its own.
    pub(super) fn typical_state(&self, now: &Situation) -> SequenceState {
        let mut fight: FightState<u8> =
            FightState::new(now.left, now.tokens.map(|tokens| tokens.bits()));
        if self.timing == StageTiming::AfterDestruction {
            fight.left[Side::Attacker.index()] = 0;
        }
        let asked = |wanted: fn(&AttackTrigger) -> Option<bool>| {
            u8::from(self.trigger.as_ref().and_then(wanted).unwrap_or_default())
        };
        let [dealt, ranks] =
            [asked(|trigger| trigger.dealt), asked(|trigger| trigger.rank_destroyed)];
        state_of(&self.oriented(fight), &AttackOutcome { dealt, ranks, ..AttackOutcome::default() })
    }

    /// Where the attack is made, the one in question having done so much by then.
    #[inline(always)]
    pub(super) fn may<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        place: SituationIndex<C::N>,
        did: &AttackOutcome<C::N>,
    ) -> <C::N as Num>::Mask {
        let none = C::N::of(0);
        // a place that is known only now would keep the whole fight in memory
        let FightState { left: [own, their], tokens: [held, _], .. } =
            if self.by == Side::Defender { fight.swapped() } else { *fight };
        let stands = match self.timing {
            StageTiming::WhileAlive => own.gt(none),
            StageTiming::AfterDestruction => own.equals(none),
        };
        let here = stands & their.gt(none);
        let Some(AttackTrigger { applies, attached, dealt, rank_destroyed }) = &self.trigger else {
            return here;
        };
        // none of an attachment that has fallen
        let here = if *attached { here & !(held & C::N::of(FALLEN)).gt(none) } else { here };
        let asked =
            meets_requirement(*dealt, did.dealt) & meets_requirement(*rank_destroyed, did.ranks);
        here & asked & applies.holds(chance, place)
    }

    /// The attack made as one that is called forth, where the first of the conditions holds, with
    /// what the terrain costs who made it: it is an action of its own (A6.6, A10.4). `did` is what
    /// the attack in question did before.
    #[inline(always)]
    pub(super) fn resolve_triggered<C: Chance>(
        &self,
        chance: &mut C,
        fight: FightState<C::N>,
        did: &AttackOutcome<C::N>,
        [here, orderly]: [<C::N as Num>::Mask; 2],
        in_dangerous: bool,
    ) -> FightState<C::N> {
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
        [before, made]: [FightState<C::N>; 2],
        progress: Progress<C::N>,
        here: <C::N as Num>::Mask,
    ) -> FightState<C::N> {
        let picked = match progress {
            Progress::Open => self.variants.unharmed.place(chance, &self.oriented(before)).1,
            Progress::Picked(picked) | Progress::Begun(picked) => picked,
        };
        let mut fight = self.oriented(made);
        self.variants.suffer_terrain(chance, &mut fight, picked, here);
        self.oriented(fight)
    }

    /// Says that another attack begins.
    #[inline(always)]
    pub(super) fn announce<C: Chance>(&self, chance: &mut C, is_main: bool) {
        if !is_main {
            chance.describe(TRIGGERED[self.by.index()], C::N::of(1));
        }
    }

    /// The attack, which has come so far.
    #[inline(always)]
    pub(super) fn run<C: Chance>(
        &self,
        chance: &mut C,
        fight: FightState<C::N>,
        orderly: <C::N as Num>::Mask,
        progress: Progress<C::N>,
    ) -> (FightState<C::N>, AttackOutcome<C::N>) {
        if self.by == Side::Attacker {
            return self.variants.make(chance, fight, orderly, progress);
        }
        let (after, outcome) = self.variants.make(chance, fight.swapped(), orderly, progress);
        (after.swapped(), outcome)
    }
}
