//! Attacks as data: one alone, an exchange, a pursuit, Dogs of War (B2).

use thiserror::Error;

use super::Side;
use crate::westeros::unit::{Class, Unit};
use crate::westeros::values::{DiceModifier, Hexes, Rounds, Worth};

/// How near an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reach {
    /// From the next hex: it may be countered (B2.8) and may flank (B2.5).
    #[default]
    Melee,
    /// From afar: neither.
    Ranged,
}

impl Reach {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Melee, Self::Ranged];

    /// Its name in scenarios.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Melee => "melee",
            Self::Ranged => "ranged",
        }
    }
}

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// How near.
    pub reach: Reach,
    /// Whether the target is engaged by another friend and the attacker by nobody (B2.5); melee
    /// only.
    pub flanking: bool,
    /// Whether it is made on a unit that leaves (B2.9): flags miss, and nobody counters.
    pub parting_blow: bool,
    /// Whether the attacker is Off-Balance and has moved (B2.1).
    pub moved: bool,
    /// What cards and abilities do to the dice (B2.1); not to those of a counter-attack (B2.8).
    pub modifier: DiceModifier,
    /// Whether the target is engaged through a token of its own house, which costs it the cover of
    /// a building (B2.6).
    pub engaged: bool,
    /// What a hex of retreat is worth to a flanking attacker who picks dice to reroll (B2.5).
    pub retreat_worth: Worth,
}

impl Default for Manner {
    /// An attack from the next hex, without anything else.
    fn default() -> Self {
        Self {
            reach: Reach::Melee,
            flanking: false,
            parting_blow: false,
            moved: false,
            modifier: DiceModifier::NONE,
            engaged: false,
            retreat_worth: Worth::default(),
        }
    }
}

/// Why an attack cannot be made so.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MannerError {
    /// Flanking from afar.
    #[error("only an attack from the next hex can flank (B2.5)")]
    FlankFromAfar,
    /// Flanking archers.
    #[error("archers never flank (B2.5)")]
    FlankingArchers,
    /// A parting blow that flanks.
    #[error("a parting blow is made by a unit that is engaged, which cannot flank (B2.5, B2.9)")]
    PartingFlank,
    /// A parting blow from afar.
    #[error("a parting blow is made from the next hex (B2.9)")]
    PartingFromAfar,
}

impl Manner {
    /// Checks that a unit of this class can attack so.
    ///
    /// # Errors
    /// For the first contradiction.
    pub fn check(&self, attacker: Class) -> Result<(), MannerError> {
        match (self.reach, self.flanking, self.parting_blow) {
            (Reach::Ranged, _, true) => Err(MannerError::PartingFromAfar),
            (Reach::Ranged, true, _) => Err(MannerError::FlankFromAfar),
            (_, true, true) => Err(MannerError::PartingFlank),
            (_, true, _) if attacker == Class::Archers => Err(MannerError::FlankingArchers),
            _ => Ok(()),
        }
    }
}

/// One attack and its counter-attack (B2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks.
    pub attacker: Unit,
    /// Who is attacked.
    pub target: Unit,
    /// How.
    pub manner: Manner,
    /// Whether a counter-attack is resolved, and not only foretold (B2.8).
    pub counter: bool,
}

/// Two units that attack each other in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// One side.
    pub a: Unit,
    /// The other.
    pub b: Unit,
    /// In each round both attack once.
    pub rounds: Rounds,
    /// Who attacks first in each round.
    pub first: Side,
    /// Whether a side that is driven back is followed, so that the exchange goes on; otherwise it
    /// ends there.
    pub press_on: bool,
}

/// Who is attacked after a pursuit (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The unit that was driven back, where the pursuer reaches it.
    Same,
    /// Another one, which it does reach.
    Other(Unit),
}

/// An attack with a pursuit and the extra attack it allows (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pursuit {
    /// The first attack.
    pub attack: Attack,
    /// How far the pursuer may go.
    pub hexes: Hexes,
    /// Whether the pursuer is Off-Balance: it has moved when it attacks again, which costs it a die
    /// (B2.1). One that has moved before its first attack is, too.
    pub off_balance: bool,
    /// Whom it attacks then.
    pub then: Then,
}

/// A special attack of Dogs of War (B2.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DogsOfWar {
    /// Whose dogs: where it stands and whether its valor hits. Its dice are those of the rank it
    /// rolls.
    pub attacker: Unit,
    /// Who is attacked.
    pub target: Unit,
    /// What cards and abilities do to the dice.
    pub modifier: DiceModifier,
}
