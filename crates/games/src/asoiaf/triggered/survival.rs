//! Survival of a unit with one wound when it would be destroyed, by whatever wounds it.

use super::super::condition::{FIRST_MARK, MOST_USES};
use super::super::per_situation::PerSituation;
use super::super::situation::FightState;
use super::{AttackTotals, EffectContext, MoraleTestEffect};
use warodds_engine::chance::{Chance, Label, Mask, Num, when};

/// Display names of a unit that would be destroyed: the attacker, the defender.
const DOOMED: [&Label; 2] = [
    &Label::counted(
        "wound the attacker has left: it would be destroyed",
        "wounds the attacker has left: it would be destroyed",
        "A1.4",
    ),
    &Label::counted(
        "wound the unit attacked has left: it would be destroyed",
        "wounds the unit attacked has left: it would be destroyed",
        "A1.4",
    ),
];
const SURVIVED: Label = Label::new("it survives with one wound", "A1.4");

/// A way to survive destruction.
#[derive(Clone, Debug)]
pub(crate) struct Survival {
    /// Where its conditions hold.
    pub applies: PerSituation,
    /// Bits that count its uses.
    pub marks: UseMarks,
    /// The morale test that must be passed; `None` if no test is required.
    pub trial: Option<MoraleTestEffect>,
}

/// Bits of a unit's tokens that count the uses of an ability.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UseMarks {
    first: u8,
    last: u8,
}

impl UseMarks {
    /// Allocates the bits of an ability with `uses` uses after `before` used bits, or returns
    /// `None` if there are not enough.
    pub(crate) const fn after(before: u8, uses: u8) -> Option<Self> {
        if uses == 0 || before.saturating_add(uses) > MOST_USES {
            return None;
        }
        Some(Self {
            first: 1 << (FIRST_MARK + before),
            last: 1 << (FIRST_MARK + before + uses - 1),
        })
    }

    /// Returns the number of uses.
    pub(crate) const fn uses(self) -> u8 {
        (self.last.trailing_zeros() - self.first.trailing_zeros() + 1) as u8
    }

    /// Returns where all uses are spent.
    fn spent<N: Num>(self, tokens: N) -> N::Mask {
        (tokens & N::of(self.last)).gt(N::of(0))
    }

    /// Returns the bit of the next use.
    fn next<N: Num>(self, tokens: N) -> N {
        N::of(self.last).select((tokens & N::of(self.first)).gt(N::of(0)), N::of(self.first))
    }
}

impl<N: Num> EffectContext<'_, N> {
    /// Wounds a side, unless it survives its destruction. Returns the wounds suffered.
    #[inline(always)]
    pub(crate) fn hurt<C: Chance<N = N>>(
        &self,
        chance: &mut C,
        fight: &mut FightState<N>,
        side: usize,
        wounds: N,
    ) -> N {
        if self.setting.survivals[side].is_empty() {
            let wounds = wounds.at_most(fight.left[side]);
            fight.wound(side, wounds);
            return wounds;
        }
        let (mut then, ctx) = (*fight, *self);
        let suffered =
            chance.out_of_line(|chance| ctx.hurt_or_survive(chance, &mut then, side, wounds));
        *fight = then;
        suffered
    }

    /// Wounds a side that may survive.
    #[inline(never)]
    fn hurt_or_survive<C: Chance<N = N>>(
        &self,
        chance: &mut C,
        fight: &mut FightState<N>,
        side: usize,
        wounds: N,
    ) -> N {
        let none = N::of(0);
        let mut open = wounds;
        let mut suffered = none;
        for survival in &self.setting.survivals[side] {
            let now = self.after(fight);
            let left = fight.left[side];
            // only wounds that would destroy the unit trigger survival
            let lethal = open.ge(left) & left.gt(none) & open.gt(none);
            let may = lethal
                & !survival.marks.spent(fight.tokens[side])
                & survival.applies.holds(chance, now.place);
            if !may.any() {
                continue;
            }
            let [] = when!(may, chance.described(DOOMED[side], left));
            fight.tokens[side] =
                // the use counts even if the test fails
                fight.tokens[side] | survival.marks.next(fight.tokens[side]).masked(may);
            let failed = match &survival.trial {
                Some(trial) => trial.roll(chance, fight, side, &now, may),
                None => may & !may,
            };
            let survived = may & !failed;
            let [] = when!(survived, chance.described(&SURVIVED, N::of(1)));
            let lost = left.saturating_sub(N::of(1)).masked(survived);
            fight.wound(side, lost);
            suffered = suffered + lost;
            open = open.masked(!survived);
            if let Some(trial) = &survival.trial {
                *fight = trial.then.come(
                    chance,
                    *fight,
                    self,
                    &AttackTotals::nothing(),
                    [survived, failed],
                );
            }
        }
        // what no ability prevented is suffered, up to the wounds left
        let open = open.at_most(fight.left[side]);
        fight.wound(side, open);
        suffered + open
    }
}
