//! Pools of independent dice with both players' rerolls (A0.7): the owner rerolls every failure,
//! the enemy every success.

use std::marker::PhantomData;

use super::context::ActivePlayer;
use super::memo_keys;
use warodds_engine::chance::{
    Chance, DiceCombine, FaceCounts, Label, Mask, MemoKey, Memoised, Num, Sorted, when,
};

/// Display names of a pool and its rerolls.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolLabels {
    /// The first roll.
    pub rolled: &'static Label,
    /// The owner's reroll.
    pub by_roller: &'static Label,
    /// The reroll forced by the enemy.
    pub by_enemy: &'static Label,
}

/// A pool of independent dice with both players' rerolls (A0.7). The active player rerolls first:
/// the owner in [`OwnTurn`], the enemy in [`EnemyTurn`]. Inputs: dice, the face that succeeds (2 to
/// 6; 7 for none), and whether (1 or 0) the owner and the enemy may reroll. Outputs: final
/// successes, and whether the enemy forced a reroll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pool<T> {
    /// Display names.
    pub labels: PoolLabels,
    /// Whose turn it is: a type, so the order costs nothing at run time.
    pub turn: PhantomData<T>,
}

/// The turn of the player who rolls.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnTurn;
/// The turn of the enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct EnemyTurn;

/// Whose turn it is.
pub(super) trait TurnOrder: Copy {
    /// The active player, from the point of view of the player who rolls.
    const ACTIVE: ActivePlayer;
}
impl TurnOrder for OwnTurn {
    const ACTIVE: ActivePlayer = ActivePlayer::Own;
}
impl TurnOrder for EnemyTurn {
    const ACTIVE: ActivePlayer = ActivePlayer::Enemy;
}

impl<T: TurnOrder> Memoised<4, 2> for Pool<T> {
    const DICE: Option<[DiceCombine; 2]> = Some([DiceCombine::Sum, DiceCombine::Any]);

    fn key(&self, inputs: [u8; 4]) -> (MemoKey, [u8; 4]) {
        let own = (T::ACTIVE == ActivePlayer::Own).into();
        (MemoKey::Shared([memo_keys::POOL, own, 0, 0, 0, 0, 0, 0]), inputs)
    }

    #[inline(always)]
    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [dice, needed, roller_may, enemy_may]: [C::N; 4],
    ) -> [C::N; 2] {
        let none = C::N::of(0);
        let rolled = chance.successes(self.labels.rolled, dice, needed);
        let (good, forced) = match T::ACTIVE {
            ActivePlayer::Own => {
                // the owner is active and rerolls first; the enemy then picks among the final
                // successes
                let improved = self.own_reroll(chance, [dice, needed], rolled, roller_may.gt(none));
                self.forced_reroll(chance, needed, improved, enemy_may.gt(none))
            }
            ActivePlayer::Enemy => {
                let (spoiled, forced) =
                    self.forced_reroll(chance, needed, rolled, enemy_may.gt(none));
                (self.own_reroll(chance, [dice, needed], spoiled, roller_may.gt(none)), forced)
            }
        };
        [good, C::N::flag(forced.gt(none))]
    }
}

impl<T> Pool<T> {
    /// Applies the owner's reroll of every failure.
    #[inline(always)]
    fn own_reroll<C: Chance>(
        &self,
        chance: &mut C,
        [dice, needed]: [C::N; 2],
        good: C::N,
        may: <C::N as Num>::Mask,
    ) -> C::N {
        let [better] = when!(
            may,
            [chance.successes(self.labels.by_roller, (dice - good).masked(may), needed)]
        );
        good + better
    }

    /// Applies the enemy's reroll of every success. Returns the successes left and the dice
    /// rerolled.
    #[inline(always)]
    fn forced_reroll<C: Chance>(
        &self,
        chance: &mut C,
        needed: C::N,
        good: C::N,
        may: <C::N as Num>::Mask,
    ) -> (C::N, C::N) {
        let [left, forced] =
            when!(may, [chance.successes(self.labels.by_enemy, good.masked(may), needed), good]);
        (left.select(may, good), forced)
    }
}

/// A [`Pool`] whose natural faces matter. Outputs: dice that show a 1, that succeed with less than
/// a 6, that show a 6, and whether the enemy forced a reroll. The input `fish` (1 or 0) makes the
/// owner reroll every die but 6s.
#[derive(Clone, Copy, Debug)]
pub(super) struct SortedPool<T> {
    /// The pool.
    pub pool: Pool<T>,
    /// The faces to count.
    pub counts: FaceCounts,
}

impl<T: TurnOrder> Memoised<5, 4> for SortedPool<T> {
    const DICE: Option<[DiceCombine; 4]> =
        Some([DiceCombine::Sum, DiceCombine::Sum, DiceCombine::Sum, DiceCombine::Any]);

    fn key(&self, inputs: [u8; 5]) -> (MemoKey, [u8; 5]) {
        let own = (T::ACTIVE == ActivePlayer::Own).into();
        let ones = (self.counts == FaceCounts::OnesAndSixes).into();
        (MemoKey::Shared([memo_keys::SORTED_POOL, own, ones, 0, 0, 0, 0, 0]), inputs)
    }

    #[inline(always)]
    fn run<C: Chance>(
        &self,
        chance: &mut C,
        [dice, needed, roller_may, enemy_may, fish]: [C::N; 5],
    ) -> [C::N; 4] {
        let none = C::N::of(0);
        let (roller_may, enemy_may, fish) =
            (roller_may.gt(none), enemy_may.gt(none), fish.gt(none));
        let rolled = chance.sorted(self.pool.labels.rolled, dice, needed, self.counts);
        let (fell, forced) = match T::ACTIVE {
            ActivePlayer::Own => {
                let improved = self.own_reroll(chance, [dice, needed], rolled, roller_may, fish);
                self.forced_reroll(chance, needed, improved, enemy_may)
            }
            ActivePlayer::Enemy => {
                let (spoiled, forced) = self.forced_reroll(chance, needed, rolled, enemy_may);
                (self.own_reroll(chance, [dice, needed], spoiled, roller_may, fish), forced)
            }
        };
        [fell.ones, fell.plain, fell.sixes, C::N::flag(forced.gt(none))]
    }
}

impl<T> SortedPool<T> {
    /// Applies the owner's reroll of every failure, or of every die but 6s.
    #[inline(always)]
    fn own_reroll<C: Chance>(
        &self,
        chance: &mut C,
        [dice, needed]: [C::N; 2],
        fell: Sorted<C::N>,
        may: <C::N as Num>::Mask,
        fish: <C::N as Num>::Mask,
    ) -> Sorted<C::N> {
        if !may.any() {
            return fell;
        }
        let given_up = fell.plain.masked(may & fish);
        let again = (dice - fell.plain - fell.sixes).masked(may) + given_up;
        let rest = Sorted {
            ones: fell.ones.masked(!may),
            plain: fell.plain - given_up,
            sixes: fell.sixes,
        };
        rest + chance.sorted(self.pool.labels.by_roller, again, needed, self.counts)
    }

    /// Applies the enemy's reroll of every success.
    #[inline(always)]
    fn forced_reroll<C: Chance>(
        &self,
        chance: &mut C,
        needed: C::N,
        fell: Sorted<C::N>,
        may: <C::N as Num>::Mask,
    ) -> (Sorted<C::N>, C::N) {
        if !may.any() {
            return (fell, C::N::of(0));
        }
        let forced = (fell.plain + fell.sixes).masked(may);
        let rest = Sorted {
            ones: fell.ones,
            plain: fell.plain.masked(!may),
            sixes: fell.sixes.masked(!may),
        };
        (rest + chance.sorted(self.pool.labels.by_enemy, forced, needed, self.counts), forced)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warodds_engine::chance::assert_dice_independent;

    const LABELS: PoolLabels = PoolLabels {
        rolled: &Label::new("dice", "A0.1"),
        by_roller: &Label::new("again", "A0.7"),
        by_enemy: &Label::new("again", "A0.7"),
    };

    /// All that a pool of some dice may be given: the face needed, and who may reroll.
    fn all_inputs() -> impl Iterator<Item = [u8; 4]> {
        (0..=5).flat_map(|dice| {
            (2..=7).flat_map(move |needed| (0..4).map(move |may| [dice, needed, may & 1, may >> 1]))
        })
    }

    #[test]
    fn dice_of_pools_count_alone() {
        for inputs in all_inputs() {
            assert_dice_independent(&Pool::<OwnTurn> { labels: LABELS, turn: PhantomData }, inputs);
            assert_dice_independent(
                &Pool::<EnemyTurn> { labels: LABELS, turn: PhantomData },
                inputs,
            );
        }
    }

    #[test]
    fn sorted_dice_of_pools_count_alone() {
        for ([dice, needed, own, enemy], fish) in
            all_inputs().flat_map(|inputs| [(inputs, 0), (inputs, 1)])
        {
            for counts in [FaceCounts::Sixes, FaceCounts::OnesAndSixes] {
                let inputs = [dice, needed, own, enemy, fish];
                assert_dice_independent(
                    &SortedPool {
                        pool: Pool::<OwnTurn> { labels: LABELS, turn: PhantomData },
                        counts,
                    },
                    inputs,
                );
                assert_dice_independent(
                    &SortedPool {
                        pool: Pool::<EnemyTurn> { labels: LABELS, turn: PhantomData },
                        counts,
                    },
                    inputs,
                );
            }
        }
    }
}
