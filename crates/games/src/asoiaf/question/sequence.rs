//! The question about several attackers in order.

use thiserror::Error;

use super::super::unit::UnitState;
use super::attack::Attack;
use super::movement::Charge;

/// A step of a [`Sequence`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "a sequence has few steps")]
pub enum SequenceStep {
    /// An attack.
    Attack(Attack),
    /// A charge that may fail, and the attack it leads to.
    Charge(Charge),
}

impl SequenceStep {
    /// Returns the attack of the step; `None` for a charge without one.
    pub const fn attack(&self) -> Option<&Attack> {
        match self {
            Self::Attack(attack) => Some(attack),
            Self::Charge(charge) => charge.attack(),
        }
    }

    /// Returns the step at a unit whose attachment an earlier step may have killed.
    pub(in super::super) fn after_kills(&self, kills: bool) -> Self {
        let mut step = self.clone();
        let attack = match &mut step {
            Self::Attack(attack) => Some(attack),
            Self::Charge(charge) => charge.attack.as_mut(),
        };
        if let Some(attack) = attack {
            attack.defender.attachment_may_be_dead |= kills;
        }
        step
    }

    /// Returns the charge, if the step is one.
    pub const fn charge(&self) -> Option<&Charge> {
        match self {
            Self::Attack(_) => None,
            Self::Charge(charge) => Some(charge),
        }
    }
}

/// Attackers that act once each, in order, on the same unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    steps: Vec<SequenceStep>,
    /// The state of the defender at the start.
    unit: UnitState,
}

/// Steps that are no sequence.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum SequenceError {
    /// There are too many steps, or none.
    #[error("a sequence has from 1 to {} steps, not {given}", Sequence::MOST)]
    Steps {
        /// Number of steps.
        given: usize,
    },
    /// A charge leads to no attack.
    #[error("the charge of step {step} leads to no attack")]
    NoAttack {
        /// Number of the step, from 1.
        step: usize,
    },
}

impl Sequence {
    /// Largest number of steps.
    pub const MOST: usize = 6;

    /// Creates the question from steps against the same unit in the same state.
    ///
    /// # Errors
    /// [`SequenceError`] without steps, for more than [`Self::MOST`], and for a charge without an
    /// attack.
    pub fn new(steps: Vec<SequenceStep>) -> Result<Self, SequenceError> {
        let given = steps.len();
        if given > Self::MOST {
            return Err(SequenceError::Steps { given });
        }
        if let Some(place) = steps.iter().position(|step| step.attack().is_none()) {
            return Err(SequenceError::NoAttack { step: place + 1 });
        }
        let first = steps.first().and_then(SequenceStep::attack);
        let unit = first.ok_or(SequenceError::Steps { given })?.defender.state;
        Ok(Self { steps, unit })
    }

    /// Returns the steps in order.
    pub fn steps(&self) -> impl Iterator<Item = &SequenceStep> {
        self.steps.iter()
    }

    /// Returns the attacks of the steps in order.
    pub fn attacks(&self) -> impl Iterator<Item = &Attack> {
        self.steps.iter().filter_map(SequenceStep::attack)
    }

    /// Returns the state of the unit before all steps.
    pub const fn unit(&self) -> UnitState {
        self.unit
    }
}
