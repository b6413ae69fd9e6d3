//! The dice of an attack as a part: whatever stands before and after them, the same dice in the
//! same situation have the same distribution.

use super::super::memo_keys;
use super::super::per_situation::SituationIndex;
use super::super::situation::FightState;
use super::super::stat::Stat;
use super::{AttackRoll, HITS};
use warodds_engine::chance::{Chance, Details, FaceCounts, MemoKey, Memoised, Num};

/// The most wounds that come back from one step of the dice: counts must fit beside each other in a
/// byte, and no unit has more.
const MAX_RECOIL: u8 = 120;

/// What the dice take beside their blows.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceCosts<N> {
    /// The tokens both sides have left.
    pub tokens: [N; 2],
    /// Wounds that come back on the striker, step by step.
    pub recoil: [N; 2],
}

/// A step of the dice.
#[derive(Clone, Copy, Debug)]
pub(super) enum DiceStep {
    /// Attack dice (A2.2).
    AttackDice,
    /// Defence dice (A2.4).
    DefenseDice,
}

impl<N: Num> DiceCosts<N> {
    /// Nothing taken yet.
    #[inline(always)]
    pub(super) fn of(tokens: [N; 2]) -> Self {
        Self { tokens, recoil: [N::of(0); 2] }
    }

    /// More wounds come back in a step.
    #[inline(always)]
    pub(super) fn add_recoil(&mut self, step: DiceStep, wounds: N) {
        let recoil = &mut self.recoil[step as usize];
        *recoil = (*recoil + wounds.at_most(N::of(MAX_RECOIL))).at_most(N::of(MAX_RECOIL));
    }
}

/// What the dice of an attack came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackDiceResult<N> {
    /// Hits.
    pub hits: N,
    /// Wounds of the attack, however few are left.
    pub wounds: N,
    /// Tokens the unit struck gains afterwards.
    pub(super) given: N,
    /// What the dice took beside them.
    pub(super) costs: DiceCosts<N>,
}

impl<N: Num> AttackDiceResult<N> {
    /// From counts in a row.
    #[inline(always)]
    pub(crate) fn of([hits, wounds, given, own, their, first, second]: [N; 7]) -> Self {
        Self {
            hits,
            wounds,
            given,
            costs: DiceCosts { tokens: [own, their], recoil: [first, second] },
        }
    }

    /// As counts in a row.
    #[inline(always)]
    pub(crate) fn counts(self) -> [N; 7] {
        let Self {
            hits,
            wounds,
            given,
            costs: DiceCosts { tokens: [own, their], recoil: [first, second] },
        } = self;
        [hits, wounds, given, own, their, first, second]
    }
}

/// The dice of an attack: given the place of the situation, where (1 or 0) a charge was orderly,
/// and both sides' tokens, they make a [`AttackDiceResult`].
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackDice<'a>(pub &'a AttackRoll);

impl AttackDice<'_> {
    /// What the dice of an attack are given in a fight.
    #[inline(always)]
    pub(super) fn given<N: Num>(
        fight: &FightState<N>,
        place: SituationIndex<N>,
        orderly: N::Mask,
    ) -> [N; 5] {
        let ([row, column], [own, their]) = (place.indices(), fight.tokens);
        [row, column, N::flag(orderly), own, their]
    }

    /// All there is to know of the dice in a row and a column of the situations. How they are
    /// rolled is told too, though it makes no difference: sums of the same chances in another order
    /// may differ in their last digits, and what was asked before must never show.
    fn details(&self, place: [u8; 2]) -> Option<Details> {
        let attack_roll = self.0;
        let mut numbers = attack_roll.stats.all_at(place)?;
        for immune in [Stat::AttackerImmune, Stat::DefenderImmune] {
            numbers[immune as usize] = 0;
        }
        let ways = [
            attack_roll.in_enemy_turn,
            attack_roll.counts_hits,
            attack_roll.sorts_hits,
            attack_roll.attack_dice.wanted == FaceCounts::OnesAndSixes,
            attack_roll.sorts_saves || attack_roll.has(Stat::BlockHitsBack),
            attack_roll.defense_dice.wanted == FaceCounts::OnesAndSixes,
        ];
        let ways = ways.into_iter().fold(0, |bits, way| bits << 1 | u8::from(way));
        let rest = [memo_keys::ATTACK_DICE, ways, attack_roll.recoil_save.unwrap_or(0)];
        let mut details = [0; size_of::<Details>()];
        let all = rest.into_iter().chain(numbers);
        details.iter_mut().zip(all).for_each(|(detail, one)| *detail = one);
        Some(details)
    }
}

/// StatTable, the kind of part, how dice are rolled and what saves hits that come back.
const _: () = assert!(Stat::COUNT + 3 <= size_of::<Details>());

impl Memoised<5, 7> for AttackDice<'_> {
    /// The numbers of the dice in their situation, which make the same in all rules.
    fn key(&self, given: [u8; 5]) -> (MemoKey, [u8; 5]) {
        let [row, column, orderly, own, their] = given;
        match self.details([row, column]) {
            Some(details) => (MemoKey::Detailed(details), [0, 0, orderly, own, their]),
            None => (MemoKey::Uncached, given),
        }
    }

    #[inline(always)]
    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [row, column, orderly, own, their]: [C::N; 5],
    ) -> [C::N; 7] {
        let (attack_roll, place) = (self.0, SituationIndex::at(row, column));
        let mut costs = DiceCosts::of([own, their]);
        let [hits, sure] = attack_roll.hits(chance, &mut costs, place, orderly.gt(C::N::of(0)));
        chance.describe(&HITS, hits);
        let [wounds, given] = attack_roll.saves(chance, &mut costs, place, [hits, sure]);
        let hits = if attack_roll.counts_hits { hits } else { C::N::of(0) };
        AttackDiceResult { hits, wounds, given, costs }.counts()
    }
}
