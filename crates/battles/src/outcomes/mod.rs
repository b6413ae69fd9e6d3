//! What comes of attacks, charges and panic tests, by the games' rule text: made ready once for
//! each way that units may meet, rolled die by die or drawn from the exact distribution.

mod compile;
mod distribution;
mod encounter;
mod typical;

pub use distribution::{EncounterOutcomes, ExpectedOutcome};
pub use encounter::{
    CombatConditions, EncounterKind, EncounterSetting, EncounterSpec, ObjectiveBonuses,
};
pub(crate) use typical::{Losses, TypicalEncounter};

use crate::army::BattleUnit;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use warodds_games::asoiaf::Edition;

/// So many outcomes are kept, some tens of megabytes; then they are worked out anew.
const MOST: usize = 10_000;

/// Something that cannot be fought as it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncounterError {
    /// There is no such unit, or nothing is left of it.
    #[error("a unit that is gone cannot fight")]
    Gone,
    /// The card has no such attack.
    #[error("a unit has no attack number {0}")]
    NoAttack(u8),
    /// A number is out of its range.
    #[error("a fight has a number that no unit has")]
    OutOfRange,
    /// The rules need to know more.
    #[error(transparent)]
    Unknown(#[from] warodds_games::asoiaf::encounter::UnknownProfile),
    /// Dice went beyond what the rules know.
    #[error("a rule looked beyond its tables")]
    Lost,
}

/// The outcomes of a battle's meetings, each worked out the first time it is asked for. They are
/// pure functions of what is asked, so that who asks first makes no difference.
#[derive(Debug)]
pub struct OutcomeCache<'a> {
    units: &'a [BattleUnit],
    edition: Edition,
    known: RefCell<FxHashMap<EncounterSpec, Rc<EncounterOutcomes>>>,
    typical: RefCell<FxHashMap<TypicalEncounter, Losses>>,
}

impl<'a> OutcomeCache<'a> {
    /// The outcomes of the units of a battle.
    pub fn new(units: &'a [BattleUnit], edition: Edition) -> Self {
        Self { units, edition, known: RefCell::default(), typical: RefCell::default() }
    }

    /// What comes of a meeting.
    ///
    /// # Errors
    /// Where it cannot be fought.
    pub fn get(&self, meeting: &EncounterSpec) -> Result<Rc<EncounterOutcomes>, EncounterError> {
        if let Some(found) = self.known.borrow().get(meeting) {
            return Ok(Rc::clone(found));
        }
        let found =
            Rc::new(EncounterOutcomes::new(compile::encounter(self.units, meeting, self.edition)?));
        let mut known = self.known.borrow_mut();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(*meeting, Rc::clone(&found));
        Ok(found)
    }

    /// Whether a meeting comes up so often that its distribution is worth working out.
    pub fn is_recurring(&self, meeting: &EncounterSpec) -> bool {
        meeting.is_recurring(self.units)
    }

    /// Something of what both lose in a meeting, roughly.
    pub(crate) fn typical_losses<T>(
        &self,
        typical: TypicalEncounter,
        tell: impl FnOnce(&Losses) -> T,
    ) -> Result<T, EncounterError> {
        if let Some(known) = self.typical.borrow().get(&typical) {
            return Ok(tell(known));
        }
        let meeting = typical.meeting(self.units);
        let encounter = compile::encounter(self.units, &meeting, self.edition)?;
        let losses = Losses::of(&meeting, &encounter.distribution()?);
        let told = tell(&losses);
        self.typical.borrow_mut().insert(typical, losses);
        Ok(told)
    }

    /// How many are known so far.
    pub fn cached_count(&self) -> usize {
        self.known.borrow().len()
    }

    /// The units.
    pub const fn units(&self) -> &'a [BattleUnit] {
        self.units
    }
}
