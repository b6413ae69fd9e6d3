//! Sources of dice: each die rolled, or encounters of single units drawn from exact distributions.
//! The rules are written once for both.

use crate::log::LogEntry;
use crate::outcomes::{EncounterError, EncounterSpec, OutcomeCache};
use std::borrow::Cow;
use warodds_engine::chance::{DiceSource, Die, Label};
use warodds_games::asoiaf::Aftermath;

/// The source of chance of a battle.
pub trait BattleDice {
    /// Rolls dice together and stores their faces.
    fn throw(&mut self, label: &'static Label, die: Die, faces: &mut [u8]);

    /// Draws one of `of` face-down cards, from 0.
    fn card(&mut self, label: &'static Label, of: u8) -> u8;

    /// Resolves an encounter.
    ///
    /// # Errors
    /// [`EncounterError`] if the encounter cannot be resolved.
    fn resolve(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        meeting: &EncounterSpec,
    ) -> Result<Aftermath, EncounterError>;

    /// Returns whether a requested roll was unavailable; the battle is then void.
    fn is_lost(&self) -> bool {
        false
    }

    /// Takes the entries of all rolls since the last call; empty if rolls are not logged.
    fn rolled(&mut self) -> Vec<LogEntry> {
        Vec::new()
    }
}

/// A generator of random words.
pub trait Generator {
    /// Returns 64 random bits.
    fn word(&mut self) -> u64;

    /// Returns a uniformly distributed number below `bound`.
    fn below(&mut self, bound: u8) -> u8 {
        let bound = u64::from(bound.max(1));
        // rejects words beyond the last whole multiple, which would bias the result
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let word = self.word();
            if word < fair {
                return (word % bound) as u8;
            }
        }
    }

    /// Rolls a die.
    fn face(&mut self, die: Die) -> u8 {
        1 + self.below(die.faces())
    }
}

/// A generator of the words that a function returns.
pub(crate) struct Words<F>(pub F);

impl<F: FnMut() -> u64> Generator for Words<F> {
    fn word(&mut self) -> u64 {
        (self.0)()
    }
}

impl<G: Generator> Generator for &mut G {
    fn word(&mut self) -> u64 {
        (**self).word()
    }
}

/// Rolls every die, optionally logging it.
#[derive(Clone, Debug)]
pub struct RolledDice<G> {
    generator: G,
    log: Option<Vec<LogEntry>>,
}

impl<G: Generator> RolledDice<G> {
    /// Creates a source that does not log its rolls.
    pub const fn new(generator: G) -> Self {
        Self { generator, log: None }
    }

    /// Creates a source that logs its rolls.
    pub const fn logged(generator: G) -> Self {
        Self { generator, log: Some(Vec::new()) }
    }

    fn log_roll(&mut self, label: &'static Label, sides: u8, faces: &[u8]) {
        if let Some(log) = &mut self.log {
            log.push(entry(label, sides, faces));
        }
    }
}

/// Creates the log entry of a roll.
pub(crate) fn entry(label: &'static Label, sides: u8, faces: &[u8]) -> LogEntry {
    let (what, rule) = (Cow::Borrowed(label.what), Cow::Borrowed(label.rule));
    LogEntry::Rolled { what, rule, sides, faces: faces.to_vec() }
}

impl<G: Generator> DiceSource for RolledDice<G> {
    fn roll(&mut self, label: &'static Label, die: Die, faces: &mut [u8]) {
        for face in faces.iter_mut() {
            *face = self.generator.face(die);
        }
        self.log_roll(label, die.faces(), faces);
    }
}

impl<G: Generator> BattleDice for RolledDice<G> {
    fn throw(&mut self, label: &'static Label, die: Die, faces: &mut [u8]) {
        self.roll(label, die, faces);
    }

    fn card(&mut self, label: &'static Label, of: u8) -> u8 {
        let card = self.generator.below(of);
        // logs number cards from 1, like the faces of a die
        self.log_roll(label, of, &[card + 1]);
        card
    }

    fn resolve(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        meeting: &EncounterSpec,
    ) -> Result<Aftermath, EncounterError> {
        outcomes.get(meeting)?.roll(self)
    }

    fn rolled(&mut self) -> Vec<LogEntry> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

/// Draws tests and hits of single units from their exact distributions and rolls all other dice.
///
/// The choice depends on the encounter alone, never on what is cached. Attacks and charges are
/// rolled, since few recur as often as pays for all their ends.
#[derive(Clone, Debug)]
pub struct SampledDice<G>(pub G);

impl<G: Generator> BattleDice for SampledDice<G> {
    fn throw(&mut self, _: &'static Label, die: Die, faces: &mut [u8]) {
        for face in faces {
            *face = self.0.face(die);
        }
    }

    fn card(&mut self, _: &'static Label, of: u8) -> u8 {
        self.0.below(of)
    }

    fn resolve(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        meeting: &EncounterSpec,
    ) -> Result<Aftermath, EncounterError> {
        if meeting.is_drawn() {
            // one word decides the whole encounter
            return outcomes.get(meeting)?.draw(self.0.word());
        }
        // the same generator goes on, so a battle has one sequence of words
        let mut dice = RolledDice::new(&mut self.0);
        dice.resolve(outcomes, meeting)
    }
}
