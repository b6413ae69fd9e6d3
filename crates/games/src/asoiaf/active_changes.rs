//! The changes that apply in a situation, and the terms of a charge roll.

use super::attack_context::{AttackContext, Picks};
use super::condition::Tokens;
use super::effect::{Action, Amount, Change, Moment};
use super::situation::{Side, Situation};
use super::test_origin::TestOrigin;

impl AttackContext<'_> {
    /// Returns the charge roll terms of the attacker (A5.2, A5.5). `disorderly_to` is the highest
    /// disorderly natural die in the edition.
    pub(super) fn charge(&self, now: &Situation, disorderly_to: u8) -> ChargeStats {
        let changes = self.changes(
            [&[Moment::Charging], &[Moment::EnemyCharging]],
            now,
            &Picks::default(),
            None,
        );
        let farther = |change: &Change| {
            if let Change::ChargeDistance(amount) = change { Some(*amount) } else { None }
        };
        let limits = |bearer: Side| {
            let of_side = changes.counted.iter().filter(move |(side, _)| *side == bearer);
            of_side.filter_map(move |(side, change)| match change {
                Change::DisorderlyTo(amount) => {
                    Some(self.amount(*amount, *side, now).clamp(0, 6) as u8)
                }
                _ => None,
            })
        };
        // a raised limit applies to every charge, a lowered one only to the charger's own
        let raised =
            limits(Side::Defender).chain(limits(Side::Attacker)).fold(disorderly_to, u8::max);
        ChargeStats {
            rerolls: changes.has(|change| matches!(change, Change::RerollCharge)),
            six: changes.has(|change| matches!(change, Change::ChargeSix)),
            // no unit has a speed above 20 inches
            farther: changes.sum(farther).clamp(-20, 20) as i8,
            disorderly_to: limits(Side::Attacker)
                .filter(|limit| *limit < disorderly_to)
                .fold(raised, u8::min),
        }
    }

    /// Returns the changes that apply at these moments of the attacker and of the defender. In a
    /// morale test, `from` selects the changes for its origin.
    pub(super) fn changes(
        &self,
        moments: [&[Moment]; 2],
        now: &Situation,
        picks: &Picks,
        from: Option<TestOrigin>,
    ) -> ActiveChanges<'_> {
        let mut counted = Vec::new();
        for (side, moments) in Side::BOTH.into_iter().zip(moments) {
            self.each_effect(side, (picks, now.dead_attachments), |number, effect| {
                // triggered effects are compiled separately: only changes add up
                if let Action::Change(change) = effect.action
                    && moments.contains(&effect.moment)
                    && self.is_near_enough(effect)
                    && TestOrigin::fits(from, effect.conditions.test, side, number)
                    && self.holds(&effect.conditions, side, now)
                {
                    counted.push((side, change));
                }
            });
        }
        ActiveChanges { ctx: self, now: *now, counted }
    }
}

/// The changes that apply in one situation.
pub(super) struct ActiveChanges<'a> {
    pub(super) ctx: &'a AttackContext<'a>,
    pub(super) now: Situation,
    pub(super) counted: Vec<(Side, Change)>,
}

impl ActiveChanges<'_> {
    /// Returns the sum of the amounts that `of` selects.
    pub(super) fn sum(&self, of: impl Fn(&Change) -> Option<Amount>) -> i16 {
        let amounts = self
            .counted
            .iter()
            .filter_map(|(side, change)| Some(self.ctx.amount(of(change)?, *side, &self.now)));
        amounts.fold(0, i16::saturating_add)
    }

    /// Returns the smallest of the amounts that `of` selects.
    pub(super) fn least(&self, of: impl Fn(&Change) -> Option<Amount>) -> Option<i16> {
        self.counted
            .iter()
            .filter_map(|(side, change)| Some(self.ctx.amount(of(change)?, *side, &self.now)))
            .min()
    }

    pub(super) fn has(&self, is: impl Fn(&Change) -> bool) -> bool {
        self.counted.iter().any(|(_, change)| is(change))
    }

    /// Returns 1 if any change matches, else 0.
    pub(super) fn flag(&self, is: impl Fn(&Change) -> bool) -> u8 {
        self.has(is).into()
    }

    /// Returns the tokens that `of` selects for the bearer on `side`.
    pub(super) fn tokens(&self, side: Side, of: impl Fn(&Change) -> Option<Tokens>) -> Tokens {
        self.counted
            .iter()
            .filter(|(bearer, _)| *bearer == side)
            .filter_map(|(_, change)| of(change))
            .fold(Tokens::NONE, Tokens::and)
    }
}

impl ChargeStats {
    /// Returns the terms without abilities.
    pub(super) const fn plain(disorderly_to: u8) -> Self {
        Self { rerolls: false, six: false, farther: 0, disorderly_to }
    }
}

/// The terms of a charge roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChargeStats {
    /// Whether the die may be rerolled.
    pub rerolls: bool,
    /// Whether the die counts as a 6.
    pub six: bool,
    /// Inches added to the distance.
    pub farther: i8,
    /// The highest natural die that makes the charge disorderly.
    pub disorderly_to: u8,
}
