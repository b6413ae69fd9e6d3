//! What comes of a meeting: by dice, by its exact distribution, and in expectation.

use super::EncounterError;
use std::cell::OnceCell;
use warodds_engine::chance::DiceSource;
use warodds_games::asoiaf::{Aftermath, Encounter};

/// Two to the 64.
const WORDS: f64 = 18_446_744_073_709_551_616.0;

/// What comes of a meeting.
#[derive(Debug)]
pub struct EncounterOutcomes {
    encounter: Encounter,
    /// Every way it can go with where its share of random words ends.
    exact: OnceCell<Result<ExactDistribution, EncounterError>>,
}

/// A distribution to draw from, and what it says on average.
#[derive(Clone, Debug)]
struct ExactDistribution {
    ways: Vec<(Aftermath, u64)>,
    outlook: ExpectedOutcome,
}

/// What is to be expected of a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedOutcome {
    /// Wounds left to both, on average.
    pub left: [f64; 2],
    /// The chance that each is destroyed.
    pub destroyed: [f64; 2],
    /// The chance that each fails a panic test.
    pub failed: [f64; 2],
    /// The chance that a charge arrives.
    pub arrives: f64,
    /// Condition tokens held after it, on average.
    pub tokens: [f64; 2],
}

impl EncounterOutcomes {
    pub(super) const fn new(encounter: Encounter) -> Self {
        Self { encounter, exact: OnceCell::new() }
    }

    /// The longest distance that a charge may have, in inches (A5.1).
    pub const fn longest_charge(&self) -> u8 {
        self.encounter.longest()
    }

    /// What single dice make of it.
    ///
    /// # Errors
    /// Where too little is known of a unit.
    pub fn roll(&self, dice: &mut dyn DiceSource) -> Result<Aftermath, EncounterError> {
        Ok(self.encounter.roll(dice)?)
    }

    /// What a random word makes of it: each way as often as it is probable, to a part in 2^52.
    ///
    /// # Errors
    /// Where too little is known of a unit.
    pub fn draw(&self, word: u64) -> Result<Aftermath, EncounterError> {
        let ways = &self.exact()?.ways;
        let place = ways.partition_point(|(_, end)| *end <= word).min(ways.len() - 1);
        ways.get(place).map(|(after, _)| *after).ok_or(EncounterError::Lost)
    }

    /// What is to be expected of it.
    ///
    /// # Errors
    /// Where too little is known of a unit.
    pub fn expected(&self) -> Result<ExpectedOutcome, EncounterError> {
        Ok(self.exact()?.outlook)
    }

    fn exact(&self) -> Result<&ExactDistribution, EncounterError> {
        let made =
            self.exact.get_or_init(|| ExactDistribution::of(&self.encounter.distribution()?));
        made.as_ref().map_err(|error| *error)
    }
}

impl ExactDistribution {
    fn of(distribution: &[(Aftermath, f64)]) -> Result<Self, EncounterError> {
        let mut sum = 0.0;
        let ways = distribution.iter().map(|&(after, p)| {
            sum += p;
            // what is more than all is all
            (after, (sum * WORDS) as u64)
        });
        let ways: Vec<_> = ways.collect();
        if ways.is_empty() {
            return Err(EncounterError::Lost);
        }
        let outlook = distribution
            .iter()
            .fold(ExpectedOutcome::default(), |outlook, (after, p)| outlook.with(after, *p));
        Ok(Self { ways, outlook })
    }
}

impl ExpectedOutcome {
    fn with(self, after: &Aftermath, p: f64) -> Self {
        let event = |happens: bool| if happens { p } else { 0.0 };
        let sum = |so_far: [f64; 2], more: [f64; 2]| [so_far[0] + more[0], so_far[1] + more[1]];
        let count = |bits: u8| f64::from((bits & 0b111).count_ones());
        Self {
            left: sum(self.left, after.left.map(|left| f64::from(left) * p)),
            destroyed: sum(self.destroyed, after.left.map(|left| event(left == 0))),
            failed: sum(self.failed, after.failed.map(event)),
            arrives: self.arrives + event(after.arrives),
            tokens: sum(self.tokens, after.tokens.map(|tokens| count(tokens) * p)),
        }
    }
}
