//! Outcomes of one encounter: rolled, drawn from the exact distribution, or expected.

use super::EncounterError;
use std::sync::OnceLock;
use warodds_engine::chance::DiceSource;
use warodds_games::asoiaf::{Aftermath, Encounter};

/// 2^64, the number of random words.
const WORDS: f64 = 18_446_744_073_709_551_616.0;

/// The outcomes of one compiled encounter.
#[derive(Debug)]
pub struct EncounterOutcomes {
    encounter: Encounter,
    /// Computed on first use: many encounters are only ever rolled.
    exact: OnceLock<Result<ExactDistribution, EncounterError>>,
}

/// An exact distribution, prepared for drawing.
#[derive(Clone, Debug)]
struct ExactDistribution {
    /// Each outcome with the end of its share of the random words, ascending.
    cumulative: Vec<(Aftermath, u64)>,
    expected: ExpectedOutcome,
}

/// Expected values of an encounter, indexed by side: attacker first.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedOutcome {
    /// Expected wounds left.
    pub left: [f64; 2],
    /// Probability of destruction.
    pub destroyed: [f64; 2],
    /// Probability of a failed panic test.
    pub failed: [f64; 2],
    /// Probability that a charge arrives.
    pub arrives: f64,
    /// Expected number of condition tokens held afterwards.
    pub tokens: [f64; 2],
}

impl EncounterOutcomes {
    pub(super) const fn new(encounter: Encounter) -> Self {
        Self { encounter, exact: OnceLock::new() }
    }

    /// Returns the longest distance that the charge can cover, in inches (A5.1).
    pub(crate) const fn longest_charge(&self) -> u8 {
        self.encounter.longest()
    }

    /// Resolves the encounter die by die.
    ///
    /// # Errors
    /// [`EncounterError::OutOfTable`] if the rule has a fault.
    pub fn roll(&self, dice: &mut dyn DiceSource) -> Result<Aftermath, EncounterError> {
        Ok(self.encounter.roll(dice)?)
    }

    /// Maps a random word to an outcome. Over all words each outcome occurs with its exact
    /// probability, to within 2^-52.
    ///
    /// # Errors
    /// [`EncounterError::OutOfTable`] if the rule has a fault.
    pub fn draw(&self, word: u64) -> Result<Aftermath, EncounterError> {
        let cumulative = &self.exact()?.cumulative;
        // the last share may end just below 2^64 by rounding: it takes the words that remain
        let index = cumulative.partition_point(|(_, end)| *end <= word).min(cumulative.len() - 1);
        cumulative.get(index).map(|(after, _)| *after).ok_or(EncounterError::Lost)
    }

    /// Returns the expected values.
    ///
    /// # Errors
    /// [`EncounterError::OutOfTable`] if the rule has a fault.
    pub fn expected(&self) -> Result<ExpectedOutcome, EncounterError> {
        Ok(self.exact()?.expected)
    }

    fn exact(&self) -> Result<&ExactDistribution, EncounterError> {
        let exact =
            self.exact.get_or_init(|| ExactDistribution::new(&self.encounter.distribution()?));
        exact.as_ref().map_err(|error| *error)
    }
}

impl ExactDistribution {
    fn new(distribution: &[(Aftermath, f64)]) -> Result<Self, EncounterError> {
        let mut sum = 0.0;
        let cumulative = distribution.iter().map(|&(after, p)| {
            sum += p;
            // the cast saturates, so a sum slightly above 1 maps to the last word
            (after, (sum * WORDS) as u64)
        });
        let cumulative: Vec<_> = cumulative.collect();
        if cumulative.is_empty() {
            return Err(EncounterError::Lost);
        }
        let expected = distribution
            .iter()
            .fold(ExpectedOutcome::default(), |expected, (after, p)| expected.with(after, *p));
        Ok(Self { cumulative, expected })
    }
}

impl ExpectedOutcome {
    /// Adds an outcome of probability `p`.
    fn with(self, after: &Aftermath, p: f64) -> Self {
        let event = |happens: bool| if happens { p } else { 0.0 };
        let sum = |total: [f64; 2], added: [f64; 2]| [total[0] + added[0], total[1] + added[1]];
        // the three condition tokens; the bits above count avoided destructions
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
