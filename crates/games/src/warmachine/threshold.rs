//! Threshold checks: a warbeast with fury rolls 2D6 and adds its fury; above its threshold it
//! frenzies (W1.4).

use super::question::{Beast, Threshold};
use super::results::{event, quantity};
use warodds_engine::chance::{Chance, Label, Mask, Num, Paths, Rule, Slot, State, when};

const CHECK: Label = Label::new("threshold check", "W1.4");
const TOTAL: Label = Label::new("with its fury", "W1.4");
const FRENZY: Label = Label::new("it frenzies", "W1.4");

/// Resolves a check. Returns its total and whether the beast frenzies; both are 0 without fury.
pub(super) fn check<C: Chance>(chance: &mut C, fury: u8, threshold: u8) -> [C::N; 2] {
    // a beast without fury makes no check (W1.4)
    when!(<C::N as Num>::Mask::all_of(fury > 0), {
        let [one, other] = chance.two_d6(&CHECK);
        let total = one + other + C::N::of(fury);
        let frenzies = C::N::flag(total.gt(C::N::of(threshold)));
        chance.describe(&TOTAL, total);
        chance.describe(&FRENZY, frenzies);
        [total, frenzies]
    })
}

/// Returns the probability that a beast frenzies.
///
/// # Examples
/// A beast with 2 fury and threshold 9 frenzies on 2D6 above 7.
/// ```
/// use warodds_games::warmachine::threshold::frenzy_chance;
///
/// assert!((frenzy_chance(2, 9) - 15.0 / 36.0).abs() < 1e-12);
/// assert_eq!(frenzy_chance(0, 9), 0.0);
/// ```
pub fn frenzy_chance(fury: u8, threshold: u8) -> f64 {
    let distribution =
        // by the rule itself rather than a formula, so the two cannot differ
        Paths::new(&[], None).distribution_of(1.0, |chance| check(chance, fury, threshold));
    distribution
        .into_iter()
        .filter(|([_, frenzies], _)| *frenzies == 1)
        .map(|(_, weight)| weight)
        .sum()
}

/// The rule of a threshold check.
#[derive(Clone, Debug)]
pub struct ThresholdRule {
    beast: Beast,
}

impl ThresholdRule {
    /// Creates the rule of a question.
    pub const fn new(question: &Threshold) -> Self {
        Self { beast: question.beast }
    }
}

impl Rule for ThresholdRule {
    const WIDE: bool = false;

    fn slots(&self) -> Vec<Slot> {
        vec![
            Slot::quantity(
                quantity::TOTAL,
                "total of the check",
                "points",
                // the largest total: two sixes
                12 + self.beast.fury.get(),
            ),
            Slot::event(event::FRENZY, "the warbeast frenzies"),
        ]
    }

    fn step<C: Chance>(&self, chance: &mut C, _: usize, _: &mut State<C::N>) {
        let [total, frenzies] = check(chance, self.beast.fury.get(), self.beast.threshold.get());
        chance.record(0, total);
        chance.record(1, frenzies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frenzy_is_a_total_over_the_threshold() {
        for fury in 0..=6u8 {
            for threshold in 5..=14u8 {
                let over = |(one, other): (u8, u8)| fury > 0 && one + other + fury > threshold;
                let ways = (1..=6)
                    .flat_map(|one| (1..=6).map(move |other| (one, other)))
                    .filter(|dice| over(*dice))
                    .count();
                assert!(
                    (frenzy_chance(fury, threshold) - ways as f64 / 36.0).abs() < 1e-12,
                    "fury {fury}, threshold {threshold}"
                );
            }
        }
        // threshold 9 with 3 fury: 7 or more of 2D6, 21 of 36
        assert!((frenzy_chance(3, 9) - 21.0 / 36.0).abs() < 1e-12);
    }
}
