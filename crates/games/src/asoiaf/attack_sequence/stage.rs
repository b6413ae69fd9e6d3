//! One attack of a sequence.

use super::super::attack_roll::{AttackOutcome, AttackRoll, Progress};
use super::super::per_situation::SituationIndex;
use super::super::per_state::PerState;
use super::super::situation::{FightState, Side, Situation};
use super::super::triggered::{AttackTrigger, meets_requirement};
use warodds_engine::chance::{Chance, Label, Num};

/// Display names of triggered attacks, by side.
const TRIGGERED: [&Label; 2] = [
    &Label::new("attack dice of another attack follow", "A1.7"),
    &Label::new("the other unit attacks", "A1.7"),
];

/// When a stage is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StageTiming {
    /// While both units are alive: the main attack and most others.
    WhileAlive,
    /// After its attacker is destroyed.
    AfterDestruction,
}

/// A fight between two stages: wounds left, tokens, and whether (1 or 0) the main attack dealt
/// wounds and destroyed ranks.
pub(super) type SequenceState = [u8; 6];

/// Packs a fight and the result of the main attack.
#[inline(always)]
pub(super) fn state_of<N: Num>(fight: &FightState<N>, did: &AttackOutcome<N>) -> [N; 6] {
    let FightState { left: [own, other], tokens: [own_tokens, their_tokens], .. } = *fight;
    // triggers depend only on whether there were any, so larger counts are merged
    let [dealt, ranks] = [did.dealt, did.ranks].map(|count| count.at_most(N::of(1)));
    [own, other, own_tokens, their_tokens, dealt, ranks]
}

/// Unpacks a fight and the result of the main attack.
pub(super) fn fight_of(state: SequenceState) -> (FightState<u8>, AttackOutcome<u8>) {
    let [own, other, own_tokens, their_tokens, dealt, ranks] = state;
    let fight = FightState::new([own, other], [own_tokens, their_tokens]);
    (fight, AttackOutcome { dealt, ranks, ..AttackOutcome::default() })
}

/// One attack of a sequence.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub by: Side,
    pub attack_roll: AttackRoll,
    pub timing: StageTiming,
    /// The trigger; `None` for the main attack.
    pub trigger: Option<AttackTrigger>,
    /// Whether choices remain open in it.
    pub is_open: bool,
    /// Index of the choices in each state the stage can begin in; `None` if they depend on ranks
    /// and tokens only.
    pub picks: Option<PerState<6>>,
}

impl Stage {
    /// Creates the stage of the main attack.
    pub(super) const fn main(attack_roll: AttackRoll) -> Self {
        let (by, timing) = (Side::Attacker, StageTiming::WhileAlive);
        Self { by, attack_roll, timing, trigger: None, is_open: false, picks: None }
    }

    /// Swaps the sides of a fight if the defender makes this attack.
    #[inline(always)]
    pub(super) fn oriented<N: Num>(&self, fight: FightState<N>) -> FightState<N> {
        if self.by == Side::Defender { fight.swapped() } else { fight }
    }

    /// Returns the most plausible state at the start of the stage in a situation of its own.
    pub(super) fn typical_state(&self, now: &Situation) -> SequenceState {
        let mut fight = now.with_attachments().fight();
        if self.timing == StageTiming::AfterDestruction {
            // a last attack is made by a destroyed unit (E3)
            fight.left[Side::Attacker.index()] = 0;
        }
        let required = |of: fn(&AttackTrigger) -> Option<bool>| {
            u8::from(self.trigger.as_ref().and_then(of).unwrap_or_default())
        };
        let [dealt, ranks] =
            [required(|trigger| trigger.dealt), required(|trigger| trigger.rank_destroyed)];
        state_of(&self.oriented(fight), &AttackOutcome { dealt, ranks, ..AttackOutcome::default() })
    }

    /// Returns where the stage applies, given the result of the main attack so far.
    #[inline(always)]
    pub(super) fn may<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        place: SituationIndex<C::N>,
        did: &AttackOutcome<C::N>,
    ) -> <C::N as Num>::Mask {
        let none = C::N::of(0);
        // computing the situation only here would keep the whole fight in memory
        let fight = if self.by == Side::Defender { fight.swapped() } else { *fight };
        let [own, their] = fight.left;
        let alive = match self.timing {
            StageTiming::WhileAlive => own.gt(none),
            StageTiming::AfterDestruction => own.equals(none),
        };
        let here = alive & their.gt(none);
        let Some(AttackTrigger { applies, attached, dealt, rank_destroyed }) = &self.trigger else {
            return here;
        };
        // a dead attachment triggers nothing
        let here = if *attached { here & !fight.has_dead_attachment(Side::Attacker) } else { here };
        let meets =
            meets_requirement(*dealt, did.dealt) & meets_requirement(*rank_destroyed, did.ranks);
        here & meets & applies.holds(chance, place)
    }

    /// Resolves a triggered attack where `here` holds, including dangerous terrain: the attack is
    /// an action of its own (A6.6, A10.4). `did` is the result of the main attack so far.
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

    /// Applies dangerous terrain to the attacker of this stage where `here` holds. `before` is the
    /// state in which its choices were made.
    fn suffer_terrain<C: Chance>(
        &self,
        chance: &mut C,
        [before, made]: [FightState<C::N>; 2],
        progress: Progress<C::N>,
        here: <C::N as Num>::Mask,
    ) -> FightState<C::N> {
        let picked = match progress {
            Progress::Open => self.attack_roll.place(chance, &self.oriented(before)).1,
            Progress::Picked(picked) | Progress::Begun(picked) => picked,
        };
        let mut fight = self.oriented(made);
        self.attack_roll.suffer_terrain(chance, &mut fight, picked, here);
        self.oriented(fight)
    }

    /// Reports the start of a triggered attack.
    #[inline(always)]
    pub(super) fn announce<C: Chance>(&self, chance: &mut C, is_main: bool) {
        if !is_main {
            chance.describe(TRIGGERED[self.by.index()], C::N::of(1));
        }
    }

    /// Resolves the attack from `progress` on.
    #[inline(always)]
    pub(super) fn run<C: Chance>(
        &self,
        chance: &mut C,
        fight: FightState<C::N>,
        orderly: <C::N as Num>::Mask,
        progress: Progress<C::N>,
    ) -> (FightState<C::N>, AttackOutcome<C::N>) {
        if self.by == Side::Attacker {
            return self.attack_roll.make_shared(chance, fight, orderly, progress);
        }
        let (after, outcome) =
            self.attack_roll.make_shared(chance, fight.swapped(), orderly, progress);
        (after.swapped(), outcome)
    }
}
