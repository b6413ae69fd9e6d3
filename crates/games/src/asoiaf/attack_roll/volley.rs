//! The dice of an attack as a part: whatever stands before and after them, the same dice in the
//! same situation have the same distribution.

use super::super::per_situation::SituationIndex;
use super::super::situation::Fight;
use super::{AttackRoll, HITS};
use warodds_engine::chance::{Chance, MemoKey, Memoised, Num};

/// The most wounds that come back from one step of the dice: counts must fit beside each other in a
/// byte, and no unit has more.
const MOST_BACK: u8 = 120;

/// What the dice take beside their blows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Toll<N> {
    /// The tokens both sides have left.
    pub tokens: [N; 2],
    /// Wounds that come back on the striker, step by step.
    pub back: [N; 2],
}

/// A step of the dice.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// Attack dice (A2.2).
    AttackDice,
    /// Defence dice (A2.4).
    DefenseDice,
}

impl<N: Num> Toll<N> {
    /// Nothing taken yet.
    #[inline(always)]
    pub fn of(tokens: [N; 2]) -> Self {
        Self { tokens, back: [N::of(0); 2] }
    }

    /// More wounds come back in a step.
    #[inline(always)]
    pub fn come_back(&mut self, step: Step, wounds: N) {
        let back = &mut self.back[step as usize];
        *back = (*back + wounds.at_most(N::of(MOST_BACK))).at_most(N::of(MOST_BACK));
    }
}

/// What the dice of an attack came to.
#[derive(Clone, Copy, Debug)]
pub struct Volley<N> {
    /// Hits.
    pub hits: N,
    /// Wounds of the attack, however few are left.
    pub wounds: N,
    /// Tokens the unit struck gains afterwards.
    pub(super) given: N,
    /// What the dice took beside them.
    pub(super) toll: Toll<N>,
}

impl<N: Num> Volley<N> {
    /// From counts in a row.
    #[inline(always)]
    pub fn of([hits, wounds, given, own, their, first, second]: [N; 7]) -> Self {
        Self { hits, wounds, given, toll: Toll { tokens: [own, their], back: [first, second] } }
    }

    /// As counts in a row.
    #[inline(always)]
    pub fn counts(self) -> [N; 7] {
        let Self {
            hits,
            wounds,
            given,
            toll: Toll { tokens: [own, their], back: [first, second] },
        } = self;
        [hits, wounds, given, own, their, first, second]
    }
}

/// The dice of an attack: given the place of the situation, where (1 or 0) a charge was orderly,
/// and both sides' tokens, they make a [`Volley`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice<'a>(pub &'a AttackRoll);

impl Dice<'_> {
    /// What the dice of an attack are given in a fight.
    #[inline(always)]
    pub fn given<N: Num>(fight: &Fight<N>, place: SituationIndex<N>, orderly: N::Mask) -> [N; 5] {
        let ([row, column], [own, their]) = (place.indices(), fight.tokens);
        [row, column, N::flag(orderly), own, their]
    }
}

impl Memoised<5, 7> for Dice<'_> {
    fn name(&self) -> MemoKey {
        MemoKey::OfRule(self.0.volley)
    }

    #[inline(always)]
    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [row, column, orderly, own, their]: [C::N; 5],
    ) -> [C::N; 7] {
        let (strike, place) = (self.0, SituationIndex::at(row, column));
        let mut toll = Toll::of([own, their]);
        let [hits, sure] = strike.hits(chance, &mut toll, place, orderly.gt(C::N::of(0)));
        chance.describe(&HITS, hits);
        let [wounds, given] = strike.saves(chance, &mut toll, place, [hits, sure]);
        let hits = if strike.counts_hits { hits } else { C::N::of(0) };
        Volley { hits, wounds, given, toll }.counts()
    }
}
