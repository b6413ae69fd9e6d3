//! How an attack or a test is made: facing, engagement and rerolls.

pub use super::engagement::{ChargeEffects, Engagement, EngagementError, EngagementFilter};

/// The defender's arc the attacker is in (A3.2, A3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Facing {
    /// No bonus.
    #[default]
    Front,
    /// −1 to saves and panic tests.
    Flank,
    /// −2 to saves and panic tests.
    Rear,
}

impl Facing {
    /// All facings.
    pub const ALL: [Self; 3] = [Self::Front, Self::Flank, Self::Rear];

    /// Returns the name in scenario files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Flank => "flank",
            Self::Rear => "rear",
        }
    }
}

/// Who may reroll the dice of a roll, apart from charge bonus and tokens (A0.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rerolls {
    /// The player who rolled may reroll any dice.
    pub roller: bool,
    /// The enemy may force a reroll of any dice.
    pub enemy: bool,
}

/// How an attack is made (A3, A5.7, A10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Context {
    /// The defender's arc the attacker is in.
    pub facing: Facing,
    /// Melee with its charge, or range with its cover.
    pub engagement: Engagement,
}

impl Context {
    /// A melee attack to the front after an orderly charge.
    pub const CHARGE: Self = Self { facing: Facing::Front, engagement: Engagement::CHARGE };
}

/// Whose turn it is during a panic test: that player rerolls first (A0.7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ActivePlayer {
    /// The enemy of the tested unit, as after an attack.
    #[default]
    Enemy,
    /// The player of the tested unit, as after a failed charge.
    Own,
}
