//! Where a battle's dice come from: each rolled by itself, or whole meetings drawn from their exact
//! distributions. One text of rules uses both.

use crate::log::LogEntry;
use crate::outcomes::{EncounterError, EncounterSpec, OutcomeCache};
use std::borrow::Cow;
use warodds_engine::chance::{DiceSource, Die, Label};
use warodds_games::asoiaf::Aftermath;

/// Where chance comes from in a battle.
pub trait BattleDice {
    /// Dice that are rolled together.
    fn throw(&mut self, label: &'static Label, die: Die, faces: &mut [u8]);

    /// A card of so many that lie face down, from 0.
    fn card(&mut self, label: &'static Label, of: u8) -> u8;

    /// What comes of a meeting.
    ///
    /// # Errors
    /// Where it cannot be fought.
    fn resolve(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        meeting: &EncounterSpec,
    ) -> Result<Aftermath, EncounterError>;

    /// Whether dice were asked for that there are none of: the battle is worth nothing then.
    fn is_lost(&self) -> bool {
        false
    }

    /// What was rolled since this was asked last; nothing where nobody is_enabled.
    fn rolled(&mut self) -> Vec<LogEntry> {
        Vec::new()
    }
}

/// Random numbers, wherever they come from.
pub trait Generator {
    /// A word whose bits are all random.
    fn word(&mut self) -> u64;

    /// A number below another, each as likely.
    fn below(&mut self, bound: u8) -> u8 {
        let bound = u64::from(bound.max(1));
        // words beyond the last whole multiple would make some numbers likelier
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let word = self.word();
            if word < fair {
                return (word % bound) as u8;
            }
        }
    }

    /// What a die shows.
    fn face(&mut self, die: Die) -> u8 {
        1 + match die {
            Die::D6 => self.below(6),
            Die::D3 => self.below(3),
        }
    }
}

impl<G: Generator> Generator for &mut G {
    fn word(&mut self) -> u64 {
        (**self).word()
    }
}

/// Every die rolled by itself.
#[derive(Clone, Debug)]
pub struct RolledDice<G> {
    generator: G,
    log: Option<Vec<LogEntry>>,
    lost: bool,
}

/// How many faces a die has.
const fn sides(die: Die) -> u8 {
    match die {
        Die::D6 => 6,
        Die::D3 => 3,
    }
}

impl<G: Generator> RolledDice<G> {
    /// Dice that nobody writes down.
    pub const fn new(generator: G) -> Self {
        Self { generator, log: None, lost: false }
    }

    /// Dice that are written down.
    pub const fn logged(generator: G) -> Self {
        Self { generator, log: Some(Vec::new()), lost: false }
    }

    fn log_roll(&mut self, label: &'static Label, sides: u8, faces: &[u8]) {
        if let Some(log) = &mut self.log {
            log.push(entry(label, sides, faces));
        }
    }
}

/// Dice as an entry.
pub(crate) fn entry(label: &'static Label, sides: u8, faces: &[u8]) -> LogEntry {
    let (what, rule) = (Cow::Borrowed(label.what), Cow::Borrowed(label.rule));
    LogEntry::Rolled { what, rule, sides, faces: faces.to_vec() }
}

impl<G: Generator> DiceSource for RolledDice<G> {
    fn roll(&mut self, label: &'static Label, die: Die, _: Option<u8>, faces: &mut [u8]) {
        for face in faces.iter_mut() {
            *face = self.generator.face(die);
        }
        self.log_roll(label, sides(die), faces);
    }

    fn mark_invalid(&mut self) {
        self.lost = true;
    }
}

impl<G: Generator> BattleDice for RolledDice<G> {
    fn throw(&mut self, label: &'static Label, die: Die, faces: &mut [u8]) {
        self.roll(label, die, None, faces);
    }

    fn card(&mut self, label: &'static Label, of: u8) -> u8 {
        let card = self.generator.below(of);
        self.log_roll(label, of, &[card + 1]);
        card
    }

    fn resolve(
        &mut self,
        outcomes: &OutcomeCache<'_>,
        meeting: &EncounterSpec,
    ) -> Result<Aftermath, EncounterError> {
        let after = outcomes.get(meeting)?.roll(self)?;
        if self.lost { Err(EncounterError::Lost) } else { Ok(after) }
    }

    fn rolled(&mut self) -> Vec<LogEntry> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }
}

/// Meetings that come up often are drawn from their exact distributions; other dice are rolled.
/// Which do hangs on the meeting alone, so that what is known already makes no difference.
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
        if outcomes.is_recurring(meeting) {
            return outcomes.get(meeting)?.draw(self.0.word());
        }
        let mut dice = RolledDice::new(&mut self.0);
        dice.resolve(outcomes, meeting)
    }
}
