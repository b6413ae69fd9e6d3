//! Bounds on the wounds of a charge, which size its distributions.

use super::super::attack_sequence::AttackSequence;
use super::super::situation::Side;
use super::super::surroundings::MOST_DANGEROUS;
use super::super::triggered::healings;
use super::ChargeRule;
use super::failed::FailedCharge;

impl ChargeRule {
    /// Returns the largest number of wounds of the charger: wounds left and regained, or the cost
    /// of terrain and panic if nothing else wounds it.
    pub(in super::super) fn most_own(&self) -> u8 {
        let most = self.left[0].saturating_add(self.most_healed(Side::Attacker));
        let hurts =
            self.before_roll.as_ref().is_some_and(|before_roll| before_roll.hurts(Side::Attacker))
                || self
                    .failed
                    .get()
                    .into_iter()
                    .flat_map(FailedCharge::triggered)
                    .any(|one| one.hurts(Side::Attacker))
                || self.attacks().any(AttackSequence::can_wound_attacker);
        if hurts {
            return most;
        }
        // once for crossing, once for acting in dangerous terrain
        let ground = MOST_DANGEROUS * (1 + u8::from(self.in_dangerous));
        most.min(ground.saturating_add(self.most_panic()))
    }

    /// Returns the largest number of wounds a side may regain: all of them, as often as it is
    /// healed.
    pub(in super::super) fn most_healed(&self, side: Side) -> u8 {
        let before = self.before_roll.as_ref().map_or(0, |before_roll| before_roll.healings(side));
        let failed =
            healings(self.failed.get().into_iter().flat_map(FailedCharge::triggered), side);
        let attack = self.attacks().map(|sequence| sequence.healings(side)).max().unwrap_or(0);
        // a failed charge makes no attack
        let healings = before.saturating_add(attack.max(failed));
        self.full[side.index()].saturating_mul(healings)
    }

    /// Returns the largest number of wounds of the target.
    pub(super) fn most_dealt(&self) -> u8 {
        let healed = self.most_healed(Side::Defender);
        self.contact.as_ref().map_or(0, |_| self.left[1].saturating_add(healed))
    }

    /// Returns the largest number of wounds of the charger's own panic test, or the edition's if
    /// the test is left out.
    fn most_panic(&self) -> u8 {
        self.failed.get().map_or(MOST_DANGEROUS, FailedCharge::most_wounds)
    }
}
