//! Bounds on the result of an attack and the attacks it triggers.

use super::super::attack_roll::AttackRoll;
use super::super::situation::Side;
use super::AttackSequence;
use super::stage::Stage;

impl AttackSequence {
    /// Returns a number of the main attack.
    fn most(&self, of: fn(&AttackRoll) -> u8) -> u8 {
        self.main_roll().map_or(0, of)
    }

    /// Returns the largest number of hits of the main attack.
    pub(crate) fn most_hits(&self) -> u8 {
        self.most(AttackRoll::most_hits)
    }

    /// Returns whether some wounds of the main attack's dice may be no unblocked hits.
    pub(crate) fn adds_wounds(&self) -> bool {
        self.main_roll().is_some_and(AttackRoll::adds_wounds)
    }

    /// Returns whether two unblocked hits of the main attack may make one wound (D6).
    pub(crate) fn halves_wounds(&self) -> bool {
        self.main_roll().is_some_and(AttackRoll::halves_wounds)
    }

    /// Returns the largest number of wounds of the main attack's dice.
    pub(crate) fn most_wounds(&self) -> u8 {
        self.most(AttackRoll::most_wounds)
    }

    /// Returns the largest number of wounds of its panic test.
    pub(crate) fn most_panic(&self) -> u8 {
        self.most(AttackRoll::most_panic)
    }

    /// Returns whether the first unit can lose wounds.
    pub(crate) fn can_wound_attacker(&self) -> bool {
        self.in_dangerous[Side::Attacker.index()]
            || self
                .stages
                .iter()
                .any(|stage| stage.by == Side::Defender || stage.attack_roll.can_wound_attacker())
    }

    /// Returns whether the second unit can lose wounds to anything but the hits and the panic test
    /// of the main attack: to effects, other attacks, or its own counter-attacks.
    pub(crate) fn can_wound_defender_otherwise(&self) -> bool {
        self.stages.iter().enumerate().any(|(number, stage)| {
            let (is_main, by_defender) = (number == self.main, stage.by == Side::Defender);
            // the second unit is the attacker of its own attacks
            let harms = if by_defender {
                stage.attack_roll.can_wound_attacker()
            } else {
                stage.attack_roll.can_wound_defender()
            };
            (!is_main && !by_defender)
                || (by_defender && self.in_dangerous[Side::Defender.index()])
                || harms
        })
    }

    /// Returns whether the second unit can survive its destruction.
    pub(crate) fn defender_can_survive(&self) -> bool {
        self.main_roll().is_some_and(AttackRoll::can_survive)
    }

    /// Returns how often wounds of a side may be healed.
    pub(crate) fn healings(&self, side: Side) -> u8 {
        let of_stage = |stage: &Stage| {
            let seen = if stage.by == Side::Attacker { side } else { side.other() };
            stage.attack_roll.healings(seen)
        };
        self.stages.iter().map(of_stage).fold(0, u8::saturating_add)
    }

    /// Returns whether wounds of a side may be healed.
    pub(crate) fn heals(&self, side: Side) -> bool {
        self.healings(side) > 0
    }
}
