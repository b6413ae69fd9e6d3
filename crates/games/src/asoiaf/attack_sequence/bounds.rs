//! What an attack with those it calls forth may do at most, and to whom.

use super::super::attack_roll::AttackRoll;
use super::super::situation::Side;
use super::AttackSequence;
use super::stage::Stage;

impl AttackSequence {
    /// The most of something that the attack in question may do.
    fn most(&self, of: fn(&AttackRoll) -> u8) -> u8 {
        self.stages.get(self.main).and_then(|stage| stage.variants.all().map(of).max()).unwrap_or(0)
    }

    /// The most hits of the attack in question.
    pub(crate) fn most_hits(&self) -> u8 {
        self.most(AttackRoll::most_hits)
    }

    /// The most wounds of the attack in question, panic left out.
    pub(crate) fn most_wounds(&self) -> u8 {
        self.most(AttackRoll::most_wounds)
    }

    /// The most wounds of its panic test.
    pub(crate) fn most_panic(&self) -> u8 {
        self.most(AttackRoll::most_panic)
    }

    /// Whether the first unit may lose wounds.
    pub(crate) fn can_wound_attacker(&self) -> bool {
        self.in_dangerous[Side::Attacker.index()]
            || self.stages.iter().any(|stage| {
                stage.by == Side::Defender
                    || stage.variants.all().any(AttackRoll::can_wound_attacker)
            })
    }

    /// Whether the second unit may lose wounds to anything but the hits and the panic test of the
    /// attack in question: effects, other attacks, or its own ones in counter_attack.
    pub(crate) fn can_wound_defender_otherwise(&self) -> bool {
        self.stages.iter().enumerate().any(|(number, stage)| {
            let (is_main, by_struck) = (number == self.main, stage.by == Side::Defender);
            // in an attack made by the second unit it is the striker
            let harms = if by_struck {
                stage.variants.all().any(AttackRoll::can_wound_attacker)
            } else {
                stage.variants.can_wound_defender_otherwise()
            };
            (!is_main && !by_struck)
                || (by_struck && self.in_dangerous[Side::Defender.index()])
                || harms
        })
    }

    /// Whether the second unit may survive its end.
    pub(crate) fn defender_can_survive(&self) -> bool {
        self.stages
            .get(self.main)
            .is_some_and(|stage| stage.variants.all().any(AttackRoll::can_survive))
    }

    /// How often wounds of a side may be healed.
    pub(crate) fn healings(&self, side: Side) -> u8 {
        let of_stage = |stage: &Stage| {
            let seen = if stage.by == Side::Attacker { side } else { side.other() };
            stage.variants.all().map(|attack_roll| attack_roll.healings(seen)).max().unwrap_or(0)
        };
        self.stages.iter().map(of_stage).fold(0, u8::saturating_add)
    }

    /// Whether wounds of a side may be healed.
    pub(crate) fn heals(&self, side: Side) -> bool {
        self.healings(side) > 0
    }
}
