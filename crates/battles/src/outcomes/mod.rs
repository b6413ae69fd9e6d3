//! What comes of attacks, charges and panic tests, by the games' rule text: made ready once for each
//! way that units may meet, rolled die by die or drawn from the exact distribution.

mod distribution;
mod meeting;
mod question;

pub use distribution::{Outcomes, Outlook};
pub use meeting::{Around, Boons, Meeting, Setting, What};

use crate::army::Fighter;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use warodds_games::asoiaf::Edition;

/// Something that cannot be fought as it is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeetingError {
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
    Unknown(#[from] warodds_games::asoiaf::encounter::Unknown),
    /// Dice went beyond what the rules know.
    #[error("a rule looked beyond its tables")]
    Lost,
}

/// The outcomes of a battle's meetings, each worked out the first time it is asked for. They are pure
/// functions of what is asked, so that who asks first makes no difference.
#[derive(Debug)]
pub struct OutcomeCache<'a> {
    units: &'a [Fighter],
    edition: Edition,
    known: RefCell<FxHashMap<Meeting, Rc<Outcomes>>>,
}

impl<'a> OutcomeCache<'a> {
    /// The outcomes of the units of a battle.
    pub fn new(units: &'a [Fighter], edition: Edition) -> Self {
        Self { units, edition, known: RefCell::default() }
    }

    /// What comes of a meeting.
    ///
    /// # Errors
    /// Where it cannot be fought.
    pub fn of(&self, meeting: &Meeting) -> Result<Rc<Outcomes>, MeetingError> {
        if let Some(found) = self.known.borrow().get(meeting) {
            return Ok(Rc::clone(found));
        }
        let found = Rc::new(Outcomes::new(question::encounter(self.units, meeting, self.edition)?));
        self.known.borrow_mut().insert(*meeting, Rc::clone(&found));
        Ok(found)
    }

    /// How many are known so far.
    pub fn count(&self) -> usize {
        self.known.borrow().len()
    }

    /// The units.
    pub const fn units(&self) -> &'a [Fighter] {
        self.units
    }
}
