//! Attacks as data: a single attack, an exchange, a pursuit, Dogs of War (B2).

use thiserror::Error;

use super::WesterosSide;
use crate::westeros::unit::{UnitClass, WesterosUnit};
use crate::westeros::values::{DiceModifier, Hexes, RetreatWorth, Rounds};

/// The range of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AttackRange {
    /// From an adjacent hex: it may be countered (B2.8) and may flank (B2.5).
    #[default]
    Melee,
    /// From a distance: neither.
    Ranged,
}

impl AttackRange {
    /// Both ranges.
    pub const ALL: [Self; 2] = [Self::Melee, Self::Ranged];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Melee => "melee",
            Self::Ranged => "ranged",
        }
    }
}

/// The options of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackOptions {
    /// Range.
    pub reach: AttackRange,
    /// Whether the target is engaged by another friend and the attacker by nobody (B2.5); melee
    /// only.
    pub flanking: bool,
    /// Whether the target is leaving (B2.9): flags miss, and there is no counter-attack.
    pub parting_blow: bool,
    /// Whether the attacker is Off-Balance and has moved (B2.1).
    pub moved: bool,
    /// Dice added by cards and abilities (B2.1); not to those of a counter-attack (B2.8).
    pub modifier: DiceModifier,
    /// Whether the target is engaged through a token of its own house, which costs it the cover of
    /// a building (B2.6).
    pub engaged: bool,
    /// Value of a hex of retreat to a flanking attacker that chooses a reroll (B2.5).
    pub retreat_worth: RetreatWorth,
}

impl Default for AttackOptions {
    /// Returns an attack from an adjacent hex without further options.
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

/// An impossible combination of attack options.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum AttackOptionsError {
    /// Flanking at range.
    #[error("only an attack from an adjacent hex can flank (B2.5)")]
    RangedFlank,
    /// Flanking archers.
    #[error("archers never flank (B2.5)")]
    FlankingArchers,
    /// A parting blow that flanks.
    #[error("a parting blow is made by a unit that is engaged, which cannot flank (B2.5, B2.9)")]
    FlankingPartingBlow,
    /// A parting blow at range.
    #[error("a parting blow is made from an adjacent hex (B2.9)")]
    RangedPartingBlow,
}

impl AttackOptions {
    /// Checks that a unit of this class can make the attack.
    ///
    /// # Errors
    /// [`AttackOptionsError`] for the first contradiction.
    pub fn check(&self, attacker: UnitClass) -> Result<(), AttackOptionsError> {
        match (self.reach, self.flanking, self.parting_blow) {
            (AttackRange::Ranged, _, true) => Err(AttackOptionsError::RangedPartingBlow),
            (AttackRange::Ranged, true, _) => Err(AttackOptionsError::RangedFlank),
            (_, true, true) => Err(AttackOptionsError::FlankingPartingBlow),
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
    /// The attacking unit.
    pub attacker: WesterosUnit,
    /// The attacked unit.
    pub target: WesterosUnit,
    /// Options of the attack.
    pub options: AttackOptions,
    /// Whether a counter-attack is resolved, and not only predicted (B2.8).
    pub counter: bool,
}

/// Two units that attack each other in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// One side.
    pub a: WesterosUnit,
    /// The other side.
    pub b: WesterosUnit,
    /// Number of rounds; in each, both sides attack once.
    pub rounds: Rounds,
    /// The side that attacks first in each round.
    pub first: WesterosSide,
    /// Whether a side that is driven back is followed, so that the exchange continues; otherwise it
    /// ends there.
    pub press_on: bool,
}

/// The target of the attack after a pursuit (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PursuitTarget {
    /// The unit that was driven back, if the pursuer reaches it.
    Same,
    /// Another unit, which the pursuer reaches.
    Other(WesterosUnit),
}

/// An attack with a pursuit and the extra attack it allows (B2.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pursuit {
    /// The first attack.
    pub attack: WesterosAttack,
    /// Longest move of the pursuer.
    pub hexes: Hexes,
    /// Whether the pursuer is Off-Balance: it has moved when it attacks again, which costs a die
    /// (B2.1). A pursuer that moved before its first attack is Off-Balance too.
    pub off_balance: bool,
    /// Target of the second attack.
    pub then: PursuitTarget,
}

/// A special attack of Dogs of War (B2.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DogsOfWar {
    /// The owner of the dogs: its terrain and whether its valor hits. The dice are those of the
    /// rank it rolls.
    pub attacker: WesterosUnit,
    /// The attacked unit.
    pub target: WesterosUnit,
    /// Dice added by cards and abilities.
    pub modifier: DiceModifier,
}
