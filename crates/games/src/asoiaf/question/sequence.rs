//! The question about several attackers in order.

use std::num::NonZeroU8;

use thiserror::Error;

use super::super::unit::UnitState;
use super::super::values::Cost;
use super::attack::Attack;
use super::duel::Aim;
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

/// What it is worth to destroy each unit of a sequence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stakes {
    /// All units are worth the same.
    #[default]
    Equal,
    /// Their points (A11.1): those of the unit under attack, more than 0, and those of the attackers
    /// in order.
    Points(NonZeroU8, Vec<u8>),
}

impl Stakes {
    /// Weighs units by their points; all equal if a cost is not known, or that of the unit is 0.
    pub fn of_points(
        unit: Option<Cost>,
        attackers: impl IntoIterator<Item = Option<Cost>>,
    ) -> Self {
        let unit = unit.and_then(|cost| NonZeroU8::new(cost.get()));
        let attackers = attackers.into_iter().map(|cost| cost.map(Cost::get));
        let attackers: Option<Vec<u8>> = attackers.collect();
        unit.zip(attackers).map_or(Self::Equal, |(unit, attackers)| Self::Points(unit, attackers))
    }

    /// Says what players who choose to win choose for.
    pub(in super::super) const fn words(&self) -> &'static str {
        match self {
            Self::Equal => "players choose to destroy the most units",
            Self::Points(..) => "players choose to destroy the most points",
        }
    }

    /// Returns the stake of the attacker of a step in that of the unit under attack.
    pub(in super::super) fn of_attacker(&self, step: usize) -> f64 {
        match self {
            Self::Equal => 1.0,
            Self::Points(unit, attackers) => {
                let points = attackers.get(step).copied().unwrap_or(unit.get());
                f64::from(points) / f64::from(unit.get())
            }
        }
    }
}

/// Attackers that act once each, in order, on the same unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    steps: Vec<SequenceStep>,
    /// The state of the defender at the start.
    unit: UnitState,
    /// What both players choose for.
    pub aim: Aim,
    /// What it is worth to destroy each unit.
    pub stakes: Stakes,
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

    /// Creates the question from steps against the same unit in the same state. Players choose to
    /// destroy it and to keep the attackers, all worth the same.
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
        Ok(Self { steps, unit, aim: Aim::default(), stakes: Stakes::Equal })
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
