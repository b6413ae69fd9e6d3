//! Rerolls of an attack that its maker makes in the other player's turn: the active player rerolls
//! first (A0.7), so the order of each pool is the other way round. Answers alone are such attacks;
//! they stand apart from all others.

use std::marker::PhantomData;

use super::super::pool::{EnemyTurn, OwnTurn, Pool, SortedPool};
use super::AttackRoll;
use warodds_engine::chance::{Chance, Num};

impl AttackRoll {
    /// Attack dice in the enemy's turn: 1s, successes, 6s, and whether any were rerolled for the
    /// enemy.
    #[inline(never)]
    pub(super) fn attack_dice_in_enemy_turn<C: Chance>(
        &self,
        chance: &mut C,
        given: [C::N; 5],
    ) -> [C::N; 4] {
        let SortedPool { pool: Pool { labels, .. }, wanted } = self.attack_dice;
        let pool = SortedPool { pool: Pool::<EnemyTurn> { labels, turn: PhantomData }, wanted };
        let [ones, plain, sixes, forced] = chance.memoised(&pool, given);
        [ones, plain + sixes, sixes, forced]
    }

    /// Defence dice in the defender's own turn, in the same way.
    #[inline(never)]
    pub(super) fn defense_dice_in_own_turn<C: Chance>(
        &self,
        chance: &mut C,
        [dice, needed, may, forced_to]: [C::N; 4],
    ) -> [C::N; 4] {
        let SortedPool { pool: Pool { labels, .. }, wanted } = self.defense_dice;
        let pool = SortedPool { pool: Pool::<OwnTurn> { labels, turn: PhantomData }, wanted };
        let [ones, plain, sixes, forced] =
            chance.memoised(&pool, [dice, needed, may, forced_to, C::N::of(0)]);
        [ones, plain + sixes, sixes, forced]
    }
}
