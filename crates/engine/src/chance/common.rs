//! Common dice for two rules, step by step.
//!
//! Two attacks that roll pools of different sizes from one stream get out of step after the first
//! roll. Here every step (label) has a stream of its own, restarted for each batch of 64
//! resolutions: the first attack die of one rule is the first attack die of the other, and so on,
//! whatever was rolled in between.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::{Bytes, DiceStream, LANES, Label, seed_of_block};

/// Dice that depend on the seed, the batch, the step and how many the step has rolled before, and
/// on nothing else. They keep what the rule records in one slot.
#[derive(Clone, Debug)]
pub(super) struct CommonDice {
    seed: u64,
    steps: Vec<(&'static Label, DiceStream)>,
    slot: usize,
    recorded: Bytes,
}

impl CommonDice {
    /// The dice of a seed, which keep what is recorded in `slot`.
    pub(super) const fn new(seed: u64, slot: usize) -> Self {
        Self { seed, steps: Vec::new(), slot, recorded: Bytes::from_array([0; LANES]) }
    }

    /// Begins batch number `batch`: all steps anew.
    pub(super) fn begin(&mut self, seed: u64, batch: u64) {
        self.seed = seed_of_block(seed, batch);
        self.steps.clear();
    }

    /// What the 64 resolutions of the batch came to in the slot.
    pub(super) const fn recorded(&self) -> Bytes {
        self.recorded
    }

    /// Keeps what 64 resolutions came to, if it is the slot that is wanted.
    pub(super) fn on_record(&mut self, slot: usize, value: Bytes) {
        if slot == self.slot {
            self.recorded = value;
        }
    }

    /// The stream of a step.
    pub(super) fn stream(&mut self, step: &'static Label) -> Option<&mut DiceStream> {
        // a label may have more than one address: what it says is what it is
        let known =
            self.steps.iter().position(|(held, _)| std::ptr::eq(*held, step) || *held == step);
        let place = known.unwrap_or_else(|| {
            self.steps.push((step, DiceStream::new(seed_of_step(self.seed, step))));
            self.steps.len() - 1
        });
        self.steps.get_mut(place).map(|(_, stream)| stream)
    }
}

/// The seed of a step: its words and rule number, hashed with the seed of the batch.
fn seed_of_step(seed: u64, step: &Label) -> u64 {
    let letters = step.what.bytes().chain([0]).chain(step.rule.bytes());
    letters
        .fold(seed, |hash, letter| SplitMix64::seed_from_u64(hash ^ u64::from(letter)).next_u64())
}

#[cfg(test)]
mod tests {
    use super::super::{LaneDice, OutOfLineDice};
    use super::*;

    const HITS: Label = Label::new("attack dice", "A2.2");
    const SAVES: Label = Label::new("defence dice", "A2.4");

    #[test]
    fn a_step_has_its_dice_whatever_was_rolled_before() {
        let (mut short, mut long) = (OutOfLineDice::common(0, 0), OutOfLineDice::common(0, 0));
        for batch in 0..3 {
            short.begin(7, batch);
            long.begin(7, batch);
            let first: Vec<Bytes> = (0..2).map(|_| short.roll(&HITS)).collect();
            let more: Vec<Bytes> = (0..5).map(|_| long.roll(&HITS)).collect();
            assert_eq!(
                first.iter().map(Bytes::as_array).collect::<Vec<_>>(),
                more.iter().take(2).map(Bytes::as_array).collect::<Vec<_>>()
            );
            assert_eq!(short.roll(&SAVES).as_array(), long.roll(&SAVES).as_array());
        }
    }

    #[test]
    fn steps_and_batches_have_dice_of_their_own_and_fair_ones() {
        let mut dice = OutOfLineDice::common(0, 0);
        let (mut seen, mut same) = ([0u64; 6], 0);
        for batch in 0..5_000 {
            dice.begin(11, batch);
            let (hits, saves) = (dice.roll(&HITS), dice.roll(&SAVES));
            hits.as_array().iter().for_each(|&face| seen[usize::from(face) - 1] += 1);
            same += hits
                .as_array()
                .iter()
                .zip(saves.as_array())
                .filter(|(hit, save)| hit == save)
                .count();
        }
        // chi-square of 320 000 dice with 5 degrees: above 49.9 by chance once in 10^9 seeds
        let expected = 320_000.0 / 6.0;
        let statistic: f64 = seen.iter().map(|&n| (n as f64 - expected).powi(2) / expected).sum();
        assert!(statistic < 49.9, "chi-square {statistic}");
        // pairs of independent dice are the same once in six: 5 standard deviations of 211 miss
        // once in 1.7 million seeds
        assert!(
            (same as f64 - expected).abs() < 5.0 * 211.0,
            "{same} of 320 000 pairs are the same"
        );
    }

    #[test]
    fn only_the_slot_that_is_wanted_is_kept() {
        let mut dice = OutOfLineDice::common(0, 3);
        dice.on_record(3, Bytes::from_array([2; LANES]));
        dice.on_record(1, Bytes::from_array([9; LANES]));
        assert_eq!(dice.recorded(), Some(Bytes::from_array([2; LANES])));
    }
}
