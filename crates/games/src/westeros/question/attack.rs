//! Attacks as data: one alone, an exchange, a pursuit, Dogs of War (B2).

use thiserror::Error;

use super::WesterosSide;
use crate::westeros::unit::{UnitClass, WesterosUnit};
use crate::westeros::values::{DiceModifier, Hexes, RetreatWorth, Rounds};

/// How near an attack is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AttackRange {
    /// From the next hex: it may be countered (B2.8) and may flank (B2.5).
    #[default]
    Melee,
    /// From afar: neither.
    Ranged,
}

impl AttackRange {
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
pub struct AttackOptions {
    /// How near.
    pub reach: AttackRange,
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
    pub retreat_worth: RetreatWorth,
}

impl Default for AttackOptions {
    /// An attack from the next hex, without anything else.
    fn default() -> Self {
        Self {
            reach: AttackRange::Melee,
            flanking: false,
            parting_blow: false,
            moved: false,
            modifier: DiceModifier::NONE,
            engaged: false,
            retreat_worth: RetreatWorth::default(),
        }
    }
}

/// Why an attack cannot be made so.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum AttackOptionsError {
    /// Flanking from afar.
    #[error("only an attack from the next hex can flank (B2.5)")]
    FlankFromAfar,
    /// Flanking archers.
    #[error("archers never flank (B2.5)")]
    FlankingArchers,
    /// A parting result that flanks.
    #[error("a parting result is made by a unit that is engaged, which cannot flank (B2.5, B2.9)")]
    PartingFlank,
    /// A parting result from afar.
    #[error("a parting result is made from the next hex (B2.9)")]
    PartingFromAfar,
}

impl AttackOptions {
    /// Checks that a unit of this class can attack so.
    ///
    /// # Errors
    /// For the first contradiction.
    pub fn check(&self, attacker: UnitClass) -> Result<(), AttackOptionsError> {
        match (self.reach, self.flanking, self.parting_blow) {
            (AttackRange::Ranged, _, true) => Err(AttackOptionsError::PartingFromAfar),
            (AttackRange::Ranged, true, _) => Err(AttackOptionsError::FlankFromAfar),
            (_, true, true) => Err(AttackOptionsError::PartingFlank),
            (_, true, _) if attacker == UnitClass::Archers => {
                Err(AttackOptionsError::FlankingArchers)
            }
            _ => Ok(()),
        }
    }
}

/// One attack and its counter-attack (B2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WesterosAttack {
    /// Who attacks.
    pub attacker: WesterosUnit,
    /// Who is attacked.
    pub target: WesterosUnit,
    /// How.
    pub manner: AttackOptions,
    /// Whether a counter-attack is resolved, and not only foretold (B2.8).
    pub counter: bool,
}

/// Two units that attack each other in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// One side.
    pub a: WesterosUnit,
    /// The other.
    pub b: WesterosUnit,
    /// In each round both attack once.
    pub rounds: Rounds,
    /// Who attacks first in each round.
    pub first: WesterosSide,
    /// Whether a side that is driven back is followed, so that the exchange goes on; otherwise it
    /// ends there.
    pub press_on: bool,
}

/// Who is attacked after a pursuit (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PursuitTarget {
    /// The unit that was driven back, where the pursuer reaches it.
    Same,
    /// Another one, which it does reach.
    Other(WesterosUnit),
}

/// An attack with a pursuit and the extra attack it allows (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pursuit {
    /// The first attack.
    pub attack: WesterosAttack,
    /// How far the pursuer may go.
    pub hexes: Hexes,
    /// Whether the pursuer is Off-Balance: it has moved when it attacks again, which costs it a die
    /// (B2.1). One that has moved before its first attack is, too.
    pub off_balance: bool,
    /// Whom it attacks then.
    pub then: PursuitTarget,
}

/// A special attack of Dogs of War (B2.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DogsOfWar {
    /// Whose dogs: where it stands and whether its valor hits. Its dice are those of the rank it
    /// rolls.
    pub attacker: WesterosUnit,
    /// Who is attacked.
    pub target: WesterosUnit,
    /// What cards and abilities do to the dice.
    pub modifier: DiceModifier,
}
