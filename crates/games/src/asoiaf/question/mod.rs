//! Questions as validated data.
//!
//! A question takes the values that its rules need out of its units when it is built, so that rules
//! never look for one. Rules are compiled from questions (see [`super::attack`] and its siblings),
//! so that nothing is decided twice during resolution.

mod attack;
mod duel;
mod movement;
mod panic;
mod sequence;

use thiserror::Error;

pub use super::combatant::Combatant;
use super::combatant::CombatantError;
pub use super::context::{
    ActivePlayer, ChargeEffects, Context, Engagement, EngagementError, EngagementFilter, Facing,
    Rerolls,
};
use super::deck::Deck;
pub use super::terrain::{Terrain, TerrainKeyword};
use super::unit::UnitState;
pub use attack::Attack;
pub use duel::{Aim, Duel, DuelSide, Opening};
pub use movement::{Charge, Retreat};
pub use panic::{Friends, Panic, TooManyFriends};
pub use sequence::{Sequence, SequenceError, SequenceStep, Stakes};

/// Attacks on a unit by fresh attackers, repeated in order until it is destroyed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survive {
    first: Attack,
    others: Vec<Attack>,
    opening: Vec<Attack>,
    /// What the players choose for: to win, attackers need few attacks and the unit stands many.
    pub aim: Aim,
}

/// There is no attack.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("there is no attack: at least one is needed")]
pub struct NoAttack;

impl Survive {
    /// Creates the question from attacks on the same unit, by players who choose to win.
    ///
    /// # Errors
    /// [`NoAttack`] if the list is empty.
    pub fn new(attacks: Vec<Attack>) -> Result<Self, NoAttack> {
        let mut all = attacks.into_iter();
        let (first, others) = (all.next().ok_or(NoAttack)?, all.collect());
        Ok(Self { first, others, opening: Vec::new(), aim: Aim::default() })
    }

    /// Returns the question with attacks that are made once, before the repeated ones: those in
    /// which tactics cards are played.
    #[must_use]
    pub fn opening_with(self, opening: Vec<Attack>) -> Self {
        Self { opening, ..self }
    }

    /// Returns the attacks that are made once, in order, before the repeated ones.
    pub fn opening(&self) -> &[Attack] {
        &self.opening
    }

    /// Returns the repeated attacks in order.
    pub fn attacks(&self) -> impl Iterator<Item = &Attack> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Returns the state of the unit before all attacks.
    pub const fn unit(&self) -> UnitState {
        self.first.defender.state
    }
}

/// A question about *A Song of Ice and Fire*.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "questions are made once, and go round in a box of their own"
)]
pub enum Question {
    /// The result of one attack.
    Attack(Attack),
    /// Whether a charge arrives, and its result.
    Charge(Charge),
    /// The wounds of a panic test.
    Panic(Panic),
    /// Who wins a duel.
    Duel(Box<Duel>),
    /// How many attacks a unit survives.
    Survive(Box<Survive>),
    /// What several attackers do to a unit in order.
    Sequence(Box<Sequence>),
    /// Which cards are drawn.
    Deck(Deck),
    /// Whether a retreat succeeds.
    Retreat(Retreat),
}

impl Question {
    /// Returns the names of the weapons used, including that of a possible counter-attack.
    pub fn in_hand(&self) -> Vec<&str> {
        match self {
            Self::Attack(attack) => attack.in_hand(),
            Self::Charge(charge) => charge.attack.as_ref().map_or_else(Vec::new, Attack::in_hand),
            Self::Panic(_) | Self::Deck(_) | Self::Retreat(_) => Vec::new(),
            Self::Survive(survive) => {
                survive.opening.iter().chain(survive.attacks()).flat_map(Attack::in_hand).collect()
            }
            Self::Sequence(sequence) => sequence.attacks().flat_map(Attack::in_hand).collect(),
            Self::Duel(duel) => duel.sides().map(Combatant::weapon_name).into(),
        }
    }

    /// Returns the two sides of an attack, a charge or a duel, each with the name of its role; a
    /// charge without an attack has only the first. Other questions have none.
    pub fn sides(&self) -> Vec<(&'static str, &Combatant)> {
        let roles = ["attacker", "defender"];
        match self {
            Self::Attack(attack) => roles.into_iter().zip(attack.sides()).collect(),
            Self::Charge(charge) => {
                let target = charge.attack.as_ref().map(|attack| &attack.defender);
                roles.into_iter().zip([&charge.charger].into_iter().chain(target)).collect()
            }
            Self::Duel(duel) => ["a", "b"].into_iter().zip(duel.sides()).collect(),
            _ => Vec::new(),
        }
    }

    /// Changes the side at this index of [`Question::sides`].
    ///
    /// # Errors
    /// [`CombatantError`] if the side then lacks a value that the question needs.
    pub fn edit_side(
        &mut self,
        side: usize,
        change: impl FnOnce(&mut Combatant),
    ) -> Result<(), CombatantError> {
        match self {
            Self::Attack(attack) => {
                attack.edit(|own, other| change(if side == 0 { own } else { other }))
            }
            Self::Charge(charge) => charge.edit(|own, other| match other {
                Some(other) if side == 1 => change(other),
                _ => change(own),
            }),
            Self::Duel(duel) => duel.edit(|a, b| change(if side == 0 { a } else { b })),
            _ => Ok(()),
        }
    }
}
