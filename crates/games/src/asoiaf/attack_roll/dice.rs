//! The dice of an attack as a memoised part: equal dice in equal situations have equal
//! distributions, whatever happens before and after them.

use super::super::memo_keys;
use super::super::per_situation::SituationIndex;
use super::super::situation::FightState;
use super::super::stat::Stat;
use super::{AttackRoll, HITS};
use warodds_engine::chance::{Chance, Details, FaceCounts, MemoKey, Memoised, Num};

/// Largest recoil of one step of the dice: counts are packed into bytes, and no unit has more
/// wounds.
const MAX_RECOIL: u8 = 120;

/// What the dice cost: tokens and recoil.
#[derive(Clone, Copy, Debug)]
pub(super) struct DiceCosts<N> {
    /// Tokens left to both sides.
    pub tokens: [N; 2],
    /// Wounds to the attacker, by step.
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
    /// Returns the costs before any die is rolled.
    #[inline(always)]
    pub(super) fn of(tokens: [N; 2]) -> Self {
        Self { tokens, recoil: [N::of(0); 2] }
    }

    /// Adds wounds to the attacker in a step.
    #[inline(always)]
    pub(super) fn add_recoil(&mut self, step: DiceStep, wounds: N) {
        let recoil = &mut self.recoil[step as usize];
        *recoil = (*recoil + wounds.at_most(N::of(MAX_RECOIL))).at_most(N::of(MAX_RECOIL));
    }
}

/// The result of the dice of an attack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttackDiceResult<N> {
    /// Hits.
    pub hits: N,
    /// Unblocked hits, even beyond the wounds left.
    pub wounds: N,
    /// Tokens the defender gains afterwards.
    pub(super) gained: N,
    /// Tokens spent and recoil.
    pub(super) costs: DiceCosts<N>,
}

impl<N: Num> AttackDiceResult<N> {
    /// Unpacks a result.
    #[inline(always)]
    pub(crate) fn of([hits, wounds, gained, own, their, first, second]: [N; 7]) -> Self {
        Self {
            hits,
            wounds,
            gained,
            costs: DiceCosts { tokens: [own, their], recoil: [first, second] },
        }
    }

    /// Packs the result into counts.
    #[inline(always)]
    pub(crate) fn counts(self) -> [N; 7] {
        let Self {
            hits,
            wounds,
            gained,
            costs: DiceCosts { tokens: [own, their], recoil: [first, second] },
        } = self;
        [hits, wounds, gained, own, their, first, second]
    }
}

/// The dice of an attack. Inputs: row and column of the situation, whether (1 or 0) the charge was
/// orderly, and both sides' tokens. Output: an [`AttackDiceResult`].
#[derive(Clone, Copy, Debug)]
pub(super) struct AttackDice<'a>(pub &'a AttackRoll);

impl AttackDice<'_> {
    /// Returns the inputs of the dice in a fight.
    #[inline(always)]
    pub(super) fn inputs<N: Num>(
        fight: &FightState<N>,
        place: SituationIndex<N>,
        orderly: N::Mask,
    ) -> [N; 5] {
        let ([row, column], [own, their]) = (place.indices(), fight.tokens);
        [row, column, N::flag(orderly), own, their]
    }

    /// Returns a key of everything the dice depend on. How they are rolled is part of the key
    /// although it does not change the result: summing the same chances in another order may change
    /// the last digits, and an answer must not depend on earlier questions.
    fn details(&self, place: [u8; 2]) -> Option<Details> {
        let attack_roll = self.0;
        let mut numbers = attack_roll.stats.all_at(place)?;
        // these matter to effects, not to dice: equal dice share one cache entry
        for of_effects in [Stat::AttackerImmune, Stat::DefenderImmune, Stat::DefenderVulnerable] {
            numbers[of_effects as usize] = 0;
        }
        if ![Stat::MissesHitBack, Stat::BlockHitsBack].into_iter().any(|stat| attack_roll.has(stat))
        {
            numbers[Stat::AttackerVulnerable as usize] = 0;
        }
        let ways = [
            attack_roll.in_enemy_turn,
            attack_roll.counts_hits,
            attack_roll.sorts_hits,
            attack_roll.attack_dice.counts == FaceCounts::OnesAndSixes,
            attack_roll.sorts_saves || attack_roll.has(Stat::BlockHitsBack),
            attack_roll.defense_dice.counts == FaceCounts::OnesAndSixes,
        ];
        let ways = ways.into_iter().fold(0, |bits, way| bits << 1 | u8::from(way));
        let rest = [memo_keys::ATTACK_DICE, ways, attack_roll.recoil_save.unwrap_or(0)];
        let mut details = [0; size_of::<Details>()];
        let all = rest.into_iter().chain(numbers);
        details.iter_mut().zip(all).for_each(|(detail, one)| *detail = one);
        Some(details)
    }
}

/// Numbers, kind of part, dice flags and the save against recoil.
const _: () = assert!(Stat::COUNT + 3 <= size_of::<Details>());

impl Memoised<5, 7> for AttackDice<'_> {
    /// Uses the numbers of the dice as the key, so that all rules share the result.
    fn key(&self, inputs: [u8; 5]) -> (MemoKey, [u8; 5]) {
        let [row, column, orderly, own, their] = inputs;
        match self.details([row, column]) {
            Some(details) => (MemoKey::Detailed(details), [0, 0, orderly, own, their]),
            None => (MemoKey::Uncached, inputs),
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
        let [wounds, gained] = attack_roll.saves(chance, &mut costs, place, [hits, sure]);
        // dropping the hits merges outcomes, which keeps duels small
        let hits = if attack_roll.counts_hits { hits } else { C::N::of(0) };
        AttackDiceResult { hits, wounds, gained, costs }.counts()
    }
}
