//! The reference model of rerolls: pools of independent dice (A0.7), and morale tests, whose dice
//! are rerolled as a set (A4.4).

use std::collections::BTreeMap;

use super::{Probabilities, add};

/// Returns whether a die of a pool succeeds (A0.2–A0.5): never on a natural 1, always on a natural
/// 6, otherwise if its modified face, at most 6, reaches `value`.
pub(super) fn succeeds(face: i32, modifier: i32, value: i32) -> bool {
    match face {
        1 => false,
        6 => true,
        _ => (face + modifier).clamp(0, 6) >= value,
    }
}

/// Independent dice, and the players who may reroll them.
pub struct DicePool {
    /// The value on the card: the least face that succeeds.
    pub value: i32,
    /// The modifier of each die.
    pub modifier: i32,
    /// Whether the rolling player may reroll.
    pub roller: bool,
    /// Whether the enemy may reroll.
    pub enemy: bool,
    /// Whether the rolling player is the active one, who rerolls first (A0.7).
    pub roller_is_active: bool,
}

impl DicePool {
    /// Returns the distribution of one die with both rerolls (A0.7): whether it succeeds, and
    /// whether the enemy had it rerolled.
    ///
    /// # Examples
    /// On 4+ with a reroll of failures, three quarters of the dice succeed:
    /// ```
    /// use warodds_reference::asoiaf::DicePool;
    ///
    /// let pool =
    ///     DicePool { value: 4, modifier: 0, roller: true, enemy: false, roller_is_active: true };
    /// assert!((pool.die()[&(true, false)] - 0.75).abs() < 1e-12);
    /// ```
    pub fn die(&self) -> Probabilities<(bool, bool)> {
        let good = |face| succeeds(face, self.modifier, self.value);
        let mut distribution = Probabilities::new();
        for first in 1..=6 {
            // all three dice are always listed, rerolled or not, so that each triple is as likely
            for rollers in 1..=6 {
                for enemys in 1..=6 {
                    let (mut shown, mut forced) = (first, false);
                    for is_roller_turn in [self.roller_is_active, !self.roller_is_active] {
                        if is_roller_turn && self.roller && !good(shown) {
                            shown = rollers;
                        }
                        if !is_roller_turn && self.enemy && good(shown) {
                            (shown, forced) = (enemys, true);
                        }
                    }
                    add(&mut distribution, (good(shown), forced), 1.0 / 216.0);
                }
            }
        }
        distribution
    }

    /// Returns the distribution of `dice` dice: successes, and whether the enemy had any rerolled.
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

/// A player who may reroll dice of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RerollingPlayer {
    /// The player of the tested unit.
    Tested,
    /// The other player.
    Enemy,
}

/// The values of a morale or panic test (A4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoraleTestValues {
    /// The morale value: the least total that passes.
    pub morale: i32,
    /// The modifier of the roll.
    pub modifier: i32,
    /// The remaining wounds, which bound the cost.
    pub left: u8,
    /// The wounds of a failed test in addition to the D3.
    pub base: i32,
    /// The largest number of wounds of a failed test.
    pub cap: i32,
}

impl MoraleTestValues {
    /// Creates a panic test by the rulebook, which costs 1 + D3 wounds (A4.2).
    pub fn rulebook(morale: i32, modifier: i32, left: u8) -> Self {
        Self { morale, modifier, left, base: 1, cap: i32::MAX }
    }
}

/// The largest number of remaining wounds in tests of this model.
const MAX_WOUNDS: usize = 12;

impl MoraleTestValues {
    /// Returns the wounds suffered after a final roll of {D6, D6, D3} (A4.2, A4.5).
    pub fn cost(&self, [a, b, c]: [i32; 3]) -> i64 {
        if self.passes([a, b]) {
            0
        } else {
            // wounds beyond those left are not suffered and do not count as worse (A4.4)
            i64::from((self.base + c).clamp(0, self.cap)).min(self.left.into())
        }
    }

    /// Returns whether two dice pass the test (A4.1, A4.5).
    pub fn passes(&self, [a, b]: [i32; 2]) -> bool {
        // a total below 0 is 0 (A0.3), so morale 0 always passes
        (a + b + self.modifier).max(0) >= self.morale
    }
}

/// The value of a roll: its worth as an integer, which compares exactly; the probabilities of
/// (wounds, failed, forced) at index wounds × 4 + failed × 2 + forced; and whether equally good
/// sets of as many dice lead to different distributions (A4.4 determines the mean only).
#[derive(Clone, Debug)]
pub(super) struct RollValue {
    pub worth: i64,
    pub distribution: [f64; MAX_WOUNDS * 4 + 4],
    pub open: bool,
}

fn roll_index([a, b, c]: [i32; 3]) -> usize {
    ((a - 1) * 18 + (b - 1) * 3 + c - 1) as usize
}

fn rolls() -> impl Iterator<Item = [i32; 3]> {
    (1..=6).flat_map(|a| (1..=6).flat_map(move |b| (1..=3).map(move |c| [a, b, c])))
}

/// Returns the value of each roll if the players in `order` still reroll.
pub(super) fn roll_values(test: &MoraleTestValues, order: &[RerollingPlayer]) -> Vec<RollValue> {
    let Some((&mover, rest)) = order.split_first() else {
        return rolls().map(|dice| final_roll(test, dice)).collect();
    };
    let after = roll_values(test, rest);
    rolls().map(|dice| best_reroll(mover, dice, &after)).collect()
}

/// The results of a test with their probabilities: wounds, whether it failed, and whether the enemy
/// had dice rerolled.
pub type MoraleTestResults = Vec<((i32, bool, bool), f64)>;

/// Returns the results of a test if the players in `order` reroll, and whether tied rerolls lead to
/// different distributions.
pub fn morale_test_results(
    test: &MoraleTestValues,
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

fn final_roll(test: &MoraleTestValues, dice: [i32; 3]) -> RollValue {
    let (cost, [a, b, _]) = (test.cost(dice), dice);
    let mut distribution = [0.0; MAX_WOUNDS * 4 + 4];
    distribution[cost as usize * 4 + if test.passes([a, b]) { 0 } else { 2 }] = 1.0;
    RollValue { worth: cost, distribution, open: false }
}

/// Returns the values after rerolling a set of dice, for each roll of new dice.
fn rerolls(dice: [i32; 3], set: u32, after: &[RollValue]) -> impl Iterator<Item = &RollValue> {
    rolls().map(move |new| {
        let shown =
            std::array::from_fn(|die| if set >> die & 1 == 1 { new[die] } else { dice[die] });
        &after[roll_index(shown)]
    })
}

/// Returns the value of rerolling a set of dice.
fn rerolled(dice: [i32; 3], set: u32, mover: RerollingPlayer, after: &[RollValue]) -> RollValue {
    let (mut worth, mut distribution, mut open) = (0, [0.0; MAX_WOUNDS * 4 + 4], false);
    for outcome in rerolls(dice, set, after) {
        // a sum over all 108 rolls, for every set, even the empty one: integers on one scale
        worth += outcome.worth;
        open |= outcome.open;
        for (key, p) in outcome.distribution.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            // a token is spent only if its owner has dice rerolled (A7)
            let forced = mover == RerollingPlayer::Enemy && set != 0;
            distribution[if forced { key | 1 } else { key }] += p / 108.0;
        }
    }
    RollValue { worth, distribution, open }
}

/// Returns the value of the best set for `mover`; on a tie, the one with the fewest dice (A4.4).
fn best_reroll(mover: RerollingPlayer, dice: [i32; 3], after: &[RollValue]) -> RollValue {
    // the tested player wants few wounds, the enemy many
    let sign = if mover == RerollingPlayer::Tested { -1 } else { 1 };
    let rank = |set: u32| {
        let worth: i64 = rerolls(dice, set, after).map(|outcome| outcome.worth).sum();
        (sign * worth, -i64::from(set.count_ones()))
    };
    let ranks: Vec<(i64, i64)> = (0..8).map(rank).collect();
    let top = ranks.iter().max().expect("eight sets");
    let mut tied = (0..8)
        .filter(|set| ranks[*set as usize] == *top)
        .map(|set| rerolled(dice, set, mover, after));
    let mut chosen = tied.next().expect("the best set");
    let differs = |other: RollValue| {
        other.open
            || other
                .distribution
                .iter()
                .zip(&chosen.distribution)
                .any(|(p, q)| (p - q).abs() > 1e-12)
    };
    // rule A4.4 leaves open which of equally good sets of as many dice is taken
    chosen.open |= tied.any(differs);
    chosen
}
