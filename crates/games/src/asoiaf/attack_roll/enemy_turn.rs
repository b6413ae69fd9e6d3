//! Rerolls of an attack in the other player's turn. The active player rerolls first (A0.7), which
//! reverses the order in each pool. Only counter-attacks are made so; they have functions of their
//! own.

use std::marker::PhantomData;

use super::super::pool::{EnemyTurn, OwnTurn, Pool, SortedPool};
use super::AttackRoll;
use warodds_engine::chance::{Chance, Num};

impl AttackRoll {
    /// Rolls attack dice in the enemy's turn. Returns 1s, successes, 6s, and whether the enemy
    /// forced a reroll.
    #[inline(never)]
    pub(super) fn attack_dice_in_enemy_turn<C: Chance>(
        &self,
        chance: &mut C,
        inputs: [C::N; 5],
    ) -> [C::N; 4] {
        // the turn is part of the pool type, so the pool is rebuilt with the other turn
        let SortedPool { pool: Pool { labels, .. }, counts } = self.attack_dice;
        let pool = SortedPool { pool: Pool::<EnemyTurn> { labels, turn: PhantomData }, counts };
        let [ones, plain, sixes, forced] = chance.memoised(&pool, inputs);
        [ones, plain + sixes, sixes, forced]
    }

    /// Rolls defense dice in the defender's own turn, with the same results.
    #[inline(never)]
    pub(super) fn defense_dice_in_own_turn<C: Chance>(
        &self,
        chance: &mut C,
        [dice, needed, may, forced_to]: [C::N; 4],
    ) -> [C::N; 4] {
        let SortedPool { pool: Pool { labels, .. }, counts } = self.defense_dice;
        let pool = SortedPool { pool: Pool::<OwnTurn> { labels, turn: PhantomData }, counts };
        let [ones, plain, sixes, forced] =
            chance.memoised(&pool, [dice, needed, may, forced_to, C::N::of(0)]);
        [ones, plain + sixes, sixes, forced]
    }
}
