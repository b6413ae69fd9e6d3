//! The charge die: how it is rolled and read (A5.2, A5.7).

use super::super::active_changes::ChargeStats;
use super::super::per_situation::{PerSituation, SituationIndex};
use super::super::question::{Charge, TerrainKeyword};
use super::super::situation::FightState;
use super::super::situation_table::SituationTable;
use super::rerolls::DistanceRerolls;
use warodds_engine::chance::{Chance, Label, Mask, Num, when};

pub(super) const CHARGE_DIE: Label = Label::new("charge die", "A5.2");
const CHARGE_DICE: Label = Label::new("charge dice, the lower counts", "A5.7");
const CHARGE_AGAIN: Label = Label::new("charge dice rerolled", "A5.2");
/// The highest natural die that is disorderly across hindering terrain (A5.7).
const CROSSING: u8 = 2;

/// A compiled charge roll, by the situation at the roll (A14.2).
#[derive(Clone, Debug)]
pub(super) struct ChargeRoll {
    two_dice: bool,
    /// The situations it depends on; `None` if it is equal in all.
    table: Option<SituationTable>,
    /// Where an effect makes the die count as a 6.
    six: PerSituation,
    /// Where the charger may reroll.
    rerolls: PerSituation,
    /// The highest disorderly natural die (A5.5, A5.7).
    disorderly_to: PerSituation,
    /// The natural die that reaches the target; 1 or less always does.
    needed: PerSituation,
    /// Inches added to the die (speed and abilities, A5.2), and inches taken from the sum (rough
    /// terrain and abilities).
    added: PerSituation,
    taken: PerSituation,
    /// Where the charger rerolls.
    pub(super) again: DistanceRerolls,
}

/// The terms of a charge roll in one situation.
#[derive(Clone, Copy)]
pub(super) struct RollTerms<N: Num> {
    six: N::Mask,
    pub(super) rerolls: N::Mask,
    disorderly_to: N,
    needed: N,
    added: N,
    taken: N,
}

impl<N: Num> RollTerms<N> {
    /// Returns the distance the charger moves, in inches.
    #[inline(always)]
    pub(super) fn distance(&self, natural: N) -> N {
        (natural + self.added).saturating_sub(self.taken)
    }

    #[inline(always)]
    pub(super) fn reaches(&self, natural: N) -> N::Mask {
        natural.ge(self.needed)
    }

    /// Returns where the charge reaches its target, and where it is orderly.
    #[inline(always)]
    pub(super) fn outcome(&self, natural: N) -> [N::Mask; 2] {
        [self.reaches(natural), !self.is_disorderly(natural)]
    }

    #[inline(always)]
    pub(super) fn is_disorderly(&self, natural: N) -> N::Mask {
        !natural.gt(self.disorderly_to)
    }
}

impl ChargeRoll {
    /// Compiles the roll of a charge with these terms in the situations of `table`.
    pub(super) fn new(question: &Charge, table: SituationTable, stats: &[ChargeStats]) -> Self {
        let crossing = question.terrain.has(TerrainKeyword::Hindering);
        let rough = u8::from(question.terrain.has(TerrainKeyword::Rough));
        let (speed, distance) = (question.speed.get(), question.distance.whole());
        let varying =
            |of: &dyn Fn(&ChargeStats) -> u8| table.varying(stats.iter().map(of).collect());
        let added = |stats: &ChargeStats| speed + stats.farther.max(0).unsigned_abs();
        let taken = |stats: &ChargeStats| rough + stats.farther.min(0).unsigned_abs();
        let disorderly_to = |stats: &ChargeStats| {
            if crossing { stats.disorderly_to.max(CROSSING) } else { stats.disorderly_to }
        };
        // compiled for all situations first, then reduced if they are equal
        let of_situations = Self {
            two_dice: crossing || question.terrain.has(TerrainKeyword::HinderingEdge),
            table: Some(table),
            six: varying(&|stats| stats.six.into()),
            rerolls: varying(&|stats| (stats.rerolls || question.reroll_distance).into()),
            disorderly_to: varying(&disorderly_to),
            needed: varying(&|stats| (distance + taken(stats)).saturating_sub(added(stats))),
            added: varying(&added),
            taken: varying(&taken),
            again: DistanceRerolls::default(),
        };
        let all_alike = of_situations.numbers().into_iter().all(PerSituation::is_same);
        Self { table: of_situations.table.filter(|_| !all_alike), ..of_situations }
    }

    const fn numbers(&self) -> [&PerSituation; 6] {
        let Self { six, rerolls, disorderly_to, needed, added, taken, .. } = self;
        [six, rerolls, disorderly_to, needed, added, taken]
    }

    /// Returns the longest distance, in inches.
    pub(super) fn longest(&self) -> u8 {
        (self.added.most() + 6).saturating_sub(self.taken.least())
    }

    /// Returns whether the charger may ever reroll.
    pub(super) const fn may_reroll(&self) -> bool {
        !self.rerolls.is_nothing()
    }

    /// Returns the terms in the situation of a fight.
    #[inline(always)]
    pub(super) fn read<C: Chance>(
        &self,
        chance: &mut C,
        fight: &FightState<C::N>,
    ) -> RollTerms<C::N> {
        let place = match &self.table {
            Some(table) => table.place(fight, C::N::of(0)),
            None => SituationIndex::only(),
        };
        RollTerms {
            six: self.six.holds(chance, place),
            rerolls: self.rerolls.holds(chance, place),
            disorderly_to: self.disorderly_to.at(chance, place),
            needed: self.needed.at(chance, place),
            added: self.added.at(chance, place),
            taken: self.taken.at(chance, place),
        }
    }

    /// Rolls the natural die: the lower of two in hindering terrain (A5.7, A5.8).
    #[inline(always)]
    pub(super) fn natural<C: Chance>(&self, chance: &mut C, label: &'static Label) -> C::N {
        if self.two_dice {
            let [first, second] = chance.two_d6(label);
            // the lower die counts in hindering terrain (A5.7)
            first.at_most(second)
        } else {
            chance.d6(label)
        }
    }

    /// Rolls the natural die with the charger's reroll. The die counts as a 6 where `six` holds.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(
        &self,
        chance: &mut C,
        six: <C::N as Num>::Mask,
        fight: &FightState<C::N>,
        reading: &RollTerms<C::N>,
    ) -> C::N {
        let six = six | reading.six;
        if !(!six).any() {
            // a die that counts as a 6 everywhere is not rolled, so it is never disorderly
            return C::N::of(6);
        }
        let [first] = when!(
            !six,
            [self.natural(chance, if self.two_dice { &CHARGE_DICE } else { &CHARGE_DIE })]
        );
        let first = C::N::of(6).select(six, first);
        // without rerolls there is no second die
        if self.again.is_nothing() {
            return first;
        }
        let again = self.again.holds(chance, first, fight) & !six;
        let [second] = when!(again, [self.natural(chance, &CHARGE_AGAIN)]);
        second.select(again, first)
    }
}
