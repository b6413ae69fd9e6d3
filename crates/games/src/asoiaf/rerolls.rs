//! Rerolls (A0.7, A4.4).
//!
//! Dice of a pool are independent, so the owner rerolls every failure and the enemy every success.
//! Dice of a panic test count together: the best subset of {D6, D6, D3} to reroll is computed
//! beforehand for each possible roll, by counting outcomes in integers, and looked up during
//! resolution. A decision is data, so every engine makes the same one.

use std::cell::RefCell;
use std::sync::Arc;

use crate::decide;

use super::context::ActivePlayer;
use super::memo_keys;
use warodds_engine::chance::{BoundedMap, Chance, Label, Num, when};

/// Number of rolls of {D6, D6, D3}, in the order of [`column`].
const ROLLS: usize = 108;
/// Subsets of dice to reroll: bit 0 is the first D6, bit 1 the second, bit 2 the D3.
const SUBSETS: usize = 8;
/// Subsets by number of dice, so that a tie keeps most dice (A4.4).
const FEWEST_FIRST: [usize; SUBSETS] = [0, 1, 2, 4, 3, 5, 6, 7];
/// Total of 2D6 that every roll reaches.
pub(super) const ANY_ROLL: u8 = 2;

/// Returns the natural total of 2D6 that passes. No total goes below 0 (A0.3), which fails like any
/// other, and no natural total reaches 13 (A0.6).
pub(super) fn natural_total(morale: u8, modifiers: i16) -> u8 {
    (i16::from(morale) - modifiers).clamp(ANY_ROLL.into(), 13) as u8
}

/// The terms of a panic test: what passes, what failing costs, and who may reroll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// Natural total of 2D6 that passes; 13 for none.
    pub needed: u8,
    /// Wounds of a failed test in addition to the D3 (A4.2); the sum is at least 0.
    pub base: i16,
    /// Largest number of wounds of a failed test.
    pub cap: u8,
    /// Whether a reroll may include the D3 (A4.3).
    pub d3_rerolls: bool,
    /// Whether the tested player may reroll.
    pub own: bool,
    /// Whether the enemy may force a reroll without a token.
    pub forced: bool,
    /// Whether the enemy would spend a Panicked token (A7.1).
    pub spends: bool,
}

impl Stakes {
    /// Returns the wounds of a failed test, by the face of the D3.
    pub fn wounds(self, d3: u8) -> u8 {
        (self.base + i16::from(d3)).clamp(0, self.cap.into()) as u8
    }

    /// Returns the memo key of a test of a [kind](memo_keys) with these terms.
    pub fn name(self, kind: u8, active: ActivePlayer) -> [u8; 8] {
        let flags =
            [self.d3_rerolls, self.own, self.forced, self.spends, active == ActivePlayer::Own];
        let flags = flags.into_iter().fold(0, |bits, flag| bits << 1 | u8::from(flag));
        let [low, high] = self.base.to_le_bytes();
        [kind, self.needed, low, high, self.cap, flags, 0, 0]
    }

    /// Returns the largest number of wounds at stake.
    pub fn most(self) -> u8 {
        self.wounds(3)
    }

    /// Returns whether a subset of dice may be rerolled.
    const fn allow(self, subset: usize) -> bool {
        self.d3_rerolls || subset & 4 == 0
    }
}

/// Rerolls the dice that `choices` selects, where `may` holds. `stake` is the number of wounds the
/// unit can still lose, at most what the test costs. Returns the dice, and where any were rerolled.
#[inline(always)]
pub(super) fn again<C: Chance>(
    chance: &mut C,
    label: &'static Label,
    choices: &[u8],
    dice: [C::N; 3],
    stake: C::N,
    may: <C::N as Num>::Mask,
) -> ([C::N; 3], <C::N as Num>::Mask) {
    let [first, second, third] = dice;
    let [chosen] = when!(
        may,
        [chance.look_up(choices, ROLLS as u8, stake.saturating_sub(C::N::of(1)), column(dice))]
    );
    let is_chosen = |die: u8| (chosen & C::N::of(1 << die)).gt(C::N::of(0));
    let [new_first] = when!(is_chosen(0), [chance.d6(label)]);
    let [new_second] = when!(is_chosen(1), [chance.d6(label)]);
    let [new_third] = when!(is_chosen(2), [chance.d3(label)]);
    let dice = [
        new_first.select(is_chosen(0), first),
        new_second.select(is_chosen(1), second),
        new_third.select(is_chosen(2), third),
    ];
    (dice, chosen.gt(C::N::of(0)))
}

/// Returns the column of a roll of {D6, D6, D3}: 0 to 107.
#[inline(always)]
fn column<N: Num>([first, second, third]: [N; 3]) -> N {
    let one = N::of(1);
    first.saturating_sub(one).times(18)
        + second.saturating_sub(one).times(3)
        + third.saturating_sub(one)
}

/// The dice each player of a panic test rerolls, anticipating later rerolls: a row per number of
/// wounds at stake (from 1), a column per roll.
#[derive(Clone, Debug, Default)]
pub(super) struct RerollTables {
    /// For the enemy.
    pub enemy: Vec<u8>,
    /// For the tested player, if nobody rerolls afterwards.
    pub own: Vec<u8>,
    /// For the tested player, if the enemy rerolls afterwards.
    pub own_before_enemy: Vec<u8>,
}

/// A player of a panic test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RerollPlayer {
    /// The tested player, who minimizes wounds.
    Own,
    /// The enemy, who maximizes wounds.
    Enemy,
}

/// Largest size of the tables that a thread caches, in bytes. A table has up to 40 kB.
const MOST_CACHED: usize = 1 << 20;

thread_local! {
    static CACHE: RefCell<BoundedMap<[u8; 8], Arc<RerollTables>, MOST_CACHED>> = RefCell::default();
}

impl RerollTables {
    /// Returns the best rerolls of a test. Cached per thread, since many units share their terms.
    pub(super) fn of(stakes: Stakes, active: ActivePlayer) -> Arc<Self> {
        let key = stakes.name(memo_keys::PANIC, active);
        CACHE.with_borrow_mut(|cache| {
            cache.get(&key).unwrap_or_else(|| {
                let tables = Arc::new(Self::new(stakes, active));
                cache.insert(key, Arc::clone(&tables), tables.size());
                tables
            })
        })
    }

    /// Returns the size in bytes.
    fn size(&self) -> usize {
        let Self { enemy, own, own_before_enemy } = self;
        size_of::<Self>() + [enemy, own, own_before_enemy].map(Vec::len).iter().sum::<usize>()
    }

    /// Computes the best rerolls of a test.
    pub(super) fn new(stakes: Stakes, active: ActivePlayer) -> Self {
        // a test that costs nothing is taken all the same (A14.9)
        let most = stakes.most().max(1);
        let best = |order: &[RerollPlayer]| {
            let decided = (1..=most).flat_map(|stake| best_subsets(stakes, stake, order));
            decided.map(|(subset, _)| subset).collect()
        };
        // tables are computed only for players who may reroll
        let own = if stakes.own { best(&[RerollPlayer::Own]) } else { Vec::new() };
        match active {
            ActivePlayer::Enemy if stakes.own => Self {
                enemy: best(&[RerollPlayer::Enemy, RerollPlayer::Own]),
                own,
                own_before_enemy: Vec::new(),
            },
            ActivePlayer::Own if stakes.own => Self {
                enemy: best(&[RerollPlayer::Enemy]),
                own,
                own_before_enemy: best(&[RerollPlayer::Own, RerollPlayer::Enemy]),
            },
            _ => Self { enemy: best(&[RerollPlayer::Enemy]), ..Self::default() },
        }
    }
}

/// Returns the best subset for the first player of `order` after each roll, anticipating the other
/// players, and its value: expected wounds times 108 for each player, so that they are integers.
fn best_subsets(stakes: Stakes, stake: u8, order: &[RerollPlayer]) -> [(u8, u64); ROLLS] {
    let end = std::array::from_fn(|roll| (0, wounds(stakes, stake, faces(roll))));
    order.iter().rev().fold(end, |later, mover| {
        let sums = sums_by_remaining_dice(later.map(|(_, value)| value));
        std::array::from_fn(|roll| best_subset(stakes, *mover, roll, &sums))
    })
}

/// Returns the best subset for `mover` after `roll`, and its value. Ties go to the fewest dice.
fn best_subset(
    stakes: Stakes,
    mover: RerollPlayer,
    roll: usize,
    sums: &[[u64; ROLLS]; SUBSETS],
) -> (u8, u64) {
    let worth =
        |subset: usize| sums[subset][remaining(roll, subset)] * (ROLLS / ways(subset)) as u64;
    // the D3 is excluded in editions that do not let it be rerolled (A4.3)
    let subsets = FEWEST_FIRST.into_iter().filter(|subset| stakes.allow(*subset));
    let options = subsets.map(|subset| (subset as u8, worth(subset)));
    let best = match mover {
        RerollPlayer::Own => decide::best(options, |value, than| value < than),
        RerollPlayer::Enemy => decide::best(options, |value, than| value > than),
    };
    best.unwrap_or_default()
}

/// Returns, for each subset, the sums of `values` over rolls with equal remaining dice, indexed by
/// [`remaining`].
fn sums_by_remaining_dice(values: [u64; ROLLS]) -> [[u64; ROLLS]; SUBSETS] {
    let mut sums = [[0; ROLLS]; SUBSETS];
    for (subset, sums) in sums.iter_mut().enumerate() {
        for (roll, value) in values.iter().enumerate() {
            sums[remaining(roll, subset)] += value;
        }
    }
    sums
}

/// Returns the faces of a roll, by its column.
const fn faces(roll: usize) -> [u8; 3] {
    [(roll / 18 + 1) as u8, (roll / 3 % 6 + 1) as u8, (roll % 3 + 1) as u8]
}

/// Returns the column of `roll` with the dice of `subset` replaced by 1.
const fn remaining(roll: usize, subset: usize) -> usize {
    let first = if subset & 1 == 0 { roll / 18 * 18 } else { 0 };
    let second = if subset & 2 == 0 { roll / 3 % 6 * 3 } else { 0 };
    let third = if subset & 4 == 0 { roll % 3 } else { 0 };
    first + second + third
}

/// Returns the number of outcomes of the dice of `subset`.
const fn ways(subset: usize) -> usize {
    [1, 6][subset & 1] * [1, 6][subset >> 1 & 1] * [1, 3][subset >> 2]
}

/// Returns the wounds of a roll for a unit that can lose `stake` wounds (A4.2).
fn wounds(stakes: Stakes, stake: u8, [first, second, third]: [u8; 3]) -> u64 {
    if first + second >= stakes.needed { 0 } else { stakes.wounds(third).min(stake).into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the stakes of a test without effects.
    fn book(needed: u8) -> Stakes {
        Stakes {
            needed,
            base: 1,
            cap: u8::MAX,
            d3_rerolls: true,
            own: true,
            forced: false,
            spends: true,
        }
    }

    fn best(needed: u8, stake: u8, order: &[RerollPlayer], dice: [u8; 3]) -> u8 {
        best_subsets(book(needed), stake, order)[usize::from(column(dice))].0
    }

    #[test]
    fn places_and_faces_are_each_others_inverse() {
        assert!((0..ROLLS).all(|roll| usize::from(column(faces(roll))) == roll));
        assert!((0..ROLLS).all(|roll| remaining(roll, 0) == roll && remaining(roll, 7) == 0));
        assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(ways), [1, 6, 6, 36, 3, 18, 18, 108]);
    }

    #[test]
    fn cached_tables_are_bounded_and_still_right() {
        // 3 to 152 wounds at stake, 108 bytes for each: 1.26 MB, more than the cache holds
        for base in 0..150 {
            let stakes = Stakes { base, cap: 240, own: false, ..book(7) };
            let tables = RerollTables::of(stakes, ActivePlayer::Enemy);
            assert_eq!(tables.enemy.len(), usize::from(stakes.most()) * ROLLS);
        }
        CACHE.with_borrow(|cache| assert!(cache.size() < MOST_CACHED + (1 << 16)));
        let stakes = Stakes { base: 0, cap: 240, own: false, ..book(7) };
        let (cached, tables) = (
            RerollTables::of(stakes, ActivePlayer::Enemy),
            RerollTables::new(stakes, ActivePlayer::Enemy),
        );
        assert_eq!(cached.enemy, tables.enemy);
    }

    #[test]
    fn only_the_six_is_rerolled_in_the_digests_example() {
        // A4.4: morale 7+, dice 6 and 1 pass. Rerolling the 6 alone fails on 1 to 5: 5 of 6; both
        // fail in 15 of 36. The D3 counts as well: a 1 is below its mean of 2, so it is rerolled
        // with the 6; a 3 is kept.
        assert_eq!(best(7, 4, &[RerollPlayer::Enemy], [6, 1, 3]), 0b001);
        assert_eq!(best(7, 4, &[RerollPlayer::Enemy], [6, 1, 1]), 0b101);
        // a 2 is the mean itself: a tie, so the fewest dice
        assert_eq!(best(7, 4, &[RerollPlayer::Enemy], [6, 1, 2]), 0b001);
        // one wound at stake: the D3 is nothing
        assert_eq!(best(7, 1, &[RerollPlayer::Enemy], [6, 1, 1]), 0b001);
    }

    #[test]
    fn a_test_that_already_fails_badly_is_left_alone_by_the_enemy() {
        assert_eq!(best(12, 4, &[RerollPlayer::Enemy], [1, 1, 3]), 0);
        assert_eq!(best(12, 4, &[RerollPlayer::Enemy], [1, 1, 1]), 0b100);
    }

    #[test]
    fn a_d3_that_may_not_be_rerolled_is_kept() {
        // as above, where the 1 of the D3 is rerolled with the 6
        let stakes = Stakes { d3_rerolls: false, ..book(7) };
        let decided = best_subsets(stakes, 4, &[RerollPlayer::Enemy]);
        assert_eq!(decided[usize::from(column([6, 1, 1]))].0, 0b001);
        assert!(decided.iter().all(|(subset, _)| subset & 0b100 == 0));
    }

    /// Expected wounds, in fractions of 108 for each player, by trying every subset over every
    /// outcome: no sums, no tables.
    fn plain(stakes: Stakes, stake: u8, order: &[RerollPlayer], dice: [u8; 3]) -> u64 {
        let Some((&mover, rest)) = order.split_first() else { return wounds(stakes, stake, dice) };
        let dice_sets = if stakes.d3_rerolls { SUBSETS } else { 4 };
        let values = (0..dice_sets).map(|subset| {
            let all = (0..ROLLS).map(|roll| {
                let new = faces(roll);
                plain(
                    stakes,
                    stake,
                    rest,
                    std::array::from_fn(
                        |die| if subset >> die & 1 == 1 { new[die] } else { dice[die] },
                    ),
                )
            });
            all.sum::<u64>()
        });
        if mover == RerollPlayer::Own { values.min() } else { values.max() }
            .expect("there are subsets")
    }

    #[test]
    fn choices_are_worth_what_brute_force_finds() {
        for (needed, stake) in [(4, 4), (7, 1), (7, 3), (9, 2), (12, 4)] {
            for order in [&[RerollPlayer::Own][..], &[RerollPlayer::Enemy]] {
                for stakes in [
                    book(needed),
                    Stakes { base: 0, ..book(needed) },
                    Stakes { base: -2, ..book(needed) },
                    Stakes { cap: 2, ..book(needed) },
                    Stakes { d3_rerolls: false, ..book(needed) },
                ] {
                    let decided = best_subsets(stakes, stake, order);
                    assert!(
                        (0..ROLLS).all(|roll| decided[roll].1
                            == plain(stakes, stake, order, faces(roll)))
                    );
                }
            }
        }
        // two players in turn, on a few rolls: brute force takes its time
        for order in
            [[RerollPlayer::Own, RerollPlayer::Enemy], [RerollPlayer::Enemy, RerollPlayer::Own]]
        {
            let decided = best_subsets(book(7), 4, &order);
            assert!(
                [0, 50, 107]
                    .into_iter()
                    .all(|roll| decided[roll].1 == plain(book(7), 4, &order, faces(roll)))
            );
        }
    }
}
