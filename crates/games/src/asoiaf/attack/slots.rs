//! The results of an attack: which there are, and how they are recorded.

use super::super::attack_roll::AttackOutcome;
use super::super::attack_sequence::AttackSequence;
use super::super::results::{event, quantity};
use super::super::situation::{FightState, Side};
use super::AttackRule;
use warodds_engine::chance::{Chance, Num, Slot};

/// Indices of the results of [`AttackRule`].
pub(super) mod slot {
    pub(in super::super) const HITS: usize = 0;
    pub(in super::super) const ATTACK_WOUNDS: usize = 1;
    pub(in super::super) const PANIC_WOUNDS: usize = 2;
    pub(in super::super) const WOUNDS: usize = 3;
    pub(in super::super) const PANIC_FAILED: usize = 4;
    pub(in super::super) const DESTROYED: usize = 5;
    pub(in super::super) const OWN_WOUNDS: usize = 6;
    pub(in super::super) const OWN_DESTROYED: usize = 7;
    pub(in super::super) const LEFT: usize = 8;
    pub(in super::super) const OWN_LEFT: usize = 9;
    /// Wound parts, relative to the first recorded part.
    pub(in super::super) const HIT_WOUNDS: usize = 0;
    pub(in super::super) const OTHER_WOUNDS: usize = 1;
    /// Results of friends, relative to the first of them: the number of slots before them varies.
    pub(in super::super) const FRIENDS_WOUNDS: usize = 0;
    pub(in super::super) const FRIENDS_FAILED: usize = 1;
    pub(in super::super) const FRIENDS_DESTROYED: usize = 2;
}

/// The wound subtotals that are recorded as separate results. Unblocked hits, panic wounds and
/// these parts sum to all wounds, so a part is recorded only if it does not follow from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WoundParts {
    /// No parts: each unblocked hit is a wound, and only panic wounds the defender in addition.
    None,
    /// Wounds from hits: there may be more unblocked hits than wounds left, or added wounds.
    Hits,
    /// Wounds from hits and other wounds: abilities, zones or other attacks may wound the defender.
    HitsAndOther,
}

impl WoundParts {
    /// Returns the parts for a sequence against a unit with `left` wounds left.
    pub(super) fn of(sequence: &AttackSequence, left: u8) -> Self {
        // other wounds make all three subtotals independent of each other
        if sequence.can_wound_defender_otherwise() {
            Self::HitsAndOther
        } else if sequence.most_wounds() > left
            || sequence.defender_can_survive()
            || sequence.adds_wounds()
        {
            Self::Hits
        } else {
            Self::None
        }
    }

    /// Returns the number of slots the parts need.
    const fn count(self) -> usize {
        match self {
            Self::None => 0,
            Self::Hits => 1,
            Self::HitsAndOther => 2,
        }
    }
}

impl AttackRule {
    /// Returns all slots, in the order of [`slot`].
    pub(super) fn all_slots(&self) -> Vec<Slot> {
        // a slot that is always present keeps its index, so optional slots come after it
        let mut slots = self.slots_of_defender();
        if self.records_own {
            slots.extend(self.slots_of_attacker());
        }
        if self.records_left {
            slots.extend(self.slots_left());
        }
        slots.extend(self.slots_of_parts());
        if self.adds_wounds {
            let most = self.sequence.most_wounds();
            slots.push(Slot::quantity(quantity::ADDED_WOUNDS, "wounds added", "wounds", most));
        }
        if !self.friends.is_empty() {
            slots.extend(self.slots_of_friends());
        }
        slots
    }

    /// Returns the slots of the dice and of the defender, which every attack has.
    fn slots_of_defender(&self) -> Vec<Slot> {
        let max = |of: fn(&AttackSequence) -> u8| of(&self.sequence);
        let suffered = self.most_suffered(Side::Defender);
        let (hits, unblocked) = (max(AttackSequence::most_hits), max(AttackSequence::most_wounds));
        // a panic test cannot cost more wounds than the unit can lose
        let panic = max(AttackSequence::most_panic).min(suffered);
        let halves = self.sequence.halves_wounds();
        let label = if halves { "unblocked hits, halved" } else { "unblocked hits" };
        vec![
            Slot::quantity(quantity::HITS, "hits", "hits", hits),
            Slot::quantity(quantity::ATTACK_WOUNDS, label, "hits", unblocked),
            Slot::quantity(quantity::PANIC_WOUNDS, "wounds from panic", "wounds", panic),
            Slot::quantity(quantity::WOUNDS, "total wounds", "wounds", suffered),
            Slot::event(event::PANIC_FAILED, "panic test failed"),
            Slot::event(event::DESTROYED, "destroyed"),
        ]
    }

    /// Returns the slots of the attacker's losses.
    fn slots_of_attacker(&self) -> [Slot; 2] {
        let suffered = self.most_suffered(Side::Attacker);
        [
            Slot::quantity(quantity::OWN_WOUNDS, "attacker's own wounds", "wounds", suffered),
            Slot::event(event::OWN_DESTROYED, "attacker destroyed"),
        ]
    }

    /// Returns the slots of the wounds left to both units.
    fn slots_left(&self) -> [Slot; 2] {
        let [own, other] = Side::BOTH.map(|side| self.full[side.index()]);
        [
            Slot::quantity(quantity::LEFT, "defender's wounds left", "wounds", other),
            Slot::quantity(quantity::OWN_LEFT, "attacker's wounds left", "wounds", own),
        ]
    }

    /// Returns the slots of the wound parts.
    fn slots_of_parts(&self) -> impl Iterator<Item = Slot> {
        let suffered = self.most_suffered(Side::Defender);
        let from_hits =
            if self.adds_wounds { "wounds from hits and added" } else { "wounds from hits" };
        let parts = [
            (quantity::HIT_WOUNDS, from_hits),
            (quantity::OTHER_WOUNDS, "wounds from abilities, zones and other attacks"),
        ];
        let slot = move |(name, label)| Slot::quantity(name, label, "wounds", suffered);
        parts.into_iter().take(self.parts.count()).map(slot)
    }

    /// Returns the slots of friends (A6.14).
    fn slots_of_friends(&self) -> [Slot; 3] {
        let (wounds, count) = (self.friends.most_wounds(), self.friends.count());
        [
            Slot::quantity(quantity::FRIENDS_WOUNDS, "wounds of friends", "wounds", wounds),
            Slot::quantity(quantity::FRIENDS_FAILED, "friends that fail", "friends", count),
            Slot::quantity(quantity::FRIENDS_DESTROYED, "friends destroyed", "friends", count),
        ]
    }

    /// Returns the slot of the first result of friends.
    #[inline(always)]
    pub(super) const fn friends_at(&self) -> usize {
        self.added_at() + self.adds_wounds as usize
    }

    /// Returns the slot of the added wounds, if there is one.
    #[inline(always)]
    const fn added_at(&self) -> usize {
        self.parts_at() + self.parts.count()
    }

    /// Returns the slot of the first wound part.
    #[inline(always)]
    const fn parts_at(&self) -> usize {
        slot::OWN_WOUNDS + 2 * (self.records_own as usize) + 2 * (self.records_left as usize)
    }

    /// Records the hits, the unblocked hits, and the wounds of the dice that are none.
    #[inline(always)]
    pub(super) fn record_dice<C: Chance>(
        &self,
        chance: &mut C,
        hits: C::N,
        [attack_wounds, added]: [C::N; 2],
    ) {
        chance.record(slot::HITS, hits);
        if self.adds_wounds {
            chance.record(slot::ATTACK_WOUNDS, attack_wounds - added);
            chance.record(self.added_at(), added);
        } else {
            chance.record(slot::ATTACK_WOUNDS, attack_wounds);
        }
    }

    /// Records the result of the panic test.
    #[inline(always)]
    pub(super) fn record_panic<C: Chance>(chance: &mut C, outcome: &AttackOutcome<C::N>) {
        chance.record(slot::PANIC_WOUNDS, outcome.panic_wounds);
        chance.record(slot::PANIC_FAILED, outcome.panic_failed);
    }

    /// Records the defender's wounds from hits.
    #[inline(always)]
    pub(super) fn record_hit_wounds<C: Chance>(
        &self,
        chance: &mut C,
        outcome: &AttackOutcome<C::N>,
    ) {
        if self.parts != WoundParts::None {
            chance.record(self.parts_at() + slot::HIT_WOUNDS, outcome.hit_wounds);
        }
    }

    /// Records the final state of both units; `known` counts the defender's wounds from hits and
    /// panic.
    #[inline(always)]
    pub(super) fn record_end<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
        known: C::N,
    ) {
        if self.parts == WoundParts::HitsAndOther {
            // the other wounds are recorded as a difference: the engines need no counter of their
            // own
            let other = fight.suffered[Side::Defender.index()] - known;
            chance.record(self.parts_at() + slot::OTHER_WOUNDS, other);
        }
        chance.record(slot::WOUNDS, fight.suffered[Side::Defender.index()]);
        chance.record(
            slot::DESTROYED,
            C::N::flag(fight.left[Side::Defender.index()].equals(C::N::of(0))),
        );
        if self.records_own {
            chance.record(slot::OWN_WOUNDS, fight.suffered[Side::Attacker.index()]);
            chance.record(
                slot::OWN_DESTROYED,
                C::N::flag(fight.left[Side::Attacker.index()].equals(C::N::of(0))),
            );
        }
        if self.records_left {
            chance.record(slot::LEFT, fight.left[Side::Defender.index()]);
            chance.record(slot::OWN_LEFT, fight.left[Side::Attacker.index()]);
        }
    }
}
