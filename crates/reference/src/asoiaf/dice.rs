//! Dice that stand alone and dice that count together: pools with their rerolls (A0.7), panic tests
//! with theirs (A4.4).

use std::collections::BTreeMap;

use super::{Probabilities, add};

/// Whether a die of a pool succeeds (A0.2–A0.5): 1 never, 6 always, else its modified face, counted
/// at most as 6.
pub(super) fn succeeds(face: i32, modifier: i32, value: i32) -> bool {
    match face {
        1 => false,
        6 => true,
        _ => (face + modifier).clamp(0, 6) >= value,
    }
}

/// Dice that each stand alone, and who may reroll them.
pub struct DicePool {
    /// The value on the card: the least face that succeeds.
    pub value: i32,
    /// Added to each face.
    pub modifier: i32,
    /// Whether who rolls may reroll.
    pub roller: bool,
    /// Whether the enemy may.
    pub enemy: bool,
    /// Whether who rolls is the active player, and rerolls first (A0.7).
    pub roller_is_active: bool,
}

impl DicePool {
    /// One die with both rerolls (A0.7): whether it succeeds at last and whether the enemy made it
    /// be rerolled.
    pub fn die(&self) -> Probabilities<(bool, bool)> {
        let good = |face| succeeds(face, self.modifier, self.value);
        let mut distribution = Probabilities::new();
        for first in 1..=6 {
            for rollers in 1..=6 {
                for enemys in 1..=6 {
                    let (mut shown, mut forced) = (first, false);
                    for roller_moves in [self.roller_is_active, !self.roller_is_active] {
                        if roller_moves && self.roller && !good(shown) {
                            shown = rollers;
                        }
                        if !roller_moves && self.enemy && good(shown) {
                            (shown, forced) = (enemys, true);
                        }
                    }
                    add(&mut distribution, (good(shown), forced), 1.0 / 216.0);
                }
            }
        }
        distribution
    }

    /// So many dice: successes, and whether the enemy made any be rerolled.
    pub fn roll(&self, dice: u8) -> Probabilities<(u8, bool)> {
        let mut distribution = Probabilities::from([((0, false), 1.0)]);
        let die = self.die();
        for _ in 0..dice {
            let mut more = Probabilities::new();
            for (&(good, any), p) in &distribution {
                for (&(is_good, forced), q) in &die {
                    add(&mut more, (good + u8::from(is_good), any || forced), p * q);
                }
            }
            distribution = more;
        }
        distribution
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// Who may reroll dice of a test.
pub enum RerollingPlayer {
    /// Who takes it.
    Own,
    /// The other.
    Enemy,
}

/// A panic test's numbers (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoraleTest {
    /// The value to be reached.
    pub morale: i32,
    /// Added to the roll.
    pub modifier: i32,
    /// Wounds left to lose.
    pub left: u8,
    /// Wounds of a failed test beside the D3, and the most of both.
    pub base: i32,
    /// The most wounds that it costs.
    pub cap: i32,
}

impl MoraleTest {
    /// One by the book.
    pub fn book(morale: i32, modifier: i32, left: u8) -> Self {
        Self { morale, modifier, left, base: 1, cap: i32::MAX }
    }
}

/// The most wounds of a unit that takes a test here.
const MOST: usize = 12;

impl MoraleTest {
    /// Wounds suffered of a final roll of {D6, D6, D3} (A4.2, A4.5).
    pub fn cost(&self, [a, b, c]: [i32; 3]) -> i64 {
        if self.passes([a, b]) {
            0
        } else {
            i64::from((self.base + c).clamp(0, self.cap)).min(self.left.into())
        }
    }

    /// Whether two dice pass it (A4.1, A4.5).
    pub fn passes(&self, [a, b]: [i32; 2]) -> bool {
        (a + b + self.modifier).max(0) >= self.morale
    }
}

/// What follows a roll: its worth as a whole number, the weight of (wounds, failed, forced) at
/// wounds × 4 + failed × 2 + forced, and whether equally good sets of as many dice lead to
/// different distributions, so that the distribution is left open (A4.4 settles the mean alone).
#[derive(Clone, Debug)]
pub(super) struct RollValue {
    pub worth: i64,
    pub distribution: [f64; MOST * 4 + 4],
    pub open: bool,
}

fn place([a, b, c]: [i32; 3]) -> usize {
    ((a - 1) * 18 + (b - 1) * 3 + c - 1) as usize
}

fn rolls() -> impl Iterator<Item = [i32; 3]> {
    (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=3).map(move |c| [a, b, c])))
}

/// What each roll is worth with these players still to reroll, the first of them first.
pub(super) fn roll_values(test: &MoraleTest, order: &[RerollingPlayer]) -> Vec<RollValue> {
    let Some((&mover, rest)) = order.split_first() else {
        return rolls().map(|dice| settled(test, dice)).collect();
    };
    let after = roll_values(test, rest);
    rolls().map(|dice| best(mover, dice, &after)).collect()
}

/// What a test can come to: wounds, whether it failed, whether the enemy had dice rerolled.
pub type MoraleTestResults = Vec<((i32, bool, bool), f64)>;

/// How likely each result of a test is with these players to reroll, and whether ties leave that
/// open.
pub fn morale_test_results(
    test: &MoraleTest,
    order: &[RerollingPlayer],
) -> (MoraleTestResults, bool) {
    let roll_values = roll_values(test, order);
    let mut all: BTreeMap<(i32, bool, bool), f64> = BTreeMap::new();
    for roll_value in &roll_values {
        for (key, p) in roll_value.distribution.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let result = ((key / 4) as i32, key & 2 > 0, key & 1 > 0);
            *all.entry(result).or_default() += p / roll_values.len() as f64;
        }
    }
    (all.into_iter().collect(), roll_values.iter().any(|roll_value| roll_value.open))
}

fn settled(test: &MoraleTest, dice: [i32; 3]) -> RollValue {
    let (cost, [a, b, _]) = (test.cost(dice), dice);
    let mut distribution = [0.0; MOST * 4 + 4];
    distribution[cost as usize * 4 + if test.passes([a, b]) { 0 } else { 2 }] = 1.0;
    RollValue { worth: cost, distribution, open: false }
}

/// Every outcome of rerolling a set of dice, the others kept.
fn rerolls(dice: [i32; 3], set: u32, after: &[RollValue]) -> impl Iterator<Item = &RollValue> {
    rolls().map(move |new| {
        let shown =
            std::array::from_fn(|die| if set >> die & 1 == 1 { new[die] } else { dice[die] });
        &after[place(shown)]
    })
}

/// What rerolling a set of dice leads to.
fn rerolled(dice: [i32; 3], set: u32, mover: RerollingPlayer, after: &[RollValue]) -> RollValue {
    let (mut worth, mut distribution, mut open) = (0, [0.0; MOST * 4 + 4], false);
    for outcome in rerolls(dice, set, after) {
        worth += outcome.worth;
        open |= outcome.open;
        for (key, p) in outcome.distribution.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            let forced = mover == RerollingPlayer::Enemy && set != 0;
            distribution[if forced { key | 1 } else { key }] += p / 108.0;
        }
    }
    RollValue { worth, distribution, open }
}

/// The best set for its mover, on a tie one of the fewest dice (A4.4).
fn best(mover: RerollingPlayer, dice: [i32; 3], after: &[RollValue]) -> RollValue {
    let sign = if mover == RerollingPlayer::Own { -1 } else { 1 };
    let rank = |set: u32| {
        let worth: i64 = rerolls(dice, set, after).map(|outcome| outcome.worth).sum();
        (sign * worth, -i64::from(set.count_ones()))
    };
    let ranks: Vec<(i64, i64)> = (0..8).map(rank).collect();
    let top = ranks.iter().max().expect("there are sets");
    let mut tied = (0..8)
        .filter(|set| ranks[*set as usize] == *top)
        .map(|set| rerolled(dice, set, mover, after));
    let mut chosen = tied.next().expect("the best is among them");
    let differs = |other: RollValue| {
        other.open
            || other
                .distribution
                .iter()
                .zip(&chosen.distribution)
                .any(|(p, q)| (p - q).abs() > 1e-12)
    };
    chosen.open |= tied.any(differs);
    chosen
}
